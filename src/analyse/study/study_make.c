/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/study/study_make.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyse/estimate/observed.h"
#include "stat/core/estimator.h"
#include "stat/core/moments.h"
#include "stat/core/quantile.h"
#include "stat/core/rotation.h"
#include "stat/dist/interval.h"
#include "stat/dist/series/acf.h"

enum {
	LEAST = 10, /* as for factors */
	APART = 5, /* groups that share nothing, for a standard deviation to rest on */
};

static const double shifts[AS_STUDY_SHIFTS] = {0.01, 0.02, 0.05, 0.1};
static const double alike = 1.645; /* over sqrt n: methods-quantiles.md 1.8 */
static const double much = 1.5; /* a ratio of standard deviations that is no luck */

_Static_assert((int)AS_ESTIMATORS <= (int)AS_STUDY_ESTIMATORS,
	"a study has room for all estimators");

static enum as_status fill_row(const struct as_observed *o, enum as_estimator e, double *room,
	struct as_study *s, struct as_study_row *row)
{
	*row = (struct as_study_row){.name = as_estimators[e].name, .title = as_estimators[e].title,
		.minimum = e == AS_ESTIMATE_MIN, .all = as_estimate(e, o->sorted, o->n)};
	for (size_t i = 0; i < s->n_sizes; i++) {
		struct as_spread found;
		enum as_status st = as_rotate(o->in_time, o->n, s->size[i], e, room, &found);
		if (st)
			return st;
		row->average[i] = found.average;
		row->rel_sd[i] = found.rel_sd;
	}
	for (size_t i = 0; i < AS_STUDY_SHIFTS; i++) {
		row->needed[i] = as_rotation_needed(s->size, row->rel_sd, s->sound, shifts[i],
			AS_ROTATION_SURE, false);
		row->published[i] = as_rotation_needed(s->size, row->rel_sd, s->sound, shifts[i],
			AS_ROTATION_SURE, true);
	}
	return AS_OK;
}

/* Minima of neighbours beside minima of any, size by size. */
static enum as_status compare_minima(const struct as_observed *o, struct as_study *s)
{
	const double *in_time = s->row[AS_ESTIMATE_MIN].rel_sd;

	for (size_t i = 0; i < s->n_sizes; i++) {
		struct as_spread drawn;
		enum as_status st = as_drawn_minimum(o->sorted, o->n, s->size[i], &drawn);
		if (st)
			return st;
		s->drawn[i] = drawn.rel_sd;
		if (s->size[i] > 1 && i < s->sound && !s->clustered &&
			(in_time[i] > much * drawn.rel_sd || drawn.rel_sd > much * in_time[i]))
			s->clustered = s->size[i];
	}
	return AS_OK;
}

/* The mean of the first and the last place among the sorted values. */
static double rank_of(const double *sorted, size_t n, double x)
{
	size_t from = 0, to = n;

	while (from < to) {
		size_t mid = from + (to - from) / 2;
		if (sorted[mid] < x)
			from = mid + 1;
		else
			to = mid;
	}
	while (to < n && !(sorted[to] > x))
		to++;
	return (double)(from + to) / 2;
}

/* Order statistics suppose that executions do not resemble their neighbours. */
static enum as_status take_quantiles(const struct as_observed *o, double confidence, double *room,
	struct as_study_quantiles *q)
{
	const double nan = (double)NAN;
	double neighbours = 0;
	struct as_ranks ranks;

