/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/replay.h"

#include <inttypes.h>
#include <string.h>

#include "clock/clock.h"
#include "model/transfer.h"
#include "run/conductor.h"

struct as_replay as_replay_of(const struct as_recorded *rec)
{
	return (struct as_replay){.x = rec->x,
		.next_order = rec->next_order,
		.elapsed = rec->elapsed,
		.n_elapsed = rec->n_elapsed,
		.elapsed_ns = rec->elapsed_ns,
		.dimension = rec->recalled ? &rec->dimension : NULL,
		.journal = rec};
}

uint32_t as_replay_next(const struct as_experiment *x)
{
	uint32_t next = 0;

	for (size_t i = 0; i < x->n_subjects; i++)
		for (size_t l = AS_LEVEL_EXECUTION; l < AS_MODEL_LEVELS; l++)
			for (size_t k = 0; k < x->subjects[i].levels[l].n; k++)
				if (as_unit_order(&x->subjects[i].levels[l], k) >= next)
					next = as_unit_order(&x->subjects[i].levels[l], k) + 1;
	return next;
}

bool as_conductor_is_recorded(const struct as_conductor *c, uint32_t order)
{
	return c->replay && order < c->replay->next_order;
}

int64_t as_conductor_elapsed(struct as_conductor *c)
{
	if (c->replay && c->elapsed_taken < c->replay->n_elapsed)
		return c->replay->elapsed[c->elapsed_taken++];
	int64_t ns = as_clock_now() - c->begun_ns;
	as_journal_elapsed(c->journal, ns);
	return ns;
}

void as_conductor_write_down(struct as_conductor *c)
{
	if (as_conductor_is_recorded(c, c->order)) /* the journal is ahead of us */
		return;
	as_journal_plan(c->journal, c->x);
	as_journal_sync(c->journal);
}

static enum as_status other_plan(const struct as_conductor *c, size_t subject, uint32_t order,
	struct as_err *err)
{
	return as_fail(err, AS_ERR_DATA,
		"cannot go on with the experiment: unit %" PRIu32
		" of its record is not the one of '%.200s' that comes next by its plan; measure "
		"it anew",
		order, c->x->subjects[subject].name);
}

/* The recorded unit that is number *next of its level, if it is the one that was to come. */
static enum as_status take(struct as_conductor *c, size_t subject, enum as_level_index level,
	const struct as_unit *expected, size_t *next, struct as_err *err)
{
	const struct as_level *l = &c->replay->x->subjects[subject].levels[level];
	const struct as_unit u = *next < l->n ? as_unit_at(l, *next) : (struct as_unit){0};

	if (*next >= l->n || u.order != expected->order || u.round != expected->round ||
		u.seed != expected->seed)
		return other_plan(c, subject, expected->order, err);
	return as_experiment_take_unit(c->x, c->replay->x, subject, level, (*next)++, err);
}

enum as_status as_conductor_take_execution(struct as_conductor *c, const struct as_task *task,
	struct as_err *err)
{
	struct as_runner *run = &c->runners[task->subject];
	const struct as_unit expected = {
		.order = task->order, .round = task->round, .seed = task->seed};
	enum as_status st = take(c, task->subject, AS_LEVEL_EXECUTION, &expected,
		&run->executions_taken, err);

	if (st)
		return st;
	const struct as_subject *s = &c->x->subjects[task->subject];
	size_t unit = s->levels[AS_LEVEL_EXECUTION].n - 1;
	const struct as_range range = as_iterations_of(s, unit);
	run->reports = run->reports || range.to > range.from;
	as_conductor_count(c, task, unit);
	if (task->first && as_subject_left_out(s))
		as_conductor_leave(c, task);
	return AS_OK;
}

enum as_status as_conductor_take_build(struct as_conductor *c, size_t subject, uint32_t order,
	uint64_t seed, struct as_err *err)
{
	const struct as_unit expected = {.order = order, .round = AS_NO_ROUND, .seed = seed};

	return take(c, subject, AS_LEVEL_BUILD, &expected, &c->runners[subject].builds_taken, err);
}

enum as_status as_conductor_check_subjects(const struct as_conductor *c, struct as_err *err)
{
	const size_t then = c->replay ? c->replay->x->n_subjects : 0, now = c->x->n_subjects;

	if (!c->replay || then == now || (then < now && c->with->asking))
		return AS_OK;
	return as_fail(err, AS_ERR_DATA,
		"cannot go on with the experiment: it has %zu commands, and its command line makes "
		"%zu; measure it anew", then, now);
}

/* What is known of a subject besides its units. */
static enum as_status take_subject(struct as_conductor *c, size_t i, struct as_err *err)
{
	const struct as_subject *o = &c->replay->x->subjects[i];
	struct as_subject *s = &c->x->subjects[i];

	if (strcmp(s->name, o->name) != 0 || strcmp(s->command, o->command) != 0)
		return other_plan(c, i, 0, err);
	s->shell_cost_ns = o->shell_cost_ns;
	s->leftovers = o->leftovers;
	s->benchmark = as_arena_strdup(&c->x->arena, o->benchmark);
	return as_version_copy(&c->x->arena, &o->version, &s->version) ? AS_OK
								       : as_fail_memory(err);
}

enum as_status as_conductor_take_subjects(struct as_conductor *c, size_t from, size_t to,
	struct as_err *err)
{
	const struct as_experiment *old = c->replay->x;
	enum as_status st = AS_OK;
	size_t metric = 0;

	for (size_t m = 0; m < old->n_metrics && !st; m++)
		st = as_experiment_metric(c->x, &old->metrics[m], &metric, err);
	for (size_t i = from; i < to && i < old->n_subjects && !st; i++)
		st = take_subject(c, i, err);
	return st;
}

enum as_status as_conductor_go_live(struct as_conductor *c, struct as_err *err)
{
	enum as_status st = AS_OK;

	if (c->live)
		return AS_OK;
	c->live = true;
	if (!c->replay)
		return AS_OK;
	c->begun_ns = as_clock_now() - c->replay->elapsed_ns;
	c->rounds_ns = c->begun_ns;
	st = as_conductor_note_resumed(c, err);
	if (!st && c->late_setup != AS_NO_HOOK)
		st = as_conductor_run_aside(c, c->late_setup, "setup", err);
	c->late_setup = AS_NO_HOOK;
	return st;
}
