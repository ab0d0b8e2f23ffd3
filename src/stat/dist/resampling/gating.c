/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stat/dist/resampling/gating.h"

#include <math.h>

#include "base/arena.h"
#include "stat/core/moments.h"
#include "stat/core/quantile.h"
#include "stat/dist/comparing/decide.h"
#include "stat/dist/random.h"

/* Published for telling two programs apart with "95 %" (8), both being uncertain. */
static const double published_factor = 2;

struct gating_table {
	uint32_t *units;
	double *room;      /* of one group */
	double *estimates; /* two of each resample, before any shift */
};

static enum as_status check(const double *x, size_t n, const struct as_resample *how,
	double tolerance, struct as_err *err)
{
	size_t needed = how->independent ? how->group : 2 * how->group;

	if (!how->resamples || !how->group || !(how->shift > -1) || !(tolerance >= 0))
		return as_fail(err, AS_ERR_ARG,
			"gating needs groups of at least 1 unit, at least 1 "
			"resample, a shift above -1 and a tolerance from 0 on");
	if (how->group > n || needed > n)
		return as_fail(err, AS_ERR_DATA, "two groups of %zu units cannot be drawn from %zu",
			how->group, n);
	for (size_t i = 0; i < n; i++)
		if (!(x[i] > 0))
			return as_fail(err, AS_ERR_DATA,
				"unit %zu has %g: no ratio can be taken of it", i + 1, x[i]);
	return AS_OK;
}

static double estimate(const struct gating_table *t, const double *x, const uint32_t *units,
	size_t g,
	enum as_estimator e)
{
	for (size_t i = 0; i < g; i++)
		t->room[i] = x[units[i]];
	as_sort(t->room, g);
	return as_estimate(e, t->room, g);
}

/* Estimates of the two groups of one resample. */
static void draw(const struct gating_table *t, const double *x, size_t n, enum as_estimator e,
	const struct as_resample *how, size_t number)
{
	struct as_random r;
	size_t g = how->group;
	double *out = t->estimates + 2 * number;

	as_random_init(&r, how->seed, AS_RANDOM_RESAMPLE, number);
	for (size_t u = 0; u < n; u++)
		t->units[u] = (uint32_t)u;
	as_choose(&r, t->units, how->independent ? g : 2 * g, n);
	out[0] = estimate(t, x, t->units, g, e);
	if (how->independent)
		as_choose(&r, t->units, g, n);
	out[1] = estimate(t, x, how->independent ? t->units : t->units + g, g, e);
}

enum as_status as_resample_gating(struct as_values x, enum as_estimator e,
	const struct as_resample *how, double tolerance, struct as_gating *out, struct as_err *err)
{
	struct as_arena arena = {0};
	size_t hits = 0, m = 2 * how->resamples;
	enum as_status st = check(x.v, x.n, how, tolerance, err);

	if (st)
		return st;
	struct gating_table t = {as_arena_array(&arena, x.n, sizeof *t.units),
		as_arena_array(&arena, how->group, sizeof *t.room),
		as_arena_array(&arena, m, sizeof *t.estimates)};
	if (!t.units || !t.room || !t.estimates) {
		as_arena_release(&arena);
		return as_fail_memory(err);
	}
	for (size_t k = 0; k < how->resamples; k++) {
		draw(&t, x.v, x.n, e, how, k);
		double ratio = t.estimates[2 * k + 1] * (1 + how->shift) / t.estimates[2 * k];
		enum as_judgement j = as_judge(ratio, ratio, tolerance);
		hits += j == AS_JUDGED_SLOWER || j == AS_JUDGED_FASTER;
	}
	double p = (double)hits / (double)how->resamples, mean = as_mean(t.estimates, m);
	double sd = sqrt(as_variance(t.estimates, m, mean)) / mean;
	*out = (struct as_gating){p, sqrt(p * (1 - p) / (double)how->resamples), sd,
		published_factor * sqrt(2) * sd};
	as_arena_release(&arena);
	return AS_OK;
}
