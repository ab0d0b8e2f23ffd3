/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_STAT_DIST_COMPARING_DECIDE_H
#define AS_STAT_DIST_COMPARING_DECIDE_H

/* Is new different from old? Tests, corrections, and the verdict (methods.md 3.3, 9.6;
 * methods-blocks.md 2 to 5). */

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "stat/dist/comparing/ratio.h"

enum {
	AS_BLOCKS_VERDICT = 3, /* fewer complete blocks: no verdict */
	AS_BLOCKS_PAIRED = 6,  /* as many planned blocks: the paired analysis */
};

enum as_blocked_choice {
	AS_BLOCKED_WELCH,
	AS_BLOCKED_PAIRED,
};

/* methods-blocks.md 3: by the plan, never by the data. planned_blocks is 0 when the design has no
 * blocks (the subjects did not share rounds). Blocks that failed later count. */
enum as_blocked_choice as_blocked_analysis(size_t planned_blocks);

/* Result of a test on a difference d = new - old. */
struct as_test {
	double estimate; /* d */
	double lo, hi;   /* its interval */
	double se;
	double confidence;
	/* False when nothing varies: equal means are then "no difference", unequal ones "different"
	 * without a p value (methods.md 0.2), and t, df and p are 0. For Holm such a p is 1 or 0. */
	bool has_p;
	double t, df, p;
	double half_width; /* of lo .. hi */
	/* After two stages (staged.h): interval and p are the wider and the larger of two, and
	 * p_single is that of all units alone; else it is p. */
	bool two_stage;
	double p_single;
};

/* The t test of an estimate against 0, with its interval: se >= 0, df >= 1, confidence in (0, 1),
 * else AS_ERR_ARG. */
AS_MUST_CHECK enum as_status as_test_t(double estimate, double se, double df, double confidence,
	struct as_test *out);

/*
 * as_welch - Welch's t test on two groups of top-level means (3.3)
 *
 * Means may have any sign. AS_ERR_DATA if a side has r < 2; AS_ERR_ARG for values that are not
 * finite. Warn when the r differ by more than a factor of 2: false alarms rise.
 */
AS_MUST_CHECK enum as_status as_welch(const struct as_side *old, const struct as_side *new,
	double confidence, struct as_test *out, struct as_err *err);

/* The blocked comparison of two subjects (methods-blocks.md 2.1). */
struct as_paired {
	size_t blocks;
	double ratio, lo, hi; /* new / old, of geometric means */
	struct as_test log;   /* of ln new - ln old */
	double sd;            /* S_d of the log ratios */
	double correlation;   /* of ln old and ln new over the blocks; 0 when one does not vary */
	double gain; /* (var ln old + var ln new) / S_d^2: blocking saves this factor of the time;
		      * 1 when S_d is 0 */
};

/*
 * as_paired_log_ratio - paired t on log ratios; the default for 6 planned blocks or more
 *
 *   old, new  n_blocks >= 2 positive unit means each, element b from block b; blocks with a
 *             missing subject have been left out by the caller (methods-blocks.md 7)
 *
 * With fewer than AS_BLOCKS_VERDICT blocks the numbers are printed without a verdict.
 * AS_ERR_DATA with words: a value <= 0 (named by block, from 1), fewer than 2 blocks.
 * out untouched on failure.
 */
AS_MUST_CHECK enum as_status as_paired_log_ratio(const double *old, const double *new,
	size_t n_blocks, double confidence, struct as_paired *out, struct as_err *err);

/* The same of differences, for values of any sign (methods-blocks.md 9: "differences by the same
 * t"). */
struct as_paired_difference {
	size_t blocks;
	struct as_test test; /* of new - old, in the unit of the values */
	double sd;           /* of the differences */
	double correlation, gain; /* as above, of the values themselves */
};

/*
 * as_paired_difference - paired t on differences of unit means
 *
 * Arguments as above, but values are any finite numbers, else AS_ERR_ARG. AS_ERR_DATA, with words:
 * fewer than 2 blocks. out untouched on failure.
 */
AS_MUST_CHECK enum as_status as_paired_difference(const double *old, const double *new,
	size_t n_blocks, double confidence, struct as_paired_difference *out, struct as_err *err);

/* Position effect inside blocks of two (methods-blocks.md 5.1). */
struct as_position {
	double effect; /* log scale; positive: going second is slower */
	bool has_p;
	double p; /* Welch between the two groups; below 0.01: "lengthen the warm-up" */
};

/*
 * as_position_effect - does it matter who goes second?
 *
 *   log_ratio   d_b = ln new - ln old of every block, or new - old: the effect is on that scale
 *   new_second  true where new ran second
 *
 * AS_ERR_DATA, without words, if one of the two groups has fewer than 2 blocks.
 */
AS_MUST_CHECK enum as_status as_position_effect(const double *log_ratio, const bool *new_second,
	size_t n_blocks, struct as_position *out);

/*
 * as_holm - p values adjusted for their number by Holm (methods-blocks.md 4)
 *
 * adjusted receives n values and may be p itself only if n is 1. Every p in [0, 1], else
 * AS_ERR_ARG; AS_ERR_MEM. O(n log n). The simultaneous intervals that go with
 * it have confidence 1 - alpha / n each.
 */
AS_MUST_CHECK enum as_status as_holm(const double *p, size_t n, double *adjusted);

/* What the interval of a ratio new / old says (methods.md 9.6); report owns the words. */
enum as_judgement {
	AS_JUDGED_UNDECIDED = 0,
	AS_JUDGED_SLOWER,        /* lo > 1 */
	AS_JUDGED_SLOWER_LITTLE, /* lo > 1, hi <= 1 + tol: slower, but by less than tol */
	AS_JUDGED_FASTER,        /* hi < 1 */
	AS_JUDGED_FASTER_LITTLE, /* hi < 1, lo >= 1 - tol */
	AS_JUDGED_EQUIVALENT,    /* inside 1 +- tol, tol > 0 */
};

/* tol >= 0, relative (0.01 by default for the words with tol). An interval with an end that is not
 * a number is undecided. "Slower" means larger: for metrics where more is better the caller turns
 * the words round. */
enum as_judgement as_judge(double lo, double hi, double tol);

/* The same of the interval of a difference, in the unit of the values. A tolerance is a share and
 * means nothing here, so it is that of 0: undecided where 0 is inside. */
enum as_judgement as_judge_difference(double lo, double hi);

#endif
