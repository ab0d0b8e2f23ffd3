/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_STUDY_STUDY_MAKE_H
#define AS_ANALYSE_STUDY_STUDY_MAKE_H

/* Every estimator over groups of executions (methods.md 8). */

#include "analyse/estimate/observed.h"
#include "model/answer/study/study.h"
#include "model/kept/experiment.h"

/*
 * as_study_of - how much each estimate of one metric of a subject varies, and what it can tell
 *
 * An observation is an execution: the mean of its iterations where it has some. O(n k log k) for n
 * executions, for each estimator; 10^5 take about a second. AS_ERR_DATA with words: fewer than 10
 * executions.
 */
enum as_status as_study_of(const struct as_experiment *x, const struct as_study_asked *r,
	struct as_study *out, struct as_err *err) AS_MUST_CHECK;

/* The same of observations at hand, at least 2 of them. */
enum as_status as_study_observed(const struct as_experiment *x, const struct as_study_asked *r,
	const struct as_observed *o, struct as_study *out, struct as_err *err) AS_MUST_CHECK;

/*
 * as_studies_of - the same of executions of about the same load, each stratum by itself
 *
 * Strata are those of as_divide (analyse/diagnose/divide.h). One of fewer than 20 executions is not told
 * (methods.md 8). Fails as both do.
 */
enum as_status as_studies_of(const struct as_experiment *x, const struct as_study_asked *r,
	struct as_studies *out, struct as_err *err) AS_MUST_CHECK;

#endif
