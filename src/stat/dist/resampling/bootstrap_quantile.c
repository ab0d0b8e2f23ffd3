/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "stat/core/quantile.h"
#include "stat/dist/resampling/bootstrap.h"
#include "stat/dist/resampling/bootstrap_ends.h"
#include "stat/dist/random.h"

/* One value of the mixture: how much it counts, and the top-level unit it came from. */
struct drop {
	double value, weight;
	size_t unit;
};

/* All values of a tree in ascending order. The weights of a unit sum up to N / r_n, those of all to
 * N, so that in balanced trees each is 1. */
struct mixture {
	struct drop *drops;
	size_t n, units;
	uint32_t *times; /* how often each unit is in the resample */
};

/* First place of v in ascending values that hold it. */
static size_t place_of(const double *sorted, size_t n, double v)
{
	size_t lo = 0, hi = n;

	while (lo < hi) {
		size_t middle = lo + (hi - lo) / 2;
		if (sorted[middle] < v)
			lo = middle + 1;
		else
			hi = middle;
	}
	return lo;
}

/* Weights of the units of a level from those of the level above, top to bottom. `weight` has room
 * for all values; it is filled from the back of each level so that parents are read before their
 * place is written. */
static void spread_weights(const struct as_tree *tree, double *weight, size_t *unit)
{
	size_t top = tree->n_levels - 1;

	for (size_t u = 0; u < tree->count[top]; u++) {
		weight[u] = (double)tree->count[0] / (double)tree->count[top];
		unit[u] = u;
	}
	for (size_t level = top; level > 0; level--)
		for (size_t u = tree->count[level]; u-- > 0;) {
			size_t from = tree->first[level][u], to = tree->first[level][u + 1];
			double each = weight[u] / (double)(to - from);
			size_t of = unit[u];
			for (size_t c = to; c-- > from;) {
				weight[c] = each;
				unit[c] = of;
			}
		}
}

static enum as_status mixture_init(struct mixture *m, const struct as_tree *tree,
	struct as_arena *keep, struct as_err *err)
{
	size_t n = tree->count[0];
	struct as_arena room = {0};
	double *weight = as_arena_array(&room, n, sizeof *weight);
	double *sorted = as_arena_array(&room, n, sizeof *sorted);
	size_t *unit = as_arena_array(&room, n, sizeof *unit);
	size_t *taken = as_arena_array(&room, n, sizeof *taken);
	enum as_status st = AS_OK;

	*m = (struct mixture){.n = n, .units = tree->count[tree->n_levels - 1]};
	m->drops = as_arena_array(keep, n, sizeof *m->drops);
	m->times = as_arena_array(keep, m->units, sizeof *m->times);
	if (weight && sorted && unit && taken && m->drops && m->times) {
		spread_weights(tree, weight, unit);
		memcpy(sorted, tree->values, n * sizeof *sorted);
		as_sort(sorted, n);
		for (size_t i = 0; i < n; i++) {
			size_t at = place_of(sorted, n, tree->values[i]);
			m->drops[at + taken[at]++] = (struct drop){
				tree->values[i], weight[i], unit[i]};
		}
	} else {
		st = as_fail_memory(err);
	}
	as_arena_release(&room);
	return st;
}

/* Type 7 where a value fills as many places as it weighs; `units` units are in the sample. */
static double quantile_of(const struct mixture *m, size_t units, double p)
{
	double places = (double)m->n * (double)units / (double)m->units;
	double h = fmax((places - 1) * p + 1, 1), k = floor(h), filled = 0, low = (double)NAN;
	const double rounding = 1e-9;

	for (size_t i = 0; i < m->n; i++) {
		const struct drop *d = &m->drops[i];
		if (!m->times[d->unit])
			continue;
		filled += d->weight * m->times[d->unit];
		if (isnan(low) && filled >= k - rounding)
			low = d->value;
		if (filled >= k + 1 - rounding)
			return low + (h - k) * (d->value - low);
	}
	return low;
}

static void draw_units(struct mixture *m, struct as_random *random)
{
	for (size_t u = 0; u < m->units; u++)
		m->times[u] = 0;
	for (size_t u = 0; u < m->units; u++)
		m->times[as_random_below(random, m->units)]++;
}

static double quantile_of_all(struct mixture *m, double p)
{
	for (size_t u = 0; u < m->units; u++)
		m->times[u] = 1;
	return quantile_of(m, m->units, p);
}

