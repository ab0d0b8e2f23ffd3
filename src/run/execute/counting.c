/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/execute/counting.h"

/* Executions under Valgrind: before those of a build that are timed, so that these follow one
 * another undisturbed. What was counted is theirs, one after the other. */
#include "run/conductor.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "clock/clock.h"
#include "run/execute/launches.h"

enum {
	SLOWER = 100,    /* than alone: so much longer it may take than --timeout says */
	/* What part of the budget all that are counted may take, to have one more that a verdict
	 * takes, or another. */
	VERDICT_SHARE = 2,
	BUDGET_SHARE = 4,
	VERDICT_BUILDS = 5,
};

/* One execution to be counted, and what has come of it. */
struct counting {
	size_t subject, build;
	const struct as_cell *cell;
	const char *folder;
	bool marks;
	double v[AS_COUNTED_ROWS];
};

static enum as_status launch(struct as_conductor *c, const struct as_launch *l,
	struct as_launched *out, struct as_err *err)
{
	enum as_status st = as_conductor_ask(c, l, out, err);

	if (!st)
		as_surroundings_spent(&c->around, (double)(out->use.user_ns + out->use.system_ns));
	return st;
}

static enum as_status run_hook(struct as_conductor *c, size_t subject, uint32_t hook,
	const char *what, struct as_err *err)
{
	const char *const env[] = {c->runners[subject].iteration, NULL};
	const struct as_launch l = {.command = hook, .kind = AS_LAUNCH_HOOK, .env = env};
	struct as_launched r;

	if (hook == AS_NO_HOOK)
		return AS_OK;
	enum as_status st = launch(c, &l, &r, err);
	if (st)
		return st;
	const struct as_ended e = as_launched_ended(&r);
	if (e.ending == AS_ENDED_OK || e.ending == AS_ENDED_CANCELLED)
		return AS_OK;
	as_fail(err, AS_ERR_BENCH, "the --%s command of '%.250s' failed before an execution that "
		"Valgrind counts", what, c->x->subjects[subject].name);
	as_err_keep_output(err, r.tail, r.tail_bytes);
	return AS_ERR_BENCH;
}

/* The words of the build under Valgrind, registered. */
static enum as_status prepare(struct as_conductor *c, const struct counting *k, uint32_t *id,
	struct as_err *err)
{
	const struct as_callgrind_ask ask = {.valgrind = c->chosen.counted.valgrind,
		.folder = k->folder,
		.caches = c->chosen.counted.asked[AS_COUNTED_CYCLES],
		.marks = k->marks};
	struct as_command_spec spec = c->runners[k->subject].spec;

	spec.path = ask.valgrind;
	spec.argv = as_callgrind_words(&ask, k->cell->path,
		k->cell->select ? k->cell->select : k->cell->argv, &c->x->arena);
	spec.n_events = 0;
	if (spec.out.kind == AS_STREAM_NULL)
		spec.out.kind = AS_STREAM_CAPTURE;
	if (spec.err.kind == AS_STREAM_NULL)
		spec.err.kind = AS_STREAM_CAPTURE;
	return spec.argv ? as_spawner_prepare(c->spawner, &spec, id, err) : as_fail_memory(err);
}

/* Operations that it reported and that count; 1 where it reports none. */
static double operations_of(const struct as_report *r)
{
	double sum = 0;

	for (size_t i = 0; i < r->n; i++)
		if (r->role[i] == AS_ROLE_MEASURED)
			sum += r->ops ? (double)r->ops[i] : 1;
	return sum > 0 ? sum : 1;
}

/* What was counted between marks is of all the operations that it reported. */
static enum as_status per_operation(struct as_conductor *c, const struct counting *k,
	const char *path, double *n, struct as_err *why)
{
	struct as_report report = {0};
	enum as_status st = AS_OK;

	*n = 1;
	if (k->marks) {
		st = as_conductor_read_told(c, k->subject, path, &report, why);
		*n = operations_of(&report);
		as_report_release(&report);
	}
	return st;
}

static enum as_status keep_counts(struct as_conductor *c, struct counting *k, const char *path,
	struct as_err *why)
{
	struct as_callgrind_counts counts;
	double n = 1;
	enum as_status st = as_callgrind_read(k->folder, &counts, why);

