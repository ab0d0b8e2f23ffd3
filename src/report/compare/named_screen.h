/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_REPORT_COMPARE_NAMED_SCREEN_H
#define AS_REPORT_COMPARE_NAMED_SCREEN_H

/* What ways of comparing say that were asked for by name. Internal to report/. */

#include "report/draw/terminal.h"

/* What the sides of comparisons are called on this screen, by their numbers. */
struct as_sides {
	const struct as_metric *metric;
	const char *const *name; /* as as_names made them */
	const char *const *unit; /* what is counted of each: "execution", "build" */
};

/* The block below the comparisons, the first of which is `planned`; nothing where n is 0. */
void as_named_block(struct as_text *t, const struct as_style *style, const struct as_sides *sides,
	const struct as_comparison *planned, const struct as_named *v, size_t n);

#endif
