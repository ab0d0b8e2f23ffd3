/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_PLAN_PILOT_H
#define AS_ANALYSE_PLAN_PILOT_H

/* What units say about how to measure more of them (design.md 4.2, methods.md 6): variances and
 * costs of each level, and plans from these. */

#include "model/answer/summary.h"
#include "model/kept/dimension.h"
#include "model/kept/experiment.h"
#include "stat/dist/planning/counts.h"

/* What is looked at. */
struct as_lesson {
	size_t metric;   /* the criterion */
	size_t from, to; /* subjects from .. to - 1, which share rounds */
	enum as_role role; /* of the executions: of the pilot, or those that were measured */
};

/*
 * as_learn - variances and costs of all levels
 *
 *   out  key is NULL and date_ns 0: for the caller to fill. Costs are medians over the units, summed
 *        over the subjects; pilot counts are means, rounded
 *
 * One subject, or a target for each mean: the subject that is known worst. Where the target is the
 * ratio to the reference: on the scale of the logarithm of that ratio, mean 1, for the comparison
 * that is known worst. AS_ERR_DATA where there are too few units to say anything, or where the
 * subjects do not have the same levels.
 */
enum as_status as_learn(const struct as_experiment *x, const struct as_lesson *what,
	struct as_dimension *out, struct as_err *err) AS_MUST_CHECK;

/*
 * as_planning_of - ready for stat/dist/planning/counts.h, with the floor and the caps for small pilots
 *
 * Index 0 is level d->bottom. confidence is set to 0.95. Errors as as_planning_of_tree.
 */
enum as_status as_planning_of(const struct as_dimension *d, double kappa, struct as_planning *out,
	struct as_err *err) AS_MUST_CHECK;

/* What executions in the order of time say of a plan for their mean (methods-repairs.md 1.5). */
struct as_learnt_state {
	enum as_holds holds; /* BELOW: no number can be given */
	double stretch;      /* half-width of the mean over that of independent ones, >= 1 */
};

/*
 * as_learn_state - how far what was learnt holds, of the subject of which it holds least
 *
 * Where builds or sessions are at the top, or the target is a ratio of rounds: it holds, and stretch
 * is 1. Errors as as_learn.
 */
enum as_status as_learn_state(const struct as_experiment *x, const struct as_lesson *what,
	double confidence, struct as_learnt_state *out, struct as_err *err) AS_MUST_CHECK;

/* A level whose variance is no longer what it was. */
struct as_moved {
	enum as_level_index level;
	double ratio; /* of S_i^2, now to then */
};

/*
 * as_has_moved - must a dimensioning be made again? (methods.md 6.6)
 *
 *   then  what was planned from
 *   now   learnt from the units measured by that plan
 *
 * Each S_i^2 contains what the levels below leave in it, and so depends on their counts, which a
 * plan changes: what is compared is S_i^2 at the smaller of the two counts, the missing part added
 * from the T^2 of the same data. Other levels than then have moved, too (ratio NaN). Returns true
 * and fills *out, which may be NULL, with the first level, from the top.
 */
bool as_has_moved(const struct as_dimension *then, const struct as_dimension *now,
	struct as_moved *out);

#endif
