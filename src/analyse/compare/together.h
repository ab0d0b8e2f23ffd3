/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_COMPARE_TOGETHER_H
#define AS_ANALYSE_COMPARE_TOGETHER_H

/* Comparisons inside of several experiments that are one question together: the benchmarks of a
 * suite in two versions (methods-blocks.md 4, methods.md 12.2). */

#include "analyse/compare/apart.h"

/* Two subjects of one experiment. */
struct as_inside {
	const struct as_experiment *x;
	size_t metric;
	size_t reference, subject;
};

/*
 * as_compare_together - each pair as as_compare_subjects would, adjusted for their number
 *
 *   out  n comparisons
 *
 * Confidence and tolerance are those of each one's plan. With Holm each interval is at 1 - alpha /
 * n; with BH at 1 - R alpha / n, R being the number of q <= alpha, at least 1. Of one pair nothing
 * is adjusted. AS_ERR_DATA for values that no statistic may take.
 */
enum as_status as_compare_together(const struct as_inside *v, size_t n, enum as_adjust how,
	struct as_comparison *out, struct as_err *err) AS_MUST_CHECK;

#endif
