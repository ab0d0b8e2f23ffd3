/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_GATES_REACHED_H
#define AS_ANALYSE_GATES_REACHED_H

/* How a comparison stands to the precision that was asked for (methods-repairs.md 7). */

#include "model/answer/summary.h"
#include "model/kept/experiment.h"

/* Units in all that the half-width d takes, of n with h; 0: h meets it. */
size_t as_units_missing(size_t n, double h, double d);

/* How a comparison stands to the half-width that the plan wants of the ratio. */
struct as_reached {
	double half_width; /* relative, as exp of that of the log ratio */
	double precision;  /* wanted */
	size_t rounds;     /* in all that it takes; 0: it is met */
};

/* False: the plan has no such target of this comparison, or it has no interval. The target is one
 * of the typical run, also where the mean is apart from it. */
bool as_reached_by(const struct as_experiment *x, const struct as_comparison *c,
	struct as_reached *out);

#endif
