/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stat/dist/changes/history_fast.h"

#include <math.h>

#include "stat/core/moments.h"
#include "stat/dist/dist.h"

/* One surprising measurement counts for at most one in a hundred. */
#define SURPRISE 0.995

/* The power that `visible` is given for. */
#define POWER 0.8

#define TINY 1e-15

/* Predicted variance of one version of r units, and its degrees of freedom. */
static void predict(const struct as_fast_known *k, size_t r, double *v, double *df)
{
	double between = k->w * (1 / (double)r - k->h), all = k->s2 + between;
	double least = k->w / (double)r;

	if (between < 0 && least > all) {
		/* the estimate is about 0 there, and so would be what Satterthwaite makes of it */
		*v = least;
		*df = k->w_df;
		return;
	}
	*v = all;
	*df = all * all / (k->s2 * k->s2 / k->df +
		(k->w_df > 0 ? between * between / k->w_df : 0));
}

static bool is_known(const struct as_fast_known *k)
{
	return k->m >= 1 && isfinite(k->mean) && k->rho >= 0 && k->rho <= AS_HISTORY_WANDERS &&
	       k->h >= 0 && k->h <= 1 && k->w >= 0 && isfinite(k->w) && k->w_df >= 0;
}

/* By how much the variance of the mean of k correlated neighbours is larger than without. */
static double phi(size_t k, double rho)
{
	if (k == 1)
		return 1;
	return k == 2 ? 1 + rho : (3 + 4 * rho + 2 * rho * rho) / 3;
}

/* At k versions. */
static enum as_status look_at(const struct as_fast_known *known, const double *x, const size_t *r,
	size_t k, struct as_fast_look *out)
{
	double rho = known->rho, lambda = (1 + rho) / (1 - rho), v = 0, df = (double)INFINITY;

	for (size_t i = 0; i < k; i++) {
		double one = 0, its_df = 0;
		if (!r[i] || !isfinite(x[i]))
			return AS_ERR_ARG;
		predict(known, r[i], &one, &its_df);
		v += one / (double)k;
		df = fmin(df, its_df);
	}
	out->var = v * phi(k, rho) / (double)k + known->s2 * lambda / (double)known->m;
	out->t = (as_mean(x, k) - known->mean) / sqrt(out->var);
	out->df = fmax(df, 1);
	return as_t_two_sided_p(out->t, out->df, &out->p);
}

enum as_status as_fast_test(const struct as_fast_known *known, const double *x, const size_t *r,
	size_t n, struct as_fast *out, struct as_err *err)
{
	static const double share[AS_FAST_LOOKS] = {0.008, 0.0025, 0.001};
	struct as_fast f = {.n = n, .p = 1, .deciding = 1};
	double level = 0, power = 0;

	if (!is_known(known) || !n || n > AS_FAST_LOOKS)
		return as_fail(err, AS_ERR_ARG,
			"the newest versions cannot be tested: what is known of the "
			"level is no knowledge");
	if (!(known->df >= AS_FAST_LEAST_DF))
		return as_fail(err, AS_ERR_DATA,
			"the newest versions cannot be tested: of the noise too little "
			"is known, with %.0f degrees of freedom; %d more versions will do",
			known->df, (int)(AS_FAST_LEAST_DF - known->df));
	if (!(known->s2 > 0 && isfinite(known->s2)))
		return as_fail(err, AS_ERR_DATA,
			"the newest versions cannot be tested: all versions before "
			"have the same value (timer resolution?)");
	double least = (double)INFINITY;
	for (size_t k = 1; k <= n; k++) {
		struct as_fast_look *look = &f.look[k - 1];
		if (look_at(known, x + n - k, r + n - k, k, look))
			return as_fail(err, AS_ERR_ARG,
				"the newest versions cannot be tested: a value is not "
				"finite, or of no unit");
		double p = look->p * AS_FAST_ALPHA / share[k - 1];
		if (p < least) {
			least = p;
			f.deciding = k;
		}
	}
	f.p = fmin(1, least);
	f.suspect = f.p <= AS_FAST_ALPHA;
	if (as_normal_quantile(1 - share[0] / 2, &level) || as_normal_quantile(POWER, &power))
		return AS_ERR_ARG;
	f.visible = (level + power) * sqrt(f.look[0].var);
	*out = f;
	return AS_OK;
}

/* ---- the second stage ---- */

size_t as_rerun_blocks(size_t r)
{
	size_t b = 2 * r;

	return b < AS_RERUN_LEAST ? AS_RERUN_LEAST : b > AS_RERUN_MOST ? AS_RERUN_MOST : b;
}

double as_rerun_weight(const struct as_fast_known *known, const struct as_fast_look *look,
	size_t blocks)
{
	double first = 1 / look->var, second = (double)blocks / (2 * known->w);

	return known->w > 0 ? first / (first + second) : (double)NAN;
}

enum as_status as_rerun_combine(double p1, bool up, struct as_values d, double weight,
	struct as_rerun *out, struct as_err *err)
{
	const size_t n = d.n;
	struct as_rerun r = {0};
	double surprise = 0, two = 0;

	if (!(p1 >= 0 && p1 <= 1) || !(weight >= 0 && weight <= 1))
		return as_fail(err, AS_ERR_ARG,
			"two stages cannot be combined: a p value or a weight is not "
			"between 0 and 1");
	if (n < 2)
		return as_fail(err, AS_ERR_DATA,
			"two stages cannot be combined: a re-run needs at least 2 "
			"blocks, and has %zu",
			n);
	double mean = as_mean(d.v, n), s2 = as_variance(d.v, n, mean);
	if (!(s2 > 0 && isfinite(s2)))
		return as_fail(err, AS_ERR_DATA,
			"two stages cannot be combined: all blocks of the re-run have "
			"the same difference (timer resolution?)");
	double t = (up ? mean : -mean) / sqrt(s2 / (double)n);
	if (as_t_two_sided_p(t, (double)(n - 1), &two) || as_normal_quantile(SURPRISE, &surprise))
		return AS_ERR_ARG;
	r.p2 = t > 0 ? two / 2 : 1 - two / 2;
	if (as_normal_quantile(fmin(fmax(r.p2, TINY), 1 - TINY), &r.z2))
		return AS_ERR_ARG;
	r.z2 = -r.z2;
	r.z1 = surprise;
	/* below this p the first stage is cut anyway */
	if (p1 / 2 > 1 - SURPRISE) {
		if (as_normal_quantile(p1 / 2, &r.z1))
			return AS_ERR_ARG;
		r.z1 = fmin(-r.z1, surprise);
	}
	r.zc = sqrt(weight) * r.z1 + sqrt(1 - weight) * r.z2;
	r.p = fmin(1, 2 * as_normal_cdf(-r.zc));
	r.alert = r.p <= AS_RERUN_ALPHA && r.p2 <= AS_RERUN_OWN;
	r.opposite = 1 - r.p2 <= AS_RERUN_ALPHA;
	*out = r;
	return AS_OK;
}
