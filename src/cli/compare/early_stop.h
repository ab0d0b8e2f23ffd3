/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_COMPARE_EARLY_STOP_H
#define AS_CLI_COMPARE_EARLY_STOP_H

/* --early: the earliest safe stop of gates (methods-quantiles.md 4). */

#include "cli/line/options.h"
#include "model/answer/compared/gate.h"
#include "run/request/request.h"

/* Gates of what is compared. */
struct as_early_gates {
	const struct as_gate *v;
	size_t n;
	size_t n_compared; /* commands, or versions */
	size_t all;        /* gates, each on each comparison, of all that is judged together; 0: these alone */
};

/*
 * as_early_settle - whether it can be, and what is to be decided
 *
 *   args  for --early itself; a suite's key means nothing where there is nothing to decide
 *   r     has aim.early; its gates and gates_all are set
 *
 * AS_ERR_USAGE: --early where there is no gate, or no shared rounds or ratios. Without either nothing is done.
 */
enum as_status as_early_settle(const struct as_args *args, struct as_request *r,
	const struct as_early_gates *gates, struct as_err *err) AS_MUST_CHECK;

/* --early is refused where what is measured is compared with another session. */
enum as_status as_early_refuse(const struct as_args *args, struct as_err *err) AS_MUST_CHECK;

#endif
