/* SPDX-License-Identifier: MIT */
#ifndef AS_STAT_CORE_PAIRWISE_H
#define AS_STAT_CORE_PAIRWISE_H

/* Order statistics of all averages of two of n numbers, and of all differences of two samples,
 * without making them: there are n (n + 1) / 2, 5e11 of a million (methods-typical.md 1, 4). */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * What pairs are of. All numbers are finite and ascending.
 *
 *   b NULL  the averages (a[i] + a[j]) / 2 of i <= j < n_a, each number with itself, too (Walsh)
 *   else    the differences b[j] - a[i] of all i < n_a, j < n_b
 */
struct as_pairwise {
	const double *a, *b;
	size_t n_a, n_b;
};

/* How many there are; up to 2^63. */
uint64_t as_pairwise_number(const struct as_pairwise *p);

/* How many of them are below v, or with `equal` not above it. O(n_a + n_b). */
uint64_t as_pairwise_below(const struct as_pairwise *p, double v, bool equal);

/*
 * as_pairwise_ranked - the one of a rank, from 1, as sorting all would find it, to the last bit
 *
 *   rank   1 .. as_pairwise_number
 *   room   for `spare` numbers: the more, the sooner it ends; n_a + n_b are plenty
 *
 * A bracket is narrowed by counting (interpolation and halving of the representation in turns)
 * until so few pairs lie in it that they fit, after Johnson and Mizoguchi 1978. O(n) a count, about
 * 15 of them; at most 130.
 */
double as_pairwise_ranked(const struct as_pairwise *p, uint64_t rank, double *room, size_t spare);

/* Their median: the mean of the middle two of an even number. Cost of up to two of the above. */
double as_pairwise_median(const struct as_pairwise *p, double *room, size_t spare);

#endif
