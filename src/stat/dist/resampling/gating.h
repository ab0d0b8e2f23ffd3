/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_STAT_DIST_RESAMPLING_GATING_H
#define AS_STAT_DIST_RESAMPLING_GATING_H

/* What gating on one number a side costs: two groups are drawn as in resample.h, each is reduced to
 * an estimate, and their ratio is judged by a tolerance, as tools do that look at the mean or the
 * minimum alone (methods.md 8, 9.6, 10). */

#include "stat/core/estimator.h"
#include "stat/core/values.h"
#include "stat/dist/resampling/resample.h"

struct as_gating {
	double rate;     /* share of resamples in which |ratio - 1| > tolerance */
	double error;    /* Monte Carlo, sqrt(p (1 - p) / R) */
	double sd;       /* sigma_k: of a group's estimate, relative to its mean */
	/* 2 sqrt(2) sigma_k: the smallest difference that so many units tell (8) */
	double smallest;
};

/*
 * as_resample_gating - one estimate on the groups that as_resample_rates draws
 *
 *   x          finite numbers above 0: of each top-level unit its own estimate, since "the minimum" of
 *              an execution is that of its iterations
 *   how        its confidence is not used
 *   tolerance  >= 0
 *
 * AS_ERR_DATA with words: two groups cannot be drawn, or a number is not above 0; AS_ERR_ARG;
 * AS_ERR_MEM. out untouched on failure. O(R g log g).
 */
AS_MUST_CHECK enum as_status as_resample_gating(struct as_values x, enum as_estimator e,
	const struct as_resample *how, double tolerance, struct as_gating *out, struct as_err *err);

#endif
