/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_RESULT_SUBTRACT_H
#define AS_ANALYSE_RESULT_SUBTRACT_H

/* What is left of a command's time without that of another, measured in the same rounds. */

#include "model/kept/experiment.h"

/* AS_METRIC_NET */
extern const struct as_metric as_net_metric;

/*
 * as_subtract - set AS_METRIC_NET of the executions that have it
 *
 * Of each measured execution that ended well, in a round in which the last subject's ended well,
 * too: the difference of their wall times. A mean of these is the difference of the means, and its
 * t interval that of the paired differences (methods-blocks.md 2.1 on the scale of the times): what
 * the two share in a round cancels, and what they do not is in the interval, as 5.5 would propagate
 * it.
 *
 * Nothing where there is none to subtract. May be called again when there are more executions.
 * AS_ERR_MEM; AS_ERR_DATA if a program reports a metric of that name. O(executions).
 */
enum as_status as_subtract(struct as_experiment *x, struct as_err *err) AS_MUST_CHECK;

#endif
