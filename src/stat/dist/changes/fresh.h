/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_STAT_CHANGES_FRESH_H
#define AS_STAT_CHANGES_FRESH_H

/* What fresh rounds of two versions say of a change that was suspected in a history
 * (methods-machines.md D). */

#include "stat/core/values.h"
#include "stat/dist/comparing/decide.h"

#define AS_FRESH_FIRST 0.002 /* the first re-run of what a history shows agrees up to this p, */
#define AS_FRESH_SECOND 0.05 /* the second one up to this one */
enum { AS_FRESH_LEAST = 10, AS_FRESH_MOST = 60 };

/* Rounds of a re-run (D2).
 *
 *   w     variance of an execution, of logarithms where sizes are; NaN: not known
 *   size  the end of the interval of the change that is nearer to none
 *   delta the least that matters
 */
size_t as_fresh_rounds(double w, double size, double delta);

/*
 * as_fresh_pairs - t on the differences of rounds, 2 or more, finite
 *
 * AS_ERR_DATA: fewer, or all of them equal (timer resolution?), which settles nothing.
 */
AS_MUST_CHECK enum as_status as_fresh_pairs(struct as_values d, struct as_test *out);

/* p of it, one-sided: that luck alone goes so far up, or down. */
double as_fresh_p(const struct as_test *t, bool up);

enum as_rest {
	AS_REST_FIXED,
	AS_REST_PARTLY,
	AS_REST_NOT,
	AS_REST_WITHIN, /* back, within its uncertainty */
};

/* What is left of a change of that size (a logarithm, signed), by fresh rounds of the version before
 * it and the newest, at 95 % (D4).
 *
 *   limit  receives what does not matter of it; may be NULL
 */
enum as_rest as_rest_judge(const struct as_test *t, double size, double delta, double *limit);

#endif
