/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON of bench-node: operations a second, nothing single. */
#include "format/foreign/parts/paths.h"

static const struct as_path_row rows[] = {
	{.path = "$.[]", .opens = as_open_subject},
	{.path = "$.[].name", .takes = as_take_trait, .trait = AS_TRAIT_NAME},
	{.path = "$.[].opsSec", .takes = as_take_trait, .trait = AS_TRAIT_CENTRE},
	{.path = "$.[].runsSampled", .takes = as_take_trait, .trait = AS_TRAIT_COUNT},
};

static const struct as_paths paths = {
	.tool = "bench-node",
	.has = {"@.[].opsSec"},
	.unit = "ops/s",
	.rows = rows,
	.n_rows = sizeof rows / sizeof rows[0],
};

AS_PATHS_FORMAT(bench_node, "JSON of bench-node", ".json");
