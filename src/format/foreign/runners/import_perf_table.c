/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What perf stat -r --table prints: each run's time is an execution. Its counters are means of all runs, and
 * left alone. */
#include "format/foreign/parts/phrases.h"

static const struct as_phrase_row rows[] = {
	{.line = "Performance counter stats for '%s' (%n runs):",
		.hole = {{.is = AS_PHRASE_SUBJECT}}},
	{.line = "Performance counter stats for '%s':", .hole = {{.is = AS_PHRASE_SUBJECT}}},
	{.line = "%n (%s) #%_", .opens = AS_SCOPE_EXECUTION, .hole = {{.is = AS_PHRASE_VALUE}}},
};

static const struct as_phrases phrases = {
	.tool = "perf stat",
	.has = "# Table of individual measurements:",
	.unit = "s",
	.executions = true,
	.rows = rows,
	.n_rows = sizeof rows / sizeof rows[0],
};

AS_PHRASES_FORMAT(perf_table, "text of perf stat --table", ".txt");
