/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_PLAN_FLEET_PLAN_MAKE_H
#define AS_ANALYSE_PLAN_FLEET_PLAN_MAKE_H

/* A plan for machines, sessions and rounds from given variances (methods-machines.md A7). */

#include "base/err.h"
#include "model/answer/planned/fleet_plan.h"
#include "stat/dist/planning/machines_plan.h"

/* half_width of w is relative. AS_ERR_DATA: the budget pays for no two machines; AS_ERR_ARG: numbers that
 * cannot be. */
enum as_status as_fleet_plan_make(const struct as_machines_costs *c,
	const struct as_machines_wish *w, struct as_fleet_plan *out) AS_MUST_CHECK;

#endif
