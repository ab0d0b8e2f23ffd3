/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_STAT_CHANGES_WHERE_H
#define AS_STAT_CHANGES_WHERE_H

/* Which versions of a history that has gaps tell most of where it changes (methods-machines.md B4). */

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

struct as_where {
	const double *x;  /* the values, logarithms where sizes are ratios: n of them, finite */
	const size_t *at; /* the places of their versions among all, ascending */
	size_t n;
};

enum { AS_WHERE_LEAST = 6, AS_WHERE_TAKE = 5 };

struct as_where_next {
	double s;          /* of the noise of one value */
	double *p;         /* n - 1: the probability of a change between each value and the next */
	size_t *measure, n_measure; /* places that are worth measuring, ascending */
	size_t *again, n_again;     /* those of both ends of every gap that they cut, which share its session */
};

/*
 * as_where_next - at most `take` places, those that can be expected to narrow changes most
 *
 * AS_ERR_ARG: fewer than AS_WHERE_LEAST values, or places that do not ascend. AS_ERR_MEM. Memory is the
 * arena's. O(n^2).
 */
AS_MUST_CHECK enum as_status as_where_next(
	const struct as_where *w, size_t take, struct as_arena *a, struct as_where_next *out);

#endif
