/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stat/dist/changes/where.h"

#include <math.h>
#include <string.h>

#include "stat/core/quantile.h"

/* A change in 500 commits; steps have a standard deviation of 3; no value counts beyond 6. */
static const double rate = 1.0 / 500, spread2 = 9, limit = 6;

struct seeking_where {
	const struct as_where *w;
	double *prefix;    /* sums of the scaled values: n + 1 */
	double *f, *b;     /* n + 1 each: logarithms of what leads here from either end */
	size_t *pieces;    /* of each gap */
};

/* Median of n numbers, which are sorted. */
static double median(double *x, size_t n)
{
	as_sort(x, n);
	return n % 2 ? x[n / 2] : (x[n / 2 - 1] + x[n / 2]) / 2;
}

static double noise_of(const struct as_where *w, double *room)
{
	for (size_t i = 1; i < w->n; i++)
		room[i - 1] = fabs(w->x[i] - w->x[i - 1]);
	return 1.4826 * median(room, w->n - 1) / sqrt(2);
}

/* In noise around their median; without noise what differs lies at the limit. */
static void scale(const struct as_where *w, double s, double *room, double *prefix)
{
	memcpy(room, w->x, w->n * sizeof *room);
	const double middle = median(room, w->n);

	prefix[0] = 0;
	for (size_t i = 0; i < w->n; i++) {
		const double d = w->x[i] - middle;
		double u = s > 0 ? d / s : d > 0 ? limit : d < 0 ? -limit : 0;
		u = u > limit ? limit : u < -limit ? -limit : u;
		prefix[i + 1] = prefix[i] + u;
	}
}

/* Values i .. j - 1 are of one level. */
static double segment(const struct seeking_where *k, size_t i, size_t j)
{
	const double n = (double)(j - i), sum = k->prefix[j] - k->prefix[i];

	return -log1p(spread2 * n) / 2 + spread2 * sum * sum / (2 * (1 + spread2 * n)) +
		(double)(k->w->at[j - 1] - k->w->at[i]) * log1p(-rate);
}

/* A change somewhere between value i - 1 and value i. */
static double change(const struct seeking_where *k, size_t i)
{
	return log(-expm1((double)(k->w->at[i] - k->w->at[i - 1]) * log1p(-rate)));
}

static double add_logs(double a, double b)
{
	const double most = fmax(a, b);

	return isinf(most) ? most : most + log(exp(a - most) + exp(b - most));
}

static void sum_up(struct seeking_where *k)
{
	const size_t n = k->w->n;

	k->f[0] = k->b[n] = 0;
	for (size_t j = 1; j <= n; j++) {
		k->f[j] = -(double)INFINITY;
		for (size_t i = 0; i < j; i++)
			k->f[j] = add_logs(k->f[j],
				k->f[i] + segment(k, i, j) + (i ? change(k, i) : 0));
	}
	for (size_t i = n; i-- > 0;) {
		k->b[i] = -(double)INFINITY;
		for (size_t j = i + 1; j <= n; j++)
			k->b[i] = add_logs(k->b[i],
				k->b[j] + segment(k, i, j) + (j < n ? change(k, j) : 0));
	}
}

/* What another cut of gap i (after value i) can be expected to tell. */
static double gain(const struct seeking_where *k, const double *p, size_t i)
{
	const size_t left = (k->w->at[i + 1] - k->w->at[i]) / k->pieces[i];

	return left < 2 ? 0 : p[i] * log2((double)left) / (double)k->pieces[i];
}

static void cut(struct seeking_where *k, const double *p, size_t take)
{
	for (size_t t = 0; t < take; t++) {
		size_t best = 0;
		for (size_t i = 1; i + 1 < k->w->n; i++)
			if (gain(k, p, i) > gain(k, p, best))
				best = i;
		if (!(gain(k, p, best) > 0))
			return;
		k->pieces[best]++;
	}
}

static void add_again(struct as_where_next *out, size_t at)
{
	if (!out->n_again || out->again[out->n_again - 1] != at)
		out->again[out->n_again++] = at;
}

static void name_places(const struct seeking_where *k, struct as_where_next *out)
{
	const size_t *at = k->w->at;

	for (size_t i = 0; i + 1 < k->w->n; i++) {
		const size_t gap = at[i + 1] - at[i];
		for (size_t q = 1; q < k->pieces[i]; q++)
			out->measure[out->n_measure++] = at[i] + gap * q / k->pieces[i];
		if (k->pieces[i] > 1) {
			add_again(out, at[i]);
			add_again(out, at[i + 1]);
		}
	}
}

enum as_status as_where_next(const struct as_where *w, size_t take, struct as_arena *a,
	struct as_where_next *out)
{
	struct seeking_where k = {.w = w, .prefix = as_arena_array(a, w->n + 1, sizeof *k.prefix),
		.f = as_arena_array(a, w->n + 1, sizeof *k.f),
		.b = as_arena_array(a, w->n + 1, sizeof *k.b),
		.pieces = as_arena_array(a, w->n + 1, sizeof *k.pieces)};
	struct as_where_next next = {.p = as_arena_array(a, w->n + 1, sizeof *next.p),
		.measure = as_arena_array(a, take + 1, sizeof *next.measure),
		.again = as_arena_array(a, w->n + 1, sizeof *next.again)};

	if (w->n < AS_WHERE_LEAST)
		return AS_ERR_ARG;
	for (size_t i = 1; i < w->n; i++)
		if (w->at[i] <= w->at[i - 1])
			return AS_ERR_ARG;
	if (!k.prefix || !k.f || !k.b || !k.pieces || !next.p || !next.measure || !next.again)
		return AS_ERR_MEM;
	next.s = noise_of(w, next.p);
	scale(w, next.s, next.p, k.prefix);
	sum_up(&k);
	for (size_t i = 0; i + 1 < w->n; i++) {
		next.p[i] = exp(k.f[i + 1] + change(&k, i + 1) + k.b[i + 1] - k.f[w->n]);
		k.pieces[i] = 1;
	}
	cut(&k, next.p, take);
	name_places(&k, &next);
	*out = next;
	return AS_OK;
}
