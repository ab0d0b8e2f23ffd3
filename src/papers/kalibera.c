/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "papers/kalibera.h"

#include <float.h>
#include <math.h>

#include "stat/dist/dist.h"
#include "stat/dist/planning/counts.h"
#include "stat/dist/planning/stein.h"

/* Balanced, and every level below the top repeated? */
static enum as_status check(const struct as_tree_stats *s, size_t n_levels, const char *method,
	double confidence, struct as_err *err)
{
	if (!(confidence > 0 && confidence < 1))
		return as_fail(err, AS_ERR_ARG, "a confidence must lie between 0 and 1");
	if (s->n_levels != n_levels)
		return as_fail(err, AS_ERR_DATA,
			"the method %s is for trees of %zu levels, and this one has %zu", method,
			n_levels, s->n_levels);
	for (size_t i = 0; i < n_levels; i++) {
		const struct as_tree_level *lev = &s->level[i];

		if (lev->r_min != lev->r_max)
			return as_fail(err, AS_ERR_DATA,
				"the method %s is for balanced data; level %zu has from %zu to %zu "
				"repetitions", method, i + 1, lev->r_min, lev->r_max);
		if (!lev->repeated && i + 1 < n_levels)
			return as_fail(err, AS_ERR_DATA,
				"the method %s needs at least 2 repetitions at level %zu", method,
				i + 1);
	}
	return AS_OK;
}

static struct as_interval around(const struct as_tree_stats *s, double variance, double quantile)
{
	double se = sqrt(variance), h = quantile * se;

	return (struct as_interval){
		.estimate = s->mean,
		.lo = s->mean - h,
		.hi = s->mean + h,
		.half_width = h,
		.se = se,
		.df = HUGE_VAL,
	};
}

enum as_status as_spects2005(const struct as_tree_stats *s, bool small, double confidence,
	struct as_interval *out, struct as_err *err)
{
	enum as_status st = check(s, 2, "spects2005", confidence, err);
	double q = 0;

	if (st)
		return st;
	if (s->r_top < 2)
		return as_fail(err, AS_ERR_DATA,
			"the method spects2005 needs at least 2 units at the top");
	double k = (double)s->r_top, n = s->level[0].r_mean, df = k * (n - 1);
	st = small ? as_t_factor(confidence, df, &q) : as_normal_quantile((1 + confidence) / 2, &q);
	if (st)
		return as_fail(err, st, "no quantile for this confidence");
	*out = around(s, (n * s->level[1].s2 + s->level[0].s2) / (k * n), q);
	out->confidence = confidence;
	if (small)
		out->df = df;
	return AS_OK;
}

enum as_status as_epew2006(const struct as_tree_stats *s, double confidence,
	struct as_interval *out, bool *one_binary, struct as_err *err)
{
	enum as_status st = check(s, 3, "epew2006", confidence, err);
	double z = 0;

	if (st)
		return st;
	if (as_normal_quantile((1 + confidence) / 2, &z))
		return as_fail(err, AS_ERR_ARG, "no quantile for this confidence");
	double l = (double)s->r_top, m = s->level[1].r_mean, n = s->level[0].r_mean;
	/* s2 of a top level that was not repeated is 0 */
	*out = around(s, s->level[0].s2 / (l * m * n) + s->level[1].s2 / (l * m) +
		s->level[2].s2 / l, z);
	out->confidence = confidence;
	*one_binary = s->r_top < 2;
	return AS_OK;
}

static bool is_cost(double x)
{
	return x >= 0 && x <= DBL_MAX;
}

enum as_status as_published_costs_of(const double *cost_s, size_t n_levels, double q,
	struct as_published_costs *out)
{
	if (n_levels < 2 || n_levels > 3 || !(q > 0 && q <= DBL_MAX))
		return AS_ERR_ARG;
	for (size_t i = 0; i < n_levels; i++)
		if (!is_cost(cost_s[i]))
			return AS_ERR_ARG;
	if (!(cost_s[0] > 0))
		return AS_ERR_ARG;
	*out = (struct as_published_costs){
		.b = n_levels > 2 ? q * cost_s[2] / cost_s[0] : 0,
		.w = cost_s[1] / cost_s[0],
		.q = q,
	};
	return AS_OK;
}

double as_spects2005_cost(const struct as_published_costs *c, size_t k, size_t n)
{
	return (double)k * (c->w + (double)n);
}

double as_epew2006_cost(const struct as_published_costs *c, size_t l, size_t m, size_t n)
{
	return (c->b + (c->w + (double)n) * (double)m * c->q) * (double)l;
}

/* sqrt(price below / above), the one shape of all these optima. */
static double optimum(double price, double below, double above)
{
	if (!(above > 0))
		return HUGE_VAL;
	return below > 0 ? sqrt(price) * sqrt(below / above) : 0;
}

enum as_status as_spects2005_optimum(const struct as_published_costs *c, double s_x2, double s_a2,
	double *n)
{
	if (!is_cost(c->w) || !isfinite(s_x2) || !isfinite(s_a2))
		return AS_ERR_ARG;
	*n = optimum(c->w, s_x2, s_a2);
	return AS_OK;
}

enum as_status as_epew2006_optimum(const struct as_published_costs *c, const double variances[3],
	double *m, double *n)
{
	if (!is_cost(c->b) || !(c->w > 0 && c->w <= DBL_MAX) || !(c->q > 0 && c->q <= DBL_MAX))
		return AS_ERR_ARG;
	for (size_t i = 0; i < 3; i++)
		if (!isfinite(variances[i]))
			return AS_ERR_ARG;
	*m = optimum(c->b / c->w / c->q, variances[1], variances[2]);
	*n = optimum(c->w, variances[0], variances[1]);
	return AS_OK;
}

enum as_status as_ismm2013_optimum(const double *t2, const double *cost_s, size_t n_levels,
	double *r)
{
	for (size_t i = 0; i < n_levels; i++)
		if (!isfinite(t2[i]) || !is_cost(cost_s[i]))
			return AS_ERR_ARG;
	for (size_t i = 0; i + 1 < n_levels; i++) {
		double price = fmax(cost_s[i + 1], AS_LEAST_COST_S) /
			       fmax(cost_s[i], AS_LEAST_COST_S);
		r[i] = optimum(price, t2[i], t2[i + 1]);
	}
	return AS_OK;
}
