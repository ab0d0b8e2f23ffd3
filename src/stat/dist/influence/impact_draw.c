/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stat/dist/influence/impact_draw.h"

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

/* The groups of parent p. */
struct impact_draw_range {
	size_t from, n;
};

static size_t n_parents(const struct as_groups *g)
{
	return g->parents ? g->n_parents : 1;
}

static struct impact_draw_range of_parent(const struct as_groups *g, size_t p)
{
	if (!g->parents)
		return (struct impact_draw_range){0, g->n};
	return (struct impact_draw_range){g->parents[p], g->parents[p + 1] - g->parents[p]};
}

/* Groups of the parent that has the fewest. */
static size_t fewest_groups(const struct as_groups *g)
{
	size_t fewest = SIZE_MAX;

	for (size_t p = 0; p < n_parents(g); p++) {
		size_t n = of_parent(g, p).n;
		fewest = n < fewest ? n : fewest;
	}
	return fewest;
}

enum as_status as_impact_draws_size(const struct as_groups *g, size_t *c, struct as_err *err)
{
	const size_t fewest = fewest_groups(g);
	size_t smallest, largest;

	sizes(g, &smallest, &largest);
	if (!n_parents(g) || fewest < 3 || smallest < 3)
		return as_fail(err, AS_ERR_DATA,
			"the impact factor needs at least 3 units with 3 values "
			"each; there are %zu, and the smallest has %zu",
			n_parents(g) ? fewest : 0, g->n ? smallest : 0);
	size_t n = fewest * 3 / 4;
	n = n < fewest - 1 ? n : fewest - 1;
	*c = n < smallest - 1 ? n : smallest - 1;
	return AS_OK;
}

enum { PLAIN, TRANSFORMED, KINDS };

/* A value that was drawn. */
struct pick {
	size_t group, member;
};

/* What one draw works with. The two index arrays are 0, 1, 2, ... between draws, so that each draw
 * depends on its own number alone. */
struct urn {
	const struct as_groups *g;
	double *mean, *stretch; /* of each group, to transform it */
	uint32_t *groups, *members;
	uint64_t *swaps;
	struct pick *between, *inside; /* c each */
	double *drawn;
	double *ratios[KINDS]; /* NULL: not asked for */
	size_t c;
	struct as_arena room;
};

static double value(const struct urn *u, struct pick p, int kind)
{
	const struct as_groups *g = u->g;
	double v = 0;

	if (g->values)
		v = g->values[g->first[p.group] + p.member];
	else
		g->reader->read(g->reader->data, p.group, p.member, 1, &v);
	return kind == TRANSFORMED ? (v - u->mean[p.group]) * u->stretch[p.group] : v;
}

static void swap(uint32_t *a, size_t i, size_t j)
{
	uint32_t v = a[i];

	a[i] = a[j];
	a[j] = v;
}

/* The first c of a become c of its n elements, each set and order equally likely. */
static void choose_units(struct urn *u, uint32_t *a, size_t n, struct as_random *r)
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

static double spread(struct urn *u, const struct pick *picks, int kind)
{
	for (size_t i = 0; i < u->c; i++)
		u->drawn[i] = value(u, picks[i], kind);
	return sqrt(as_variance(u->drawn, u->c, as_mean(u->drawn, u->c)));
}

static void pick_between(struct urn *u, struct impact_draw_range groups, struct as_random *r)
{
	choose_units(u, u->groups, groups.n, r);
	for (size_t i = 0; i < u->c; i++) {
		size_t group = groups.from + u->groups[i];
		u->between[i] = (struct pick){group, as_random_below(r, size_of(u->g, group))};
	}
	put_back(u, u->groups);
}

static void pick_inside(struct urn *u, struct impact_draw_range groups, struct as_random *r)
{
	size_t group = groups.from + as_random_below(r, groups.n);

	choose_units(u, u->members, size_of(u->g, group), r);
	for (size_t i = 0; i < u->c; i++)
		u->inside[i] = (struct pick){group, u->members[i]};
	put_back(u, u->members);
}

static void add_ratio(struct urn *u, int kind, size_t k, struct as_impact_draw *d)
{
	double between = spread(u, u->between, kind), inside = spread(u, u->inside, kind);

	d->infinite += between > 0 && !(inside > 0);
	d->neither += !(between > 0) && !(inside > 0);
	u->ratios[kind][k] = inside > 0 ? between / inside : between > 0 ? HUGE_VAL : 1;
}

static void draw_all(struct urn *u, uint64_t seed, size_t draws, struct as_impact_draw *d)
{
	size_t n = n_parents(u->g);

	for (size_t k = 0; k < draws; k++) {
		struct as_random r;
		as_random_init(&r, seed, AS_RANDOM_IMPACT, k);
		struct impact_draw_range groups = of_parent(u->g, n > 1 ? as_random_below(&r,
			n) : 0);
		pick_between(u, groups, &r);
		pick_inside(u, groups, &r);
		for (int kind = 0; kind < KINDS; kind++)
			if (u->ratios[kind])
				add_ratio(u, kind, k, &d[kind]);
	}
}

