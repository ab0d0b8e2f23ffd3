/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_REPORT_DRAW_DRAW_H
#define AS_REPORT_DRAW_DRAW_H

/* Pictures of one line. */

#include "report/draw/terminal.h"

/* The histogram as one character a bin; an empty bin is a blank. */
void as_spark_add(struct as_text *t, const struct as_style *style, const unsigned *bins, size_t n);

/*
 * as_course_add - values in their order as one line of characters, the higher the larger
 *
 *   v      n >= 1 finite values; several share a character where there are more than columns
 *   scale  the values that the lowest and the highest character stand for; equal: all are in the middle
 */
struct as_course_scale {
	double lo, hi;
};
void as_course_add(struct as_text *t, const struct as_style *style, const double *v, size_t n,
	struct as_course_scale scale, size_t columns);

/* A bar of `share` (0 to 1) of so many columns, in eighths of a column where the style can. A share
 * above 0 shows at least the smallest mark. */
void as_bar_add(struct as_text *t, const struct as_style *style, double share, size_t columns);

/* A bar of exactly `columns` columns, the part that is done filled. */
void as_progress_bar_add(struct as_text *t, const struct as_style *style, double share,
	size_t columns);

#endif
