/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_STAT_DIST_COMPARING_RATIO_H
#define AS_STAT_DIST_COMPARING_RATIO_H

/* The ratio new / old of two means, with its set of plausible values (methods.md 5). */

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

/* What is known of one side: the mean of its r top-level means and their variance S_n^2. */
struct as_side {
	double mean;
	double s2;
	size_t r;
};

/* That of n >= 1 finite top-level means, in order; s2 is 0 for one. O(n). */
struct as_side as_side_of(const double *x, size_t n);

/* Relative half-width of the old mean, above which no ratio is shown (5.4). */
#define AS_RATIO_REFUSED_ABOVE 0.5

/* Shape of Fieller's set. */
enum as_ratio_kind {
	AS_RATIO_BOUNDED,    /* [lo, hi] */
	/* everything outside (lo, hi): the old mean is not known well enough */
	AS_RATIO_COMPLEMENT,
	AS_RATIO_WHOLE_LINE, /* the data say nothing about the ratio */
	AS_RATIO_HALF_LINE,  /* [lo, infinity) */
	AS_RATIO_NONE,       /* Fieller-Welch found no finite interval */
};

struct as_ratio {
	enum as_ratio_kind kind;
	double estimate; /* new mean / old mean */
	/* Ends as the kind says; an end that does not exist is infinite. Only BOUNDED is an
	 * interval that a verdict may use. lo < 0 happens when the new mean is not clear of 0:
	 * print it as 0 with a note. */
	double lo, hi;
	double confidence;
	double old_relative; /* half-width of the old side's own t interval over its mean */
	/* 5.4: old_relative exceeds 50 %, the ratio must not be shown. The set above is computed
	 * all the same. cure_r is the smallest r_n of the old side that would bring it to 50 %,
	 * supposing that its variance stays; 0 when not refused. */
	bool refused;
	size_t cure_r;
};

/*
 * as_fieller - Fieller's set, each side with its own t (5.2)
 * as_fieller_welch - the same with the degrees of freedom of Welch (5.3), the default
 *
 * Both means must be positive, r >= 2, s2 >= 0 and finite. as_fieller_welch excludes 1 exactly
 * when as_welch rejects at 1 - confidence; its kind is BOUNDED or NONE. Both variances 0: a set of
 * one point.
 *
 * AS_ERR_DATA with words: a mean that is not positive, r < 2. AS_ERR_ARG: the rest.
 * out untouched on failure.
 */
AS_MUST_CHECK enum as_status as_fieller(const struct as_side *old, const struct as_side *new,
	double confidence, struct as_ratio *out, struct as_err *err);
AS_MUST_CHECK enum as_status as_fieller_welch(const struct as_side *old, const struct as_side *new,
	double confidence, struct as_ratio *out, struct as_err *err);

/*
 * as_fieller_paired - ratio of means when the units come in blocks (methods-blocks.md 2.3)
 *
 *   old, new  n_blocks unit means each, element b from block b; positive means
 *
 * It is the paired t test of new - theta old inverted. n_blocks >= 2. kind is BOUNDED or, where
 * A <= 0 or D < 0, NONE. Errors as above.
 */
AS_MUST_CHECK enum as_status as_fieller_paired(const double *old, const double *new,
	size_t n_blocks, double confidence, struct as_ratio *out, struct as_err *err);

/* All that the set takes of both sides in blocks: variances, and their covariance. */
struct as_paired_moments {
	struct as_side old, new; /* of as many blocks */
	double covariance;
};

/* Of n >= 2 blocks. O(n). */
struct as_paired_moments as_paired_moments_of(const double *old, const double *new, size_t n);

/* as_fieller_paired of blocks of which only that is known. Errors as there. */
AS_MUST_CHECK enum as_status as_fieller_moments(const struct as_paired_moments *m,
	double confidence, struct as_ratio *out, struct as_err *err);

/* Two sides in blocks: of each block, in order, the unit mean of either. */
struct as_blocks {
	const double *old, *new;
	/* blocks in all, and of these in stage 1; 0: there was none, or nothing depended on it */
	size_t n, n_first;
};

/*
 * as_fieller_staged - the same after two stages (methods-repairs.md 2)
 *
 * The union of two sets: the lower of the lower and the upper of the upper ends, with variances and
 * covariance of all blocks and with those of the first, divided by n in both. Where one of the two
 * is no interval, kind is NONE. It excludes 1 exactly when as_staged_test of the differences has
 * p <= 1 - confidence. n_first below 2: as_fieller_paired. Errors as there; AS_ERR_ARG: n_first > n.
 */
AS_MUST_CHECK enum as_status as_fieller_staged(const struct as_blocks *blocks, double confidence,
	struct as_ratio *out, struct as_err *err);

#endif
