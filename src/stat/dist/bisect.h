/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_STAT_DIST_BISECT_H
#define AS_STAT_DIST_BISECT_H

/* Which commit changed the level, from executions that vary (methods-history.md 5): a probability
 * for each of commits 1 .. n to be the first of the new level. Commit 0 is of the old one, n of the
 * new. */

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

#define AS_BISECT_SURE 0.95 /* where a search ends, and of its credible set */

/* What is known before; values are logarithms of times, or what else is compared. */
struct as_bisect_known {
	double good, bad; /* levels of commits 0 and n; not equal */
	double s2;        /* variance of one execution, > 0 */
	double own;       /* of a commit's own effect, >= 0 */
	double ends;      /* of the means that the levels are from, >= 0 */
	const double *prior; /* n shares, not all 0; NULL: all alike */
};

/* A commit that was executed. */
struct as_bisect_seen {
	size_t commit; /* 1 to n - 1, each at most once */
	size_t times;  /* at least 1 */
	double mean;
};

/*
 * as_bisect_posterior - p[k - 1] is the probability that commit k is the first of the new level
 *
 * No execution is worth more than 200 to 1. O(n + n_seen). AS_ERR_ARG: anything that is not as
 * above, or n 0; p untouched then.
 */
AS_MUST_CHECK enum as_status as_bisect_posterior(const struct as_bisect_known *known,
	const struct as_bisect_seen *seen, size_t n_seen, size_t n, double *p);

/* The commit to execute next, 1 to n - 1: before it half of the probability lies, more or less;
 * where commits have an effect of their own, rather a neighbour than one that was executed 6 times.
 * 0: there is none, n is 1. O(n n_seen). */
size_t as_bisect_next(const struct as_bisect_known *known, const struct as_bisect_seen *seen,
	size_t n_seen, const double *p, size_t n);

/* The most probable of n commits, from 1; the earlier of equal ones. */
size_t as_bisect_best(const double *p, size_t n);

/* Whether commit k is in the credible set: the most probable ones, the earlier of equal ones first,
 * until they have AS_BISECT_SURE together. Gives how many there are. O(n^2) at most. */
size_t as_bisect_credible(const double *p, size_t n, bool *in);

#endif
