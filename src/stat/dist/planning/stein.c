/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stat/dist/planning/stein.h"

#include <float.h>
#include <math.h>

#include "stat/dist/dist.h"

size_t as_stage1_units(double unit_s, bool blocks, double within_s)
{
	const bool few = AS_STAGE1_MIN * unit_s > within_s * (1 + 1e-12);
	size_t least = few ? AS_STAGE1_LONG : AS_STAGE1_MIN;

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

size_t as_units_to_meet(size_t n, double h, double d)
{
	double wanted = ceil((double)n * (h / d) * (h / d));

	if (h <= d * (1 + 1e-12))
		return n;
	return wanted < (double)AS_UNITS_MAX ? (size_t)wanted : AS_UNITS_MAX;
}

enum as_status as_pilot_factor(double confidence, size_t r, size_t df, double *out)
{
	if (r < 2)
		return AS_ERR_ARG;
	return as_t_factor(confidence, (double)(df && df < r - 1 ? df : r - 1), out);
}

/* t s / sqrt(r) <= d, but for rounding? True from some r on. False also for a confidence that is
 * none. */
static bool narrow_enough(const struct as_learnt_width *p, double s, size_t r)
{
	double t = 0;

	return !as_pilot_factor(p->confidence, r, p->df, &t) &&
	       t * s / sqrt((double)r) <= p->half_width * (1 + 1e-12);
}

enum as_status as_units_learnt(double s, const struct as_learnt_width *p, size_t r_min, size_t *out)
{
	if (!is_size(s) || !(p->half_width > 0) || r_min < 2 ||
		!(p->confidence > 0 && p->confidence < 1))
		return AS_ERR_ARG;
	size_t lo = r_min, hi = r_min;
	while (!narrow_enough(p, s, hi)) {
		if (hi >= AS_UNITS_MAX / 2) {
			*out = AS_UNITS_MAX;
			return AS_OK;
		}
		lo = hi + 1;
		hi *= 2;
	}
	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;
		if (narrow_enough(p, s, mid))
			hi = mid;
		else
			lo = mid + 1;
	}
	*out = hi;
	return AS_OK;
}

enum as_status as_units_for(double s, double d, double confidence, size_t r_min, size_t *out)
{
	const struct as_learnt_width known = {.half_width = d, .confidence = confidence};

	return as_units_learnt(s, &known, r_min, out);
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
