/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_STAT_DIST_HISTORY_H
#define AS_STAT_DIST_HISTORY_H

/* Which versions of a history changed the level: detectors that look at a whole series, one value a
 * version (methods-history.md 2, methods.md 12.1). The newest versions are judged by
 * history_fast.h.
 *
 * Values are logarithms of means where all are positive, so that differences are ratios; all
 * methods are free of scale and shift. A change is the index, from 0, of the first version of a new
 * level. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"

enum {
	AS_HISTORY_LEAST = 16,   /* versions; fewer: no level is kept */
	AS_HISTORY_SEGMENT = 5,  /* L: versions between two changes, at least */
	AS_HISTORY_RECENT = 200, /* versions that the noise is estimated from */
};

/* Share of series without a change in which one is reported. Other levels are not offered. */
enum as_history_level {
	AS_HISTORY_5_PERCENT,
	AS_HISTORY_1_PERCENT, /* the default */
	AS_HISTORY_01_PERCENT,
	AS_HISTORY_LEVELS
};
double as_history_level_share(enum as_history_level level); /* 0.05, 0.01, 0.001 */

/* A series in the order of its versions. Borrowed. */
struct as_history_values {
	const double *x;   /* n finite values */
	const double *se2; /* n variances of them, >= 0; NULL: not known, all alike */
	size_t n;
};

/* What was found. Arrays are in memory of the arena that was given. */
struct as_steps {
	double rho;      /* correlation of neighbouring versions, 0 to 0.9 */
	double critical; /* c of 2.4; NaN for methods that draw */
	size_t n;        /* changes */
	size_t *at;      /* their places, ascending */
	double *t;       /* statistic of each */
	double *p;       /* of each, NaN for the clean detector, which has levels instead */
};

/*
 * as_steps_find - the clean detector (2.2): rank statistics on seeded intervals
 *
 *   independent  the executions were randomised over versions: rho = 0
 *   a            where the arrays of out are made
 *
 * Deterministic. O(n log^2 n): 5 ms at 2000 versions. AS_ERR_DATA with words: fewer than
 * AS_HISTORY_LEAST values, one that is not finite, a variance that is negative. out untouched on
 * failure.
 */
AS_MUST_CHECK enum as_status as_steps_find(const struct as_history_values *h,
	enum as_history_level level, bool independent, struct as_arena *a, struct as_steps *out,
	struct as_err *err);

/* c of 2.4 for n versions, INFINITY below AS_HISTORY_LEAST. */
double as_history_critical(size_t n, enum as_history_level level);

/* The strictest level that a statistic of the clean detector passes among n versions;
 * AS_HISTORY_LEVELS: none. */
enum as_history_level as_history_level_of(double t, size_t n);

/* Correlation of neighbouring values from their normal scores (2.2, step 1), limited to [0, 0.9]; 0
 * for fewer than 3. Makes room in a for a moment's work. AS_ERR_MEM. */
AS_MUST_CHECK enum as_status as_history_rho(const double *x, size_t n, struct as_arena *a,
	double *rho);

/* Normal scores of x[0 .. n): Phi^-1(midrank / (n + 1)), equal values alike. AS_ERR_MEM. */
AS_MUST_CHECK enum as_status as_normal_scores(const double *x, size_t n, struct as_arena *a,
	double *scores);

/* A half open range of places. */
struct as_span {
	size_t from, to;
};

/* Seeded intervals of m places, none shorter than `least` but the whole (2.2, step 2), in memory of
 * a. AS_ERR_MEM. */
AS_MUST_CHECK enum as_status as_seeded_spans(size_t m, size_t least, struct as_arena *a,
	struct as_span **out, size_t *n);

/* ---- what is said of a change (2.5, 3.1) ---- */

/* Noise of the versions of a series around the means of its segments. */
struct as_residual {
	double s2; /* variance; NaN where df is 0 */
	double df; /* versions - segments */
	double rho;
};

/*
 * as_history_residual - from the last `recent` versions of a series (all: SIZE_MAX)
 *
 *   at   n_at changes of the series, ascending; segments before those versions count by what
 *        of them is among the versions
 *
 * rho as as_history_rho of what is left of them. AS_ERR_MEM.
 */
AS_MUST_CHECK enum as_status as_history_residual(const double *x, size_t n, const size_t *at,
	size_t n_at, size_t recent, struct as_residual *out);

/* A change in numbers. */
struct as_step_size {
	double before, after; /* means of the two segments */
	double lo, hi;        /* interval of after - before; NaN without degrees of freedom */
	size_t first, last;   /* location set: the change may as well be at one of these places */
	size_t gradual;       /* number, from 1, of the gradual change it is a part of; 0: none */
};

/* Sizes of n_at changes of a series with that noise; out has room for n_at. AS_ERR_ARG: a
 * confidence outside (0, 1), or changes that are no partition. AS_ERR_MEM. O(n). */
AS_MUST_CHECK enum as_status as_step_sizes(const double *x, size_t n, const size_t *at, size_t n_at,
	const struct as_residual *noise, double confidence, struct as_step_size *out);

#endif
