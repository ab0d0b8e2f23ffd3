/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of vitest: bench --outputJson FILE. Samples are there with includeSamples only; a benchmark
 * that failed has no mean. */
#include "format/foreign/parts/paths.h"

static const struct as_path_row rows[] = {
	{.path = "$.files.[].groups.[]", .opens = as_open_group},
	{.path = "$.files.[].groups.[].fullName", .takes = as_take_trait, .trait = AS_TRAIT_NAME},
	{.path = "$.files.[].groups.[].benchmarks.[]", .opens = as_open_subject},
	{.path = "$.files.[].groups.[].benchmarks.[].name",
		.takes = as_take_trait,
		.trait = AS_TRAIT_NAME},
	{.path = "$.files.[].groups.[].benchmarks.[].samples", .takes = as_take_value},
	{.path = "$.files.[].groups.[].benchmarks.[].mean",
		.takes = as_take_trait,
		.trait = AS_TRAIT_CENTRE},
	{.path = "$.files.[].groups.[].benchmarks.[].sampleCount",
		.takes = as_take_trait,
		.trait = AS_TRAIT_COUNT},
};

static const struct as_paths paths = {
	.tool = "vitest",
	.has = {"$.files.[].groups"},
	.unit = "ms",
	.sorted = true,
	.rows = rows,
	.n_rows = sizeof rows / sizeof rows[0],
};

AS_PATHS_FORMAT(vitest, "JSON of vitest", ".json");
