/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_ESTIMATE_TYPICAL_VIEW_H
#define AS_ANALYSE_ESTIMATE_TYPICAL_VIEW_H

/* Views of times, whose answer is the typical run (methods-typical.md 4, 5). */

#include "analyse/estimate/view/view.h"
#include "model/answer/summary.h"
#include "stat/dist/typical.h"

/*
 * as_view_make_typical - the value of each execution, and of each unit above it, is its typical one
 *
 * From six values on their pseudo-median on the log scale, else their geometric mean. What means were is
 * kept in plain_means and plain_top. A view with a value that is not positive, or whose iterations are
 * gone, stays one of means. AS_ERR_MEM. O(N log N).
 */
enum as_status as_view_make_typical(struct as_view *v, struct as_err *err) AS_MUST_CHECK;

/* What as_view_stats and as_view_make_typical need of n iterations x of an execution that are to be thinned: the
 * logarithm of the typical one, NaN where there is none, and the squares around it. Room for 2 n + 1. AS_ERR_MEM. */
enum as_status as_typical_sums(const double *x, size_t n, double *room, double *typical,
	double *squares) AS_MUST_CHECK;

/* as_tree_stats of a view: of typical values from their pseudo-values, whose mean is the estimate and whose
 * variances are what it varies by; of others from the tree as it is. AS_ERR_MEM. `units`, unless NULL,
 * receives as many numbers as the view has executions, what their rounds are told from. */
enum as_status as_view_stats(const struct as_view *v, struct as_tree_stats *out,
	double *units) AS_MUST_CHECK;

/* The units at the top are told by t: they are typical values of six executions each or more, or few. */
bool as_view_top_by_t(const struct as_view *v);

/*
 * as_take_typical - estimate and interval of a view that is typical, and the mean beside them
 *
 *   out  subject, metric are set; mean becomes the typical time; also sd, interval, lasting and `means`
 *
 * No words: AS_ERR_MEM or AS_ERR_DATA.
 */
enum as_status as_take_typical(const struct as_experiment *x, const struct as_view *v,
	struct as_summary *out) AS_MUST_CHECK;

/* The step of the clock that n values show, or of_iterations where that is larger; sorted receives the values in
 * ascending order. */
double as_clock_step_of(const double *x, size_t n, double of_iterations, double *sorted);

#endif
