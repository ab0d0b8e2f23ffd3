/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_STAT_DIST_COMPARING_DUET_H
#define AS_STAT_DIST_COMPARING_DUET_H

/* Two programs that run at the same time on two cores, with sides swapped within each pair of rounds
 * (methods-machines.md F): one number a pair, so that what a core does is gone from it. */

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "stat/dist/comparing/decide.h"

/* Of the two rounds of a pair: the mean of their log ratios, and half of what the ratio is larger by
 * where new is on the first core. */
struct as_duet_value {
	double mean, side;
};

/* d of both rounds; on_second: new was on the second core in the first of them, and so on the first
 * core in the other. */
struct as_duet_value as_duet_value_of(const double d[static 2], bool on_second);

/*
 * as_duet_side - is one of the cores slower?
 *
 *   side  of n >= 2 pairs: above 0 the first core is the slower one
 *
 * Mean against 0, by t. AS_ERR_DATA: fewer than 2; AS_ERR_ARG: what is not finite, a confidence outside
 * (0, 1).
 */
AS_MUST_CHECK enum as_status as_duet_side(const double *side, size_t n, double confidence,
	struct as_test *out);

/* What being beside each other does to the log ratio: the means of pairs against the log ratios of
 * rounds in turns, by Welch. */
enum as_duet_shift_word {
	AS_DUET_SHIFT_UNKNOWN = 0, /* the interval has 0 in it and leaves +-ln(1 + delta) */
	AS_DUET_SHIFT_NONE,        /* it is inside of that */
	AS_DUET_SHIFT_SOME,        /* it excludes 0 */
};

struct as_duet_shift {
	struct as_test test;
	enum as_duet_shift_word word;
};

/* Of n pairs and m rounds in turns, 2 of each at least; errors as above, and for delta <= 0. out
 * untouched on failure. */
struct as_duet_rows {
	const double *pair, *turns;
	size_t n, m;
};
AS_MUST_CHECK enum as_status as_duet_shift(const struct as_duet_rows *rows, double confidence,
	double delta, struct as_duet_shift *out);

/* So many rounds in turns on one core tell as much as one of a duet, time for time; one of each takes
 * these seconds. NaN where nothing varies. */
double as_duet_worth(const struct as_duet_rows *rows, double turns_s, double duet_s);

#endif
