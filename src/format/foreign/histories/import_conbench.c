/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results of Conbench. Data are its repetitions; one with an error does not count. */
#include "format/foreign/parts/paths.h"

static const struct as_path_row rows[] = {
	{.path = "$.[]", .opens = as_open_subject},
	{.path = "$.[].tags.name", .takes = as_take_trait, .trait = AS_TRAIT_NAME},
	{.path = "$.[].tags.*", .takes = as_take_trait_key, .trait = AS_TRAIT_PARAMETER},
	{.path = "$.[].stats.data", .takes = as_take_value},
	{.path = "$.[].stats.unit", .takes = as_take_trait, .trait = AS_TRAIT_UNIT},
	{.path = "$.[].github.commit", .takes = as_take_trait, .trait = AS_TRAIT_COMMIT},
	{.path = "$.[].commit.sha", .takes = as_take_trait, .trait = AS_TRAIT_COMMIT},
	{.path = "$.[].commit.timestamp", .takes = as_take_trait, .trait = AS_TRAIT_DATE},
	{.path = "$.[].timestamp", .takes = as_take_trait, .trait = AS_TRAIT_RUN_DATE},
	{.path = "$.[].machine_info.cpu_model_name",
		.takes = as_take_trait,
		.trait = AS_TRAIT_PROCESSOR,
		.name = "cpu"},
	{.path = "$.[].machine_info.name", .takes = as_take_trait, .trait = AS_TRAIT_HOST},
	{.path = "$.[].error", .takes = as_take_failed, .name = "Conbench has an error of it"},
};

static const struct as_paths paths = {
	.tool = "Conbench",
	.has = {"@.[].batch_id|$.batch_id", "@.[].stats|@.[].error|$.stats"},
	.rows = rows,
	.n_rows = sizeof rows / sizeof rows[0],
};

AS_PATHS_FORMAT(conbench, "JSON of Conbench", ".json");
