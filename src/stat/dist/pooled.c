/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stat/dist/pooled.h"

#include <math.h>

#include "stat/core/moments.h"
#include "stat/dist/dist.h"

enum as_status as_pooled_ranks_of(const double *shares, size_t b, double p, size_t n,
	double confidence, struct as_pooled_ranks *out)
{
	double t;

	if (b < 2)
		return AS_ERR_DATA;
	const double se = sqrt(as_variance(shares, b, as_mean(shares, b)) / (double)b);
	if (!(p > 0 && p < 1) || !isfinite(se) || !n)
		return AS_ERR_ARG;
	enum as_status st = as_t_factor(confidence, (double)(b - 1), &t);
	if (st)
		return st;
	const double lower = floor((p - t * se) * (double)n);
	const double upper = ceil((p + t * se) * (double)n) + 1;
	*out = (struct as_pooled_ranks){lower >= 1 ? (size_t)lower : 0,
		upper <= (double)n ? (size_t)upper : 0};
	return AS_OK;
}
