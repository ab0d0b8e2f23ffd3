/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_STAT_DIST_COMPARING_CONSTANT_H
#define AS_STAT_DIST_COMPARING_CONSTANT_H

/* Two sides of which nothing varies (methods-repairs.md 6): a coarse clock, or few runs. Identical
 * programs at the edge of a step read so, too, in up to 2 (1/2)^(2n) of cases; so what decides is
 * the exact permutation p. It supposes that runs are exchangeable, and not that their number was
 * planned. */

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

struct as_constant {
	double old, new;     /* what every unit of a side reads */
	size_t n_old, n_new; /* units; where paired, both are the number of pairs */
	bool paired;
	double step; /* of what was read, > 0; 0: not known, and |new - old| is taken for it */
	bool exact;  /* there is no step: things counted one by one */
};

struct as_constant_found {
	bool has_p; /* old != new */
	double p;   /* 2 / C(n_old + n_new, n_old), or of B pairs 2^(1 - B); at most 1 */
	double step; /* that was used; 0 where they are exact, or equal and no step is known */
	/* Either value is known to one step only: new - old +- step, and (new +- step) / old. There
	 * is no such ratio unless old is beyond one step: `bounded`. */
	bool bounded;
	double lo, hi;
	double difference_lo, difference_hi;
	/* The smallest number of units of each, or of pairs, whose p is <= alpha, and that p. */
	size_t fewest;
	double fewest_p;
};

/*
 * as_constant_compare - what can be said where nothing varies
 *
 *   alpha  in (0, 1); for `fewest` alone
 *
 * AS_ERR_ARG: values or a step that are not finite, no units, pairs of unequal number. out untouched
 * on failure.
 */
AS_MUST_CHECK enum as_status as_constant_compare(const struct as_constant *c, double alpha,
	struct as_constant_found *out);

#endif
