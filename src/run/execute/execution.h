/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_RUN_EXECUTE_EXECUTION_H
#define AS_RUN_EXECUTE_EXECUTION_H

/* One execution with its hooks, report and surroundings. */

#include "run/conductor.h"

/* Queue one execution with its prepare and conclude hooks around it; returns when it is queued,
 * or, where hooks or reports need it, when it is over. */
enum as_status as_conductor_execute(struct as_conductor *c, const struct as_step *step,
	struct as_err *err) AS_MUST_CHECK;

/* What is launched for an execution, and what it points to. */
struct as_execution_launch {
	struct as_launch launch;
	struct as_execution_env env;
	const char *copy_env[3];
	char group[PATH_MAX];
};

void as_conductor_launch_of(struct as_conductor *c, struct as_task *task,
	struct as_execution_launch *out);

/* All that comes before the launch of an execution; *alone: nothing may be queued behind it. Nothing is
 * to be launched if the user has cancelled it. */
enum as_status as_conductor_make_ready(struct as_conductor *c, struct as_task *task, bool *alone,
	struct as_err *err) AS_MUST_CHECK;

/* The hook before an execution, or behind it. */
enum as_status as_conductor_hook_of(struct as_conductor *c, const struct as_step *step, bool before,
	struct as_err *err) AS_MUST_CHECK;

/* A recorded execution in the place of a launch. */
enum as_status as_conductor_take_execution(struct as_conductor *c, const struct as_step *step,
	struct as_err *err) AS_MUST_CHECK;

/* At the first step of a round the one before is written down. */
void as_conductor_note_round(struct as_conductor *c, const struct as_step *step);

#endif
