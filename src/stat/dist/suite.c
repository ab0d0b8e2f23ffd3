/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stat/dist/suite.h"

#include <float.h>
#include <math.h>

#include "stat/dist/dist.h"

/* How many values are at most v: the largest rank of v, counted so that no sorting is needed. */
static size_t rank_of(const double *p, size_t n, double v)
{
	size_t rank = 0;

	for (size_t i = 0; i < n; i++)
		rank += p[i] <= v ? 1 : 0;
	return rank;
}

enum as_status as_benjamini_hochberg(const double *p, size_t n, bool dependent, double *adjusted,
	size_t *tested)
{
	size_t m = 0;
	double factor = 1;

	for (size_t i = 0; i < n; i++) {
		if (!isnan(p[i]) && !(p[i] >= 0 && p[i] <= 1))
			return AS_ERR_ARG;
		m += isnan(p[i]) ? 0 : 1;
	}
	for (size_t i = 2; dependent && i <= m; i++)
		factor += 1 / (double)i;
	for (size_t i = 0; i < n; i++)
		adjusted[i] = isnan(p[i]) ? p[i]
			: fmin(1, factor * (double)m * p[i] / (double)rank_of(p, n, p[i]));
	/* The smallest of its own and of those with larger p. From the largest p down this would be
	 * a running minimum; without an order every value asks all others. In place: a value only
	 * ever takes one that ends below it itself. */
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < n; j++)
			if (p[j] >= p[i] && adjusted[j] < adjusted[i])
				adjusted[i] = adjusted[j];
	if (tested)
		*tested = m;
	return AS_OK;
}

static bool is_usable(const struct as_side *s)
{
	return s->mean > 0 && s->mean <= DBL_MAX && s->s2 >= 0 && s->s2 <= DBL_MAX && s->r >= 2;
}

/* What one side adds to the variance of the mean of logarithms. */
struct share {
	double v, squared_over_df;
};

static struct share share_of(const struct as_side *s)
{
	double v = s->s2 / ((double)s->r * s->mean * s->mean);

	return (struct share){.v = v, .squared_over_df = v * v / (double)(s->r - 1)};
}

/* Of programs like these: the ratios themselves are the sample. */
static enum as_status add_sample(const struct as_suite_pair *rows, double mean, double confidence,
	struct as_suite_value *s)
{
	double ss = 0, n = (double)s->n, t = 0;

	s->has_sample = s->n >= AS_SUITE_SAMPLE_MIN;
	if (s->n < 2)
		return AS_OK;
	for (size_t i = 0; i < s->n; i++) {
		double d = log(rows[i].new.mean / rows[i].old.mean) - mean;
		ss += d * d;
	}
	if (as_t_factor(confidence, n - 1, &t))
		return AS_ERR_ARG;
	double half = t * sqrt(ss / (n - 1) / n);
	s->sample_lo = exp(mean - half);
	s->sample_hi = exp(mean + half);
	return AS_OK;
}

enum as_status as_suite_ratio(const struct as_suite_pair *rows, size_t n, double confidence,
	struct as_suite_value *out, struct as_err *err)
{
	double sum = 0, v = 0, squares = 0, t = 0;
	struct as_suite_value s = {.n = n};

	if (!n)
		return as_fail(err, AS_ERR_DATA,
			"a suite needs at least one benchmark for its mean ratio");
	for (size_t i = 0; i < n; i++) {
		if (!is_usable(&rows[i].old) || !is_usable(&rows[i].new))
			return as_fail(err, AS_ERR_DATA,
				"no mean ratio of the suite can be given: benchmark %zu has no "
				"ratio, which takes a positive mean of at least 2 units in both "
				"versions",
				i + 1);
		struct share a = share_of(&rows[i].old), b = share_of(&rows[i].new);
		sum += log(rows[i].new.mean / rows[i].old.mean);
		v += a.v + b.v;
		squares += a.squared_over_df + b.squared_over_df;
	}
	double mean = sum / (double)n, se = sqrt(v) / (double)n;
	s.df = squares > 0 ? fmax(v * v / squares, 1) : 1;
	if (as_t_factor(confidence, s.df, &t) || add_sample(rows, mean, confidence, &s))
		return as_fail(err, AS_ERR_ARG, "a confidence must lie between 0 and 1");
	s.ratio = exp(mean);
	s.lo = exp(mean - t * se);
	s.hi = exp(mean + t * se);
	*out = s;
	return AS_OK;
}
