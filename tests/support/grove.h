/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_TESTS_GROVE_H
#define AS_TESTS_GROVE_H

/* Trees for tests: built unit by unit, or at random. */

#include <stddef.h>

#include "stat/core/tree/tree.h"
#include "stat/dist/random.h"

/* A tree with memory of its own. */
struct grove {
	struct as_tree tree;
	double *values;
	size_t *first[AS_LEVELS_MAX];
	size_t room;
};

/* An empty tree of n_levels with room for `room` units at each level. */
void grove_init(struct grove *g, size_t n_levels, size_t room);
void grove_release(struct grove *g);

/* Children before their parents: append a value; end the unit of the given level (2 ..) that holds
 * everything of the level below appended since the last end. */
void grove_value(struct grove *g, double value);
void grove_end(struct grove *g, size_t level);

/* What a random tree looks like. */
struct grove_shape {
	size_t n_levels;
	size_t r[AS_LEVELS_MAX];  /* units of level i + 1 in one parent; the top entry is r_n */
	double sd[AS_LEVELS_MAX]; /* what level i + 1 adds */
	double mean;
	bool ragged; /* then the number in each parent is uniform in 1 .. r[i], at the top r_n */
};

/* A tree with normal effects at every level. */
void grove_random(struct grove *g, const struct grove_shape *shape, struct as_random *random);

#endif
