/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_RUN_EXECUTE_COUNTING_H
#define AS_RUN_EXECUTE_COUNTING_H

/* Executions under Valgrind, whose counts those that are measured take. */

#include "run/conductor.h"

/* Before an execution that is measured: what is to be counted under Valgrind for it, and
 * for the next ones of its build; where all are counted, what that took is the task's. */
enum as_status as_conductor_count_work(struct as_conductor *c, struct as_task *task,
	struct as_err *err) AS_MUST_CHECK;

/* An execution that went well takes the next of the counts of its build. */
enum as_status as_conductor_take_work(struct as_conductor *c, const struct as_step *step,
	size_t unit, struct as_err *err) AS_MUST_CHECK;

#endif
