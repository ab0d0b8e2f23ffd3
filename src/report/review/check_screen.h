/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_REPORT_REVIEW_CHECK_SCREEN_H
#define AS_REPORT_REVIEW_CHECK_SCREEN_H

/* What the screen of `assay check` has besides that of a review. */

#include "model/answer/compared/review.h"
#include "report/draw/terminal.h"

/* "mono: now against main, measured 2026-11-20 22:10", above the rows. */
void as_report_check_head(struct as_text *t, const struct as_style *style,
	const struct as_review *r);

/* --estimator: the ratio of one number of each side, row by row, with how often it errs; nothing where it
 * was not asked for. Of many rows those that are beyond the tolerance are shown first. */
void as_report_estimates(struct as_text *t, const struct as_style *style,
	const struct as_review *r);

/* That nothing can fail without a gate, with an example; or that those there are had nothing to judge. */
void as_report_no_gate(struct as_text *t, const struct as_style *style, bool are_there);

#endif
