/* SPDX-License-Identifier: MIT */
#include "stat/core/quantile.h"

static double quantile(const double *sorted, size_t n, double p)
{
	double h = (double)(n - 1) * p;
	size_t k = (size_t)h;

	/* p = 1, or p so near to 1 that the product was rounded up: there is no x[k + 1]. */
	if (k + 1 >= n)
		return sorted[n - 1];
	return sorted[k] + (h - (double)k) * (sorted[k + 1] - sorted[k]);
}

enum as_status as_quantile(const double *sorted, size_t n, double p, double *out)
{
	if (!n || !(p >= 0 && p <= 1))
		return AS_ERR_ARG;
	*out = quantile(sorted, n, p);
	return AS_OK;
}

double as_median(const double *sorted, size_t n)
{
	return quantile(sorted, n, 0.5);
}

double as_median_deviation(const double *sorted, size_t n, double *room)
{
	double middle = as_median(sorted, n);

	for (size_t i = 0; i < n; i++)
		room[i] = sorted[i] > middle ? sorted[i] - middle : middle - sorted[i];
	as_sort(room, n);
	return as_median(room, n);
}
