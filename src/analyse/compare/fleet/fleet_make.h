/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_COMPARE_FLEET_FLEET_MAKE_H
#define AS_ANALYSE_COMPARE_FLEET_FLEET_MAKE_H

/* Results of one request on several machines, as one (methods-machines.md A). */

#include "analyse/compare/fleet/fleet_admit.h"
#include "analyse/result/question.h"
#include "base/arena.h"
#include "model/answer/compared/fleet.h"

/*
 * as_fleet_make - put results together, a machine being told by its name and its facts
 *
 *   v    n results; several of one machine are its sessions
 *   rules  who takes part; NULL: all
 *   out  in memory of the arena; nothing is borrowed from the results
 *
 * AS_ERR_USAGE: of one machine alone, or of other commands. AS_ERR_DATA: nothing was compared in
 * rounds. AS_ERR_MEM.
 */
enum as_status as_fleet_make(const struct as_result *v, size_t n, struct as_arena *a,
	const struct as_fleet_rules *rules, struct as_fleet *out, struct as_err *err) AS_MUST_CHECK;

#endif
