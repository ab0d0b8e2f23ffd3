/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_STAT_DIST_PLANNING_MACHINES_PLAN_H
#define AS_STAT_DIST_PLANNING_MACHINES_PLAN_H

/* How many machines, sessions on each and rounds in each session (methods-machines.md A7): the interval is
 * for machines like these, t on the means of machines. */

#include <stddef.h>

#include "base/err.h"

/* Variances of the log ratio (or of relative values) and costs in machine seconds, of a machine (start,
 * copy, warm-up), of a session and of a round. */
struct as_machines_costs {
	double t2_machine, t2_session, t2_round;
	double machine_s, session_s, round_s;
};

enum { AS_MACHINES_MAX = 10000, AS_MACHINE_ROUNDS_MAX = 10000 };

/* What may be chosen: from 2 to so many machines, from 1 to so many rounds in a session. */
struct as_machines_wish {
	double confidence;
	double half_width; /* wanted, on that scale; 0: the budget decides */
	double budget_s;   /* of all machines together; 0: none */
	size_t machines, rounds;
};

struct as_machines_plan {
	size_t machines, sessions, rounds; /* rounds in each session */
	double cost_s, half_width;
};

/* What so many machines give: fills cost_s and half_width of out. AS_ERR_ARG: fewer than 2 machines, no
 * session or round, variances or costs that are negative or not finite, a confidence outside (0, 1). */
AS_MUST_CHECK enum as_status as_machines_predict(const struct as_machines_costs *c,
	double confidence, struct as_machines_plan *out);

/*
 * as_machines_plan - the cheapest plan for the half-width, or the narrowest for the budget
 *
 * AS_ERR_DATA: none; out is then the narrowest that the largest numbers give (target), or untouched
 * (budget). AS_ERR_ARG as above, and where neither or both are wanted. O(machines rounds).
 */
AS_MUST_CHECK enum as_status as_machines_plan(const struct as_machines_costs *c,
	const struct as_machines_wish *w, struct as_machines_plan *out);

/* The narrowest for that budget with just so many machines. AS_ERR_DATA: it pays for none. */
AS_MUST_CHECK enum as_status as_machines_afford(const struct as_machines_costs *c,
	const struct as_machines_wish *w, size_t machines, struct as_machines_plan *out);

#endif
