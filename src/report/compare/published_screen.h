/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_REPORT_COMPARE_PUBLISHED_SCREEN_H
#define AS_REPORT_COMPARE_PUBLISHED_SCREEN_H

/* Published methods beside ours. Internal to report/. */

#include "base/arena.h"
#include "report/draw/terminal.h"

/*
 * as_published_block - what n published methods say of one subject, under what we say
 *
 *   m, y  metric and summary of ours
 *   name  of the subject, as on the screen; NULL where there is only one
 *   p     n results about that subject
 *
 * Nothing if n is 0; otherwise an empty line stands before it.
 */
void as_published_block(struct as_text *t, const struct as_style *style, const struct as_metric *m,
	const struct as_summary *y, const char *name, const struct as_published *p, size_t n);

#endif
