/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each value over the one 1 to 4 before it, and how much it has to do with those before it, beside the
 * same in random order (methods.md 7.3). */
#include <math.h>

#include "analyse/estimate/observed.h"
#include "analyse/picture/chart_make.h"
#include "stat/dist/series/acf.h"

enum { LAGS = 4, STEMS_MAX = 40, ACF_LEAST = 5 };

static const double confidence = 0.95;

static enum as_status add_all(const struct as_experiment *x, const struct as_observed *o,
	const struct as_picture_request *r, struct as_picture *p, struct as_err *err)
{
	struct as_frame *f = as_chart_frames(p, 2 * LAGS, LAGS);
	const double *other = as_chart_reordered(x, o, p);

	if (!f || !other)
		return as_fail_memory(err);
	for (size_t i = 0; i < 2 * LAGS; i++) {
		const size_t lag = i % LAGS + 1;
		f[i].title = i < LAGS ? AS_CHART_SAYS(LAG, {.n = lag})
				      : AS_CHART_SAYS(LAG_RANDOM, {.n = lag});
		f[i].x = as_axis_of(x, r->metric, 0, 1);
		as_axis_span(&f[i].x, o->sorted, o->n, false);
		f[i].y = f[i].x;
		f[i].x.unsaid = i < LAGS;
		f[i].y.unsaid = true;
		const double *v = i < LAGS ? o->in_time : other;
		struct as_layer *l = as_frame_add_dots(p, &f[i], v, v + lag, o->n - lag);
		if (!l)
			return as_fail_memory(err);
		l->tone = i < LAGS ? AS_TONE_INK : AS_TONE_REF;
	}
	return AS_OK;
}

enum as_status as_chart_lags(const struct as_experiment *x, const struct as_analysis *a,
	const struct as_picture_request *r, struct as_picture *p, struct as_err *err)
{
	struct as_observed o = {0};
	enum as_status st = as_observed_open(x, r->subject, r->metric, r->execution, &o, err);

	(void)a;
	if (st)
		return st;
	p->observed = o.n;
	if (o.n < LAGS + 2)
		st = as_fail(err, AS_ERR_DATA,
			"cannot draw %d lags of '%.200s' from %zu value%s: measure at least %d",
			LAGS, x->subjects[r->subject].name, o.n, o.n == 1 ? "" : "s", LAGS + 2);
	else
		st = add_all(x, &o, r, p, err);
	as_observed_close(&o);
	return st;
}

/* ---- the autocorrelation ---- */

/* A column for each distance, and between which of them independent values stay. */
static enum as_status add_stems(const double *r, struct as_picture *p, struct as_frame *f,
	struct as_err *err)
{
	struct as_layer *level = as_frame_add(p, f, AS_MARK_LEVEL, AS_TONE_MUTE, 2);
	struct as_layer *stem = as_frame_add(p, f, AS_MARK_COLUMN, AS_TONE_INK, p->n);

	if (!level || !stem)
		return as_fail_memory(err);
	level->y[0] = p->bound;
	level->y[1] = -p->bound;
	stem->half = 0.15;
	for (size_t i = 0; i < p->n; i++) {
		stem->x[i] = (double)(i + 1);
		stem->y[i] = r[i];
	}
	f->x = (struct as_chart_axis){.to = (double)p->n + 1,
		.whole = true,
		.words = {.id = AS_CHARTED_DISTANCE}};
	f->y = (struct as_chart_axis){.from = -1, .to = 1, .words = {.id = AS_CHARTED_CORRELATION}};
	return AS_OK;
}

static enum as_status add_acf(const struct as_experiment *x, const struct as_observed *o,
	struct as_picture *p, struct as_err *err)
{
	enum { ORDERS = 2 };
	struct as_frame *f = as_chart_frames(p, ORDERS, ORDERS);
	const double *other = as_chart_reordered(x, o, p);
	double *r = NULL;
	size_t beyond = 0;

	p->n = o->n / 4 > STEMS_MAX ? STEMS_MAX : o->n / 4;
	p->y = as_arena_array(&p->arena, p->n, sizeof *p->y);
	r = as_arena_array(&p->arena, p->n, sizeof *r);
	enum as_status st = f && other && p->y && r ? AS_OK : as_fail_memory(err);
	st = st ? st : as_acf(o->in_time, o->n, p->n, p->y, err);
	st = st ? st : as_acf(other, o->n, p->n, r, err);
	st = st ? st : as_acf_bound(o->n, confidence, &p->bound);
	st = st ? st : add_stems(p->y, p, &f[0], err);
	st = st ? st : add_stems(r, p, &f[1], err);
	if (st)
		return st;
	f[0].title.id = AS_CHARTED_TIME_ORDER;
	f[1].title.id = AS_CHARTED_RANDOM_ORDER;
	f[1].layer[1].tone = AS_TONE_REF;
	for (size_t i = 0; i < p->n; i++)
		beyond += fabs(p->y[i]) > p->bound;
	as_chart_note(p, AS_CHART_SAYS(BEYOND_BOUND, {.n = beyond}, {.n = p->n}, {.x = p->bound}));
	return AS_OK;
}

enum as_status as_chart_acf(const struct as_experiment *x, const struct as_analysis *a,
	const struct as_picture_request *r, struct as_picture *p, struct as_err *err)
{
	struct as_observed o = {0};
	enum as_status st = as_observed_open(x, r->subject, r->metric, r->execution, &o, err);

	(void)a;
	if (st)
		return st;
	p->observed = o.n;
	if (o.n < ACF_LEAST)
		st = as_fail(err, AS_ERR_DATA,
			"cannot draw the acf of %zu value%s: measure at least %d", o.n,
			o.n == 1 ? "" : "s", ACF_LEAST);
	else
		st = add_acf(x, &o, p, err);
	as_observed_close(&o);
	return st;
}
