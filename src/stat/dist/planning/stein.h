/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_STAT_DIST_PLANNING_STEIN_H
#define AS_STAT_DIST_PLANNING_STEIN_H

/* How many units: two-stage stopping and simple planning (methods.md 6.5, 6.7; methods-blocks.md
 * 6). Units are top-level units, or blocks; for ratios s is S_d of the log ratios and the
 * half-width wanted is ln(1 + e) (as_ratio_half_width). */

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

enum { AS_STAGE1_MIN = 12, AS_STAGE1_MAX = 200, AS_STAGE1_LONG = 5, AS_STAGE1_BLOCKS = 6 };

/* Counts never exceed this; a target that needs more gets this. */
#define AS_UNITS_MAX ((size_t)1000000000000)

/*
 * as_stage1_units - r_0: as many units as fit into 1 s, 12 to 200; 5 where 12 take longer than they may
 *
 * From 12 on one slow run on either side does not stretch the interval (methods-typical.md 1, 8.6).
 *
 *   unit_s    seconds of one unit, its overhead included; with several subjects the seconds of a
 *             block over the number of subjects (1 s per subject)
 *   blocks    true: comparison; then at least 6, so that the paired analysis is the planned one
 *   within_s  that 12 may take, over the number of subjects; where they take longer there are as few
 *             as tell something
 */
size_t as_stage1_units(double unit_s, bool blocks, double within_s);

/*
 * as_stein_n - units in all for a half-width d: max(r, ceil((t_{1-alpha/2, r-1} s / d)^2))
 *
 *   s, r  standard deviation and number of the units of stage 1
 *   d     half-width wanted, > 0, in the unit of s; frozen after stage 1
 *
 * Called with S_N and N of all units after stage 2, it gives N' of 6.7; the interval that goes with
 * it is staged.h's. AS_ERR_DATA if r < 2, AS_ERR_ARG for the rest. out untouched on failure.
 */
AS_MUST_CHECK enum as_status as_stein_n(double s, size_t r, double d, double confidence,
	size_t *out);

/*
 * as_units_to_meet - units in all that a half-width of d takes, when n of them gave h
 *
 * n where h <= d (1 + 1e-12), which is the target met; else ceil(n (h / d)^2), which after two
 * stages is Stein's count where h is that of stage 1 (methods-repairs.md 7). d > 0; at most
 * AS_UNITS_MAX.
 */
size_t as_units_to_meet(size_t n, double h, double d);

/*
 * as_units_for - the smallest r >= r_min with t_{1-alpha/2, r-1} s / sqrt(r) <= d
 *
 * The fixed plan of methods.md 6.5 and methods-blocks.md 6.1. r_min >= 2; s >= 0; d > 0.
 */
AS_MUST_CHECK enum as_status as_units_for(double s, double d, double confidence, size_t r_min,
	size_t *out);

/* A half-width wanted, and where the standard deviation that it is planned with is from. */
struct as_learnt_width {
	double half_width; /* > 0, in the unit of that standard deviation */
	double confidence; /* in (0, 1) */
	size_t df; /* degrees of freedom of the pilot that it was learnt from; 0: it is known */
};

/*
 * as_pilot_factor - the larger of t_{1-alpha/2, r-1} and t_{1-alpha/2, df} (methods-repairs.md 5.2)
 *
 * What an interval of r units is wide by that were planned from a pilot: it is known no better than
 * the pilot knew. df 0: t_{1-alpha/2, r-1}. AS_ERR_ARG: r < 2, a confidence outside (0, 1).
 */
AS_MUST_CHECK enum as_status as_pilot_factor(double confidence, size_t r, size_t df, double *out);

/* as_units_learnt - as_units_for with as_pilot_factor in the place of t_{1-alpha/2, r-1} */
AS_MUST_CHECK enum as_status as_units_learnt(double s, const struct as_learnt_width *p,
	size_t r_min, size_t *out);

/* Upper limit of a variance at the given sureness (0.8): s2 df / chi2_{1-sure, df} (6.5). */
AS_MUST_CHECK enum as_status as_variance_upper(double s2, double df, double sure, double *out);

/* ln(1 + e): the half-width on the log scale for a relative one of e, e > -1. */
double as_ratio_half_width(double e);

#endif
