/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON of oha: percentiles of the latencies of one run. */
#include "format/foreign/parts/paths.h"

static const struct as_path_row rows[] = {
	{.path = "$", .opens = as_open_subject},
	{.path = "$.summary.average", .takes = as_take_trait, .trait = AS_TRAIT_CENTRE},
	{.path = "$.summary.requestsPerSec",
		.takes = as_take_metric,
		.name = "requests_per_s",
		.unit = "req/s"},
	{.path = "$.summary.successRate", .takes = as_take_success, .name = "success_rate"},
	{.path = "$.latencyPercentiles.*", .takes = as_take_metric_key, .unit = "s"},
};

static const struct as_paths paths = {
	.tool = "oha",
	.has = {"$.summary.requestsPerSec"},
	.unit = "s",
	.rows = rows,
	.n_rows = sizeof rows / sizeof rows[0],
};

AS_PATHS_FORMAT(oha, "JSON of oha", ".json");
