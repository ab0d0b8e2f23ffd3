/* SPDX-License-Identifier: MIT */
#include "stat/core/tree/reduction.h"

#include <math.h>

#include "stat/core/estimator.h"
#include "stat/core/quantile.h"

double as_quantile_unbiased(const double *sorted, size_t n, double p)
{
	double h = ((double)n + 1.0 / 3) * p + 1.0 / 3;

	if (!n || !(p > 0 && p < 1))
		return (double)NAN;
	h = fmin(fmax(h, 1), (double)n);
	/* (n + 1/3) p + 1/3 is seldom the integer that it is on paper */
	if (fabs(h - round(h)) < 1e-9)
		h = round(h);
	size_t k = (size_t)h;
	if (k >= n)
		return sorted[n - 1];
	return sorted[k - 1] + (h - (double)k) * (sorted[k] - sorted[k - 1]);
}

size_t as_quantile_least(double p)
{
	/* 5 / 0.05 is above 100 by a rounding where p was 1 - 0.95 */
	double beyond = ceil(5 / fmin(p, 1 - p) * (1 - 1e-12));

	return beyond > 20 ? (size_t)beyond : 20;
}

double as_minimum_of(const double *sorted, size_t n, size_t k)
{
	if (!k || k > n)
		return (double)NAN;
	double weight = (double)k / (double)n, sum = weight * sorted[0];

	for (size_t i = 1; i + k <= n; i++) {
		weight *= (double)(n - i - k + 1) / (double)(n - i);
		sum += weight * sorted[i];
	}
	return sum;
}

size_t as_reduction_least(const struct as_reduction *r)
{
	switch (r->kind) {
	case AS_REDUCE_QUANTILE:
		return as_quantile_least(r->p);
	case AS_REDUCE_TRIMMED:
		return AS_TRIMMED_LEAST;
	case AS_REDUCE_MINIMUM:
		break;
	}
	return AS_MINIMUM_LEAST;
}

/* The same as of sorted values: the few about each rank are in their places, from the first on, and what
 * lies before them is not looked at for the next. */
void as_reduce_quantiles(const double *p, size_t m, double *values, size_t n, double *out)
{
	size_t done = 0; /* values before it are no larger than those from it on */

	for (size_t j = 0; j < m; j++) {
		const size_t rank = (size_t)(((double)n + 1.0 / 3) * p[j]);
		size_t k = rank > 1 ? rank - 2 : 0;

		for (const size_t end = k + 5; k < n && k < end; k++) {
			if (k < done)
				continue; /* in its place already */
			as_select(values + done, n - done, k - done);
			done = k + 1;
		}
		out[j] = as_quantile_unbiased(values, n, p[j]);
	}
}

double as_reduce(const struct as_reduction *r, double *values, size_t n)
{
	double q;

	if (r->kind == AS_REDUCE_QUANTILE && n && r->p > 0 && r->p < 1) {
		as_reduce_quantiles(&r->p, 1, values, n, &q);
		return q;
	}
	as_sort(values, n);
	switch (r->kind) {
	case AS_REDUCE_QUANTILE:
		return as_quantile_unbiased(values, n, r->p);
	case AS_REDUCE_TRIMMED:
		return as_trimmed_mean(values, n);
	case AS_REDUCE_MINIMUM:
		break;
	}
	return as_minimum_of(values, n, r->k);
}
