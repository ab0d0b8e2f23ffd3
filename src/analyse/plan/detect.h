/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_PLAN_DETECT_H
#define AS_ANALYSE_PLAN_DETECT_H

/* How much has to be measured to see a change (methods-quantiles.md 2.1). */

#include "model/answer/planned/detection.h"
#include "model/kept/experiment.h"

/* One unit of those that comparisons are of, for all commands together. */
struct as_detect_unit {
	double cost_s;     /* NaN: not known */
	size_t executions; /* in a build; 1 without builds */
	size_t least;      /* builds, or executions without rounds, that there have to be */
};

/*
 * as_detect_of - rounds or builds that see each change, by the variances of a result
 *
 *   out  n, power, and the changes are given, the rest is filled
 *
 * Each is the number of which the mean power, over what the variance may be, is the one asked for;
 * of several comparisons that which needs most, each at its part of alpha. AS_ERR_DATA: there is
 * nothing to compare or no variance to plan from, or a change is out of reach; AS_ERR_MEM.
 */
enum as_status as_detect_of(const struct as_experiment *x, size_t metric,
	const struct as_detect_unit *unit, struct as_seeing *out, struct as_err *err)
	AS_MUST_CHECK;

#endif
