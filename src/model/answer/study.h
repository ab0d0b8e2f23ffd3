/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_MODEL_ANSWER_STUDY_H
#define AS_MODEL_ANSWER_STUDY_H

/* How well each estimate tells what a subject costs under the load it was measured under: what
 * analyse/study fills (methods.md 8) and report/ and format/ write down. */

#include <stdbool.h>
#include <stddef.h>

enum {
	AS_STUDY_SIZES = 10,     /* of groups: 1, 3, .. 19 */
	AS_STUDY_ESTIMATORS = 8, /* at most */
	AS_STUDY_SHIFTS = 4,     /* differences to be told */
};

struct as_study_row {
	const char *name, *title; /* of the estimator; fixed texts */
	bool minimum;             /* it is that one, beside which `drawn` stands */
	double all;               /* of all observations; NaN: it has none */
	double average[AS_STUDY_SIZES]; /* of groups of k */
	double rel_sd[AS_STUDY_SIZES];  /* of groups of k, over the average; NaN: it has none */
	/* observations of each program; 0: more than the largest k */
	size_t needed[AS_STUDY_SHIFTS];
	size_t published[AS_STUDY_SHIFTS]; /* the same by the rule of the text */
};

/* Of all observations together. */
struct as_study_quantiles {
	double low, high; /* the 5 % and the 95 % quantile */
	double deviation; /* median of the distances from the median */
	/* Between these two observations lies the median, with that confidence; NaN: see below. */
	double median_lo, median_hi, confidence;
	/* Correlation of the ranks of neighbours where it is so large that such an interval would be
	 * too narrow; else NaN. */
	double alike;
};

struct as_study {
	size_t subject, metric;
	size_t n;          /* observations: executions, in the order of time */
	size_t n_sizes, size[AS_STUDY_SIZES]; /* k of each column */
	/* so many of the sizes, the first, have five groups that share nothing */
	size_t sound;
	double shift[AS_STUDY_SHIFTS]; /* shares */
	struct as_study_quantiles quantiles;
	size_t n_rows;
	struct as_study_row row[AS_STUDY_ESTIMATORS];
	double drawn[AS_STUDY_SIZES]; /* rel_sd of the minimum of k, drawn without regard to time */
	/* The first sound size above 1 at which the minimum of neighbours varies more than 1.5
	 * times as much, or as little, as one that is drawn; 0: none. */
	size_t clustered;
};

#endif
