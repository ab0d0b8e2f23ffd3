/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_STAT_DIST_DIST_H
#define AS_STAT_DIST_DIST_H

/* Distribution functions and quantiles of the normal, t, chi-square and F distributions.
 *
 * Folder stat/dist: everything that needs a distribution or a random number; GSL (gsl_cdf_* and
 * gsl_sf_* only) and Random123. Pure like stat/core: no global state; what sorts or draws takes
 * room for it and gives it back before it returns. GSL ends the program on an argument it dislikes,
 * so no argument outside the ranges below reaches it.
 *
 * p is a probability from 10^-300 to below 1. Degrees of freedom are real and at least 1; more than
 * 10^9 counts as 10^9, and F takes at most 10^5. Everything else, NaN included, is AS_ERR_ARG with
 * out untouched. tests/unit/stat/dist/test_dist.c compares with R's; relative differences found for
 * tails down to 10^-7: t and chi-square quantiles 2e-12, probability of an F quantile 3e-10, p of t
 * 2e-11. */

#include "base/err.h"

/* P(Z <= z), any z but NaN; the tails keep their digits (as_normal_cdf(-30) is 4.9e-198). */
double as_normal_cdf(double z);
AS_MUST_CHECK enum as_status as_normal_quantile(double p, double *out);

AS_MUST_CHECK enum as_status as_t_quantile(double p, double df, double *out);

/* P(|T| >= |t|); t may be infinite. */
AS_MUST_CHECK enum as_status as_t_two_sided_p(double t, double df, double *out);

/* t_{1-alpha/2, df} for a confidence 1 - alpha in (0, 1): half-width over standard error. */
AS_MUST_CHECK enum as_status as_t_factor(double confidence, double df, double *out);

AS_MUST_CHECK enum as_status as_chi2_quantile(double p, double df, double *out);
/* P(X >= x) of chi-square; x >= 0, df at most 10^4. */
AS_MUST_CHECK enum as_status as_chi2_upper_p(double x, double df, double *out);
AS_MUST_CHECK enum as_status as_f_quantile(double p, double df1, double df2, double *out);
/* P(X >= x) of F; x >= 0. */
AS_MUST_CHECK enum as_status as_f_upper_p(double x, double df1, double df2, double *out);

#endif
