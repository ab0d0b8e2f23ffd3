/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "peers_rules.h"

#include <math.h>
#include <stdlib.h>

#include "stat/core/moments.h"
#include "stat/core/quantile.h"
#include "stat/dist/comparing/decide.h"
#include "stat/dist/dist.h"
#include "stat/dist/random.h"
#include "stat/dist/comparing/rank.h"
#include "study.h"

static struct as_side side_of(struct values v)
{
	return as_side_of(v.x, v.n);
}

struct hyperfine peer_hyperfine(struct values a, struct values b)
{
	struct as_side x = side_of(a), y = side_of(b);
	double ratio = fmax(x.mean, y.mean) / fmin(x.mean, y.mean);

	return (struct hyperfine){ratio,
		ratio * hypot(sqrt(x.s2) / x.mean, sqrt(y.s2) / y.mean)};
}

double peer_welch_p(struct values a, struct values b)
{
	struct as_side x = side_of(a), y = side_of(b);
	struct as_test t;

	if (as_welch(&x, &y, 0.95, &t, NULL))
		study_fail("no t test of %zu and %zu values", a.n, b.n);
	return t.has_p ? t.p : 1;
}

/* pyperf's table, by the degrees of freedom from which an entry is used. */
static double pyperf_critical(size_t df)
{
	static const struct {
		size_t from;
		double t;
	} table[] = {{200, 1.960}, {100, 1.984}, {80, 1.990}, {60, 2.000}, {50, 2.009}, {40, 2.021},
		{30, 2.042}};
	double t = 0;

	for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
		if (df >= table[i].from)
			return table[i].t;
	if (as_t_quantile(0.975, (double)df, &t))
		study_fail("no t quantile");
	return round(1000 * t) / 1000;
}

struct pyperf peer_pyperf(struct values a, struct values b)
{
	struct as_side x = side_of(a), y = side_of(b);
	double pooled = (x.s2 * (double)(a.n - 1) + y.s2 * (double)(b.n - 1)) /
		(double)(a.n + b.n - 2);
	struct pyperf r = {.t = (x.mean - y.mean) / sqrt(2 * pooled / (double)a.n),
		.critical = pyperf_critical(a.n + b.n - 2)};

	r.significant = fabs(r.t) >= r.critical;
	return r;
}

static double t_of(struct values a, struct values b)
{
	struct as_side x = side_of(a), y = side_of(b);

	return (x.mean - y.mean) / sqrt(x.s2 / (double)a.n + y.s2 / (double)b.n);
}

static void redraw(struct as_random *r, struct values from, double *to, size_t n)
{
	for (size_t i = 0; i < n; i++)
		to[i] = from.x[as_random_below(r, from.n)];
}

static double mixed_p(struct values new, struct values base, size_t draws, struct as_random *r,
	double *room)
{
	size_t n = new.n + base.n, below = 0;
	double *mixed = room, *drawn = room + n, t = t_of(new, base);

	for (size_t i = 0; i < n; i++)
		mixed[i] = i < new.n ? new.x[i] : base.x[i - new.n];
	for (size_t k = 0; k < draws; k++) {
		redraw(r, (struct values){mixed, n}, drawn, n);
		below += t_of((struct values){drawn, new.n},
				 (struct values){drawn + new.n, base.n}) < t;
	}
	return 2 * fmin((double)below, (double)(draws - below)) / (double)draws;
}

struct criterion peer_criterion(struct values base, struct values new, size_t draws, uint64_t seed)
{
	const double noise = 0.01;
	size_t n = base.n + new.n;
	double *room = calloc(2 * n + draws, sizeof *room);
	struct as_random r;

	if (!room)
		study_fail("out of memory");
	double *changes = room + 2 * n;
	as_random_init(&r, seed, AS_RANDOM_TEST, 0);
	struct criterion out = {.p = mixed_p(new, base, draws, &r, room),
		.change = as_mean(new.x, new.n) / as_mean(base.x, base.n) - 1};
	for (size_t k = 0; k < draws; k++) {
		redraw(&r, new, room, new.n);
		redraw(&r, base, room + new.n, base.n);
		changes[k] = as_mean(room, new.n) / as_mean(room + new.n, base.n) - 1;
	}
	as_sort(changes, draws);
	if (as_quantile(changes, draws, 0.025, &out.lo) || as_quantile(changes, draws, 0.975, &out.hi))
		study_fail("no quantile of %zu values", draws);
	out.said = out.p < 0.05 && (out.lo > noise || out.hi < -noise);
	free(room);
	return out;
}

double peer_benchstat_p(struct values a, struct values b)
{
	struct as_rank_test t;

	if (as_rank_compare((struct as_values){a.x, a.n}, (struct as_values){b.x, b.n},
		    0.95, NULL, &t, NULL))
		study_fail("no U test of %zu and %zu values", a.n, b.n);
	return t.p;
}

double peer_compare_py_p(struct values a, struct values b)
{
	const size_t exact = 8;
	double pairs = (double)(a.n * b.n), u = 0;

	if (a.n <= exact || b.n <= exact)
		return peer_benchstat_p(a, b);
	for (size_t i = 0; i < a.n; i++)
		for (size_t j = 0; j < b.n; j++)
			u += b.x[j] > a.x[i] ? 1 : b.x[j] < a.x[i] ? 0 : 0.5;
	double sd = sqrt(pairs * (double)(a.n + b.n + 1) / 12);
	return fmin(1, 2 * as_normal_cdf(-(fmax(u, pairs - u) - pairs / 2 - 0.5) / sd));
}
