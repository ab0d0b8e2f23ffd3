/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a picture of a series draws. */
#include <math.h>

#include "analyse/history/history_analyse.h"
#include "stat/dist/interval.h"

struct levels {
	struct as_history_level_drawn *v;
	size_t n;
};

/* A part without a change: one level, as those beside a change are made. */
static double level_of(const struct as_history_series *s, const struct as_history_part *p)
{
	double sum = 0;

	for (size_t i = p->from; i < p->to; i++)
		sum += p->logarithms ? log(s->points[i].value) : s->points[i].value;
	sum /= (double)(p->to - p->from);
	return p->logarithms ? exp(sum) : sum;
}

/* From one change of the part to the next. */
static void add_level(
	const struct as_history_series *s, size_t part, size_t change, struct levels *out)
{
	const struct as_history_part *p = &s->parts[part];
	const size_t next = change + 1;
	const bool ends = next < s->n_changes && s->changes[next].part == part;

	out->v[out->n++] =
		(struct as_history_level_drawn){.from = s->changes[change].at,
			.to = (ends ? s->changes[next].at : p->to) - 1,
			.mean = s->changes[change].after,
			.change = change};
}

static void add_part(
	const struct as_history_series *s, size_t part, size_t first, struct levels *out)
{
	const struct as_history_part *p = &s->parts[part];
	const bool changes = first < s->n_changes && s->changes[first].part == part;

	if (!p->looked)
		return;
	out->v[out->n++] = (struct as_history_level_drawn){.from = p->from,
		.to = (changes ? s->changes[first].at : p->to) - 1,
		.mean = changes ? s->changes[first].before : level_of(s, p),
		.change = SIZE_MAX};
	for (size_t i = first; i < s->n_changes && s->changes[i].part == part; i++)
		add_level(s, part, i, out);
}

enum as_status as_history_levels(const struct as_history_series *s, struct as_arena *a,
	struct as_history_drawn *out, struct as_err *err)
{
	struct levels made = {.n = 0};
	size_t change = 0;

	*out = (struct as_history_drawn){.n_levels = 0};
	if (s->outline) {
		out->levels = s->outline->levels;
		out->n_levels = s->outline->n_levels;
		return AS_OK;
	}
	made.v = as_arena_array(a, s->n_parts + s->n_changes, sizeof *made.v);
	if (!made.v)
		return as_fail_memory(err);
	for (size_t i = 0; i < s->n_parts; i++) {
		while (change < s->n_changes && s->changes[change].part < i)
			change++;
		add_part(s, i, change, &made);
	}
	out->levels = made.v;
	out->n_levels = made.n;
	return AS_OK;
}

enum as_status as_history_drawn_of(const struct as_history *h, const struct as_history_series *s,
	struct as_arena *a, struct as_history_drawn *out, struct as_err *err)
{
	enum as_status st = as_history_levels(s, a, out, err);

	if (st)
		return st;
	out->lo = as_arena_array(a, s->n_points, sizeof *out->lo);
	out->hi = as_arena_array(a, s->n_points, sizeof *out->hi);
	if (!out->lo || !out->hi)
		return as_fail_memory(err);
	for (size_t i = 0; i < s->n_points; i++) {
		const struct as_history_point *p = &s->points[i];
		struct as_interval v = {.lo = (double)NAN, .hi = (double)NAN};
		if (p->units > 1 && isfinite(p->sd) &&
			as_interval_t(p->value, p->sd * p->sd, p->units, h->confidence, &v))
			v.lo = v.hi = (double)NAN;
		out->lo[i] = v.lo;
		out->hi[i] = v.hi;
	}
	return AS_OK;
}
