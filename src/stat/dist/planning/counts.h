/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_STAT_DIST_PLANNING_COUNTS_H
#define AS_STAT_DIST_PLANNING_COUNTS_H

/* How many builds, executions, iterations (methods.md 6.1 to 6.6, methods-blocks.md 6.1 and 10).
 *
 * As in tree.h, index i of an array is level i + 1; r_i units of level i lie in each unit of level
 * i + 1, and r_n is the number of top-level units. The lower counts r_1 .. r_{n-1} are those that
 * buy the most precision for the time; r_n follows from a budget or a target. Stopping while
 * measuring is stein.h, and is for plans whose top level is the execution. */

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "stat/core/tree/tree.h"

enum {
	AS_TOP_MIN = 5,   /* r_n at least, unless said otherwise */
	AS_TOP_LEAST = 2, /* and whatever is said: without it there is no interval */
	AS_TOP_SEARCH = 20, /* a plan of no more units than this has each r_n tried */
	AS_COUNT_MAX = 1000000, /* r_i, i < n, at most when no r_max is given */
};

/* Share of S_i^2 below which a T_i^2 estimated from few units is not believed (6.3). 0 gives the
 * counts of 2013, 1 those of 2005. */
#define AS_PLAN_KAPPA 0.25

/* What a cost of 0 counts as, in seconds (6.1). */
#define AS_LEAST_COST_S 1e-9

enum as_rounding {
	AS_ROUND_BEST = 0, /* down or up, whichever costs less for the precision */
	AS_ROUND_UP,       /* as published */
};

/* What a plan is made from. Zero-initialised bounds, kappa and rounding are the defaults. */
struct as_planning {
	size_t n_levels; /* 1 .. AS_LEVELS_MAX */
	/* T_i^2, raw; below 0 it counts as 0. Predictions are made with it */
	double t2[AS_LEVELS_MAX];
	/* The lower counts are chosen as if T_i^2 were at least this (kappa S_i^2 of 6.3). It does
	 * not enter predictions: there it would promise too little (tests/prop/test_pilots.c). */
	double floor2[AS_LEVELS_MAX];
	/* c_i, exclusive of the levels below, >= 0; 0 counts as 1e-9 */
	double cost_s[AS_LEVELS_MAX];
	/* r_i is kept in [r_min, r_max]. A count that the user or the program fixed has both equal:
	 * it is then taken as given and its cost merged into the level above. 0 in r_min: 1, and
	 * AS_TOP_MIN at the top; 0 in r_max: AS_COUNT_MAX, and at the top AS_UNITS_MAX. A top below
	 * AS_TOP_LEAST is an error. r_min 2 lets a level's variance be estimated anew. */
	size_t r_min[AS_LEVELS_MAX], r_max[AS_LEVELS_MAX];
	enum as_rounding rounding;
	double mean;       /* not 0; half-widths are relative to it */
	double confidence; /* in (0, 1) */
	/* Degrees of freedom of the pilot's S_n^2: half-widths are then those of as_pilot_factor. 0
	 * if the variances are known: t alone, and no sure_top */
	size_t df;
};

/*
 * as_planning_of_tree - what a pilot says, with the floor for small pilots (6.3)
 *
 *   s       as_tree_stats of the pilot, also after as_crossed_apply
 *   cost_s  n_levels medians over the pilot, seconds
 *   kappa   AS_PLAN_KAPPA by default; >= 0
 *
 * confidence is set to 0.95. A level that was not repeated in the pilot gets r_i = 1, because its
 * variance is that of the level above. AS_ERR_DATA with words if the top level was not repeated;
 * AS_ERR_ARG for a kappa that is no such number. out untouched on failure.
 */
AS_MUST_CHECK enum as_status as_planning_of_tree(const struct as_tree_stats *s,
	const double *cost_s, double kappa, struct as_planning *out, struct as_err *err);

/* A pilot of a comparison in blocks: the top level is the unit that each block has of each side. */
struct as_blocked_pilot {
	const struct as_tree_stats *old, *new; /* positive means, as many levels */
	double s_d2;   /* S_d^2 of the log ratios */
	size_t blocks; /* complete blocks, >= 2 */
	const double *cost_s; /* of one block: at each level the sum over all subjects */
};

/*
 * as_planning_of_blocks - the same for the ratio new / old (methods-blocks.md 6.1)
 *
 * All is on the log scale: mean is 1, the top T^2 is S_d^2 less what the lower levels of both sides
 * leave in it, each lower one the sum of both sides, so that the variance of a unit is S_d^2. Half-
 * widths, wanted and predicted, are those of the log ratio (as_ratio_half_width). r_n counts blocks
 * and is at least 6. Errors as above, and AS_ERR_DATA for a mean that is not positive.
 */
