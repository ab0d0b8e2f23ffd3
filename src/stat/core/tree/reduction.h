/* SPDX-License-Identifier: MIT */
#ifndef AS_STAT_CORE_TREE_REDUCTION_H
#define AS_STAT_CORE_TREE_REDUCTION_H

/* Criteria that are not means (methods-quantiles.md 1): the value of an execution is one number of
 * its iterations, and what lies above it stays as it is for means. */

#include <stddef.h>

#include "base/err.h"

enum as_reduction_kind {
	AS_REDUCE_QUANTILE, /* that of p */
	AS_REDUCE_TRIMMED,  /* the mean without floor(n / 10) values at either end */
	AS_REDUCE_MINIMUM,  /* the expected minimum of k of the values */
};

struct as_reduction {
	enum as_reduction_kind kind;
	double p; /* of a quantile, in (0, 1) */
	size_t k; /* of a minimum: the least number of iterations that any execution has */
};

enum { AS_TRIMMED_LEAST = 10, AS_MINIMUM_LEAST = 5 };

/*
 * as_quantile_unbiased - the p-quantile of a sorted sample, Hyndman and Fan's type 8
 *
 *   sorted  n >= 1 values in ascending order
 *   p       in (0, 1)
 *
 * With h = (n + 1/3) p + 1/3 limited to [1, n]: x_k + (h - k)(x_{k+1} - x_k), k = floor(h), where an
 * h within 1e-9 of an integer is that integer. About median-unbiased whatever the distribution:
 * type 7 (quantile.h) lies too far inside for an interval over executions. NaN if n is 0 or p is
 * outside (0, 1). O(1).
 */
double as_quantile_unbiased(const double *sorted, size_t n, double p);

/* Iterations that a quantile takes to mean what it says: max(20, ceil(5 / min(p, 1 - p))), so that
 * five lie beyond it. p in (0, 1). */
size_t as_quantile_least(double p);

/* The mean of the smallest of k values drawn from n without returning them, 1 <= k <= n, so that
 * samples of unequal n can be compared; else NaN. sorted ascending. O(n - k). */
double as_minimum_of(const double *sorted, size_t n, size_t k);

/* The least n that as_reduce takes for a verdict. */
size_t as_reduction_least(const struct as_reduction *r);

/* The reduction of n >= 1 finite values, which are put into another order; NaN where it has none.
 * O(n log n), of a quantile O(n). */
double as_reduce(const struct as_reduction *r, double *values, size_t n);

/*
 * as_reduce_quantiles - m quantiles of them at once: what is in order for one is so for the next
 *
 *   p    ascending, each in (0, 1)
 *   out  m numbers, NaN where n is 0
 *
 * O(n) for all of those that lie in the upper half.
 */
void as_reduce_quantiles(const double *p, size_t m, double *values, size_t n, double *out);

#endif
