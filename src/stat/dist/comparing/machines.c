/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stat/dist/comparing/machines.h"

#include <math.h>

#include "stat/core/quantile.h"
#include "stat/dist/dist.h"

/* methods-machines.md A6, A2 */
enum { APART_LEAST = 5, ANOTHER_LEAST = 3 };
static const double one_sided = 0.025;

/* Sums over machines: of v, of v^2, and of v^2/df. */
struct machine_sums {
	double mean, v, v2, v2_df, units;
};

static enum as_status sum(const struct as_machine_mean *v, size_t n, struct machine_sums *out)
{
	struct machine_sums s = {0};

	if (!n)
		return AS_ERR_ARG;
	for (size_t i = 0; i < n; i++) {
		if (!isfinite(v[i].mean) || !(v[i].v >= 0) || !isfinite(v[i].v) || !(v[i].df >= 1))
			return AS_ERR_ARG;
		s.mean += v[i].mean / (double)n;
		s.v += v[i].v;
		s.v2 += v[i].v * v[i].v;
		s.v2_df += v[i].v * v[i].v / v[i].df;
		s.units += v[i].v * (v[i].df + 1);
	}
	*out = s;
	return AS_OK;
}

static enum as_status around(double mean, double se, double df, double confidence,
	struct as_machines_interval *out)
{
	double t = 0;
	enum as_status st = as_t_factor(confidence, df, &t);

	*out = (struct as_machines_interval){mean - t * se, mean + t * se, df};
	return st;
}

/* Satterthwaite's; without any variance that of the machines together. */
static double df_of(const struct as_machine_mean *v, size_t n, const struct machine_sums *s)
{
	double df = 0;

	if (s->v2_df > 0)
		return s->v * s->v / s->v2_df;
	for (size_t i = 0; i < n; i++)
		df += v[i].df;
	return df;
}

static void find_variance(const struct machine_sums *s, size_t n, struct as_machines_found *f)
{
	const double m = (double)n;

	f->t2_machine = f->sd * f->sd - s->v / m;
	f->t2_round = s->units / m;
	const double t2 = fmax(0, f->t2_machine), all = t2 + f->t2_round;
	f->share = all > 0 ? t2 / all : 0;
	f->impact = f->t2_round > 0 ? sqrt(1 + t2 / f->t2_round) : t2 > 0 ? HUGE_VAL : 1;
}

/* Where machines do not vary in themselves there is nothing to compare their means with. */
static enum as_status find_alike(const struct machine_sums *s, size_t n,
	struct as_machines_found *f)
{
	const double m = (double)n, below = (1 - 1 / m) * s->v;

	f->differ_p = (double)NAN;
	if (!(s->v > 0))
		return AS_OK;
	return as_f_upper_p(f->sd * f->sd * (m - 1) / below,
		below * below / ((1 - 2 / m) * s->v2 + s->v * s->v / (m * m)), df_of(NULL, 0, s),
		&f->differ_p);
}

/* The largest u of which it holds that the mean is on one side of 0 on u of them. */
static enum as_status count_sure(const struct as_machine_mean *v, size_t n, double sign, double *p,
	size_t *out)
{
	*out = 0;
	for (size_t i = 0; i < n; i++) {
		double two = 0, t = sign * v[i].mean / sqrt(v[i].v);
		if (isnan(t))
			t = 0;
		enum as_status st = as_t_two_sided_p(t, v[i].df, &two);
		if (st)
			return st;
		p[i] = t >= 0 ? two / 2 : 1 - two / 2;
	}
	as_sort(p, n);
	while (*out < n && (double)(n - *out) * p[*out] <= one_sided)
		++*out;
	return AS_OK;
}

/* Grubbs: the farthest from the mean is the farthest from the others. */
static enum as_status find_apart(const struct as_machine_mean *v, size_t n,
	struct as_machines_found *f)
{
	const double m = (double)n;
	double others = 0, squares = 0, p = 0;

