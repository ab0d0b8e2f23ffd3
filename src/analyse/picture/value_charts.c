/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values of one command as frames of marks: what stands far from the others is at the border, with what
 * it is, and of very many so many are drawn, which is said. */
#include <math.h>

#include "analyse/picture/chart_make.h"
#include "stat/core/density.h"
#include "stat/core/histogram.h"

enum { BARS_MIN = 5, BARS_MAX = 40, ORDERS = 2, FLATTER = 5 };

static const double least_reach = 0.04; /* of the median: noise of what is steady looks steady */

/* Those beyond the frame as dots, which stand at its border. */
static enum as_status add_beyond(
	const struct as_observed *o, double height, struct as_picture *p, struct as_err *err)
{
	const struct as_spanned in = as_spanned_of(o->sorted, o->n);
	const size_t n = o->n - (in.last + 1 - in.first);
	struct as_layer *l =
		n ? as_frame_add(p, p->chart->frame, AS_MARK_DOTS, AS_TONE_MUTE, n) : NULL;

	if (n && !l)
		return as_fail_memory(err);
	for (size_t i = 0; i < n; i++) {
		const size_t at = i < in.first ? i : i + in.last + 1 - in.first;
		l->x[i] = o->sorted[at];
		l->y[i] = height;
	}
	return AS_OK;
}

/* Sizes from one to the other, which may be the same, with some room; an amount whose least value is
 * not below 0 has none there. */
static struct as_chart_axis axis_of_sizes(
	const struct as_experiment *x, size_t metric, double least, double from, double to)
{
	const double half = as_chart_apart(from, to) ? 0.03 * (to - from)
		: fabs(to) > 0 ? fabs(to) / 100
			       : 1;
	struct as_chart_axis a = as_axis_of(x, metric, from - half, to + half);

	if (as_metric_is_amount(a.metric) && least >= 0)
		a.from = fmax(0, a.from);
	return a;
}

static enum as_status chart_histogram(const struct as_experiment *x, const struct as_observed *o,
	struct as_picture *p, struct as_err *err)
{
	const struct as_spanned in = as_spanned_of(o->sorted, o->n);
	const double bars = fmin(BARS_MAX, fmax(BARS_MIN, ceil(2 * cbrt((double)o->n))));
	const size_t n = (size_t)bars;
	struct as_frame *f = as_chart_frames(p, 1, 1);
	struct as_layer *l = f ? as_frame_add(p, f, AS_MARK_COLUMN, AS_TONE_REF, n) : NULL;
	size_t count[BARS_MAX], most = 0;

	if (!l)
		return as_fail_memory(err);
	f->x = axis_of_sizes(
		x, p->metric, o->sorted[in.first], o->sorted[in.first], o->sorted[in.last]);
	const bool same = !(o->sorted[in.last] > o->sorted[in.first]);
	const double range[2] = {
		same ? f->x.from : o->sorted[in.first], same ? f->x.to : o->sorted[in.last]};
	enum as_status st =
		as_histogram(o->sorted + in.first, in.last + 1 - in.first, range, count, n);
	if (st)
		return st;
	const double wide = (range[1] - range[0]) / bars;
	l->half = wide / 2;
	for (size_t i = 0; i < n; i++) {
		l->x[i] = range[0] + ((double)i + 0.5) * wide;
		l->y[i] = (double)count[i];
		most = count[i] > most ? count[i] : most;
	}
	f->y = (struct as_chart_axis){.to = (double)most, .whole = true};
	return add_beyond(o, 0.04 * (double)most, p, err);
}

/* Height counts nothing by itself: it has no numbers. */
static enum as_status chart_density(const struct as_experiment *x, const struct as_observed *o,
	struct as_picture *p, struct as_err *err)
{
	const struct as_spanned in = as_spanned_of(o->sorted, o->n);
	struct as_density *d = as_arena_array(&p->arena, 1, sizeof *d);
	struct as_frame *f = as_chart_frames(p, 1, 1);
	struct as_layer *line =
		f ? as_frame_add(p, f, AS_MARK_LINE, AS_TONE_REF, AS_DENSITY_POINTS) : NULL;
	double most = 0;

