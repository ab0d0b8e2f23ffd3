/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_STAT_DIST_PLANNING_PLAN_RANGE_H
#define AS_STAT_DIST_PLANNING_PLAN_RANGE_H

/* How well a pilot knows what a plan takes (methods-typical.md 8.4): the fiducial distribution of the
 * variance components, on a fixed lattice of 199 points and not by chance. */

#include <stddef.h>

#include "base/err.h"
#include "stat/core/tree/tree.h"

/* Index i of an array is level i + 1, as in counts.h. */
struct as_pilot_known {
	size_t n_levels; /* 1 .. 5 */
	double s2[AS_LEVELS_MAX]; /* S_i^2 >= 0, relative to the mean squared, or of logarithms */
	size_t df[AS_LEVELS_MAX]; /* their degrees of freedom, >= 1 */
	double pilot[AS_LEVELS_MAX]; /* units of the level in each unit above, in the pilot, > 0; of
				      * the top not used */
	double r[AS_LEVELS_MAX]; /* the same as planned */
};

/* The true need lies between low and high in four of five cases (76 to 84 % simulated). */
struct as_plan_range {
	double v_low, v_middle, v_high; /* variance of one top-level unit */
	size_t low, middle, high; /* top-level units that reach the target with each, >= 5 */
};

/* e: half-width wanted, > 0, in the unit of sqrt s2. AS_ERR_ARG: an argument out of range; out is
 * untouched then. 199 quantiles a level. */
AS_MUST_CHECK enum as_status as_plan_range_of(const struct as_pilot_known *known, double e,
	double confidence, struct as_plan_range *out);

#endif