	if (!st)
		st = per_operation(c, k, path, &n, why);
	k->v[AS_COUNTED_INSTRUCTIONS] = counts.instructions / n;
	k->v[AS_COUNTED_CYCLES] = as_callgrind_cycles(&counts) / n;
	return st;
}

static void say_failed(const struct as_conductor *c, const struct counting *k,
	const struct as_launched *r, struct as_err *why)
{
	const struct as_launch_subject what = {.name = c->x->subjects[k->subject].name,
		.spec = &c->runners[k->subject].spec,
		.timeout_ns = c->r->what.timeout_ns * SLOWER};
	struct as_err said = {0};

	why->code = as_launch_explain(&what, r, &said);
	as_fail(why, AS_ERR_BENCH, "under Valgrind %s", said.msg);
}

/* One execution with its hooks around it; *why has a clause where it could not be counted. */
static enum as_status count_once(struct as_conductor *c, struct counting *k, struct as_err *why,
	struct as_err *err)
{
	struct as_runner *run = &c->runners[k->subject];
	struct as_execution_env env;
	struct as_launched r;
	uint32_t id = 0;
	enum as_status st = prepare(c, k, &id, err);

	snprintf(run->iteration, sizeof run->iteration, "HYPERFINE_ITERATION=counted-0");
	as_conductor_env_of(c, k->subject, AS_IN_FLIGHT_MAX, &env);
	const struct as_launch l = {.command = id, .timeout_ns = c->r->what.timeout_ns * SLOWER,
		.env = env.v};
	if (!st)
		st = run_hook(c, k->subject, run->prepare, "prepare", err);
	if (!st)
		st = launch(c, &l, &r, err);
	if (st)
		return st;
	const struct as_ended e = as_launched_ended(&r);
	if (e.ending == AS_ENDED_CANCELLED)
		return AS_OK;
	if (e.ending != AS_ENDED_OK && !as_conductor_forgives(c, e))
		say_failed(c, k, &r, why);
	else if (keep_counts(c, k, env.path, why) == AS_ERR_MEM)
		return as_fail_memory(err);
	st = as_reporter_remove(env.path, err);
	return st ? st : run_hook(c, k->subject, run->conclude, "conclude", err);
}

/* A program that reports without our marks is counted whole. */
static enum as_status count_one(struct as_conductor *c, struct counting *k, struct as_err *why,
	struct as_err *err)
{
	struct as_runner *run = &c->runners[k->subject];

	k->marks = run->reports && !run->unmarked;
	enum as_status st = count_once(c, k, why, err);
	if (st || why->code || !k->marks || k->v[AS_COUNTED_INSTRUCTIONS] > 0)
		return st;
	run->unmarked = true;
	k->marks = false;
	return count_once(c, k, why, err);
}

/* It cannot be counted: a fact, or the end where everything hangs on it. */
static enum as_status miss(struct as_conductor *c, const struct counting *k,
	const struct as_err *why, struct as_err *err)
{
	const char *words = as_arena_printf(&c->x->arena, "'%.200s' could not be counted: %s",
		c->x->subjects[k->subject].name, why->msg);
	enum as_status st = words ? AS_OK : as_fail_memory(err);

	if (!st && c->chosen.counted.each)
		return as_fail(err, AS_ERR_BENCH,
			"cannot count the instructions of '%.200s': %s",
			c->x->subjects[k->subject].name, why->msg);
	for (size_t row = 0; row < AS_COUNTED_ROWS && !st; row++)
		if (c->chosen.counted.asked[row])
			st = as_chosen_state(c->x, as_counted_metrics[row].name, words, err);
	if (!st)
		as_journal_machine(c->journal, c->x);
	return st;
}

/* What executions of the build have already, which were measured before an interruption. */
static size_t known(const struct as_conductor *c, const struct as_step *step)
{
	const struct as_subject *s = &c->x->subjects[step->subject];
	const struct as_level *l = &s->levels[AS_LEVEL_EXECUTION];
	const struct as_counted *of = &c->chosen.counted;
	const size_t row = of->asked[AS_COUNTED_INSTRUCTIONS] ? AS_COUNTED_INSTRUCTIONS
							       : AS_COUNTED_CYCLES;
	const struct as_column *col =
		as_subject_column(s, AS_LEVEL_EXECUTION, of->number[row]);
	size_t n = 0;

	for (size_t i = 0; col && i < l->n; i++)
		n += as_unit_parent(l, i) == step->build && !isnan(as_column_at(col, i));
	return n;
}

