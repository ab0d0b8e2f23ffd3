/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of JMH: -rf json. A fork is a process, so it is an execution. Warm-ups are not in it, and
 * what failed is not either. In mode sample an iteration is a histogram. */
#include "format/foreign/parts/paths.h"

static const struct as_path_row rows[] = {
	{.path = "$.[]", .opens = as_open_subject},
	{.path = "$.[].benchmark", .takes = as_take_trait, .trait = AS_TRAIT_NAME},
	{.path = "$.[].mode", .takes = as_take_trait, .trait = AS_TRAIT_PARAMETER, .name = "mode"},
	{.path = "$.[].threads", .takes = as_take_parameter, .name = "threads", .unit = "1"},
	{.path = "$.[].params.*", .takes = as_take_trait_key, .trait = AS_TRAIT_PARAMETER},
	{.path = "$.[].jmhVersion",
		.takes = as_take_trait,
		.trait = AS_TRAIT_FACT,
		.name = "jmhVersion"},
	{.path = "$.[].jvm", .takes = as_take_trait, .trait = AS_TRAIT_FACT, .name = "jvm"},
	{.path = "$.[].jdkVersion",
		.takes = as_take_trait,
		.trait = AS_TRAIT_FACT,
		.name = "jdkVersion"},
	{.path = "$.[].vmVersion",
		.takes = as_take_trait,
		.trait = AS_TRAIT_FACT,
		.name = "vmVersion"},
	{.path = "$.[].primaryMetric.scoreUnit", .takes = as_take_trait, .trait = AS_TRAIT_UNIT},
	{.path = "$.[].primaryMetric.score", .takes = as_take_trait, .trait = AS_TRAIT_CENTRE},
	{.path = "$.[].primaryMetric.rawData.[]", .opens = as_open_execution},
	{.path = "$.[].primaryMetric.rawData.[].[]", .takes = as_take_value},
	{.path = "$.[].primaryMetric.rawDataHistogram.[]", .opens = as_open_execution},
	{.path = "$.[].primaryMetric.rawDataHistogram.[].[]", .takes = as_take_histogram},
};

static const struct as_paths paths = {
	.tool = "JMH",
	.has = {"@.[].jmhVersion|@.[].primaryMetric"},
	.rows = rows,
	.n_rows = sizeof rows / sizeof rows[0],
};

AS_PATHS_FORMAT(jmh, "JSON of JMH", ".json");
