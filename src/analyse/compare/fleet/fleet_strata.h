/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_COMPARE_FLEET_FLEET_STRATA_H
#define AS_ANALYSE_COMPARE_FLEET_FLEET_STRATA_H

/* Kinds of machines as strata (methods-machines.md A3). Internal to analyse/. */

#include "base/arena.h"
#include "model/answer/compared/fleet.h"
#include "stat/dist/comparing/machines.h"

/* What machines say in a row: n of them, each with its number in the fleet. */
struct as_fleet_said {
	const struct as_machine_mean *mean;
	const size_t *number;
	size_t n;
	double confidence;
	bool of_ratio; /* their means are log ratios */
};

/*
 * as_fleet_strata - the kinds of a row, and what holds over those of two machines or more
 *
 * Fills stratum, n_strata and n_over; where n_over >= 2 and it is of ratios also value, alike and p, else
 * these are NaN. AS_ERR_MEM, AS_ERR_DATA: numbers that cannot be.
 */
enum as_status as_fleet_strata(const struct as_fleet *f, const struct as_fleet_said *said,
	struct as_arena *a, struct as_fleet_row *row, struct as_err *err) AS_MUST_CHECK;

#endif
