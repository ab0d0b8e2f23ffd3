/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_STAT_DIST_SERIES_LASTING_H
#define AS_STAT_DIST_SERIES_LASTING_H

/* The mean of values that follow each other on a machine whose state lasts (methods-repairs.md 1).
 *
 * x_i = mu + state_i + noise_i. The state's variance is k times that of the noise, and it lasts
 * about tau values: neighbouring states correlate by 1 - 1/tau. Neither is estimated and no test
 * chooses: each pair of a list gets a weight by how well it fits the values, and the interval is
 * the one that holds over the weighted list. Simulated, with states as strong as the noise, 200
 * values and neighbours that correlate by 0.6, 0.9, 0.98: t covers 78, 47, 22 %, this 96, 96, 83 %;
 * for independent values it is wider than t by 18 % with 20 of them, 6 % with 200. */

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

enum {
	AS_LASTING_PAIRS = 28, /* at most */
	AS_LASTING_LEAST = 6, /* fewer values: t, as nothing can be seen */
	AS_LASTING_MOST = 1000, /* more are averaged in blocks, no more of which there are */
	AS_LASTING_TIMES = 10, /* an extension makes them at most so many times as many (1.5) */
};

/* How long states may last, how strong they may be, and what follows from that. */
struct as_lasting_pair {
	double tau, k; /* tau in values of the series looked at; both 0: independent values */
	double factor; /* of the variance of the mean: 1 where values are independent */
	double weight; /* 0 to 1; they sum up to 1 */
	double scale; /* standard error of the mean, if this is how it is */
};

struct as_lasting {
	double mean, s; /* of all values */
	double half_width_t; /* as if values were independent */
	double half_width_mix; /* over the list; NaN where none could be made */
	double half_width; /* the wider of the two */
	double effective_n; /* so many independent values would tell as much; NaN if nothing varies */
	double slow; /* weight of states that last an eighth of the series and longer; NaN
			     * where there is no list */
	double dependent; /* weight of all pairs but the independent one; NaN: there is no list */
	size_t n, block; /* values, and how many of them make one of the series looked at */
	size_t n_pairs; /* 0: no list */
	struct as_lasting_pair
		pair[AS_LASTING_PAIRS]; /* the independent one first, then by tau, the
							* longest first, each with k of 0.2, 1, 5 */
};

/*
 * as_lasting_mean - mean and half-width of n finite values in order of time (1.3)
 *
 *   confidence  in (0, 1)
 *
 * Below AS_LASTING_LEAST values, and where nothing varies (nor blocks of them do), it is t. Values
 * that alternate give t, but for less than 1 %. A period longer than a quarter of the series counts as slow. The same
 * for the values in reverse, where no blocks are made. Cost: n^2 multiplications, at most 10^6;
 * room for 6 n; no random numbers.
 *
 * AS_ERR_DATA: n < 2. AS_ERR_ARG: an argument out of range, squares beyond it included. AS_ERR_MEM.
 * out untouched on failure.
 */
AS_MUST_CHECK enum as_status as_lasting_mean(
	const double *x, size_t n, double confidence, struct as_lasting *out);

/* So many times as wide as of independent values, 1 at least; 1 where these have no width. */
double as_lasting_widens(const struct as_lasting *l);

/* Values in all that a half-width of d > 0 takes: ceil(n (half_width / d)^2), not fewer than n (1.5). */
size_t as_lasting_units(const struct as_lasting *l, double d);

/* The machine's state lasts as long as the experiment (1.4): no interval from it promises to hold
 * another mean. */
bool as_lasts_as_long(double slow);

/* So many values in order of time that they show whether they depend on each other (1.4). */
bool as_lasting_tells(size_t n);

#endif
