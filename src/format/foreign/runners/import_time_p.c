/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the shell's time prints, time -p and multitime in their likeness: an execution each, of a
 * command that is not named. */
#include "format/foreign/parts/phrases.h"

static const struct as_phrase_row rows[] = {
	{.line = "real %t", .opens = AS_SCOPE_EXECUTION, .hole = {{.is = AS_PHRASE_VALUE}}},
	{.line = "user %t", .hole = {{.is = AS_PHRASE_METRIC, .name = "user", .unit = "s"}}},
	{.line = "sys %t", .hole = {{.is = AS_PHRASE_METRIC, .name = "system", .unit = "s"}}},
};

static const struct as_phrases phrases = {
	.tool = "time",
	.first = {"real %t"},
	.subject = "command",
	.unit = "s",
	.executions = true,
	.rows = rows,
	.n_rows = sizeof rows / sizeof rows[0],
};

AS_PHRASES_FORMAT(time_p, "text of time", ".txt");
