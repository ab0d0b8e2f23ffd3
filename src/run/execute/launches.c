/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/execute/launches.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "clock/clock.h"
#include "run/conductor.h"
#include "run/interrupt.h"
#include "run/resuming.h"
#include "run/spawner/wait_status.h"
#include "stat/dist/dist.h"

enum { TICK_NS = 50000000 }; /* progress is shown this often at least */

/* Say what is done in a task; nothing may be running when it is next told. */
static void name_task(struct as_conductor *c, const struct as_task *t)
{
	c->state.name = c->x->subjects[t->step.subject].name;
	if (t->kind == AS_TASK_EXECUTION)
		c->state.doing = t->step.role == AS_ROLE_WARMUP ? "warm-up"
			: t->step.role == AS_ROLE_DIMENSIONING ? "dimensioning" : "measuring";
}

/* What runs is the oldest of what is queued. */
static void look_at_running(struct as_conductor *c, int64_t now)
{
	const struct as_task *t = &c->flight.tasks[c->flight.head];

	c->state.running_s = 0;
	if (c->seats.n_out)
		c->state.running_s = (double)(now - c->seats.out[0].begun_ns) / 1e9;
	if (!c->flight.n)
		return;
	const struct as_runner *run = &c->runners[t->step.subject];
	double factor = 0;
	c->state.mean = run->n ? run->mean : (double)NAN;
	c->state.half_width = (double)NAN;
	if (run->n > 2 && !as_t_factor(c->x->plan.confidence, (double)(run->n - 1), &factor))
		c->state.half_width = factor *
			sqrt(run->squares / (double)(run->n - 1) / (double)run->n) / run->mean;
	c->state.running_s = (double)(now - t->queued_ns) / 1e9;
	name_task(c, t);
}

/* The time of the builds to come, if they take as long as the last ones: the first of each version
 * compiles, and says nothing of the others. NaN: not known. */
static double builds_left_s(const struct as_conductor *c, const struct as_schedule_progress *p)
{
	const size_t jobs = c->seats.jobs ? c->seats.jobs : 1;
	size_t programs = 0, made = 0;
	double last_s = 0;

	for (size_t i = p->from; i < p->to && i < c->x->n_subjects; i++) {
		const struct as_level *l = &c->x->subjects[i].levels[AS_LEVEL_BUILD];
		if (!as_conductor_makes_builds(c, i))
			continue;
		if (!l->n)
			return (double)NAN;
		programs++;
		made += l->n;
		last_s = fmax(last_s, as_unit_cost_s(l, l->n - 1));
	}
	const double rest = (double)(p->builds * programs) - (double)made;
	const double at_once = (double)(jobs < programs ? jobs : programs);
	return rest > 0 ? fmax(rest * last_s / at_once - c->state.running_s, 0) : (double)NAN;
}

/* Rounds done, and the time of those to come at the pace of what has ended. */
static void look_at_rounds(struct as_conductor *c, int64_t now)
{
	const struct as_schedule_progress p = c->schedule ? as_schedule_progress(c->schedule)
		: (struct as_schedule_progress){.planned = 0};
	const double size = (double)p.round_size, rounds = size > 0 ? p.ended / size : 0;

	c->state.done = (size_t)rounds;
	c->state.planned = p.planned;
	c->state.stage1 = p.stage1;
	c->state.builds = p.builds;
	c->state.remaining_s = p.builds ? builds_left_s(c, &p) : (double)NAN;
	if (!(rounds >= 1) || !p.target)
		return;
	double pace = ((double)(now - c->pace.rounds_ns) / 1e9 - c->state.running_s) / rounds;
	c->state.remaining_s = fmax((p.target - rounds) * pace - c->state.running_s, 0);
}

void as_conductor_tick(struct as_conductor *c)
{
	int64_t now = as_clock_now();

	c->state.elapsed_s = (double)(now - c->pace.begun_ns) / 1e9;
	look_at_running(c, now);
	look_at_rounds(c, now);
	as_chosen_meanwhile(&c->chosen);
	c->observer->tick(c->observer->context, &c->state);
}

static enum as_status leave(struct as_conductor *c, struct as_err *err)
{
	if (!as_journal_has_units(c->journal))
		return as_fail(err, AS_ERR_INTERRUPTED,
			"stopped by you, twice: nothing of this experiment was kept");
	bool whole = as_journal_is_whole(c->journal);
	return as_fail(err, AS_ERR_INTERRUPTED,
		"stopped by you, twice: assay run --resume goes on with what was measured%s%s%s",
		whole ? "" : " before the journal failed (",
		whole ? "" : as_journal_error(c->journal), whole ? "" : ")");
}

enum as_status as_conductor_heed_user(struct as_conductor *c, struct as_err *err)
{
	int asked = as_interrupt_count();

	if (asked > 1)
		return leave(c, err);
	if (asked && !c->cancelled) {
		c->cancelled = true;
		as_spawner_cancel(c->spawner);
		if (c->load.duet.second)
			as_spawner_cancel(c->load.duet.second);
	}
	return AS_OK;
}