/* The quantile with each unit left out in turn. */
static void jackknife(struct mixture *m, double p, double *out)
{
	(void)quantile_of_all(m, p);
	for (size_t u = 0; u < m->units; u++) {
		m->times[u] = 0;
		out[u] = quantile_of(m, m->units - 1, p);
		m->times[u] = 1;
	}
}

static enum as_status check(const struct as_tree *tree, double p, const struct as_resampling *how,
	struct as_err *err)
{
	if (!(p > 0 && p < 1))
		return as_fail(err, AS_ERR_DATA,
			"there is no bootstrap interval for the smallest or the "
			"largest value: most resamples repeat it; the lower quartile has one");
	return as_bootstrap_check(how, tree->count[tree->n_levels - 1], AS_BOOTSTRAP_SKEW_MIN, err);
}

enum as_status as_bootstrap_quantile(const struct as_tree *tree, double p,
	const struct as_resampling *how, struct as_bootstrap *out, struct as_err *err)
{
	struct as_arena room = {0};
	struct mixture m = {0};
	double *replicates = NULL, *left_out = NULL;
	enum as_status st = check(tree, p, how, err);

	if (!st)
		st = mixture_init(&m, tree, &room, err);
	if (st)
		goto out;
	replicates = as_arena_array(&room, how->replicates, sizeof *replicates);
	left_out = as_arena_array(&room, m.units, sizeof *left_out);
	if (!replicates || !left_out) {
		st = as_fail_memory(err);
		goto out;
	}
	struct as_bootstrap b = {.estimate = quantile_of_all(&m, p), .replicates = how->replicates,
		.confidence = how->confidence, .seed = how->seed,
		.kinds = AS_BOOTSTRAP_PERCENTILE | AS_BOOTSTRAP_BCA};
	for (size_t k = 0; k < how->replicates; k++) {
		struct as_random random;
		as_random_init(&random, how->seed, AS_RANDOM_BOOTSTRAP, k);
		draw_units(&m, &random);
		replicates[k] = quantile_of(&m, m.units, p);
	}
	as_sort(replicates, how->replicates);
	jackknife(&m, p, left_out);
	b.percentile = as_percentile_ends(replicates, how->replicates, how->confidence);
	(void)as_bca_ends((struct as_values){replicates, how->replicates}, b.estimate,
		(struct as_values){left_out, m.units}, how->confidence, &b.bca);
	*out = b;
out:
	as_arena_release(&room);
	return st;
}

static enum as_status check_positive(const struct mixture *m, struct as_err *err)
{
	if (m->drops[0].value > 0)
		return AS_OK;
	return as_fail(err, AS_ERR_DATA,
		"no ratio of quantiles can be taken: there is a value of %g, and "
		"all must be positive",
		m->drops[0].value);
}

static void draw_ratios(struct mixture *a, struct mixture *b, double p,
	const struct as_resampling *how, double *replicates)
{
	for (size_t k = 0; k < how->replicates; k++) {
		struct as_random random;
		as_random_init(&random, how->seed, AS_RANDOM_BOOTSTRAP, k);
		draw_units(a, &random);
		draw_units(b, &random);
		replicates[k] = log(quantile_of(b, b->units, p) / quantile_of(a, a->units, p));
	}
	as_sort(replicates, how->replicates);
}

enum as_status as_bootstrap_quantile_ratio(const struct as_tree *old, const struct as_tree *new,
	double p, const struct as_resampling *how, struct as_bootstrap *out, struct as_err *err)
{
	struct as_arena room = {0};
	struct mixture a = {0}, b = {0};
	double *replicates = NULL;
	enum as_status st = check(old, p, how, err);

	if (!st)
		st = check(new, p, how, err);
	if (!st)
		st = mixture_init(&a, old, &room, err);
	if (!st)
		st = mixture_init(&b, new, &room, err);
	if (!st)
		st = check_positive(&a, err);
	if (!st)
		st = check_positive(&b, err);
	if (!st)
		replicates = as_arena_array(&room, how->replicates, sizeof *replicates);
	if (!st && !replicates)
		st = as_fail_memory(err);
	if (!st) {
		draw_ratios(&a, &b, p, how, replicates);
		struct as_ends e = as_percentile_ends(replicates, how->replicates, how->confidence);
		*out = (struct as_bootstrap){.replicates = how->replicates, .seed = how->seed,
			.estimate = quantile_of_all(&b, p) / quantile_of_all(&a, p),
			.percentile = {exp(e.lo), exp(e.hi)}, .kinds = AS_BOOTSTRAP_PERCENTILE,
			.confidence = how->confidence};
	}
	as_arena_release(&room);
	return st;
}
