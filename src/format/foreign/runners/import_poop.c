/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What poop prints: means of all runs of a command, with 3 digits. */
#include "format/foreign/parts/phrases.h"

#define COUNTER(word) \
	{ \
		.line = word " %n ± %_", .hole = { \
			{.is = AS_PHRASE_METRIC, .name = word, .unit = "count"} \
		} \
	}

static const struct as_phrase_row rows[] = {
	{.line = "Benchmark %n (%n runs): %s",
		.hole = {{.is = AS_PHRASE_NOTHING}, {.is = AS_PHRASE_NOTHING},
			{.is = AS_PHRASE_SUBJECT}}},
	{.line = "wall_time %n%u ± %_", .hole = {{.is = AS_PHRASE_CENTRE}}},
	{.line = "peak_rss %n%u ± %_", .hole = {{.is = AS_PHRASE_METRIC, .name = "max_rss"}}},
	COUNTER("cpu_cycles"),
	COUNTER("instructions"),
	COUNTER("cache_references"),
	COUNTER("cache_misses"),
	COUNTER("branch_misses"),
};

static const struct as_phrases phrases = {
	.tool = "poop",
	.has = "wall_time",
	.first = {"Benchmark %n (%n runs): %s"},
	.executions = true,
	.rows = rows,
	.n_rows = sizeof rows / sizeof rows[0],
};

AS_PHRASES_FORMAT(poop, "text of poop", ".txt");
