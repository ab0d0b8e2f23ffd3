/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_STAT_DIST_ESTIMAND_H
#define AS_STAT_DIST_ESTIMAND_H

/* The typical run against the mean (methods-repairs.md 9). The log ratio of pairs is one of typical
 * runs: what became 3 % faster but takes 2.5 times as long in 4 % of its runs costs more. Where the
 * two are apart, a word needs both. */

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "stat/dist/planning/staged.h"

/* What the two say together where they are apart. */
enum as_estimand_case {
	AS_ESTIMAND_ALIKE = 0, /* they are not apart: the typical run says it */
	AS_ESTIMAND_BOTH,      /* both are more than 1, or both less */
	AS_ESTIMAND_TYPICAL,   /* only the typical run is known to be another */
	AS_ESTIMAND_MEAN,      /* only the mean is */
	AS_ESTIMAND_OPPOSITE,  /* one is more, the other less */
	AS_ESTIMAND_NEITHER,
	AS_ESTIMAND_NO_MEAN,   /* there is no interval of the mean, so none at all */
};

struct as_estimand {
	enum as_estimand_case kind;
	/* Of the typical run where they are alike; else from the lower of the lower ends to the
	 * upper of the upper ones, and the larger p. NaN with NO_MEAN. */
	double lo, hi, p, p_single;
	double mean_sd; /* of one pair, of the log ratio of means: for the number of rounds */
};

/*
 * as_estimand_of - both, as they are shown at the same level
 *
 *   blocks   of positive values
 *   typical  as_staged_log_ratio of them
 *   means    as_fieller_staged of them
 *
 * Apart where the logarithms of the two ratios are by more than a quarter of the typical run's
 * half-width. AS_ERR_ARG and AS_ERR_DATA as as_staged_difference, whose p is that of the mean.
 */
AS_MUST_CHECK enum as_status as_estimand_of(const struct as_blocks *blocks,
	const struct as_paired *typical, const struct as_ratio *means, struct as_estimand *out,
	struct as_err *err);

/* How many of n > 0 values are above 1.5 times their median. room: n numbers, spent. */
size_t as_slow_runs(const double *x, size_t n, double *room);

/* By how much: the median of these over that of all; NaN where there is none. The same room. */
double as_slow_times(const double *x, size_t n, double *room);

#endif
