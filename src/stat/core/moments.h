/* SPDX-License-Identifier: MIT */
#ifndef AS_STAT_CORE_MOMENTS_H
#define AS_STAT_CORE_MOMENTS_H

/* Mean, variance and extremes of a plain array.
 *
 * Folder stat/core: statistics that need libm only, for the program and for the harness. Pure: no
 * input or output, no allocation, no global state; every array is the caller's and is borrowed
 * until return. Values are finite (as_tree_check refuses others), of any unit u. Sums run in
 * storage order, so that results repeat bit for bit. */

#include <stddef.h>

/* Arithmetic mean in u; n >= 1. Exact when all values are equal. One pass. */
double as_mean(const double *x, size_t n);

/*
 * as_squares - sum of squared deviations from the mean, in u^2
 *
 * mean is as_mean(x, n); its rounding error is taken out (methods.md 0.3: two passes, the mean
 * first). n >= 1. Exactly 0 when all values are equal.
 */
double as_squares(const double *x, size_t n, double mean);

/* Sample variance: as_squares over n - 1; n >= 2. */
double as_variance(const double *x, size_t n, double mean);

/* Sample covariance of the pairs (x[i], y[i]), divisor n - 1; n >= 2; means as above. */
double as_covariance(const double *x, const double *y, size_t n, double mean_x, double mean_y);

/* Smallest and largest value; n >= 1. */
void as_extremes(const double *x, size_t n, double *min, double *max);

#endif
