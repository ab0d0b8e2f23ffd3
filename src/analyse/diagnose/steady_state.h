/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_DIAGNOSE_STEADY_STATE_H
#define AS_ANALYSE_DIAGNOSE_STEADY_STATE_H

/* Steady state, independence and drift of a subject (methods.md 7). */

#include <stdint.h>

#include "analyse/estimate/view/view.h"
#include "model/answer/summary.h"

/*
 * as_look_at_time - fill y->steadiness, for the metric and subject of y
 *
 * Where y->shape has the step of the clock, no segment varies by less (methods.md 7.1).
 * At most so many executions and iterations are looked at that it takes about a second for any
 * experiment; the numbers say how many. Where something cannot be told its counts are 0.
 */
enum as_status as_look_at_time(const struct as_experiment *x, struct as_summary *y,
	struct as_err *err) AS_MUST_CHECK;

/* The same in a view of that subject and metric that is open already, its values in their order. */
enum as_status as_look_at_time_in(const struct as_experiment *x, const struct as_view *v,
	struct as_summary *y, struct as_err *err) AS_MUST_CHECK;

/* Iterations of a view, whose executions are the units of level 2. */
struct as_passes {
	const struct as_tree *tree;
	size_t n; /* executions */
	size_t shortest; /* iterations of the shortest */
	double resolution; /* of the clock; 0: not known */
	uint64_t seed;
};

/* Of the iterations from `skip` on. */
enum as_status as_dependence_of(const struct as_passes *p, size_t skip, struct as_dependence *out,
	struct as_err *err) AS_MUST_CHECK;

/* Of means in the order of time. */
enum as_status as_order_drift_of(const double *x, size_t n, uint64_t seed,
	struct as_order_drift *out, struct as_err *err) AS_MUST_CHECK;

/* How many iterations at the start of each pilot execution of subjects from .. to - 1 are warm-up;
 * 0 where the metric is not of iterations or there are too few. */
enum as_status as_pilot_warmup(const struct as_experiment *x, size_t metric, size_t from, size_t to,
	uint32_t *out, struct as_err *err) AS_MUST_CHECK;

#endif
