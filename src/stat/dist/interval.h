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
