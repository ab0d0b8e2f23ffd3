/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_BENCH_VALIDITY_WORLD_H
#define AS_BENCH_VALIDITY_WORLD_H

/* Truths to draw from: trees of units whose luck is known, and machines that change with time. */

#include <stdbool.h>
#include <stddef.h>

#include "stat/core/tree/tree.h"
#include "stat/dist/random.h"

enum shape {
	SHAPE_NORMAL,
	SHAPE_LOGNORMAL_HALF,  /* sigma 0.5 at every level: skewness 1.75 */
	SHAPE_LOGNORMAL_ONE,   /* sigma 1: skewness 6.2 */
	SHAPE_BIMODAL,         /* 30 % of the top units in a slow mode, the rest of the tree normal */
	SHAPE_HEAVY,           /* t with 3 degrees of freedom, cut at 12 */
	SHAPE_AUTOCORRELATED,  /* normal; iterations AR(1) with 0.9 */
	SHAPES,
};

extern const char *const shape_names[SHAPES];

enum { LEVELS = 3, UNITS_MAX = 30, VALUES_MAX = UNITS_MAX * 4 * 20 };

/* A balanced tree around 1: r[i] units of level i + 1 in one parent, sd[i] what that level adds. */
struct forest {
	size_t n_levels;
	size_t r[LEVELS];
	double sd[LEVELS];
	enum shape shape;
	size_t first[LEVELS][VALUES_MAX + 1];
	double values[VALUES_MAX];
	struct as_tree tree;
};

/* Draw all values: the mean of the population is 1. */
void forest_draw(struct forest *f, struct as_random *r);

/* The designs of the study: shares of the variance, from the iterations up. */
struct design {
	const char *name;
	size_t n_levels;
	size_t r[LEVELS]; /* the top one is the cell's */
	double share[LEVELS];
	bool top_heavy;
};

enum { N_DESIGNS = 4, N_COUNTS = 4 };
extern const struct design designs[N_DESIGNS];
extern const size_t counts[N_COUNTS]; /* 3, 5, 10, 30 top units */

/* A forest of a design: r_top units at the top, values of a standard deviation of sd in all. */
void forest_design(struct forest *f, const struct design *d, enum shape shape, size_t r_top,
	double sd);

/* What the machine adds to a unit, in standard deviations of a unit, by its place in time
 * (methods-blocks.md 3). */
enum machine {
	MACHINE_QUIET,
	MACHINE_DRIFT,    /* 4 over the time of all units: the published figures come of it */
	MACHINE_AR,       /* AR(1) 0.9 a unit, sd 1 */
	MACHINE_EPOCHS,   /* a level of sd 1, drawn again with probability 0.1 a unit */
	MACHINE_PERIOD,   /* a period of 4 units, amplitude 1 */
	MACHINE_OUTLIERS, /* 3 % of the units are slowed by 20, as by another process */
	MACHINES,
};

extern const char *const machine_names[MACHINES];

void machine_draw(enum machine m, struct as_random *r, double *state, size_t n);

#endif
