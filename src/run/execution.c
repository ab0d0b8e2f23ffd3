/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/conductor.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "clock/clock.h"
#include "run/interrupt.h"
#include "run/spawner/wait_status.h"
#include "stat/dist/dist.h"
#include "stat/dist/random.h"

enum {
	QUEUE_AHEAD = 2,       /* the spawner never waits for us, */
	QUEUE_SHORT = 12,      /* which hears of short ones several at a time */
	TICK_NS = 50000000,    /* progress is shown this often at least */
};

bool as_conductor_stopping(const struct as_conductor *c)
{
	return c->cancelled;
}

void as_conductor_report_path(const struct as_conductor *c, int slot,
	char path[static AS_REPORT_PATH_BYTES])
{
	snprintf(path, AS_REPORT_PATH_BYTES, "%s/report%02d", c->scratch.path, slot);
}

/* Say what is done in a task; nothing may be running when it is next told. */
static void name_task(struct as_conductor *c, const struct as_task *t)
{
	c->state.name = c->x->subjects[t->subject].name;
	if (t->kind == AS_TASK_EXECUTION)
		c->state.doing = t->role == AS_ROLE_MEASURED ? "measuring"
			: t->role == AS_ROLE_WARMUP ? "warm-up" : "dimensioning";
}

/* What runs is the oldest of what is queued. */
static void look_at_running(struct as_conductor *c, int64_t now)
{
	const struct as_task *t = &c->tasks[c->task_head];

	c->state.running_s = 0;
	if (!c->n_tasks)
		return;
	const struct as_runner *run = &c->runners[t->subject];
	double factor = 0;
	c->state.mean = run->n ? run->mean : (double)NAN;
	c->state.half_width = (double)NAN;
	if (run->n > 2 && !as_t_factor(c->x->plan.confidence, (double)(run->n - 1), &factor))
		c->state.half_width = factor *
			sqrt(run->squares / (double)(run->n - 1) / (double)run->n) / run->mean;
	c->state.running_s = (double)(now - t->queued_ns) / 1e9;
	name_task(c, t);
}

/* Rounds done, and the time of those to come at the pace of what has ended. */
static void look_at_rounds(struct as_conductor *c, int64_t now)
{
	double size = (double)as_conductor_round_size(c), rounds = size > 0 ? c->ended / size : 0;

	c->state.done = (size_t)rounds;
	c->state.remaining_s = (double)NAN;
	if (!(rounds >= 1) || !c->target)
		return;
	double pace = ((double)(now - c->rounds_ns) / 1e9 - c->state.running_s) / rounds;
	c->state.remaining_s = fmax((c->target - rounds) * pace - c->state.running_s, 0);
}

void as_conductor_tick(struct as_conductor *c)
{
	int64_t now = as_clock_now();

	c->state.elapsed_s = (double)(now - c->begun_ns) / 1e9;
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
	return as_fail(err, AS_ERR_INTERRUPTED, "stopped by you, twice: %s what was measured%s%s%s",
		as_experiment_is_of(c->x, "run") ? "assay run --resume goes on with"
						 : "assay list shows",
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
	}
	return AS_OK;
}

static enum as_status hook_ended(struct as_conductor *c, const struct as_task *task,
	const struct as_launched *r, struct as_err *err)
{
	struct as_ended e = as_launched_ended(r);
	const struct as_command *cmd = &c->r->what.commands[task->subject];
	const char *what = task->hook;
	const char *text = !strcmp(what, "meter")      ? c->r->reading.meter
			   : !strcmp(what, "setup")    ? cmd->setup
			   : !strcmp(what, "prepare")  ? cmd->prepare
			   : !strcmp(what, "conclude") ? cmd->conclude
						       : cmd->cleanup;

	if (e.ending == AS_ENDED_OK || e.ending == AS_ENDED_CANCELLED)
		return AS_OK;
	as_conductor_blame(c, task->subject, false, false);
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

/* What came back of a task. One that the machine had no room for leaves no trace: it is still to
 * come when the experiment is gone on with. */
static enum as_status take(struct as_conductor *c, struct as_task *task,
	const struct as_launched *r, struct as_err *err)
{
	char what[300];

	as_surroundings_spent(&c->around, (double)(r->user_ns + r->system_ns));
	if (task->kind == AS_TASK_EXECUTION) {
		c->runners[task->subject].last_ns = r->end_ns - r->begin_ns;
		task->around = c->n_tasks ? as_around_nothing() : as_surroundings_after(&c->around);
	}
	if (task->kind == AS_TASK_HOOK)
		snprintf(what, sizeof what, "the --%s command", task->hook);
	else
		snprintf(what, sizeof what, "%s'%.250s'",
			task->kind == AS_TASK_BUILD ? "the build of " : "",
			c->x->subjects[task->subject].name);
	enum as_status st = as_launch_starved(r, what,
		as_experiment_is_of(c->x, "run") ? ", and assay run --resume goes on" : "", err);
	if (st)
		return st;
	if (task->kind != AS_TASK_HOOK)
		c->last_end_ns = as_clock_now();
	if (task->kind == AS_TASK_EXECUTION)
		return as_conductor_record(c, task, r, err);
	if (task->kind == AS_TASK_HOOK)
		return hook_ended(c, task, r, err);
	c->built = *r;
	return AS_OK;
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

	while (!st && c->n_tasks > most) {
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
			struct as_task task = c->tasks[c->task_head];
			assert(task.order == result.token);
			if (task.kind == AS_TASK_EXECUTION)
				as_chosen_after(&c->chosen);
			c->task_head = (c->task_head + 1) % AS_IN_FLIGHT_MAX;
			c->n_tasks--;
			if (c->n_tasks) /* the next one began to run when this one ended */
				c->tasks[c->task_head].queued_ns = as_clock_now();
			st = take(c, &task, &result, err);
		}
		as_conductor_tick(c);
	}
	return st;
}

