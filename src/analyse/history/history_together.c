/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What several benchmarks owe to one commit. */
#include "analyse/history/history_inside.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct one {
	const struct as_history_series *series;
	const struct as_history_change *change;
};

static const struct as_history_point *point_of(const struct one *a)
{
	return as_history_at(a->series, a->change->at);
}

static int by_text(const char *a, const char *b)
{
	return a && b ? strcmp(a, b) : !b - !a;
}

/* By what makes changes belong together. */
static int by_version(const void *x, const void *y)
{
	const struct one *a = x, *b = y;
	const struct as_history_point *p = point_of(a), *q = point_of(b);
	const char *const texts[][2] = {{a->series->project, b->series->project},
		{p->commit, q->commit}, {p->label, q->label},
		{a->series->metric, b->series->metric}, {a->series->machine, b->series->machine}};

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		const int order = by_text(texts[i][0], texts[i][1]);
		if (order)
			return order;
	}
	return 0;
}

static int by_changes(const void *x, const void *y)
{
	const struct as_history_together *a = x, *b = y;

	if (a->changes != b->changes)
		return a->changes < b->changes ? 1 : -1;
	return (a->at->date_ns < b->at->date_ns) - (a->at->date_ns > b->at->date_ns);
}

/* A change that is a ratio, and not the environment's. */
static bool counts(const struct as_history_series *s, const struct as_history_change *c)
{
	return c->kind != AS_HISTORY_SAME_PROGRAM && s->parts[c->part].logarithms;
}

static size_t collect_changes(const struct as_history *h, struct one *out)
{
	size_t n = 0;

	for (size_t i = 0; i < h->n; i++)
		for (size_t k = 0; k < h->series[i].n_changes; k++) {
			const struct one one = {&h->series[i], &h->series[i].changes[k]};
			if (!counts(one.series, one.change))
				continue;
			if (out)
				out[n] = one;
			n++;
		}
	return n;
}

static struct as_history_together sum(const struct one *v, size_t n)
{
	double logs = 0;

	for (size_t i = 0; i < n; i++)
		logs += log1p(v[i].change->size);
	return (struct as_history_together){point_of(v), v->series, n, exp(logs / (double)n)};
}

/* ---- noise that changed ---- */

enum { NOISE_APART = 3, NOISE_LEAST = 3, NOISE_SHARE = 20 };

static const struct as_history_part *last_part(const struct as_history_series *s)
{
	return &s->parts[s->n_parts - 1];
}

/* How many versions ago, which series of one project share. */
static size_t noise_age(const struct as_history_series *s)
{
	return s->n_points - last_part(s)->noise.since;
}

static bool is_noisier(const struct as_history_series *s)
{
	return last_part(s)->noise.ratio > 1;
}

static int by_place(const struct as_history_series *s, const struct as_history_series *o)
{
	const char *const texts[][2] = {
		{s->project, o->project}, {s->machine, o->machine}, {s->metric, o->metric}};

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		const int order = by_text(texts[i][0], texts[i][1]);
		if (order)
			return order;
	}
	return 0;
}

static int by_noise(const void *x, const void *y)
{
	const struct as_history_series *s = *(const struct as_history_series *const *)x;
	const struct as_history_series *o = *(const struct as_history_series *const *)y;
	const int order = by_place(s, o);

	if (order)
		return order;
	if (is_noisier(s) != is_noisier(o))
		return is_noisier(o) ? 1 : -1;
	return noise_age(s) < noise_age(o) ? 1 : noise_age(s) > noise_age(o) ? -1 : 0;
}

static int by_ratio(const void *x, const void *y)
{
	const struct as_history_series *s = *(const struct as_history_series *const *)x;
	const struct as_history_series *o = *(const struct as_history_series *const *)y;
	const double a = last_part(s)->noise.ratio, b = last_part(o)->noise.ratio;

	return (a > b) - (a < b);
}

/* The noise of many benchmarks that changed at about one version is of the machine: one row for all. */
static enum as_status put_noise_together(struct as_history *h, struct as_arena *a)
{
	const struct as_history_series **v = as_arena_array(a, h->n, sizeof *v);
	size_t n = 0;

	h->noisier = as_arena_array(a, h->n / NOISE_LEAST, sizeof *h->noisier);
	if (!v || !h->noisier)
		return AS_ERR_MEM;
	for (size_t i = 0; i < h->n; i++)
		if (last_part(&h->series[i])->noise.told)
			v[n++] = &h->series[i];
	if (n)
		qsort(v, n, sizeof *v, by_noise);
	for (size_t i = 0, end; i < n; i = end) {
		size_t benchmarks = 0;
		for (end = i + 1; end < n && !by_place(v[i], v[end]) &&
			is_noisier(v[i]) == is_noisier(v[end]) &&
			noise_age(v[i]) <= noise_age(v[end]) + NOISE_APART; end++)
			;
		for (size_t k = 0; k < h->n; k++)
			benchmarks += !by_place(v[i], &h->series[k]);
		if (end - i < NOISE_LEAST || NOISE_SHARE * (end - i) < benchmarks)
			continue;
		struct as_history_noisier *one = &h->noisier[h->n_noisier++];
		*one = (struct as_history_noisier){.of = v[i],
			.at = as_history_at(v[i], last_part(v[i])->noise.since),
			.changed = end - i, .benchmarks = benchmarks};
		qsort(v + i, end - i, sizeof *v, by_ratio);
		one->ratio = (last_part(v[(i + end - 1) / 2])->noise.ratio +
			last_part(v[(i + end) / 2])->noise.ratio) / 2;
	}
	return AS_OK;
}

enum as_status as_history_put_together(struct as_history *h, struct as_arena *a, struct as_err *err)
{
	const size_t n = collect_changes(h, NULL);
	struct as_arena room = {0};
	struct one *v = as_arena_array(&room, n, sizeof *v);

	h->together = as_arena_array(a, n / 2, sizeof *h->together);
	if (!v || !h->together) {
		as_arena_release(&room);
		return as_fail_memory(err);
	}
	collect_changes(h, v);
	if (n)
		qsort(v, n, sizeof *v, by_version);
	for (size_t i = 0, end; i < n; i = end) {
		for (end = i + 1; end < n && !by_version(&v[i], &v[end]); end++)
			;
		if (end - i > 1)
			h->together[h->n_together++] = sum(v + i, end - i);
	}
	if (h->n_together)
		qsort(h->together, h->n_together, sizeof *h->together, by_changes);
	as_arena_release(&room);
	return put_noise_together(h, a) ? as_fail_memory(err) : AS_OK;
}
