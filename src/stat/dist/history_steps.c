/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The clean detector: intervals, selection, location, pruning (methods-history.md 2.2). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "stat/core/quantile.h"
#include "stat/dist/history_parts.h"

enum { SWEEPS = 3, CRITICAL = 18, L = AS_HISTORY_SEGMENT };

/* Weights matter where standard deviations differ by more than this factor. */
#define ALIKE 1.25

double as_history_level_share(enum as_history_level level)
{
	static const double share[AS_HISTORY_LEVELS] = {0.05, 0.01, 0.001};

	return share[level];
}

double as_history_critical(size_t n, enum as_history_level level)
{
	static const double at[CRITICAL] = {16, 20, 25, 30, 40, 50, 70, 100, 140, 200, 300, 500,
		700, 1000, 1400, 2000, 3000, 4000};
	static const double c[CRITICAL] = {3.06, 3.29, 3.51, 3.68, 3.86, 3.99, 4.07, 4.13, 4.17,
		4.21, 4.25, 4.30, 4.34, 4.39, 4.44, 4.50, 4.57, 4.63};
	double size = (double)n, shift = 0;
	size_t i = 0;

	if (n < AS_HISTORY_LEAST)
		return (double)INFINITY;
	if (level == AS_HISTORY_5_PERCENT)
		shift = n > 300 ? -0.42 : -0.55;
	else if (level == AS_HISTORY_01_PERCENT)
		shift = 0.65;
	if (size >= at[CRITICAL - 1])
		return c[CRITICAL - 1] + 0.15 * log2(size / at[CRITICAL - 1]) + shift;
	while (size >= at[i + 1])
		i++;
	return c[i] + (c[i + 1] - c[i]) * log(size / at[i]) / log(at[i + 1] / at[i]) + shift;
}

enum as_history_level as_history_level_of(double t, size_t n)
{
	enum as_history_level found = AS_HISTORY_LEVELS;

	for (int level = AS_HISTORY_5_PERCENT; level < AS_HISTORY_LEVELS; level++)
		if (t >= as_history_critical(n, (enum as_history_level)level))
			found = (enum as_history_level)level;
	return found;
}

/* Intervals of one layer: n of them, l long. */
struct layer {
	size_t n;
	double length;
};

static bool layer_at(size_t m, size_t least, unsigned k, struct layer *out)
{
	double grow = exp2((double)k / 2);

	out->length = (double)m / grow;
	out->n = k ? 2 * (size_t)ceil(grow - 1e-9) - 1 : 1;
	return !k || out->length >= (double)least;
}

enum as_status as_seeded_spans(size_t m, size_t least, struct as_arena *a, struct as_span **out,
	size_t *n)
{
	struct layer layer;
	size_t room = 0, count = 0;

	for (unsigned k = 0; layer_at(m, least, k, &layer); k++)
		room += layer.n;
	struct as_span *list = as_arena_array(a, room, sizeof *list);
	if (!list)
		return AS_ERR_MEM;
	for (unsigned k = 0; layer_at(m, least, k, &layer); k++) {
		double shift = layer.n > 1 ? ((double)m - layer.length) / (double)(layer.n - 1) : 0;
		for (size_t i = 0; i < layer.n; i++) {
			double from = (double)i * shift;
			struct as_span one = {.from = (size_t)floor(from + 1e-9),
				.to = (size_t)ceil(from + layer.length - 1e-9)};
			one.to = one.to < m ? one.to : m;
			if (!count || list[count - 1].from != one.from ||
				list[count - 1].to != one.to)
				list[count++] = one;
		}
	}
	*out = list;
	*n = count;
	return AS_OK;
}

/* ---- preparation ---- */

static enum as_status check(const struct as_history_values *h, struct as_err *err)
{
	if (h->n < AS_HISTORY_LEAST)
		return as_fail(err, AS_ERR_DATA,
			"cannot look for changes in a history of %zu versions: a "
			"level is known from %d on; measure %zu more",
			h->n, AS_HISTORY_LEAST, AS_HISTORY_LEAST - h->n);
	for (size_t i = 0; i < h->n; i++) {
		if (!isfinite(h->x[i]))
			return as_fail(err, AS_ERR_DATA,
				"cannot look for changes in a history: value %zu is "
				"not a finite number; measure that version again, or leave it out",
				i + 1);
		if (h->se2 && !(h->se2[i] >= 0 && h->se2[i] <= HUGE_VAL))
			return as_fail(err, AS_ERR_DATA,
				"cannot look for changes in a history: the variance "
				"of value %zu is negative, or not a number",
				i + 1);
	}
	return AS_OK;
}