static enum as_status queue(struct as_conductor *c, const struct as_launch *launch,
	const struct as_task *task, struct as_err *err)
{
	enum as_status st = as_conductor_drain(c, AS_IN_FLIGHT_MAX - 1, err);

	if (!st)
		st = as_conductor_go_live(c, err);
	if (!st)
		st = as_conductor_note_pause(c, task->order, err);
	if (!st && task->kind == AS_TASK_EXECUTION)
		as_chosen_before(&c->chosen);
	if (!st)
		st = as_spawner_launch(c->spawner, launch, err);
	if (st)
		return st;
	struct as_task *slot = &c->tasks[(c->task_head + c->n_tasks) % AS_IN_FLIGHT_MAX];
	*slot = *task;
	slot->date_ns = as_clock_date();
	slot->queued_ns = as_clock_now();
	if (!c->n_tasks++)
		name_task(c, slot);
	return AS_OK;
}

const char *as_conductor_cwd(const struct as_conductor *c, size_t i)
{
	const struct as_checkout *checkout =
		as_checkout_of(c->with, &c->r->what.commands[i]);

	return checkout ? checkout->cwd : NULL;
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
static bool is_over(struct as_conductor *c, uint32_t command, const char *what)
{
	bool over = as_conductor_is_recorded(c, !strcmp(what, "prepare") ? c->order + 1 : c->order);

	if (over && !strcmp(what, "setup"))
		c->late_setup = command;
	c->order += over;
	return over;
}

enum as_status as_conductor_hook(struct as_conductor *c, size_t subject, uint32_t command,
	const char *what, struct as_err *err)
{
	const char *const env[] = {c->runners[subject].iteration, NULL};

	if (command == AS_NO_HOOK || is_over(c, command, what))
		return AS_OK;
	struct as_launch launch = {.token = c->order, .command = command, .kind = AS_LAUNCH_HOOK,
		.env = !strcmp(what, "prepare") || !strcmp(what, "conclude") ? env : NULL};
	struct as_task task = {.kind = AS_TASK_HOOK, .hook = what, .subject = subject,
		.order = c->order++};
	enum as_status st = as_conductor_place(c, subject, err);
	if (!st)
		st = queue(c, &launch, &task, err);
	if (!st)
		st = as_conductor_drain(c, 0, err);
	if (!st)
		as_journal_hook(c->journal, task.order);
	return st;
}

/* Launch it outside of the queue, and wait. */
static enum as_status ask(struct as_conductor *c, const struct as_launch *launch,
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
	struct as_task task = {.kind = AS_TASK_HOOK, .hook = what, .subject = c->from};
	struct as_launched result;
	enum as_status st = ask(c, &launch, &result, err);

	return st ? st : take(c, &task, &result, err);
}

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
	const struct as_runner *run = &c->runners[task->subject];
	const char *const env[] = {run->iteration, NULL};
	struct as_launch launch = {.command = run->check, .kind = AS_LAUNCH_HOOK, .env = env};
	struct as_launched result;
	enum as_status st = ask(c, &launch, &result, err);

	if (st)
		return st;
	struct as_ended how = as_launched_ended(&result);
	as_surroundings_spent(&c->around, (double)(result.user_ns + result.system_ns));
	if (how.ending == AS_ENDED_CANCELLED)
		*e = how;
	else if (how.ending != AS_ENDED_OK) {
		blame(&c->r->what.commands[task->subject], &result, how, why);
		e->ending = AS_ENDED_REPORT;
	}
	return AS_OK;
}

enum as_status as_conductor_run_build(struct as_conductor *c, size_t subject,
	const struct as_launch *launch, struct as_launched *out, struct as_err *err)
{
	struct as_task task = {.kind = AS_TASK_BUILD, .subject = subject, .order = c->order++};
	struct as_launch numbered = *launch;
	enum as_status st = as_conductor_drain(c, 0, err);

	numbered.token = task.order;
	c->state.name = c->x->subjects[subject].name;
	c->state.doing = "building";
	if (!st)
		st = queue(c, &numbered, &task, err);
	if (!st)
		st = as_conductor_drain(c, 0, err);
	*out = c->built;
	return st;
}

