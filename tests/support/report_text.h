/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TESTS_SUPPORT_REPORT_TEXT_H
#define TESTS_SUPPORT_REPORT_TEXT_H

/* A report that is in memory, read as as_reporter_read reads a file of that name. */

#include "run/reporter/report_parse.h"

static inline enum as_status parse_report(const char *name, const char *bytes, size_t n,
	enum as_combine combine, struct as_report *out, struct as_err *err)
{
	struct as_report_parser p = {.combine = combine};
	size_t used = 0;

	as_report_parser_begin(&p, name);
	enum as_status st = as_report_parser_feed(&p, bytes, n, true, &used, err);
	if (!st)
		st = as_report_parser_finish(&p, out, err);
	as_text_release(&p.coming.held);
	if (st)
		as_report_release(&p.report);
	return st;
}

#endif
