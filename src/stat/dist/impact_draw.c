/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stat/dist/impact_draw.h"

#include <math.h>

#include "base/arena.h"
#include "stat/core/moments.h"
#include "stat/core/quantile.h"
#include "stat/dist/random.h"

static const double visible = 1.05; /* a smaller factor is no visible influence */

static size_t size_of(const struct as_groups *g, size_t group)
{
	return g->first[group + 1] - g->first[group];
}

static void sizes(const struct as_groups *g, size_t *smallest, size_t *largest)
{
	*smallest = SIZE_MAX;
	*largest = 0;
	for (size_t i = 0; i < g->n; i++) {
		size_t n = size_of(g, i);
		*smallest = n < *smallest ? n : *smallest;
		*largest = n > *largest ? n : *largest;
	}
}

enum as_status as_impact_draws_size(const struct as_groups *g, size_t *c, struct as_err *err)
{
	size_t smallest, largest, n = g->n * 3 / 4;

	sizes(g, &smallest, &largest);
	if (g->n < 3 || smallest < 3)
		return as_fail(err, AS_ERR_DATA, "the impact factor needs at least 3 units with 3 values "
			"each; there are %zu, and the smallest has %zu", g->n, g->n ? smallest : 0);
	n = n < g->n - 1 ? n : g->n - 1;
	*c = n < smallest - 1 ? n : smallest - 1;
	return AS_OK;
}

/* What one draw works with. The two index arrays are 0, 1, 2, ... between draws, so that each draw
 * depends on its own number alone. */
struct urn {
	const struct as_groups *g;
	bool transformed;
	double *mean, *stretch; /* of each group, where transformed */
	uint32_t *groups, *members;
	uint64_t *swaps;
	double *drawn, *ratios;
	size_t c;
	struct as_arena room;
};

static double value(const struct urn *u, size_t group, size_t member)
{
	double v = u->g->values[u->g->first[group] + member];

	return u->transformed ? (v - u->mean[group]) * u->stretch[group] : v;
}

static void swap(uint32_t *a, size_t i, size_t j)
{
	uint32_t v = a[i];

	a[i] = a[j];
	a[j] = v;
}

/* The first c of a become c of its n elements, each set and order equally likely. */
static void choose(struct urn *u, uint32_t *a, size_t n, struct as_random *r)
{
	for (size_t i = 0; i < u->c; i++) {
		u->swaps[i] = i + as_random_below(r, n - i);
		swap(a, i, u->swaps[i]);
	}
}

static void put_back(struct urn *u, uint32_t *a)
{
	for (size_t i = u->c; i-- > 0;)
		swap(a, i, u->swaps[i]);
}

static double spread(const double *x, size_t n)
{
	return sqrt(as_variance(x, n, as_mean(x, n)));
}

static double between_groups(struct urn *u, struct as_random *r)
{
	choose(u, u->groups, u->g->n, r);
	for (size_t i = 0; i < u->c; i++) {
		size_t group = u->groups[i];
		u->drawn[i] = value(u, group, as_random_below(r, size_of(u->g, group)));
	}
	put_back(u, u->groups);
	return spread(u->drawn, u->c);
}

static double inside_one(struct urn *u, struct as_random *r)
{
	size_t group = as_random_below(r, u->g->n);

	choose(u, u->members, size_of(u->g, group), r);
	for (size_t i = 0; i < u->c; i++)
		u->drawn[i] = value(u, group, u->members[i]);
	put_back(u, u->members);
	return spread(u->drawn, u->c);
}

static void draw_all(struct urn *u, uint64_t seed, struct as_impact_draw *d)
{
	for (size_t k = 0; k < d->draws; k++) {
		struct as_random r;
		as_random_init(&r, seed, AS_RANDOM_IMPACT, k);
		double between = between_groups(u, &r), inside = inside_one(u, &r);
		d->infinite += between > 0 && !(inside > 0);
		d->neither += !(between > 0) && !(inside > 0);
		u->ratios[k] = inside > 0 ? between / inside : between > 0 ? HUGE_VAL : 1;
	}
	as_sort(u->ratios, d->draws);
	/* Halves, because the middle two may be infinite. */
	d->factor = u->ratios[(d->draws - 1) / 2] / 2 + u->ratios[d->draws / 2] / 2;
}

static bool urn_init(struct urn *u, const struct as_groups *g, bool transformed, size_t c,
	size_t draws)
{
	size_t smallest, largest;

	sizes(g, &smallest, &largest);
	*u = (struct urn){.g = g, .transformed = transformed, .c = c};
	u->mean = as_arena_array(&u->room, g->n, sizeof *u->mean);
	u->stretch = as_arena_array(&u->room, g->n, sizeof *u->stretch);
	u->groups = as_arena_array(&u->room, g->n, sizeof *u->groups);
	u->members = as_arena_array(&u->room, largest, sizeof *u->members);
	u->swaps = as_arena_array(&u->room, c, sizeof *u->swaps);
	u->drawn = as_arena_array(&u->room, c, sizeof *u->drawn);
	u->ratios = as_arena_array(&u->room, draws, sizeof *u->ratios);
	if (!u->mean || !u->stretch || !u->groups || !u->members || !u->swaps || !u->drawn || !u->ratios)
		return false;
	for (size_t i = 0; i < g->n; i++) {
		double n = (double)size_of(g, i);
		u->groups[i] = (uint32_t)i;
		u->mean[i] = as_mean(&g->values[g->first[i]], size_of(g, i));
		/* Residuals have lost a degree of freedom each group, which SD1 would show. */
		u->stretch[i] = sqrt(n / (n - 1));
	}
	for (size_t i = 0; i < largest; i++)
		u->members[i] = (uint32_t)i;
	return true;
}

enum as_status as_impact_by_draws(const struct as_groups *g, size_t draws, bool transformed,
	uint64_t seed, struct as_impact_draw *out, struct as_err *err)
{
	struct as_impact_draw d = {.draws = draws};
	enum as_status st = as_impact_draws_size(g, &d.c, err);
	struct urn u = {0};

	if (st)
		return st;
	if (!draws)
		return as_fail(err, AS_ERR_ARG, "the impact factor needs at least one draw");
	if (urn_init(&u, g, transformed, d.c, draws)) {
		draw_all(&u, seed, &d);
		*out = d;
	} else {
		st = as_fail_memory(err);
	}
	as_arena_release(&u.room);
	return st;
}

enum as_additivity as_additivity_of(double factor, double transformed)
{
	if (factor < visible)
		return AS_ADDITIVE_NO_INFLUENCE;
	if (transformed < visible)
		return AS_ADDITIVE;
	return transformed < factor ? AS_ADDITIVE_PARTLY : AS_ADDITIVE_NOT;
}
