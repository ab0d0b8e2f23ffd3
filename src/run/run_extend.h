/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_RUN_RUN_EXTEND_H
#define AS_RUN_RUN_EXTEND_H

/* What is to be measured so that an experiment gets more units under its own plan (design.md 4.8).
 * */

#include "model/joined/extend.h"
#include "run/request/request.h"

/*
 * as_extension_request - make the request of an experiment one for more of it
 *
 *   old   what is extended
 *   how   AS_EXTEND_ROUNDS: more executions; AS_EXTEND_SESSION: the counts of its plan once more
 *   r     in: the commands and options it was made with; r->runs is replaced if runs is not 0.
 *         out: fixed counts, so that nothing is planned anew; rounds, places in the order and, in
 *         its session, the numbers programs are told go on where old ends; a session has a seed of its own, drawn from that of the first
 *   runs  executions asked for, of each build where there are builds; 0: as many as the plan had, or
 *         for AS_EXTEND_ROUNDS of a plan with a precision as many as old->plan.precision still needs
 *
 * AS_ERR_USAGE in words where nothing is left to do. Strings of r stay borrowed.
 */
enum as_status as_extension_request(const struct as_experiment *old, enum as_extension how,
	uint32_t runs, struct as_request *r, struct as_err *err) AS_MUST_CHECK;

#endif