/* Standard deviations of the values: between versions and inside of them. False where they are so
 * nearly equal that weights would add noise only. */
static bool deviations(const struct as_history_values *h, double rho, double *s)
{
	double mean = 0, least = (double)INFINITY, most = 0;

	for (size_t i = 0; i + 1 < h->n; i++)
		s[i] = fabs(h->x[i + 1] - h->x[i]);
	as_sort(s, h->n - 1);
	double typical = 1.4826 * as_median(s, h->n - 1);
	double all = typical * typical / 2 / (1 - rho);
	for (size_t i = 0; i < h->n; i++)
		mean += h->se2[i] / (double)h->n;
	for (size_t i = 0; i < h->n; i++) {
		s[i] = sqrt(fmax(0, all - mean) + h->se2[i]);
		least = fmin(least, s[i]);
		most = fmax(most, s[i]);
	}
	return least > 0 && most / least > ALIKE;
}

/* Weights of x, and of y, from standard deviations. */
static enum as_status weigh(const struct as_history_values *h, double rho, struct as_arena *a,
	struct as_seeking *s)
{
	double *sd = as_arena_array(a, h->n, sizeof *sd);
	double *w = as_arena_array(a, h->n, sizeof *w), *u = as_arena_array(a, h->n, sizeof *u);

	if (!sd || !w || !u)
		return AS_ERR_MEM;
	if (!deviations(h, rho, sd))
		return AS_OK;
	for (size_t i = 0; i < h->n; i++)
		w[i] = 1 / (sd[i] * sd[i]);
	for (size_t j = 0; j < s->m; j++) {
		double own = sd[j + s->off] * sd[j + s->off];
		double before = s->off ? sd[j] * sd[j] : 0;
		u[j] = 1 / sqrt(s->off ? (own + rho * rho * before) / (1 + rho * rho) : own);
	}
	s->w = w;
	s->u = u;
	return AS_OK;
}

static enum as_status prepare(const struct as_history_values *h, double rho, struct as_arena *a,
	struct as_seeking *s)
{
	double *y = as_arena_array(a, h->n, sizeof *y);
	enum as_status st = as_ranks_init(&s->ranks, h->n, a);

	s->x = h->x;
	s->n = h->n;
	s->off = rho > 0 ? 1 : 0;
	s->m = h->n - s->off;
	s->clipped = as_arena_array(a, h->n, sizeof *s->clipped);
	s->scratch = as_arena_array(a, h->n, sizeof *s->scratch);
	if (st || !y || !s->clipped || !s->scratch)
		return AS_ERR_MEM;
	for (size_t j = 0; j < s->m; j++)
		y[j] = s->off ? h->x[j + 1] - rho * h->x[j] : h->x[j];
	s->y = y;
	return h->se2 ? weigh(h, rho, a, s) : AS_OK;
}

/* ---- selection ---- */

/* An interval whose statistic is above c. */
struct found {
	struct as_span span;
	struct as_split split;
};

struct candidates {
	struct found *found;  /* n_found of them */
	size_t n_found;
	size_t *at;           /* n of them */
	size_t n;
	struct as_span *open; /* stretches that are still to be looked into */
};

static bool is_narrower(const struct found *a, const struct found *b)
{
	size_t width_a = a->span.to - a->span.from, width_b = b->span.to - b->span.from;

	return width_a != width_b ? width_a < width_b : a->split.t > b->split.t;
}

/* The narrowest interval in [from, to) that has a change, else that stretch itself. */
static struct as_split narrowest(struct as_seeking *s, const struct candidates *c,
	struct as_span within)
{
	const struct found *best = NULL;

	for (size_t i = 0; i < c->n_found; i++) {
		const struct found *f = &c->found[i];
		if (f->span.from >= within.from && f->span.to <= within.to &&
			(!best || is_narrower(f, best)))
			best = f;
	}
	return best ? best->split : as_seek_best(s, within);
}

static enum as_status select_all(struct as_seeking *s, struct as_arena *a, struct candidates *c)
{
	struct as_span *spans = NULL;
	size_t n = 0, open = 0;
	enum as_status st = as_seeded_spans(s->m, 2 * (size_t)L, a, &spans, &n);