/* Whether one more is to be made for the build: without builds as many as a verdict on pairs takes,
 * else one of each build, until all of them have taken their part of the budget. The builds that a
 * verdict takes may have more of it: a gate on a count is decided by them. */
static bool wants(const struct as_conductor *c, const struct as_step *step,
	const struct as_cell_counts *n, size_t before)
{
	const struct as_counted *of = &c->chosen.counted;
	const bool builds = c->x->plan.builds > 1;
	const uint32_t planned = c->r->amount.runs;
	const size_t had = before + n->n,
		     enough = builds                                    ? 1
			: planned && planned < AS_COUNTED_EXECUTIONS ? planned
								     : AS_COUNTED_EXECUTIONS;
	const int64_t share = builds && step->cell >= VERDICT_BUILDS ? BUDGET_SHARE : VERDICT_SHARE;
	const int64_t budget = c->r->amount.budget_ns
		? c->r->amount.budget_ns : AS_BUDGET_EACH_NS * (int64_t)c->r->what.n_commands;

	if (n->over || c->cancelled)
		return false;
	if (of->each)
		return n->n == n->taken;
	if (!step->cell && !had)
		return true;
	return had < enough && of->spent_ns < budget / share;
}

static const char *folder_of(struct as_conductor *c)
{
	const char *path = as_arena_printf(&c->x->arena, "%s/counts", c->scratch.path);

	return path && (!mkdir(path, 0700) || errno == EEXIST) ? path : NULL;
}

/* All that is to be counted for the build now. */
static enum as_status count_all(struct as_conductor *c, const struct as_step *step,
	struct counting *k, struct as_err *err)
{
	struct as_cell_counts *n = &c->runners[step->subject].cells[step->cell].counts;
	const size_t before = known(c, step);
	enum as_status st = AS_OK;

	while (!st && wants(c, step, n, before)) {
		struct as_err why = {0};
		const int64_t begun = as_clock_now();
		st = count_one(c, k, &why, err);
		c->chosen.counted.spent_ns += as_clock_now() - begun;
		if (!st && why.code)
			st = miss(c, k, &why, err);
		else if (!st && !c->cancelled)
			memcpy(n->v[n->n++ % AS_COUNTED_EXECUTIONS], k->v, sizeof k->v);
		n->over = why.code != AS_OK;
		as_conductor_tick(c);
	}
	n->over |= !c->chosen.counted.each;
	return st;
}

/* Executions that a plan is made from have what is planned for. */
static bool has_counts(const struct as_counted *of, enum as_role role)
{
	return role == AS_ROLE_MEASURED || (of->each && role == AS_ROLE_DIMENSIONING);
}

enum as_status as_conductor_count_work(struct as_conductor *c, struct as_task *task,
	struct as_err *err)
{
	const struct as_step *step = &task->step;
	const struct as_cell *cell = &c->runners[step->subject].cells[step->cell];
	struct counting k = {.subject = step->subject, .build = step->build, .cell = cell};
	struct as_counted *of = &c->chosen.counted;

	if (!of->valgrind || cell->counts.over || !has_counts(of, step->role))
		return AS_OK;
	k.folder = folder_of(c);
	enum as_status st = k.folder ? as_conductor_drain(c, 0, err) : as_fail_memory(err);
	if (!st)
		st = as_conductor_go_live(c, step->order, err);
	const int64_t begun = as_clock_now();
	if (!st)
		st = count_all(c, step, &k, err);
	const int64_t spent_ns = as_clock_now() - begun;
	task->counted_ns = of->each ? spent_ns : 0;
	return st;
}

enum as_status as_conductor_take_work(struct as_conductor *c, const struct as_step *step,
	size_t unit, struct as_err *err)
{
	struct as_cell_counts *n = &c->runners[step->subject].cells[step->cell].counts;
	const struct as_counted *of = &c->chosen.counted;
	enum as_status st = AS_OK;

	if (!has_counts(of, step->role) || n->taken == n->n)
		return AS_OK;
	const double *v = n->v[n->taken++ % AS_COUNTED_EXECUTIONS];
	for (size_t row = 0; row < AS_COUNTED_ROWS && !st; row++)
		if (of->asked[row])
			st = as_subject_set(&c->x->subjects[step->subject], AS_LEVEL_EXECUTION,
				unit, of->number[row], v[row], err);
	return st;
}
