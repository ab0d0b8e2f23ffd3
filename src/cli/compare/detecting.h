/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_COMPARE_DETECTING_H
#define AS_CLI_COMPARE_DETECTING_H

/* --detect: a change that is to be seen (methods-quantiles.md 2). */

#include "cli/line/options.h"
#include "model/answer/compared/gate.h"
#include "run/request/request.h"

/*
 * as_detect_settle - whether it can be, and what it is told from
 *
 *   r      aim.detect_beyond is set: the limit of the gate on the criterion that is nearest to the change, 0
 *          without one
 *   gates  of the comparison
 *   n_compared  commands, or versions, that are compared
 *
 * AS_ERR_USAGE: nothing is compared, or not by shared rounds or ratios; the change does not lie beyond
 * the limit. Without --detect nothing is done.
 */
enum as_status as_detect_settle(struct as_request *r, const struct as_gate *gates, size_t n_gates,
	size_t n_compared, struct as_err *err) AS_MUST_CHECK;

/* --detect is refused where what is measured is compared with nothing, or with another session. */
enum as_status as_detect_refuse(const struct as_args *args, struct as_err *err) AS_MUST_CHECK;

#endif
