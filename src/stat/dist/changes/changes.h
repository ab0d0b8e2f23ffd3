/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_STAT_DIST_CHANGES_CHANGES_H
#define AS_STAT_DIST_CHANGES_CHANGES_H

/* Which versions of a history changed the level: detectors that look at a whole series, one value a
 * version (methods-history-2.md, methods.md 12.1). The newest versions are judged by
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
	AS_HISTORY_LEAST = 6, /* versions; fewer: a change cannot be told from luck */
	AS_HISTORY_SEGMENT = 3, /* SEG: versions between two changes, at least */
	AS_HISTORY_RECENT = 200, /* versions that the noise of the newest is estimated from */
	AS_HISTORY_OUTLIERS = 20, /* versions; fewer: none is called an outlier */
	AS_HISTORY_DEPENDENCE = 20, /* versions; fewer: of the correlation nothing is said */
};

/* Correlation up to which nothing is said of it, and that which is taken for wandering. */
#define AS_HISTORY_STRONG 0.6
#define AS_HISTORY_WANDERS 0.98

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
	const double *x; /* n finite values */
	/* n variances of them, >= 0, NaN: this one is not known; NULL: none is, all alike */
	const double *se2;
	size_t n;
};

/* Versions whose noise is of one size, next to each other (methods-calm.md 1.2). Arrays are in memory of the
 * arena that was given. */
struct as_noise_pieces {
	size_t n; /* pieces: 1 where the noise never changed */
	size_t *end; /* the place behind each, ascending */
	double *scale; /* standard deviation of a version of weight 1 by errors inside versions */
	double *df; /* of it */
	double unit; /* the scale that as_residual is of */
};

enum { AS_NOISE_PIECE = 8 }; /* versions of a piece, at least */

/* The price of a cut, P(n). */
double as_noise_price(size_t n);

/* as_noise_cut - n >= 1 sizes of noise, cut where their scale changes; the price of a cut is one of a
 * likelihood. AS_ERR_MEM. At most GRID^2 / 2 logarithms, whatever n. */
AS_MUST_CHECK enum as_status as_noise_cut(
	const double *u, size_t n, double price, struct as_arena *a, struct as_noise_pieces *out);

/* What was found. Arrays are in memory of the arena that was given. */
struct as_steps {
	double rho; /* correlation of neighbouring versions around their levels, 0 to 0.98 */
	double critical; /* c1 or c2 of section 3; NaN for methods that draw */
	size_t n; /* changes */
	size_t *at; /* their places, ascending */
	double *t; /* statistic of each: S; 1e9 where there is no noise */
	double *p; /* of each, NaN for the clean detector, which has levels instead */
	/* of the clean detector, for as_steps_describe */
	double *weight; /* of each version, 1 on average */
	double shrink; /* f: residuals are smaller than the noise by it */
	double slope; /* of the normal scale in its middle; 0: no noise */
	struct as_noise_pieces noise;
	struct as_noise_pieces around; /* what changes were tested with: noise, and scales of differences */
};

/* Whether the noise itself changed (methods-calm.md 1.7): its last two pieces. */
struct as_noise_news {
	size_t pieces;
	size_t at; /* first place of the last piece; 0: there is one piece only */
	double ratio, g, limit; /* of its scale to that of the piece before; its evidence */
	bool told; /* it is shown to have changed */
	double now, before; /* scale of each, as a factor of that of as_residual */
	double spread; /* of the noisiest piece to the calmest */
};
AS_MUST_CHECK enum as_status as_noise_news(
	const double *x, size_t n, const struct as_steps *steps, struct as_noise_news *out);

/* A level that may be claimed with so many pieces of noise: never stricter than 1 % from three on. */
enum as_history_level as_noise_level(
	const struct as_noise_pieces *noise, enum as_history_level level);

