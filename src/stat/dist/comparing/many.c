/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stat/dist/comparing/many.h"

#include <math.h>

#include "stat/core/moments.h"
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

enum as_status as_suite_sample(const double *log_ratio, size_t n, double confidence, double *lo,
	double *hi)
{
	double mean = 0, ss = 0, t = 0;

	if (!n)
		return AS_ERR_DATA;
	*lo = *hi = (double)NAN;
	if (n < 2)
		return AS_OK;
	if (as_t_factor(confidence, (double)n - 1, &t))
		return AS_ERR_ARG;
	mean = as_mean(log_ratio, n);
	ss = as_squares(log_ratio, n, mean);
	double half = t * sqrt(ss / (double)(n - 1) / (double)n);
	*lo = exp(mean - half);
	*hi = exp(mean + half);
	return AS_OK;
}
