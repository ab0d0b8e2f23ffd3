/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One benchmark over its versions: each with its interval, levels and changes, and where a change may
 * as well be (methods-history.md). */
#include <math.h>
#include <stdlib.h>

#include "analyse/picture/chart_make.h"
#include "stat/core/quantile.h"
#include "stat/dist/interval.h"

/* Of the middle value: a history spans no less, so that a quiet one looks quiet. */
static const double least_span = 0.08;

/* What is drawn. */
struct course {
	const struct as_history *h;
	const struct as_history_series *s;
	struct as_picture *p;
	struct as_frame *f;
};

/* The first point stands at 1. */
static double place_of(size_t point)
{
	return (double)point + 1;
}

static const char *name_of(const struct as_history_point *point, struct as_picture *p)
{
	return point->commit ? as_arena_printf(&p->arena, "%.9s", point->commit)
			     : as_arena_strdup(&p->arena, point->label);
}

/* The interval of a version by its own units, where all are of one result; none else. */
static void take_interval(const struct course *c, size_t i, struct as_layer *l)
{
	const struct as_history_point *v = &c->s->points[i];
	struct as_interval interval;

	if (v->results != 1 || v->units < 2 || !isfinite(v->sd) ||
		as_interval_t(v->value, v->sd * v->sd, v->units, c->h->confidence, &interval))
		return;
	l->lo[i] = interval.lo;
	l->hi[i] = interval.hi;
}

/* Intervals are on the axis, too, as far as a wide one does not flatten the others. */
static void reach_intervals(const struct course *c, const struct as_layer *versions)
{
	const double most = 0.25; /* of the span, above and below */
	const struct as_chart_axis was = c->f->y;
	const double room = most * (was.to - was.from);

	for (size_t i = 0; i < versions->n; i++) {
		const double y = versions->y[i];
		if (!(y >= was.from && y <= was.to))
			continue;
		as_axis_reach(&c->f->y, fmax(versions->lo[i], was.from - room));
		as_axis_reach(&c->f->y, fmin(versions->hi[i], was.to + room));
	}
	if (was.from >= 0)
		c->f->y.from = fmax(0, c->f->y.from);
}

static enum as_status add_versions(const struct course *c, struct as_err *err)
{
	const struct as_history_series *s = c->s;
	struct as_layer *l =
		as_frame_add(c->p, c->f, AS_MARK_RISE, AS_TONE_REF, s->n_points);

	if (!l)
		return as_fail_memory(err);
	for (size_t i = 0; i < s->n_points; i++) {
		l->x[i] = place_of(i);
		l->y[i] = l->lo[i] = l->hi[i] = s->points[i].value;
		take_interval(c, i, l);
	}
	reach_intervals(c, l);
	return AS_OK;
}

/* Levels, where something changed in a part: from one change to the next. */
static enum as_status add_levels(const struct course *c, struct as_err *err)
{
	const struct as_history_series *s = c->s;
	const size_t n = 3 * (s->n_changes + s->n_parts);
	struct as_layer *l = as_frame_add(c->p, c->f, AS_MARK_LINE, AS_TONE_INK, n);
	size_t used = 0;

	if (!l)
		return as_fail_memory(err);
	for (size_t i = 0; i < s->n_parts; i++) {
		double from = place_of(s->parts[i].from) - 0.5, after = (double)NAN;
		for (size_t k = 0; k < s->n_changes; k++) {
			if (s->changes[k].part != i)
				continue;
			const double to = place_of(s->changes[k].at) - 0.5;
			l->x[used] = from;
			l->x[used + 1] = to;
			l->y[used] = l->y[used + 1] = s->changes[k].before;
			used += 3;
			from = to;
			after = s->changes[k].after;
		}
		l->x[used] = from;
		l->x[used + 1] = place_of(s->parts[i].to) - 0.5;
		l->y[used] = l->y[used + 1] = after;
		used += isfinite(after) ? 3 : 0;
	}
	l->n = used;
	return AS_OK;
}

static enum as_tone tone_of(const struct as_history_series *s, const struct as_history_change *k)
{
	const bool more = k->size > 0;

	if (k->kind != AS_HISTORY_CHANGE || s->better == AS_BETTER_NEITHER)
		return AS_TONE_MUTE;
	return more == (s->better == AS_BETTER_LESS) ? AS_TONE_WORSE : AS_TONE_BETTER;
}

/* Changes of a tone, each with its version; and before them all where it may as well be. */
static enum as_status add_changes(const struct course *c, enum as_tone tone, struct as_err *err)
{
	const struct as_history_series *s = c->s;
	struct as_layer *zone = as_frame_add(
		c->p, c->f, AS_MARK_ZONE, AS_TONE_MUTE, s->n_changes);
	struct as_layer *l =
		as_frame_add_named(c->p, c->f, AS_MARK_AT, tone, s->n_changes);
	size_t n = 0;

	if (!zone || !l)
		return as_fail_memory(err);
	for (size_t i = 0; i < s->n_changes; i++) {
		const struct as_history_change *k = &s->changes[i];
		if (tone_of(s, k) != tone)
			continue;
		zone->lo[n] = place_of(k->first) - 0.5;
		zone->hi[n] = place_of(k->last) + 0.5 - (k->last > k->first ? 0 : 1);
		l->x[n] = place_of(k->at) - 0.5;
		l->text[n] = name_of(&s->points[k->at], c->p);
		if (!l->text[n++])
			return as_fail_memory(err);
	}
	zone->n = l->n = n;
	return AS_OK;
}

