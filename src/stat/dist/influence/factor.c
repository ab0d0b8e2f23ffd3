/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stat/dist/influence/factor.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "stat/core/moments.h"
#include "stat/core/quantile.h"
#include "stat/core/tree/tree.h"
#include "stat/dist/random.h"

enum { WORK = 20000000, REORDERINGS_LEAST = 199 };

/* Values by group, as a tree of two levels. */
struct grouped {
	const double *y;
	const uint8_t *group;
	size_t n, used;
	size_t place[AS_FACTOR_GROUPS]; /* of a group among those that are not empty */
	size_t *first;                  /* used + 1 */
	double *values;                 /* n, put there by fill */
};

static bool count(struct grouped *g, struct as_arena *room)
{
	size_t size[AS_FACTOR_GROUPS] = {0}, from = 0;

	for (size_t i = 0; i < g->n; i++)
		size[g->group[i]]++;
	g->first = as_arena_array(room, AS_FACTOR_GROUPS + 1, sizeof *g->first);
	g->values = as_arena_array(room, g->n, sizeof *g->values);
	if (!g->first || !g->values)
		return false;
	for (size_t k = 0; k < AS_FACTOR_GROUPS; k++) {
		if (!size[k])
			continue;
		g->place[k] = g->used;
		g->first[g->used++] = from;
		from += size[k];
	}
	g->first[g->used] = from;
	return true;
}

/* The variances of values in the order index[0], index[1], ... */
static void look(const struct grouped *g, const uint32_t *index, struct as_tree_stats *out)
{
	size_t next[AS_FACTOR_GROUPS];
	struct as_tree tree = {.n_levels = 2, .values = g->values, .count = {g->n, g->used},
		.first = {NULL, g->first}};

	memcpy(next, g->first, g->used * sizeof *next);
	for (size_t i = 0; i < g->n; i++)
		g->values[next[g->place[g->group[i]]]++] = g->y[index[i]];
	as_tree_stats(&tree, out);
}

/* What is compared: grows with the share, also where T_2^2 is below 0. */
static double statistic(const struct as_tree_stats *s)
{
	return s->level[1].t2 / fmax(s->level[0].t2, 1e-300);
}

static size_t reorderings(size_t n, enum as_factor_order order)
{
	size_t r = WORK / (n ? n : 1);

	r = r > AS_FACTOR_REORDERINGS ? AS_FACTOR_REORDERINGS : r;
	r = r < REORDERINGS_LEAST ? REORDERINGS_LEAST : r;
	return order == AS_FACTOR_ROTATED && n - 1 < r ? n - 1 : r;
}

/* Turned by so many places: all turns where there is time for them, else evenly spread ones. */
static void turn(uint32_t *index, size_t n, size_t which, size_t of)
{
	size_t by = 1 + which * (n - 1) / of;

	for (size_t i = 0; i < n; i++)
		index[i] = (uint32_t)((i + by) % n);
}

static void decide(const struct grouped *g, enum as_factor_order order, uint64_t seed,
	uint32_t *index, struct as_factor_test *out)
{
	struct as_tree_stats s;
	double found = 0;
	size_t as_large = 0;

	for (size_t i = 0; i < g->n; i++)
		index[i] = (uint32_t)i;
	look(g, index, &s);
	found = statistic(&s);
	*out = (struct as_factor_test){.groups = g->used, .share = s.level[1].share,
		.reorderings = reorderings(g->n, order)};
	for (size_t r = 0; r < out->reorderings; r++) {
		struct as_random random;
		as_random_init(&random, seed, AS_RANDOM_FACTOR, r);
		if (order == AS_FACTOR_SHUFFLED)
			as_shuffle(&random, index, g->n);
		else
			turn(index, g->n, r, out->reorderings);
		look(g, index, &s);
		as_large += statistic(&s) >= found * (1 - 1e-12 * (found > 0 ? 1 : -1));
	}
	out->p = (1 + (double)as_large) / (1 + (double)out->reorderings);
}

