/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Benchmarks of one program that is built: it is built once for all of them, and each has all
 * builds in its tree. Which benchmarks there are is known when the first build is there. */
#include <stdlib.h>
#include <string.h>

#include "model/joined/transfer.h"
#include "run/building.h"
#include "run/conductor.h"
#include "run/execute/launches.h"
#include "run/prepare.h"
#include "run/resuming.h"

/* ---- asking ---- */

static enum as_status ask(struct as_conductor *c, size_t i, uint32_t k, struct as_benchmarks *out,
	struct as_err *err)
{
	struct as_resolved words;
	struct as_program program = {.words = &words, .rows = c->with->go,
		.cwd = as_conductor_cwd(c, i),
		.spawner = c->spawner,
		.answer = as_arena_printf(&c->x->arena, "%s/benchmarks", c->scratch.path)};
	enum as_status st = as_conductor_words_of_build(c, i, k, &words, err);

	if (!st && !program.answer)
		st = as_fail_memory(err);
	if (!st)
		st = as_conductor_place(c, i, err);
	return st ? st : as_ask_program(c->r, i, &program, &c->x->arena, out, err);
}

static enum as_status name_subject(struct as_conductor *c, size_t i, struct as_err *err)
{
	const struct as_command *cmd = &c->r->what.commands[i];
	struct as_subject *s = &c->x->subjects[i];

	if (!cmd->benchmark)
		return AS_OK;
	s->name = as_arena_strdup(&c->x->arena, cmd->name);
	s->benchmark = as_arena_strdup(&c->x->arena, cmd->benchmark);
	return s->name && s->benchmark ? AS_OK : as_fail_memory(err);
}

/* `more` runners and subjects behind number i. */
static enum as_status make_room(struct as_conductor *c, size_t i, size_t more, struct as_err *err)
{
	const size_t n = c->r->what.n_commands, behind = n - more - i - 1;
	struct as_runner *v = calloc(n + 1, sizeof *v);
	enum as_status st = AS_OK;

	if (!v) {
		c->own.what.n_commands -= more; /* as many as there are runners */
		return as_fail_memory(err);
	}
	memcpy(v, c->runners, (i + 1) * sizeof *v);
	memcpy(v + i + 1 + more, c->runners + i + 1, behind * sizeof *v);
	free(c->runners);
	c->runners = v;
	for (size_t k = 0; k < more && !st; k++)
		st = as_conductor_add_subject(c, i + 1 + k, err);
	if (!st)
		st = as_experiment_place_last(c->x, more, i + 1, err);
	return st;
}

/* Everything but the benchmark is that of the first one. */
static enum as_status join(struct as_conductor *c, size_t i, size_t lead, struct as_err *err)
{
	struct as_runner *run = &c->runners[i];
	const struct as_runner *first = &c->runners[lead];
	struct as_subject *s = &c->x->subjects[i];
	const struct as_subject *l = &c->x->subjects[lead];

	run->words = first->words;
	run->spec = first->spec;
	run->setup = first->setup;
	run->prepare = first->prepare;
	run->conclude = first->conclude;
	run->cleanup = first->cleanup;
	run->check = first->check;
	run->output = first->output;
	run->builder.asked = true;
	s->executable = l->executable;
	s->executable_hash = l->executable_hash;
	s->shell = l->shell;
	s->shell_reason = l->shell_reason;
	s->shell_cost_ns = l->shell_cost_ns;
	s->build_command = as_arena_strdup(&c->x->arena, l->build_command);
	return s->build_command ? AS_OK : as_fail_memory(err);
}

/* How its output is read and how a benchmark is chosen is known only now. */
static enum as_status prepare_lead(struct as_conductor *c, size_t i, uint32_t k, struct as_err *err)
{
	enum as_status st = name_subject(c, i, err);

	if (!st)
		st = as_conductor_choose_output(c, i, err);
	c->runners[i].n_cells = 0;
	return st ? st : as_conductor_add_build_cell(c, i, k, err);
}

/* Subjects i to i + n - 1 come in the place of subject i. */
static enum as_status insert(struct as_conductor *c, size_t i, size_t n, struct as_err *err)
{
	struct as_schedule_subject *v = as_arena_array(&c->x->arena, n, sizeof *v);

	if (!v)
		return as_fail_memory(err);
	for (size_t k = 0; k < n; k++)
		v[k] = as_conductor_describe(c, i + k);
	return as_schedule_insert(c->schedule, i, v, n, err);
}

/* The subjects of the benchmarks that are wanted, in the place of subject i, which has build k. */
static enum as_status expand(struct as_conductor *c, size_t i, uint32_t k, struct as_benchmarks *b,
	struct as_err *err)
{
	const struct as_asking *asking = c->with->asking;
	const size_t before = c->r->what.n_commands;
	enum as_status st = asking->take(asking->context, &c->own, i, b, err);