	if (!d || !line || !as_chart_bare(p, f))
		return as_fail_memory(err);
	as_density(o->sorted + in.first, in.last + 1 - in.first, d);
	p->n = line->n;
	p->x = line->x;
	p->y = d->f;
	p->modes = as_density_modes(d);
	for (size_t i = 0; i < p->n; i++)
		most = fmax(most, d->f[i]);
	for (size_t i = 0; i < p->n; i++) {
		line->x[i] = d->from + (double)i * d->step;
		line->y[i] = d->f[i] / most;
	}
	line->shaded = true;
	f->x = axis_of_sizes(x, p->metric, o->sorted[in.first], p->x[0], p->x[p->n - 1]);
	as_chart_note(p, AS_CHART_SAYS(MODES, {.n = p->modes}));
	return add_beyond(o, 0.04, p, err);
}

/* Both frames, in the order of time and in random order, with what values span. */
static struct as_frame *add_orders(
	const struct as_experiment *x, const struct as_observed *o, struct as_picture *p)
{
	struct as_frame *f = as_chart_frames(p, ORDERS, ORDERS);

	p->n = o->n;
	p->other = as_chart_reordered(x, o, p);
	for (size_t i = 0; f && i < ORDERS; i++) {
		f[i].title.id = i ? AS_CHARTED_RANDOM_ORDER : AS_CHARTED_TIME_ORDER;
		f[i].y = as_axis_of(x, p->metric, 0, 1);
		as_axis_span(&f[i].y, o->sorted, o->n, as_metric_is_amount(f[i].y.metric));
		f[i].x = f[i].y;
	}
	return p->other ? f : NULL;
}

static enum as_status chart_sequence(const struct as_experiment *x, const struct as_observed *o,
	struct as_picture *p, struct as_err *err)
{
	const double middle = o->sorted[o->n / 2], reach = least_reach * fabs(middle);
	struct as_frame *f = add_orders(x, o, p);

	p->y = as_arena_array(&p->arena, o->n, sizeof *p->y);
	if (!f || !p->y)
		return as_fail_memory(err);
	for (size_t i = 0; i < o->n; i++)
		p->y[i] = o->in_time[i];
	for (size_t i = 0; i < ORDERS; i++) {
		as_axis_reach(&f[i].y, middle - reach);
		as_axis_reach(&f[i].y, middle + reach);
		f[i].x = (struct as_chart_axis){
			.from = 0.5, .to = (double)o->n + 0.5, .whole = true};
		struct as_layer *l = as_frame_add_dots(p, &f[i], NULL, i ? p->other : p->y, o->n);
		if (!l)
			return as_fail_memory(err);
		l->tone = i ? AS_TONE_REF : AS_TONE_INK;
	}
	return AS_OK;
}

static enum as_status chart_lag(const struct as_experiment *x, const struct as_observed *o,
	struct as_picture *p, struct as_err *err)
{
	struct as_frame *f = add_orders(x, o, p);

	if (!f)
		return as_fail_memory(err);
	for (size_t i = 0; i < ORDERS; i++) {
		const double *v = i ? p->other : o->in_time;
		struct as_layer *l = as_frame_add_dots(p, &f[i], v, v + 1, o->n - 1);
		if (!l)
			return as_fail_memory(err);
		l->tone = i ? AS_TONE_REF : AS_TONE_INK;
	}
	return AS_OK;
}

static void note_beyond(
	const struct as_experiment *x, const struct as_observed *o, struct as_picture *p)
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

static enum as_status chart_of(const struct as_experiment *x, const struct as_observed *o,
	struct as_picture *p, struct as_err *err)
{
	typedef enum as_status chart_fn(const struct as_experiment *x, const struct as_observed *o,
		struct as_picture *p, struct as_err *err);
	static chart_fn *const all[AS_PICTURES] = {
		[AS_PICTURE_HISTOGRAM] = chart_histogram,
		[AS_PICTURE_DENSITY] = chart_density,
		[AS_PICTURE_SEQUENCE] = chart_sequence,
		[AS_PICTURE_LAG] = chart_lag,
	};

