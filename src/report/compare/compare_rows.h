/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_REPORT_COMPARE_COMPARE_ROWS_H
#define AS_REPORT_COMPARE_COMPARE_ROWS_H

/* What `assay compare A B…` says below its sides. Internal to report/. */

#include "base/arena.h"
#include "report/draw/terminal.h"

struct as_compare_screen {
	struct as_text *t;
	const struct as_style *style;
	const struct as_compared_all *all;
	const char *const *name; /* of each side */
	struct as_arena *arena;
};

/* The comparisons: a sentence each where there are few, else a list by size, with what is to be
 * said of them below it. */
void as_compare_verdicts(const struct as_compare_screen *s);

/* What makes them less sure, and what would decide. */
void as_compare_remarks(const struct as_compare_screen *s);

/* What is known of sessions and environments. */
void as_compare_sessions_add(const struct as_compare_screen *s);

/* The mean ratios of suites. */
void as_compare_overall_add(const struct as_compare_screen *s);

#endif
