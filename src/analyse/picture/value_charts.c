/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values of one command as frames of marks: what stands far from the others is at the border, with what
 * it is, and of very many so many are drawn, which is said. */
#include <math.h>

#include "analyse/picture/chart_make.h"

enum { DOTS_MAX = 2000, ORDERS = 2 };

static const double least_reach = 0.04; /* of the median: noise of what is steady looks steady */

void as_chart_note_thinned(struct as_picture *p, size_t shown, size_t all)
{
	if (shown < all)
		as_chart_note(p, AS_CHART_SAYS(THINNED, {.n = shown}, {.n = all}));
}

/* Those beyond the frame as dots, which stand at its border. */
static enum as_status add_beyond(const struct as_observed *o, double height, struct as_picture *p,
	struct as_err *err)
{
	const struct as_spanned in = as_spanned_of(o->sorted, o->n);
	const size_t n = o->n - (in.last + 1 - in.first);
	struct as_layer *l = n ? as_frame_add(p, p->chart->frame, AS_MARK_DOTS, AS_TONE_MUTE, n)
			       : NULL;

	if (n && !l)
		return as_fail_memory(err);
	for (size_t i = 0; i < n; i++) {
		const size_t at = i < in.first ? i : i + in.last + 1 - in.first;
		l->x[i] = o->sorted[at];
		l->y[i] = height;
	}
	return AS_OK;
}

static void span_sizes(const struct as_experiment *x, const struct as_observed *o,
	struct as_picture *p)
{
	struct as_chart_axis *a = &p->chart->frame->x;
	const double room = 0.03 * (p->x_to - p->x_from);
	const bool amount = as_metric_is_amount(&x->metrics[p->metric]);

	*a = as_axis_of(x, p->metric, p->x_from - room, p->x_to + room);
	if (amount && o->sorted[0] >= 0)
		a->from = fmax(0, a->from);
}

static enum as_status chart_bars(const struct as_experiment *x, const struct as_observed *o,
	struct as_picture *p, struct as_err *err)
{
	const double wide = (p->x_to - p->x_from) / (double)p->n;
	struct as_layer *l = as_frame_add(p, p->chart->frame, AS_MARK_COLUMN, AS_TONE_REF, p->n);

	if (!l)
		return as_fail_memory(err);
	span_sizes(x, o, p);
	p->chart->frame->y = (struct as_chart_axis){.to = 1.05 * p->y_to, .whole = true};
	l->half = wide / 2;
	for (size_t i = 0; i < p->n; i++) {
		l->x[i] = p->x_from + ((double)i + 0.5) * wide;
		l->y[i] = p->y[i];
	}
	return add_beyond(o, 0.04 * p->y_to, p, err);
}

/* Height counts nothing by itself: it has no numbers. */
static enum as_status chart_curve(const struct as_experiment *x, const struct as_observed *o,
	struct as_picture *p, struct as_err *err)
{
	struct as_frame *f = p->chart->frame;
	struct as_layer *shade = as_frame_add(p, f, AS_MARK_BAND, AS_TONE_REF, p->n);
	struct as_layer *line = as_frame_add(p, f, AS_MARK_LINE, AS_TONE_REF, p->n);
	const char **name = as_arena_array(&p->arena, 1, sizeof *name);

	if (!shade || !line || !name)
		return as_fail_memory(err);
	*name = "";
	span_sizes(x, o, p);
	f->y = (struct as_chart_axis){.to = 1.05, .lines = 9, .n_names = 1, .name = name};
	for (size_t i = 0; i < p->n; i++) {
		shade->x[i] = line->x[i] = p->x[i];
		shade->lo[i] = 0;
		shade->hi[i] = line->y[i] = p->y[i] / p->y_to;
	}
	return add_beyond(o, 0.04, p, err);
}

static enum as_status add_order(struct as_picture *p, struct as_frame *f, const double *x,
	const double *y, struct as_err *err)
{
	const size_t most = p->n < DOTS_MAX ? p->n : DOTS_MAX;
	struct as_layer *l = as_frame_add(p, f, AS_MARK_DOTS, AS_TONE_INK, most);

	if (!l)
		return as_fail_memory(err);
	for (size_t i = 0; i < most; i++) {
		l->x[i] = x[i * p->n / most];
		l->y[i] = y[i * p->n / most];
	}
	l->thin = most > 100;
	return AS_OK;
}

