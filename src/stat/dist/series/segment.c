/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stat/dist/series/segment.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "stat/core/moments.h"
#include "stat/dist/series/series.h"

#define NONE UINT32_MAX

static const double log_2pi = 1.8378770664093454836;

/* Starts of a last segment that could not win when all of them were last looked at, at the end
 * `seen`. A start that gets no cheaper than `least` (`floored`: of those whose variance was below
 * the floor) need not be looked at, see may_win(). */
struct group {
	uint32_t first; /* of a list through work.next */
	uint32_t n;
	size_t seen;
	double least, floored;
};

/* There are never more groups than a number has bits: each is smaller than the one before it. */
enum { GROUPS = 64 };

struct work {
	const struct as_cutting *how;
	long double *sum, *squares; /* of the first i values, from their mean */
	double *best;               /* F(t): of everything before t */
	double *value;              /* of a last segment from here, when it was looked at */
	uint32_t *from;             /* where the last segment before t starts in the best */
	uint32_t *next;
	uint32_t near; /* the list of those that may win soon, and are looked at for each end */
	struct group group[GROUPS];
	size_t groups;
};

/* Sum of squares from their mean of the points from .. to - 1. */
static double squares(const struct work *w, size_t from, size_t to)
{
	long double s = w->sum[to] - w->sum[from], n = (long double)(to - from);
	double q = (double)(w->squares[to] - w->squares[from] - s * s / n);

	return q > 0 ? q : 0;
}

static double cost(const struct work *w, size_t from, size_t to)
{
	double n = (double)(to - from), v = squares(w, from, to) / n;

	return n * (log_2pi + log(v > w->how->floor ? v : w->how->floor) + 1);
}

static bool is_floored(const struct work *w, size_t from, size_t to)
{
	return squares(w, from, to) / (double)(to - from) < w->how->floor;
}

/* The least that the points from .. to - 1 add to a segment that ends before them: their own
 * likelihood at their best, whose parts never cost more than the whole. */
static double least_cost(const struct work *w, size_t from, size_t to)
{
	double n = (double)(to - from), q = squares(w, from, to), v = q / n;

	v = v > w->how->floor ? v : w->how->floor;
	return n * (log_2pi + log(v)) + q / v;
}

static double value_of(const struct work *w, size_t start, size_t end)
{
	return w->best[start] + cost(w, start, end) + w->how->penalty;
}

/* Could one of the group be the best start for this end? PELT drops starts by the inequality that
 * is used here: a segment costs at least as much as its parts. Where the floor breaks it, each
 * further point costs at least as much as one of the floor's variance. */
static bool may_win(const struct work *w, const struct group *g, size_t end, double best)
{
	double more = least_cost(w, g->seen, end);
	double flat = (double)(end - g->seen) * (log_2pi + log(w->how->floor) + 1);
	double bound = fmin(g->least + more, g->floored + flat);

	return bound - 1e-9 * (1 + fabs(best)) <= best;
}

static void take_candidate(struct work *w, uint32_t start, size_t end)
{
	double v = w->value[start];

	if (v < w->best[end] || (!(v > w->best[end]) && start < w->from[end])) {
		w->best[end] = v;
		w->from[end] = start;
	}
}

/* Everything in a list is looked at, and joins those that are near. */
static void look(struct work *w, uint32_t list, size_t end)
{
	while (list != NONE) {
		uint32_t start = list;
		list = w->next[start];
		w->value[start] = value_of(w, start, end);
		take_candidate(w, start, end);
		w->next[start] = w->near;
		w->near = start;
	}
}

static void remove_group(struct work *w, size_t i)
{
	w->groups--;
	for (; i < w->groups; i++)
		w->group[i] = w->group[i + 1];
}

static void put_aside(struct work *w, struct group *g, uint32_t start, size_t end)
{
	double *least = is_floored(w, start, end) ? &g->floored : &g->least;

	*least = fmin(*least, w->value[start]);
	w->next[start] = g->first;
	g->first = start;
	g->n++;
}

