/* SPDX-License-Identifier: MIT */
#ifndef AS_STAT_CORE_STUDENT_H
#define AS_STAT_CORE_STUDENT_H

/* Student's t for whole degrees of freedom, with libm alone: for the harness, which links nothing
 * else. The program takes those of stat/dist, which also know fractions of a degree. */

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

/* P(|T| <= t) for df >= 1 degrees of freedom, t >= 0; the finite series of Abramowitz and Stegun
 * 26.7.3 and 26.7.4. O(df). */
double as_student_within(double t, size_t df);

/* The t with as_student_within(t, df) = p, 0 < p < 1; relative error below 1e-10. Above 1000
 * degrees of freedom those of 1000 are taken: wider by less than one in a thousand. O(min(df,
 * 1000)). */
double as_student_quantile(double p, size_t df);

/* Paired log ratio of two subjects over blocks (methods-blocks.md 2.1). */
struct as_pairing {
	double ratio, low, high; /* new over old, and its 95 % interval */
	size_t blocks;
};

/*
 * as_pairing - the geometric mean of y[b] / x[b] with its interval
 *
 *   x, y  n times each of the old and the new subject in the same blocks, > 0
 *
 * AS_ERR_DATA (out untouched) if a time is not positive or not finite, or n is below 6: then blocks
 * do not carry a paired analysis. Two passes, no allocation.
 */
AS_MUST_CHECK enum as_status as_pairing(const double *x, const double *y, size_t n,
	struct as_pairing *out);

#endif
