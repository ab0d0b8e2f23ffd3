/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "stat/core/moments.h"
#include "stat/core/quantile.h"
#include "stat/dist/dist.h"
#include "stat/dist/series/series.h"
#include "stat/dist/series/steady.h"
#include "stat/dist/series/trend.h"

static const double alpha = 0.01, delta = 0.01;

/* p of a one-sample t test of a mean of 0. */
static double p_over_runs(const double *v, size_t k)
{
	double mean = as_mean(v, k), s2 = as_variance(v, k, mean), p = 1;

	if (!(s2 > 0))
		return fabs(mean) > 0 ? 0 : 1;
	if (as_t_two_sided_p(mean / sqrt(s2 / (double)k), (double)(k - 1), &p))
		return 1;
	return p;
}

/* The median over the executions of each iteration. */
static void curve_of(const double *x, size_t k, size_t n, double *column, double *curve)
{
	for (size_t i = 0; i < n; i++) {
		for (size_t j = 0; j < k; j++)
			column[j] = x[j * n + i];
		as_sort(column, k);
		curve[i] = as_median(column, k);
	}
}

/* How many points at the beginning leave a rest whose mean is known best. From the end, so that
 * each rest is the one after it with one point more. */
static size_t mser(const double *c, size_t n)
{
	double mean = 0, squares = 0, least = HUGE_VAL;
	size_t at = 0;

	for (size_t d = n; d--;) {
		double m = (double)(n - d), step = c[d] - mean;
		mean += step / m;
		squares += step * (c[d] - mean);
		if (d <= n / 2 && squares / (m * m) <= least) {
			least = squares / (m * m);
			at = d;
		}
	}
	return at;
}

/* Is what MSER would leave out different from the rest? */
static void check_first(const double *x, size_t k, size_t n, double *v, struct as_settling *out)
{
	size_t d = out->d;
	double rest = 0;

	for (size_t j = 0; j < k; j++) {
		double level = as_mean(&x[j * n + d], n - d);
		v[j] = as_mean(&x[j * n], d) - level;
		rest += level / (double)k;
	}
	out->p = p_over_runs(v, k);
	if (!(out->p <= alpha))
		out->d = 0;
	else
		out->excess = as_mean(v, k) / rest;
}

static void check_rest(const double *x, size_t k, size_t n, double *v, struct as_settling *out)
{
	size_t left = n - out->d;
	double rest = 0;

	for (size_t j = 0; j < k; j++) {
		v[j] = as_slope(&x[j * n + out->d], left);
		rest += as_mean(&x[j * n + out->d], left) / (double)k;
	}
	out->p_drift = p_over_runs(v, k);
	out->drift = as_mean(v, k) * (double)left / rest;
	out->settled = out->d < n / 2 && !(out->p_drift <= alpha && fabs(out->drift) > delta);
}

enum as_status as_settling_of(const double *x, size_t k, size_t n, struct as_settling *out,
	struct as_err *err)
{
	struct as_settling found = {.p = (double)NAN};
	struct as_arena room = {0};

	if (k < 3 || n < 4)
		return as_fail(err, AS_ERR_DATA, "a warm-up over executions needs 3 of them with 4 "
			"iterations each; there are %zu of %zu", k, n);
	enum as_status st = as_series_check(x, k * n, err);
	if (st)
		return st;
	double *v = as_arena_array(&room, k, sizeof *v);
	double *curve = as_arena_array(&room, n, sizeof *curve);
	if (v && curve) {
		curve_of(x, k, n, v, curve);
		found.d = mser(curve, n);
		if (found.d)
			check_first(x, k, n, v, &found);
		check_rest(x, k, n, v, &found);
		*out = found;
	} else {
		st = as_fail_memory(err);
	}
	as_arena_release(&room);
	return st;
}
