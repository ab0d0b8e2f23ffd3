/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_STAT_DIST_SUITE_H
#define AS_STAT_DIST_SUITE_H

/* Many benchmarks at once: which of many tests to believe (methods.md 12.2), and one number for a
 * suite (13.2). Holm's correction for few comparisons is in compare.h. */

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "stat/dist/ratio.h"

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

/* One benchmark of a suite: its means in the old and the new version. */
struct as_suite_pair {
	struct as_side old, new;
};

enum { AS_SUITE_SAMPLE_MIN = 5 }; /* fewer benchmarks: no interval for programs like these */

struct as_suite_value {
	size_t n;
	double ratio; /* geometric mean of new / old */
	/* This suite, its benchmarks fixed: what is uncertain is each benchmark's mean. The
	 * default. */
	double lo, hi, df;
	/* Programs like these: the benchmarks are a sample. To be shown from AS_SUITE_SAMPLE_MIN
	 * benchmarks on, has_sample; computed from 2 on. */
	bool has_sample;
	double sample_lo, sample_hi;
};

/*
 * as_suite_ratio - geometric mean of the ratios of a suite, with its two intervals (13.2)
 *
 * Each side: a positive finite mean, r >= 2, s2 >= 0. AS_ERR_DATA with words that number the
 * benchmark from 1: no benchmark is ever left out silently, so one without a ratio refuses the
 * whole. AS_ERR_ARG: a confidence outside (0, 1). out untouched on failure. O(n).
 */
AS_MUST_CHECK enum as_status as_suite_ratio(const struct as_suite_pair *rows, size_t n,
	double confidence, struct as_suite_value *out, struct as_err *err);

#endif
