/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results for github-action-benchmark's customSmallerIsBetter and customBiggerIsBetter: a name, a value
 * and a unit. */
#include "format/foreign/parts/paths.h"

static const struct as_path_row rows[] = {
	{.path = "$.[]", .opens = as_open_subject},
	{.path = "$.[].name", .takes = as_take_trait, .trait = AS_TRAIT_NAME},
	{.path = "$.[].value", .takes = as_take_trait, .trait = AS_TRAIT_CENTRE},
	{.path = "$.[].unit", .takes = as_take_trait, .trait = AS_TRAIT_UNIT},
};

static const struct as_paths paths = {
	.tool = "github-action-benchmark",
	.has = {"@.[].name", "@.[].value", "@.[].unit"},
	.rows = rows,
	.n_rows = sizeof rows / sizeof rows[0],
};

AS_PATHS_FORMAT(gab, "values of github-action-benchmark", ".json");
