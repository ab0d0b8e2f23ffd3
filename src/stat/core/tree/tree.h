/* SPDX-License-Identifier: MIT */
#ifndef AS_STAT_CORE_TREE_TREE_H
#define AS_STAT_CORE_TREE_TREE_H

/* Trees of measurements: variances and shares of their levels (methods.md 0.3, 4.1, 4.3 to 4.6).
 *
 * Level numbers are those of methods.md: 1 is the iteration, n the top; index i of an array is
 * level i + 1. */

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

enum { AS_LEVELS_MAX = 8 };

/* Values that lie elsewhere: from .. from + n - 1 of unit u of level 2 are written to out. */
struct as_tree_reader {
	void (*read)(const void *data, size_t unit, size_t from, size_t n, double *out);
	const void *data;
	double *room; /* for those of the largest unit: who reads next writes over what was read before */
};

/*
 * One tree, balanced or ragged. All arrays are borrowed.
 *
 * count[i] units exist at level i + 1; count[0] is the number of values, count[n_levels - 1] is
 * r_n. first[i], i >= 1, holds count[i] + 1 ascending offsets: the children of unit u of level
 * i + 1 are the units first[i][u] .. first[i][u + 1] - 1 of level i. So first[i][0] is 0 and
 * first[i][count[i]] is count[i - 1]. first[0] is not used. Units without children must have been
 * removed by the caller.
 */
struct as_tree {
	size_t n_levels; /* 1 .. AS_LEVELS_MAX */
	const double *values;
	size_t count[AS_LEVELS_MAX];
	const size_t *first[AS_LEVELS_MAX];
	/* Where values is NULL: of each unit of level 2, of which there is one then, its first value, how
	 * far its mean lies from that, and the sum of squares around the mean, as as_tree_stats has them on
	 * its way: what it gives is the same bit by bit. */
	const double *firsts, *offsets, *squares;
	const struct as_tree_reader *reader; /* gives the values then; NULL: they are gone */
};

/* What as_tree_check found. */
enum as_tree_fault {
	AS_TREE_SOUND = 0,
	AS_TREE_SHAPE,    /* offsets that are no tree, or no values at all; level tells where */
	AS_TREE_CHILDLESS, /* unit `at` (from 0) of `level` has no children */
	AS_TREE_NAN,      /* value `at` (from 0) is not a number */
	AS_TREE_INFINITE, /* value `at` is infinite */
	AS_TREE_NEGATIVE, /* value `at` is a negative time: the clock went backwards */
};

struct as_tree_finding {
	enum as_tree_fault fault;
	size_t level;
	size_t at;
	size_t zeros; /* values that are 0: for times, the timer is too coarse (warn) */
};

/*
 * as_tree_check - refuse a tree that the statistics cannot take (methods.md 0.2)
 *
 *   times    true: negative values are refused
 *   finding  may be NULL; always filled, also on failure, because it is the finding
 *
 * One pass. AS_ERR_ARG for a shape that is none, AS_ERR_DATA for a childless unit or a bad value.
 * The message counts units and values from 1.
 */
AS_MUST_CHECK enum as_status as_tree_check(const struct as_tree *tree, bool times,
	struct as_tree_finding *finding, struct as_err *err);

struct as_tree_level {
	/* false: no parent has two units of this level. The level is merged into the next one (4.5)
	 * and all numbers up to share_of_uncertainty are 0. For the top level: r_n = 1, no
	 * interval. */
	bool repeated;
	double s2;    /* S_i^2: contains the noise of the levels below */
	double t2;    /* T_i^2: of this level alone, raw, may be negative (4.4) */
	double share; /* max(T_i^2, 0) / sum of these, 0 .. 1; all 0 when nothing varies */
	double share_of_uncertainty; /* of the variance of the mean; negatives as 0 (4.6) */
	/* how much of T_i^2 is in the variance of the mean; balanced: 1/(r_i...r_n) */
	double weight;
	size_t df;    /* degrees of freedom of S_i^2: sum over parents of (children - 1) */
	size_t r_min, r_max; /* fewest and most units of this level in one parent */
	double r_mean;
};

struct as_tree_stats {
	size_t n_levels;
	size_t n_values;
	size_t r_top; /* r_n */
	double mean;  /* unweighted mean of means, 0.1 */
	struct as_tree_level level[AS_LEVELS_MAX];
	/* Observations in the smallest and largest top-level unit; warn when the largest has more
	 * than 3 times as many (4.3). */
	size_t top_min, top_max;
};

/*
 * as_tree_stats - S_i^2, T_i^2, shares and counts of every level
 *
 * The tree must have passed as_tree_check. Balanced data give the formulas of 4.1, ragged data
 * those of 4.3; the identity sum of weight T_i^2 = S_n^2 / r_n holds in both. The values are read
 * in storage order, each block of one parent twice while it is in the cache. O(N) time, extra
 * space for the levels only, no allocation. Cannot fail.
 */
void as_tree_stats(const struct as_tree *tree, struct as_tree_stats *out);

/* Means of the units of one level (1 .. n_levels; level 1 copies the values) into out, which has
 * room for count[level - 1]. Each is the unweighted mean of its children's means. O(N). */
void as_tree_means(const struct as_tree *tree, size_t level, double *out);

/* Of n values their mean, from the first, and the sum of squares around it: what a tree keeps of a unit
 * whose values lie elsewhere. */
void as_tree_sums(const double *x, size_t n, double *offset, double *squares);

/* The values of unit u of level 2, of a tree of two levels or more: where they lie, or in the room of its
 * reader until the next call. */
const double *as_tree_unit(const struct as_tree *tree, size_t u);

/* How many they are. */
static inline size_t as_tree_unit_size(const struct as_tree *tree, size_t u)
{
	return tree->first[1][u + 1] - tree->first[1][u];
}

#endif
