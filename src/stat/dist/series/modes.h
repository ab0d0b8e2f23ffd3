/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_STAT_DIST_SERIES_MODES_H
#define AS_STAT_DIST_SERIES_MODES_H

/* Do the values of a tree have several modes, and at which level do these part?
 *
 * The density of the means of a level's units (methods.md 9.5) gives a hint. What decides is how
 * well two groups of them explain their variance (the share of 4.6, groups as a level), held
 * against experiments that are drawn from the additive model of section 4 with the same units and
 * variances, the luck of that level evenly spread and that of those above it normal: a Monte Carlo
 * p value (0.4), on the values and, where all are positive, on their logarithms; the larger counts.
 * The level is the one that has most of the variance of which mode a unit is in (4.6). */

#include <stdint.h>

#include "stat/core/tree/tree.h"

enum {
	AS_MODES_MOST = 4,
	AS_MODES_UNITS = 5,     /* fewer units of a level: nothing is told of it */
	AS_MODES_LOOKED = 1000, /* at most so many are looked at, evenly chosen */
	AS_MODES_WORLDS = 299,  /* experiments drawn */
	AS_MODES_EACH = 150,    /* of more than two commands so many for each, where p is near */
};

/* p at or below this establishes them. */
#define AS_MODES_LEVEL 0.01

struct as_mode {
	double mean;  /* of the means of its units */
	double share; /* of the units */
};

/* What was seen of one level. */
struct as_modes_level {
	size_t units; /* 0: not looked at, as it is not repeated or has too few */
	/* modes of the density that have a tenth of the units, and two of them, each */
	size_t hint;
	double p;     /* NaN: not asked, as there are not two */
	double share; /* of the variance of membership; 0 where none was established */
};

struct as_modes {
	size_t n;     /* modes; 0: none established */
	size_t level; /* at which they part, from 1 */
	struct as_mode mode[AS_MODES_MOST]; /* ascending */
	double cut[AS_MODES_MOST - 1]; /* between mode i and the next */
	struct as_modes_level at[AS_LEVELS_MAX]; /* index is level - 1 */
};

/*
 * as_modes_of - modes of a tree that as_tree_check has passed, with values or a reader
 *
 *   seed      with which as_random_init begins
 *   commands  of the experiment: of more than two more worlds are drawn where p is below 2 %
 *
 * O(N) and, where there is a hint, some 50 ms. AS_ERR_MEM.
 */
AS_MUST_CHECK enum as_status as_modes_of(const struct as_tree *tree, uint64_t seed,
	size_t commands, struct as_modes *out);

/* Which mode a value belongs to, from 0; n >= 1. */
size_t as_mode_of(const struct as_modes *m, double value);

#endif
