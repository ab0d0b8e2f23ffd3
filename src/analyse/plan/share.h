/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_PLAN_SHARE_H
#define AS_ANALYSE_PLAN_SHARE_H

/* One budget for several experiments: it goes where the widest intervals are expected. */

#include <stddef.h>

#include "base/err.h"

/* What is expected of one of them, from its forecast. */
struct as_share_need {
	double cost_s;     /* what some plan costs, > 0; NaN: nothing is known of this one */
	double half_width; /* what that plan gives, relative, > 0 */
	double precision;  /* half-width wanted, > 0; 0: none, as narrow as it gets */
	double least_s;    /* less than this gives no useful interval, >= 0 */
};

/*
 * as_share_budget - seconds for each, so that the widest of the half-widths expected is least
 *
 *   need      n of them
 *   budget_s  for all, > 0
 *   out       n shares that sum up to it
 *
 * Half-widths shrink with the root of what is spent (methods.md 6.4), so that a half-width w costs
 * cost_s (half_width / w)^2. There is one w for all that want more than it, and the others get what
 * their precision costs, but none less than least_s. Where all of it costs less than there is, or
 * even the least costs more, shares are in proportion. What nothing is known of gets the mean share
 * first. Decided before anything is measured for a result. AS_ERR_ARG: a number out of range, or n
 * is 0; out untouched then. O(n).
 */
enum as_status as_share_budget(const struct as_share_need *need, size_t n, double budget_s,
	double *out) AS_MUST_CHECK;

#endif
