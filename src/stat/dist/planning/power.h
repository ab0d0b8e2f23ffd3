/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_STAT_DIST_PLANNING_POWER_H
#define AS_STAT_DIST_PLANNING_POWER_H

/* How many rounds or builds see a change of a given size (methods-quantiles.md 2), and what would
 * have been seen (3). Standard deviations are those of paired log ratios, or of builds' log values;
 * distances are on the log scale. */

#include <stddef.h>

#include "base/err.h"

/* A change that is to get its verdict. */
struct as_power {
	double lambda;     /* as_power_distance, > 0 */
	double confidence; /* 1 - alpha, of one comparison: of C of them 1 - alpha / C */
	double power;      /* pi, in (0, 1) */
};

/* A standard deviation and what is known of it: nu degrees of freedom, >= 1. */
struct as_power_spread {
	double s; /* >= 0 */
	double df;
};

/*
 * as_power_distance - |ln(1 + detect) - ln(1 + limit)|
 *
 *   detect  the true change, above -1 and not 0
 *   limit   what it is to be told from: 0, or that of a gate
 *
 * AS_ERR_DATA: what is to be seen does not lie beyond the limit, on its side. AS_ERR_ARG: out of
 * range. out untouched on failure.
 */
AS_MUST_CHECK enum as_status as_power_distance(double detect, double limit, double *out);

/*
 * as_power_rounds - rounds of a fixed plan, and to be 80 % sure of them (2.1)
 *
 * The mean power over what the standard deviation may be is at least the one asked for (Julious and
 * Owen 2006), from AS_BLOCKS_PAIRED rounds on. Each at most AS_UNITS_MAX. s = 0: the least.
 * AS_ERR_ARG for bad arguments; out untouched then. O(100 log rounds).
 */
AS_MUST_CHECK enum as_status as_power_rounds(const struct as_power *p,
	const struct as_power_spread *s,
	size_t *rounds, size_t *sure);

/* The same of builds a side, compared by Welch's test; at least `least` >= 2. */
AS_MUST_CHECK enum as_status as_power_builds(const struct as_power *p,
	const struct as_power_spread *s,
	size_t least, size_t *builds);

/* The mean power of so many rounds, n >= 2. */
AS_MUST_CHECK enum as_status as_power_mean(const struct as_power *p,
	const struct as_power_spread *s,
	size_t n, double *out);

/*
 * as_power_stage - rounds in all that stage 2, or stage 3, is to reach (2.2, Stein 1945)
 *
 *   s, n  standard deviation and number of the rounds so far, n >= 2
 *
 * max(n, ceil((c_{n-1} s / lambda)^2)), c_m = t_{1-alpha/2, m} + t_{pi, m}; at most AS_UNITS_MAX. Called
 * once with those of stage 1 and once with all of stage 2; the interval is staged.h's.
 */
AS_MUST_CHECK enum as_status as_power_stage(const struct as_power *p, double s, size_t n,
	size_t *out);

/*
 * as_power_half_width - of the interval that sees lambda, were its standard error known
 *
 * lambda z_{1-alpha/2} / (z_{1-alpha/2} + z_pi): what a plan that knows half-widths only is to reach. NaN for
 * bad arguments.
 */
double as_power_half_width(const struct as_power *p);

/* The other way round: the distance that an interval of that half-width sees with the power of p,
 * whose lambda is not looked at. */
double as_power_seen(const struct as_power *p, double half);

/* What a comparison would have seen, both as shares above 0 (3). */
struct as_resolution {
	double slower, faster;
};

/*
 * as_resolution_of - the change that the next such experiment finds with the given power
 *
 *   half   the half-width that was printed, by whichever rule, >= 0
 *   se, df standard error and degrees of freedom of all units, se > 0, df >= 1
 *
 * It does not contain the difference found. AS_ERR_ARG.
 */
AS_MUST_CHECK enum as_status as_resolution_of(double half, double se, double df, double power,
	struct as_resolution *out);

#endif
