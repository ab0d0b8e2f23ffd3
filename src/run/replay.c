/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/replay.h"

#include <inttypes.h>
#include <string.h>

#include "clock/clock.h"
#include "model/joined/transfer.h"
#include "run/conductor.h"
#include "run/resuming.h"

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

bool as_conductor_is_recorded(const struct as_conductor *c, uint32_t order)
{
	return c->replay && order < c->replay->next_order;
}

void as_conductor_write_down(struct as_conductor *c, uint32_t order)
{
	if (as_conductor_is_recorded(c, order)) /* the journal is ahead of us */
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

enum as_status as_conductor_take_unit(struct as_conductor *c, const struct as_step *step,
	struct as_err *err)
{
	const enum as_level_index level =
		step->kind == AS_STEP_BUILD ? AS_LEVEL_BUILD : AS_LEVEL_EXECUTION;
	const struct as_level *l = &c->replay->x->subjects[step->subject].levels[level];
	const size_t next = c->x->subjects[step->subject].levels[level].n;
	const struct as_unit u = next < l->n ? as_unit_at(l, next) : (struct as_unit){0};

	if (next >= l->n || u.order != step->order || u.round != step->round ||
		u.seed != step->seed)
		return other_plan(c, step->subject, step->order, err);
	return as_experiment_take_unit(c->x, c->replay->x, step->subject, level, next, err);
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
