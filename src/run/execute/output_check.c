/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/conductor.h"
#include "run/resuming.h"
#include "run/execute/launches.h"

/* How the check ended, in words; nothing where it was content. */
static void blame(const struct as_command *cmd, const struct as_launched *r, struct as_ended how,
	struct as_err *why)
{
	struct as_err said = {0};

	as_err_keep_output(&said, r->tail, r->tail_bytes);
	as_fail(why, AS_ERR_BENCH, "its output failed the check '%.300s' with %s %d%s%.300s",
		cmd->check, how.ending == AS_ENDED_SIGNAL ? "signal" : "exit status", how.code,
		*said.output ? ": " : "", said.output);
}

enum as_status as_conductor_check(struct as_conductor *c, const struct as_task *task,
	struct as_ended *e, struct as_err *why, struct as_err *err)
{
	const struct as_runner *run = &c->runners[task->step.subject];
	const char *const env[] = {run->iteration, NULL};
	struct as_launch launch = {.command = run->check, .kind = AS_LAUNCH_HOOK, .env = env};
	struct as_launched result;
	enum as_status st = as_conductor_ask(c, &launch, &result, err);

	if (st)
		return st;
	struct as_ended how = as_launched_ended(&result);
	as_surroundings_spent(&c->around, (double)(result.use.user_ns + result.use.system_ns));
	if (how.ending == AS_ENDED_CANCELLED)
		*e = how;
	else if (how.ending != AS_ENDED_OK) {
		blame(&c->r->what.commands[task->step.subject], &result, how, why);
		e->ending = AS_ENDED_REPORT;
	}
	return AS_OK;
}
