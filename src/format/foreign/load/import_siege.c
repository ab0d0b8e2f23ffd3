/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON of siege: rates and means of one run, with two digits. */
#include "format/foreign/parts/paths.h"

static const struct as_path_row rows[] = {
	{.path = "$", .opens = as_open_subject},
	{.path = "$.response_time", .takes = as_take_trait, .trait = AS_TRAIT_CENTRE},
	{.path = "$.transaction_rate",
		.takes = as_take_metric,
		.name = "transaction_rate",
		.unit = "req/s"},
	{.path = "$.availability",
		.takes = as_take_success,
		.name = "availability",
		.unit = "%",
		.scale = 0.01},
	{.path = "$.longest_transaction", .takes = as_take_metric, .name = "longest", .unit = "s"},
	{.path = "$.failed_transactions", .takes = as_take_metric, .name = "failed_transactions"},
};

static const struct as_paths paths = {
	.tool = "siege",
	.has = {"$.transactions", "$.availability"},
	.unit = "s",
	.after_text = true,
	.rows = rows,
	.n_rows = sizeof rows / sizeof rows[0],
};

AS_PATHS_FORMAT(siege, "JSON of siege", ".json");
