/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of Julia's BenchmarkTools: BenchmarkTools.save. Each thing is a pair, its type and what it
 * has; groups have members of either kind. A trial has its times, in ns of one evaluation; an
 * estimate has one of them, and does not say which. */
#include "format/foreign/parts/paths.h"

#define THING "$.[].[].[]"

static const struct as_path_row rows[] = {
	{.path = THING ".data.*", .opens = as_open_division},
	{.path = THING ".data.*.[]", .again = THING},
	{.path = THING, .opens = as_open_subject},
	{.path = THING ".times", .takes = as_take_value},
	{.path = THING ".time", .takes = as_take_trait, .trait = AS_TRAIT_CENTRE},
	{.path = THING ".params.[].evals", .takes = as_take_trait, .trait = AS_TRAIT_INNER},
	{.path = THING ".memory", .takes = as_take_metric, .name = "memory", .unit = "bytes"},
	{.path = THING ".allocs", .takes = as_take_metric, .name = "allocs"},
};

static const struct as_paths paths = {
	.tool = "BenchmarkTools",
	.has = {"@.[].Julia", "@.[].BenchmarkTools"},
	.rows = rows,
	.n_rows = sizeof rows / sizeof rows[0],
	.unit = "ns",
};

AS_PATHS_FORMAT(benchmarktools, "JSON of BenchmarkTools.jl", ".json");