/* Surroundings are read while nothing is timed: what is queued is waited for, before an execution
 * that is the last one of a window and, *alone, after it. */
static enum as_status read_surroundings(struct as_conductor *c, const struct as_task *task,
	bool *alone, struct as_err *err)
{
	const int64_t expected = task->first ? INT64_MAX : c->runners[task->subject].last_ns;

	if (!as_surroundings_due(&c->around, expected))
		return AS_OK;
	enum as_status st = as_conductor_drain(c, 0, err);
	if (st)
		return st;
	as_surroundings_before(&c->around, expected);
	*alone = true;
	return AS_OK;
}

static uint64_t seed_of(const struct as_conductor *c, uint32_t order)
{
	struct as_random random;

	as_random_init(&random, c->x->plan.seed, AS_RANDOM_SEED, order);
	return as_random_u64(&random);
}

static enum as_status launch_execution(struct as_conductor *c, struct as_task *task,
	struct as_err *err)
{
	const struct as_runner *run = &c->runners[task->subject];
	const struct as_cell *cell = &run->cells[task->build];
	bool silent = task->role != AS_ROLE_WARMUP; /* its output goes where it was asked to */
	char path[AS_REPORT_PATH_BYTES], report[AS_REPORT_PATH_BYTES + 16], group[PATH_MAX];
	const bool google = c->r->what.commands[task->subject].speaks == AS_SPEAKS_GOOGLE;
	const char *env[AS_SELECT_VARIABLES + 3] = {run->iteration, report};
	const char *const copy_env[] = {
		c->load_report, google ? "BENCHMARK_OUT=/dev/null" : NULL, NULL};
	const uint32_t parallel = c->r->conditions.parallel;

	task->report_slot = (int)(task->order % AS_IN_FLIGHT_MAX);
	as_conductor_report_path(c, task->report_slot, path);
	snprintf(report, sizeof report, "%s=%s", google ? "BENCHMARK_OUT" : "ASSAY_REPORT", path);
	memcpy(env + 2, run->select, sizeof run->select);
	struct as_launch launch = {
		.token = task->order,
		.command = silent ? cell->measured : cell->captured,
		.timeout_ns = c->r->what.timeout_ns,
		.env = env,
		.argv = cell->select,
		.group = as_chosen_group(&c->chosen, task->order, group),
		.copies = parallel ? parallel - 1 : 0,
		.copy_env = copy_env,
		.padding_bytes = c->r->building.randomize & AS_RANDOMIZE_ENVIRONMENT
			? as_random_padding(task->seed) : 0,
	};
	return queue(c, &launch, task, err);
}

/* Before its --prepare, which may be there for what it has just done. */
static enum as_status wait_before(struct as_conductor *c, struct as_task *task, struct as_err *err)
{
	uint32_t order = c->order + (c->runners[task->subject].prepare != AS_NO_HOOK);

	if (task->role == AS_ROLE_WARMUP || as_conductor_is_recorded(c, order))
		return AS_OK;
	return as_conductor_wait(c, seed_of(c, order), &task->pause_ns, err);
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

enum as_status as_conductor_execute(struct as_conductor *c, size_t subject, size_t build,
	enum as_role role, uint32_t round, struct as_err *err)
{
	struct as_runner *run = &c->runners[subject];
	bool hooks = run->prepare != AS_NO_HOOK || run->conclude != AS_NO_HOOK ||
		run->check != AS_NO_HOOK || as_chosen_alone(&c->chosen);
	bool first = !run->warmups && !run->executions;
	bool alone = hooks || first || run->reports;
	struct as_task task = {.subject = subject, .build = build, .role = role, .round = round,
		.first = first};

	if (run->left_out)
		return AS_OK;
	enum as_status st = as_conductor_drain(c, alone ? 0 : ahead_of(run) - 1, err);
	if (!st)
		st = as_conductor_place(c, subject, err);
	if (!st)
		st = as_conductor_set_up(c, subject, err);
	if (!st)
		st = wait_before(c, &task, err);
	if (!st && !c->cancelled) {
		count_execution(run, role == AS_ROLE_MEASURED, c->r->amount.first_execution);
		st = as_conductor_hook(c, subject, run->prepare, "prepare", err);
	}
	if (!st && !as_conductor_is_recorded(c, c->order))
		st = as_conductor_have_group(c, ahead_of(run), err);
	if (!st && !as_conductor_is_recorded(c, c->order))
		st = read_surroundings(c, &task, &alone, err);
	if (st || c->cancelled)
		return st;
	task.order = c->order++;
	task.seed = seed_of(c, task.order);
	if (as_conductor_is_recorded(c, task.order)) {
		st = as_conductor_take_execution(c, &task, err);
		alone = false;
	} else {
		st = launch_execution(c, &task, err);
	}
	if (!st && alone)
		st = as_conductor_drain(c, 0, err);
	if (!st)
		st = as_conductor_hook(c, subject, run->conclude, "conclude", err);
	return st;
}
