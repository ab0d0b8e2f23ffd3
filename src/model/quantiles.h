/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_MODEL_QUANTILES_H
#define AS_MODEL_QUANTILES_H

/* The quantiles of all subjects side by side, from the median to what the data allow: what
 * analyse/ fills (methods-quantiles.md 1) and report/ and format/ write down. */

#include "model/answer/summary.h"

enum { AS_QUANTILES = 7 };

struct as_quantile_row {
	double p;
	size_t metric; /* "time:p99" */
	size_t least;  /* iterations that it takes */
	size_t rounds; /* that are put together for one value, where an execution has too few */
	/* Of every subject, and the comparisons, at a confidence at which those of all rows hold
	 * together; one that rests on too little has no method and no interval. Nothing else of it is
	 * filled. */
	struct as_analysis a;
};

struct as_quantiles {
	size_t base; /* the metric */
	double confidence; /* of each subject's intervals, and of the differences together */
	bool iterations;   /* the metric is one of iterations */
	bool pooled; /* as asked for: of all iterations together, and not of an execution; nothing is compared */
	const char *name[2]; /* of two results that are compared; NULL: subjects have their own */
	size_t executions, each; /* of each subject, 0 where they differ; iterations of an execution */
	size_t n;
	struct as_quantile_row v[AS_QUANTILES];
	/* The first that the data do not allow, and what would do; p 0: all are there. */
	struct as_quantile_lacking {
		double p;
		size_t least, n; /* iterations that it takes, and that an execution has */
		size_t runs;     /* executions that would do where they have no more */
		size_t iterations; /* of an execution that would do where there are no more; 0: it has one value */
		size_t beyond, values; /* of all values together: how many lie beyond it, and how many would do;
					* 0: it is of executions */
	} lacking;
};

#endif
