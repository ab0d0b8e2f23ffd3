/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_REPORT_REVIEW_REVIEW_SCREEN_H
#define AS_REPORT_REVIEW_REVIEW_SCREEN_H

/* Screens of a review (model/answer/compared/review.h): a line a benchmark as each has ended, and what changed. */

#include "model/answer/compared/review.h"
#include "report/draw/terminal.h"

/* The line of a row, before it is known how many comparisons there will be: both means, the ratio
 * and what it rests on, or what went wrong. Of row.c the numbers need not be adjusted, and without
 * a comparison its method is AS_COMPARE_NONE. more: others are measured yet, and what it says is
 * so only so far. */
void as_report_review_line(struct as_text *t, const struct as_style *style,
	const struct as_review_row *row, size_t name_columns, bool more);

/* What the review does not know of itself. */
struct as_review_kept {
	int64_t first_id, last_id; /* of the experiments in the store; 0: none is kept */
	size_t left;               /* rows that were not begun */
};

/* The summary: how many rows are of which kind, then those that changed, those that are undecided
 * with what would decide them, and the rest as a count; what is to be said of comparisons; the mean
 * of all, gates. kept may be NULL. */
void as_report_review(struct as_text *t, const struct as_style *style, const struct as_review *r,
	const struct as_review_kept *kept);

/* Its last line alone: how long it took, and where it is kept; nothing where neither is known. */
void as_report_review_end(struct as_text *t, const struct as_style *style,
	const struct as_review *r, const struct as_review_kept *kept);

#endif
