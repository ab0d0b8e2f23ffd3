/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_STAT_DIST_CHANGES_HISTORY_MANY_H
#define AS_STAT_DIST_CHANGES_HISTORY_MANY_H

/* Many benchmarks at one commit, and one commit after the other (methods-history.md 4). */

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

/* The metrics of one benchmark: `n` of the p values, from `first` on. */
struct as_family {
	size_t first, n;
	double simes;  /* receives the p value of the benchmark */
	double q;      /* receives it adjusted over the benchmarks (Benjamini and Hochberg) */
	bool selected; /* q <= the rate: reported as changed */
};

/*
 * as_hierarchical - which benchmarks changed at a commit, and in which metrics (4.2)
 *
 *   p         values in [0, 1], one a test
 *   family    n of them, none empty; the tests that were made, all of them
 *   rate      the expected share of false reports
 *   metric    receives for each p whether it is reported
 *
 * Simes inside a benchmark, Benjamini and Hochberg over benchmarks, and again inside the R selected
 * ones at rate R / n. O(n^2). AS_ERR_ARG: a p value or rate outside [0, 1]. AS_ERR_MEM.
 */
AS_MUST_CHECK enum as_status as_hierarchical(const double *p, struct as_family *family, size_t n,
	double rate, bool *metric);

#endif