	if (o->n < 2)
		return as_fail(err, AS_ERR_DATA,
			"cannot draw the %s of '%.200s' from %zu value%s: measure at least 2",
			as_pictures[p->kind].name, x->subjects[p->subject].name, o->n,
			o->n == 1 ? "" : "s");
	enum as_status st = all[p->kind](x, o, p, err);
	if (!st)
		note_beyond(x, o, p);
	return st;
}

enum as_status as_chart_values(const struct as_experiment *x, const struct as_analysis *a,
	const struct as_picture_request *r, struct as_picture *p, struct as_err *err)
{
	struct as_observed o = {0};
	enum as_status st = as_observed_open(x, r->subject, r->metric, r->execution, &o, err);

	(void)a;
	p->observed = o.n;
	st = st ? st : chart_of(x, &o, p, err);
	as_observed_close(&o);
	return st;
}

/* Of all subjects that have an interval, or at least a mean. */
enum as_status as_chart_intervals(const struct as_experiment *x, const struct as_analysis *a,
	const struct as_picture_request *r, struct as_picture *p, struct as_err *err)
{
	struct as_frame *f = as_chart_frames(p, 1, 1);
	double from = (double)INFINITY, to = -(double)INFINITY;
	size_t n = 0, at = 0;

	for (size_t i = 0; i < a->n_subjects; i++)
		n += a->summaries[i].n_top > 0;
	if (!n)
		return as_fail(err, AS_ERR_DATA, "cannot draw intervals: no command has values");
	struct as_layer *l = f ? as_frame_add(p, f, AS_MARK_SPAN, AS_TONE_INK, n) : NULL;
	const char **name = as_arena_array(&p->arena, n, sizeof *name);
	if (!l || !name)
		return as_fail_memory(err);
	for (size_t i = a->n_subjects; i-- > 0;) { /* the first is above */
		const struct as_summary *s = &a->summaries[i];
		const bool none = s->method == AS_INTERVAL_NONE;
		if (!s->n_top)
			continue;
		l->x[at] = s->mean;
		l->lo[at] = none ? s->mean : s->lo;
		l->hi[at] = none ? s->mean : s->hi;
		l->y[at] = (double)at;
		name[at] = x->subjects[s->subject].name;
		from = fmin(from, l->lo[at]);
		to = fmax(to, l->hi[at]);
		at++;
	}
	l->half = 0.22;
	f->x = axis_of_sizes(x, r->metric, from, from, to);
	f->y = (struct as_chart_axis){
		.from = -0.6, .to = (double)n - 0.4, .lines = 1.8, .name = name, .n_names = n};
	return AS_OK;
}

static bool is_of_sizes(enum as_picture_kind kind)
{
	return kind == AS_PICTURE_HISTOGRAM || kind == AS_PICTURE_DENSITY ||
	       kind == AS_PICTURE_BY_EXECUTION || kind == AS_PICTURE_BY_BUILD;
}

/* The pictures of a kind over the axis that all of them span, unless it would flatten one. */
static void align(struct as_picture *v, size_t n, enum as_picture_kind kind)
{
	double from = (double)INFINITY, to = -(double)INFINITY, narrowest = (double)INFINITY;

	for (size_t i = 0; i < n; i++) {
		const struct as_chart_axis *a = &v[i].chart->frame->x;
		if (v[i].kind != kind)
			continue;
		from = fmin(from, a->from);
		to = fmax(to, a->to);
		narrowest = fmin(narrowest, a->to - a->from);
	}
	for (size_t i = 0; i < n && to - from <= FLATTER * narrowest; i++)
		if (v[i].kind == kind) {
			v[i].chart->frame->x.from = from;
			v[i].chart->frame->x.to = to;
		}
}

void as_pictures_align(struct as_picture *v, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (is_of_sizes(v[i].kind))
			align(v, n, v[i].kind);
}
