/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON of Ruby's benchmark-ips: iterations a second, nothing single. */
#include "format/foreign/parts/paths.h"

static const struct as_path_row rows[] = {
	{.path = "$.[]", .opens = as_open_subject},
	{.path = "$.[].name", .takes = as_take_trait, .trait = AS_TRAIT_NAME},
	{.path = "$.[].central_tendency", .takes = as_take_trait, .trait = AS_TRAIT_CENTRE},
	{.path = "$.[].cycles", .takes = as_take_trait, .trait = AS_TRAIT_COUNT},
};

static const struct as_paths paths = {
	.tool = "benchmark-ips",
	.has = {"@.[].central_tendency"},
	.unit = "i/s",
	.rows = rows,
	.n_rows = sizeof rows / sizeof rows[0],
};

AS_PATHS_FORMAT(ips, "JSON of benchmark-ips", ".json");
