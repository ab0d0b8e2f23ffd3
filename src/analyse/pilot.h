/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_PILOT_H
#define AS_ANALYSE_PILOT_H

/* What the dimensioning of an experiment says about how to measure it (design.md 4.2, methods.md
 * 6): variances and costs of each level, ready for stat/dist/plan.h. */

#include "model/experiment.h"
#include "stat/dist/plan.h"

/*
 * as_pilot_planning - variances and costs from the units of role AS_ROLE_DIMENSIONING
 *
 *   metric    the criterion
 *   from, to  subjects that share rounds
 *   out       levels from the bottom: the iteration where the metric is read there, the execution,
 *             the build where there are two; costs are medians, summed over the subjects where the
 *             target is the ratio, and half-widths then are those of the log ratio
 *
 * One subject, or a target for each mean: the subject that is known worst decides. AS_ERR_DATA
 * where the pilot is too small to say anything.
 */
enum as_status as_pilot_planning(const struct as_experiment *x, size_t metric, size_t from,
	size_t to, struct as_planning *out, struct as_err *err) AS_MUST_CHECK;

/* Level of the tree that index i of a planning made here stands for. */
enum as_level_index as_pilot_level(const struct as_experiment *x, size_t metric, size_t i);

#endif
