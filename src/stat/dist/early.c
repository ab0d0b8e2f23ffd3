/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stat/dist/early.h"

#include <math.h>

#include "stat/core/moments.h"
#include "stat/dist/dist.h"
#include "stat/dist/typical.h"

/* Parts of 50: 0.1, 0.4, 1 and 3.5 % of 5 %, and other alphas in proportion. */
static const double whole = 50, of_four[] = {1, 4, 10, 35}, of_three[] = {5, 10, 35};

static const double one_sided_95 = 1.645, lag1_max = 0.9;

static const double apart = 0.25; /* of the half-width, methods-repairs.md 9 */

struct as_looks as_looks_of(size_t rounds_max, double alpha)
{
	struct as_looks l = {.n = 1, .at = {rounds_max}, .alpha = {alpha}};
	const double *share = of_four;

	if (rounds_max < AS_EARLY_ROUNDS_MIN)
		return l;
	l.n = 4;
	if (rounds_max < AS_EARLY_ROUNDS_FOUR) {
		l.n = 3;
		share = of_three;
	}
	for (size_t i = 0; i < l.n; i++) {
		size_t parts = (size_t)1 << (l.n - 1 - i);
		l.at[i] = (rounds_max + parts - 1) / parts;
		l.alpha[i] = alpha * share[i] / whole;
	}
	return l;
}

/* Moments about the mean and the products of neighbours. */
static void sums_of(const double *d, size_t n, struct as_early_look *out)
{
	double cubes = 0, products = 0, before = 0;

	out->mean = as_mean(d, n);
	double squares = as_squares(d, n, out->mean);
	for (size_t i = 0; i < n; i++) {
		double c = d[i] - out->mean;
		cubes += c * c * c;
		products += before * c;
		before = c;
	}
	out->sd = sqrt(squares / (double)(n - 1));
	out->lag1 = squares > 0 ? products / squares : 0;
	out->skewness = squares > 0 ? cubes / (double)n / pow(squares / (double)n, 1.5) : 0;
}

/* A word needs both the typical round and the mean to say it (methods-repairs.md 9). */
static enum as_status reach_means(struct as_early_look *l)
{
	const double half = l->t * l->sd / sqrt((double)l->n);
	struct as_ratio r;
	enum as_status st = as_fieller_moments(&l->sides, 1 - l->alpha, &r, NULL);

	if (st)
		return st;
	const double a = log(r.estimate);
	const bool known = r.kind == AS_RATIO_BOUNDED && !r.refused;
	l->apart = l->sd > 0 && fabs(a - l->mean) > half * apart;
	if (!l->apart)
		return AS_OK;
	l->lo = known && r.lo > 0 ? fmin(l->lo, a - l->kappa * (a - log(r.lo))) : -HUGE_VAL;
	l->hi = known ? fmax(l->hi, a + l->kappa * (log(r.hi) - a)) : HUGE_VAL;
	return AS_OK;
}

/* What depends on alpha alone: the factor, and with it the ends. */
static enum as_status set_ends(struct as_early_look *l)
{
	const double n = (double)l->n;

	if (as_t_factor(1 - l->alpha, n - 1, &l->t))
		return AS_ERR_ARG;
	if (l->t_of > 0) {
		const double by = l->kappa * l->t / l->t_of;
		l->lo = l->typical_lo = l->mean - l->below * by;
		l->hi = l->typical_hi = l->mean + l->above * by;
	} else {
		const double half = l->t * l->kappa * l->sd / sqrt(n);
		l->shift = fabs(l->skewness) * l->sd * (1 + 2 * l->t * l->t) / (6 * n);
		l->lo = l->typical_lo = l->mean - half - (l->skewness < 0 ? l->shift : 0);
		l->hi = l->typical_hi = l->mean + half + (l->skewness > 0 ? l->shift : 0);
	}
	enum as_status st = l->sides.old.r ? reach_means(l) : AS_OK;
	l->lo -= l->widening;
	l->hi += l->widening;
	return st;
}

/* The look without its ends. */
static enum as_status look_at(const double *d, size_t n, double alpha, struct as_early_look *out)
{
	struct as_early_look l = {.n = n, .alpha = alpha, .kappa = 1};

	if (n < 2)
		return AS_ERR_DATA;
	if (!(alpha > 0 && alpha < 1))
		return AS_ERR_ARG;
	sums_of(d, n, &l);
	if (!isfinite(l.sd))
		return AS_ERR_ARG;
	const double root = sqrt((double)n), lag = fmin(l.lag1, lag1_max);
	if (l.lag1 > 1 / root)
		l.kappa = sqrt((1 + lag) / (1 - lag));
	l.resembles = l.lag1 > one_sided_95 / root;
	*out = l;
	return AS_OK;
}

enum as_status as_look(const double *d, size_t n, double alpha, struct as_early_look *out)
{
	struct as_early_look l;
	enum as_status st = look_at(d, n, alpha, &l);

	if (!st)
		st = set_ends(&l);
	if (!st)
		*out = l;
	return st;
}

enum as_status as_look_typical(const double *d, size_t n, double alpha, struct as_early_look *out)
{
	struct as_early_look l;
	struct as_typical t;
	enum as_status st = look_at(d, n, alpha, &l);

	if (!st)
		st = as_signed_ranks(d, n, 0, 0, 1 - alpha, &t);
	if (!st)
		st = as_t_factor(1 - alpha, (double)(n - 1), &l.t_of);
	if (st)
		return st;
	l.mean = t.test.estimate;
	l.sd = l.sd > 0 ? t.test.se * sqrt((double)n) : 0;
	l.below = t.test.estimate - t.test.lo;
	l.above = t.test.hi - t.test.estimate;
	st = set_ends(&l);
	if (!st)
		*out = l;
	return st;
}

enum as_status as_look_again(const struct as_early_look *seen, double alpha,
	struct as_early_look *out)
{
	struct as_early_look l = *seen;

	l.alpha = alpha;
	if (!(alpha > 0 && alpha < 1))
		return AS_ERR_ARG;
	enum as_status st = set_ends(&l);
	if (!st)
		*out = l;
	return st;
}

void as_early_take(struct as_early *e, const struct as_early_look *look, double limit, bool last)
{
	if (e->state == AS_EARLY_PROVEN || e->state == AS_EARLY_PASSED)
		return;
	e->looks++;
	e->state = AS_EARLY_OPEN;
	if (!last && (look->resembles || !(look->sd > 0)))
		return;
	double lo = e->counts ? fmax(e->lo, look->lo) : look->lo;
	double hi = e->counts ? fmin(e->hi, look->hi) : look->hi;
	if (lo > hi) {
		e->lo = look->lo;
		e->hi = look->hi;
		e->state = AS_EARLY_CONTRADICT;
		return;
	}
	e->counts = true;
	e->lo = lo;
	e->hi = hi;
	if (lo > limit)
		e->state = AS_EARLY_PROVEN;
	else if (hi <= limit)
		e->state = AS_EARLY_PASSED;
}
