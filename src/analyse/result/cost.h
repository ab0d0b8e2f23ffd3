/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_RESULT_COST_H
#define AS_ANALYSE_RESULT_COST_H

/* What units cost, as plans need it (methods.md 6.1). */

#include "analyse/estimate/view/view.h"

/*
 * as_view_costs - median seconds of a unit of each level, exclusive of the levels below
 *
 *   v       of that subject
 *   role    of the executions to look at; builds count whatever they were made for
 *   cost_s  receives v->tree.n_levels costs, from the bottom; 0 where nothing is known
 */
enum as_status as_view_costs(const struct as_subject *s, const struct as_view *v, enum as_role role,
	double *cost_s, struct as_err *err) AS_MUST_CHECK;

#endif
