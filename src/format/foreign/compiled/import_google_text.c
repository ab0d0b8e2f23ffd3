/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What Google Benchmark prints for people, with 3 digits: a line is an iteration of the one process there
 * is; lines that are made of others count where there are no others. */
#include "format/foreign/parts/phrases.h"

#define MADE(end) \
	{ \
		.line = "%s" end " %_", .hole = { {.is = AS_PHRASE_NOTHING} } \
	}

static const struct as_phrase_row rows[] = {
	MADE("_median"),
	MADE("_stddev"),
	MADE("_cv"),
	MADE("_BigO"),
	MADE("_RMS"),
	{.line = "%w ERROR OCCURRED: %s",
		.opens = AS_SCOPE_EXECUTION,
		.hole = {{.is = AS_PHRASE_SUBJECT}, {.is = AS_PHRASE_FAILED}}},
	{.line = "%w SKIPPED: %s",
		.opens = AS_SCOPE_EXECUTION,
		.hole = {{.is = AS_PHRASE_SUBJECT}, {.is = AS_PHRASE_SKIPPED}}},
	{.line = "%s_mean %n %u %n %u %n %_",
		.hole = {{.is = AS_PHRASE_SUBJECT}, {.is = AS_PHRASE_CENTRE}}},
	{.line = "%w %n %u %n %u %n %_",
		.opens = AS_SCOPE_ITERATION,
		.hole = {{.is = AS_PHRASE_SUBJECT}, {.is = AS_PHRASE_VALUE},
			{.is = AS_PHRASE_METRIC, .name = "cpu_time"}, {.is = AS_PHRASE_INNER}}},
};

static const struct as_phrases phrases = {
	.tool = "google",
	.has = "\nBenchmark ",
	.lacks = "{",
	.rows = rows,
	.n_rows = sizeof rows / sizeof rows[0],
};

AS_PHRASES_FORMAT(google_text, "text of Google Benchmark", ".txt");