	if (st)
		return st;
	const size_t more = c->r->what.n_commands - before;
	c->runners[i].builder.asked = true;
	c->x->plan.precision_each = c->r->aim.precision_each;
	c->x->plan.budget_ns = c->r->amount.budget_ns;
	if (c->r->what.commands[i].benchmark)
		st = prepare_lead(c, i, k, err);
	if (!st && more)
		st = make_room(c, i, more, err);
	for (size_t f = i + 1; f <= i + more && !st; f++)
		st = join(c, f, i, err);
	if (!st)
		st = insert(c, i, more + 1, err);
	if (!st && c->replay)
		st = as_conductor_take_subjects(c, i, i + more + 1, err);
	if (!st)
		as_journal_subjects(c->journal, c->x, as_conductor_known_subjects(c));
	return st;
}

/* ---- one list for all builds ---- */

static bool has(const struct as_benchmarks *b, size_t guess, const char *name)
{
	if (guess < b->n && !strcmp(b->name[guess], name))
		return true;
	for (size_t i = 0; i < b->n; i++)
		if (!strcmp(b->name[i], name))
			return true;
	return false;
}

static enum as_status differ(struct as_conductor *c, size_t i, size_t lacking, size_t having,
	const char *name, struct as_err *err)
{
	const struct as_command *cmd = &c->r->what.commands[i];

	as_conductor_blame(c, i, true, false);
	return as_fail(err, AS_ERR_BENCH,
		"cannot measure the builds of '%.200s' together: build %zu lacks the benchmark "
		"'%.200s', which build %zu has; let all builds have the same ones, or choose "
		"those that all have with --only",
		cmd->command ? cmd->command : cmd->words[0], lacking + 1, name, having + 1);
}

/* Those of build k are those that are measured. What can only be asked by running it tells when it
 * is. */
static enum as_status check_list(struct as_conductor *c, size_t i, uint32_t k, struct as_err *err)
{
	const struct as_command *cmd = c->r->what.commands;
	const size_t end = as_conductor_end_of_program(c, i), first = c->runners[i].cells[0].build;
	const struct as_build *built = c->x->subjects[i].builds;
	struct as_benchmarks b;

	if (!c->with->asking || !cmd[i].benchmark ||
		(cmd[i].speaks != AS_SPEAKS_PROTOCOL && cmd[i].speaks != AS_SPEAKS_GOOGLE) ||
		as_build_same(&built[first], &built[k]))
		return AS_OK;
	enum as_status st = ask(c, i, k, &b, err);
	if (st)
		return st;
	c->with->asking->choose(c->with->asking->context, &b);
	for (size_t f = i; f < end; f++)
		if (!has(&b, f - i, cmd[f].benchmark))
			return differ(c, i, k, first, cmd[f].benchmark, err);
	for (size_t n = 0; n < b.n; n++) {
		size_t f = i + n;
		if (f >= end || strcmp(cmd[f].benchmark, b.name[n]) != 0)
			for (f = i; f < end && strcmp(cmd[f].benchmark, b.name[n]) != 0; f++)
				;
		if (f == end)
			return differ(c, i, first, k, b.name[n], err);
	}
	return AS_OK;
}

/* ---- builds ---- */

/* The unit of subject `of` is in the journal that is gone on with. */
static bool is_written(const struct as_conductor *c, size_t of, uint32_t k, bool recorded)
{
	return recorded && of < c->replay->x->n_subjects &&
		c->replay->x->subjects[of].levels[AS_LEVEL_BUILD].n > k;
}

static enum as_status give(struct as_conductor *c, size_t i, size_t to, uint32_t k, bool recorded,
	struct as_err *err)
{
	const enum as_ending how = as_unit_ending(&c->x->subjects[i].levels[AS_LEVEL_BUILD], k);
	enum as_status st = to == i ? AS_OK : as_experiment_share_build(c->x, i, to, k, err);

	if (!st && how != AS_ENDED_CANCELLED && !is_written(c, to, k, recorded))
		as_journal_unit(c->journal, c->x, to, AS_LEVEL_BUILD, k);
	if (st || to == i || how != AS_ENDED_OK)
		return st;
	return as_conductor_share_cell(c, to, c->runners[i].n_cells - 1, err);
}

enum as_status as_conductor_share_build(struct as_conductor *c, size_t i, uint32_t k, bool recorded,
	struct as_err *err)
{
	const bool ok = as_unit_ending(&c->x->subjects[i].levels[AS_LEVEL_BUILD], k) == AS_ENDED_OK;
	struct as_benchmarks b;
	enum as_status st = AS_OK;

	if (ok && !c->runners[i].builder.asked) {
		st = ask(c, i, k, &b, err);
		if (!st)
			st = expand(c, i, k, &b, err);
		if (st)
			as_conductor_blame(c, i, false, false);
	} else if (ok && !recorded) {
		st = check_list(c, i, k, err);
	}
	const size_t end = as_conductor_end_of_program(c, i);
	for (size_t to = i; to < end && !st; to++)
		st = give(c, i, to, k, recorded, err);
	return st;
}

enum as_status as_conductor_end_asking(struct as_conductor *c, struct as_err *err)
{
	const struct as_asking *asking = c->with->asking;

	if (!asking || as_conductor_known_subjects(c) < c->x->n_subjects)
		return AS_OK;
	enum as_status st = as_conductor_check_subjects(c, err);
	return st ? st : asking->finish(asking->context, err);
}
