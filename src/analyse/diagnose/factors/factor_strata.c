/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/diagnose/factors/factor_strata.h"

#include <math.h>
#include <string.h>

#include "stat/core/estimator.h"
#include "stat/core/moments.h"
#include "stat/core/quantile.h"
#include "stat/dist/influence/factor.h"
#include "stat/dist/interval.h"

struct strata {
	double *load, *work;
	uint8_t *group;
};

static struct as_stratum stratum_of(const struct as_course *s, const struct strata *t, size_t g)
{
	struct as_stratum out = {.least = (double)NAN, .most = (double)NAN, .lo = (double)NAN,
		.hi = (double)NAN, .relative_sd = (double)NAN};
	struct as_interval interval;

	for (size_t i = 0; i < s->n; i++) {
		if (t->group[i] != g)
			continue;
		t->work[out.n++] = s->y[i];
		out.least = fmin(out.least, t->load[i]);
		out.most = fmax(out.most, t->load[i]);
	}
	as_sort(t->work, out.n);
	out.mean = as_estimate(AS_ESTIMATE_MEAN, t->work, out.n);
	out.median = as_estimate(AS_ESTIMATE_MEDIAN, t->work, out.n);
	out.quartile = as_estimate(AS_ESTIMATE_Q1, t->work, out.n);
	out.min = as_estimate(AS_ESTIMATE_MIN, t->work, out.n);
	if (out.n < 2)
		return out;
	double s2 = as_variance(t->work, out.n, out.mean);
	if (out.mean > 0)
		out.relative_sd = sqrt(s2) / out.mean;
	if (!as_interval_t(out.mean, s2, out.n, s->x->plan.confidence, &interval)) {
		out.lo = interval.lo;
		out.hi = interval.hi;
	}
	return out;
}

static enum as_status stratify(struct as_course *s, struct strata *t, size_t metric,
	struct as_factors *out, struct as_err *err)
{
	double cut[AS_FACTOR_STRATA];
	size_t used = 0, known = 0;
	enum as_status st = as_surroundings_of(s, metric, t->load, err);

	if (st)
		return st;
	if (as_strata(t->load, s->n, t->group, cut, &used))
		return as_fail_memory(err);
	for (size_t i = 0; i < s->n; i++)
		known += isfinite(t->load[i]) ? 1 : 0;
	if (used < 2 || known < AS_FACTOR_LEAST)
		return AS_OK;
	for (size_t g = 0; g < used; g++)
		out->stratum[g] = stratum_of(s, t, g);
	out->n_strata = used;
	out->strata_metric = metric;
	return AS_OK;
}

enum as_status as_take_strata(struct as_course *s, struct as_factors *out, struct as_err *err)
{
	static const enum as_metric_id by[] = {AS_METRIC_LOAD, AS_METRIC_OTHERS_CPU};
	struct strata t = {.load = as_arena_array(&s->room, s->n, sizeof *t.load),
		.work = as_arena_array(&s->room, s->n, sizeof *t.work),
		.group = as_arena_array(&s->room, s->n, sizeof *t.group)};
	enum as_status st = t.load && t.work && t.group ? AS_OK : as_fail_memory(err);

	for (size_t i = 0; i < sizeof by / sizeof by[0] && !st && !out->n_strata; i++)
		if (by[i] != s->metric)
			st = stratify(s, &t, by[i], out, err);
	return st;
}
