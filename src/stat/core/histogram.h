/* SPDX-License-Identifier: MIT */
#ifndef AS_STAT_CORE_HISTOGRAM_H
#define AS_STAT_CORE_HISTOGRAM_H

/* Counts in bins of equal width, for a small picture. */

#include <stddef.h>

#include "base/err.h"

/*
 * as_histogram - how many of the n values lie in each of n_bins equal bins of [lo, hi]
 *
 * Bin i is [lo + i w, lo + (i + 1) w), w = (hi - lo) / n_bins; hi itself belongs to the last bin.
 * Values below lo or above hi are not counted. If lo equals hi, all values equal to it are in the
 * first bin. counts receives n_bins numbers. O(n + n_bins), order of x does not matter.
 *
 * AS_ERR_ARG (counts untouched) if n_bins is 0, lo > hi, or lo or hi is not finite.
 */
AS_MUST_CHECK enum as_status as_histogram(const double *x, size_t n, const double range[2],
	size_t *counts, size_t n_bins);

#endif
