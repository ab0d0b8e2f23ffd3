/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_PLAN_FLAT_H
#define AS_ANALYSE_PLAN_FLAT_H

/* What a table teaches about plans, and what a plan saves against going on as before. */

#include "analyse/plan/forecast_make.h"
#include "analyse/result/analyse.h"

/* A tree of any levels, with names of their own. */
struct as_learnt_tree {
	struct as_tree_stats stats;
	const char *name[AS_TREE_LEVELS]; /* from the bottom; the experiment's */
};

/* Of one subject by one metric. AS_ERR_DATA with words where there are too few units. */
enum as_status as_learn_tree(
	const struct as_place *of, struct as_learnt_tree *out, struct as_err *err) AS_MUST_CHECK;

/*
 * as_flat_of - as many units of each level below the top as a first experiment had, for the same precision
 *
 *   pilot  those counts, from the bottom, rounded; the top's does not matter
 *   f      what p gives for the wish
 *
 * The flat plan is the same formula with these counts fixed. out->cost_s stays NaN where no precision is
 * asked for, one of both does not reach it, or units cost nothing that is known.
 */
void as_flat_of(const struct as_planning *p, const double *pilot, const struct as_wish *wish,
	const struct as_forecast *f, struct as_forecast_flat *out);

#endif
