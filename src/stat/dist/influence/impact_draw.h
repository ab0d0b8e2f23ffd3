/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_STAT_DIST_INFLUENCE_IMPACT_DRAW_H
#define AS_STAT_DIST_INFLUENCE_IMPACT_DRAW_H

/* The impact factor by drawing, as published in 2005, and the verdict on the additive model
 * (methods.md 1). impact.h has the closed form, which belongs beside it. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "stat/core/tree/tree.h"

enum {
	AS_IMPACT_DRAWS = 10000, /* k, by default */
	AS_IMPACT_FEW = 5,       /* a smaller c is worth a warning */
};

/* Groups of values: executions with iterations, or builds with the means of their executions.
 * Borrowed. Group g is values[first[g]] .. values[first[g + 1] - 1]. */
struct as_groups {
	const double *values; /* NULL: reader gives them, and means are those of the groups */
	const struct as_tree_reader *reader;
	const double *means;
	const size_t *first; /* n + 1 ascending offsets */
	size_t n;            /* m of methods.md */
	/* Groups of groups, such as the builds whose executions these are: parent p has the groups
	 * parents[p] .. parents[p + 1] - 1. What is drawn together then belongs to one parent,
	 * drawn anew each time, so that parents do not pass for groups. NULL: all groups have one. */
	const size_t *parents; /* n_parents + 1 ascending offsets */
	size_t n_parents;
};

struct as_impact_draw {
	double factor;      /* median of k ratios; infinite: values inside a group do not vary */
	size_t infinite;    /* ratios with no variation inside a group, but between them */
	size_t neither;     /* ratios with none at all, counted as 1 */
	size_t draws;       /* k */
	size_t c;           /* values in each standard deviation */
};

/*
 * as_impact_draws_size - c = min(floor(0.75 m), m - 1, n - 1), n the size of the smallest group,
 * m the number of groups, of the parent with the fewest
 *
 * AS_ERR_DATA with words if that is below 2: it takes 3 groups of 3 values.
 */
AS_MUST_CHECK enum as_status as_impact_draws_size(const struct as_groups *g, size_t *c,
	struct as_err *err);

/*
 * as_impact_by_draws - median of draws' ratios SD1 / SD2
 *
 *   draws        k >= 1
 *   transformed  each group minus its mean, residuals times sqrt(n / (n - 1)): what remains when
 *                groups only shift their values
 *   seed         the same seed gives the same factor
 *
 * SD1: of c values from c groups; SD2: of c values of one group. O(draws c) time, room for draws
 * and the largest group. AS_ERR_DATA with words (see above); AS_ERR_ARG; AS_ERR_MEM. out untouched
 * on failure.
 */
AS_MUST_CHECK enum as_status as_impact_by_draws(const struct as_groups *g, size_t draws,
	bool transformed, uint64_t seed, struct as_impact_draw *out, struct as_err *err);

struct as_impact_amount {
	size_t draws; /* k >= 1 */
	size_t c;     /* 0: as_impact_draws_size */
};

/* Both in one pass: plain gets what as_impact_by_draws gives, transformed what it gives of the
 * transformed values with the same seed, to the bit. A c that is given is 2 or more, and below both the
 * number of groups (of each parent) and of values in each: else AS_ERR_DATA. */
AS_MUST_CHECK enum as_status as_impact_draw_both(const struct as_groups *g,
	const struct as_impact_amount *amount, uint64_t seed, struct as_impact_draw *plain,
	struct as_impact_draw *transformed, struct as_err *err);

/* Does a group shift all its values alike? The plan stands on that; the interval does not. */
enum as_additivity {
	AS_ADDITIVE_NO_INFLUENCE, /* the factor itself is below 1.05 */
	AS_ADDITIVE,              /* the transformed one is */
	AS_ADDITIVE_PARTLY,       /* groups also differ in spread: the transformed one is smaller */
	AS_ADDITIVE_NOT,
};

enum as_additivity as_additivity_of(double factor, double transformed);

#endif
