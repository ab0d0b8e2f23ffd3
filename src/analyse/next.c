/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/next.h"

#include <math.h>

#include "analyse/cost.h"
#include "stat/dist/plan.h"

static const double worthwhile = 0.9; /* of the half-width: less is no advice */
static const double missed = 1.02;    /* methods.md 6.7 */

static bool is_asked(const struct as_experiment *x, const struct as_tree_stats *stats,
	const struct as_summary *y)
{
	return !x->table && x->n_subjects == 1 && y->metric == x->criterion && stats->n_levels > 1 &&
		isfinite(y->half_width) && y->half_width > 0 && fabs(y->mean) > 0;
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
		bottom->r_max + x->plan.drop != x->plan.iterations))
		p->r_min[0] = p->r_max[0] = now[0];
	if (v->n_builds && p->r_max[p->n_levels - 2] > 1)
		p->r_min[p->n_levels - 2] = 2;
}

static void keep(const struct as_view *v, const struct as_planned *plan, struct as_next *out)
{
	struct as_next next = {.half_width = plan->half_width, .seconds = plan->cost_s};

	for (size_t i = 0; i < v->tree.n_levels; i++)
		next.counts[(size_t)v->bottom + i] = plan->r[i];
	*out = next;
}

enum as_status as_take_next(const struct as_experiment *x, const struct as_view *v,
	const struct as_tree_stats *stats, struct as_summary *out, struct as_err *err)
{
	double cost_s[AS_LEVELS_MAX] = {0}, reached = out->half_width / fabs(out->mean);
	size_t now[AS_LEVELS_MAX];
	struct as_planning p;
	struct as_planned plan;

	/* What a session costs is a reboot or a day, which no plan chooses. */
	if (v->n_sessions || !is_asked(x, stats, out))
		return AS_OK;
	enum as_status st = as_view_costs(&x->subjects[out->subject], v, AS_ROLE_MEASURED, cost_s, err);
	if (st)
		return st;
	if (as_planning_of_tree(stats, cost_s, AS_PLAN_KAPPA, &p, NULL))
		return AS_OK;
	p.confidence = out->confidence;
	counts_of(stats, now);
	bound(x, v, stats, now, &p);
	double spent = (double)stats->r_top * as_unit_cost(&p, now);
	if (!as_plan_for_budget(&p, spent, &plan) && plan.met &&
		plan.half_width < worthwhile * reached)
		keep(v, &plan, &out->same_time);
	if (x->plan.precision > 0 && reached > missed * x->plan.precision &&
		!as_plan_for_target(&p, x->plan.precision, &plan) && plan.met)
		keep(v, &plan, &out->for_target);
	return AS_OK;
}
