/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bencher's metric format: a value of each measure of each benchmark, its bounds whatever they are. */
#include <string.h>

#include "format/foreign/parts/paths.h"

/* What a measure is in, by its name. */
static uint32_t open_measure(const struct as_path_reading *d, const struct as_path_row *row)
{
	const uint32_t s = as_open_named(d, row);

	as_gather_text(d->g, s, AS_TRAIT_UNIT,
		!strcmp(d->key, "latency")      ? "ns"
		: !strcmp(d->key, "throughput") ? "ops/s"
						: d->key);
	return s;
}

static const struct as_path_row rows[] = {
	{.path = "$.*", .opens = as_open_division},
	{.path = "$.*.*", .opens = open_measure},
	{.path = "$.*.*.value", .takes = as_take_trait, .trait = AS_TRAIT_CENTRE},
};

static const struct as_paths paths = {
	.tool = "Bencher",
	.has = {"$.*.*.value"},
	.lacks = "$.metrics|$.framework",
	.rows = rows,
	.n_rows = sizeof rows / sizeof rows[0],
};

AS_PATHS_FORMAT(bmf, "Bencher's metric format", ".json");
