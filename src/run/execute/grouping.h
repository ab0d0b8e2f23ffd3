/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_RUN_EXECUTE_GROUPING_H
#define AS_RUN_EXECUTE_GROUPING_H

/* Control groups of executions. */

#include "run/conductor.h"

/* See to it that a control group is ready, if executions have some. They are made while
 * nothing is timed, for all the executions that may be queued: `ahead`. */
enum as_status as_conductor_have_group(struct as_conductor *c, size_t ahead, struct as_err *err)
	AS_MUST_CHECK;

#endif
