/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What perf stat -x prints, with commas or semicolons: counters of a command that it does not name, means of
 * all runs with -r. Lines with processors before the number are left alone. */
#include "format/foreign/parts/phrases.h"

#define METRIC(c, word, of) \
	{ \
		.line = "%n" c word c "%s" c "%_", .hole = { \
			{.is = AS_PHRASE_METRIC, .unit = of}, \
			{.is = AS_PHRASE_NAME} \
		} \
	}
#define ROWS(c) \
	{.line = "%n" c "ns" c "duration_time" c "%_", .hole = {{.is = AS_PHRASE_CENTRE}}}, \
		METRIC(c, "ns", "ns"), METRIC(c, "msec", "ms"), METRIC(c, "Joules", "J"), \
		METRIC(c, "", "count")

static const struct as_phrase_row rows[] = {ROWS(","), ROWS(";")};

static const struct as_phrases phrases = {
	.tool = "perf stat",
	.first = {"%n,%_,%_,%_,100.00,%_", "<not supported>,%_,%_,0,100.00,%_",
		"%n;%_;%_;%_;100.00;%_", "<not supported>;%_;%_;0;100.00;%_"},
	.lacks = "\n ", /* the time of an interval is padded (foreign.def) */
	.subject = "command",
	.unit = "ns",
	.executions = true,
	.rows = rows,
	.n_rows = sizeof rows / sizeof rows[0],
};

AS_PHRASES_FORMAT(perf_csv, "what perf stat -x prints", ".csv");
