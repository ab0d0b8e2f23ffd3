/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON of a suite of benchmark.js: an object with a member for each number. Samples are s of one run. */
#include "format/foreign/parts/paths.h"

static const struct as_path_row rows[] = {
	{.path = "$.*", .opens = as_open_subject},
	{.path = "$.*.name", .takes = as_take_trait, .trait = AS_TRAIT_NAME},
	{.path = "$.*.stats.sample", .takes = as_take_value},
	{.path = "$.*.count", .takes = as_take_trait, .trait = AS_TRAIT_INNER},
	{.path = "$.*.error", .takes = as_take_failed, .name = "it threw an error"},
};

static const struct as_paths paths = {
	.tool = "benchmark.js",
	.has = {"$.0.stats.sample"},
	.unit = "s",
	.rows = rows,
	.n_rows = sizeof rows / sizeof rows[0],
};

AS_PATHS_FORMAT(benchmark_js, "JSON of benchmark.js", ".json");
