/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_COMPARE_FLEET_FLEET_ADMIT_H
#define AS_ANALYSE_COMPARE_FLEET_FLEET_ADMIT_H

/* Which machines count, by rules that are fixed before and look at no ratio (methods-machines.md A6):
 * what is found afterwards holds for machines like these that are admitted. */

#include "analyse/result/question.h"
#include "model/answer/compared/fleet.h"

/* Who takes part. */
struct as_fleet_rules {
	bool noise; /* not those whose rounds vary more than 3 times as much as the median machine's */
	bool level; /* nor those whose level is beyond 4 robust standard deviations */
	/* of each result, what speaks against its machine already; NULL: nothing does */
	const enum as_fleet_aside *refused;
	const double *refused_by; /* a number for the reader, beside it */
};

/*
 * as_fleet_admit - say of each machine of f whether it takes part, into f->aside
 *
 *   f  with f->n machines and f->of of n results
 *
 * The rules of noise and level take four machines that are not refused. AS_ERR_MEM.
 */
enum as_status as_fleet_admit(const struct as_fleet_rules *rules, const struct as_result *v,
	size_t n, struct as_arena *a, struct as_fleet *f, struct as_err *err) AS_MUST_CHECK;

#endif
