/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_PAPERS_DIVISIVE_H
#define AS_PAPERS_DIVISIVE_H

/* Changes of a history by the energy statistic, E-divisive of Matteson and James (methods.md 12.1):
 * the second detector, which draws. Values may change in any way, not in their level alone. */

#include "stat/dist/changes/changes.h"

enum {
	AS_DIVISIVE_SEGMENT = 3,      /* versions between two changes, at least */
	AS_DIVISIVE_LEAST = 6,        /* versions; fewer are refused */
	/* neighbours that are permuted together, unless asked otherwise */
	AS_DIVISIVE_BLOCK = 8,
	AS_DIVISIVE_PERMUTATIONS = 999,
};

struct as_divisive_how {
	enum as_history_level level;
	size_t block;  /* at least 1, which takes neighbouring versions for independent */
	uint64_t seed; /* of the permutations */
};

/* Versions from which on some order of blocks is rare enough for the level: below, nothing can be
 * found, but by luck of the draw. */
size_t as_divisive_least(const struct as_divisive_how *how);

/*
 * as_divisive_steps - which versions changed the level, or the shape
 *
 *   x, n  the series; finite values
 *   a     where the arrays of out are made
 *
 * The split with the largest Q of all segments is tested by permuting blocks inside its segment, p
 * = (1 + #) / (1 + AS_DIVISIVE_PERMUTATIONS), and where it holds both sides are looked into;
 * afterwards each change is tested between its neighbours, and the one with the largest p goes
 * until all hold. out: t is Q between the neighbours, p of that test; rho is 0, critical NaN. The
 * same seed gives the same.
 *
 * A test costs up to AS_DIVISIVE_PERMUTATIONS n log n, and ends as soon as it cannot hold: 20 ms at
 * 500 versions, 0.1 s at 2000; 2 tests a change, and one where there is none. AS_ERR_DATA with
 * words: fewer values than AS_DIVISIVE_LEAST, one that is not finite. AS_ERR_ARG: a block of 0.
 * AS_ERR_MEM. out untouched on failure.
 */
AS_MUST_CHECK enum as_status as_divisive_steps(const double *x, size_t n,
	const struct as_divisive_how *how, struct as_arena *a, struct as_steps *out,
	struct as_err *err);

#endif
