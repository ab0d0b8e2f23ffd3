/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_STAT_DIST_COMPARING_MANY_H
#define AS_STAT_DIST_COMPARING_MANY_H

/* Many benchmarks at once: which of many tests to believe (methods.md 12.2), and one interval
 * for a suite (13.2). Holm's correction for few comparisons is in compare.h. */

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

/*
 * as_benjamini_hochberg - p values adjusted for the expected share of false ones among reports
 *
 *   p          n values in [0, 1]; NaN: a test that could not say, left out of n and kept NaN
 *   dependent  false: right for independent or positively dependent tests; true: for any, by the
 *              factor 1 + 1/2 + ... + 1/M (Benjamini and Yekutieli)
 *   adjusted   receives n values q; those with q <= 0.05 are reported as changed. May not be p
 *   tested     receives M, the number of values that are not NaN; may be NULL
 *
 * The intervals that go with R reports at rate q have confidence 1 - R q / M each. O(n^2), n up to
 * some thousands. AS_ERR_ARG: a value outside [0, 1].
 */
AS_MUST_CHECK enum as_status as_benjamini_hochberg(const double *p, size_t n, bool dependent,
	double *adjusted, size_t *tested);

enum { AS_SUITE_SAMPLE_MIN = 5 }; /* fewer benchmarks: no interval for programs like these */

/*
 * as_suite_sample - interval of the geometric mean for programs like these (13.2)
 *
 * The benchmarks are a sample: t on their n log ratios. To be shown from AS_SUITE_SAMPLE_MIN on;
 * NaN below 2. The interval for this suite is cluster.h's. AS_ERR_DATA: none; AS_ERR_ARG: a
 * confidence outside (0, 1). O(n).
 */
AS_MUST_CHECK enum as_status as_suite_sample(const double *log_ratio, size_t n, double confidence,
	double *lo, double *hi);

#endif
