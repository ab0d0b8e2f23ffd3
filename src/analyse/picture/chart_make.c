/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/picture/chart_make.h"

#include <math.h>
#include <stdint.h>

#include "stat/core/quantile.h"
#include "stat/dist/random.h"

enum { DOTS_MAX = 2000, BARE_LINES = 9 };

/* Quartile distances beyond the quartiles from which on a value stands at the border. */
static const double far_out = 6;

struct as_frame *as_chart_frames(struct as_picture *p, size_t n, size_t columns)
{
	struct as_chart *c = as_arena_array(&p->arena, 1, sizeof *c);

	if (!c)
		return NULL;
	*c = (struct as_chart){.frame = as_arena_array(&p->arena, n, sizeof *c->frame),
		.n_frames = n,
		.columns = columns};
	p->chart = c;
	return c->frame;
}

static double *nans(struct as_picture *p, size_t n)
{
	double *v = as_arena_array(&p->arena, n, sizeof *v);

	for (size_t i = 0; v && i < n; i++)
		v[i] = (double)NAN;
	return v;
}

struct as_layer *as_frame_add(
	struct as_picture *p, struct as_frame *f, enum as_mark mark, enum as_tone tone, size_t n)
{
	struct as_layer l = {.mark = mark, .tone = tone, .n = n, .half = 0.3};

	if (f->n_layers == AS_LAYERS_MAX)
		return NULL;
	l.x = nans(p, n);
	l.y = nans(p, n);
	l.lo = nans(p, n);
	l.hi = nans(p, n);
	if (!l.x || !l.y || !l.lo || !l.hi)
		return NULL;
	f->layer[f->n_layers] = l;
	return &f->layer[f->n_layers++];
}

struct as_layer *as_frame_add_named(
	struct as_picture *p, struct as_frame *f, enum as_mark mark, enum as_tone tone, size_t n)
{
	struct as_layer *l = as_frame_add(p, f, mark, tone, n);

	if (l)
		l->text = as_arena_array(&p->arena, n, sizeof *l->text);
	return l && l->text ? l : NULL;
}

struct as_layer *as_frame_add_dots(struct as_picture *p, struct as_frame *f, const double *x,
	const double *y, size_t n)
{
	const size_t most = n < DOTS_MAX ? n : DOTS_MAX;
	struct as_layer *l = as_frame_add(p, f, AS_MARK_DOTS, AS_TONE_INK, most);

	for (size_t i = 0; l && i < most; i++) {
		const size_t at = i * n / most;
		l->x[i] = x ? x[at] : (double)(at + 1);
		l->y[i] = y[at];
	}
	if (l)
		l->thin = most > 100;
	if (f == p->chart->frame && most < n)
		as_chart_note(p, AS_CHART_SAYS(THINNED, {.n = most}, {.n = n}));
	return l;
}

bool as_chart_bare(struct as_picture *p, struct as_frame *f)
{
	const char **name = as_arena_array(&p->arena, 1, sizeof *name);

	if (name)
		*name = "";
	f->y = (struct as_chart_axis){.to = 1.05, .lines = BARE_LINES, .n_names = 1, .name = name};
	return name;
}

double *as_chart_reordered(
	const struct as_experiment *x, const struct as_observed *o, struct as_picture *p)
{
	uint32_t *order = as_arena_array(&p->arena, o->n, sizeof *order);
	double *v = as_arena_array(&p->arena, o->n, sizeof *v);
	struct as_random r;

	if (!order || !v)
		return NULL;
	for (size_t i = 0; i < o->n; i++)
		order[i] = (uint32_t)i;
	as_random_init(&r, x->plan.seed, AS_RANDOM_REORDER, 0);
	as_shuffle(&r, order, o->n);
	for (size_t i = 0; i < o->n; i++)
		v[i] = o->in_time[order[i]];
	return v;
}

struct as_chart_axis as_axis_of(
	const struct as_experiment *x, size_t metric, double from, double to)
{
	return (struct as_chart_axis){.from = from, .to = to, .metric = &x->metrics[metric]};
}

bool as_chart_apart(double from, double to)
{
	return to - from > 1e-9 * fmax(fabs(from), fabs(to));
}

static void widen(struct as_chart_axis *a, bool amount)
{
	const double width = a->to - a->from, size = fabs(a->to);
	const double room = as_chart_apart(a->from, a->to) ? 0.05 * width
		: size > 0 ? 0.01 * size
			   : 1;
	const bool positive = amount && a->from >= 0;

	a->from -= room;
	a->to += room;
	if (positive)
		a->from = fmax(a->from, 0);
}

struct as_spanned as_spanned_of(const double *sorted, size_t n)
{
	struct as_spanned in = {.last = n - 1};
	double q1 = sorted[0], q3 = sorted[n - 1];

	if (as_quantile(sorted, n, 0.25, &q1) || as_quantile(sorted, n, 0.75, &q3))
		return in;
	const double reach = q3 > q1 ? far_out * (q3 - q1) : (double)INFINITY;
	while (sorted[in.first] < q1 - reach)
		in.first++;
	while (sorted[in.last] > q3 + reach)
		in.last--;
	return in;
}

void as_axis_span(struct as_chart_axis *a, const double *sorted, size_t n, bool amount)
{
	const struct as_spanned in = as_spanned_of(sorted, n);

	a->from = sorted[in.first];
	a->to = sorted[in.last];
	widen(a, amount);
}

void as_axis_reach(struct as_chart_axis *a, double value)
{
	const double room = 0.02 * (a->to - a->from);

	if (value < a->from)
		a->from = value - room;
	if (value > a->to)
		a->to = value + room;
}

void as_chart_note(struct as_picture *p, struct as_charted_words note)
{
	size_t n = 0;

	while (n < AS_CHART_NOTES && p->chart->note[n].id)
		n++;
	if (n < AS_CHART_NOTES)
		p->chart->note[n] = note;
}

static void begin_at_zero(struct as_chart_axis *a)
{
	if (as_chart_axis_broken(a))
		a->from = 0;
}

void as_picture_from_zero(struct as_picture *p)
{
	for (size_t i = 0; i < p->chart->n_frames; i++) {
		begin_at_zero(&p->chart->frame[i].x);
		begin_at_zero(&p->chart->frame[i].y);
	}
}
