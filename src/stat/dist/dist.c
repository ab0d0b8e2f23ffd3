/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stat/dist/dist.h"

#include <math.h>
#include <stdbool.h>

#include <gsl/gsl_cdf.h>

/* GSL 2.7 calls its error handler, which ends the program, in gsl_cdf_tdist_Pinv below 0.8 degrees
 * of freedom, in gsl_cdf_chisq_Pinv from about 40 000 and in gsl_cdf_fdist_Pinv from about 1000
 * (both at ordinary p), and its chi-square function itself is wrong in the second digit around
 * 10^6. The ranges here, and what is done in place of these calls, keep away from all of that. */
static const double df_max = 1e9, f_df_max = 1e5, chi2_gsl_max = 1e4;

static const double p_min = 1e-300;

static bool is_probability(double p)
{
	return p >= p_min && p < 1;
}

double as_normal_cdf(double z)
{
	return z < 0 ? gsl_cdf_ugaussian_P(z) : gsl_cdf_ugaussian_Q(-z);
}

enum as_status as_normal_quantile(double p, double *out)
{
	if (!is_probability(p))
		return AS_ERR_ARG;
	*out = gsl_cdf_ugaussian_Pinv(p);
	return AS_OK;
}

/* The upper quantile of a small tail; GSL loses digits when it is asked for p near 1. */
static double t_upper(double tail, double df)
{
	return tail < 0.5 ? gsl_cdf_tdist_Qinv(tail, fmin(df, df_max)) : 0;
}

enum as_status as_t_quantile(double p, double df, double *out)
{
	if (!is_probability(p) || !(df >= 1))
		return AS_ERR_ARG;
	*out = p < 0.5 ? -t_upper(p, df) : t_upper(1 - p, df);
	return AS_OK;
}

enum as_status as_t_two_sided_p(double t, double df, double *out)
{
	if (isnan(t) || !(df >= 1))
		return AS_ERR_ARG;
	*out = isinf(t) ? 0 : 2 * gsl_cdf_tdist_Q(fabs(t), fmin(df, df_max));
	return AS_OK;
}

enum as_status as_t_factor(double confidence, double df, double *out)
{
	if (!is_probability(confidence) || !(df >= 1))
		return AS_ERR_ARG;
	*out = t_upper((1 - confidence) / 2, df);
	return AS_OK;
}

/* A cumulative distribution function with both tails, on positive x. */
struct curve {
	double (*below)(double x, double df1, double df2);
	double (*above)(double x, double df1, double df2);
	double df1, df2;
};

/* Quantile by bisection on the logarithm, down to neighbouring doubles or nearly so. The smaller
 * tail is compared, because 1 minus a small number has lost its digits. */
static double invert(const struct curve *c, double p)
{
	double lo = -700, hi = 700;

	for (int i = 0; i < 70; i++) {
		double mid = (lo + hi) / 2, x = exp(mid);
		bool too_low = p < 0.5 ? c->below(x, c->df1, c->df2) < p
				       : c->above(x, c->df1, c->df2) > 1 - p;
		if (too_low)
			lo = mid;
		else
			hi = mid;
	}
	return exp((lo + hi) / 2);
}

static double chi2_below(double x, double df, double unused)
{
	(void)unused;
	return gsl_cdf_chisq_P(x, df);
}

static double chi2_above(double x, double df, double unused)
{
	(void)unused;
	return gsl_cdf_chisq_Q(x, df);
}

/* Cornish and Fisher's expansion of the chi-square quantile (Goldberg and Levine 1946). The terms
 * left out are below 10^-13 of it for 10^4 degrees of freedom and more. */
static double chi2_many(double p, double df)
{
	double z = gsl_cdf_ugaussian_Pinv(p), z2 = z * z, root = sqrt(2 * df);

	return df + z * root + 2.0 / 3 * (z2 - 1) + z * (z2 - 7) / (9 * root) -
		(6 * z2 * z2 + 14 * z2 - 32) / (405 * df) +
		z * (9 * z2 * z2 + 256 * z2 - 433) / (4860 * df * root);
}

enum as_status as_chi2_quantile(double p, double df, double *out)
{
	struct curve c = {chi2_below, chi2_above, df, 0};

	if (!is_probability(p) || !(df >= 1))
		return AS_ERR_ARG;
	*out = df > chi2_gsl_max ? chi2_many(p, fmin(df, df_max)) : invert(&c, p);
	return AS_OK;
}

enum as_status as_chi2_upper_p(double x, double df, double *out)
{
	if (!(x >= 0) || !(df >= 1 && df <= chi2_gsl_max))
		return AS_ERR_ARG;
	*out = isinf(x) ? 0 : gsl_cdf_chisq_Q(x, df);
	return AS_OK;
}

enum as_status as_f_quantile(double p, double df1, double df2, double *out)
{
	struct curve c = {gsl_cdf_fdist_P, gsl_cdf_fdist_Q, df1, df2};

	if (!is_probability(p) || !(df1 >= 1 && df1 <= f_df_max && df2 >= 1 && df2 <= f_df_max))
		return AS_ERR_ARG;
	*out = invert(&c, p);
	return AS_OK;
}

enum as_status as_f_upper_p(double x, double df1, double df2, double *out)
{
	const double a = fmin(df1, f_df_max), b = fmin(df2, f_df_max);

	if (!(x >= 0) || !(a >= 1 && b >= 1))
		return AS_ERR_ARG;
	*out = isinf(x) ? 0 : gsl_cdf_fdist_Q(x, a, b);
	return AS_OK;
}
