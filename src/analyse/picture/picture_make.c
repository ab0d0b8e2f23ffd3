/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/picture/picture_parts.h"

#include <math.h>
#include <string.h>

#include "analyse/picture/chart_make.h"
#include "analyse/estimate/observed.h"
#include "stat/core/density.h"
#include "stat/core/histogram.h"
#include "stat/dist/random.h"

enum { BARS_MIN = 5, BARS_MAX = 40 };

void as_picture_release(struct as_picture *p)
{
	as_arena_release(&p->arena);
	*p = (struct as_picture){0};
}

static double *room(struct as_picture *p, size_t n)
{
	return as_arena_array(&p->arena, n, sizeof(double));
}

/* A frame needs some height, also where all values are equal. */
static void span(double from, double to, double *out_from, double *out_to)
{
	double half = to > from ? 0 : fabs(to) > 0 ? fabs(to) / 100 : 1;

	*out_from = from - half;
	*out_to = to + half;
}

static enum as_status draw_histogram(const struct as_experiment *x, const struct as_observed *o,
	struct as_picture *p, struct as_err *err)
{
	double bars = ceil(2 * cbrt((double)o->n));
	size_t count[BARS_MAX];

	(void)x;
	p->n = bars < BARS_MIN ? BARS_MIN : bars > BARS_MAX ? BARS_MAX : (size_t)bars;
	p->y = room(p, p->n);
	if (!p->y)
		return as_fail_memory(err);
	const struct as_spanned in = as_spanned_of(o->sorted, o->n);
	span(o->sorted[in.first], o->sorted[in.last], &p->x_from, &p->x_to);
	const double range[2] = {p->x_from, p->x_to};
	enum as_status st = as_histogram(
		o->sorted + in.first, in.last + 1 - in.first, range, count, p->n);
	for (size_t i = 0; i < p->n && !st; i++) {
		p->y[i] = (double)count[i];
		p->y_to = fmax(p->y_to, p->y[i]);
	}
	return st;
}

static enum as_status draw_density(const struct as_experiment *x, const struct as_observed *o,
	struct as_picture *p, struct as_err *err)
{
	struct as_density *d = as_arena_array(&p->arena, 1, sizeof *d);

	(void)x;
	p->n = AS_DENSITY_POINTS;
	p->x = room(p, p->n);
	p->y = room(p, p->n);
	if (!d || !p->x || !p->y)
		return as_fail_memory(err);
	const struct as_spanned in = as_spanned_of(o->sorted, o->n);
	as_density(o->sorted + in.first, in.last + 1 - in.first, d);
	p->modes = as_density_modes(d);
	for (size_t i = 0; i < p->n; i++) {
		p->x[i] = d->from + (double)i * d->step;
		p->y[i] = d->f[i];
		p->y_to = fmax(p->y_to, d->f[i]);
	}
	span(p->x[0], p->x[p->n - 1], &p->x_from, &p->x_to);
	return AS_OK;
}

/* The values in an order that the seed draws. */
static double *reordered(const struct as_experiment *x, const struct as_observed *o,
	struct as_picture *p)
{
	uint32_t *order = as_arena_array(&p->arena, o->n, sizeof *order);
	double *y = room(p, o->n);
	struct as_random r;

	if (!order || !y)
		return NULL;
	for (size_t i = 0; i < o->n; i++)
		order[i] = (uint32_t)i;
	as_random_init(&r, x->plan.seed, AS_RANDOM_REORDER, 0);
	as_shuffle(&r, order, o->n);
	for (size_t i = 0; i < o->n; i++)
		y[i] = o->in_time[order[i]];
	return y;
}

static enum as_status draw_sequence(const struct as_experiment *x, const struct as_observed *o,
	struct as_picture *p, struct as_err *err)
{
	p->n = o->n;
	p->x = p->other_x = room(p, p->n);
	p->y = room(p, p->n);
	p->other = reordered(x, o, p);
	if (!p->x || !p->y || !p->other)
		return as_fail_memory(err);
	for (size_t i = 0; i < p->n; i++) {
		p->x[i] = (double)(i + 1);
		p->y[i] = o->in_time[i];
	}
	p->x_from = 1;
	p->x_to = (double)p->n;
	const struct as_spanned in = as_spanned_of(o->sorted, o->n);
	span(o->sorted[in.first], o->sorted[in.last], &p->y_from, &p->y_to);
	return AS_OK;
}

static enum as_status draw_lag(const struct as_experiment *x, const struct as_observed *o,
	struct as_picture *p, struct as_err *err)
{
	double *y = room(p, o->n), *other = reordered(x, o, p);

	if (!y || !other)
		return as_fail_memory(err);
	memcpy(y, o->in_time, o->n * sizeof *y);
	p->n = o->n - 1;
	p->x = y;
	p->y = y + 1;
	p->other_x = other;
	p->other = other + 1;
	const struct as_spanned in = as_spanned_of(o->sorted, o->n);
	span(o->sorted[in.first], o->sorted[in.last], &p->y_from, &p->y_to);
	p->x_from = p->y_from;
	p->x_to = p->y_to;
	return AS_OK;
}

