/* SPDX-License-Identifier: MIT */
#ifndef AS_STAT_CORE_QUANTILE_H
#define AS_STAT_CORE_QUANTILE_H

/* Sorting and sample quantiles (methods.md 0.3). */

#include <stddef.h>

#include "base/err.h"

/* Sort ascending, in place, without allocating; the values are finite. O(n log n) in the worst
 * case. libc's qsort allocates as much again and takes five times as long (bench/tree.c). */
void as_sort(double *x, size_t n);

/* Put the value of rank k, from 0, below n, into its place: none before it is larger, none behind it
 * smaller. O(n), about 1.7 passes at the median and one at p99; O(n log n) in the worst case. */
void as_select(double *x, size_t n, size_t k);

/*
 * as_quantile - the p-quantile of a sorted sample, Hyndman and Fan's type 7 (R's default)
 *
 *   sorted  n >= 1 values in ascending order
 *   p       in [0, 1]; 0 gives the minimum, 1 the maximum
 *   out     receives the quantile; untouched on failure
 *
 * With h = (n - 1) p and k = floor(h): x[k] + (h - k) (x[k+1] - x[k]). O(1).
 *
 * AS_ERR_ARG if n is 0 or p is outside [0, 1] or not a number.
 */
AS_MUST_CHECK enum as_status as_quantile(const double *sorted, size_t n, double p, double *out);

/* The middle value, or the mean of the middle two; n >= 1. The same as as_quantile at 0.5. */
double as_median(const double *sorted, size_t n);

/* The median of |x_i - median|, not scaled to a normal distribution; n >= 1, room for n. O(n log
 * n). */
double as_median_deviation(const double *sorted, size_t n, double *room);

#endif