static enum as_status hook_ended(struct as_conductor *c, const struct as_task *task,
	const struct as_launched *r, struct as_err *err)
{
	struct as_ended e = as_launched_ended(r);
	const struct as_command *cmd = &c->r->what.commands[task->step.subject];
	const char *what = task->hook;
	const char *text = !strcmp(what, "meter")      ? c->r->reading.meter
			   : !strcmp(what, "setup")    ? cmd->setup
			   : !strcmp(what, "prepare")  ? cmd->prepare
			   : !strcmp(what, "conclude") ? cmd->conclude
						       : cmd->cleanup;

	if (e.ending == AS_ENDED_OK || e.ending == AS_ENDED_CANCELLED)
		return AS_OK;
	as_conductor_blame(c, task->step.subject, false, false);
	if (e.ending == AS_ENDED_NOT_STARTED)
		return as_fail(err, AS_ERR_BENCH,
			"cannot start the shell for the --%s command '%s': %s", what, text,
			strerror(e.code));
	if (r->wants_terminal)
		return as_fail(err, AS_ERR_BENCH,
			"the --%s command '%s' failed: it wanted to use the terminal, which "
			"nothing that assay starts can; let it not ask (before sudo, run sudo -v)",
			what, text);
	as_fail(err, AS_ERR_BENCH,
		"the --%s command '%s' failed with %s %d; one that may fail is written '... || "
		"true'",
		what, text, e.ending == AS_ENDED_SIGNAL ? "signal" : "exit status", e.code);
	as_err_keep_output(err, r->tail, r->tail_bytes);
	return AS_ERR_BENCH;
}

static enum as_status build_ended(struct as_conductor *c, const struct as_task *task,
	const struct as_launched *r, struct as_err *err)
{
	(void)task;
	(void)err;
	c->flight.built = *r;
	return AS_OK;
}

/* What came back of a task. One that the machine had no room for leaves no trace: it is still to
 * come when the experiment is gone on with. */
enum as_status as_conductor_take_launched(struct as_conductor *c, struct as_task *task,
	const struct as_launched *r, struct as_err *err)
{
	char what[300];

	as_surroundings_spent(&c->around, (double)(r->use.user_ns + r->use.system_ns));
	if (task->kind == AS_TASK_EXECUTION) {
		c->runners[task->step.subject].last_ns = r->end_ns - r->begin_ns;
		task->around = c->flight.n ? as_around_nothing()
					   : as_surroundings_after(&c->around);
	}
	if (task->kind == AS_TASK_HOOK)
		snprintf(what, sizeof what, "the --%s command", task->hook);
	else
		snprintf(what, sizeof what, "%s'%.250s'",
			task->kind == AS_TASK_BUILD ? "the build of " : "",
			c->x->subjects[task->step.subject].name);
	enum as_status st = as_launch_starved(r, what,
		c->journal ? ", and assay run --resume goes on" : "", err);
	if (st)
		return st;
	if (task->kind != AS_TASK_HOOK)
		c->flight.last_end_ns = as_clock_now();
	return task->ended ? task->ended(c, task, r, err) : AS_OK;
}

/* How long to wait for a result: until progress is to be shown, or memory to be looked at. */
static int64_t patience(const struct as_conductor *c)
{
	int64_t due = as_sampling_due(&c->chosen.sampling), rest;

	if (due == INT64_MAX)
		return TICK_NS;
	rest = due - as_clock_now();
	return rest < 0 ? 0 : rest < TICK_NS ? rest : TICK_NS;
}

enum as_status as_conductor_drain(struct as_conductor *c, size_t most, struct as_err *err)
{
	enum as_status st = AS_OK;

	while (!st && c->flight.n > most) {
		struct as_launched result;
		bool got = false;

		st = as_conductor_heed_user(c, err);
		if (!st)
			st = as_spawner_wait(c->spawner, patience(c), &result, &got, err);
		if (st)
			break;
		if (!got && as_clock_now() >= as_sampling_due(&c->chosen.sampling))
			as_sampling_look(&c->chosen.sampling);
		if (got) {
			struct as_task task = c->flight.tasks[c->flight.head];
			assert(task.step.order == result.token);
			if (task.kind == AS_TASK_EXECUTION)
				as_chosen_after(&c->chosen);
			c->flight.head = (c->flight.head + 1) % AS_IN_FLIGHT_MAX;
			c->flight.n--;
			if (c->flight.n) /* the next one began to run when this one ended */
				c->flight.tasks[c->flight.head].queued_ns = as_clock_now();
			st = as_conductor_take_launched(c, &task, &result, err);
		}
		as_conductor_tick(c);
	}
	return st;
}

/* Before anything is launched: the end of the replay, where set-up has to be run again. */
static enum as_status begin_live(struct as_conductor *c, struct as_err *err)
{
	enum as_status st = AS_OK;