static void span_time(struct as_frame *f, const struct as_observed *o)
{
	const double middle = o->sorted[o->n / 2], reach = least_reach * fabs(middle);

	as_axis_reach(&f->y, middle - reach);
	as_axis_reach(&f->y, middle + reach);
	f->x = (struct as_chart_axis){.to = (double)o->n + 1, .whole = true};
}

static enum as_status chart_orders(const struct as_experiment *x, const struct as_observed *o,
	struct as_picture *p, struct as_err *err)
{
	struct as_frame *f = p->chart->frame;
	enum as_status st = AS_OK;

	for (size_t i = 0; i < ORDERS; i++) {
		f[i].title.id = i ? AS_CHARTED_RANDOM_ORDER : AS_CHARTED_TIME_ORDER;
		f[i].y = as_axis_of(x, p->metric, 0, 1);
		as_axis_span(&f[i].y, o->sorted, o->n, as_metric_is_amount(f[i].y.metric));
		f[i].x = f[i].y;
		if (p->kind == AS_PICTURE_SEQUENCE)
			span_time(&f[i], o);
	}
	st = add_order(p, &f[0], p->x, p->y, err);
	if (!st)
		st = add_order(p, &f[1], p->other_x, p->other, err);
	if (!st)
		f[1].layer[0].tone = AS_TONE_REF;
	as_chart_note_thinned(p, f[0].layer[0].n, p->n);
	return st;
}

static void note_beyond(const struct as_experiment *x, const struct as_observed *o,
	struct as_picture *p)
{
	const struct as_spanned in = as_spanned_of(o->sorted, o->n);
	const size_t n = o->n - (in.last + 1 - in.first);
	const double least = o->sorted[0], most = o->sorted[o->n - 1];
	const bool low = o->sorted[in.first] - least > most - o->sorted[in.last];
	struct as_charted_words words = AS_CHART_SAYS(BEYOND, {.n = n}, {.x = low ? least : most});

	words.metric = &x->metrics[p->metric];
	if (n)
		as_chart_note(p, words);
}

enum as_status as_chart_values(const struct as_experiment *x, const struct as_observed *o,
	struct as_picture *p, struct as_err *err)
{
	const bool orders = p->kind == AS_PICTURE_SEQUENCE || p->kind == AS_PICTURE_LAG;

	if (!as_chart_frames(p, orders ? ORDERS : 1, orders ? ORDERS : 1))
		return as_fail_memory(err);
	note_beyond(x, o, p);
	if (orders)
		return chart_orders(x, o, p, err);
	return p->kind == AS_PICTURE_HISTOGRAM ? chart_bars(x, o, p, err)
					       : chart_curve(x, o, p, err);
}

enum as_status as_chart_intervals(const struct as_experiment *x, struct as_picture *p,
	struct as_err *err)
{
	struct as_frame *f = as_chart_frames(p, 1, 1);
	struct as_layer *l = f ? as_frame_add(p, f, AS_MARK_SPAN, AS_TONE_INK, p->n) : NULL;
	const char **name = as_arena_array(&p->arena, p->n, sizeof *name);
	const double room = 0.04 * (p->x_to - p->x_from);

	if (!l || !name)
		return as_fail_memory(err);
	l->half = 0.22;
	f->x = as_axis_of(x, p->metric, p->x_from - room, p->x_to + room);
	if (as_metric_is_amount(&x->metrics[p->metric]) && p->x_from >= 0)
		f->x.from = fmax(0, f->x.from);
	f->y = (struct as_chart_axis){.from = -0.6, .to = (double)p->n - 0.4, .lines = 1.8,
		.name = name, .n_names = p->n};
	for (size_t i = 0; i < p->n; i++) {
		const size_t at = p->n - 1 - i; /* the first is above */
		name[at] = p->name[i];
		l->x[i] = p->y[i];
		l->lo[i] = p->lo[i];
		l->hi[i] = p->hi[i];
		l->y[i] = (double)at;
	}
	return AS_OK;
}

void as_pictures_align(struct as_picture *v, size_t n)
{
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < i; k++) {
			if (v[k].kind != v[i].kind || (v[i].kind != AS_PICTURE_HISTOGRAM &&
							      v[i].kind != AS_PICTURE_DENSITY))
				continue;
			struct as_chart_axis *a = &v[k].chart->frame->x, *b = &v[i].chart->frame->x;
			a->from = b->from = fmin(a->from, b->from);
			a->to = b->to = fmax(a->to, b->to);
		}
}
