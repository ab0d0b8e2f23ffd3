/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What perf stat prints for people: means of all runs with -r, which is said in their number only. */
#include "format/foreign/parts/phrases.h"

static const struct as_phrase_row rows[] = {
	{.line = "Performance counter stats for '%s' (%n runs):",
		.hole = {{.is = AS_PHRASE_SUBJECT}}},
	{.line = "Performance counter stats for '%s':", .hole = {{.is = AS_PHRASE_SUBJECT}}},
	{.line = "%N +- %n seconds time elapsed %_", .hole = {{.is = AS_PHRASE_CENTRE}}},
	{.line = "%N seconds time elapsed", .hole = {{.is = AS_PHRASE_CENTRE}}},
	{.line = "%N seconds user",
		.hole = {{.is = AS_PHRASE_METRIC, .name = "user", .unit = "s"}}},
	{.line = "%N seconds sys",
		.hole = {{.is = AS_PHRASE_METRIC, .name = "system", .unit = "s"}}},
	{.line = "%N msec %w %_",
		.hole = {{.is = AS_PHRASE_METRIC, .unit = "ms"}, {.is = AS_PHRASE_NAME}}},
	{.line = "%N ns %w %_",
		.hole = {{.is = AS_PHRASE_METRIC, .unit = "ns"}, {.is = AS_PHRASE_NAME}}},
	{.line = "%N Joules %w %_",
		.hole = {{.is = AS_PHRASE_METRIC, .unit = "J"}, {.is = AS_PHRASE_NAME}}},
	{.line = "%N %w %_",
		.hole = {{.is = AS_PHRASE_METRIC, .unit = "count"}, {.is = AS_PHRASE_NAME}}},
};

static const struct as_phrases phrases = {
	.tool = "perf stat",
	.has = "Performance counter stats for ",
	.lacks = "# Table of individual measurements:",
	.unit = "s",
	.executions = true,
	.rows = rows,
	.n_rows = sizeof rows / sizeof rows[0],
};

AS_PHRASES_FORMAT(perf_stat, "text of perf stat", ".txt");
