/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of pyperf: -o FILE. A run is a process, so it is an execution; its values are iterations,
 * in s of one of them. Processes that only calibrate have warm-ups and nothing else. */
#include "format/foreign/parts/paths.h"

#define BENCHMARK "$.benchmarks.[]"
#define RUN BENCHMARK ".runs.[]"

/* What is the same of all benchmarks, or of all runs, stands further out. */
#define METADATA(at) \
	{.path = at ".name", .takes = as_take_trait, .trait = AS_TRAIT_NAME}, \
		{.path = at ".unit", .takes = as_take_trait, .trait = AS_TRAIT_UNIT}, \
		{.path = at ".hostname", .takes = as_take_trait, .trait = AS_TRAIT_HOST}, \
		{.path = at ".loops", .takes = as_take_trait, .trait = AS_TRAIT_INNER}, \
	{ \
		.path = at ".date", .takes = as_take_trait, .trait = AS_TRAIT_RUN_DATE \
	}
#define FACTS(at) \
	{.path = at ".cpu_model_name", \
		.takes = as_take_trait, \
		.trait = AS_TRAIT_PROCESSOR, \
		.name = "cpu_model_name"}, \
	{ \
		.path = at ".*", .takes = as_take_trait_key, .trait = AS_TRAIT_FACT \
	}

static const struct as_path_row rows[] = {
	{.path = BENCHMARK, .opens = as_open_subject},
	{.path = RUN, .opens = as_open_execution},
	{.path = RUN ".values", .takes = as_take_value},
	{.path = RUN ".warmups.[]", .takes = as_take_warmup_pair},
	{.path = RUN ".metadata.mem_max_rss",
		.takes = as_take_metric,
		.name = "mem_max_rss",
		.unit = "bytes"},
	{.path = RUN ".metadata.command_max_rss",
		.takes = as_take_metric,
		.name = "command_max_rss",
		.unit = "bytes"},
	METADATA("$.metadata"),
	FACTS("$.metadata"),
	METADATA(BENCHMARK ".metadata"),
	FACTS(BENCHMARK ".metadata"),
	METADATA(RUN ".metadata"),
};

static const struct as_paths paths = {
	.tool = "pyperf",
	.has = {"$.benchmarks.[].runs"},
	.lacks = "$.layout",
	.rows = rows,
	.n_rows = sizeof rows / sizeof rows[0],
	.unit = "s",
};

AS_PATHS_FORMAT(pyperf, "JSON of pyperf", ".json");
