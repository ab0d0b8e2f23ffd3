/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What Criterion.rs prints for people: its estimate between the ends of its interval. A long name stands on a line of
 * its own, or in what is said while it is measured. */
#include "format/foreign/parts/phrases.h"

#define ESTIMATE "[%n%u %n%u %n%u]"

static const struct as_phrase_row rows[] = {
	{.line = "Benchmarking %s: Analyzing", .hole = {{.is = AS_PHRASE_SUBJECT}}},
	/* what changed has its sign */
	{.line = "time: [+%_", .hole = {{.is = AS_PHRASE_NOTHING}}},
	{.line = "time: [-%_", .hole = {{.is = AS_PHRASE_NOTHING}}},
	{.line = "thrpt: [+%_", .hole = {{.is = AS_PHRASE_NOTHING}}},
	{.line = "thrpt: [-%_", .hole = {{.is = AS_PHRASE_NOTHING}}},
	{.line = "%s time: " ESTIMATE,
		.hole = {{.is = AS_PHRASE_SUBJECT}, {.is = AS_PHRASE_NOTHING},
			{.is = AS_PHRASE_CENTRE}, {.is = AS_PHRASE_NOTHING}}},
	{.line = "time: " ESTIMATE,
		.hole = {{.is = AS_PHRASE_NOTHING}, {.is = AS_PHRASE_CENTRE},
			{.is = AS_PHRASE_NOTHING}}},
	{.line = "thrpt: " ESTIMATE,
		.hole = {{.is = AS_PHRASE_NOTHING},
			{.is = AS_PHRASE_METRIC, .name = "throughput"},
			{.is = AS_PHRASE_NOTHING}}},
	{.line = "change: %_", .hole = {{.is = AS_PHRASE_NOTHING}}},
	{.line = "change:", .hole = {{.is = AS_PHRASE_NOTHING}}},
	{.line = "%w", .hole = {{.is = AS_PHRASE_SUBJECT}}},
};

static const struct as_phrases phrases = {
	.tool = "Criterion.rs",
	.has = " time:   [",
	.lacks = "{",
	.rows = rows,
	.n_rows = sizeof rows / sizeof rows[0],
};

AS_PHRASES_FORMAT(criterion_text, "text of Criterion.rs (cargo bench)", ".txt");
