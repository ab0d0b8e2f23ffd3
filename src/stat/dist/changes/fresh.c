/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stat/dist/changes/fresh.h"

#include <math.h>

#include "stat/core/moments.h"
#include "stat/dist/dist.h"

/* normal quantiles of 0.2 % one-sided, and of 90 % power */
#define LEVEL_QUANTILE 2.88
#define POWER_QUANTILE 1.28
#define CONFIDENCE 0.95

size_t as_fresh_rounds(double w, double size, double delta)
{
	const double d = fmax(fabs(size), delta), k = LEVEL_QUANTILE + POWER_QUANTILE;
	const double rounds = ceil(k * k * 2 * w / (d * d));

	if (!(rounds <= AS_FRESH_MOST))
		return AS_FRESH_MOST;
	return rounds > AS_FRESH_LEAST ? (size_t)rounds : AS_FRESH_LEAST;
}

enum as_status as_fresh_pairs(struct as_values d, struct as_test *out)
{
	if (d.n < 2)
		return AS_ERR_DATA;
	const double mean = as_mean(d.v, d.n), s2 = as_variance(d.v, d.n, mean);
	if (!(s2 > 0 && isfinite(s2)))
		return AS_ERR_DATA;
	return as_test_t(mean, sqrt(s2 / (double)d.n), (double)(d.n - 1), CONFIDENCE, out);
}

double as_fresh_p(const struct as_test *t, bool up)
{
	return (t->t > 0) == up ? t->p / 2 : 1 - t->p / 2;
}

enum as_rest as_rest_judge(const struct as_test *t, double size, double delta, double *limit)
{
	const double most = fmax(log1p(delta), fabs(size) / 4), g = fabs(size);
	const double m = size < 0 ? -t->estimate : t->estimate, h = t->half_width;

	if (limit)
		*limit = most;
	if (m + h <= most)
		return AS_REST_FIXED;
	if (!(m - h > 0))
		return AS_REST_WITHIN;
	return m + h < g ? AS_REST_PARTLY : AS_REST_NOT;
}
