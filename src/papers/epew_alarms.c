/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "papers/epew_alarms.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "stat/dist/dist.h"
#include "stat/dist/random.h"

/* Each unit at the top: its mean, and S_B^2 / m + S_E^2 / (m n) of what lies in it. */
struct binaries {
	double *mean, *lower;
	uint32_t *units; /* n, partly shuffled */
	uint32_t *old;   /* the group that was drawn first */
	size_t n;
};

/* The units from .. to - 1 of level i + 1 as a tree of their own. */
static bool part_of(const struct as_tree *t, size_t i, size_t from, size_t to,
	struct as_arena *room, struct as_tree *out)
{
	*out = (struct as_tree){.n_levels = i + 1};
	for (; i > 0; i--) {
		size_t *first = as_arena_array(room, to - from + 1, sizeof *first);
		if (!first)
			return false;
		const size_t base = t->first[i][from], end = t->first[i][to];
		for (size_t u = from; u <= to; u++)
			first[u - from] = t->first[i][u] - base;
		out->first[i] = first;
		out->count[i] = to - from;
		from = base;
		to = end;
	}
	out->count[0] = to - from;
	out->values = t->values + from;
	return true;
}

static bool look_into(const struct as_tree *t, size_t unit, double *lower)
{
	const size_t top = t->n_levels - 1;
	struct as_arena room = {0};
	struct as_tree_stats s;
	struct as_tree part;
	const bool made = part_of(t, top - 1, t->first[top][unit], t->first[top][unit + 1], &room,
		&part);

	*lower = 0;
	if (made) {
		as_tree_stats(&part, &s);
		for (size_t i = 0; i < part.n_levels; i++)
			*lower += s.level[i].s2 / (double)part.count[i];
	}
	as_arena_release(&room);
	return made;
}

static enum as_status open_binaries(const struct as_tree *t, struct as_arena *room,
	struct binaries *b, struct as_err *err)
{
	b->n = t->count[t->n_levels - 1];
	b->mean = as_arena_array(room, b->n, sizeof *b->mean);
	b->lower = as_arena_array(room, b->n, sizeof *b->lower);
	b->units = as_arena_array(room, b->n, sizeof *b->units);
	b->old = as_arena_array(room, b->n, sizeof *b->old);
	if (!b->mean || !b->lower || !b->units || !b->old)
		return as_fail_memory(err);
	as_tree_means(t, t->n_levels, b->mean);
	for (size_t u = 0; u < b->n; u++)
		if (!look_into(t, u, &b->lower[u]))
			return as_fail_memory(err);
	return AS_OK;
}

/* The two groups, as as_resample_rates draws them; the second in *new. */
static void draw(struct binaries *b, const struct as_resample *how, size_t number,
	const uint32_t **new)
{
	const size_t g = how->group;
	struct as_random r;

	as_random_init(&r, how->seed, AS_RANDOM_RESAMPLE, number);
	for (size_t u = 0; u < b->n; u++)
		b->units[u] = (uint32_t)u;
	as_choose(&r, b->units, how->independent ? g : 2 * g, b->n);
	memcpy(b->old, b->units, g * sizeof *b->old);
	if (how->independent)
		as_choose(&r, b->units, g, b->n);
	*new = how->independent ? b->units : b->units + g;
}

/* (17) of a group: its mean, and the half-width over z. */
static double interval(const struct binaries *b, const uint32_t *units, size_t g, double *half)
{
	double mean = 0, lower = 0, s_v2 = 0;

	for (size_t i = 0; i < g; i++) {
		mean += b->mean[units[i]] / (double)g;
		lower += b->lower[units[i]] / (double)g;
	}
	for (size_t i = 0; i < g && g > 1; i++) {
		const double d = b->mean[units[i]] - mean;
		s_v2 += d * d / (double)(g - 1);
	}
	*half = sqrt((s_v2 + lower) / (double)g);
	return mean;
}

enum as_status as_epew2006_alarms(const struct as_tree *tree, const struct as_resample *how,
	struct as_rate *out, struct as_err *err)
{
	const size_t n = tree->count[tree->n_levels - 1];
	struct as_arena room = {0};
	struct binaries b = {0};
	size_t hits = 0;

	if (tree->n_levels < 2) {
		*out = (struct as_rate){.known = false, .rate = (double)NAN, .error = (double)NAN};
		return AS_OK;
	}
	if (!how->group || !how->resamples || how->group > (how->independent ? n : n / 2))
		return as_fail(err, AS_ERR_DATA, "two groups of %zu units cannot be drawn from %zu",
			how->group, n);
	enum as_status st = open_binaries(tree, &room, &b, err);
	double z = 0;
	if (!st && as_normal_quantile(1 - (1 - how->confidence) / 2, &z))
		st = as_fail(err, AS_ERR_ARG, "a confidence must lie between 0 and 1");
	for (size_t k = 0; k < how->resamples && !st; k++) {
		const uint32_t *new = NULL;
		double h = 0, h_new = 0;
		draw(&b, how, k, &new);
		const double mean = interval(&b, b.old, how->group, &h);
		const double mean_new = interval(&b, new, how->group, &h_new) * (1 + how->shift);
		hits += fabs(mean_new - mean) > z * (h + h_new * (1 + how->shift));
	}
	if (!st) {
		const double p = (double)hits / (double)how->resamples;
		*out = (struct as_rate){true, p, sqrt(p * (1 - p) / (double)how->resamples)};
	}
	as_arena_release(&room);
	return st;
}