enum as_status as_factor_test(const double *y, const uint8_t *group, size_t n,
	enum as_factor_order order, uint64_t seed, struct as_factor_test *out)
{
	struct grouped g = {.y = y, .group = group, .n = n};
	struct as_arena room = {0};
	double least = 0, most = 0;
	enum as_status st = AS_OK;

	if (n < AS_FACTOR_LEAST)
		return AS_ERR_DATA;
	for (size_t i = 0; i < n; i++)
		if (group[i] >= AS_FACTOR_GROUPS)
			return AS_ERR_ARG;
	as_extremes(y, n, &least, &most);
	if (!(most > least))
		return AS_ERR_DATA;
	uint32_t *index = as_arena_array(&room, n, sizeof *index);
	if (!index || !count(&g, &room))
		st = AS_ERR_MEM;
	else if (g.used < 2 || g.used == n)
		st = AS_ERR_DATA;
	else
		decide(&g, order, seed, index, out);
	as_arena_release(&room);
	return st;
}

/* Where groups but the first begin: at each other value where they are few, else at quartiles; the
 * number of groups. n >= 1, ascending. */
static size_t borders(const double *sorted, size_t n, double cut[AS_FACTOR_STRATA])
{
	size_t kinds = 0;

	for (size_t i = 0; i < n && kinds <= AS_FACTOR_STRATA; i++)
		if (!i || sorted[i] > sorted[i - 1]) {
			if (kinds && kinds < AS_FACTOR_STRATA)
				cut[kinds - 1] = sorted[i];
			kinds++;
		}
	if (kinds <= AS_FACTOR_STRATA)
		return kinds;
	for (size_t k = 0; k + 1 < AS_FACTOR_STRATA; k++)
		if (as_quantile(sorted, n, (double)(k + 1) / AS_FACTOR_STRATA, &cut[k]))
			cut[k] = sorted[n - 1];
	return AS_FACTOR_STRATA;
}

static uint8_t group_of(double x, const double *cut, size_t groups)
{
	uint8_t k = 0;

	while (k + (size_t)1 < groups && x >= cut[k])
		k++;
	return k;
}

/* Number groups anew without those that are empty, and let each end at its largest value. */
static size_t close_up(const double *x, uint8_t *group, size_t n, double cut[AS_FACTOR_STRATA])
{
	double most[AS_FACTOR_STRATA];
	uint8_t number[AS_FACTOR_STRATA], used = 0;
	bool there[AS_FACTOR_STRATA] = {false};

	for (size_t i = 0; i < n; i++) {
		uint8_t k = group[i];
		if (k == UINT8_MAX)
			continue;
		most[k] = there[k] ? fmax(most[k], x[i]) : x[i];
		there[k] = true;
	}
	for (size_t k = 0; k < AS_FACTOR_STRATA; k++) {
		number[k] = used;
		if (there[k])
			cut[used++] = most[k];
	}
	for (size_t i = 0; i < n; i++)
		if (group[i] != UINT8_MAX)
			group[i] = number[group[i]];
	return used;
}

enum as_status as_strata(const double *x, size_t n, uint8_t *group, double cut[AS_FACTOR_STRATA],
	size_t *used)
{
	struct as_arena room = {0};
	double *sorted = as_arena_array(&room, n, sizeof *sorted), border[AS_FACTOR_STRATA] = {0};
	size_t known = 0, n_groups = 0;

	if (!sorted)
		return AS_ERR_MEM;
	for (size_t i = 0; i < n; i++)
		if (!isnan(x[i]))
			sorted[known++] = x[i];
	if (known) {
		as_sort(sorted, known);
		n_groups = borders(sorted, known, border);
	}
	for (size_t i = 0; i < n; i++)
		group[i] = isnan(x[i]) ? UINT8_MAX : group_of(x[i], border, n_groups);
	*used = close_up(x, group, n, cut);
	as_arena_release(&room);
	return AS_OK;
}
