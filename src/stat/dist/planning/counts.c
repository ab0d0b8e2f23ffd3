/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stat/dist/planning/counts.h"

#include <float.h>
#include <math.h>

#include "stat/dist/comparing/decide.h"
#include "stat/dist/dist.h"

static double positive(double x)
{
	return x > 0 ? x : 0;
}

double as_unit_cost(const struct as_planning *p, const size_t *r)
{
	double total = 0;

	for (size_t i = 0; i + 1 < p->n_levels; i++)
		total = (double)r[i] * (fmax(p->cost_s[i], AS_LEAST_COST_S) + total);
	return total + fmax(p->cost_s[p->n_levels - 1], AS_LEAST_COST_S);
}

double as_unit_var(const struct as_planning *p, const size_t *r)
{
	size_t n = p->n_levels;
	double v = positive(p->t2[n - 1]), product = 1;

	for (size_t i = n - 1; i-- > 0;) {
		product *= (double)r[i];
		v += positive(p->t2[i]) / product;
	}
	return v;
}

static bool is_size(double x)
{
	return x >= 0 && x <= DBL_MAX;
}

enum as_status as_planning_of_tree(const struct as_tree_stats *s, const double *cost_s,
	double kappa, struct as_planning *out, struct as_err *err)
{
	struct as_planning p = {.n_levels = s->n_levels, .mean = s->mean, .confidence = 0.95};

	if (!is_size(kappa))
		return as_fail(err, AS_ERR_ARG, "kappa must be a number from 0 on");
	if (!s->level[s->n_levels - 1].repeated)
		return as_fail(err, AS_ERR_DATA,
			"a plan needs a pilot with at least 2 units of the top level; there is "
			"one");
	for (size_t i = 0; i < s->n_levels; i++) {
		const struct as_tree_level *lev = &s->level[i];

		p.t2[i] = lev->repeated ? lev->t2 : 0;
		p.floor2[i] = lev->repeated && i > 0 ? kappa * lev->s2 : 0;
		p.cost_s[i] = cost_s[i];
		if (i + 1 < s->n_levels)
			p.r_max[i] = lev->repeated ? 0 : 1;
	}
	p.df = s->level[s->n_levels - 1].df;
	*out = p;
	return AS_OK;
}

/* What the levels below the top leave in the variance of a side's units, on the log scale. */
static double noise_below(const struct as_tree_stats *s)
{
	const struct as_tree_level *top = &s->level[s->n_levels - 1];

	return (top->s2 - top->t2) / (s->mean * s->mean);
}

static enum as_status check_blocked(const struct as_blocked_pilot *b, double kappa,
	struct as_err *err)
{
	if (!is_size(kappa) || !is_size(b->s_d2) || b->old->n_levels != b->new->n_levels)
		return as_fail(err, AS_ERR_ARG,
			"a plan needs a variance, a kappa from 0 on, and equal levels on both "
			"sides");
	if (b->blocks < 2)
		return as_fail(err, AS_ERR_DATA, "a plan needs a pilot with at least 2 complete "
						 "rounds; there are %zu", b->blocks);
	if (!(b->old->mean > 0 && b->new->mean > 0))
		return as_fail(err, AS_ERR_DATA,
			"no ratio can be planned: the means are %g and %g, and both must be "
			"positive", b->old->mean, b->new->mean);
	return AS_OK;
}

enum as_status as_planning_of_blocks(const struct as_blocked_pilot *b, double kappa,
	struct as_planning *out, struct as_err *err)
{
	enum as_status st = check_blocked(b, kappa, err);
	size_t n = b->old->n_levels;
	struct as_planning p = {.n_levels = n, .mean = 1, .confidence = 0.95};

	if (st)
		return st;
	for (size_t i = 0; i + 1 < n; i++) {
		const struct as_tree_level *o = &b->old->level[i], *w = &b->new->level[i];
		double o2 = b->old->mean * b->old->mean, w2 = b->new->mean * b->new->mean;

		p.t2[i] = o->t2 / o2 + w->t2 / w2;
		p.floor2[i] = i > 0 ? kappa * (o->s2 / o2 + w->s2 / w2) : 0;
		if (!o->repeated && !w->repeated)
			p.r_max[i] = 1;
		p.cost_s[i] = b->cost_s[i];
	}
	p.t2[n - 1] = b->s_d2 - noise_below(b->old) - noise_below(b->new);
	p.floor2[n - 1] = kappa * b->s_d2;
	p.cost_s[n - 1] = b->cost_s[n - 1];
	p.r_min[n - 1] = AS_BLOCKS_PAIRED;
	p.df = b->blocks - 1;
	*out = p;
	return AS_OK;
}

enum as_status as_variance_moved(double then, size_t df_then, double now, size_t df_now, bool *out)
{
	const double df_max = 1e5; /* of as_f_quantile, where the quantile has settled */
	double df1 = fmin((double)df_now, df_max), df2 = fmin((double)df_then, df_max);
	double low = 0, high = 0;

	if (!is_size(then) || !is_size(now) || as_f_quantile(0.005, df1, df2, &low) ||
		as_f_quantile(0.995, df1, df2, &high))
		return AS_ERR_ARG;
	if (then > 0)
		*out = now / then < low || now / then > high;
	else
		*out = now > 0;
	return AS_OK;
}
