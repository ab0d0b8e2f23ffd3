/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_STAT_DIST_PLANNING_STAGED_H
#define AS_STAT_DIST_PLANNING_STAGED_H

/* One rule for two stages (methods-repairs.md 0): whatever is said of an experiment whose number of
 * units followed from its first units is said by the wider of two intervals and the larger of two p
 * values. One of the two is by the variance of all units, the other by that of stage 1, and both
 * divide it by the number of all. So the interval at 1 - alpha excludes 0 exactly when p <= alpha,
 * for every alpha, and corrections, looks and gates need nothing else. */

#include <stddef.h>

#include "base/err.h"
#include "stat/dist/comparing/decide.h"
#include "stat/dist/interval.h"

/* A series of top-level numbers: unit means, log ratios, differences, sums over rows. */
struct as_staged {
	size_t n; /* in all */
	double mean; /* of all, Dbar */
	double s; /* standard deviation of all, S_N */
	/* Of these, in stage 1 (r_0), and their own standard deviation, S_0. Fewer than 2: there is
	 * no stage 1 to look at, and all units speak alone. */
	size_t n_first;
	double s_first;
};

/* That of n numbers in order, of which the first `first` are stage 1's. Those that are NaN are
 * missing and left out; first 0: no stage 1. O(n). */
struct as_staged as_staged_of(const double *x, size_t n, size_t first);

/*
 * as_staged_test - mean against 0, with its interval
 *
 * Of the interval lo, hi, se, t and df are those of the wider one; p is the larger p, p_single that
 * of all units alone. s = 0: has_p is false, as for as_test_t. AS_ERR_DATA: fewer than 2 units;
 * AS_ERR_ARG: numbers that are not finite, n_first > n, or a confidence outside (0, 1). out
 * untouched on failure.
 */
AS_MUST_CHECK enum as_status as_staged_test(
	const struct as_staged *series, double confidence, struct as_test *out);

/* The interval of it alone. Errors as above. */
AS_MUST_CHECK enum as_status as_staged_interval(
	const struct as_staged *series, double confidence, struct as_interval *out);

/* Of two tests of the same estimate, by all units and by those of stage 1 (as_test_t with the
 * standard error and the degrees of freedom of each): the one that the rule says. */
struct as_test as_staged_wider(const struct as_test *all, const struct as_test *first);

/* as_paired_log_ratio and as_paired_difference after two stages; the ratio of means is ratio.h's
 * as_fieller_staged. n_first 0: as they are. Errors as there. */
AS_MUST_CHECK enum as_status as_staged_log_ratio(const struct as_blocks *blocks, double confidence,
	struct as_paired *out, struct as_err *err);
AS_MUST_CHECK enum as_status as_staged_difference(const struct as_blocks *blocks, double confidence,
	struct as_paired_difference *out, struct as_err *err);

/* Two sides whose units are not paired, builds say: of each side all units, and of the first of
 * them the mean of all with a variance that as_welch and as_fieller_welch divide as the rule wants
 * it (as_staged_side). Where only one of the sides has a stage 1, the other speaks by all of its
 * units both times. */
struct as_staged_sides {
	struct as_side old, new;
	struct as_side first_old, first_new;
};

/* One side of n units in order, and of the first of them; first below 2, or n: there is no stage 1
 * to look at, *out_first is zero. O(n). */
struct as_side as_staged_side(const double *x, size_t n, size_t first, struct as_side *out_first);

/*
 * as_staged_welch - as_welch by all units and by those of stage 1 (methods-repairs.md 5.4)
 * as_fieller_welch_staged - as_fieller_welch of both, the union of the two sets
 *
 * Degrees of freedom are those of each. kind is NONE where one of the two sets is no interval. The
 * set excludes 1 exactly when p <= 1 - confidence. Without a stage 1 they are as_welch and
 * as_fieller_welch. Errors as there.
 */
AS_MUST_CHECK enum as_status as_staged_welch(const struct as_staged_sides *sides, double confidence,
	struct as_test *out, struct as_err *err);
AS_MUST_CHECK enum as_status as_fieller_welch_staged(const struct as_staged_sides *sides,
	double confidence, struct as_ratio *out, struct as_err *err);

#endif
