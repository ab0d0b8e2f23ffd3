/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_REPORT_HISTORY_HISTORY_SCREEN_H
#define AS_REPORT_HISTORY_HISTORY_SCREEN_H

/* Screens of histories. */

#include "model/answer/history/history.h"
#include "report/draw/terminal.h"

/*
 * as_report_history - `assay history`
 *
 *   most   so many series at most, those with changes first; 0: all
 *
 * A block for each series that changed, or whose newest versions are suspected; of the others a
 * line each. Below it what was left out, and why.
 */
void as_report_history(struct as_text *t, const struct as_style *style, const struct as_history *h,
	size_t most);

/* Said before measuring: the results of a version with changes, or of which that is not known, are
 * no part of a history. */
void as_report_no_history(struct as_text *t, const struct as_style *style,
	const struct as_version *v);

/* `assay plot --kind history`: each series as a picture of its values in the order of versions,
 * with the levels and changes as lines, and below it the changes from left to right. */
void as_report_history_picture(struct as_text *t, const struct as_style *style,
	const struct as_history *h, size_t most, bool zero);

#endif
