/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/result/published_values.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "analyse/estimate/view/view.h"
#include "analyse/result/cost.h"
#include "papers/kalibera.h"
#include "stat/core/quantile.h"
#include "stat/dist/planning/counts.h"

/* Seconds of units, and how many times longer an iteration is than its measured part. */
struct costs {
	double cost_s[AS_TREE_LEVELS];
	double q;
	bool q_assumed;
};

static double median_of(double *x, size_t n)
{
	double m = 0;

	as_sort(x, n);
	return n && !as_quantile(x, n, 0.5, &m) ? m : 0;
}

/* Ends of an iteration and of the one before it in the same execution are known. */
static bool has_span(const struct as_subject *s, size_t e, size_t i)
{
	return i > as_iterations_of(s, e).from && as_iteration_end(s, i - 1) > 0 &&
		as_iteration_end(s, i) >= as_iteration_end(s, i - 1);
}

/* Seconds from the end of an iteration before to its own. */
static double span(const struct as_subject *s, size_t i)
{
	return (double)(as_iteration_end(s, i) - as_iteration_end(s, i - 1)) / 1e9;
}

/* How many operations a program times together while it reports the time of one: what the
 * iterations of an execution took by its own cost, over what they report. 1 where that is not
 * known. */
static double batch_of(const struct as_subject *s, size_t e)
{
	const struct as_column *wall = as_subject_column(s, AS_LEVEL_EXECUTION, AS_METRIC_WALL);
	const struct as_column *time = as_subject_column(s, AS_LEVEL_ITERATION, AS_METRIC_TIME);
	double own_s = as_unit_cost_s(&s->levels[AS_LEVEL_EXECUTION], e), reported = 0;

	if (!wall || !time || !(own_s > 0))
		return 1;
	const struct as_range range = as_iterations_of(s, e);
	for (size_t i = range.from; i < range.to; i++)
		if (isfinite(as_column_at(time, i)))
			reported += as_column_at(time, i);
	double batch = reported > 0 ? (as_column_at(wall, e) - 1e9 * own_s) / reported : 1;
	/* Counts are whole numbers; what is left of that is rounding. */
	return batch > 1 + 1e-6 ? batch : 1;
}

/* c_1 and q, from the executions and iterations of the view; x has room for all iterations. */
static void iteration_cost(const struct as_subject *s, const struct as_view *v, double *x,
	struct costs *c)
{
	const struct as_column *time = as_subject_column(s, AS_LEVEL_ITERATION, AS_METRIC_TIME);
	size_t n = 0, k = 0;

	for (size_t u = 0; time && u < v->n_units; u++) {
		const struct as_range range = as_iterations_of(s, v->units[u]);
		double batch = batch_of(s, v->units[u]);
		for (size_t i = range.from; i < range.to; i++)
			if (as_iteration_role(s, i) == AS_ROLE_MEASURED &&
				isfinite(as_column_at(time, i)))
				x[n++] = batch * as_column_at(time, i) / 1e9;
	}
	double measured = median_of(x, n);
	for (size_t u = 0; time && u < v->n_units; u++) {
		const struct as_range range = as_iterations_of(s, v->units[u]);
		for (size_t i = range.from; i < range.to; i++)
			if (as_iteration_role(s, i) == AS_ROLE_MEASURED &&
				has_span(s, v->units[u], i))
				x[k++] = span(s, i);
	}
	double spans = median_of(x, k);
	c->q_assumed = !(spans > 0 && measured > 0);
	c->cost_s[0] = c->q_assumed ? measured : spans;
	c->q = c->q_assumed ? 1 : fmax(spans / measured, 1);
}

/* c_2: what an execution takes besides its measured iterations. */
static void execution_cost(const struct as_subject *s, const struct as_view *v, double *x,
	struct costs *c)
{
	const struct as_column *wall = as_subject_column(s, AS_LEVEL_EXECUTION, AS_METRIC_WALL);
	const struct as_column *time = as_subject_column(s, AS_LEVEL_ITERATION, AS_METRIC_TIME);
	size_t n = 0;

	for (size_t u = 0; wall && time && u < v->n_units; u++) {
		size_t e = v->units[u];
		const struct as_range range = as_iterations_of(s, e);
		double own = as_column_at(wall, e) / 1e9, batch = batch_of(s, e);
		for (size_t i = range.from; i < range.to; i++) {
			if (as_iteration_role(s, i) != AS_ROLE_MEASURED ||
				isnan(as_column_at(time, i)))
				continue;
			if (c->q_assumed)
				own -= batch * as_column_at(time, i) / 1e9;
			else
				own -= has_span(s, e, i) ? span(s, i) : c->cost_s[0];
		}
		if (isfinite(own))
			x[n++] = fmax(own, 0);
	}
	c->cost_s[1] = n ? median_of(x, n) : 0;
}

