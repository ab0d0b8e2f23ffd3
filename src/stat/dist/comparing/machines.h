/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_STAT_DIST_COMPARING_MACHINES_H
#define AS_STAT_DIST_COMPARING_MACHINES_H

/* The machine as a level (methods-machines.md A): one number a machine, two intervals, and how far
 * the machines are alike. No machine weighs more than another, however precise it is: t on means of
 * machines holds for any mixture of precisions. */

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

/* What one machine says: the mean of its rounds, or sessions, the variance of that mean, and its
 * degrees of freedom. */
struct as_machine_mean {
	double mean, v, df;
};

struct as_machines_interval {
	double lo, hi, df;
};

struct as_machines_found {
	double mean; /* of all machines, each weighing alike */
	double se;   /* for these machines */
	struct as_machines_interval these;
	/* From two machines on, else NaN: for machines like these, with the p that it is 0. */
	double sd;
	struct as_machines_interval alike;
	double p;
	/* From three on, else NaN: where another machine would lie. */
	struct as_machines_interval another;
	/* From two on: variances by machine (below 0 where nothing shows) and by round, the share
	 * of the machine, and how much wider machines are than rounds alone. */
	double t2_machine, t2_round, share, impact;
	double differ_p; /* that the machines have one mean (Brown and Forsythe, Mehrotra's df) */
	/* on at least so many of them it is above 0, and below */
	size_t at_least_above, at_least_below;
	size_t farthest;   /* the machine farthest from the others */
	double farthest_p; /* times M, that it is one of them; NaN below 5 machines */
};

/*
 * as_machines_mean - the mean over machines
 *
 *   v     n >= 1 of them, v >= 0, df >= 1
 *   room  2 n numbers
 *
 * AS_ERR_ARG else, and for a confidence outside (0, 1). O(n^2).
 */
AS_MUST_CHECK enum as_status as_machines_mean(const struct as_machine_mean *v, size_t n,
	double confidence, double *room, struct as_machines_found *out);

/* p, times their number, that machine i of n >= 2 has the mean of the others, by the noise of its
 * own and theirs. AS_ERR_ARG as above. */
AS_MUST_CHECK enum as_status as_machine_differs(const struct as_machine_mean *v, size_t n, size_t i,
	double *out);

#endif
