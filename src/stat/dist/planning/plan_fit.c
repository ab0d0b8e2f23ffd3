/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <float.h>
#include <math.h>

#include "stat/dist/dist.h"
#include "stat/dist/planning/plan_solve.h"
#include "stat/dist/planning/stein.h"

static const double sure = 0.8;          /* 6.5 */
static const double worthwhile = 1 - 1e-9; /* of a cost: less is rounding */

static bool is_size(double x)
{
	return x >= 0 && x <= DBL_MAX;
}

static size_t top_min(const struct as_planning *p)
{
	size_t r = p->r_min[p->n_levels - 1], most = p->r_max[p->n_levels - 1];

	if (r)
		return r;
	return most && most < AS_TOP_MIN ? most : AS_TOP_MIN;
}

static size_t top_max(const struct as_planning *p)
{
	size_t r = p->r_max[p->n_levels - 1];

	return r ? r : AS_UNITS_MAX;
}

static bool is_planning(const struct as_planning *p)
{
	if (p->n_levels < 1 || p->n_levels > AS_LEVELS_MAX || !isfinite(p->mean) ||
		!(fabs(p->mean) > 0) || !(p->confidence > 0 && p->confidence < 1))
		return false;
	for (size_t i = 0; i < p->n_levels; i++) {
		if (!isfinite(p->t2[i]) || !is_size(p->floor2[i]) || !is_size(p->cost_s[i]))
			return false;
		if (p->r_max[i] && p->r_min[i] > p->r_max[i])
			return false;
		if (i + 1 < p->n_levels &&
			(p->r_min[i] > AS_COUNT_MAX || p->r_max[i] > AS_COUNT_MAX))
			return false;
	}
	return top_min(p) >= AS_TOP_LEAST && top_min(p) <= top_max(p) &&
		top_max(p) <= AS_UNITS_MAX;
}

/* The solver's units: the largest variance and the largest cost are 1. */
static void prepare(const struct as_planning *p, struct as_solver *s)
{
	double t_unit = 0, c_unit = AS_LEAST_COST_S;

	*s = (struct as_solver){.n = p->n_levels};
	for (size_t i = 0; i < s->n; i++) {
		s->raw[i] = fmax(p->t2[i], 0);
		s->t[i] = fmax(s->raw[i], p->floor2[i]);
		s->c[i] = fmax(p->cost_s[i], AS_LEAST_COST_S);
		t_unit = fmax(t_unit, s->t[i]);
		c_unit = fmax(c_unit, s->c[i]);
	}
	s->t_unit = t_unit > 0 ? t_unit : 1;
	s->c_unit = c_unit;
	for (size_t i = 0; i < s->n; i++) {
		s->raw[i] /= s->t_unit;
		s->t[i] /= s->t_unit;
		s->c[i] /= s->c_unit;
		s->lo[i] = p->r_min[i] ? p->r_min[i] : 1;
		s->hi[i] = p->r_max[i] ? p->r_max[i] : AS_COUNT_MAX;
	}
}

/* t sqrt(variance / r_n), infinite for r_n < 2. */
static double half_width(const struct as_planning *p, double variance, size_t top)
{
	double t = 0;

	if (as_pilot_factor(p->confidence, top, p->df, &t))
		return HUGE_VAL;
	return t * sqrt(variance / (double)top);
}

static void predict(const struct as_planning *p, struct as_planned *out)
{
	size_t top = out->r[p->n_levels - 1];

	out->unit_cost_s = as_unit_cost(p, out->r);
	out->unit_var = as_unit_var(p, out->r);
	out->cost_s = (double)top * out->unit_cost_s;
	out->half_width = half_width(p, out->unit_var, top) / fabs(p->mean);
}

enum as_status as_plan_predict(const struct as_planning *p, const size_t *r,
	struct as_planned *out)
{
	struct as_planned plan = {.met = true};

	if (!is_planning(p))
		return AS_ERR_ARG;
	for (size_t i = 0; i < p->n_levels; i++) {
		if (!r[i] || (i + 1 < p->n_levels && r[i] > AS_COUNT_MAX) || r[i] > AS_UNITS_MAX)
			return AS_ERR_ARG;
		plan.r[i] = r[i];
	}
	predict(p, &plan);
	*out = plan;
	return AS_OK;
}

static void lower_counts(const struct as_planning *p, const struct as_solver *s,
	struct as_planned *plan)
{
	const struct as_goal rate = {.aim = AS_AIM_RATE};
	double x[AS_LEVELS_MAX] = {0};

