/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What GNU time -v prints, one run behind the other with -a: each is an execution, timed in steps of
 * 10 ms. A signal is told of in the first line only; the exit status is 0 then. */
#include "format/foreign/parts/phrases.h"

#define METRIC(words, metric, of) \
	{ \
		.line = words " %n", .hole = { \
			{.is = AS_PHRASE_METRIC, .name = metric, .unit = of} \
		} \
	}

static const struct as_phrase_row rows[] = {
	{.line = "Command exited with %s", .hole = {{.is = AS_PHRASE_FAILED}}},
	{.line = "Command terminated by %s", .hole = {{.is = AS_PHRASE_FAILED}}},
	{.line = "Command being timed: \"%s\"",
		.opens = AS_SCOPE_EXECUTION,
		.hole = {{.is = AS_PHRASE_SUBJECT}}},
	{.line = "Elapsed (wall clock) time (h:mm:ss or m:ss): %t",
		.hole = {{.is = AS_PHRASE_VALUE}}},
	METRIC("User time (seconds):", "user", "s"),
	METRIC("System time (seconds):", "system", "s"),
	METRIC("Maximum resident set size (kbytes):", "max_rss", "KiB"),
	METRIC("Major (requiring I/O) page faults:", "major_faults", "count"),
	METRIC("Minor (reclaiming a frame) page faults:", "minor_faults", "count"),
	METRIC("Voluntary context switches:", "voluntary_switches", "count"),
	METRIC("Involuntary context switches:", "involuntary_switches", "count"),
	METRIC("File system inputs:", "inputs", "count"),
	METRIC("File system outputs:", "outputs", "count"),
};

static const struct as_phrases phrases = {
	.tool = "time -v",
	.has = "Elapsed (wall clock) time (h:mm:ss or m:ss): ",
	.unit = "s",
	.executions = true,
	.rows = rows,
	.n_rows = sizeof rows / sizeof rows[0],
};

AS_PHRASES_FORMAT(time_v, "text of time -v", ".txt");
