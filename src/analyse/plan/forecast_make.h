/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_PLAN_FORECAST_MAKE_H
#define AS_ANALYSE_PLAN_FORECAST_MAKE_H

/* From variances and costs to a plan: what a precision costs, what a budget gives (methods.md 6.4,
 * 6.5). */

#include "model/kept/dimension.h"
#include "model/answer/planned/forecast.h"
#include "stat/dist/planning/counts.h"

/* What is wanted of a plan. */
struct as_wish {
	/* relative half-width (of the log ratio where the planning is of one); 0: none */
	double precision;
	double budget_s;  /* at most so long; infinite: no limit */
	/* half-widths are those of independent units times this (methods-repairs.md 1.5); 0: 1 */
	double stretch;
};

/*
 * as_forecast_of - the counts for a wish, and what they cost and give
 *
 *   p     its levels need names of their own: out->level[i].name is for the caller to fill
 *   plan  receives the plan itself; may be NULL
 *
 * The precision, if the budget pays for it; else what the budget gives, and precision_s, what the
 * precision would take. Without either: the best counts, with as many units at the top as there
 * have to be at least. commands, absolute, of_ratio and learnt_ns are left 0. AS_ERR_ARG where p or
 * the wish is none; out untouched then.
 */
enum as_status as_forecast_of(const struct as_planning *p, const struct as_wish *wish,
	struct as_planned *plan, struct as_forecast *out) AS_MUST_CHECK;

/* How far its half-widths hold: where a state of the machine lasted as long as what was learnt, they
 * do not exist, and no number of units would settle it (methods-repairs.md 1.5). */
void as_forecast_hold(struct as_forecast *f, enum as_holds holds);

/*
 * as_forecast_range - how well the pilot knows what the precision takes, and what is to be done first
 * (methods-typical.md 8.4)
 *
 *   f  of as_forecast_of with the same p and w; gets least_s, most_s, first and first_s
 *
 * Nothing is said where the precision is not reached, nor where no precision was wanted.
 */
void as_forecast_range(struct as_forecast *f, const struct as_dimension *d,
	const struct as_planning *p,
	const struct as_wish *w);

#endif
