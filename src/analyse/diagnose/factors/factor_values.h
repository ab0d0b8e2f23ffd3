/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_DIAGNOSE_FACTORS_FACTOR_VALUES_H
#define AS_ANALYSE_DIAGNOSE_FACTORS_FACTOR_VALUES_H

/* What each factor was for each execution of a course: one number, equal ones of the same kind. */

#include "analyse/diagnose/surround.h"
#include "model/answer/factors.h"

/*
 * as_factor_values - the values of one factor
 *
 *   f      id, and of AS_FACTOR_AROUND the metric
 *   out    s->n numbers, NaN where it is not known; all NaN for a factor that is not known at all, and for
 *          AS_FACTOR_LAYOUT
 *   kinds  true: the numbers are names; else sizes
 */
enum as_status as_factor_values(struct as_course *s, const struct as_factor *f, double *out,
	bool *kinds, struct as_err *err) AS_MUST_CHECK;

/* Whether it is a factor of this experiment at all: a pause is one only with --pause. */
bool as_factor_is_there(const struct as_experiment *x, enum as_factor_id id);

#endif
