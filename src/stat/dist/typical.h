/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_STAT_DIST_TYPICAL_H
#define AS_STAT_DIST_TYPICAL_H

/* The typical run (methods-typical.md 1 to 5): the answer for times.
 *
 * One statistic for everything: the pseudo-median of Hodges and Lehmann, the median of all averages
 * of two values, with the exact interval and p of Wilcoxon's signed ranks. Its values are on the
 * log scale: ln of the ratios of rounds for two commands, ln x of the executions of one; then exp
 * of estimate and ends is a ratio or a time. It holds its level for any law by symmetry alone, bears
 * 29 % of far values on one side, and costs 1 to 5 % in width where all is normal.
 *
 * All values are finite, else AS_ERR_ARG. Room is taken and given back before return (AS_ERR_MEM).
 * Outputs are untouched on failure. */

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "stat/core/values.h"
#include "stat/dist/comparing/decide.h"

enum {
	AS_TYPICAL_FEW = 5, /* so many values or fewer: mean and t of the logarithms */
	AS_TYPICAL_ROUNDS = 12, /* from here on one slow run on either side does not stretch the ends */
};

/* Where an interval is from. */
enum as_typical_way {
	AS_TYPICAL_BY_T = 0, /* up to AS_TYPICAL_FEW values: mean +- t, p of t */
	AS_TYPICAL_BY_SIGNS, /* exact, from 151 values on by the normal law with a correction of 1/2 */
	AS_TYPICAL_BEYOND_SIGNS, /* a confidence that signs of so few values cannot reach: the range
				  * of their averages, stretched as t would be */
	AS_TYPICAL_BY_RANKS, /* unpaired: Mann and Whitney */
	AS_TYPICAL_BY_WELCH, /* unpaired: means of the values, t of Welch */
};

/*
 * What a typical value is known by. In `test`: estimate, lo, hi and confidence; se and df for
 * planning, not for the interval: the standard error that the interval of about 2/3 tells, which a
 * single slow run does not stretch (so se sqrt n takes the place of the standard deviation), and
 * n - 1; half_width of lo .. hi, the wider side; t is the distance from `against` over se.
 */
struct as_typical {
	struct as_test test;
	enum as_typical_way way;
	size_t n;
};

/*
 * as_signed_ranks - pseudo-median of n values with its interval (1), after two stages (8.1)
 *
 *   d           n >= 2 values in order
 *   n_first     of these in stage 1, from which their number followed; the interval then reaches at
 *               least as far as t with n_first - 1 and the SE of stage 1 says, and p is the larger.
 *               0 or 1: none
 *   against     what p is of: 0, or ln(1 + L) for a gate at the limit L
 *   confidence  in (0, 1)
 *
 * Nothing varies (all d equal): no width, and has_p is false as for as_test_t; what can be said is
 * comparing/constant.h's. n = 1: AS_ERR_DATA. Time O(n log n) and about 15 counts over n for each of five
 * averages, below 1 s for 10^6; to 150 values the law of signed ranks, O(n^3). Room for 3 n numbers.
 */
AS_MUST_CHECK enum as_status as_signed_ranks(const double *d, size_t n, size_t n_first,
	double against, double confidence, struct as_typical *out);

/* Units in all that a half-width of d > 0 takes after r units with standard error se (8.1): max(r,
 * ceil(r (t_{1-alpha/2,r-1} se / d)^2)), at most AS_UNITS_MAX. AS_ERR_ARG: r < 2, or no such d. */
AS_MUST_CHECK enum as_status as_typical_units(double se, size_t r, double d, double confidence,
	size_t *out);

/* How a comparison of sides that share no rounds is made: by the plan, never by the data (4). */
enum as_typical_way as_typical_unpaired(size_t units_old, size_t units_new, size_t least_below);

/*
 * as_typical_shift - new - old of units that share no rounds (4)
 *
 *   way  AS_TYPICAL_BY_RANKS: the median of all differences, with the ends of Mann and Whitney
 *        (exact for up to 2500 pairs); where the confidence cannot be reached by so few, it is
 *        AS_TYPICAL_BY_WELCH in *out. AS_TYPICAL_BY_WELCH: as_welch of the values
 *
 * `se` of ranks is that of Welch on what the ranks bear: half the interval over t. 2 values a side at
 * least, else AS_ERR_DATA. Time O(n log n) and some 15 counts; below 2500 pairs the law of U.
 */
AS_MUST_CHECK enum as_status as_typical_shift(struct as_values old, struct as_values new,
	enum as_typical_way way, double against, double confidence, struct as_typical *out);

/*
 * as_typical_scores - what each value says of where the pseudo-median is (4, 5.1)
 *
 *   x       n >= 1 values
 *   theta   their pseudo-median (any number is taken)
 *   phi     receives n numbers of 0 .. 1: the share of values above 2 theta - x_i, equal ones half.
 *           Bounded, so that one far value cannot hide or feign dependence
 *   room    for n
 *
 * O(n log n).
 */
void as_typical_scores(const double *x, size_t n, double theta, double *phi, double *room);

/*
 * as_typical_pseudo_values - values with mean theta and variance S^2 that stand for x (4)
 *
 *   s   standard deviation that one value counts with, se sqrt n of as_signed_ranks
 *   z   receives n numbers: theta + s (phi_i - mean)/sd(phi); x itself up to AS_TYPICAL_FEW values;
 *       theta where the scores do not vary
 *
 * Sums of squares, variance components and plans of means take them as they stand, with mean 1 on
 * the log scale. O(n log n).
 */
void as_typical_pseudo_values(const double *x, size_t n, double theta, double s, double *z,
	double *room);

/* The typical of few or many values alone: pseudo-median, or up to AS_TYPICAL_FEW their mean (4: value
 * of an execution, of a build). x is sorted in place; room for n numbers; n >= 1. */
double as_typical_of(double *x, size_t n, double *room);

/*
 * as_typical_printed - times whose quotients are the printed ratios exactly (3.1)
 *
 *   own      of each of n >= 1 commands the typical of ln x, of it alone
 *   ratio    its ln ratio to the first; 0 for the first
 *   printed  receives the ln of the times; may be own
 */
void as_typical_printed(const double *own, const double *ratio, size_t n, double *printed);

/*
 * as_typical_widening - by how much a coarse clock moves both ends out, on the log scale (5.2)
 *
 *   step     of the clock, >= 0 (as_grid_step)
 *   typical  the smaller median of the sides, > 0, in its unit
 *   s        se sqrt n
 *
 * ln(1 + step / (2 typical)) where step / typical >= s / 2, else 0.
 */
double as_typical_widening(double step, double typical, double s);

#endif
