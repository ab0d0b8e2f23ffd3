/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_STAT_DIST_RESAMPLING_BOOTSTRAP_H
#define AS_STAT_DIST_RESAMPLING_BOOTSTRAP_H

/* Intervals by resampling top-level units with replacement (methods.md 11). What lies below a unit
 * is kept as it is: resampling it too would count its noise twice.
 *
 * None of these is the default. Percentile and BCa intervals need 30 units: with 3, 5, 10 they
 * cover 74, 84, 90 % where 95 are promised, even for normal data. Bootstrap-t is as good as t from
 * 5 units on, and better where the means of units are skewed and there are 10 or more of them. For
 * the smallest value there is none: 63 % of resamples repeat it. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "stat/core/tree/tree.h"
#include "stat/core/values.h"

enum {
	AS_BOOTSTRAP_REPLICATES = 9999, /* B, by default */
	AS_BOOTSTRAP_MIN = 3,           /* fewer units: refused */
	/* units from which skewness decides, and quantiles are taken */
	AS_BOOTSTRAP_SKEW_MIN = 10,
	AS_BOOTSTRAP_SURE = 30,         /* fewer units: percentile and BCa are approximate */
};

/* Which ends are there: bits. */
enum as_bootstrap_kind {
	AS_BOOTSTRAP_PERCENTILE = 1,
	AS_BOOTSTRAP_BCA = 2,
	AS_BOOTSTRAP_T = 4,
};

struct as_ends {
	double lo, hi;
};

struct as_bootstrap {
	double estimate;
	struct as_ends percentile, bca, t;
	unsigned kinds;      /* those that could be computed */
	size_t replicates;   /* B */
	size_t left_out; /* replicates without variation, which bootstrap-t cannot use; more than
			      * 5 % of them: no AS_BOOTSTRAP_T */
	double confidence;
	uint64_t seed;
};

/* How it is done; the same for all statistics. The same seed gives the same ends. */
struct as_resampling {
	size_t replicates; /* B >= 99, usually AS_BOOTSTRAP_REPLICATES */
	uint64_t seed;
	double confidence; /* in (0, 1) */
	bool t_alone; /* of a mean only bootstrap-t, if it can be computed, and else none */
	/* How the replicates are shared out; NULL: one after the other. Each has a stream
	 * of its own, so that the ends are the same. */
	void (*share)(size_t n, void (*work)(void *context, size_t from, size_t to), void *context);
};

/*
 * as_bootstrap_mean - all three intervals for the mean of unit means
 *
 *   x  r finite unit means
 *
 * Zero variance: width 0 in all three. O(B r) time, room for 3 B. AS_ERR_DATA with words: r below
 * AS_BOOTSTRAP_MIN, a value not finite. AS_ERR_ARG, AS_ERR_MEM. out untouched on failure.
 */
AS_MUST_CHECK enum as_status as_bootstrap_mean(const double *x, size_t r,
	const struct as_resampling *how, struct as_bootstrap *out, struct as_err *err);

/*
 * as_bootstrap_ratio - mean of new over mean of old, resampled on each side by itself
 *
 * Percentile and bootstrap-t, taken on the logarithm; BCa is defined for one sample only. Unit
 * means positive. Errors as above, and AS_ERR_DATA for a value that is not positive.
 */
AS_MUST_CHECK enum as_status as_bootstrap_ratio(struct as_values old, struct as_values new,
	const struct as_resampling *how, struct as_bootstrap *out, struct as_err *err);

/*
 * as_bootstrap_quantile - percentile and BCa intervals of a quantile of all values
 *
 *   tree  passed as_tree_check
 *   p     in (0, 1); the smallest and the largest value have no bootstrap interval
 *
 * The values are a mixture: each top-level unit weighs 1 / r_n, and inside a unit each child alike.
 * With balanced trees the quantile is type 7 of the pooled values; with ragged ones type 7 where a
 * value counts by its weight (their sum being the number of values). O(B N) time, room for 4 N.
 * AS_ERR_DATA with words: fewer than AS_BOOTSTRAP_SKEW_MIN units. out untouched on failure.
 */
AS_MUST_CHECK enum as_status as_bootstrap_quantile(const struct as_tree *tree, double p,
	const struct as_resampling *how, struct as_bootstrap *out, struct as_err *err);

/* The same for the ratio of the quantiles of two trees, by percentile. Values positive. */
AS_MUST_CHECK enum as_status as_bootstrap_quantile_ratio(const struct as_tree *old,
	const struct as_tree *new, double p, const struct as_resampling *how,
	struct as_bootstrap *out, struct as_err *err);

#endif
