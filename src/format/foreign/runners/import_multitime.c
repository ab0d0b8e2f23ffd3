/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What multitime prints: means of each command, with 3 digits behind the point; how many runs there were it
 * does not say. */
#include "format/foreign/parts/phrases.h"

#define ROW(word, metric, of) \
	{ \
		.line = word " %n %_", .hole = { \
			{.is = AS_PHRASE_METRIC, .name = metric, .unit = of} \
		} \
	}

static const struct as_phrase_row rows[] = {
	{.line = "%n: %s", .hole = {{.is = AS_PHRASE_NOTHING}, {.is = AS_PHRASE_SUBJECT}}},
	{.line = "real %n %_", .hole = {{.is = AS_PHRASE_CENTRE}}},
	ROW("user", "user", "s"),
	ROW("sys", "system", "s"),
	ROW("maxrss", "max_rss", "KiB"),
	ROW("minflt", "minor_faults", "count"),
	ROW("majflt", "major_faults", "count"),
	ROW("nvcsw", "voluntary_switches", "count"),
	ROW("nivcsw", "involuntary_switches", "count"),
};

static const struct as_phrases phrases = {
	.tool = "multitime",
	.has = "===> multitime results",
	.unit = "s",
	.executions = true,
	.rows = rows,
	.n_rows = sizeof rows / sizeof rows[0],
};

AS_PHRASES_FORMAT(multitime, "text of multitime", ".txt");