	*q = (struct as_study_quantiles){.median_lo = nan, .median_hi = nan, .confidence = nan,
		.alike = nan, .deviation = as_median_deviation(o->sorted, o->n, room)};
	enum as_status st = as_quantile(o->sorted, o->n, 0.05, &q->low);
	if (!st)
		st = as_quantile(o->sorted, o->n, 0.95, &q->high);
	if (st)
		return st;
	for (size_t i = 0; i < o->n; i++)
		room[i] = rank_of(o->sorted, o->n, o->in_time[i]);
	if (!as_acf(room, o->n, 1, &neighbours, NULL) &&
		neighbours > alike / sqrt((double)o->n)) {
		q->alike = neighbours;
		return AS_OK;
	}
	if (as_interval_order(o->n, 0.5, confidence, &ranks))
		return AS_OK; /* too few for so much confidence */
	q->median_lo = o->sorted[ranks.lower - 1];
	q->median_hi = o->sorted[ranks.upper - 1];
	q->confidence = ranks.confidence;
	return AS_OK;
}

static void take_sizes(const struct as_study_asked *r, struct as_study *s)
{
	for (size_t i = 0; i < (r->n_sizes ? r->n_sizes : AS_STUDY_SIZES); i++) {
		const size_t k = r->n_sizes ? r->size[i] : 2 * i + 1;
		if (k > s->n)
			return;
		s->size[s->n_sizes++] = k;
		s->sound += s->n >= APART * k;
	}
}

enum as_status as_study_observed(const struct as_experiment *x, const struct as_study_asked *r,
	const struct as_observed *o, struct as_study *out, struct as_err *err)
{
	struct as_study s = {.subject = r->subject, .metric = r->metric, .n = o->n,
		.one_kind = (double)NAN, .both_kinds = (double)NAN};
	double *room = malloc((2 * o->n + 1) * sizeof *room);
	enum as_status st = room ? AS_OK : as_fail_memory(err);

	take_sizes(r, &s);
	memcpy(s.shift, shifts, sizeof shifts);
	for (unsigned e = 0; e < AS_ESTIMATORS && !st; e++)
		st = fill_row(o, (enum as_estimator)e, room, &s, &s.row[s.n_rows++]);
	if (!st)
		st = compare_minima(o, &s);
	if (!st)
		st = take_quantiles(o, x->plan.confidence, room, &s.quantiles);
	free(room);
	if (!st)
		*out = s;
	return st;
}

static double relative_sd(const struct as_observed *o)
{
	const double mean = as_mean(o->sorted, o->n);

	return o->n > 1 && mean > 0 ? sqrt(as_variance(o->sorted, o->n, mean)) / mean : (double)NAN;
}

/* User or system time, beside both together. */
static enum as_status compare_kinds(const struct as_experiment *x, struct as_study *s,
	struct as_err *err)
{
	const char *name = x->metrics[s->metric].name;
	const size_t both = as_experiment_find_metric(x, "cpu");
	struct as_observed one = {0}, all = {0};

	if ((strcmp(name, "user") != 0 && strcmp(name, "system") != 0) || both == x->n_metrics ||
		!as_experiment_has_values(x, both))
		return AS_OK;
	enum as_status st = as_observed_open(x, s->subject, s->metric, 0, &one, err);
	if (!st)
		st = as_observed_open(x, s->subject, both, 0, &all, err);
	if (!st && relative_sd(&one) > much * relative_sd(&all)) {
		s->one_kind = relative_sd(&one);
		s->both_kinds = relative_sd(&all);
	}
	as_observed_close(&one);
	as_observed_close(&all);
	return st;
}

enum as_status as_study_of(const struct as_experiment *x, const struct as_study_asked *r,
	struct as_study *out, struct as_err *err)
{
	struct as_observed o = {0};
	enum as_status st = as_observed_open(x, r->subject, r->metric, 0, &o, err);

	if (!st && o.n < LEAST)
		st = as_fail(err, AS_ERR_DATA,
			"cannot say how much estimates of '%.200s' vary from %zu execution%s: "
			"measure at least %d; 20 say something",
			x->subjects[r->subject].name, o.n, o.n == 1 ? "" : "s", LEAST);
	if (!st)
		st = as_study_observed(x, r, &o, out, err);
	as_observed_close(&o);
	return st ? st : compare_kinds(x, out, err);
}
