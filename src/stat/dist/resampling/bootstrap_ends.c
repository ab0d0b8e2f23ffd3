/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stat/dist/resampling/bootstrap_ends.h"

#include <math.h>

#include "stat/core/moments.h"
#include "stat/core/quantile.h"
#include "stat/dist/dist.h"

enum { REPLICATES_MIN = 99 };

enum as_status as_bootstrap_check(const struct as_resampling *how, size_t units, size_t least,
	struct as_err *err)
{
	if (how->replicates < REPLICATES_MIN || !(how->confidence > 0 && how->confidence < 1))
		return as_fail(err, AS_ERR_ARG,
			"a bootstrap takes at least %d replicates and a confidence "
			"between 0 and 1",
			REPLICATES_MIN);
	if (units < least)
		return as_fail(err, AS_ERR_DATA,
			"a bootstrap needs at least %zu units to draw from; there "
			"are %zu",
			least, units);
	return AS_OK;
}

/* Cannot fail: n >= 1, and p is kept inside [0, 1]. */
static double quantile(const double *sorted, size_t n, double p)
{
	double q = (double)NAN;

	if (as_quantile(sorted, n, fmin(fmax(p, 0), 1), &q))
		return (double)NAN;
	return q;
}

struct as_ends as_percentile_ends(const double *sorted, size_t n, double confidence)
{
	double alpha = 1 - confidence;

	return (struct as_ends){quantile(sorted, n, alpha / 2), quantile(sorted, n, 1 - alpha / 2)};
}

/* Share of replicates below the estimate, equal ones counting one half, kept off 0 and 1. */
static double share_below(const double *sorted, size_t n, double estimate)
{
	double below = 0;

	for (size_t i = 0; i < n; i++)
		below += sorted[i] < estimate ? 1 : sorted[i] > estimate ? 0 : 0.5;
	return fmin(fmax(below / (double)n, 1 / (double)n), 1 - 1 / (double)n);
}

/* sum d^3 / (6 (sum d^2)^1.5) of the jackknife; false if they do not vary. */
static bool acceleration(const double *jackknife, size_t n, double *out)
{
	double mean = as_mean(jackknife, n), squares = 0, cubes = 0;

	for (size_t i = 0; i < n; i++) {
		double d = mean - jackknife[i];
		squares += d * d;
		cubes += d * d * d;
	}
	if (!(squares > 0))
		return false;
	*out = cubes / (6 * pow(squares, 1.5));
	return isfinite(*out);
}

static double bca_level(double z0, double z, double a)
{
	return as_normal_cdf(z0 + (z0 + z) / (1 - a * (z0 + z)));
}

bool as_bca_ends(struct as_values sorted, double estimate, struct as_values jackknife,
	double confidence, struct as_ends *out)
{
	double z0 = 0, z = 0, a = 0;

	*out = as_percentile_ends(sorted.v, sorted.n, confidence);
	if (!acceleration(jackknife.v, jackknife.n, &a) ||
		as_normal_quantile(share_below(sorted.v, sorted.n, estimate), &z0) ||
		as_normal_quantile(0.5 + confidence / 2, &z))
		return false;
	out->lo = quantile(sorted.v, sorted.n, bca_level(z0, -z, a));
	out->hi = quantile(sorted.v, sorted.n, bca_level(z0, z, a));
	return true;
}

struct as_ends as_bootstrap_t_ends(const double *sorted, size_t n, double estimate, double se,
	double confidence)
{
	double alpha = 1 - confidence;

	return (struct as_ends){estimate - quantile(sorted, n, 1 - alpha / 2) * se,
		estimate - quantile(sorted, n, alpha / 2) * se};
}
