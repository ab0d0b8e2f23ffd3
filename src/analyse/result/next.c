/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/result/next.h"

#include <math.h>

#include "analyse/estimate/dependent.h"
#include "analyse/result/cost.h"
#include "analyse/result/two_stage.h"
#include "stat/dist/planning/counts.h"
#include "stat/dist/planning/stein.h"

static const double worthwhile = 0.9; /* of the half-width: less is no advice */

static bool is_asked(const struct as_experiment *x, const struct as_summary *y)
{
	return x->n_subjects == 1 && y->metric == x->criterion && isfinite(y->half_width) &&
		y->half_width > 0 && fabs(y->mean) > 0;
}

/* The counts of this experiment: what each unit has in the mean, and all at the top. */
static void counts_of(const struct as_tree_stats *stats, size_t *r)
{
	size_t n = stats->n_levels;

	for (size_t i = 0; i + 1 < n; i++)
		r[i] = (size_t)fmax(round(stats->level[i].r_mean), 1);
	r[n - 1] = stats->r_top;
}

/* A program that makes iterations of its own goes on doing so; one round alone could not tell
 * executions from builds. */
static void bound(const struct as_experiment *x, const struct as_view *v,
	const struct as_tree_stats *stats, const size_t *now, struct as_planning *p)
{
	const struct as_tree_level *bottom = &stats->level[0];

	if (v->bottom == AS_LEVEL_ITERATION && (bottom->r_min != bottom->r_max ||
		!as_iterations_as_asked(bottom->r_max, x->plan.iterations, x->plan.drop)))
		p->r_min[0] = p->r_max[0] = now[0];
	if (v->n_builds && p->n_levels > 1 && p->r_max[p->n_levels - 2] != 1)
		p->r_min[p->n_levels - 2] = 2;
}

static void keep_plan(const struct as_view *v, const struct as_planned *plan, struct as_next *out)
{
	struct as_next next = {.half_width = plan->half_width, .seconds = plan->cost_s};

	for (size_t i = 0; i < v->tree.n_levels; i++)
		next.counts[(size_t)v->bottom + i] = plan->r[i];
	*out = next;
}

/* Half the interval. It may be wider than t makes it, by two stages or because of skewness, and is
 * so by the same share at the next one: half is measured on what the plan predicts of this one. */
static void halve(const struct as_view *v, const struct as_planning *p, const size_t *now,
	double reached, struct as_next *out)
{
	struct as_planned here, plan;

	if (as_plan_predict(p, now, &here) || !isfinite(here.half_width) ||
		as_plan_for_target(p, fmin(here.half_width, reached) / 2, &plan) || !plan.met)
		return;
	keep_plan(v, &plan, out);
	out->half_width = reached / 2;
}

/* The same of a table: what its units cost is not known, so that there are more of them at the top,
 * of the same kind. */
static void halve_table(const struct as_view *v, const struct as_planning *p, const size_t *now,
	double reached, struct as_next *out)
{
	struct as_planned plan;

	if (as_plan_predict(p, now, &plan) || !isfinite(plan.half_width) ||
		as_plan_top(p, now, fmin(plan.half_width, reached) / 2, &plan.r[p->n_levels - 1]) ||
		plan.r[p->n_levels - 1] >= AS_UNITS_MAX)
		return;
	for (size_t i = 0; i + 1 < p->n_levels; i++)
		plan.r[i] = now[i];
	plan.cost_s = (double)NAN;
	plan.half_width = reached / 2;
	keep_plan(v, &plan, out);
}

static enum as_status costs_of(const struct as_experiment *x, const struct as_view *v,
	size_t subject, double *cost_s, struct as_err *err)
{
	if (!x->table)
		return as_view_costs(&x->subjects[subject], v, AS_ROLE_MEASURED, cost_s, err);
	for (size_t i = 0; i < v->tree.n_levels; i++)
		cost_s[i] = 1;
	return AS_OK;
}

enum as_status as_take_next(const struct as_experiment *x, const struct as_view *v,
	const struct as_tree_stats *stats, struct as_summary *out, struct as_err *err)
{
	double cost_s[AS_LEVELS_MAX] = {0}, reached = out->half_width / fabs(out->mean);
	size_t now[AS_LEVELS_MAX];
	struct as_planning p;
	struct as_planned plan;

	/* Plans take executions as independent: where they are not, they get wider by as much as this
	 * one is. */
	const double stretch = as_lasting_stretch(out), target = x->plan.precision / stretch;

	/* What a session costs is a reboot or a day, which no plan chooses; and what lasts as long as
	 * this one is not settled by more of it. */
	if (v->n_sessions || out->lasting.is_slow || !is_asked(x, out))
		return AS_OK;
	enum as_status st = costs_of(x, v, out->subject, cost_s, err);
	if (st)
		return st;
	if (as_planning_of_tree(stats, cost_s, AS_PLAN_KAPPA, &p, NULL))
		return AS_OK;
	p.confidence = out->confidence;
	counts_of(stats, now);
	if (x->table) {
		halve_table(v, &p, now, reached, &out->next.halved);
		return AS_OK;
	}
	bound(x, v, stats, now, &p);
	halve(v, &p, now, reached, &out->next.halved);
	double spent = (double)stats->r_top * as_unit_cost(&p, now);
	if (stats->n_levels > 1 && !as_plan_for_budget(&p, spent, &plan) && plan.met &&
		stretch * plan.half_width < worthwhile * reached) {
		keep_plan(v, &plan, &out->next.same_time);
		out->next.same_time.half_width *= stretch;
	}
	if (stats->n_levels > 1 && x->plan.precision > 0 &&
		as_misses_target(reached, x->plan.precision) &&
		!as_plan_for_target(&p, target, &plan) && plan.met) {
		keep_plan(v, &plan, &out->next.for_target);
		out->next.for_target.half_width *= stretch;
	}
	return AS_OK;
}
