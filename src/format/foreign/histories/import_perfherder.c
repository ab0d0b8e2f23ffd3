/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines PERFHERDER_DATA of Mozilla's logs, or what stands in them. Replicates of a subtest are its
 * values; the value of a suite is made of those of its subtests. */
#include "format/foreign/parts/paths.h"

static const struct as_path_row rows[] = {
	{.path = "$.suites.[]", .opens = as_open_group},
	{.path = "$.suites.[].name", .takes = as_take_trait, .trait = AS_TRAIT_NAME},
	{.path = "$.suites.[].extraOptions.[]",
		.takes = as_take_trait,
		.trait = AS_TRAIT_NAME},
	{.path = "$.suites.[].unit", .takes = as_take_trait, .trait = AS_TRAIT_UNIT},
	{.path = "$.suites.[].lowerIsBetter", .takes = as_take_less},
	{.path = "$.suites.[].subtests.[]", .opens = as_open_subject},
	{.path = "$.suites.[].subtests.[].name", .takes = as_take_trait, .trait = AS_TRAIT_NAME},
	{.path = "$.suites.[].subtests.[].unit", .takes = as_take_trait, .trait = AS_TRAIT_UNIT},
	{.path = "$.suites.[].subtests.[].lowerIsBetter", .takes = as_take_less},
	{.path = "$.suites.[].subtests.[].replicates", .takes = as_take_value},
	{.path = "$.suites.[].subtests.[].value", .takes = as_take_trait, .trait = AS_TRAIT_CENTRE},
	{.path = "$.application.version",
		.takes = as_take_trait,
		.trait = AS_TRAIT_FACT,
		.name = "application.version"},
	{.path = "$.application.name",
		.takes = as_take_trait,
		.trait = AS_TRAIT_FACT,
		.name = "application.name"},
};

static const struct as_paths paths = {
	.tool = "Perfherder",
	.has = {"$.framework", "$.suites"},
	.unit = "ms",
	.prefix = "PERFHERDER_DATA:",
	.rows = rows,
	.n_rows = sizeof rows / sizeof rows[0],
};

AS_PATHS_FORMAT(perfherder, "JSON of Perfherder", ".json");
