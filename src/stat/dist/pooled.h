/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_STAT_DIST_POOLED_H
#define AS_STAT_DIST_POOLED_H

/* A quantile of all values of all executions together (methods-quantiles.md 1.9). */

#include <stddef.h>

#include "base/err.h"

/* Ranks, from 1, of the values that the interval ends at; 0: it is open on that side. */
struct as_pooled_ranks {
	size_t lower, upper;
};

/*
 * as_pooled_ranks_of - by inverting a t test over executions (Woodruff 1952; Francisco, Fuller 1991)
 *
 *   shares  of each of b >= 2 executions, the share of its values that are not above the quantile
 *   p       of the quantile, in (0, 1)
 *   n       values in all, of which executions have equally many
 *
 * With se = sd(shares) / sqrt b, of ranks floor((p - t se) n) and ceil((p + t se) n) + 1, t that of b - 1. Dependent
 * iterations inside an execution do no harm. From 10 executions on it holds. AS_ERR_DATA: b < 2; AS_ERR_ARG.
 */
AS_MUST_CHECK enum as_status as_pooled_ranks_of(const double *shares, size_t b, double p, size_t n,
	double confidence, struct as_pooled_ranks *out);

#endif
