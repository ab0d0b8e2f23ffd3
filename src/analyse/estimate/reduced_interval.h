/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_ESTIMATE_REDUCED_INTERVAL_H
#define AS_ANALYSE_ESTIMATE_REDUCED_INTERVAL_H

#include "analyse/estimate/view/view.h"
#include "model/answer/summary.h"

/*
 * as_take_reduced_interval - as_take_interval of statistics of executions (methods-quantiles.md 1.4)
 *
 * On the scale of logarithms where all values are positive: the mean is the geometric one. From
 * AS_BATCHES_SINGLE units on; what a coarse clock hides is added to both sides.
 */
enum as_status as_take_reduced_interval(const struct as_experiment *x, const struct as_view *v,
	struct as_summary *out) AS_MUST_CHECK;

/* What is to be said of such a view: batches, executions that were left out. `least` units make an
 * interval, or a verdict. */
void as_find_reduced(const struct as_view *v, size_t least, struct as_findings *f);

#endif
