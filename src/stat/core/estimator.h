/* SPDX-License-Identifier: MIT */
#ifndef AS_STAT_CORE_ESTIMATOR_H
#define AS_STAT_CORE_ESTIMATOR_H

/* Estimates of where a sample lies under load (methods.md 8; Haveraaen and Hundvebakke).
 *
 * All of them lie between the smallest and the largest value, are that value where all are equal,
 * grow in proportion with the values, and do not fall when a value rises. */

#include <stddef.h>

/* What some of them can do besides. */
enum as_estimator_claim {
	AS_CLAIM_SHIFTS = 1,       /* adding a constant to all values adds it to the estimate */
	AS_CLAIM_POSITIVE = 2,     /* NaN unless all values are above 0 */
	/* however large one of 10 values is, it stays within the others */
	AS_CLAIM_RESISTS_HIGH = 4,
	AS_CLAIM_RESISTS_LOW = 8,  /* however small */
};

enum as_estimator {
#define AS_ESTIMATOR(symbol, name, title, function, claims) AS_ESTIMATE_##symbol,
#include "stat/core/estimators.def"
	AS_ESTIMATORS
};

struct as_estimator_entry {
	const char *name;  /* on the command line */
	const char *title; /* on screens */
	double (*of)(const double *sorted, size_t n);
	unsigned claims;
};
extern const struct as_estimator_entry as_estimators[AS_ESTIMATORS];

/* That of n >= 1 finite values in ascending order. O(n) at most, but for that of Hodges and
 * Lehmann. */
double as_estimate(enum as_estimator e, const double *sorted, size_t n);

/* Of n >= 1 values in ascending order:
 *
 *	as_lower_quartile    the mean of d_floor((n+1)/4) and d_ceil((n+1)/4), counted from 1, an index of
 *	                     0 raised to 1: not type 7
 *	as_trimmed_mean      without floor(n / 10) values at either end
 *	as_geometric_mean    exp of the mean of logarithms; NaN where a value is not above 0
 *	as_hodges_lehmann    the median of the means of all n (n + 1) / 2 pairs, a value with itself among
 *	                     them; by bisection over the numbers there are between smallest and largest:
 *	                     O(n) for each of at most 128 steps, and no room */
#define AS_ESTIMATOR(symbol, name, title, function, claims) \
	double function(const double *sorted, size_t n);
#include "stat/core/estimators.def"

#endif
