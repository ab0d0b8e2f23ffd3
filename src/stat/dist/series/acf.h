/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_STAT_DIST_SERIES_ACF_H
#define AS_STAT_DIST_SERIES_ACF_H

/* Does a value depend on those before it? (methods.md 7.3) Series are in order of time; all of
 * these are free of units. */

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

enum { AS_LAGS_MAX = 10 };

/* How many lags are looked at: n / 5, at most AS_LAGS_MAX; 0 below five values. */
size_t as_lags(size_t n);

/*
 * as_acf - autocorrelation r_h at the lags 1 to lags
 *
 *   x     n > lags finite values
 *   out   r_1 to r_lags: out[0] is r_1
 *
 * Divisor and mean are those of the whole series, so that |r_h| <= 1. O(n lags) for few lags, O(n
 * log n) for many (with 32 bytes a value while it runs). AS_ERR_DATA: fewer values, a value that is
 * not finite, or all of them equal, which leaves it undefined. out untouched on failure.
 */
AS_MUST_CHECK enum as_status as_acf(const double *x, size_t n, size_t lags, double *out,
	struct as_err *err);

/* Of n independent values, 1 - alpha of the r_h lie within +- this; confidence 1 - alpha in (0, 1).
 * */
AS_MUST_CHECK enum as_status as_acf_bound(size_t n, double confidence, double *out);

/* Ljung and Box: Q = n (n + 2) sum r_h^2 / (n - h), p by chi-square with `lags` degrees of freedom.
 * */
struct as_ljung_box {
	double q, p;
	size_t df;
};

/* r as as_acf gives it; 1 <= lags < n, else AS_ERR_ARG. */
AS_MUST_CHECK enum as_status as_ljung_box(const double *r, size_t lags, size_t n,
	struct as_ljung_box *out);

/* Runs of values above and below the median; those equal to it are left out. */
struct as_runs {
	size_t above, below, runs;
	double z, p; /* two-sided, normal */
};

/* AS_ERR_DATA with words if fewer than five lie above or below, or a value is not finite. O(n log
 * n). */
AS_MUST_CHECK enum as_status as_runs_test(const double *x, size_t n, struct as_runs *out,
	struct as_err *err);

/* A test by random reordering of the values: is the largest |r_h| larger than that of other orders?
 * */
struct as_reordering {
	size_t lags;
	double largest; /* |r_h| of the series itself */
	size_t lag;     /* where that is, from 1 */
	size_t orders;  /* that were made */
	size_t as_large; /* of these, with one at least as large */
	double p;       /* (1 + as_large) / (1 + orders) */
};

/* How it is done. */
struct as_reorder {
	size_t orders;  /* 999, say */
	size_t enough;  /* stop after so many as large: p cannot become small any more; 0: never */
	uint64_t seed, series; /* purpose AS_RANDOM_REORDER, replicates series * orders + i */
};

/*
 * as_reorder_test - n >= 5 values, with as_lags(n) lags
 *
 * O(orders n). Errors as as_acf, and AS_ERR_MEM, AS_ERR_ARG without orders.
 */
AS_MUST_CHECK enum as_status as_reorder_test(const double *x, size_t n,
	const struct as_reorder *how, struct as_reordering *out, struct as_err *err);

#endif
