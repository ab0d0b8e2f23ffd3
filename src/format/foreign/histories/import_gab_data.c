/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What github-action-benchmark keeps, data.js: one value of each benchmark of each commit. */
#include <string.h>

#include "format/foreign/parts/paths.h"

#define ENTRY "$.entries.*.[]"

/* Two of the tools it knows, and what users say, count more as better. */
static void take_tool(struct as_path_reading *d, const struct as_path_row *row)
{
	static const char *const more[] = {"benchmarkjs", "pytest", "customBiggerIsBetter"};
	char tool[64];
	double is = 0;

	(void)row;
	as_path_text(d, tool, sizeof tool);
	for (size_t i = 0; i < sizeof more / sizeof more[0]; i++)
		is = strcmp(tool, more[i]) ? is : 1;
	as_gather_number(d->g, d->scope, AS_TRAIT_MORE, is);
}

static const struct as_path_row rows[] = {
	{.path = "$.entries.*", .opens = as_open_division},
	{.path = ENTRY, .opens = as_open_group},
	{.path = ENTRY ".tool", .takes = take_tool},
	{.path = ENTRY ".commit.id", .takes = as_take_trait, .trait = AS_TRAIT_COMMIT},
	{.path = ENTRY ".commit.timestamp", .takes = as_take_trait, .trait = AS_TRAIT_DATE},
	{.path = ENTRY ".date", .takes = as_take_trait, .trait = AS_TRAIT_RUN_DATE, .scale = 1e6},
	{.path = ENTRY ".benches.[]", .opens = as_open_subject},
	{.path = ENTRY ".benches.[].name", .takes = as_take_trait, .trait = AS_TRAIT_NAME},
	{.path = ENTRY ".benches.[].unit", .takes = as_take_trait, .trait = AS_TRAIT_UNIT},
	{.path = ENTRY ".benches.[].value", .takes = as_take_trait, .trait = AS_TRAIT_CENTRE},
};

static const struct as_paths paths = {
	.tool = "github-action-benchmark",
	.prefix = "window.BENCHMARK_DATA =",
	.rows = rows,
	.n_rows = sizeof rows / sizeof rows[0],
};

AS_PATHS_FORMAT(gab_data, "data.js of github-action-benchmark", ".js");
