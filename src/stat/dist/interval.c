/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stat/dist/interval.h"

#include <float.h>
#include <math.h>

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

const struct as_interval *as_wider(const struct as_interval *a, const struct as_interval *b)
{
	return b->half_width > a->half_width ? b : a;
}
