/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_MODEL_ANSWER_STUDY_STUDY_H
#define AS_MODEL_ANSWER_STUDY_STUDY_H

/* How well each estimate tells what a subject costs under the load it was measured under: what
 * analyse/study fills (methods.md 8) and report/ and format/ write down. */

#include <stdbool.h>
#include <stddef.h>

#include "model/answer/study/strata.h"

enum {
	AS_STUDY_SIZES = 10,     /* of groups: 1, 3, .. 19 */
	AS_STUDY_ESTIMATORS = 8, /* at most */
	AS_STUDY_SHIFTS = 4,     /* differences to be told */
};

/* What is asked for. */
struct as_study_asked {
	size_t subject, metric;
	size_t n_sizes, size[AS_STUDY_SIZES]; /* of groups, ascending; none: 1, 3, .. 19 */
	struct as_strata_asked strata;
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
	/* so many of the sizes, the first, have five groups that share nothing; 0: none */
	size_t sound;
	double shift[AS_STUDY_SHIFTS]; /* shares */
	struct as_study_quantiles quantiles;
	size_t n_rows;
	struct as_study_row row[AS_STUDY_ESTIMATORS];
	double drawn[AS_STUDY_SIZES]; /* rel_sd of the minimum of k, drawn without regard to time */
	/* The first sound size above 1 at which the minimum of neighbours varies more than 1.5
	 * times as much, or as little, as one that is drawn; 0: none. */
	size_t clustered;
	/* Relative standard deviations of the executions where the metric is processor time of one
	 * kind, which the kernel tells by ticks of its clock, and varies more than 1.5 times as much as that
	 * of both kinds; else NaN. */
	double one_kind, both_kinds;
};

/* Executions of about the same load. */
struct as_study_stratum {
	double from, to; /* the load is at least that, and below this; infinities are no bound */
	size_t n;        /* executions */
	bool told;       /* enough for a study */
	struct as_study study;
};

/* A study of each stratum, in the order of their load, and after them one of all executions, of known
 * load or not. */
struct as_studies {
	size_t by;  /* metric */
	size_t n;   /* strata without that of all; 0: none were asked for */
	size_t unknown; /* executions of which the load is not known */
	struct as_study_stratum v[AS_STRATA_CUTS + 2];
};

#endif
