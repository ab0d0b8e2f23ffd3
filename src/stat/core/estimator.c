/* SPDX-License-Identifier: MIT */
#include "stat/core/estimator.h"

#include "stat/core/moments.h"
#include "stat/core/quantile.h"

const struct as_estimator_entry as_estimators[AS_ESTIMATORS] = {
#define AS_ESTIMATOR(symbol, name, title) {name, title},
#include "stat/core/estimators.def"
#undef AS_ESTIMATOR
};

static double quartile(const double *sorted, size_t n)
{
	size_t below = (n + 1) / 4, above = (n + 4) / 4;

	return (sorted[below ? below - 1 : 0] + sorted[above - 1]) / 2;
}

double as_estimate(enum as_estimator e, const double *sorted, size_t n)
{
	switch (e) {
	case AS_ESTIMATE_MEDIAN:
		return as_median(sorted, n);
	case AS_ESTIMATE_Q1:
		return quartile(sorted, n);
	case AS_ESTIMATE_MIN:
		return sorted[0];
	case AS_ESTIMATE_MEAN:
	case AS_ESTIMATORS:
		break;
	}
	return as_mean(sorted, n);
}
