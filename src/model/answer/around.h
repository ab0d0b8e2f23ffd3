/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_MODEL_ANSWER_AROUND_H
#define AS_MODEL_ANSWER_AROUND_H

/* What the surroundings of a subject's executions say of those that are far out. Plain data, filled
 * by analyse/around. */

#include <stddef.h>

#include "model/kept/metric.h"

enum { AS_AROUND_SOURCES = 16 };

/* A metric of the surroundings. */
struct as_around_source {
	size_t metric;  /* of the experiment */
	size_t n;       /* executions for which it is known */
	double median, most;
	/* Executions that are far out and for which this is, too; "far": above the median of this
	 * metric by more than five robust standard deviations (methods-blocks.md 9). */
	size_t slow;    /* of the slow ones, or those of the higher values */
	size_t rest;    /* of those that are not far out */
	double there;   /* its median over `slow`; NaN where there are none */
	double p;       /* that it is far out at so many of the slow ones by chance */
};

struct as_outlier_report {
	size_t subject, metric; /* whose, and of what: the criterion */
	size_t n;               /* executions */
	size_t known;           /* of them, those with any reading */
	double median;          /* of the executions */
	size_t slow, fast;      /* far out, worse and better than the median */
	double slow_least, slow_most; /* of the slow ones */
	size_t slow_known;      /* of them, those with any reading */
	size_t explained;       /* of them, those for which some source is far out */
	double moves;           /* the mean, in the metric's unit, without the slow ones; NaN: none are */
	struct as_around_source source[AS_AROUND_SOURCES];
	size_t n_sources;       /* with values */
};

#endif
