/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_STAT_DIST_INTERVAL_H
#define AS_STAT_DIST_INTERVAL_H

/* The confidence interval of a mean (methods.md 4.2). */

#include <stddef.h>

#include "base/err.h"

struct as_interval {
	double estimate;
	double lo, hi;
	double half_width;
	double se; /* standard error of the estimate */
	double df;
	double confidence; /* 0.95, say */
};

/*
 * as_interval_t - mean +- t_{1-alpha/2, r-1} sqrt(s2 / r)
 *
 *   mean, s2    of the r top-level means: as_tree_stats mean and the top level's s2; s2 >= 0
 *   r           number of top-level units, r_n
 *   confidence  in (0, 1)
 *
 * AS_ERR_DATA if r < 2: one unit gives an estimate and no interval. AS_ERR_ARG for other bad
 * arguments. out untouched on failure.
 */
AS_MUST_CHECK enum as_status as_interval_t(double mean, double s2, size_t r, double confidence,
	struct as_interval *out);

enum { AS_HALL_LEAST = 10 }; /* fewer values: t alone */

/*
 * as_interval_hall - the mean of values that may be skewed (methods-typical.md 6)
 *
 *   x  n >= 2 finite values, the top-level means
 *
 * From AS_HALL_LEAST on from the lower of the lower ends of t and of Hall's transformation of it (1992),
 * which takes the skewness out, to the upper of the upper ones; no condition and no random number.
 * Whatever the values are, an end is at most 4.2 times as far away as that of t. half_width is the
 * wider side. Errors as above. O(n).
 */
AS_MUST_CHECK enum as_status as_interval_hall(const double *x, size_t n, double confidence,
	struct as_interval *out);

/* Skewness m3 / m2^1.5 with divisor n; 0 where nothing varies. n >= 1. */
double as_skewness(const double *x, size_t n);

/*
 * as_interval_rate - k of n: the interval of a binomial share, exact (Clopper and Pearson 1934)
 *
 * confidence in (0, 1). AS_ERR_ARG: n = 0, k > n, or n above 50 000. lo and hi untouched on
 * failure.
 */
AS_MUST_CHECK enum as_status as_interval_rate(size_t k, size_t n, double confidence, double *lo,
	double *hi);

/* Order statistics that hold a quantile between them. */
struct as_ranks {
	size_t lower, upper; /* from 1, ascending: the l-th and the u-th smallest */
	double confidence;   /* reached; at least the one asked for */
};

/*
 * as_interval_order - the interval of the p-quantile of n independent values (Wilks 1948;
 * methods-quantiles.md 1.8)
 *
 * l is the largest with P(X <= l-1) <= alpha/2, u the smallest with P(X >= u) <= alpha/2, X binomial
 * of n and p: of any distribution, ties do no harm. AS_ERR_DATA: n has none (the median of fewer
 * than 6, at 95 %). AS_ERR_ARG: p or confidence outside (0, 1), n = 0 or above 10^9. O(log n).
 */
AS_MUST_CHECK enum as_status as_interval_order(size_t n, double p, double confidence,
	struct as_ranks *out);

#endif
