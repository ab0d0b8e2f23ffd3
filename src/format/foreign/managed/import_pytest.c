/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of pytest-benchmark: --benchmark-json FILE. All is measured in one process: data are the
 * rounds of it, each the mean of so many iterations. Tests that failed are not in it. */
#include "format/foreign/parts/paths.h"

/* A tree with changes is not the commit that it is on. */
static void take_dirty(struct as_path_reading *d, const struct as_path_row *row)
{
	(void)row;
	if (as_json_peek(d->r) != AS_JSON_BOOL)
		as_json_skip(d->r);
	else if (as_json_read_bool(d->r))
		as_gather_number(d->g, d->scope, AS_TRAIT_CHANGED, 1);
}

static const struct as_path_row rows[] = {
	{.path = "$.benchmarks.[]", .opens = as_open_subject},
	{.path = "$.benchmarks.[].fullname", .takes = as_take_trait, .trait = AS_TRAIT_NAME},
	{.path = "$.benchmarks.[].params.*",
		.takes = as_take_trait_key,
		.trait = AS_TRAIT_PARAMETER},
	{.path = "$.benchmarks.[].stats.data", .takes = as_take_value},
	{.path = "$.benchmarks.[].stats.iterations",
		.takes = as_take_trait,
		.trait = AS_TRAIT_INNER},
	{.path = "$.benchmarks.[].stats.mean", .takes = as_take_trait, .trait = AS_TRAIT_CENTRE},
	{.path = "$.benchmarks.[].stats.rounds", .takes = as_take_trait, .trait = AS_TRAIT_COUNT},
	{.path = "$.commit_info.id", .takes = as_take_trait, .trait = AS_TRAIT_COMMIT},
	{.path = "$.commit_info.dirty", .takes = take_dirty},
	{.path = "$.commit_info.time", .takes = as_take_trait, .trait = AS_TRAIT_DATE},
	{.path = "$.commit_info.author_time", .takes = as_take_trait, .trait = AS_TRAIT_DATE},
	{.path = "$.datetime", .takes = as_take_trait, .trait = AS_TRAIT_RUN_DATE},
	{.path = "$.machine_info.node", .takes = as_take_trait, .trait = AS_TRAIT_HOST},
	{.path = "$.machine_info.*", .takes = as_take_trait_key, .trait = AS_TRAIT_FACT},
	{.path = "$.machine_info.cpu.brand",
		.takes = as_take_trait,
		.trait = AS_TRAIT_PROCESSOR,
		.name = "cpu"},
	{.path = "$.machine_info.cpu.brand_raw",
		.takes = as_take_trait,
		.trait = AS_TRAIT_PROCESSOR,
		.name = "cpu"},
};

static const struct as_paths paths = {
	.tool = "pytest-benchmark",
	.has = {"$.machine_info|$.commit_info", "$.benchmarks.[].stats"},
	.unit = "s",
	.rows = rows,
	.n_rows = sizeof rows / sizeof rows[0],
};

AS_PATHS_FORMAT(pytest, "JSON of pytest-benchmark", ".json");
