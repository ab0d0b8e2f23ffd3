/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_REPORT_HISTORY_RELEASE_SCREEN_H
#define AS_REPORT_HISTORY_RELEASE_SCREEN_H

/* What changed from one revision to another, by commits. */

#include "model/answer/history/history.h"
#include "report/draw/terminal.h"

/* On the screen: the changes of each commit, and below them the commit. */
void as_report_changed(struct as_text *t, const struct as_style *style, const struct as_history *h,
	const struct as_history_range *r);

/* As a table in Markdown, for the notes of a release, or a comment: what comes from outside is
 * neutralised for it. */
void as_report_changed_table(struct as_text *t, const struct as_history *h,
	const struct as_history_range *r);

#endif
