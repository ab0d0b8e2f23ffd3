/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/execute/execution.h"

/* One execution, with all that is around it. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "clock/clock.h"
#include "run/conductor.h"
#include "run/resuming.h"
#include "stat/dist/random.h"
#include "run/conditions/loaded.h"
#include "run/execute/counting.h"
#include "run/execute/grouping.h"
#include "run/execute/launches.h"
#include "run/execute/record.h"

enum {
	QUEUE_AHEAD = 2,  /* the spawner never waits for us, */
	QUEUE_SHORT = 12, /* which hears of short ones several at a time */
};

/* Surroundings are read while nothing is timed: what is queued is waited for, before an execution
 * that is the last one of a window and, *alone, after it. */
static enum as_status read_surroundings(struct as_conductor *c, const struct as_task *task,
	bool *alone, struct as_err *err)
{
	const struct as_step *step = &task->step;
	const int64_t expected = step->first ? INT64_MAX : c->runners[step->subject].last_ns;

	if (!as_surroundings_due(&c->around, expected))
		return AS_OK;
	enum as_status st = as_conductor_drain(c, 0, err);
	if (st)
		return st;
	as_surroundings_before(&c->around, expected);
	*alone = true;
	return AS_OK;
}

void as_conductor_launch_of(struct as_conductor *c, struct as_task *task,
	struct as_execution_launch *out)
{
	const struct as_runner *run = &c->runners[task->step.subject];
	const struct as_cell *cell = &run->cells[task->step.cell];
	bool silent = task->step.role != AS_ROLE_WARMUP; /* its output goes where it was asked to */
	const bool google = c->r->what.commands[task->step.subject].speaks == AS_SPEAKS_GOOGLE;
	const uint32_t parallel = c->r->conditions.parallel;

	out->copy_env[0] = c->load.report;
	out->copy_env[1] = google ? "BENCHMARK_OUT=/dev/null" : NULL;
	out->copy_env[2] = NULL;
	task->report_slot = (int)(task->step.order % AS_IN_FLIGHT_MAX);
	as_conductor_env_of(c, task->step.subject, task->report_slot, &out->env);
	out->launch = (struct as_launch){
		.token = task->step.order,
		.command = silent ? cell->measured : cell->captured,
		.timeout_ns = c->r->what.timeout_ns,
		.env = out->env.v,
		.argv = cell->select,
		.group = as_chosen_group(&c->chosen, task->step.order, out->group),
		.copies = parallel ? parallel - 1 : 0,
		.copy_env = out->copy_env,
		.padding_bytes = c->r->building.randomize & AS_RANDOMIZE_ENVIRONMENT
			? as_random_padding(task->step.seed) : 0,
	};
}

static enum as_status launch_execution(struct as_conductor *c, struct as_task *task,
	struct as_err *err)
{
	struct as_execution_launch what;

	as_conductor_launch_of(c, task, &what);
	return as_conductor_queue(c, &what.launch, task, err);
}

/* Before its --prepare, which may be there for what it has just done. */
static enum as_status wait_before(struct as_conductor *c, struct as_task *task, struct as_err *err)
{
	if (task->step.role == AS_ROLE_WARMUP || as_conductor_is_recorded(c, task->step.order))
		return AS_OK;
	return as_conductor_wait(c, task->step.seed, &task->pause_ns, err);
}

/* Its hooks have the same: --prepare 'cp in-$HYPERFINE_ITERATION in'. */
static void count_execution(struct as_runner *run, bool measured, uint32_t first)
{
	uint32_t number = measured ? first + run->executions++ : run->warmups++;

	snprintf(run->iteration, sizeof run->iteration, "HYPERFINE_ITERATION=%s%" PRIu32,
		measured ? "" : "warmup-", number);
}

/* How many may be queued with one more of it. */
static size_t ahead_of(const struct as_runner *run)
{
	bool is_short = run->last_ns && run->last_ns < (int64_t)AS_SPAWN_SHORT_US * 1000;

	return is_short ? QUEUE_SHORT : QUEUE_AHEAD;
}