	as_solver_free_optimum(s, plan->optimum);
	if (p->rounding == AS_ROUND_BEST) {
		as_solver_best(s, plan->r);
		return;
	}
	(void)as_solver_optimum(s, &rate, x);
	for (size_t i = 0; i + 1 < s->n; i++)
		plan->r[i] = as_count_up(x[i]);
}

enum as_status as_plan_optimum(const struct as_planning *p, struct as_planned *out)
{
	struct as_planned plan = {.met = true};
	struct as_solver s;

	if (!is_planning(p))
		return AS_ERR_ARG;
	prepare(p, &s);
	lower_counts(p, &s, &plan);
	plan.r[p->n_levels - 1] = top_min(p);
	predict(p, &plan);
	*out = plan;
	return AS_OK;
}

enum as_status as_plan_top(const struct as_planning *p, const size_t *r, double target,
	size_t *out)
{
	if (!is_planning(p) || !(target > 0 && target <= DBL_MAX))
		return AS_ERR_ARG;
	for (size_t i = 0; i + 1 < p->n_levels; i++)
		if (!r[i] || r[i] > AS_COUNT_MAX)
			return AS_ERR_ARG;
	const struct as_learnt_width wanted = {
		.half_width = target * fabs(p->mean), .confidence = p->confidence, .df = p->df};

	return as_units_learnt(sqrt(as_unit_var(p, r)), &wanted, top_min(p), out);
}

/* V1 with which r_n units reach the target, in the solver's unit. */
static double variance_allowed(const struct as_planning *p, const struct as_solver *s,
	double target, size_t top)
{
	double t = 0;

	if (as_pilot_factor(p->confidence, top, p->df, &t))
		return 0;
	double se = target * fabs(p->mean) / t;
	return se * se / s->t_unit * (double)top;
}

/* The cheapest lower counts that reach the target with r_n units, if there are any. */
static bool fit_target(const struct as_planning *p, const struct as_solver *s, double target,
	size_t top, size_t *r)
{
	struct as_goal goal = {.aim = AS_AIM_TARGET, .limit = variance_allowed(p, s, target, top)};

	r[s->n - 1] = top;
	return as_solver_counts(s, &goal, r);
}

/* What the target costs with the lower counts of a plan, by the variances that choose counts: more
 * than the plan where it needs more units by them than it has. */
static double cost_by_floors(const struct as_planning *p, const struct as_solver *s, double target,
	const size_t *r)
{
	double x[AS_LEVELS_MAX] = {0};
	size_t top = r[s->n - 1];

	for (size_t i = 0; i + 1 < s->n; i++)
		x[i] = (double)r[i];
	double more = as_solver_var(s, s->t, x) / variance_allowed(p, s, target, top);
	return fmax(more, 1) * (double)top * as_unit_cost(p, r);
}

/* Other numbers of units at the top, with the lower counts made to fit each: where the least number
 * binds, or t makes few units worse than the optimum knows, one of them costs less. */
static void cheapen(const struct as_planning *p, const struct as_solver *s, double target,
	struct as_planned *plan)
{
	size_t least = top_min(p), most = top_max(p), r[AS_LEVELS_MAX] = {0};
	size_t last = most < 2 * AS_TOP_SEARCH ? most : 2 * AS_TOP_SEARCH;
	double best = cost_by_floors(p, s, target, plan->r);

	for (size_t top = least; top <= last; top++) {
		if (!fit_target(p, s, target, top, r))
			continue;
		double cost = cost_by_floors(p, s, target, r);
		if (!(cost < best * worthwhile))
			continue;
		best = cost;
		for (size_t i = 0; i < s->n; i++)
			plan->r[i] = r[i];
	}
}

static enum as_status sure_top(const struct as_planning *p, double target,
	struct as_planned *plan)
{
	double upper = 0;

	if (!p->df)
		return AS_OK;
	if (as_variance_upper(plan->unit_var, (double)p->df, sure, &upper))
		return AS_ERR_ARG;
	return as_units_for(sqrt(upper), target * fabs(p->mean), p->confidence,
		plan->r[p->n_levels - 1], &plan->sure_top);
}

enum as_status as_plan_for_target(const struct as_planning *p, double target,
	struct as_planned *out)
{
	struct as_planned plan = {.met = true};
	struct as_solver s;
	size_t top = 0;

