/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_REPORT_COMPARE_PUBLISHED_SCREEN_H
#define AS_REPORT_COMPARE_PUBLISHED_SCREEN_H

/* Published methods beside ours. Internal to report/. */

#include "base/arena.h"
#include "report/draw/terminal.h"

/*
 * as_published_block - what n published methods say of one subject, under what we say
 *
 * Nothing if n is 0; otherwise an empty line stands before it.
 */
struct as_published_of {
	const struct as_metric *metric; /* of ours, */
	const struct as_summary *y;     /* with what we say */
	const char *name; /* of the subject, as on the screen; NULL where there is only one */
	const struct as_published *v; /* about that subject */
	size_t n;
};
void as_published_block(struct as_text *t, const struct as_style *style,
	const struct as_published_of *of);

#endif
