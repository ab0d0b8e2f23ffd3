/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results of Nyrkio: one value of each metric, of a commit. */
#include "format/foreign/parts/paths.h"

static void take_direction(struct as_path_reading *d, const struct as_path_row *row)
{
	char word[32];

	(void)row;
	as_path_text(d, word, sizeof word);
	if (*word)
		as_gather_number(d->g, d->scope, AS_TRAIT_MORE, word[0] == 'h'); /* higher */
}

static const struct as_path_row rows[] = {
	{.path = "$.[]", .opens = as_open_group},
	{.path = "$.[].attributes.git_commit", .takes = as_take_trait, .trait = AS_TRAIT_COMMIT},
	{.path = "$.[].timestamp", .takes = as_take_trait, .trait = AS_TRAIT_DATE, .scale = 1e9},
	{.path = "$.[].metrics.[]", .opens = as_open_subject},
	{.path = "$.[].metrics.[].name", .takes = as_take_trait, .trait = AS_TRAIT_NAME},
	{.path = "$.[].metrics.[].unit", .takes = as_take_trait, .trait = AS_TRAIT_UNIT},
	{.path = "$.[].metrics.[].value", .takes = as_take_trait, .trait = AS_TRAIT_CENTRE},
	{.path = "$.[].metrics.[].direction", .takes = take_direction},
};

static const struct as_paths paths = {
	.tool = "Nyrkio",
	.has = {"@.[].metrics", "@.[].attributes"},
	.rows = rows,
	.n_rows = sizeof rows / sizeof rows[0],
};

AS_PATHS_FORMAT(nyrkio, "JSON of Nyrkio", ".json");
