/* SPDX-License-Identifier: MIT */
#include "stat/core/histogram.h"

#include <math.h>

enum as_status as_histogram(const double *x, size_t n, const double range[2], size_t *counts,
	size_t n_bins)
{
	double lo = range[0], hi = range[1];
	double width = (hi - lo) / (double)n_bins;

	if (!n_bins || !(lo <= hi) || !isfinite(lo) || !isfinite(hi) || !isfinite(width))
		return AS_ERR_ARG;
	for (size_t b = 0; b < n_bins; b++)
		counts[b] = 0;
	for (size_t i = 0; i < n; i++) {
		if (!(x[i] >= lo && x[i] <= hi))
			continue;
		/* A width of 0 also stands for one too small to be written. */
		double place = width > 0 ? (x[i] - lo) / width : 0;
		size_t b = place < (double)n_bins ? (size_t)place : n_bins - 1;
		counts[b]++;
	}
	return AS_OK;
}
