/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>

#include "run/conductor.h"

void as_conductor_blame(struct as_conductor *c, size_t subject, bool build, bool missing)
{
	if (c->with->trouble)
		*c->with->trouble = (struct as_trouble){.any = true, .build = build,
			.missing = missing, .command = subject};
}

const char *as_conductor_cwd(const struct as_conductor *c, size_t i)
{
	const struct as_checkout *checkout =
		as_checkout_of(c->with, &c->r->what.commands[i]);

	return checkout ? checkout->cwd : NULL;
}

size_t as_conductor_lead(const struct as_conductor *c, size_t i)
{
	const struct as_command *cmd = &c->r->what.commands[i];

	if (!cmd->benchmark || cmd->lead >= i)
		return i;
	const struct as_command *lead = &c->r->what.commands[cmd->lead];
	return lead->build == cmd->build && lead->checkout == cmd->checkout ? cmd->lead : i;
}

bool as_conductor_makes_builds(const struct as_conductor *c, size_t i)
{
	return c->r->what.commands[i].build && as_conductor_lead(c, i) == i;
}

size_t as_conductor_end_of_program(const struct as_conductor *c, size_t i)
{
	size_t end = i + 1;

	while (end < c->r->what.n_commands && as_conductor_lead(c, end) == i)
		end++;
	return end;
}

size_t as_conductor_known_subjects(const struct as_conductor *c)
{
	size_t i = 0;

	while (i < c->x->n_subjects && c->runners &&
		(!as_conductor_makes_builds(c, i) || c->runners[i].builder.asked))
		i++;
	return c->runners ? i : c->x->n_subjects;
}

struct as_schedule_subject as_conductor_describe(const struct as_conductor *c, size_t i)
{
	const struct as_command *cmd = &c->r->what.commands[i];
	const size_t lead = as_conductor_lead(c, i);
	const struct as_runner *run = &c->runners[i], *first = &c->runners[lead];

	return (struct as_schedule_subject){.lead = lead,
		.program = cmd->benchmark ? cmd->lead : AS_NO_PROGRAM,
		.stream = (uint32_t)first->builder.number,
		.built = cmd->build,
		.in_place = first->builder.in_place,
		.own_folder = cmd->checkout,
		.setup = first->setup != AS_NO_HOOK,
		.prepare = run->prepare != AS_NO_HOOK,
		.conclude = run->conclude != AS_NO_HOOK,
		.cleanup = first->cleanup != AS_NO_HOOK};
}

void as_conductor_report_path(const struct as_conductor *c, int slot,
	char path[static AS_REPORT_PATH_BYTES])
{
	snprintf(path, AS_REPORT_PATH_BYTES, "%s/report%02d", c->scratch.path, slot);
}
