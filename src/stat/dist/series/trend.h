/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_STAT_DIST_SERIES_TREND_H
#define AS_STAT_DIST_SERIES_TREND_H

/* Does a series rise or fall? (methods-blocks.md 9) */

#include <stddef.h>

#include "base/err.h"

/*
 * as_rank_trend - rank correlation (Spearman) of a series with its places
 *
 *   x       n >= 4 finite values in order; equal ones share the mean of their ranks
 *   sorted  the same values, ascending
 *   rho     receives the correlation, -1 to 1
 *   p       receives its two-sided p by t with n - 2 degrees of freedom
 *
 * O(n log n), no memory. AS_ERR_DATA, without words: fewer values, or all of them equal.
 */
AS_MUST_CHECK enum as_status as_rank_trend(const double *x, const double *sorted, size_t n,
	double *rho, double *p);

/* Slope by least squares of n >= 2 values over their places: by how much one is above the one
 * before it. O(n). */
double as_slope(const double *x, size_t n);

#endif
