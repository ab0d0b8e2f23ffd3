/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_RESULT_THIN_H
#define AS_ANALYSE_RESULT_THIN_H

/* Iterations that go, and executions that stay (methods-machines.md E). */

#include "model/kept/experiment.h"

/* Why an experiment is left as it is. */
enum as_thinning {
	AS_THINNED_NOW,
	AS_THIN_NONE,      /* it has no iterations, or they were thinned before */
	AS_THIN_FEW,       /* so few an execution that nothing would be gained */
	AS_THIN_STATISTIC, /* a statistic of its iterations is a metric: all of them are wanted */
	AS_THIN_TABLE,     /* it was not measured by assay, or its values cannot be analysed */
	AS_THINNINGS
};

/*
 * as_thin - put in place of the iterations of all subjects what their executions came to
 *
 *   date_ns  when that is: CLOCK_REALTIME
 *   out      what became of it; x is as it was unless that is AS_THINNED_NOW
 *
 * Means, intervals, variances of all levels, comparisons, plans and histories of x are bit by bit what
 * they were; model/kept/thinned.h says what is left, and as_thinned_refuse is what the rest is answered
 * by. Takes as long as showing it does. AS_ERR_MEM.
 */
enum as_status as_thin(struct as_experiment *x, int64_t date_ns, enum as_thinning *out,
	struct as_err *err) AS_MUST_CHECK;

#endif
