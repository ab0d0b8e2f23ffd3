/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_STAT_DIST_PLANNING_PLAN_SOLVE_H
#define AS_STAT_DIST_PLANNING_PLAN_SOLVE_H

/* Inside plan*.c: the lower counts as real numbers and as integers. */

#include <stdbool.h>
#include <stddef.h>

#include "stat/dist/planning/counts.h"

/* The problem with its defaults filled in, in units in which no product overflows. lo and hi of the
 * top level are not used here. */
struct as_solver {
	size_t n;
	double t[AS_LEVELS_MAX];   /* max(T_i^2, floor_i, 0): chooses the counts */
	double raw[AS_LEVELS_MAX]; /* max(T_i^2, 0): predicts */
	double c[AS_LEVELS_MAX];
	size_t lo[AS_LEVELS_MAX], hi[AS_LEVELS_MAX];
	/* raw times t_unit is in the caller's unit, c times c_unit seconds */
	double t_unit, c_unit;
};

/* What counts are sought. */
enum as_plan_aim {
	AS_AIM_RATE,   /* the smallest V1 C1 */
	AS_AIM_BUDGET, /* the smallest V1 with C1 <= limit, r_n given */
	AS_AIM_TARGET, /* the smallest C1 with a predicted V1 <= limit, r_n given */
};

struct as_goal {
	enum as_plan_aim aim;
	double limit; /* in the solver's units */
};

/* C1 and V1 of real counts; variances is one of t and raw. */
double as_solver_cost(const struct as_solver *s, const double *r);
double as_solver_var(const struct as_solver *s, const double *variances, const double *r);

/* The optimum r_1 .. r_{n-1} for AS_AIM_RATE, without hi (6.2). */
void as_solver_free_optimum(const struct as_solver *s, double *r);

/* The optimum for a goal, between lo and hi. False if the goal cannot be had. */
bool as_solver_optimum(const struct as_solver *s, const struct as_goal *goal, double *r);

/* The same as integers: rounded one by one, both ways, the rest solved again each time. */
bool as_solver_counts(const struct as_solver *s, const struct as_goal *goal, size_t *r);

/* Integers for AS_AIM_RATE as as_plan_optimum describes them. */
void as_solver_best(const struct as_solver *s, size_t *r);

#endif
