/* SPDX-License-Identifier: MIT */
#ifndef AS_STAT_CORE_ESTIMATOR_H
#define AS_STAT_CORE_ESTIMATOR_H

/* Estimates of where a sample lies under load (methods.md 8; Haveraaen and Hundvebakke). */

#include <stddef.h>

enum as_estimator {
#define AS_ESTIMATOR(symbol, name, title) AS_ESTIMATE_##symbol,
#include "stat/core/estimators.def"
#undef AS_ESTIMATOR
	AS_ESTIMATORS
};

struct as_estimator_entry {
	const char *name;  /* on the command line */
	const char *title; /* on screens */
};
extern const struct as_estimator_entry as_estimators[AS_ESTIMATORS];

/*
 * as_estimate - that of n >= 1 values in ascending order
 *
 * The quartile is theirs, the mean of d_floor((n+1)/4) and d_ceil((n+1)/4), counted from 1, an index of 0
 * raised to 1: not type 7. O(n) for the mean, else O(1).
 */
double as_estimate(enum as_estimator e, const double *sorted, size_t n);

#endif
