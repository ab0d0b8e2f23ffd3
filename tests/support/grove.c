/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "grove.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

void grove_init(struct grove *g, size_t n_levels, size_t room)
{
	*g = (struct grove){.tree.n_levels = n_levels, .room = room};
	g->values = calloc(room, sizeof *g->values);
	assert_non_null(g->values);
	g->tree.values = g->values;
	for (size_t i = 1; i < n_levels; i++) {
		g->first[i] = calloc(room + 1, sizeof *g->first[i]);
		assert_non_null(g->first[i]);
		g->tree.first[i] = g->first[i];
	}
}

void grove_release(struct grove *g)
{
	free(g->values);
	for (size_t i = 1; i < AS_LEVELS_MAX; i++)
		free(g->first[i]);
	*g = (struct grove){0};
}

void grove_value(struct grove *g, double value)
{
	assert_true(g->tree.count[0] < g->room);
	g->values[g->tree.count[0]++] = value;
}

void grove_end(struct grove *g, size_t level)
{
	size_t i = level - 1;

	assert_true(g->tree.count[i] < g->room);
	g->first[i][++g->tree.count[i]] = g->tree.count[i - 1];
}

/* The units of level i + 1 inside one parent whose effects so far are `base`. */
static void grow(struct grove *g, const struct grove_shape *s, size_t i, double base,
	struct as_random *random)
{
	bool vary = s->ragged && i + 1 < s->n_levels;
	size_t r = vary ? 1 + (size_t)as_random_below(random, s->r[i]) : s->r[i];

	for (size_t u = 0; u < r; u++) {
		double value = base + s->sd[i] * as_random_normal(random);
		if (i == 0) {
			grove_value(g, value);
			continue;
		}
		grow(g, s, i - 1, value, random);
		grove_end(g, i + 1);
	}
}

void grove_random(struct grove *g, const struct grove_shape *shape, struct as_random *random)
{
	size_t most = 1;

	for (size_t i = 0; i < shape->n_levels; i++)
		most *= shape->r[i];
	grove_init(g, shape->n_levels, most);
	grow(g, shape, shape->n_levels - 1, shape->mean, random);
}