/* Halves, because the middle two may be infinite. */
static double middle(double *ratios, size_t n)
{
	as_sort(ratios, n);
	return ratios[(n - 1) / 2] / 2 + ratios[n / 2] / 2;
}

static bool urn_init(struct urn *u, const struct as_groups *g, size_t c)
{
	size_t smallest, largest;

	sizes(g, &smallest, &largest);
	*u = (struct urn){.g = g, .c = c};
	u->mean = as_arena_array(&u->room, g->n, sizeof *u->mean);
	u->stretch = as_arena_array(&u->room, g->n, sizeof *u->stretch);
	u->groups = as_arena_array(&u->room, g->n, sizeof *u->groups);
	u->members = as_arena_array(&u->room, largest, sizeof *u->members);
	u->swaps = as_arena_array(&u->room, c, sizeof *u->swaps);
	u->between = as_arena_array(&u->room, c, sizeof *u->between);
	u->inside = as_arena_array(&u->room, c, sizeof *u->inside);
	u->drawn = as_arena_array(&u->room, c, sizeof *u->drawn);
	if (!u->mean || !u->stretch || !u->groups || !u->members || !u->swaps || !u->between ||
		!u->inside || !u->drawn)
		return false;
	for (size_t i = 0; i < g->n; i++) {
		double n = (double)size_of(g, i);
		u->groups[i] = (uint32_t)i;
		u->mean[i] =
			g->values ? as_mean(&g->values[g->first[i]], size_of(g, i)) : g->means[i];
		/* Residuals have lost a degree of freedom each group, which SD1 would show. */
		u->stretch[i] = sqrt(n / (n - 1));
	}
	for (size_t i = 0; i < largest; i++)
		u->members[i] = (uint32_t)i;
	return true;
}

static enum as_status choose_size(
	const struct as_groups *g, size_t wanted, size_t *c, struct as_err *err)
{
	enum as_status st = as_impact_draws_size(g, c, err);
	size_t smallest, largest;

	if (st || !wanted)
		return st;
	sizes(g, &smallest, &largest);
	if (wanted < 2 || wanted >= smallest || wanted >= fewest_groups(g))
		return as_fail(err, AS_ERR_DATA,
			"cannot draw %zu values each time: there are %zu units with at least %zu "
			"values each, and it takes 2, and fewer than both",
			wanted, fewest_groups(g), smallest);
	*c = wanted;
	return AS_OK;
}

/* Into each of the two that is there. */
static enum as_status draw(const struct as_groups *g, const struct as_impact_amount *amount,
	uint64_t seed, struct as_impact_draw *const out[static KINDS], struct as_err *err)
{
	const size_t draws = amount->draws;
	struct as_impact_draw d[KINDS] = {{.draws = draws}, {.draws = draws}};
	enum as_status st = choose_size(g, amount->c, &d[PLAIN].c, err);
	struct urn u = {0};
	bool room = true;

	if (st)
		return st;
	if (!draws)
		return as_fail(err, AS_ERR_ARG, "the impact factor needs at least one draw");
	d[TRANSFORMED].c = d[PLAIN].c;
	room = urn_init(&u, g, d[PLAIN].c);
	for (int kind = 0; kind < KINDS && room; kind++) {
		u.ratios[kind] = out[kind] ? as_arena_array(&u.room, draws, sizeof(double)) : NULL;
		room = u.ratios[kind] || !out[kind];
	}
	if (room)
		draw_all(&u, seed, draws, d);
	else
		st = as_fail_memory(err);
	for (int kind = 0; kind < KINDS && !st; kind++)
		if (out[kind]) {
			d[kind].factor = middle(u.ratios[kind], draws);
			*out[kind] = d[kind];
		}
	as_arena_release(&u.room);
	return st;
}

enum as_status as_impact_by_draws(const struct as_groups *g, size_t draws, bool transformed,
	uint64_t seed, struct as_impact_draw *out, struct as_err *err)
{
	struct as_impact_draw *const both[KINDS] = {
		transformed ? NULL : out, transformed ? out : NULL};

	return draw(g, &(struct as_impact_amount){.draws = draws}, seed, both, err);
}

enum as_status as_impact_draw_both(const struct as_groups *g, const struct as_impact_amount *amount,
	uint64_t seed, struct as_impact_draw *plain, struct as_impact_draw *transformed,
	struct as_err *err)
{
	struct as_impact_draw *const both[KINDS] = {plain, transformed};

	return draw(g, amount, seed, both, err);
}

enum as_additivity as_additivity_of(double factor, double transformed)
{
	if (factor < visible)
		return AS_ADDITIVE_NO_INFLUENCE;
	if (transformed < visible)
		return AS_ADDITIVE;
	return transformed < factor ? AS_ADDITIVE_PARTLY : AS_ADDITIVE_NOT;
}
