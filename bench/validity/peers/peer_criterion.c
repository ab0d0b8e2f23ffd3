/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Criterion.rs: the slope of a line through 0 where samples have ever more runs, else the mean, with an
 * interval of 95 % by resampling. Of two a t test by resampling both samples mixed, and the
 * interval of the change of means by resampling each: "regressed" and "improved" are said where
 * p < 0.05 and the whole interval lies beyond ± 1 %. It draws 100 000 times. */
#include <math.h>
#include <stdlib.h>

#include "peer_rules.h"
#include "stat/core/moments.h"
#include "stat/core/quantile.h"
#include "stat/dist/comparing/ratio.h"
#include "stat/dist/random.h"

enum { DRAWS = 20000, SEED = 1, LEAST = 10 }; /* it takes no fewer samples */

static const double alpha = 0.05, noise = 0.01;

/* Sample i has i times the runs of the first: what they took together, over their number. */
static double typical(const double *v, const size_t *at, size_t n, bool linear)
{
	double sum = 0, weights = 0;

	for (size_t k = 0; k < n; k++) {
		const size_t i = at ? at[k] : k;
		const double weight = linear ? (double)(i + 1) * (double)(i + 1) : 1;
		sum += weight * v[i];
		weights += weight;
	}
	return sum / weights;
}

static enum as_status bounds(double *drawn, size_t n, double *lo, double *hi)
{
	as_sort(drawn, n);
	const enum as_status st = as_quantile(drawn, n, alpha / 2, lo);

	return st ? st : as_quantile(drawn, n, 1 - alpha / 2, hi);
}

static enum as_status one(const struct as_peer_side *side, struct as_peer_estimate *out,
	struct as_err *err)
{
	double *drawn = calloc(DRAWS, sizeof *drawn);
	size_t *at = calloc(side->n, sizeof *at);
	struct as_random r;
	enum as_status st = drawn && at ? AS_OK : as_fail_memory(err);

	out->centre = typical(side->v, NULL, side->n, side->linear);
	as_random_init(&r, SEED, AS_RANDOM_BOOTSTRAP, 0);
	for (size_t k = 0; k < DRAWS && !st && side->n > 1; k++) {
		for (size_t i = 0; i < side->n; i++)
			at[i] = as_random_below(&r, side->n);
		drawn[k] = typical(side->v, at, side->n, side->linear);
	}
	if (!st && side->n > 1)
		st = bounds(drawn, DRAWS, &out->lo, &out->hi);
	free(drawn);
	free(at);
	return st;
}

static double t_of(const double *a, size_t n_a, const double *b, size_t n_b)
{
	const struct as_side x = as_side_of(a, n_a), y = as_side_of(b, n_b);

	return (x.mean - y.mean) / sqrt(x.s2 / (double)n_a + y.s2 / (double)n_b);
}

static void redraw(struct as_random *r, const double *from, size_t of, double *to, size_t n)
{
	for (size_t i = 0; i < n; i++)
		to[i] = from[as_random_below(r, of)];
}

/* room: for all values twice */
static double mixed_p(const struct as_peer_side *old, const struct as_peer_side *new, size_t draws,
	struct as_random *r, double *room)
{
	const size_t n = new->n + old->n;
	double *mixed = room, *drawn = room + n;
	const double t = t_of(new->v, new->n, old->v, old->n);
	size_t below = 0;

	for (size_t i = 0; i < n; i++)
		mixed[i] = i < new->n ? new->v[i] : old->v[i - new->n];
	for (size_t k = 0; k < draws; k++) {
		redraw(r, mixed, n, drawn, n);
		below += t_of(drawn, new->n, drawn + new->n, old->n) < t;
	}
	return 2 * fmin((double)below, (double)(draws - below)) / (double)draws;
}

static enum as_peer_finding finding_of(const struct as_peer_change *c)
{
	if (!(c->p < alpha))
		return AS_PEER_SAME;
	return c->lo > 1 + noise ? AS_PEER_MORE : c->hi < 1 - noise ? AS_PEER_LESS : AS_PEER_NOISE;
}

enum as_status as_peer_criterion(const struct as_peer_side *old, const struct as_peer_side *new,
	size_t draws, uint64_t seed, struct as_peer_change *out, struct as_err *err)
{
	const size_t n = old->n + new->n;
	double *room = calloc(2 * n + draws, sizeof *room), *ratios = room ? room + 2 * n : NULL;
	struct as_random r;

	if (!room)
		return as_fail_memory(err);
	as_random_init(&r, seed, AS_RANDOM_BOOTSTRAP, 0);
	out->p = mixed_p(old, new, draws, &r, room);
	out->ratio = as_mean(new->v, new->n) / as_mean(old->v, old->n);
	for (size_t k = 0; k < draws; k++) {
		redraw(&r, new->v, new->n, room, new->n);
		redraw(&r, old->v, old->n, room + new->n, old->n);
		ratios[k] = as_mean(room, new->n) / as_mean(room + new->n, old->n);
	}
	const enum as_status st = bounds(ratios, draws, &out->lo, &out->hi);
	out->finding = finding_of(out);
	free(room);
	return st;
}

static enum as_status two(const struct as_peer_side *old, const struct as_peer_side *new,
	struct as_peer_change *out, struct as_err *err)
{
	if (old->n < LEAST || new->n < LEAST) {
		out->ratio = as_mean(new->v, new->n) / as_mean(old->v, old->n);
		return AS_OK;
	}
	return as_peer_criterion(old, new, DRAWS, SEED, out, err);
}

const struct as_peer_rule as_peer_rule_CRITERION = {one, two};
