/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_ESTIMATE_OBSERVED_H
#define AS_ANALYSE_ESTIMATE_OBSERVED_H

/* The values of one subject in the order of time. */

#include "model/kept/experiment.h"

struct as_observed {
	double *in_time;
	double *sorted; /* the same, ascending */
	size_t n;
};

/*
 * as_observed_open - the measured executions of one metric, or the iterations of one of them
 *
 *   execution  0: executions, each the mean of its iterations where it has some; else the iterations of
 *              that one, from 1 in the order of time
 *
 * No values is no error. AS_ERR_USAGE with words: there is no such execution, or it has no
 * iterations. To be closed when AS_OK. O(n log n).
 */
enum as_status as_observed_open(const struct as_experiment *x, size_t subject, size_t metric,
	size_t execution, struct as_observed *out, struct as_err *err) AS_MUST_CHECK;

void as_observed_close(struct as_observed *o); /* takes a zeroed one */

#endif
