/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdarg.h>
#include <stdio.h>

#include "format/suite/suite_reading.h"

enum as_status as_suite_fail(const struct as_suite *s, const struct as_suite_place *at,
	struct as_err *err, const char *fmt, ...)
{
	char words[1000];
	va_list args;

	va_start(args, fmt);
	(void)!vsnprintf(words, sizeof words, fmt, args);
	va_end(args);
	return as_fail(err, AS_ERR_USAGE, "%.300s:%u:%u: %s", s->files[at->file], at->line,
		at->column, words);
}

enum as_status as_suite_fail_at(struct as_suite_reader *r, const struct as_yaml *node,
	const char *fmt, ...)
{
	const struct as_suite_place at = as_suite_place_of(r, node);
	char words[1000];
	va_list args;

	va_start(args, fmt);
	(void)!vsnprintf(words, sizeof words, fmt, args);
	va_end(args);
	return as_suite_fail(r->suite, &at, r->err, "%s", words);
}

struct as_suite_place as_suite_place_of(const struct as_suite_reader *r, const struct as_yaml *node)
{
	return (struct as_suite_place){.file = r->file, .line = node->line, .column = node->column};
}

enum as_status as_suite_see(struct as_suite_reader *r, const struct as_yaml *node)
{
	if (++r->nodes <= AS_SUITE_NODES)
		return AS_OK;
	return as_suite_fail_at(r, node,
		"more than %d values, those behind aliases counted each time: "
		"the limit of a suite",
		AS_SUITE_NODES);
}
