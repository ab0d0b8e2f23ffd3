/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What GNU time prints by itself: an execution of a command that it does not name. */
#include "format/foreign/parts/phrases.h"

static const struct as_phrase_row rows[] = {
	{.line = "%nuser %nsystem %telapsed %_",
		.opens = AS_SCOPE_EXECUTION,
		.hole = {{.is = AS_PHRASE_METRIC, .name = "user", .unit = "s"},
			{.is = AS_PHRASE_METRIC, .name = "system", .unit = "s"},
			{.is = AS_PHRASE_VALUE}}},
	{.line = "Command exited with %s", .hole = {{.is = AS_PHRASE_FAILED}}},
	{.line = "Command terminated by %s", .hole = {{.is = AS_PHRASE_FAILED}}},
};

static const struct as_phrases phrases = {
	.tool = "time",
	.has = "maxresident)k",
	.subject = "command",
	.unit = "s",
	.executions = true,
	.rows = rows,
	.n_rows = sizeof rows / sizeof rows[0],
};

AS_PHRASES_FORMAT(time_gnu, "text of GNU time", ".txt");
