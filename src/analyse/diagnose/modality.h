/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_DIAGNOSE_MODALITY_H
#define AS_ANALYSE_DIAGNOSE_MODALITY_H

/* How the values of a subject lie: modes, and the level or the recorded factor that explains them
 * (methods.md 9.5, 4.6); the step of the clock, of times (9.1). */

#include "analyse/estimate/view/view.h"
#include "model/answer/summary.h"
#include "model/kept/experiment.h"

/*
 * as_look_at_shape - fill y->shape, for the metric and subject of y
 *
 * y has been summarised. Of modes of executions each recorded factor is asked whether it has to do
 * with which one an execution is in (as_factors_of_modes); that with the largest share of those
 * established is named. AS_ERR_DATA for values that no statistic may take; AS_ERR_MEM. Some 0.1 s
 * at most, but for hundreds of thousands of values.
 */
enum as_status as_look_at_shape(const struct as_experiment *x, struct as_summary *y,
	struct as_err *err) AS_MUST_CHECK;

/* The same in a view of that subject and metric that is open already; its values may be sorted
 * afterwards, and `reordered` says so. */
enum as_status as_look_at_shape_in(const struct as_experiment *x, struct as_view *v,
	struct as_summary *y, struct as_err *err) AS_MUST_CHECK;

#endif
