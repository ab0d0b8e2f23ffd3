/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_RUN_EXECUTE_RECORD_H
#define AS_RUN_EXECUTE_RECORD_H

/* An execution that has ended becomes a unit of the tree. */

#include "run/conductor.h"

/* Turn a result into a unit of the tree. */
enum as_status as_conductor_record(struct as_conductor *c, const struct as_task *task,
	const struct as_launched *result, struct as_err *err) AS_MUST_CHECK;

/* Count an execution: to the schedule, and into its running mean. */
enum as_status as_conductor_count(struct as_conductor *c, const struct as_step *step, size_t unit,
	struct as_err *err) AS_MUST_CHECK;

#endif