enum as_status as_conductor_hook_of(struct as_conductor *c, const struct as_step *step, bool before,
	struct as_err *err)
{
	const struct as_runner *run = &c->runners[step->subject];
	const uint32_t apart = step->beside ? 2 : 1;
	const struct as_hook_step hook = {.command = before ? run->prepare : run->conclude,
		.what = before ? "prepare" : "conclude",
		.subject = step->subject,
		.order = before ? step->order - apart : step->order + apart,
		.over = before ? step->order : step->order + apart};

	return as_conductor_hook(c, &hook, err);
}

/* What is in place now need not be what was built there before an interruption. */
static enum as_status check_in_place(struct as_conductor *c, const struct as_step *step,
	struct as_err *err)
{
	const struct as_subject *s = &c->x->subjects[step->subject];
	const struct as_level *builds = &s->levels[AS_LEVEL_BUILD];

	if (c->x->plan.builds_state != AS_BUILDS_IN_PLACE || step->build >= builds->n ||
		!as_conductor_is_recorded(c, as_unit_order(builds, step->build)) ||
		as_conductor_is_recorded(c, step->order))
		return AS_OK;
	return as_fail(err, AS_ERR_REFUSED,
		"cannot go on: build %zu of '%.200s' was made in place, so that no copy of it is "
		"there, and it still lacks executions; measure anew, or name what it makes with "
		"--artifact",
		step->build + 1, s->name);
}

enum as_status as_conductor_take_execution(struct as_conductor *c, const struct as_step *step,
	struct as_err *err)
{
	enum as_status st = as_conductor_take_unit(c, step, err);
	const struct as_subject *s = &c->x->subjects[step->subject];

	if (st)
		return st;
	const size_t unit = s->levels[AS_LEVEL_EXECUTION].n - 1;
	const struct as_range range = as_iterations_of(s, unit);
	c->runners[step->subject].reports |= range.to > range.from;
	return as_conductor_count(c, step, unit, err);
}

void as_conductor_note_round(struct as_conductor *c, const struct as_step *step)
{
	const bool of_round =
		step->role != AS_ROLE_WARMUP && step->role != AS_ROLE_DIMENSIONING;
	const uint32_t round = of_round ? step->round : AS_NO_ROUND;

	if (round == c->pace.round)
		return;
	if (c->pace.round != AS_NO_ROUND)
		as_conductor_write_down(c, step->order);
	else
		c->pace.rounds_ns = as_clock_now();
	c->pace.round = round;
}

enum as_status as_conductor_make_ready(struct as_conductor *c, struct as_task *task, bool *alone,
	struct as_err *err)
{
	const struct as_step *step = &task->step;
	struct as_runner *run = &c->runners[step->subject];
	const bool recorded = as_conductor_is_recorded(c, step->order);
	enum as_status st = as_conductor_drain(c, *alone ? 0 : ahead_of(run) - 1, err);

	if (!st)
		st = check_in_place(c, step, err);
	if (!st)
		st = as_conductor_place(c, step->subject, err);
	if (!st && !recorded)
		st = as_conductor_count_work(c, task, err);
	if (!st)
		st = wait_before(c, task, err);
	if (!st && !c->cancelled) {
		count_execution(run, step->role == AS_ROLE_MEASURED, c->r->amount.first_execution);
		st = as_conductor_hook_of(c, step, true, err);
	}
	if (!st && !recorded)
		st = as_conductor_have_group(c, ahead_of(run), err);
	return st || recorded ? st : read_surroundings(c, task, alone, err);
}

enum as_status as_conductor_execute(struct as_conductor *c, const struct as_step *step,
	struct as_err *err)
{
	const struct as_runner *run = &c->runners[step->subject];
	const bool recorded = as_conductor_is_recorded(c, step->order);
	const bool hooks = run->prepare != AS_NO_HOOK || run->conclude != AS_NO_HOOK ||
		run->check != AS_NO_HOOK || as_chosen_alone(&c->chosen);
	bool alone = hooks || step->first || run->reports;
	struct as_task task = {.ended = as_conductor_record, .step = *step};

	as_conductor_note_round(c, step);
	enum as_status st = as_conductor_make_ready(c, &task, &alone, err);
	if (st || c->cancelled)
		return st;
	st = recorded ? as_conductor_take_execution(c, step, err) : launch_execution(c, &task, err);
	if (!st && alone && !recorded)
		st = as_conductor_drain(c, 0, err);
	return st ? st : as_conductor_hook_of(c, step, false, err);
}
