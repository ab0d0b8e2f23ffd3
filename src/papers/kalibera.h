/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_PAPERS_KALIBERA_H
#define AS_PAPERS_KALIBERA_H

/* Formulas exactly as published, for comparison with the papers (methods.md 2, 3.1, 3.2, 6.2). None
 * is a default: methods.md says what is wrong with each, and as_interval_t and stat/dist/planning/counts.h do better.
 *
 *   2005  Kalibera, Bulej, Tuma: Benchmark Precision and Random Initial State, SPECTS 2005
 *   2006  Kalibera, Tuma: Precise Regression Benchmarking with Random Effects, EPEW 2006
 *   2013  Kalibera, Jones: Rigorous Benchmarking in Reasonable Time, ISMM 2013
 *
 * The S^2 of the papers are those of as_tree_stats: S(X), S(A) of 2005 are S_1, S_2; S_E, S_B, S_V
 * of 2006 are S_1, S_2, S_3. */

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "stat/core/tree/tree.h"
#include "stat/dist/interval.h"

/*
 * as_spects2005 - the interval of 2005 (5): mean +- q sqrt((n S(A)^2 + S(X)^2) / (k n))
 *
 *   s      as_tree_stats of two balanced levels, k >= 2 executions of n >= 2 iterations
 *   small  false: q is the normal quantile, and out->df infinite; true: that of t with k (n - 1)
 *          degrees of freedom
 *
 * AS_ERR_DATA with words: not two levels, not balanced, too small. AS_ERR_ARG: a confidence outside
 * (0, 1). out untouched on failure.
 */
AS_MUST_CHECK enum as_status as_spects2005(const struct as_tree_stats *s, bool small,
	double confidence, struct as_interval *out, struct as_err *err);

/*
 * as_epew2006 - the interval of 2006 (17): mean +- z sqrt(S_E^2/(l m n) + S_B^2/(l m) + S_V^2/l)
 *
 *   s           as_tree_stats of three balanced levels, m >= 2, n >= 2
 *   one_binary  receives true for l = 1, where 2006 falls back to the two-level model: the term of
 *               S_V is left out, and the interval must be headed "conditional on this binary"
 *
 * out->df is infinite. Errors as above.
 */
AS_MUST_CHECK enum as_status as_epew2006(const struct as_tree_stats *s, double confidence,
	struct as_interval *out, bool *one_binary, struct as_err *err);

/* Costs in the unit of 2005 and 2006: the measured part of one iteration. */
struct as_published_costs {
	double b; /* one binary */
	double w; /* one execution: start and warm-up; of 2006, before it is multiplied by q */
	double q; /* duration of an iteration over its measured part, >= 1; 1 where not known */
};

/*
 * as_published_costs_of - from seconds exclusive of the levels below, c_1 .. c_n (methods.md 6.1)
 *
 * (c_1, c_2, c_3) = (q, q w, b) in that unit. n_levels 2 (b is 0 then) or 3. AS_ERR_ARG: other
 * numbers of levels, c_1 or q not positive, a cost that is negative or not finite.
 */
AS_MUST_CHECK enum as_status as_published_costs_of(const double *cost_s, size_t n_levels, double q,
	struct as_published_costs *out);

/* 2005 (7): k (w + n), the cost of k executions with n iterations each. */
double as_spects2005_cost(const struct as_published_costs *c, size_t k, size_t n);

/* 2006 (22): (b + (w + n) m q) l; with q = 1 it is 2006 (18). */
double as_epew2006_cost(const struct as_published_costs *c, size_t l, size_t m, size_t n);

/* The optima below are real numbers; as_count_up rounds them as the papers are read here. They are
 * infinite where the variance of the level above is <= 0: no optimum exists. 0 where only that of
 * the level below is. Arguments that are not finite, or negative costs: AS_ERR_ARG. */

/* 2005 (8): n = sqrt(w S(X)^2 / S(A)^2) iterations. */
AS_MUST_CHECK enum as_status as_spects2005_optimum(const struct as_published_costs *c, double s_x2,
	double s_a2, double *n);

/* 2006 (23): m = sqrt((b / w) S_B^2 / S_V^2 / q) executions of a binary, n = sqrt(w S_E^2 / S_B^2)
 * iterations; with q = 1 it is 2006 (21). variances: S_E^2, S_B^2, S_V^2. */
AS_MUST_CHECK enum as_status as_epew2006_optimum(const struct as_published_costs *c,
	const double variances[3], double *m, double *n);

/* 2013: r_i = sqrt((c_{i+1} / c_i) (T_i^2 / T_{i+1}^2)) for 1 <= i < n_levels, each by itself; r
 * has room for n_levels - 1. Costs of 0 count as 1e-9 s. */
AS_MUST_CHECK enum as_status as_ismm2013_optimum(const double *t2, const double *cost_s,
	size_t n_levels, double *r);

#endif
