/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_ESTIMATE_RESAMPLED_H
#define AS_ANALYSE_ESTIMATE_RESAMPLED_H

#include "analyse/result/analyse.h"
#include "model/answer/named.h"

struct as_resampled {
	enum as_interval_method how; /* one of those by resampling */
	double confidence;           /* of each interval */
	size_t among; /* so many comparisons are made: of more than 20 each gets fewer replicates */
};

/* How many answers it gives for a comparison: of the ratio of means, and percentile of those of
 * quartiles and median, too. */
size_t as_resampled_answers(enum as_interval_method how);

/*
 * as_compare_resampled - ratios by --interval, beside the planned analysis (methods.md 11)
 *
 *   out  as_resampled_answers of them
 *
 * Units at the top of each side are drawn by themselves, 9999 times with the seed of the
 * reference's experiment (fewer of more values: 0.1 to 0.4 s each), on the logarithm. What cannot
 * be is no failure, out[i].refused says so: BCa, which is for one sample; values that are not
 * positive; of means fewer units on a side than for an interval of the mean (30, bootstrap-t 5), of
 * quantiles fewer than 10; bootstrap-t where more than 5 % of the replicates do not vary.
 */
enum as_status as_compare_resampled(const struct as_place *old, const struct as_place *new,
	const struct as_resampled *how, struct as_named *out, struct as_err *err) AS_MUST_CHECK;

#endif
