/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_STAT_DIST_TAIL_H
#define AS_STAT_DIST_TAIL_H

/* What a criterion that is not a mean needs besides the methods of means (methods-quantiles.md 1.6
 * to 1.11): batches of rounds where an execution has too few iterations, the luck inside an
 * execution for plans, and clocks too coarse for it. The value of an execution is reduction.h's. */

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

enum {
	AS_BATCHES_COMPARE = 6, /* the least for a verdict on two subjects */
	AS_BATCHES_SINGLE = 5,  /* and for the interval of one */
};

/* Rounds that follow one another are put together until their iterations suffice (1.6). */
struct as_batching {
	size_t rounds;  /* K of a batch, >= 1; the last one has those that are left over besides */
	size_t batches; /* G */
};

/*
 * as_batching_of - batches of `rounds` complete rounds with n iterations an execution
 *
 *   n      >= 1, the least of any execution as planned: never of the data
 *   least  iterations that the criterion needs, >= 1 (as_reduction_least)
 */
struct as_batching as_batching_of(size_t rounds, size_t n, size_t least);

/* Values of executions come from their halves, so that what lies inside them can be told from what
 * lies between them (1.10). Logarithms of the criterion. */
struct as_inner {
	double inside;  /* T_1^2, variance of an execution's value times its iterations */
	double between; /* S_2^2, of the executions' values */
	double above;   /* max(S_2^2 - T_1^2 / n, S_2^2 / 4), as plans use it */
};

/*
 * as_inner_variance - T_1^2 := (n/2) mean of (y' - y'')^2 / 2
 *
 *   y             of `executions` >= 2 executions: ln of the criterion of all n iterations
 *   first, second of the first and of the second half of them
 *
 * AS_ERR_DATA: fewer than 2 executions; AS_ERR_ARG: n below 2, a value that is not finite.
 */
AS_MUST_CHECK enum as_status as_inner_variance(const double *y, const double *first,
	const double *second, size_t executions, size_t n, struct as_inner *out);

/* Of one comparison or one subject whose clock may tick too slowly (1.11). */
struct as_coarse {
	bool coarse;     /* more than half of the values agree within 1e-12 */
	double widening; /* to be added to either half of the interval on the log scale; 0 if not */
};

/*
 * as_coarse_clock
 *
 *   y      n values on the log scale: differences of rounds, or of one subject its executions'
 *   room   for n
 *   tick   smallest difference of values of the subject, > 0, in the unit of `least`
 *   least  the smaller of the sides' mean values of the criterion, > 0
 *
 * widening is ln(1 + tick / least). O(n log n).
 */
struct as_coarse as_coarse_clock(const double *y, size_t n, double *room, double tick,
	double least);

/* y falls into two modes, since p lies between those of the iterations (1.11): from 10 executions,
 * where the largest gap among all but the outer tenths exceeds half of their range. room for n. */
bool as_criterion_jumps(const double *y, size_t n, double *room);

/*
 * as_neighbours_alike - the correlation of ranks with those of the values before them (1.8)
 *
 *   x       n >= 2 values in order of time
 *   sorted  the same, ascending; of ties the mean rank
 *
 * 0 where all are equal. Above 1.645 / sqrt n, order statistics hold less than they say. O(n log n).
 */
double as_neighbours_alike(const double *x, const double *sorted, size_t n);

#endif
