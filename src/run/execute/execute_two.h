/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_RUN_EXECUTE_EXECUTE_TWO_H
#define AS_RUN_EXECUTE_EXECUTE_TWO_H

/* Two executions at the same time. */

#include "run/conductor.h"

/* An execution of a duet: the first of two is kept, and launched with the second. */
enum as_status as_conductor_execute_beside(struct as_conductor *c, const struct as_step *step,
	struct as_err *err) AS_MUST_CHECK;

#endif
