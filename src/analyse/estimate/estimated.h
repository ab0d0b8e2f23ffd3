/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_ESTIMATE_ESTIMATED_H
#define AS_ANALYSE_ESTIMATE_ESTIMATED_H

/* One number of each side, such as the minimum, with how often it calls identical programs
 * different (methods.md 8, 9.4, 10). */

#include "analyse/estimate/view/view.h"
#include "analyse/result/analyse.h"
#include "model/answer/compared/gate.h"
#include "stat/core/estimator.h"

/*
 * as_estimate_pair - an estimate of both, their ratio, and its rate of false alarms
 *
 *   at     the old and the new; draws have the seed of the plan of the old
 *   limit  of the ratio's distance from 1
 *
 * Estimates are taken as in as_alarms_of, of all units at the top. The rate is of 2000 pairs of
 * groups drawn from the units of the old alone, as large as the smaller side or half of what old has,
 * whichever is less. With fewer than 4 of these units, or values that no ratio takes, out->none
 * says why there is none. O(R g log g), about 1 ms for 20 units. AS_ERR_MEM, AS_ERR_DATA.
 */
enum as_status as_estimate_pair(const struct as_place at[static 2], enum as_estimator e,
	double limit, struct as_estimated *out, struct as_err *err) AS_MUST_CHECK;

/* One number a top-level unit: the estimate of those inside it, from the bottom up. v->n_top of
 * them on the heap, the caller's. */
enum as_status as_unit_estimates(const struct as_view *v, enum as_estimator e, double **out,
	struct as_err *err) AS_MUST_CHECK;

#endif
