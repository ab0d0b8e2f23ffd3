/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON of iperf3: each interval is an iteration, in bits a second. */
#include "format/foreign/parts/paths.h"

static const struct as_path_row rows[] = {
	{.path = "$", .opens = as_open_subject},
	{.path = "$.start.test_start.protocol", .takes = as_take_trait, .trait = AS_TRAIT_NAME},
	{.path = "$.intervals.[].sum.bits_per_second", .takes = as_take_value},
	{.path = "$.error", .takes = as_take_failed, .name = "iperf3 reports an error"},
	{.path = "$.start.version",
		.takes = as_take_trait,
		.trait = AS_TRAIT_FACT,
		.name = "version"},
	{.path = "$.start.system_info",
		.takes = as_take_trait,
		.trait = AS_TRAIT_FACT,
		.name = "system"},
};

static const struct as_paths paths = {
	.tool = "iperf3",
	.has = {"$.start.version", "$.intervals"},
	.unit = "bit/s",
	.rows = rows,
	.n_rows = sizeof rows / sizeof rows[0],
};

AS_PATHS_FORMAT(iperf3, "JSON of iperf3", ".json");
