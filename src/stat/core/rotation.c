/* SPDX-License-Identifier: MIT */
#include "stat/core/rotation.h"

#include <math.h>

#include "stat/core/moments.h"
#include "stat/core/quantile.h"

static struct as_spread spread(double average, double variance)
{
	return (struct as_spread){
		average, fabs(average) > 0 ? sqrt(variance) / fabs(average) : (double)NAN};
}

enum as_status as_rotate(const double *x, size_t n, size_t k, enum as_estimator e, double *room,
	struct as_spread *out)
{
	double *group = room + n;

	if (n < 2 || k < 1 || k > n)
		return AS_ERR_ARG;
	for (size_t s = 0; s < n; s++) {
		for (size_t i = 0; i < k; i++)
			group[i] = x[s + i < n ? s + i : s + i - n];
		as_sort(group, k);
		room[s] = as_estimate(e, group, k);
	}
	double average = as_mean(room, n);
	*out = spread(average, as_variance(room, n, average));
	return AS_OK;
}

enum as_status as_drawn_minimum(const double *sorted, size_t n, size_t k, struct as_spread *out)
{
	double p = (double)k / (double)n, mean = 0, variance = 0;

	if (k < 1 || k > n)
		return AS_ERR_ARG;
	for (int pass = 0; pass < 2; pass++) {
		double chance = p;
		for (size_t i = 0; i + k <= n; i++) {
			if (!pass)
				mean += chance * sorted[i];
			else
				variance += chance * (sorted[i] - mean) * (sorted[i] - mean);
			/* of the next: C(n-i-2, k-1) / C(n-i-1, k-1) */
			if (i + 1 < n)
				chance *= (double)(n - i - k) / (double)(n - i - 1);
		}
	}
	*out = spread(mean, variance);
	return AS_OK;
}

size_t as_rotation_needed(const size_t *k, const double *rel_sd, size_t n_k, double apart,
	double sure, bool published)
{
	double factor = published ? sure : sure * sqrt(2);

	for (size_t i = 0; i < n_k; i++)
		if (factor * rel_sd[i] <= apart)
			return k[i];
	return 0;
}
