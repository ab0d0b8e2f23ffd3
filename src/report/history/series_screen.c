/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/history/series_screen.h"

#include <string.h>

#include "report/draw/layout.h"

enum { SHORT = 9 };

void as_commit_add(struct as_text *t, const struct as_commit *c)
{
	as_text_add_n(t, c->id, strnlen(c->id, SHORT));
}

void as_report_series(struct as_text *t, const struct as_style *style, size_t versions,
	size_t sessions, const struct as_commit *oldest, const struct as_commit *newest)
{
	struct as_text from = {0}, to = {0};

	as_commit_add(&from, oldest);
	as_commit_add(&to, newest);
	as_row(t, style, SERIES, versions, &from, &to, sessions);
}

void as_report_series_where(struct as_text *t, const struct as_style *style, size_t versions,
	const char *command)
{
	as_row(t, style, SERIES_WHERE, versions, command);
}

void as_report_series_no_gap(struct as_text *t, const struct as_style *style, const char *command)
{
	as_row(t, style, SERIES_NO_GAP, command);
}

void as_report_series_none(struct as_text *t, const struct as_style *style,
	const struct as_commit *newest, const char *command)
{
	struct as_text id = {0};

	as_commit_add(&id, newest);
	as_row(t, style, SERIES_NONE, &id, newest->subject, command);
}

void as_report_series_skipped(struct as_text *t, const struct as_style *style,
	const struct as_commit *c, bool build)
{
	struct as_text id = {0};

	as_commit_add(&id, c);
	as_row(t, style, SERIES_SKIPPED, &id, c->subject, build);
}

void as_report_series_end(struct as_text *t, const struct as_style *style, size_t versions,
	size_t sessions, const char *command)
{
	as_row(t, style, SERIES_END, versions, sessions, command);
}
