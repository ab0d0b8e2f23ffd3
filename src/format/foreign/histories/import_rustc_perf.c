/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON lines of rustc-perf's benchlib: each run is an iteration of one process. */
#include <math.h>

#include "format/foreign/parts/paths.h"

static double number_of(const struct as_path_reading *d, uint32_t scope, const char *name)
{
	const struct as_trait *t = as_gather_said(d->g, scope, AS_TRAIT_CENTRE, name);

	return t ? t->number : (double)NAN;
}

static void close_run(struct as_path_reading *d, uint32_t run)
{
	as_gather_value(d->g, run,
		number_of(d, run, "secs") + 1e-9 * number_of(d, run, "nanos"), 0,
		AS_ROLE_MEASURED);
}

#define RUN "$.Result.stats.[]"
#define COUNTER(word) \
	{.path = RUN "." word, .takes = as_take_metric, .name = word, .unit = "count"}
#define PART(word) \
	{.path = RUN ".wall_time." word, \
		.takes = as_take_trait, \
		.trait = AS_TRAIT_CENTRE, \
		.name = word}

static const struct as_path_row rows[] = {
	{.path = "$.Result", .opens = as_open_subject},
	{.path = "$.Result.name", .takes = as_take_trait, .trait = AS_TRAIT_NAME},
	{.path = RUN, .opens = as_open_iteration, .closes = close_run},
	PART("secs"),
	PART("nanos"),
	COUNTER("cycles"),
	COUNTER("instructions"),
	COUNTER("branch_misses"),
	COUNTER("cache_misses"),
	COUNTER("cache_references"),
};

static const struct as_paths paths = {
	.tool = "rustc-perf",
	.has = {"$.Result.stats", "$.Result.name"},
	.unit = "s",
	.lines = true,
	.rows = rows,
	.n_rows = sizeof rows / sizeof rows[0],
};

AS_PATHS_FORMAT(rustc_perf, "JSON lines of rustc-perf's benchlib", ".jsonl");
