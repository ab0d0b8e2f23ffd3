/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stat/dist/planning/staged.h"

#include <math.h>

/* Standard deviation of the n values there are among x[0] .. x[to - 1]. Shifted by the first of
 * them, so that a large constant in all costs no digits. */
static double deviation(const double *x, size_t to, size_t *n, double *mean)
{
	double shift = (double)NAN, sum = 0, squares = 0;

	*n = 0;
	for (size_t i = 0; i < to; i++) {
		if (isnan(x[i]))
			continue;
		if (!*n)
			shift = x[i];
		sum += x[i] - shift;
		*n += 1;
	}
	sum /= *n ? (double)*n : 1;
	*mean = shift + sum;
	for (size_t i = 0; i < to; i++)
		if (!isnan(x[i]))
			squares += (x[i] - shift - sum) * (x[i] - shift - sum);
	return *n > 1 ? sqrt(squares / (double)(*n - 1)) : 0;
}

struct as_staged as_staged_of(const double *x, size_t n, size_t first)
{
	struct as_staged out = {0};
	double mean = 0;

	out.s_first = deviation(x, first < n ? first : n, &out.n_first, &mean);
	out.s = deviation(x, n, &out.n, &out.mean);
	return out;
}

struct as_test as_staged_wider(const struct as_test *all, const struct as_test *first)
{
	struct as_test out = first->half_width > all->half_width ? *first : *all;

	out.has_p = all->has_p;
	out.p = first->has_p ? fmax(all->p, first->p) : all->p;
	out.p_single = all->p;
	out.two_stage = true;
	return out;
}

enum as_status as_staged_test(
	const struct as_staged *series, double confidence, struct as_test *out)
{
	double root = sqrt((double)series->n);
	struct as_test all, first;

	if (series->n < 2)
		return AS_ERR_DATA;
	if (series->n_first > series->n)
		return AS_ERR_ARG;
	enum as_status st = as_test_t(
		series->mean, series->s / root, (double)(series->n - 1), confidence, &all);
	if (!st && series->n_first >= 2)
		st = as_test_t(series->mean, series->s_first / root, (double)(series->n_first - 1),
			confidence, &first);
	if (!st)
		*out = series->n_first >= 2 ? as_staged_wider(&all, &first) : all;
	return st;
}

enum as_status as_staged_interval(
	const struct as_staged *series, double confidence, struct as_interval *out)
{
	struct as_test t;
	enum as_status st = as_staged_test(series, confidence, &t);

	if (!st)
		*out = (struct as_interval){.estimate = t.estimate,
			.lo = t.lo,
			.hi = t.hi,
			.half_width = t.half_width,
			.se = t.se,
			.df = t.has_p ? t.df : (double)(series->n - 1),
			.confidence = confidence};
	return st;
}

struct as_side as_staged_side(const double *x, size_t n, size_t first, struct as_side *out_first)
{
	struct as_side all = as_side_of(x, n);

	*out_first = (struct as_side){0};
	if (first >= 2 && first < n) {
		*out_first = as_side_of(x, first);
		out_first->mean = all.mean;
		out_first->s2 *= (double)first / (double)n; /* divided by first, that is s2 / n */
	}
	return all;
}

/* The sides by their first units. False: neither of them has any. */
static bool first_of(const struct as_staged_sides *s, struct as_side *old, struct as_side *new)
{
	*old = s->first_old.r ? s->first_old : s->old;
	*new = s->first_new.r ? s->first_new : s->new;
	return s->first_old.r || s->first_new.r;
}

enum as_status as_staged_welch(const struct as_staged_sides *s, double confidence,
	struct as_test *out, struct as_err *err)
{
	struct as_side old, new;
	struct as_test all, first;
	enum as_status st = as_welch(&s->old, &s->new, confidence, &all, err);
	const bool staged = first_of(s, &old, &new);

	if (!st && staged)
		st = as_welch(&old, &new, confidence, &first, err);
	if (!st)
		*out = staged ? as_staged_wider(&all, &first) : all;
	return st;
}

enum as_status as_fieller_welch_staged(const struct as_staged_sides *s, double confidence,
	struct as_ratio *out, struct as_err *err)
{
	struct as_side old, new;
	struct as_ratio all, first;
	enum as_status st = as_fieller_welch(&s->old, &s->new, confidence, &all, err);

	if (!st && first_of(s, &old, &new)) {
		st = as_fieller_welch(&old, &new, confidence, &first, err);
		if (!st && (first.refused > all.refused ||
			(first.kind != AS_RATIO_BOUNDED && all.kind == AS_RATIO_BOUNDED)))
			all = first;
		if (!st) {
			all.lo = fmin(all.lo, first.lo);
			all.hi = fmax(all.hi, first.hi);
		}
	}
	if (!st)
		*out = all;
	return st;
}
