/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <string.h>

#include "run/building.h"
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

enum as_status as_conductor_note(struct as_conductor *c, const char *name, const char *value,
	struct as_err *err)
{
	struct as_machine *m = &c->x->machine;

	if (as_machine_fact(m, name))
		return AS_OK;
	struct as_fact *facts = as_arena_array(&c->x->arena, m->n_facts + 1, sizeof *facts);

	if (!facts || !value)
		return as_fail_memory(err);
	if (m->n_facts)
		memcpy(facts, m->facts, m->n_facts * sizeof *facts);
	facts[m->n_facts++] = (struct as_fact){AS_FACT_STATE, name, value};
	m->facts = facts;
	return AS_OK;
}

void as_conductor_report_path(const struct as_conductor *c, int slot,
	char path[static AS_REPORT_PATH_BYTES])
{
	snprintf(path, AS_REPORT_PATH_BYTES, "%s/report%02d", c->scratch.path, slot);
}

void as_conductor_env_of(struct as_conductor *c, size_t subject, int slot,
	struct as_execution_env *out)
{
	const struct as_runner *run = &c->runners[subject];
	const bool google = c->r->what.commands[subject].speaks == AS_SPEAKS_GOOGLE;

	as_conductor_report_path(c, slot, out->path);
	snprintf(out->report, sizeof out->report, "%s=%s",
		google ? "BENCHMARK_OUT" : "ASSAY_REPORT", out->path);
	out->v[0] = run->iteration;
	out->v[1] = out->report;
	memcpy(out->v + 2, run->select, sizeof run->select);
}

bool as_conductor_forgives(const struct as_conductor *c, struct as_ended e)
{
	const struct as_request *r = c->r;

	if (e.ending != AS_ENDED_FAILED || r->what.ignore == AS_IGNORE_NONE)
		return false;
	for (size_t i = 0; i < r->what.n_ignore_codes; i++)
		if (r->what.ignore_codes[i] == e.code)
			return true;
	return r->what.ignore == AS_IGNORE_ALL;
}

/* What it has told, and in which way it does. */
enum as_status as_conductor_read_told(struct as_conductor *c, size_t subject, const char *path,
	struct as_report *report, struct as_err *why)
{
	const struct as_command *cmd = &c->r->what.commands[subject];
	const char *output = c->runners[subject].output;
	const bool printed = cmd->speaks == AS_SPEAKS_GO || cmd->speaks == AS_SPEAKS_GO_TEST;
	as_rows_reader *rows = as_rows_reader_of(c->with, cmd->speaks);

	return rows ? as_rows_report(cmd->benchmark, rows, printed ? output : path, report, why)
		    : as_reporter_read(path, c->combine, report, why);
}

const struct as_helper as_seat_helper = {.name = "assay-seat", .variable = "ASSAY_SEAT",
	.built = "/../run", .purpose = "gives each of several builds a folder of its own"};

char *as_conductor_above(struct as_conductor *c, const char *path)
{
	const char *slash = strrchr(path, '/');

	return as_arena_strndup(&c->x->arena, path, (size_t)(slash - path));
}
