/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_STAT_DIST_COMPARING_CLUSTER_H
#define AS_STAT_DIST_COMPARING_CLUSTER_H

/* One number for a suite whose rows share builds and rounds (methods-repairs.md 8). Rows of one
 * program are a cluster: what their units do alike is summed over its rows before anything is
 * squared, and only clusters are taken for independent. */

#include <stddef.h>

#include "base/err.h"
#include "stat/dist/comparing/decide.h"

/* What a cluster adds to the variance of the sum of log ratios, with its degrees of freedom: by all
 * units and, still divided by their number, by those of stage 1. */
struct as_cluster_part {
	double v, df;
	double v_first, df_first;
};

/*
 * as_cluster_units - the part of a series of units
 *
 *   z      one number a unit that all rows of the cluster have: in rounds the sum of their log
 *          ratios; of one side that shared none the sum over rows of unit mean over mean
 *   first  of these, in stage 1; below 2: there is none
 *
 * n >= 2. O(n).
 */
struct as_cluster_part as_cluster_units(const double *z, size_t n, size_t first);

/* The bound for rows of which it is not known what they share: as if they depended completely. `se`
 * are the n standard errors of their log ratios, `df` the smallest of their degrees of freedom. */
struct as_cluster_part as_cluster_bound(const double *se, size_t n, double df);

/* The mean of log ratios: by all units, by those of stage 1, and what the rule of two stages makes of
 * them (staged.h). */
struct as_clustered {
	struct as_test all, first, both;
};

/* What results of two sessions differ by alike in all rows: its variance, and degrees of freedom;
 * df 0: nothing. */
struct as_cluster_sessions {
	double variance, df;
};

struct as_clusters {
	const struct as_cluster_part *part; /* n of them */
	size_t n, rows;   /* rows in all */
	double log_ratio; /* mean of those of all rows */
	struct as_cluster_sessions sessions;
};

/*
 * as_cluster_mean - mean of the log ratios of all rows, with its interval
 *
 * AS_ERR_ARG: no rows or parts, a variance that is negative or not finite, df < 1, a confidence
 * outside (0, 1). out untouched on failure.
 */
AS_MUST_CHECK enum as_status as_cluster_mean(const struct as_clusters *c, double confidence,
	struct as_clustered *out);

#endif
