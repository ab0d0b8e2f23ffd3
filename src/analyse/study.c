/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/study.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyse/view.h"
#include "stat/core/estimator.h"
#include "stat/core/quantile.h"
#include "stat/core/rotation.h"

enum {
	LEAST = 2,
	APART = 5, /* groups that share nothing, for a standard deviation to rest on */
};

static const double shifts[AS_STUDY_SHIFTS] = {0.01, 0.02, 0.05, 0.1};
static const double much = 1.5; /* a ratio of standard deviations that is no luck */

_Static_assert((int)AS_ESTIMATORS <= (int)AS_STUDY_ESTIMATORS, "a study has room for all estimators");

/* The observations, twice, and room for as_rotate. */
struct observed {
	double *in_time, *sorted, *room;
	size_t n;
};

struct at {
	uint32_t unit;
	double value;
};

static int by_unit(const void *a, const void *b)
{
	const struct at *p = a, *q = b;

	return (p->unit > q->unit) - (p->unit < q->unit);
}

/* Executions are recorded as they end, so that their numbers are in the order of time. */
static enum as_status observe(const struct as_view *v, struct observed *out, struct as_err *err)
{
	size_t n = v->n_units;
	struct at *at = malloc(n * sizeof *at);
	double *x = malloc((4 * n + AS_STUDY_SIZES * 2) * sizeof *x);

	if (!at || !x) {
		free(at);
		free(x);
		return as_fail_memory(err);
	}
	for (size_t i = 0; i < n; i++)
		at[i] = (struct at){v->units[i], v->means[i]};
	qsort(at, n, sizeof *at, by_unit);
	*out = (struct observed){.in_time = x, .sorted = x + n, .room = x + 2 * n, .n = n};
	for (size_t i = 0; i < n; i++)
		out->in_time[i] = out->sorted[i] = at[i].value;
	as_sort(out->sorted, n);
	free(at);
	return AS_OK;
}

static enum as_status fill_row(const struct observed *o, enum as_estimator e, struct as_study *s,
	struct as_study_row *row)
{
	*row = (struct as_study_row){.name = as_estimators[e].name, .title = as_estimators[e].title,
		.minimum = e == AS_ESTIMATE_MIN, .all = as_estimate(e, o->sorted, o->n)};
	for (size_t i = 0; i < s->n_sizes; i++) {
		struct as_spread found;
		enum as_status st = as_rotate(o->in_time, o->n, s->size[i], e, o->room, &found);
		if (st)
			return st;
		row->average[i] = found.average;
		row->rel_sd[i] = found.rel_sd;
	}
	for (size_t i = 0; i < AS_STUDY_SHIFTS; i++) {
		row->needed[i] = as_rotation_needed(s->size, row->rel_sd, s->n_sizes, shifts[i],
			AS_ROTATION_SURE, false);
		row->published[i] = as_rotation_needed(s->size, row->rel_sd, s->n_sizes, shifts[i],
			AS_ROTATION_SURE, true);
	}
	return AS_OK;
}

/* Minima of neighbours beside minima of any, size by size. */
static enum as_status compare_minima(const struct observed *o, struct as_study *s)
{
	const double *in_time = s->row[AS_ESTIMATE_MIN].rel_sd;

	for (size_t i = 0; i < s->n_sizes; i++) {
		struct as_spread drawn;
		enum as_status st = as_drawn_minimum(o->sorted, o->n, s->size[i], &drawn);
		if (st)
			return st;
		s->drawn[i] = drawn.rel_sd;
		if (i && i < s->sound && !s->clustered &&
			(in_time[i] > much * drawn.rel_sd || drawn.rel_sd > much * in_time[i]))
			s->clustered = s->size[i];
	}
	return AS_OK;
}

static enum as_status study(const struct observed *o, struct as_study *s)
{
	enum as_status st = AS_OK;

	s->n = o->n;
	for (size_t k = 1; s->n_sizes < AS_STUDY_SIZES && k <= o->n; k += 2) {
		s->size[s->n_sizes++] = k;
		s->sound += o->n >= APART * k;
	}
	memcpy(s->shift, shifts, sizeof shifts);
	for (unsigned e = 0; e < AS_ESTIMATORS && !st; e++)
		st = fill_row(o, (enum as_estimator)e, s, &s->row[s->n_rows++]);
	return st ? st : compare_minima(o, s);
}

enum as_status as_study_of(const struct as_experiment *x, size_t subject, size_t metric,
	struct as_study *out, struct as_err *err)
{
	struct as_study s = {.subject = subject, .metric = metric};
	struct observed o = {0};
	struct as_view v = {0};
	enum as_status st = as_view_open(x, subject, metric, AS_ROLE_MEASURED, &v, err);

	if (!st && v.n_units < LEAST)
		st = as_fail(err, AS_ERR_DATA, "cannot say how much estimates of '%.200s' vary from %zu execution%s: "
			"measure at least %d; 20 say something", x->subjects[subject].name, v.n_units,
			v.n_units == 1 ? "" : "s", LEAST);
	if (!st)
		st = observe(&v, &o, err);
	if (!st)
		st = study(&o, &s);
	as_view_close(&v);
	free(o.in_time);
	if (!st)
		*out = s;
	return st;
}
