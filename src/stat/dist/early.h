/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_STAT_DIST_EARLY_H
#define AS_STAT_DIST_EARLY_H

/* The earliest safe stop of a gate: at most four looks whose shares of alpha are dealt out before the
 * first round (methods-quantiles.md 4). The looks' intervals hold together by the sum of their
 * shares (repeated confidence intervals, Jennison and Turnbull 1989), so the region that is in all
 * of them is right whatever made the measuring end. */

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "stat/dist/comparing/ratio.h"

enum {
	AS_LOOKS_MAX = 4,
	AS_EARLY_ROUNDS_MIN = 24, /* fewer rounds at most: one look, no early stop */
	AS_EARLY_ROUNDS_FOUR = 48,
};

struct as_looks {
	size_t n;                   /* 1, 3 or 4 */
	size_t at[AS_LOOKS_MAX];    /* rounds, or batches, at which they are */
	double alpha[AS_LOOKS_MAX]; /* their shares of it, two-sided */
};

/* The looks of at most rounds_max >= 2 rounds; alpha in (0, 1) is that of this gate: with C of them,
 * alpha / C. */
struct as_looks as_looks_of(size_t rounds_max, double alpha);

/* What one look sees. */
struct as_early_look {
	size_t n;
	double alpha;
	double mean, sd, t;
	double lag1;         /* correlation of neighbours; kappa widens for it */
	double kappa;
	double skewness, shift; /* the long side is longer by shift */
	/* Both sides, where their means count, too; else all 0. Where the ratio of means is apart from
	 * that of typical rounds the interval has both in it, and is infinite where that of means is. */
	struct as_paired_moments sides;
	bool apart;
	/* Of typical runs: how far the ends of methods-typical.md 1 are below and above, at this factor of t; at
	 * another alpha they are as much farther as t is. t_of 0: the look is at the mean. */
	double below, above, t_of;
	double widening;     /* of a clock too coarse, on either side; 0: none */
	double lo, hi;       /* on the log scale */
	double typical_lo, typical_hi; /* without the means and the clock */
	bool resembles;      /* lag1 above 1.645 / sqrt n: nothing is concluded but at the last */
};

/*
 * as_look - the interval at one look
 *
 *   d  n >= 2 finite log ratios of rounds in order of time
 *
 * sd = 0: lo and hi are the mean. AS_ERR_DATA: n < 2; AS_ERR_ARG: not finite, alpha outside (0, 1).
 * O(n).
 */
AS_MUST_CHECK enum as_status as_look(const double *d, size_t n, double alpha,
	struct as_early_look *out);

/*
 * as_look_typical - the same of typical runs: `mean` is the pseudo-median, the ends are those of signed ranks,
 * farther by kappa; they bear slow runs and lean by themselves, so that skewness shifts nothing
 * (methods-typical.md 8.1). sd is what planning takes, se sqrt n. Time as as_signed_ranks; AS_ERR_MEM.
 */
AS_MUST_CHECK enum as_status as_look_typical(const double *d, size_t n, double alpha,
	struct as_early_look *out);

/*
 * as_look_again - the same look at another alpha, as if it had been that of as_look
 *
 *   seen  its sides and its widening may have been set: then they count. Where the logarithm of the ratio of
 *         means is off the mean by more than a quarter of the half-width, the interval reaches to the farther
 *         of both ends (methods-repairs.md 9), that of means being as much wider for neighbours that resemble
 *         each other
 *
 * AS_ERR_ARG: alpha outside (0, 1); AS_ERR_DATA: a mean that is not positive.
 */
AS_MUST_CHECK enum as_status as_look_again(const struct as_early_look *seen, double alpha,
	struct as_early_look *out);

enum as_early_state {
	AS_EARLY_OPEN = 0,
	AS_EARLY_PROVEN,    /* all of the region is beyond the limit */
	AS_EARLY_PASSED,    /* none of it */
	AS_EARLY_CONTRADICT, /* no value is in all looks: the difference drifts; open, from here anew */
};

/* The region so far. Begins as {0}. */
struct as_early {
	size_t looks;  /* taken */
	bool counts;   /* lo and hi are there: one look counted at least */
	double lo, hi; /* of the log ratio */
	enum as_early_state state;
};

/*
 * as_early_take - what a look adds
 *
 *   limit  ln(1 + limit) of the gate "slower by more than"; of "faster" turn d round
 *   last   it is the last one: resemblance no longer hinders, and what is open stays so
 *
 * A look before the last at which all values are alike counts for nothing. After PROVEN or PASSED
 * nothing changes any more.
 */
void as_early_take(struct as_early *e, const struct as_early_look *look, double limit, bool last);

#endif
