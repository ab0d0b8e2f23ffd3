/* SPDX-License-Identifier: MIT */
#ifndef AS_STAT_CORE_ROTATION_H
#define AS_STAT_CORE_ROTATION_H

/* How much an estimate varies from one group of observations to the next (methods.md 8; the tables
 * of Haveraaen and Hundvebakke), and how many observations tell two programs apart. */

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "stat/core/estimator.h"

/* An estimate over groups, and how much it varies. */
struct as_spread {
	double average;
	double rel_sd; /* standard deviation over average; NaN for an average of 0 */
};

/*
 * as_rotate - an estimate of the n groups of k observations that follow each other, in a circle
 *
 *   x     n >= 2 observations in the order of time
 *   k     observations in a group, 1 to n
 *   room  n + k numbers, overwritten
 *
 * The divisor of the standard deviation is n - 1. Groups overlap, so that rel_sd rests on about n /
 * k of them: rough where n < 5 k. O(n k log k). AS_ERR_ARG: n or k out of range, out untouched.
 */
AS_MUST_CHECK enum as_status as_rotate(const double *x, size_t n, size_t k, enum as_estimator e,
	double *room, struct as_spread *out);

/*
 * as_drawn_minimum - the minimum of k observations, over all choices of k of n
 *
 * Without regard to their order: where minima of groups that follow each other vary more, slow
 * observations come in clusters. Exact, P(min = d_i) = C(n-i, k-1) / C(n, k). O(n). AS_ERR_ARG: k
 * not in 1 .. n.
 */
AS_MUST_CHECK enum as_status as_drawn_minimum(const double *sorted, size_t n, size_t k,
	struct as_spread *out);

/* Standard deviations that a difference has to exceed: "95 %" of the text. */
#define AS_ROTATION_SURE 2.0

/*
 * as_rotation_needed - the smallest tabulated k at which two programs are told apart
 *
 *   k, rel_sd  n_k pairs, k ascending
 *   apart      relative difference of the programs
 *   published  the rule of the text, which takes one of the two for known exactly:
 *              2 rel_sd <= apart; else 2 sqrt(2) rel_sd <= apart
 *
 * 0: with none of them.
 */
size_t as_rotation_needed(const size_t *k, const double *rel_sd, size_t n_k, double apart,
	double sure, bool published);

#endif