	if (st)
		return st;
	c->found = as_arena_array(a, n, sizeof *c->found);
	c->at = as_arena_array(a, s->m / L + 1, sizeof *c->at);
	c->open = as_arena_array(a, s->m / L + 2, sizeof *c->open);
	if (!c->found || !c->at || !c->open)
		return AS_ERR_MEM;
	for (size_t i = 0; i < n; i++) {
		struct as_split split = as_seek_best(s, spans[i]);
		if (split.t > s->c)
			c->found[c->n_found++] = (struct found){.span = spans[i], .split = split};
	}
	c->open[open++] = (struct as_span){.from = 0, .to = s->m};
	while (open) {
		struct as_span within = c->open[--open];
		struct as_split split = narrowest(s, c, within);
		if (!(split.t > s->c))
			continue;
		c->at[c->n++] = split.at;
		c->open[open++] = (struct as_span){.from = split.at, .to = within.to};
		c->open[open++] = (struct as_span){.from = within.from, .to = split.at};
	}
	return AS_OK;
}

/* Ascending; there are few. */
static void sort_places(size_t *at, size_t n)
{
	for (size_t i = 1; i < n; i++) {
		size_t one = at[i], j = i;
		for (; j && at[j - 1] > one; j--)
			at[j] = at[j - 1];
		at[j] = one;
	}
}

/* ---- location and pruning ---- */

/* From the change before number i to the one behind it. */
static struct as_span around(const struct candidates *c, size_t i, size_t n)
{
	return (struct as_span){
		.from = i ? c->at[i - 1] : 0, .to = i + 1 < c->n ? c->at[i + 1] : n};
}

static void locate_all(struct as_seeking *s, struct candidates *c)
{
	for (int sweep = 0; sweep < SWEEPS; sweep++)
		for (size_t i = 0; i < c->n; i++)
			c->at[i] = as_seek_locate(s, around(c, i, s->n), c->at[i]);
}

/* The statistic of every change between its neighbours; gives the number of the least. */
static size_t weakest(struct as_seeking *s, const struct candidates *c, double *t)
{
	size_t least = 0;

	for (size_t i = 0; i < c->n; i++) {
		struct as_span span = around(c, i, s->n);
		span.from = span.from > s->off ? span.from - s->off : 0;
		span.to -= s->off;
		t[i] = as_seek_at(s, span, c->at[i] - s->off);
		if (t[i] < t[least])
			least = i;
	}
	return least;
}

static void prune(struct as_seeking *s, struct candidates *c, double *t)
{
	while (c->n) {
		locate_all(s, c);
		size_t least = weakest(s, c, t);
		if (t[least] >= s->c)
			return;
		memmove(c->at + least, c->at + least + 1, (c->n - least - 1) * sizeof *c->at);
		c->n--;
	}
}

/* What was found, into the caller's memory. */
static enum as_status hand_over(const struct candidates *c, const double *t, struct as_arena *a,
	struct as_steps *out)
{
	out->n = c->n;
	out->at = as_arena_array(a, c->n, sizeof *out->at);
	out->t = as_arena_array(a, c->n, sizeof *out->t);
	out->p = as_arena_array(a, c->n, sizeof *out->p);
	if (!out->at || !out->t || !out->p)
		return AS_ERR_MEM;
	for (size_t i = 0; i < c->n; i++) {
		out->at[i] = c->at[i];
		out->t[i] = t[i];
		out->p[i] = (double)NAN;
	}
	return AS_OK;
}

enum as_status as_steps_find(const struct as_history_values *h, enum as_history_level level,
	bool independent, struct as_arena *a, struct as_steps *out, struct as_err *err)
{
	struct as_seeking s = {.c = as_history_critical(h->n, level)};
	struct as_steps found = {.critical = s.c};
	struct candidates c = {0};
	struct as_arena room = {0};
	double *t = NULL;
	enum as_status st = check(h, err);

	if (st)
		return st;
	if (!independent)
		st = as_history_rho(h->x, h->n, &room, &found.rho);
	if (!st)
		st = prepare(h, found.rho, &room, &s);
	if (!st)
		st = select_all(&s, &room, &c);
	if (!st && !(t = as_arena_array(&room, c.n + 1, sizeof *t)))
		st = AS_ERR_MEM;
	if (!st) {
		sort_places(c.at, c.n);
		for (size_t i = 0; i < c.n; i++)
			c.at[i] += s.off;
		prune(&s, &c, t);
		st = hand_over(&c, t, a, &found);
	}
	as_arena_release(&room);
	if (st)
		return as_fail_memory(err);
	*out = found;
	return AS_OK;
}