	f->farthest_p = (double)NAN;
	for (size_t i = 0; i < n; i++)
		if (fabs(v[i].mean - f->mean) > fabs(v[f->farthest].mean - f->mean))
			f->farthest = i;
	if (n < APART_LEAST)
		return AS_OK;
	for (size_t i = 0; i < n; i++)
		others += i == f->farthest ? 0 : v[i].mean / (m - 1);
	for (size_t i = 0; i < n; i++)
		if (i != f->farthest)
			squares += (v[i].mean - others) * (v[i].mean - others);
	const double sd = sqrt(squares / (m - 2));
	if (!(sd > 0))
		return AS_OK;
	enum as_status st = as_t_two_sided_p(
		(v[f->farthest].mean - others) / (sd * sqrt(m / (m - 1))), m - 2, &p);
	f->farthest_p = fmin(1, m * p);
	return st;
}

/* What takes two machines, and what takes three. */
static enum as_status find_beyond(const struct as_machine_mean *v, size_t n, double confidence,
	const struct machine_sums *s, struct as_machines_found *f)
{
	const double m = (double)n;
	double squares = 0;

	for (size_t i = 0; i < n; i++)
		squares += (v[i].mean - f->mean) * (v[i].mean - f->mean);
	f->sd = sqrt(squares / (m - 1));
	enum as_status st =
		around(f->mean, f->sd / sqrt(m), m - 1, confidence, &f->alike);
	if (!st && f->sd > 0)
		st = as_t_two_sided_p(f->mean * sqrt(m) / f->sd, m - 1, &f->p);
	if (!st && n >= ANOTHER_LEAST)
		st = around(f->mean, f->sd * sqrt(1 + 1 / m), m - 1, confidence, &f->another);
	find_variance(s, n, f);
	if (!st)
		st = find_alike(s, n, f);
	return st ? st : find_apart(v, n, f);
}

enum as_status as_machines_mean(const struct as_machine_mean *v, size_t n, double confidence,
	double *room, struct as_machines_found *out)
{
	const struct as_machines_interval none = {(double)NAN, (double)NAN, (double)NAN};
	struct as_machines_found f = {.sd = (double)NAN, .alike = none, .p = (double)NAN,
		.another = none, .t2_machine = (double)NAN, .t2_round = (double)NAN,
		.share = (double)NAN, .impact = (double)NAN, .differ_p = (double)NAN,
		.farthest_p = (double)NAN};
	struct machine_sums s;
	enum as_status st = sum(v, n, &s);

	if (st)
		return st;
	f.mean = s.mean;
	f.se = sqrt(s.v) / (double)n;
	st = around(f.mean, f.se, df_of(v, n, &s), confidence, &f.these);
	if (!st)
		st = count_sure(v, n, 1, room, &f.at_least_above);
	if (!st)
		st = count_sure(v, n, -1, room, &f.at_least_below);
	if (!st && n >= 2)
		st = find_beyond(v, n, confidence, &s, &f);
	if (!st)
		*out = f;
	return st;
}

enum as_status as_machine_differs(const struct as_machine_mean *v, size_t n, size_t i, double *out)
{
	struct machine_sums s;
	const double others = (double)n - 1, square = others * others;
	enum as_status st = n < 2 || i >= n ? AS_ERR_ARG : sum(v, n, &s);
	double p = 0;

	if (st)
		return st;
	const double own = v[i].v, rest = (s.v - own) / square;
	const double by = own * own / v[i].df +
		(s.v2_df - own * own / v[i].df) / (square * square);
	const double d = v[i].mean - (s.mean * (double)n - v[i].mean) / others;
	if (!(by > 0)) {
		*out = (double)NAN;
		return AS_OK;
	}
	st = as_t_two_sided_p(d / sqrt(own + rest), (own + rest) * (own + rest) / by, &p);
	if (!st)
		*out = fmin(1, (double)n * p);
	return st;
}