/* Those that are too dear to win soon leave the near ones, as one group; groups of about the same
 * size become one, so that a start moves as often as the number of starts has bits. */
static void settle(struct work *w, size_t end)
{
	const double margin = w->how->penalty / 4;
	struct group g = {NONE, 0, end, HUGE_VAL, HUGE_VAL};
	bool more = true;

	while (more) {
		uint32_t *at = &w->near;
		while (*at != NONE) {
			uint32_t start = *at;
			if (w->value[start] - w->best[end] > margin) {
				*at = w->next[start];
				put_aside(w, &g, start, end);
			} else {
				at = &w->next[start];
			}
		}
		more = g.n && w->groups && w->group[w->groups - 1].n <= 2 * g.n;
		if (more)
			look(w, w->group[--w->groups].first, end);
	}
	if (g.n)
		w->group[w->groups++] = g;
}

/* The best start of a last segment that ends before `end`. */
static void find_start(struct work *w, size_t end)
{
	size_t least = w->how->least, new = end - least;
	uint32_t near = w->near;

	w->best[end] = HUGE_VAL;
	w->from[end] = NONE;
	w->near = NONE;
	if (!new || new >= least) {
		w->next[new] = near;
		near = (uint32_t)new;
	}
	look(w, near, end);
	for (size_t i = w->groups; i--;)
		if (may_win(w, &w->group[i], end, w->best[end])) {
			uint32_t list = w->group[i].first;
			remove_group(w, i);
			look(w, list, end);
		}
	settle(w, end);
}

static bool work_init(struct work *w, struct as_arena *room, const double *x, size_t n)
{
	double mean = as_mean(x, n);

	w->near = NONE;
	w->sum = as_arena_array(room, n + 1, sizeof *w->sum);
	w->squares = as_arena_array(room, n + 1, sizeof *w->squares);
	w->best = as_arena_array(room, n + 1, sizeof *w->best);
	w->value = as_arena_array(room, n + 1, sizeof *w->value);
	w->from = as_arena_array(room, n + 1, sizeof *w->from);
	w->next = as_arena_array(room, n + 1, sizeof *w->next);
	if (!w->sum || !w->squares || !w->best || !w->value || !w->from || !w->next)
		return false;
	for (size_t i = 0; i < n; i++) {
		long double d = (long double)x[i] - (long double)mean;
		w->sum[i + 1] = w->sum[i] + d;
		w->squares[i + 1] = w->squares[i] + d * d;
	}
	return true;
}

/* From the last segment back to the first. */
static enum as_status take_segments(const struct work *w, size_t n, struct as_arena *a,
	struct as_segments *out, struct as_err *err)
{
	size_t segments = 0, *start;

	for (size_t t = n; t; t = w->from[t])
		segments++;
	start = as_arena_array(a, segments + 1, sizeof *start);
	if (!start)
		return as_fail_memory(err);
	start[segments] = n;
	for (size_t t = n, i = segments; t; t = w->from[t])
		start[--i] = w->from[t];
	*out = (struct as_segments){.n = segments, .start = start, .cost = w->best[n], .block = 1};
	return AS_OK;
}

enum as_status as_segment(const double *x, size_t n, const struct as_cutting *how,
	struct as_arena *a, struct as_segments *out, struct as_err *err)
{
	struct work w = {.how = how};
	struct as_arena room = {0};
	enum as_status st = AS_OK;

	if (!(how->penalty >= 0 && how->floor > 0 && how->least >= 2))
		return as_fail(err, AS_ERR_ARG, "cannot cut a series with such parameters");
	st = as_series_check(x, n, err);
	if (st)
		return st;
	if (!work_init(&w, &room, x, n))
		st = as_fail_memory(err);
	if (!st) {
		w.best[0] = -how->penalty;
		for (size_t t = how->least; t <= n; t++)
			find_start(&w, t);
		if (n < how->least) { /* it has no way to be cut, and is one segment all the same */
			w.from[n] = 0;
			w.best[n] = cost(&w, 0, n);
		}
		st = take_segments(&w, n, a, out, err);
	}
	as_arena_release(&room);
	return st;
}
