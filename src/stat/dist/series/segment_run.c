/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "stat/core/moments.h"
#include "stat/core/quantile.h"
#include "stat/dist/series/segment.h"
#include "stat/dist/series/series.h"

enum { WINDOW = 200, LEAST = 5 };

/* The sorted values of a window that moves along a series. */
struct window {
	double sorted[WINDOW];
	size_t n;
};

/* How many of the sorted values are smaller. */
static size_t place(const struct window *w, double x)
{
	size_t from = 0, to = w->n;

	while (from < to) {
		size_t middle = (from + to) / 2;
		if (w->sorted[middle] < x)
			from = middle + 1;
		else
			to = middle;
	}
	return from;
}

static void add_value(struct window *w, double x)
{
	size_t at = place(w, x);

	memmove(&w->sorted[at + 1], &w->sorted[at], (w->n - at) * sizeof x);
	w->sorted[at] = x;
	w->n++;
}

static void leave_out(struct window *w, double x)
{
	size_t at = place(w, x);

	w->n--;
	memmove(&w->sorted[at], &w->sorted[at + 1], (w->n - at) * sizeof x);
}

/* Type 7; the window is never empty and p is one of two. */
static double quantile(const struct window *w, double p)
{
	double q = 0;

	return as_quantile(w->sorted, w->n, p, &q) ? 0 : q;
}

/* The value to cut by in place of x. */
static double tame(const struct window *w, double x)
{
	double middle = as_median(w->sorted, w->n);

	return fabs(x - middle) > 3 * (quantile(w, 0.9) - quantile(w, 0.1)) ? middle : x;
}

/* How values are cut by: means of blocks; what is left over at the end belongs to the last one. */
struct blocks {
	size_t each, n;
	double *mean; /* n */
	double *room; /* for the last of them, which is the largest */
};

static size_t end_of(const struct blocks *b, size_t block, size_t n)
{
	return block + 1 < b->n ? (block + 1) * b->each : n;
}

/* Each point, or the median of those around it, goes into its block; how many were replaced. */
static size_t replace(const double *x, size_t n, struct blocks *b)
{
	size_t width = n < WINDOW ? n : WINDOW, from = 0, replaced = 0, block = 0, in = 0;
	struct window w = {.n = 0};

	for (size_t i = 0; i < width; i++)
		add_value(&w, x[i]);
	for (size_t i = 0; i < n; i++) {
		while (i > from + width / 2 && from + width < n) {
			leave_out(&w, x[from]);
			add_value(&w, x[from + width]);
			from++;
		}
		const double tamed = tame(&w, x[i]);
		replaced += tamed < x[i] || tamed > x[i];
		b->room[in++] = tamed;
		if (i + 1 < end_of(b, block, n))
			continue;
		b->mean[block++] = as_mean(b->room, in);
		in = 0;
	}
	return replaced;
}

static bool blocks_init(struct blocks *b, size_t n, struct as_arena *room)
{
	b->each = n > AS_SEGMENT_POINTS ? (n + AS_SEGMENT_BLOCKS - 1) / AS_SEGMENT_BLOCKS : 1;
	b->n = n / b->each;
	b->mean = as_arena_array(room, b->n, sizeof *b->mean);
	b->room = as_arena_array(room, 2 * b->each, sizeof *b->room);
	return b->mean && b->room;
}

enum as_status as_segment_run(const double *x, size_t n, double resolution, struct as_arena *a,
	struct as_segments *out, struct as_err *err)
{
	struct as_arena room = {0};
	struct blocks b;
	enum as_status st = as_series_check(x, n, err);

	if (st)
		return st;
	if (!blocks_init(&b, n, &room)) {
		as_arena_release(&room);
		return as_fail_memory(err);
	}
	double mean = as_mean(x, n);
	struct as_cutting how = {.penalty = 15 * log((double)n), .least = LEAST,
		.floor = fmax(resolution * resolution / 12, 1e-12 * mean * mean)};
	if (!(how.floor > 0)) /* a mean of 0, without a clock */
		how.floor = 1e-300;
	size_t replaced = replace(x, n, &b);
	st = as_segment(b.mean, b.n, &how, a, out, err);
	as_arena_release(&room);
	if (st)
		return st;
	for (size_t i = 0; i < out->n; i++)
		out->start[i] *= b.each;
	out->start[out->n] = n;
	out->replaced = replaced;
	out->block = b.each;
	return AS_OK;
}
