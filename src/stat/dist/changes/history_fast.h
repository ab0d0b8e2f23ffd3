/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_STAT_DIST_CHANGES_HISTORY_FAST_H
#define AS_STAT_DIST_CHANGES_HISTORY_FAST_H

/* The newest versions of a history, against what is known of its noise, and a doubt settled by
 * measuring again (methods-history.md 3). */

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "stat/core/values.h"
#include "stat/dist/changes/changes.h"

enum {
	AS_FAST_LOOKS = 3,    /* newest versions that are judged together, at most */
	AS_FAST_LEAST_DF = 4, /* of the noise; fewer: learning, no test */
	AS_RERUN_LEAST = 10,  /* blocks of a re-run */
	AS_RERUN_MOST = 30,
};

/* p values up to this are suspicions; a re-run confirms below AS_RERUN_ALPHA, and its own below
 * AS_RERUN_OWN. */
#define AS_FAST_ALPHA 0.01
#define AS_RERUN_ALPHA 0.001
#define AS_RERUN_OWN 0.05

/* A stretch of the versions before, in which noise is of one size. */
struct as_fast_piece {
	double scale;
	double share; /* of all versions before */
	double df;
};

/* What is known. */
struct as_fast_known {
	double mean;     /* of the m values of the present level */
	size_t m;        /* at least 1 */
	double s2, df;   /* variance of a version around its level, and its degrees of freedom */
	double h;        /* mean of 1 / units of the versions that s2 is from */
	double w, w_df;  /* variance of one unit inside a version, pooled; 0 and 0: not known */
	double rho;      /* correlation of neighbouring versions, 0 to 0.98 */
	/* where noise changes its size (methods-calm.md 1.6), else 0: s2 is of a version of scale 1, w that of the
	 * present piece, the last of n_pieces */
	const struct as_fast_piece *piece;
	size_t n_pieces;
	double unsure; /* probability that the newest is not of the present piece */
	double weight; /* of the present level: sum of 1 / scale^2 of its versions */
	/* residuals of the recent versions in units of their scales, which tell of tails; 0: not looked at */
	const double *u;
	size_t n_u;
};

/*
 * as_fast_learn - what versions before the newest tell of level and noise
 *
 *   h    their values; variances are not looked at
 *   steps  changes of them; no more of it is looked at
 *   a    where pieces and residuals are made
 *   from receives the place from which on noise is of its present size
 *
 * h, w and w_df of out are left to the caller, who knows units. AS_ERR_MEM.
 */
AS_MUST_CHECK enum as_status as_fast_learn(const struct as_history_values *h,
	const struct as_steps *steps, bool independent, struct as_arena *a,
	struct as_fast_known *out, size_t *from);

struct as_fast_look {
	double t, df, p, var; /* var is that of the mean of the k newest */
};

struct as_fast {
	struct as_fast_look look[AS_FAST_LOOKS]; /* [k - 1]: at the k newest */
	size_t n;
	/* number of the look with the least p for its share of the level, from 1 */
	size_t deciding;
	double p;        /* of all of them together */
	bool suspect;    /* p <= AS_FAST_ALPHA */
	double visible;  /* the smallest change that the newest alone shows with 80 % */
};

/*
 * as_fast_test - do the newest versions lie where the level is?
 *
 *   x, r   the newest n values, 1 to AS_FAST_LOOKS, the oldest first, and their units
 *   sd     of the units of each of them, as x; NaN or NULL: not known
 *
 * A surprise that is like values before, or of a version whose units vary more than units did, is none.
 * Values are logarithms where sizes are ratios. AS_ERR_DATA with words: fewer than AS_FAST_LEAST_DF
 * degrees of freedom, or no variance at all, where equal or not is all that can be said;
 * AS_ERR_ARG: anything that is not as above. O(1). out untouched on failure.
 */
AS_MUST_CHECK enum as_status as_fast_test(const struct as_fast_known *known, const double *x,
	const size_t *r, const double *sd, size_t n, struct as_fast *out, struct as_err *err);

/* How many blocks a re-run of a version of r units takes: min(30, max(10, 2 r)). */
size_t as_rerun_blocks(size_t r);

/* The share of the first stage in what is combined: fixed before the re-run. NaN where W is
 * unknown. */
double as_rerun_weight(const struct as_fast_known *known, const struct as_fast_look *look,
	size_t blocks);

struct as_rerun {
	double p2, z1, z2, zc, p; /* p is that of both stages */
	bool alert;
	bool opposite; /* it says the contrary, at 0.1 %: unstable */
};

/*
 * as_rerun_combine - both stages together (Lehmacher and Wassmer; 3.3)
 *
 *   p1     of the first stage, two-sided, 0 to 1
 *   up     its direction: the newest is above its level
 *   d      2 or more differences of the pairs of the re-run, newest minus reference, finite
 *   weight as as_rerun_weight, 0 to 1
 *
 * AS_ERR_DATA with words: fewer pairs, or all of them equal. AS_ERR_ARG.
 */
AS_MUST_CHECK enum as_status as_rerun_combine(double p1, bool up, struct as_values d,
	double weight, struct as_rerun *out, struct as_err *err);

#endif
