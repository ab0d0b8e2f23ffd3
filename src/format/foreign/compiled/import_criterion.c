/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of Criterion.rs: target/criterion/.../new/sample.json, and beside it benchmark.json, which has
 * its name. Samples are sums over so many iterations. */
#include "format/foreign/parts/paths.h"

static const struct as_path_row rows[] = {
	{.path = "$", .opens = as_open_subject},
	{.path = "$.iters", .takes = as_take_inners},
	{.path = "$.times", .takes = as_take_value},
	{.path = "$.sampling_mode",
		.takes = as_take_trait,
		.trait = AS_TRAIT_FACT,
		.name = "sampling_mode"},
};

static const struct as_paths paths = {
	.tool = "Criterion.rs",
	.has = {"$.iters", "$.sampling_mode"},
	.unit = "ns",
	.per_inner = true,
	.rows = rows,
	.n_rows = sizeof rows / sizeof rows[0],
};

AS_PATHS_FORMAT(criterion, "samples of Criterion.rs", ".json");
