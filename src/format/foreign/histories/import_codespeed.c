/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results of Codespeed: one value each, of a revision. */
#include "format/foreign/parts/paths.h"

static const struct as_path_row rows[] = {
	{.path = "$.[]", .opens = as_open_subject},
	{.path = "$.[].benchmark", .takes = as_take_trait, .trait = AS_TRAIT_NAME},
	{.path = "$.[].result_value", .takes = as_take_trait, .trait = AS_TRAIT_CENTRE},
	{.path = "$.[].units", .takes = as_take_trait, .trait = AS_TRAIT_UNIT},
	{.path = "$.[].lessisbetter", .takes = as_take_less},
	{.path = "$.[].commitid", .takes = as_take_trait, .trait = AS_TRAIT_COMMIT},
	{.path = "$.[].revision_date", .takes = as_take_trait, .trait = AS_TRAIT_DATE},
	{.path = "$.[].result_date", .takes = as_take_trait, .trait = AS_TRAIT_RUN_DATE},
	{.path = "$.[].project",
		.takes = as_take_trait,
		.trait = AS_TRAIT_PARAMETER,
		.name = "project"},
	{.path = "$.[].environment", .takes = as_take_trait, .trait = AS_TRAIT_HOST},
	{.path = "$.[].executable",
		.takes = as_take_trait,
		.trait = AS_TRAIT_PARAMETER,
		.name = "executable"},
};

static const struct as_paths paths = {
	.tool = "Codespeed",
	.has = {"@.[].commitid", "@.[].result_value"},
	.unit = "s",
	.rows = rows,
	.n_rows = sizeof rows / sizeof rows[0],
};

AS_PATHS_FORMAT(codespeed, "JSON of Codespeed", ".json");
