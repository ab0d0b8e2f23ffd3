/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_DIAGNOSE_FACTORS_FACTOR_STRATA_H
#define AS_ANALYSE_DIAGNOSE_FACTORS_FACTOR_STRATA_H

#include "analyse/diagnose/surround.h"
#include "model/answer/factors.h"

/*
 * as_take_strata - executions by the load, or where that did not vary by what others used
 *
 * Quarters of equally many executions, each with mean, median, quartile and minimum (methods.md 8;
 * Haveraaen and Hundvebakke). Fewer than AS_FACTOR_LEAST executions of which it is known, or a load
 * that did not vary: no strata.
 */
enum as_status as_take_strata(struct as_course *s, struct as_factors *out, struct as_err *err)
	AS_MUST_CHECK;

#endif