	if (c->flight.live)
		return AS_OK;
	c->flight.live = true;
	if (!c->replay)
		return AS_OK;
	c->pace.begun_ns = as_clock_now() - c->replay->elapsed_ns;
	c->pace.rounds_ns = c->pace.begun_ns;
	st = as_conductor_note_resumed(c, err);
	if (!st && c->flight.late_setup != AS_NO_HOOK)
		st = as_conductor_run_aside(c, c->flight.late_setup, "setup", err);
	c->flight.late_setup = AS_NO_HOOK;
	return st;
}

enum as_status as_conductor_go_live(struct as_conductor *c, uint32_t order, struct as_err *err)
{
	enum as_status st = begin_live(c, err);

	return st ? st : as_conductor_note_pause(c, order, err);
}

enum as_status as_conductor_queue(struct as_conductor *c, const struct as_launch *launch,
	const struct as_task *task, struct as_err *err)
{
	enum as_status st = as_conductor_drain(c, AS_IN_FLIGHT_MAX - 1, err);

	if (!st)
		st = as_conductor_go_live(c, task->step.order, err);
	if (!st && task->kind == AS_TASK_EXECUTION)
		as_chosen_before(&c->chosen);
	if (!st)
		st = as_spawner_launch(c->spawner, launch, err);
	if (st)
		return st;
	struct as_task *slot = &c->flight.tasks[(c->flight.head + c->flight.n) % AS_IN_FLIGHT_MAX];
	*slot = *task;
	slot->date_ns = as_clock_date();
	slot->queued_ns = as_clock_now();
	if (!c->flight.n++)
		name_task(c, slot);
	return AS_OK;
}

enum as_status as_conductor_place(struct as_conductor *c, size_t subject, struct as_err *err)
{
	const struct as_checkout *wanted =
		as_checkout_of(c->with, &c->r->what.commands[subject]);

	if (!wanted || wanted == c->placed)
		return AS_OK;
	enum as_status st = as_conductor_drain(c, 0, err);
	return st ? st : as_checkout_swap(&c->placed, wanted, err);
}

/* A hook that need not be run again: what it prepared, or concluded, is recorded. Set-up is for
 * what comes after it, and is run when something does. */
static bool is_over(struct as_conductor *c, const struct as_hook_step *hook)
{
	bool over = as_conductor_is_recorded(c, hook->over);

	if (over && !strcmp(hook->what, "setup"))
		c->flight.late_setup = hook->command;
	return over;
}

enum as_status as_conductor_hook(struct as_conductor *c, const struct as_hook_step *hook,
	struct as_err *err)
{
	const char *const env[] = {c->runners[hook->subject].iteration, NULL};
	const bool around = !strcmp(hook->what, "prepare") || !strcmp(hook->what, "conclude");

	if (hook->command == AS_NO_HOOK || is_over(c, hook))
		return AS_OK;
	const struct as_launch launch = {.token = hook->order, .command = hook->command,
		.kind = AS_LAUNCH_HOOK, .env = around ? env : NULL};
	const struct as_task task = {.kind = AS_TASK_HOOK, .ended = hook_ended, .hook = hook->what,
		.step = {.subject = hook->subject, .order = hook->order}};
	enum as_status st = as_conductor_place(c, hook->subject, err);
	if (!st)
		st = as_conductor_queue(c, &launch, &task, err);
	if (!st)
		st = as_conductor_drain(c, 0, err);
	if (!st)
		as_journal_hook(c->journal, hook->order);
	return st;
}

enum as_status as_conductor_ask(struct as_conductor *c, const struct as_launch *launch,
	struct as_launched *result, struct as_err *err)
{
	bool got = false;
	enum as_status st = as_spawner_launch(c->spawner, launch, err);

	while (!st && !got) {
		st = as_conductor_heed_user(c, err);
		if (!st)
			st = as_spawner_wait(c->spawner, TICK_NS, result, &got, err);
	}
	return st;
}

enum as_status as_conductor_run_aside(struct as_conductor *c, uint32_t command, const char *what,
	struct as_err *err)
{
	struct as_launch launch = {.command = command, .kind = AS_LAUNCH_HOOK};
	struct as_task task = {.kind = AS_TASK_HOOK, .ended = hook_ended, .hook = what,
		.step.subject = c->schedule ? as_schedule_progress(c->schedule).from : 0};
	struct as_launched result;
	enum as_status st = as_conductor_ask(c, &launch, &result, err);

	return st ? st : as_conductor_take_launched(c, &task, &result, err);
}

enum as_status as_conductor_run_build(struct as_conductor *c, size_t subject,
	const struct as_launch *launch, struct as_launched *out, struct as_err *err)
{
	const struct as_task task = {.kind = AS_TASK_BUILD, .ended = build_ended,
		.step = {.subject = subject, .order = (uint32_t)launch->token}};
	enum as_status st = as_conductor_drain(c, 0, err);

	c->state.name = c->x->subjects[subject].name;
	c->state.doing = "building";
	if (!st)
		st = as_conductor_queue(c, launch, &task, err);
	if (!st)
		st = as_conductor_drain(c, 0, err);
	*out = c->flight.built;
	return st;
}