/* Of all subjects that have an interval, or at least a mean. */
static enum as_status draw_intervals(const struct as_experiment *x, const struct as_analysis *a,
	struct as_picture *p, struct as_err *err)
{
	p->y = room(p, a->n_subjects);
	p->lo = room(p, a->n_subjects);
	p->hi = room(p, a->n_subjects);
	p->name = as_arena_array(&p->arena, a->n_subjects, sizeof *p->name);
	if (!p->y || !p->lo || !p->hi || !p->name)
		return as_fail_memory(err);
	double from = (double)INFINITY, to = -(double)INFINITY;
	for (size_t i = 0; i < a->n_subjects; i++) {
		const struct as_summary *s = &a->summaries[i];
		if (!s->n_top)
			continue;
		bool none = s->method == AS_INTERVAL_NONE;
		p->y[p->n] = s->mean;
		p->lo[p->n] = none ? s->mean : s->lo;
		p->hi[p->n] = none ? s->mean : s->hi;
		p->name[p->n] = as_arena_strdup(&p->arena, x->subjects[s->subject].name);
		if (!p->name[p->n])
			return as_fail_memory(err);
		from = fmin(from, p->lo[p->n]);
		to = fmax(to, p->hi[p->n]);
		p->n++;
	}
	if (!p->n)
		return as_fail(err, AS_ERR_DATA, "cannot draw intervals: no command has values");
	span(from, to, &p->x_from, &p->x_to);
	return as_chart_intervals(x, p, err);
}

typedef enum as_status draw_fn(const struct as_experiment *x, const struct as_observed *o,
	struct as_picture *p, struct as_err *err);

/* Those of one subject. */
static draw_fn *const draw[AS_PICTURES] = {
	[AS_PICTURE_HISTOGRAM] = draw_histogram,
	[AS_PICTURE_DENSITY] = draw_density,
	[AS_PICTURE_SEQUENCE] = draw_sequence,
	[AS_PICTURE_LAG] = draw_lag,
};

static as_chart_maker *const chart[AS_PICTURES] = {
	[AS_PICTURE_RAINCLOUD] = as_chart_clouds,
	[AS_PICTURE_VIOLIN] = as_chart_clouds,
	[AS_PICTURE_ITERATIONS] = as_chart_iterations,
	[AS_PICTURE_LAGS] = as_chart_lags,
	[AS_PICTURE_LEVELS] = as_chart_levels,
	[AS_PICTURE_QUANTILES] = as_chart_quantiles,
	[AS_PICTURE_SLOW] = as_chart_slow,
	[AS_PICTURE_TRIALS] = as_chart_trials,
	[AS_PICTURE_MATRIX] = as_chart_matrix,
	[AS_PICTURE_SCATTER] = as_chart_scatter,
	[AS_PICTURE_ESTIMATES] = as_chart_estimates,
	[AS_PICTURE_BY_LOAD] = as_chart_by_load,
	[AS_PICTURE_COST] = as_chart_cost,
	[AS_PICTURE_ALARMS] = as_chart_alarms,
	[AS_PICTURE_ACF] = as_chart_acf,
	[AS_PICTURE_COURSE] = as_chart_course,
	[AS_PICTURE_LAYOUT] = as_chart_layout,
	[AS_PICTURE_COMPLEXITY] = as_chart_complexity,
	[AS_PICTURE_PER_N] = as_chart_per_n,
};

/* Why a statistic is refused says nothing of the picture that it was for. */
static void say_what(enum as_picture_kind kind, struct as_err *err)
{
	struct as_err why;

	if (!err || !strncmp(err->msg, "cannot ", 7))
		return;
	why = *err;
	as_fail(err, AS_ERR_DATA, "cannot draw %s: %s", as_pictures[kind].name, why.msg);
}

enum as_status as_picture_of(const struct as_experiment *x, const struct as_analysis *a,
	const struct as_picture_request *r, struct as_picture *out, struct as_err *err)
{
	struct as_picture p = {.kind = r->kind, .subject = r->subject, .metric = r->metric,
		.execution = r->execution, .bound = (double)NAN};
	struct as_observed o = {0};
	enum as_status st;

	if (chart[r->kind]) {
		st = chart[r->kind](x, a, r, &p, err);
	} else if (as_pictures[r->kind].form == AS_FORM_CURVES) {
		st = as_draw_curves(x, &p, err);
	} else if (!draw[r->kind]) {
		st = draw_intervals(x, a, &p, err);
	} else {
		st = as_observed_open(x, r->subject, r->metric, r->execution, &o, err);
		p.observed = o.n;
		if (!st && o.n < 2)
			st = as_fail(err, AS_ERR_DATA,
				"cannot draw the %s of '%.200s' from %zu value%s: measure at least "
				"2",
				as_pictures[r->kind].name, x->subjects[r->subject].name, o.n,
				o.n == 1 ? "" : "s");
		if (!st)
			st = draw[r->kind](x, &o, &p, err);
		if (!st)
			st = as_chart_values(x, &o, &p, err);
	}
	as_observed_close(&o);
	if (st == AS_ERR_DATA)
		say_what(r->kind, err);
	if (st)
		as_picture_release(&p);
	else
		*out = p;
	return st;
}
