/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON of nanobench's template. elapsed is s of one iteration; a name in which a quote stands is not
 * JSON, which the error shows. */
#include "format/foreign/parts/paths.h"

static const struct as_path_row rows[] = {
	{.path = "$.results.[]", .opens = as_open_subject},
	{.path = "$.results.[].title", .takes = as_take_trait, .trait = AS_TRAIT_NAME},
	{.path = "$.results.[].name", .takes = as_take_trait, .trait = AS_TRAIT_NAME},
	{.path = "$.results.[].median(elapsed)", .takes = as_take_trait, .trait = AS_TRAIT_CENTRE},
	{.path = "$.results.[].measurements.[]", .opens = as_open_iteration},
	{.path = "$.results.[].measurements.[].iterations",
		.takes = as_take_trait,
		.trait = AS_TRAIT_INNER},
	{.path = "$.results.[].measurements.[].elapsed", .takes = as_take_value},
};

static const struct as_paths paths = {
	.tool = "nanobench",
	.has = {"$.results.[].median(elapsed)"},
	.unit = "s",
	.rows = rows,
	.n_rows = sizeof rows / sizeof rows[0],
};

AS_PATHS_FORMAT(nanobench, "JSON of nanobench", ".json");