/* Where versions cannot be compared over a place, by why. */
static enum as_status add_breaks(const struct course *c, enum as_history_break why,
	enum as_charted said, struct as_err *err)
{
	const struct as_history_series *s = c->s;
	struct as_layer *l = as_frame_add(c->p, c->f, AS_MARK_AT, AS_TONE_MUTE, s->n_parts);
	size_t n = 0;

	if (!l)
		return as_fail_memory(err);
	for (size_t i = 1; i < s->n_parts; i++)
		if (s->parts[i].why == why)
			l->x[n++] = place_of(s->parts[i].from) - 0.5;
	l->n = n;
	l->label.id = n ? said : AS_CHARTED_NONE;
	return AS_OK;
}

static bool is_outlier(const struct as_history_part *part, size_t point)
{
	for (size_t i = 0; i < part->n_outliers; i++)
		if (part->outliers[i].at == point)
			return true;
	return false;
}

/* A level of few versions is no outlier of the others: the axis has all of them. */
static void reach_levels(const struct course *c)
{
	const double room = 0.04; /* of the span, above and below */
	const struct as_history_series *s = c->s;
	double lo = (double)INFINITY, hi = -(double)INFINITY;

	for (size_t k = 0; k < s->n_parts; k++)
		for (size_t i = s->parts[k].from; i < s->parts[k].to; i++) {
			if (is_outlier(&s->parts[k], i))
				continue;
			lo = fmin(lo, s->points[i].value);
			hi = fmax(hi, s->points[i].value);
		}
	if (hi < lo)
		return;
	as_axis_reach(&c->f->y, lo - room * (hi - lo));
	as_axis_reach(&c->f->y, hi + room * (hi - lo));
}

static enum as_status add_axes(const struct course *c, const struct as_metric *metric,
	struct as_err *err)
{
	const struct as_history_series *s = c->s;
	double *sorted = as_arena_array(&c->p->arena, s->n_points, sizeof *sorted);
	const char *first = name_of(&s->points[0], c->p),
		   *last = name_of(&s->points[s->n_points - 1], c->p);

	if (!sorted || !first || !last)
		return as_fail_memory(err);
	for (size_t i = 0; i < s->n_points; i++)
		sorted[i] = s->points[i].value;
	as_sort(sorted, s->n_points);
	c->f->y = (struct as_chart_axis){.metric = metric};
	as_axis_span(&c->f->y, sorted, s->n_points, as_metric_is_amount(metric));
	const double middle = sorted[s->n_points / 2];
	as_axis_reach(&c->f->y, middle - least_span / 2 * fabs(middle));
	as_axis_reach(&c->f->y, middle + least_span / 2 * fabs(middle));
	reach_levels(c);
	c->f->x = (struct as_chart_axis){.from = 0.3,
		.to = (double)s->n_points + 0.7,
		.whole = true,
		.words = AS_CHART_SAYS(VERSIONS, {.s = first}, {.s = last})};
	return AS_OK;
}

static enum as_status draw(const struct course *c, struct as_err *err)
{
	static const enum as_tone tones[] = {AS_TONE_WORSE, AS_TONE_BETTER, AS_TONE_MUTE};
	static const struct {
		enum as_history_break why;
		enum as_charted said;
	} breaks[] = {{AS_BREAK_ENVIRONMENT, AS_CHARTED_OTHER_ENVIRONMENT},
		{AS_BREAK_BENCHMARK, AS_CHARTED_OTHER_BENCHMARK},
		{AS_BREAK_UNIT, AS_CHARTED_OTHER_UNIT},
		{AS_BREAK_DESIGN, AS_CHARTED_OTHER_DESIGN}};
	enum as_status st = AS_OK;

	for (size_t i = 0; i < sizeof breaks / sizeof breaks[0] && !st; i++)
		st = add_breaks(c, breaks[i].why, breaks[i].said, err);
	for (size_t i = 0; i < sizeof tones / sizeof tones[0] && !st; i++)
		st = add_changes(c, tones[i], err);
	if (!st)
		st = add_versions(c, err);
	return st ? st : add_levels(c, err);
}

enum as_status as_picture_of_series(const struct as_history *h, const struct as_history_series *s,
	struct as_picture *out, struct as_err *err)
{
	struct as_picture p = {.kind = AS_PICTURE_HISTORY, .observed = s->n_points};
	struct as_metric *m = as_arena_array(&p.arena, 1, sizeof *m);
	struct as_frame *f = as_chart_frames(&p, 1, 1);
	const struct course c = {.h = h, .s = s, .p = &p, .f = f};
	enum as_status st = m && f ? AS_OK : as_fail_memory(err);

	if (!st) {
		*m = (struct as_metric){
			.name = s->metric, .unit = s->unit, .better = s->better, .level = s->level};
		st = add_axes(&c, m, err);
	}
	if (!st)
		st = draw(&c, err);
	if (!st) {
		p.chart->title = AS_CHART_SAYS(HISTORY, {.s = s->name}, {.n = s->n_points});
		as_chart_note(&p, AS_CHART_SAYS(BARS_OF_ONE, {.x = h->confidence}));
		*out = p;
	} else {
		as_picture_release(&p);
	}
	return st;
}
