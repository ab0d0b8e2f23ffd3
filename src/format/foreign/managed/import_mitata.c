/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON of mitata. Samples are there where they were asked for. */
#include "format/foreign/parts/paths.h"

static const struct as_path_row rows[] = {
	{.path = "$.benchmarks.[].runs.[]", .opens = as_open_subject},
	{.path = "$.benchmarks.[].runs.[].name", .takes = as_take_trait, .trait = AS_TRAIT_NAME},
	{.path = "$.benchmarks.[].runs.[].args.*",
		.takes = as_take_trait_key,
		.trait = AS_TRAIT_PARAMETER},
	{.path = "$.benchmarks.[].runs.[].stats.samples", .takes = as_take_value},
	{.path = "$.benchmarks.[].runs.[].stats.avg",
		.takes = as_take_trait,
		.trait = AS_TRAIT_CENTRE},
	{.path = "$.benchmarks.[].runs.[].error",
		.takes = as_take_failed,
		.name = "it threw an error"},
	{.path = "$.context.runtime",
		.takes = as_take_trait,
		.trait = AS_TRAIT_FACT,
		.name = "runtime"},
	{.path = "$.context.version",
		.takes = as_take_trait,
		.trait = AS_TRAIT_FACT,
		.name = "version"},
	{.path = "$.context.cpu.name",
		.takes = as_take_trait,
		.trait = AS_TRAIT_PROCESSOR,
		.name = "cpu"},
};

static const struct as_paths paths = {
	.tool = "mitata",
	.has = {"$.layout|$.context.noop", "$.benchmarks.[].runs"},
	.unit = "ns",
	.sorted = true,
	.rows = rows,
	.n_rows = sizeof rows / sizeof rows[0],
};

AS_PATHS_FORMAT(mitata, "JSON of mitata", ".json");
