/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stat/dist/resampling/resample.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "stat/dist/random.h"

/* Room for the two groups of one resample. */
struct resample_table {
	uint32_t *units;    /* 0 .. n - 1, partly shuffled */
	double *old, *new;
	size_t cap;         /* of each group */
	struct as_sample a, b;
	struct as_arena room;
};

static size_t size_below(const struct as_pool *pool, size_t unit)
{
	return pool->below->first[unit + 1] - pool->below->first[unit];
}

static enum as_status check(const struct as_pool *pool, const struct as_resample *how,
	struct as_err *err)
{
	size_t needed = how->independent ? how->group : 2 * how->group;

	if (!how->resamples || !how->group || !(how->shift > -1) ||
		!(how->confidence > 0 && how->confidence < 1))
		return as_fail(err, AS_ERR_ARG,
			"resampling needs groups of at least 1 unit, at least 1 "
			"resample, a shift above -1 and a confidence between 0 and 1");
	if (how->group > pool->n || needed > pool->n)
		return as_fail(err, AS_ERR_DATA, "two groups of %zu units cannot be drawn from %zu",
			how->group, pool->n);
	return AS_OK;
}

static enum as_status table_init(struct resample_table *t, const struct as_pool *pool, size_t group,
	struct as_err *err)
{
	t->cap = group;
	for (size_t u = 0; group == 1 && pool->below && u < pool->n; u++)
		t->cap = size_below(pool, u) > t->cap ? size_below(pool, u) : t->cap;
	t->units = as_arena_array(&t->room, pool->n, sizeof *t->units);
	t->old = as_arena_array(&t->room, t->cap, sizeof *t->old);
	t->new = as_arena_array(&t->room, t->cap, sizeof *t->new);
	if (!t->units || !t->old || !t->new)
		return as_fail_memory(err);
	for (size_t u = 0; u < pool->n; u++)
		t->units[u] = (uint32_t)u;
	return AS_OK;
}

/* The numbers of a group: of its units, or, of a single one, those one level down. */
static struct as_sample gather_sample(const struct as_pool *pool, const uint32_t *units,
	size_t group, double factor, double *room)
{
	size_t n = group;

	if (group == 1 && pool->below) {
		n = size_below(pool, units[0]);
		for (size_t i = 0; i < n; i++)
			room[i] = pool->below->values[pool->below->first[units[0]] + i] * factor;
	} else {
		for (size_t i = 0; i < n; i++)
			room[i] = pool->x[units[i]] * factor;
	}
	return (struct as_sample){room, n};
}

/* The order of the units is put back before each resample, so that it depends on its number alone.
 * */
static void draw(struct resample_table *t, const struct as_pool *pool,
	const struct as_resample *how,
	size_t number)
{
	struct as_random r;
	size_t g = how->group;

	as_random_init(&r, how->seed, AS_RANDOM_RESAMPLE, number);
	for (size_t u = 0; u < pool->n; u++)
		t->units[u] = (uint32_t)u;
	as_choose(&r, t->units, how->independent ? g : 2 * g, pool->n);
	t->a = gather_sample(pool, t->units, g, 1, t->old);
	if (how->independent)
		as_choose(&r, t->units, g, pool->n);
	t->b = gather_sample(
		pool, how->independent ? t->units : t->units + g, g, 1 + how->shift, t->new);
}

static bool has_enough(const struct resample_table *t, const struct as_detector *d)
{
	return t->a.r >= d->least && t->b.r >= d->least;
}

static enum as_status count(const struct resample_table *t, struct as_detecting *by,
	size_t hits[AS_DETECTORS], bool known[AS_DETECTORS], struct as_err *err)
{
	for (size_t i = 0; i < AS_DETECTORS; i++) {
		struct as_detection found;
		known[i] = known[i] && has_enough(t, &as_detectors[i]);
		if (!known[i])
			continue;
		enum as_status st = as_detect(&as_detectors[i], &t->a, &t->b, by, &found, err);
		if (st)
			return st;
		hits[i] += found.change != AS_CHANGE_NONE;
	}
	return AS_OK;
}

enum as_status as_resample_rates(const struct as_pool *pool, const struct as_resample *how,
	struct as_rate rates[AS_DETECTORS], struct as_err *err)
{
	struct as_detecting by = {.confidence = how->confidence, .change_only = true};
	struct resample_table t = {0};
	size_t hits[AS_DETECTORS] = {0};
	bool known[AS_DETECTORS];
	enum as_status st = check(pool, how, err);

	memset(known, true, sizeof known);
	if (!st)
		st = table_init(&t, pool, how->group, err);
	for (size_t k = 0; k < how->resamples && !st; k++) {
		draw(&t, pool, how, k);
		st = count(&t, &by, hits, known, err);
	}
	for (size_t i = 0; i < AS_DETECTORS && !st; i++) {
		double p = (double)hits[i] / (double)how->resamples;
		rates[i] = (struct as_rate){.known = known[i], .rate = p,
			.error = sqrt(p * (1 - p) / (double)how->resamples)};
	}
	as_detecting_release(&by);
	as_arena_release(&t.room);
	return st;
}
