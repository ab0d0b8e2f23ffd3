/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_ESTIMATE_INTERVAL_OF_VIEW_H
#define AS_ANALYSE_ESTIMATE_INTERVAL_OF_VIEW_H

/* The interval of a mean: which one, and by --interval another (methods.md 4.2, 6.7, 11). */

#include "analyse/estimate/view/view.h"
#include "model/answer/summary.h"

/*
 * as_take_interval - the interval that is printed, and what it is made of
 *
 *   out   subject, metric, mean are set; sd and all of the interval are filled in
 *
 * t on the top units, or the wider of that and the two-stage interval where the mean was the target
 * of a two-stage plan. From 10 units on it runs from the lower of the two lower ends of that and of
 * Hall's transformation, which takes their skewness out, to the upper of the two upper ones. No words: AS_ERR_MEM, or
 * AS_ERR_DATA.
 */
enum as_status as_take_interval(const struct as_experiment *x, const struct as_view *v,
	struct as_summary *out) AS_MUST_CHECK;

/*
 * as_choose_interval - the interval that --interval asks for, in place of that one
 *
 *   how   AS_INTERVAL_T or one of those by resampling; AS_INTERVAL_NONE: y stays as it is
 *   y     as_summarise of a subject of x
 *
 * Where it is refused y keeps its interval, and y->bootstrap says what was refused and how many
 * units it takes: percentile and BCa 30 (with 10 they cover 90 %, also of normal data), bootstrap-t
 * 5, and not if more than 5 % of its replicates do not vary. With percentile and BCa quartiles and
 * median have intervals, too, from 10 units on; of more than 40 000 values none are made.
 */
enum as_status as_choose_interval(const struct as_experiment *x, enum as_interval_method how,
	struct as_summary *y, struct as_err *err) AS_MUST_CHECK;

/* Units that an interval of a mean, or of a ratio of means on each side, takes by this way of
 * resampling. */
size_t as_interval_units(enum as_interval_method how);

#endif
