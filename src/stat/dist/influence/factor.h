/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_STAT_DIST_INFLUENCE_FACTOR_H
#define AS_STAT_DIST_INFLUENCE_FACTOR_H

/* Does a factor have to do with the values? Groups of values as a level of the tree (methods.md
 * 4.3, 4.6), and random reordering for the decision (7.3, 0.4), which supposes no distribution. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

enum {
	/* fewer values: nothing is told (as the trend of methods-blocks.md 9) */
	AS_FACTOR_LEAST = 10,
	AS_FACTOR_GROUPS = 64,      /* at most */
	AS_FACTOR_STRATA = 4,       /* of a continuous factor */
	AS_FACTOR_REORDERINGS = 999, /* R; fewer, at least 199, of more than 20 000 values */
};

struct as_factor_test {
	size_t groups;
	double share;  /* of the variance: max(T_2^2, 0) over the sum with T_1^2; 0 to 1 */
	double p;      /* (1 + #) / (1 + R), # reorderings with as large a T_2^2 / T_1^2 */
	size_t reorderings; /* R */
};

/* How the values are put into another order. */
enum as_factor_order {
	AS_FACTOR_SHUFFLED, /* at random: right for a factor that was drawn at random, and for values that
			     * do not depend on each other */
	AS_FACTOR_ROTATED, /* turned by 1 to n - 1 places (the circular groups of methods.md 8): what follows
			     * each other stays together */
};

/*
 * as_factor_test - one factor
 *
 *   y      n finite values in the order of time
 *   group  of each, below AS_FACTOR_GROUPS
 *   seed   with which as_random_init begins
 *
 * AS_ERR_DATA, without words: fewer than AS_FACTOR_LEAST values, fewer than two groups, no group
 * with two values, or nothing that varies. AS_ERR_ARG for a group that is none; AS_ERR_MEM. O(R n).
 */
AS_MUST_CHECK enum as_status as_factor_test(const double *y, const uint8_t *group, size_t n,
	enum as_factor_order order, uint64_t seed, struct as_factor_test *out);

/*
 * as_strata - groups of equally many by size
 *
 *   x      n values; NaN where there is none
 *   group  receives the number of the quarter that each is in, by type-7 quartiles, a value on a border
 *          in the upper one (methods.md 8); UINT8_MAX for NaN. Where there are at most AS_FACTOR_STRATA different values,
 *          each is a group
 *   cut    receives the largest value of each group, ascending
 *   used   how many groups are not empty; they are numbered without gaps
 *
 * AS_ERR_MEM.
 */
AS_MUST_CHECK enum as_status as_strata(const double *x, size_t n, uint8_t *group,
	double cut[AS_FACTOR_STRATA], size_t *used);

#endif
