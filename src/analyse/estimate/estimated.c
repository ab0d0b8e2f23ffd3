/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/estimate/estimated.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stat/core/quantile.h"
#include "stat/dist/resampling/gating.h"

enum { POOL_MIN = 4 };

enum as_status as_unit_estimates(const struct as_view *v, enum as_estimator e, double **out,
	struct as_err *err)
{
	const struct as_tree *t = &v->tree;
	double *x = malloc((t->count[0] + 1) * sizeof *x);

	if (!x)
		return as_fail_memory(err);
	memcpy(x, t->values, t->count[0] * sizeof *x);
	for (size_t l = 1; l < t->n_levels; l++)
		for (size_t u = 0; u < t->count[l]; u++) {
			size_t from = t->first[l][u], n = t->first[l][u + 1] - from;
			as_sort(x + from, n);
			/* u <= from: nothing of it is needed again */
			x[u] = as_estimate(e, x + from, n);
		}
	*out = x;
	return AS_OK;
}

/* The units of one side with their estimates; the estimate of all of them. */
struct units {
	double *v; /* on the heap */
	size_t n;
	double all;
};

static enum as_status open_units(const struct as_place *at, enum as_estimator e, struct units *out,
	struct as_err *err)
{
	struct as_view v = {0};
	enum as_status st = as_view_open(at->x, at->subject, at->metric, AS_ROLE_MEASURED, &v, err);

	*out = (struct units){.all = (double)NAN};
	if (!st && v.n_top)
		st = as_unit_estimates(&v, e, &out->v, err);
	if (!st && out->v) {
		double *sorted = malloc(v.n_top * sizeof *sorted);
		out->n = v.n_top;
		if (sorted) {
			memcpy(sorted, out->v, v.n_top * sizeof *sorted);
			as_sort(sorted, v.n_top);
			out->all = as_estimate(e, sorted, v.n_top);
		}
		st = sorted ? AS_OK : as_fail_memory(err);
		free(sorted);
	}
	as_view_close(&v);
	return st;
}

/* How often groups of the old alone differ by more than the limit. */
static enum as_status draw(const struct units *old, const struct units *new, enum as_estimator e,
	uint64_t seed, struct as_estimated *out, struct as_err *err)
{
	struct as_resample how = {.group = old->n / 2 < new->n ? old->n / 2 : new->n,
		.resamples = AS_RESAMPLES, .seed = seed};
	struct as_gating found = {0};
	struct as_err why = {0};

	out->rate = out->error = (double)NAN;
	out->units = old->n;
	out->group = how.group;
	out->resamples = how.resamples;
	if (!old->n || !new->n) {
		snprintf(out->none, sizeof out->none, "one of the two has no value");
		return AS_OK;
	}
	if (old->n < POOL_MIN) {
		snprintf(out->none, sizeof out->none,
			"the baseline has %zu unit%s at the top, and %d are needed to "
			"draw two groups",
			old->n, old->n == 1 ? "" : "s", POOL_MIN);
		return AS_OK;
	}
	enum as_status st = as_resample_gating((struct as_values){old->v, old->n}, e, &how,
		out->limit, &found, &why);
	if (st == AS_ERR_MEM)
		return as_fail_memory(err);
	if (st) {
		snprintf(out->none, sizeof out->none, "%.190s", why.msg);
		return AS_OK;
	}
	out->rate = found.rate;
	out->error = found.error;
	return AS_OK;
}

enum as_status as_estimate_pair(const struct as_place at[static 2], enum as_estimator e,
	double limit, struct as_estimated *out, struct as_err *err)
{
	const struct as_place *old = &at[0], *new = &at[1];
	struct units base = {0}, head = {0};
	struct as_estimated one = {.name = as_estimators[e].name, .title = as_estimators[e].title,
		.metric = &new->x->metrics[new->metric], .limit = limit};
	enum as_status st = open_units(old, e, &base, err);

	if (!st)
		st = open_units(new, e, &head, err);
	one.base = base.all;
	one.head = head.all;
	one.ratio = base.all > 0 ? head.all / base.all : (double)NAN;
	if (!st)
		st = draw(&base, &head, e, old->x->plan.seed, &one, err);
	free(base.v);
	free(head.v);
	if (!st)
		*out = one;
	return st;
}
