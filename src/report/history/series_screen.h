/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_REPORT_HISTORY_SERIES_SCREEN_H
#define AS_REPORT_HISTORY_SERIES_SCREEN_H

/* What `assay backfill` says: what it is about to measure, and what came of it; and what it shares with
 * `assay bisect`. */

#include "model/answer/history/history.h"
#include "report/draw/terminal.h"

/* A commit as short as it is on screens: "1a2b3c4d5". */
void as_commit_add(struct as_text *t, const struct as_commit *c);

/* Before: so many versions, from the oldest to the newest, in so many sessions. */
void as_report_series(struct as_text *t, const struct as_style *style, size_t versions,
	size_t sessions, const struct as_commit *oldest, const struct as_commit *newest);

/* The same of a session between what is measured; and in place of it: there is no such gap. */
void as_report_series_where(struct as_text *t, const struct as_style *style, size_t versions,
	const char *command);
void as_report_series_no_gap(struct as_text *t, const struct as_style *style, const char *command);

/* In place of that: nothing is newer than this commit, which is measured. */
void as_report_series_none(struct as_text *t, const struct as_style *style,
	const struct as_commit *newest, const char *command);

/* A version that was left out: it does not build, or does not run. */
void as_report_series_skipped(struct as_text *t, const struct as_style *style,
	const struct as_commit *c, bool build);

/* After: so many were measured; command is what they are versions of. */
void as_report_series_end(struct as_text *t, const struct as_style *style, size_t versions,
	size_t sessions, const char *command);

#endif
