/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_STUDY_FALSE_ALARMS_H
#define AS_ANALYSE_STUDY_FALSE_ALARMS_H

/* The user's own false alarms, from one stored result (methods.md 10). */

#include "model/answer/study/alarms.h"
#include "model/kept/experiment.h"
#include "stat/core/estimator.h"

struct as_alarms_request {
	size_t subject, metric;
	const size_t *groups; /* units on each side, ascending; NULL: a choice of sizes */
	size_t n_groups;      /* at most AS_ALARM_GROUPS */
	bool some;            /* of these only as many as there are units for */
	const double *shifts; /* changes to put in, as shares, not 0; NULL: 1, 2, 5 % */
	size_t n_shifts;      /* at most AS_ALARM_SHIFTS - 1 */
	unsigned estimators;  /* bits 1 << enum as_estimator: what to gate on, too */
	double tolerance;     /* of such a gate */
	size_t resamples;     /* at least 1; 2000 is usual */
	bool independent;     /* groups that may share units, as perhaps in 2006 */
	double confidence;
	uint64_t seed;
};

/*
 * as_alarms_of - rates of all detectors for groups drawn from the units of one subject
 *
 * Units are those of the top level: builds where there are two or more, else executions. Groups of
 * one unit are judged by what is one level below, as tools do that build or start a program once.
 * AS_ERR_DATA with words: fewer than 4 units, a group of more than half of them, or values that no
 * ratio takes. An estimator is taken of the values inside each unit of the lowest level, then of
 * these in theirs, up to the group: the minimum of an execution is that of its iterations
 * (methods.md 9.4). Cost: O(groups shifts resamples group).
 */
enum as_status as_alarms_of(const struct as_experiment *x, const struct as_alarms_request *r,
	struct as_alarms *out, struct as_err *err) AS_MUST_CHECK;

#endif
