/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_STAT_DIST_COMPARING_RANK_H
#define AS_STAT_DIST_COMPARING_RANK_H

/* Rank methods on one number per top-level unit (methods.md 13.1), for skewed data. Never for
 * pooled iterations: those of one execution are not independent. Counts of
 * arrangements and pairwise differences need room, which is given back at the end. */

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/err.h"
#include "stat/core/values.h"

enum {
	AS_RANK_MIN = 4,        /* fewer on a side: no test. 3 + 3 cannot get below p = 0.1 */
	AS_RANK_EXACT_PAIRS = 2500, /* more, of 51 units a side say: the normal approximation */
	AS_RANK_TIES_MAX = 20,  /* the same where values are equal */
};

/* The law of U when nothing differs: P(U <= u). */
struct as_rank_law {
	size_t n_old, n_new;
	double *cdf;       /* of u = 0 .. n_old n_new; NULL: normal with mean and sd */
	double mean, sd;
	struct as_arena room;
};

/*
 * as_rank_law_init - exact up to AS_RANK_EXACT_PAIRS without ties, else normal
 *
 *   ties  sum of t^3 - t over groups of t equal values; 0 without ties
 *
 * n_old, n_new >= 1. One law serves all samples of these sizes without ties. Time and room
 * O(n_old n_new^2) at most. AS_ERR_ARG or AS_ERR_MEM; to be released when AS_OK.
 */
AS_MUST_CHECK enum as_status as_rank_law_init(struct as_rank_law *law, size_t n_old, size_t n_new,
	double ties);
void as_rank_law_release(struct as_rank_law *law); /* takes one that is all 0 */

/* The smallest two-sided p of an exact test by permutation: 2 / C(n_old + n_new, n_old), at most 1.
 * O(n_old). */
double as_rank_smallest_p(size_t n_old, size_t n_new);

struct as_rank_test {
	double u;   /* pairs in which new is larger; a tie counts one half */
	double p;   /* two-sided: twice the smaller tail */
	bool exact; /* p, and confidence, which with ties is the least; false: many units */
	double smallest_p;  /* that units of these numbers can give */
	double shift;       /* Hodges and Lehmann: median of all new - old */
	double lo, hi;      /* its interval */
	size_t k;           /* it leaves out k - 1 differences at each end */
	double confidence;  /* that it really has, 1 - 2 P(U <= k - 1); with ties at least that */
};

/*
 * as_rank_compare - Mann and Whitney's test with the shift of Hodges and Lehmann
 *
 *   old, new  finite values of any sign; for a ratio of typical values give logarithms, and take
 *             exp of shift, lo and hi
 *   law       as made by as_rank_law_init for these numbers without ties, or NULL
 *
 * With ties and at most AS_RANK_TIES_MAX units a side p is that of all splits of these values, and
 * the interval that of the law without ties, which is not too short then (Noether 1967); with more
 * units both are approximate. O(n_old n_new log) time, room for n_old n_new differences; with ties
 * O(n_new n^3) and O(n_new n^2) for n = n_old + n_new <= 40. AS_ERR_DATA with words: a side with no
 * values, or a value that is not finite; AS_ERR_ARG: a confidence outside (0, 1). A caller that
 * decides by p asks for AS_RANK_MIN units on each side. out untouched on failure.
 */
AS_MUST_CHECK enum as_status as_rank_compare(struct as_values old, struct as_values new,
	double confidence, const struct as_rank_law *law, struct as_rank_test *out,
	struct as_err *err);

/* The same without the shift, its interval and all pairs: u, p, exact and smallest_p alone.
 * O((n_old + n_new) log). */
AS_MUST_CHECK enum as_status as_rank_p(struct as_values old, struct as_values new,
	const struct as_rank_law *law, struct as_rank_test *out, struct as_err *err);

#endif
