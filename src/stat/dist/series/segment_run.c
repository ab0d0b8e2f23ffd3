/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
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

static void add(struct window *w, double x)
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

/* Each point, or the median of those around it; how many were replaced. */
static size_t replace(const double *x, size_t n, double *out)
{
	size_t width = n < WINDOW ? n : WINDOW, from = 0, replaced = 0;
	struct window w = {.n = 0};

	for (size_t i = 0; i < width; i++)
		add(&w, x[i]);
	for (size_t i = 0; i < n; i++) {
		while (i > from + width / 2 && from + width < n) {
			leave_out(&w, x[from]);
			add(&w, x[from + width]);
			from++;
		}
		out[i] = tame(&w, x[i]);
		replaced += out[i] < x[i] || out[i] > x[i];
	}
	return replaced;
}

/* Means of blocks, in place; what is left over at the end belongs to the last block. */
static size_t thin(double *x, size_t n, size_t block)
{
	size_t blocks = n / block;

	for (size_t i = 0; i < blocks; i++) {
		size_t to = i + 1 < blocks ? (i + 1) * block : n;
		x[i] = as_mean(&x[i * block], to - i * block);
	}
	return blocks;
}

enum as_status as_segment_run(const double *x, size_t n, double resolution, struct as_arena *a,
	struct as_segments *out, struct as_err *err)
{
	struct as_arena room = {0};
	double *tamed = NULL;
	enum as_status st = as_series_check(x, n, err);

	if (st)
		return st;
	tamed = as_arena_array(&room, n, sizeof *tamed);
	if (!tamed)
		return as_fail_memory(err);
	double mean = as_mean(x, n);
	struct as_cutting how = {.penalty = 15 * log((double)n), .least = LEAST,
		.floor = fmax(resolution * resolution / 12, 1e-12 * mean * mean)};
	if (!(how.floor > 0)) /* a mean of 0, without a clock */
		how.floor = 1e-300;
	size_t replaced = replace(x, n, tamed);
	size_t block = n > AS_SEGMENT_POINTS ? (n + AS_SEGMENT_BLOCKS - 1) / AS_SEGMENT_BLOCKS : 1;
	st = as_segment(tamed, thin(tamed, n, block), &how, a, out, err);
	as_arena_release(&room);
	if (st)
		return st;
	for (size_t i = 0; i < out->n; i++)
		out->start[i] *= block;
	out->start[out->n] = n;
	out->replaced = replaced;
	out->block = block;
	return AS_OK;
}
