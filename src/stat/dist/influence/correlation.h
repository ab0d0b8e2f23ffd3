/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_STAT_DIST_INFLUENCE_CORRELATION_H
#define AS_STAT_DIST_INFLUENCE_CORRELATION_H

/* How much two numbers of the same units go together, inside groups of units. */

#include <stddef.h>

#include "base/err.h"

/* Pairs (x[i], y[i]) in groups: group g is first[g] .. first[g + 1] - 1. Borrowed. A pair of which one is
 * NaN is none. */
struct as_correlated {
	const double *x, *y;
	const size_t *first; /* n_groups + 1 ascending offsets */
	size_t n_groups;
};

struct as_correlation {
	double r; /* -1 .. 1 */
	double lo, hi; /* its interval */
	size_t pairs; /* that there are */
	size_t df; /* pairs less groups that have any */
};

/*
 * as_correlation - Pearson's correlation of what pairs differ from the means of their groups
 *
 * With one group that of all pairs; with more the one inside them, pooled. The interval is Fisher's, by
 * z = atanh(r) with variance 1 / (df - 2): 1 / (n - 3) of one group (Fisher 1921). It supposes pairs that
 * are normal and independent.
 *
 * Two passes. AS_ERR_DATA with words: fewer than 3 degrees of freedom, or one of both does not vary
 * inside its groups. AS_ERR_ARG: a confidence outside (0, 1). out untouched on failure.
 */
AS_MUST_CHECK enum as_status as_correlation(const struct as_correlated *p, double confidence,
	struct as_correlation *out, struct as_err *err);

#endif