	if (!is_planning(p) || !(target > 0 && target <= DBL_MAX))
		return AS_ERR_ARG;
	size_t n = p->n_levels, most = top_max(p);
	prepare(p, &s);
	lower_counts(p, &s, &plan);
	if (as_plan_top(p, plan.r, target, &top))
		return AS_ERR_ARG;
	if (top > most || top_min(p) == most) {
		top = most;
		plan.met = fit_target(p, &s, target, top, plan.r);
	}
	plan.r[n - 1] = top;
	if (plan.met && top <= AS_TOP_SEARCH)
		cheapen(p, &s, target, &plan);
	predict(p, &plan);
	plan.met = plan.met && top < AS_UNITS_MAX;
	if (sure_top(p, target, &plan))
		return AS_ERR_ARG;
	*out = plan;
	return AS_OK;
}

/* The best of the plans seen; plans are compared with the variances that choose the counts. */
struct choice {
	double half_width;
	size_t r[AS_LEVELS_MAX];
	bool any;
};

static void consider(const struct as_planning *p, const struct as_solver *s, const size_t *r,
	size_t top, struct choice *c)
{
	double x[AS_LEVELS_MAX] = {0};

	for (size_t i = 0; i + 1 < s->n; i++)
		x[i] = (double)r[i];
	double h = half_width(p, as_solver_var(s, s->t, x), top);
	if (c->any && !(h < c->half_width))
		return;
	c->any = true;
	c->half_width = h;
	for (size_t i = 0; i + 1 < s->n; i++)
		c->r[i] = r[i];
	c->r[s->n - 1] = top;
}

/* floor(budget / cost), at most AS_UNITS_MAX; a budget that is a multiple of the cost buys all. */
static size_t affordable(double budget_s, double unit_cost_s)
{
	double n = floor(budget_s / unit_cost_s * (1 + 1e-12));

	return n < (double)AS_UNITS_MAX ? (size_t)n : AS_UNITS_MAX;
}

/* With r_n = top units, the lower counts that fit; false if not even the least do. */
static bool fit_budget(const struct as_planning *p, const struct as_solver *s, double budget_s,
	size_t top, struct choice *c)
{
	struct as_goal goal = {
		.aim = AS_AIM_BUDGET,
		.limit = budget_s / s->c_unit / (double)top,
	};
	size_t r[AS_LEVELS_MAX] = {0};

	if (!as_solver_counts(s, &goal, r))
		return false;
	consider(p, s, r, top, c);
	return true;
}

/* Not even the least lower counts fit: what the budget buys of them, and what would suffice. */
static void too_small(const struct as_planning *p, const struct as_solver *s, double budget_s,
	struct as_planned *plan)
{
	for (size_t i = 0; i + 1 < s->n; i++)
		plan->r[i] = s->lo[i];
	double cost = as_unit_cost(p, plan->r);
	plan->r[s->n - 1] = affordable(budget_s, cost);
	plan->met = false;
	plan->needed_s = (double)top_min(p) * cost;
}

enum as_status as_plan_for_budget(const struct as_planning *p, double budget_s,
	struct as_planned *out)
{
	struct as_planned plan = {.met = true};
	struct choice c = {.any = false};
	struct as_solver s;

	if (!is_planning(p) || !is_size(budget_s))
		return AS_ERR_ARG;
	size_t n = p->n_levels, least = top_min(p), most = top_max(p);
	prepare(p, &s);
	lower_counts(p, &s, &plan);
	size_t top = affordable(budget_s, as_unit_cost(p, plan.r));
	top = top < most ? top : most;
	if (top >= least) {
		consider(p, &s, plan.r, top, &c);
		(void)fit_budget(p, &s, budget_s, top, &c); /* what is left over */
	}
	if (top <= AS_TOP_SEARCH) {
		size_t last = most < 2 * AS_TOP_SEARCH ? most : 2 * AS_TOP_SEARCH, k = least;

		while (k <= last && fit_budget(p, &s, budget_s, k, &c))
			k++;
	}
	for (size_t i = 0; c.any && i < n; i++)
		plan.r[i] = c.r[i];
	if (!c.any)
		too_small(p, &s, budget_s, &plan);
	predict(p, &plan);
	*out = plan;
	return AS_OK;
}

size_t as_count_up(double x)
{
	double n = ceil(x - 1e-9);

	if (!(n > 1))
		return 1;
	return n < (double)AS_UNITS_MAX ? (size_t)n : AS_UNITS_MAX;
}