/*
 * as_steps_find - the clean detector (2): cut too finely, then glued together what cannot be told
 * from correlated noise; where the size of the noise changes, once more with weights, and every change
 * tested against the noise around it (methods-calm.md 1)
 *
 *   independent  the executions were randomised over versions: rho = 0
 *   a            where the arrays of out are made
 *
 * Deterministic. O(n log n) for each of the pieces that are glued, and O(n^2) at worst for the
 * first cut: bench/history.sh. AS_ERR_DATA with words: fewer than AS_HISTORY_LEAST values, one that
 * is not finite, a variance that is negative. out untouched on failure.
 */
AS_MUST_CHECK enum as_status as_steps_find(const struct as_history_values *h,
	enum as_history_level level, bool independent, struct as_arena *a, struct as_steps *out,
	struct as_err *err);

/* c1 (of a change that is alone) or c2 of section 3 for n versions; INFINITY below
 * AS_HISTORY_LEAST, and for several below 9. */
double as_history_critical(size_t n, enum as_history_level level, bool alone);

/* The strictest level that the statistic of a change passes among n versions; AS_HISTORY_LEVELS:
 * none. */
enum as_history_level as_history_level_of(double s, size_t n, bool alone);

/* ---- what is said of a change (4) ---- */

/* Noise of the versions of a series around the means of its segments. */
struct as_residual {
	double s2; /* variance; NaN where df is 0 */
	double df;
	double rho;
};

/*
 * as_history_residual - from the last `recent` versions of a series (all: SIZE_MAX)
 *
 *   at   n_at changes of the series, ascending; segments before those versions count by what
 *        of them is among the versions
 *
 * rho as in 2.3; 0 with `independent`. df: versions - segments, less where they are correlated.
 * AS_ERR_MEM.
 */
AS_MUST_CHECK enum as_status as_history_residual(const struct as_history_values *h,
	const struct as_steps *steps, size_t recent, bool independent, struct as_residual *out);

/* A change in numbers. */
struct as_step_size {
	double before, after; /* means of the two segments, all their versions */
	double size, lo, hi; /* of after - before, with its interval after selection */
	size_t first, last; /* location set: the change may as well be at one of these places */
	enum as_history_level level; /* the strictest that it passes */
	size_t gradual; /* number, from 1, of the gradual event it is a part of; 0: none */
	/* of that event from its first segment to its last */
	double whole, whole_lo, whole_hi;
	bool recovered; /* the next change takes it back: both are one excursion */
};

/* A history described. Arrays are in memory of the arena that was given. */
struct as_steps_said {
	struct as_residual noise; /* of all versions */
	double visible; /* step that is found with 80 % in the noise of the last piece; NaN without noise */
	double visible_before; /* the same in the noise of the piece before */
	struct as_noise_news news;
	struct as_step_size *size; /* of each change */
	size_t *outlier; /* n_outliers places of versions far from their level, ascending */
	size_t n_outliers;
};

/*
 * as_steps_describe - sizes, places and kinds of the changes that as_steps_find has found
 *
 *   h, steps    as they were given to it, and what it gave
 *   confidence  of the intervals, in (0, 1)
 *   a           where the arrays of out are made
 *
 * O(n), and O(k^2) for a run of k changes in one direction. AS_ERR_ARG, AS_ERR_MEM; out untouched
 * on failure.
 */
AS_MUST_CHECK enum as_status as_steps_describe(const struct as_history_values *h,
	const struct as_steps *steps, enum as_history_level level, double confidence,
	struct as_arena *a, struct as_steps_said *out);

/* The step in the middle of n versions of that noise that is found with 80 %: in the unit of the
 * values; NaN below AS_HISTORY_LEAST. */
double as_history_visible(size_t n, const struct as_residual *noise);

/* d(p, q): variance of the difference of the means of p and q neighbouring values of AR(1) with
 * variance 1 and correlation r. */
double as_ar_apart(size_t p, size_t q, double r);

#endif
