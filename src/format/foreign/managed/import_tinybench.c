/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON of tinybench's tasks or results, as users write it. Samples are there with retainSamples only. */
#include "format/foreign/parts/paths.h"

static const struct as_path_row rows[] = {
	{.path = "$.[]", .opens = as_open_subject},
	{.path = "$.[].name", .takes = as_take_trait, .trait = AS_TRAIT_NAME},
	{.path = "$.[].latency.samples", .takes = as_take_value},
	{.path = "$.[].latency.mean", .takes = as_take_trait, .trait = AS_TRAIT_CENTRE},
	{.path = "$.[].latency.samplesCount", .takes = as_take_trait, .trait = AS_TRAIT_COUNT},
	{.path = "$.[].result.latency.samples", .takes = as_take_value},
	{.path = "$.[].result.latency.mean", .takes = as_take_trait, .trait = AS_TRAIT_CENTRE},
	{.path = "$.[].error", .takes = as_take_failed, .name = "it threw an error"},
	{.path = "$.[].result.error", .takes = as_take_failed, .name = "it threw an error"},
};

static const struct as_paths paths = {
	.tool = "tinybench",
	.has = {"@.[].latency.rme|@.[].latency.mean|@.[].result.latency"},
	.unit = "ms",
	.sorted = true,
	.rows = rows,
	.n_rows = sizeof rows / sizeof rows[0],
};

AS_PATHS_FORMAT(tinybench, "JSON of tinybench", ".json");
