/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_STAT_DIST_INFLUENCE_IMPACT_H
#define AS_STAT_DIST_INFLUENCE_IMPACT_H

/* How much the choice of execution, build, ... matters, in closed form (methods.md 1). */

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "stat/core/tree/tree.h"

/*
 * The impact factor of a level: the standard deviation of means of different units of the level
 * below, each from another unit of this level, over that of means inside one unit of this level.
 * 1: the level has no influence; 25: repeating anything below it is pointless.
 */
struct as_impact {
	size_t level; /* whose impact it is, 2 .. n */
	size_t below; /* the nearest repeated level under it */
	double r;     /* units of `below` in one unit of `level`; in ragged trees the count that
		       * averages as much (for two levels the harmonic mean) */
	/* sqrt(1 + max(0, T_level^2) / S_below^2). For level 2 this is sqrt(1 + T_2^2 / T_1^2); for
	 * builds over executions the factor of 2006, sqrt(1 + T_3^2 / (T_2^2 + T_1^2 / r_1)), which
	 * depends on r_1: print r_1 with it. Infinite when the units below do not vary at all and
	 * this level does (timer resolution?). */
	double factor;
	double lo, hi;     /* normal-theory interval of factor; an end may be infinite */
	bool established;  /* F exceeds its 1 - alpha quantile */
	double f;          /* r S_level^2 / S_below^2, infinite as factor */
	double df1, df2;   /* of f */
	double confidence;
	/* sqrt(1 + max(0, T_level^2) / T_below^2), neighbour against neighbour, whatever lies below
	 * both; infinite where T_below^2 <= 0 < T_level^2, 1 where both are <= 0. */
	double neighbour;
};

/*
 * as_impact - the impact factor of one level from the table of a tree
 *
 *   s      as_tree_stats, also after as_crossed_apply
 *   level  2 .. s->n_levels
 *
 * O(levels). AS_ERR_DATA with words: the level was not repeated, or nothing below it was.
 * AS_ERR_ARG: no such level, a confidence outside (0, 1). out untouched on failure.
 */
AS_MUST_CHECK enum as_status as_impact(const struct as_tree_stats *s, size_t level,
	double confidence, struct as_impact *out, struct as_err *err);

#endif
