/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines of cargo-criterion: --message-format=json. Measured values are sums over so many iterations. */
#include "format/foreign/parts/paths.h"

static const struct as_path_row rows[] = {
	{.path = "$", .opens = as_open_subject},
	{.path = "$.id", .takes = as_take_trait, .trait = AS_TRAIT_NAME},
	{.path = "$.iteration_count", .takes = as_take_inners},
	{.path = "$.measured_values", .takes = as_take_value},
	{.path = "$.unit", .takes = as_take_trait, .trait = AS_TRAIT_UNIT},
};

static const struct as_paths paths = {
	.tool = "cargo-criterion",
	.has = {"$.reason", "$.measured_values|$.group_name"},
	.per_inner = true,
	.lines = true,
	.rows = rows,
	.n_rows = sizeof rows / sizeof rows[0],
};

AS_PATHS_FORMAT(cargo_criterion, "lines of cargo-criterion", ".json");