AS_MUST_CHECK enum as_status as_planning_of_blocks(const struct as_blocked_pilot *pilot,
	double kappa, struct as_planning *out, struct as_err *err);

/* C1, seconds of one top-level unit (6.1); r_n is not used. */
double as_unit_cost(const struct as_planning *p, const size_t *r);

/* V1, variance of the mean of one top-level unit; V1 / r_n is that of the mean (6.1). */
double as_unit_var(const struct as_planning *p, const size_t *r);

/* A plan. */
struct as_planned {
	size_t r[AS_LEVELS_MAX]; /* r_1 .. r_n */
	/* 6.2: r_1 .. r_{n-1} before rounding and r_max; infinite where the levels above do not
	 * vary at all and nothing but r_max ends the repetition. */
	double optimum[AS_LEVELS_MAX];
	/* The target is reached; the budget pays for at least r_min top-level units. If not: the
	 * counts of as_plan_optimum with the largest r_n allowed, or what the budget buys of units
	 * with the least lower counts (r_n may be 0). */
	bool met;
	double needed_s; /* of a budget that does not suffice: what r_min units cost; else 0 */
	double unit_cost_s, unit_var;
	double cost_s;     /* r_n C1 */
	double half_width; /* predicted, relative; infinite for r_n < 2 */
	/* r_n with which the target is reached even if S_n^2 is as large as its 80 % upper limit
	 * ("to be 80 % sure", 6.5); 0 without a target or df. */
	size_t sure_top;
};

/*
 * as_plan_predict - cost and precision of given counts r_1 .. r_n
 *
 * met is true, optimum 0. For this and all below: AS_ERR_ARG if p is not as its comments say or
 * another argument is not, out untouched.
 */
AS_MUST_CHECK enum as_status as_plan_predict(const struct as_planning *p, const size_t *r,
	struct as_planned *out);

/*
 * as_plan_optimum - the lower counts with the smallest V1 C1 (6.2), r_n at its minimum
 *
 * The real optimum is found by pooling adjacent violators, with the bounds built in. AS_ROUND_BEST
 * is the best combination of floors and ceilings of it; only where rounding one count at a time,
 * the others solved again, does better by more than 0.1 %, that is taken instead (within 0.1 % of
 * exhaustive search on seeded cases, where floors and ceilings alone were up to 2 % off). O(2^n).
 */
AS_MUST_CHECK enum as_status as_plan_optimum(const struct as_planning *p, struct as_planned *out);

/*
 * as_plan_top - the smallest r_n >= its minimum that reaches a half-width with given lower counts
 *
 *   r       r_1 .. r_{n-1}, each >= 1
 *   target  relative half-width, > 0
 *
 * AS_UNITS_MAX if it would be more than that (6.5).
 */
AS_MUST_CHECK enum as_status as_plan_top(const struct as_planning *p, const size_t *r,
	double target, size_t *out);

/*
 * as_plan_for_target - the plan for a relative half-width (6.5)
 *
 * The counts of as_plan_optimum with as_plan_top. Where r_n is fixed, or would exceed its r_max,
 * the lower counts are the cheapest that reach the target instead; where it is not more than
 * AS_TOP_SEARCH, every r_n up to twice that is tried with such counts and the cheapest plan taken,
 * within 5 % of exhaustive search on seeded cases. Costs are compared by the variances that choose
 * counts. A plan that costs more than some limit: as_plan_for_budget tells what the limit reaches.
 */
AS_MUST_CHECK enum as_status as_plan_for_target(const struct as_planning *p, double target,
	struct as_planned *out);

/*
 * as_plan_for_budget - the smallest predicted half-width that fits into budget_s (6.4)
 *
 * The counts of as_plan_optimum and r_n = floor(budget / C1), or with this r_n the lower counts
 * made to fit; where it is not more than AS_TOP_SEARCH, also every r_n up to twice that, because t
 * makes few units worse than the optimum knows. budget_s >= 0 and finite. O(2^n) for each r_n
 * tried: 0.1 ms with 3 levels, 4 ms with 8.
 */
AS_MUST_CHECK enum as_status as_plan_for_budget(const struct as_planning *p, double budget_s,
	struct as_planned *out);

/*
 * as_variance_moved - must a stored dimensioning be made again? (6.6)
 *
 *   then, df_then  S_i^2 of the stored pilot
 *   now, df_now    S_i^2 of the same level in a later experiment
 *
 * *out is true if now / then lies outside the central 99 % of F. Two variances of 0 have not moved;
 * one of 0 has. AS_ERR_ARG: negative or not finite, df 0.
 */
AS_MUST_CHECK enum as_status as_variance_moved(double then, size_t df_then, double now,
	size_t df_now, bool *out);

/* The count for a real optimum: rounded up, but not by a rounding error, and at least 1;
 * AS_UNITS_MAX at most. Not for NaN. */
size_t as_count_up(double optimum);

#endif