static enum as_status take_costs(const struct as_subject *s, const struct as_view *v,
	struct costs *out, struct as_err *err)
{
	size_t most = s->levels[AS_LEVEL_ITERATION].n + s->levels[AS_LEVEL_EXECUTION].n + 1;
	double *x = NULL;
	struct costs c = {.q = 1, .q_assumed = true};
	enum as_status st = as_view_costs(s, v, AS_ROLE_MEASURED, c.cost_s, err);

	if (!st && v->bottom == AS_LEVEL_ITERATION) {
		x = malloc(most * sizeof *x);
		st = x ? AS_OK : as_fail_memory(err);
	}
	if (x) {
		iteration_cost(s, v, x, &c);
		execution_cost(s, v, x, &c);
	}
	free(x);
	*out = c;
	return st;
}

static void take_bounds(const struct as_interval *i, struct as_published *out)
{
	out->interval[out->n_intervals++] = (struct as_published_bounds){
		.lo = i->lo, .hi = i->hi, .half_width = i->half_width, .df = i->df};
}

static enum as_status take_intervals(const struct as_tree_stats *s, double confidence,
	struct as_published *out, struct as_err *why)
{
	struct as_interval a, b;
	enum as_status st;

	if (out->method == AS_PUBLISHED_EPEW2006) {
		st = as_epew2006(s, confidence, &a, &out->one_binary, why);
		if (!st)
			take_bounds(&a, out);
		return st;
	}
	st = as_spects2005(s, false, confidence, &a, why);
	if (!st)
		st = as_spects2005(s, true, confidence, &b, why);
	if (!st) {
		take_bounds(&a, out);
		take_bounds(&b, out);
	}
	return st;
}

/* Optimum and cost, where the costs of all levels are known. */
static void take_plan(const struct as_tree_stats *s, const struct costs *c,
	struct as_published *out)
{
	size_t n = s->n_levels;
	struct as_published_costs costs;
	double m = (double)NAN, variances[AS_PUBLISHED_LEVELS] = {0};
	enum as_status st = AS_OK;

	for (size_t i = 0; i < n; i++) {
		variances[i] = s->level[i].s2;
		if (!(c->cost_s[i] > 0))
			return;
	}
	if (as_published_costs_of(c->cost_s, n, c->q, &costs))
		return;
	out->b = costs.b;
	out->w = costs.w;
	out->q = c->q;
	out->q_assumed = c->q_assumed;
	if (n == 2) {
		out->cost = as_spects2005_cost(&costs, out->counts[1], out->counts[0]);
		st = as_spects2005_optimum(&costs, variances[0], variances[1], &out->optimum[0]);
	} else {
		out->cost = as_epew2006_cost(&costs, out->counts[2], out->counts[1],
			out->counts[0]);
		if (!out->one_binary)
			st = as_epew2006_optimum(&costs, variances, &m, &out->optimum[0]);
		out->optimum[1] = m;
	}
	out->cost_s = out->cost * (n == 2 ? c->cost_s[0] : c->cost_s[0] / c->q);
	for (size_t i = 0; i + 1 < n && !st; i++)
		if (isfinite(out->optimum[i]))
			out->optimum_counts[i] = as_count_up(out->optimum[i]);
}

enum as_status as_analyse_published(const struct as_experiment *x, size_t subject, size_t metric,
	enum as_published_method method, struct as_published *out, struct as_err *err)
{
	const double nan = (double)NAN;
	struct as_published p = {.method = method, .subject = subject, .metric = metric, .b = nan,
		.w = nan, .q = nan, .cost = nan, .cost_s = nan, .optimum = {nan, nan}};
	struct as_tree_stats s;
	struct costs c;
	struct as_view v;
	struct as_err why = {0};
	enum as_status st = as_view_open(x, subject, metric, AS_ROLE_MEASURED, &v, err);

	st = as_view_whole(x, subject, st, "answer as a paper does", &v, err);
	if (st)
		return st;
	if (!v.n_units) {
		snprintf(p.refused, sizeof p.refused, "there are no values");
		goto out;
	}
	as_tree_stats(&v.tree, &s);
	if (take_intervals(&s, x->plan.confidence, &p, &why)) {
		snprintf(p.refused, sizeof p.refused, "%.199s", why.msg);
		goto out;
	}
	p.n_levels = s.n_levels;
	for (size_t i = 0; i < s.n_levels; i++)
		p.counts[i] = s.level[i].r_max;
	st = take_costs(&x->subjects[subject], &v, &c, err);
	if (!st)
		take_plan(&s, &c, &p);
out:
	as_view_close(&v);
	if (!st)
		*out = p;
	return st;
}
