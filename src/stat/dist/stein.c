/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stat/dist/stein.h"

#include <float.h>
#include <math.h>

#include "stat/dist/dist.h"

size_t as_stage1_units(double unit_s, bool blocks)
{
	size_t least = unit_s > 2 ? AS_STAGE1_LONG : AS_STAGE1_MIN;

	if (blocks && least < AS_STAGE1_BLOCKS)
		least = AS_STAGE1_BLOCKS;
	if (unit_s * AS_STAGE1_MAX <= 1)
		return AS_STAGE1_MAX;
	size_t fit = unit_s < 1 ? (size_t)(1 / unit_s) : 0;
	return fit > least ? fit : least;
}

static bool is_size(double x)
{
	return x >= 0 && x <= DBL_MAX;
}

enum as_status as_stein_n(double s, size_t r, double d, double confidence, size_t *out)
{
	double t = 0;

	if (!is_size(s) || !(d > 0))
		return AS_ERR_ARG;
	if (r < 2)
		return AS_ERR_DATA;
	if (as_t_factor(confidence, (double)(r - 1), &t))
		return AS_ERR_ARG;
	double root = t * s / d, n = ceil(root * root);
	if (!(n <= (double)AS_UNITS_MAX))
		*out = AS_UNITS_MAX;
	else
		*out = (size_t)n > r ? (size_t)n : r;
	return AS_OK;
}

enum as_status as_stein_interval(double mean, size_t n, double s0, size_t r0, double confidence,
	struct as_interval *out)
{
	double t = 0;

	if (!isfinite(mean) || !is_size(s0) || n < r0)
		return AS_ERR_ARG;
	if (r0 < 2)
		return AS_ERR_DATA;
	if (as_t_factor(confidence, (double)(r0 - 1), &t))
		return AS_ERR_ARG;
	double se = s0 / sqrt((double)n);
	*out = (struct as_interval){
		.estimate = mean,
		.lo = mean - t * se,
		.hi = mean + t * se,
		.half_width = t * se,
		.se = se,
		.df = (double)(r0 - 1),
		.confidence = confidence,
	};
	return AS_OK;
}

/* t s / sqrt(r) <= d? True from some r on. False also for a confidence that is none. */
static bool narrow_enough(double s, double d, double confidence, size_t r)
{
	double t = 0;

	return !as_t_factor(confidence, (double)(r - 1), &t) && t * s / sqrt((double)r) <= d;
}

enum as_status as_units_for(double s, double d, double confidence, size_t r_min, size_t *out)
{
	if (!is_size(s) || !(d > 0) || r_min < 2 || !(confidence > 0 && confidence < 1))
		return AS_ERR_ARG;
	size_t lo = r_min, hi = r_min;
	while (!narrow_enough(s, d, confidence, hi)) {
		if (hi >= AS_UNITS_MAX / 2) {
			*out = AS_UNITS_MAX;
			return AS_OK;
		}
		lo = hi + 1;
		hi *= 2;
	}
	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;
		if (narrow_enough(s, d, confidence, mid))
			hi = mid;
		else
			lo = mid + 1;
	}
	*out = hi;
	return AS_OK;
}

enum as_status as_detectable(double s, size_t r, double confidence, double power, double *out)
{
	double t = 0, more = 0;

	if (!is_size(s) || r < 2 || as_t_factor(confidence, (double)(r - 1), &t) ||
		as_t_quantile(power, (double)(r - 1), &more))
		return AS_ERR_ARG;
	*out = (t + more) * s / sqrt((double)r);
	return AS_OK;
}

enum as_status as_variance_upper(double s2, double df, double sure, double *out)
{
	double q = 0;

	if (!is_size(s2) || as_chi2_quantile(1 - sure, df, &q))
		return AS_ERR_ARG;
	*out = s2 * df / q;
	return AS_OK;
}

double as_ratio_half_width(double e)
{
	return log1p(e);
}
