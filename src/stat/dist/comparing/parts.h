/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_STAT_DIST_COMPARING_PARTS_H
#define AS_STAT_DIST_COMPARING_PARTS_H

/* Intervals of sums whose parts have variances of their own (methods-machines.md A3, A4). */

#include <stddef.h>

#include "base/err.h"

/* What a part adds to the variance of the estimate, with its degrees of freedom. */
struct as_part {
	double v, df;
};

struct as_parts_found {
	double estimate, se;
	double df;     /* Satterthwaite's, of the sum */
	double lo, hi; /* estimate -+ the wider of t of the sum and t of any part alone */
	double p;      /* the largest of the corresponding ones; NaN where nothing varies */
};

/* The rule of parts: v >= 0, df >= 1, n >= 1, a confidence in (0, 1), else AS_ERR_ARG. */
AS_MUST_CHECK enum as_status as_parts(const struct as_part *part, size_t n, double estimate,
	double confidence, struct as_parts_found *out);

/* Machines of one kind: their means, of which there are two or more. */
struct as_kind_means {
	const double *mean;
	size_t n;
	double weight; /* above 0 */
};

/* The mean over kinds, which have weights that were fixed before (A3). AS_ERR_ARG: n < 1, a kind of
 * fewer than two machines, a weight that is none; room: n parts. */
AS_MUST_CHECK enum as_status as_kinds_mean(const struct as_kind_means *kind, size_t n,
	double confidence, struct as_part *room, struct as_parts_found *out);

/* The same builds on several machines (A4): cell means, machine by machine, of both sides. */
struct as_crossed_machines {
	const double *old, *new; /* machines x n_old, machines x n_new */
	size_t machines, n_old, n_new; /* 2 of each at least */
};

/* For machines and builds like these. AS_ERR_ARG else, and for numbers that are not finite. */
AS_MUST_CHECK enum as_status as_crossed_machines(const struct as_crossed_machines *c,
	double confidence, struct as_parts_found *out);

#endif
