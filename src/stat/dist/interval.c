/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stat/dist/interval.h"

#include <float.h>
#include <math.h>

#include <gsl/gsl_cdf.h>

#include "stat/core/moments.h"
#include "stat/dist/dist.h"

enum as_status as_interval_t(double mean, double s2, size_t r, double confidence,
	struct as_interval *out)
{
	double t = 0;

	if (!isfinite(mean) || !(s2 >= 0 && s2 <= DBL_MAX))
		return AS_ERR_ARG;
	if (r < 2)
		return AS_ERR_DATA;
	if (as_t_factor(confidence, (double)(r - 1), &t))
		return AS_ERR_ARG;
	double se = sqrt(s2 / (double)r);
	*out = (struct as_interval){
		.estimate = mean,
		.lo = mean - t * se,
		.hi = mean + t * se,
		.half_width = t * se,
		.se = se,
		.df = (double)(r - 1),
		.confidence = confidence,
	};
	return AS_OK;
}

double as_skewness(const double *x, size_t n)
{
	const double mean = as_mean(x, n);
	double squares = 0, cubes = 0;

	for (size_t i = 0; i < n; i++) {
		const double d = x[i] - mean;
		squares += d * d;
		cubes += d * d * d;
	}
	squares /= (double)n;
	cubes /= (double)n;
	return squares > 0 ? cubes / pow(squares, 1.5) : 0;
}

/* The y that Hall's transformation makes the quantile t of. */
static double untransformed(double y, double skewness, double n)
{
	const double r = skewness / sqrt(n);

	if (fabs(skewness) < 1e-9)
		return y;
	return 3 / r * (cbrt(1 + r * (y - skewness / (6 * sqrt(n)))) - 1);
}

enum as_status as_interval_hall(const double *x, size_t n, double confidence,
	struct as_interval *out)
{
	if (n < 2)
		return AS_ERR_DATA;
	const double mean = as_mean(x, n), g = as_skewness(x, n);
	struct as_interval t;
	enum as_status st = as_interval_t(mean, as_variance(x, n, mean), n, confidence, &t);
	if (!st && !isfinite(g))
		st = AS_ERR_ARG;
	if (st)
		return st;
	if (n >= AS_HALL_LEAST && t.se > 0) {
		const double y = t.half_width / t.se;
		t.lo = fmin(t.lo, mean - t.se * untransformed(y, g, (double)n));
		t.hi = fmax(t.hi, mean - t.se * untransformed(-y, g, (double)n));
		t.half_width = fmax(mean - t.lo, t.hi - mean);
	}
	*out = t;
	return AS_OK;
}

enum as_status as_interval_rate(size_t k, size_t n, double confidence, double *lo, double *hi)
{
	double tail = (1 - confidence) / 2, below = 0, above = 0;
	double some = (double)k, others = (double)(n - k);

	if (n == 0 || n > 50000 || k > n || !(confidence > 0 && confidence < 1))
		return AS_ERR_ARG;
	/* By F, the beta distribution's other face: 2 k and 2 (n - k + 1) degrees of freedom. */
	enum as_status st = k ? as_f_quantile(1 - tail, 2 * (others + 1), 2 * some, &below) : AS_OK;
	if (!st && k < n)
		st = as_f_quantile(1 - tail, 2 * (some + 1), 2 * others, &above);
	if (st)
		return st;
	*lo = k ? some / (some + (others + 1) * below) : 0;
	*hi = k < n ? (some + 1) * above / (others + (some + 1) * above) : 1;
	return AS_OK;
}

/* The smallest k of 0 .. n with P(X <= k) > limit. */
static size_t first_above(size_t n, double p, double limit)
{
	size_t lo = 0, hi = n;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;
		if (gsl_cdf_binomial_P((unsigned)mid, p, (unsigned)n) > limit)
			hi = mid;
		else
			lo = mid + 1;
	}
	return lo;
}

enum as_status as_interval_order(size_t n, double p, double confidence, struct as_ranks *out)
{
	const size_t most = 1000000000;
	double tail = (1 - confidence) / 2;

	if (!n || n > most || !(p > 0 && p < 1) || !(confidence > 0 && confidence < 1))
		return AS_ERR_ARG;
	/* l - 1 is the last with P(X <= l-1) <= tail; P(X >= u) is P(n - X <= n - u) of 1 - p. */
	size_t l = first_above(n, p, tail), u = n + 1 - first_above(n, 1 - p, tail);
	if (l < 1 || u > n)
		return AS_ERR_DATA;
	*out = (struct as_ranks){.lower = l, .upper = u,
		.confidence = gsl_cdf_binomial_P((unsigned)(u - 1), p, (unsigned)n) -
			gsl_cdf_binomial_P((unsigned)(l - 1), p, (unsigned)n)};
	return AS_OK;
}
