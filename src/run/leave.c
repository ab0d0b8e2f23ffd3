/* SPDX-License-Identifier: GPL-3.0-or-later */

/* One benchmark of a program that fails at once leaves the others alone. */

#include <string.h>

#include "run/conductor.h"

bool as_conductor_may_leave(const struct as_conductor *c, size_t subject)
{
	const struct as_command *cmd = &c->r->what.commands[subject];

	for (size_t i = c->from; i < c->to && cmd->benchmark; i++) {
		const struct as_command *other = &c->r->what.commands[i];
		if (!c->runners[i].left_out && other->benchmark && other->lead == cmd->lead &&
			strcmp(other->benchmark, cmd->benchmark) != 0)
			return true;
	}
	return false;
}

void as_conductor_leave(struct as_conductor *c, const struct as_task *task)
{
	c->runners[task->subject].left_out = true;
	if (task->role != AS_ROLE_MEASURED || c->round_ok < as_conductor_round_size(c))
		return;
	/* The round lacked nothing else. */
	c->complete_rounds++;
	if (c->x->plan.builds_state != AS_BUILDS_IN_PLACE)
		c->x->plan.done = c->complete_rounds;
}
