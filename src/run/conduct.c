/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/conduct.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "clock/clock.h"
#include "model/kept/derived.h"
#include "run/building.h"
#include "run/conditions/loaded.h"
#include "run/conductor.h"
#include "run/execute/execute_two.h"
#include "run/execute/execution.h"
#include "run/execute/launches.h"
#include "run/interrupt.h"
#include "run/opening.h"
#include "run/prepare.h"

static void nobody_ticks(void *context, const struct as_conduct_state *state)
{
	(void)context;
	(void)state;
}

static void nobody_planned(void *context, const struct as_conduct_state *state,
	const struct as_forecast *forecast)
{
	(void)context;
	(void)state;
	(void)forecast;
}

static const struct as_observer nobody = {.tick = nobody_ticks, .planned = nobody_planned};

size_t as_count_failed_units(const struct as_subject *s, enum as_level_index level)
{
	const struct as_level *l = &s->levels[level];
	const bool all = level == AS_LEVEL_EXECUTION && as_subject_left_out(s);
	size_t n = 0;

	for (size_t e = 0; e < l->n; e++)
		n += (all || as_unit_role(l, e) == AS_ROLE_MEASURED) &&
		     as_ending_failed(as_unit_ending(l, e));
	return n;
}

size_t as_count_failed(const struct as_experiment *x)
{
	size_t n = 0;

	for (size_t i = 0; i < x->n_subjects; i++)
		n += as_count_failed_units(&x->subjects[i], AS_LEVEL_EXECUTION) +
			as_count_failed_units(&x->subjects[i], AS_LEVEL_BUILD);
	return n;
}

/* ---- what the schedule asks for ---- */

typedef enum as_status step_doer(struct as_conductor *c, const struct as_step *step,
	struct as_err *err);

static enum as_status do_nothing(struct as_conductor *c, const struct as_step *step,
	struct as_err *err)
{
	(void)c;
	(void)step;
	(void)err;
	return AS_OK;
}

static enum as_status do_wait(struct as_conductor *c, const struct as_step *step,
	struct as_err *err)
{
	enum as_status st = as_conductor_drain(c, 0, err);

	(void)step;
	return st ? st : as_conductor_subtract(c, err);
}

static enum as_status do_hook(struct as_conductor *c, const struct as_step *step,
	struct as_err *err)
{
	const struct as_runner *run = &c->runners[as_conductor_lead(c, step->subject)];
	const bool before = step->kind == AS_STEP_SETUP;
	const struct as_hook_step hook = {.command = before ? run->setup : run->cleanup,
		.what = before ? "setup" : "cleanup",
		.subject = step->subject,
		.order = step->order,
		.over = step->order};

	c->pace.round = AS_NO_ROUND;
	c->state.doing = before ? "preparing" : "cleaning up";
	return as_conductor_hook(c, &hook, err);
}

static enum as_status do_execute(struct as_conductor *c, const struct as_step *step,
	struct as_err *err)
{
	return step->beside ? as_conductor_execute_beside(c, step, err)
			    : as_conductor_execute(c, step, err);
}

/* Programs are told of the numbers that were planned. */
static enum as_status do_prepare(struct as_conductor *c, const struct as_step *step,
	struct as_err *err)
{
	(void)step;
	c->own.amount.iterations = c->x->plan.iterations;
	c->own.amount.drop = c->x->plan.drop;
	return as_conductor_prepare_again(c, err);
}

static enum as_status do_tell(struct as_conductor *c, const struct as_step *step,
	struct as_err *err)
{
	const struct as_schedule_progress p = as_schedule_progress(c->schedule);

	(void)step;
	(void)err;
	c->state.planned = p.planned;
	c->state.stage1 = p.stage1;
	c->observer->planned(c->observer->context, &c->state, as_schedule_forecast(c->schedule));
	return AS_OK;
}

/* An answer of before is in the budget that was written down. */
static enum as_status do_ask(struct as_conductor *c, const struct as_step *step,
	struct as_err *err)
{
	const struct as_forecast *f = as_schedule_forecast(c->schedule);
	const int64_t before = c->x->plan.budget_ns;
	bool more = c->replay && c->replay->x->plan.budget_ns > before;
	enum as_status st = AS_OK;

	if (c->replay || !c->observer->ask || !c->x->plan.budget_explicit || c->r->amount.dry_run)
		st = do_tell(c, step, err);
	else
		more = c->observer->ask(c->observer->context, f);
	if (more)
		as_schedule_allow(c->schedule);
	as_journal_plan(c->journal, c->x);
	as_journal_sync(c->journal);
	return st;
}

static enum as_status do_merge(struct as_conductor *c, const struct as_step *step,
	struct as_err *err)
{
	const struct as_level *l = &c->x->subjects[step->subject].levels[AS_LEVEL_BUILD];

	(void)err;
	c->runners[step->subject].n_cells = 1;
	for (size_t k = 0; k < l->n; k++)
		if (as_unit_role(l, k) == AS_ROLE_SURPLUS)
			as_journal_role(c->journal, step->subject, AS_LEVEL_BUILD, k,
				AS_ROLE_SURPLUS);
	return AS_OK;
}

static step_doer *const doers[] = {[AS_STEP_DONE] = do_nothing,
	[AS_STEP_WAIT] = do_wait,
	[AS_STEP_BUILD] = as_conductor_build_one,
	[AS_STEP_EXECUTE] = do_execute,
	[AS_STEP_COMPARE] = as_conductor_compare,
	[AS_STEP_SETUP] = do_hook,
	[AS_STEP_CLEANUP] = do_hook,
	[AS_STEP_PREPARE] = do_prepare,
	[AS_STEP_TELL] = do_tell,
	[AS_STEP_ASK] = do_ask,
	[AS_STEP_MERGED] = do_merge};

/* What the clock said when it was decided before, or says now. What decides is journaled. */
static enum as_status next_step(struct as_conductor *c, struct as_step *out, struct as_err *err)
{
	const struct as_replay *then = c->replay;
	const size_t known = then ? then->n_elapsed : 0;
	const size_t before = as_schedule_readings(c->schedule);
	const int64_t ns = before < known ? then->elapsed[before]
					  : as_clock_now() - c->pace.begun_ns;
	enum as_status st = as_schedule_next(c->schedule, (double)ns / 1e9, out, err);

	for (size_t k = before; k < as_schedule_readings(c->schedule); k++)
		if (k >= known)
			as_journal_elapsed(c->journal, ns);
	return st;
}

/* Do what comes next; false behind the last step. */
static enum as_status do_next(struct as_conductor *c, bool *more, struct as_err *err)
{
	const bool was_cancelled = c->cancelled;
	struct as_step step;
	enum as_status st = next_step(c, &step, err);

	if (!st && step.kind != AS_STEP_BUILD)
		st = as_conductor_end_builds(c, 0, err);
	if (!st)
		st = doers[step.kind](c, &step, err);
	*more = st || step.kind != AS_STEP_DONE;
	if (st || !c->cancelled || was_cancelled)
		return st;
	st = as_conductor_end_builds(c, 0, err);
	if (!st)
		st = as_conductor_drain(c, 0, err);
	as_schedule_stop(c->schedule);
	return st;
}

/* What was set up is cleaned up also after an error, all of it, also where the first fails. */
static enum as_status carry_out(struct as_conductor *c, struct as_err *err)
{
	enum as_status st = AS_OK;
	bool more = true;

	while (more) {
		struct as_err why = {0};
		const enum as_status how = do_next(c, &more, &why);

		if (!how)
			continue;
		if (!st && err)
			*err = why;
		st = st ? st : how;
		if (how == AS_ERR_INTERRUPTED || how == AS_ERR_SYS)
			return st;
		as_schedule_abandon(c->schedule);
	}
	return st;
}

/* ---- what was learnt before ---- */

/* What the store knows now may be newer than the plan that is gone on with. */
static bool recall(void *context, const struct as_experiment *x, const struct as_lesson *what,
	struct as_dimension *out)
{
	const struct as_conductor *c = context;
	const struct as_memory *m = c->with->memory;
	const bool known = c->replay ? c->replay->dimension != NULL
				     : m && m->recall(m->context, x, what, out);

	if (known && c->replay)
		*out = *c->replay->dimension;
	if (known)
		as_journal_dimension(c->journal, out);
	return known;
}

static void remember(void *context, const struct as_experiment *x, const struct as_lesson *what,
	const struct as_dimension *d)
{
	const struct as_conductor *c = context;
	const struct as_memory *m = c->with->memory;
	struct as_dimension now = *d;

	now.date_ns = as_clock_date();
	if (m)
		m->keep(m->context, x, what, &now);
}

static void forget(void *context, const struct as_experiment *x, const struct as_lesson *what,
	const struct as_dimension *then, const struct as_moved *moved)
{
	const struct as_conductor *c = context;
	const struct as_memory *m = c->with->memory;

	if (m)
		m->forget(m->context, x, what, then, moved);
}

/* Nobody has asked for a precision, nor for a verdict of a certain kind that takes one. */
static bool follows_difference(const struct as_request *r)
{
	const double default_tolerance = 0.01;

	return !r->aim.precision_given && !r->aim.n_gates && !r->aim.decide &&
		!(r->aim.detect > 0) && fabs(r->aim.tolerance - default_tolerance) < 1e-12;
}

/* Builds are made, and others measure them. */
static bool is_for_others(const struct as_conductor *c)
{
	return c->with->made && !c->with->made->x;
}

static enum as_status measure(struct as_conductor *c, struct as_err *err)
{
	const struct as_memory memory = {c, recall, remember, forget};
	const struct as_request *r = c->r;
	const struct as_schedule_rule rule = {.amount = r->amount, .planning = r->planning,
		.builds = r->building.builds,
		.compiled_once = c->drawn.layout && c->drawn.objects.log,
		.layout_missed = r->building.randomize_given,
		.original = r->building.original, .compare = c->with->identical,
		.measure_same = r->building.measure_identical, .criterion = r->reading.criterion,
		.gates = r->aim.gates, .n_gates = r->aim.n_gates,
		.builds_alone = is_for_others(c),
		.target_follows = follows_difference(r),
		.early = r->aim.early, .gates_all = r->aim.gates_all, .memory = &memory};
	struct as_schedule_subject *v =
		as_arena_array(&c->x->arena, c->x->n_subjects, sizeof *v);

	for (size_t i = 0; v && i < c->x->n_subjects; i++)
		v[i] = as_conductor_describe(c, i);
	enum as_status st = v ? as_schedule_new(&rule, v, c->x, &c->schedule, err)
			      : as_fail_memory(err);
	return st ? st : carry_out(c, err);
}

static bool anything_measured(const struct as_experiment *x)
{
	for (size_t i = 0; i < x->n_subjects; i++) {
		const struct as_level *l = &x->subjects[i].levels[AS_LEVEL_EXECUTION];
		for (size_t e = 0; e < l->n; e++)
			if (as_unit_role(l, e) == AS_ROLE_MEASURED &&
				as_unit_ending(l, e) == AS_ENDED_OK)
				return true;
	}
	return false;
}

/* What was stopped or failed in the first round has values, too, and a criterion to show them by.
 * */
static void settle_late(struct as_conductor *c)
{
	const char *name = c->r->reading.criterion ? c->r->reading.criterion : "time";
	size_t i = c->x->n_metrics;
	const enum as_status asked = as_experiment_ask_metric(c->x, name, &i, NULL);

	i = asked ? c->x->n_metrics : i;
	c->x->criterion = i < c->x->n_metrics ? i : as_experiment_find_metric(c->x, "time");
}

/* All but the experiment. */
static void shut(struct as_conductor *c)
{
	as_conductor_tell_objects(c);
	as_conductor_close_seats(c);
	as_spawner_close(c->load.duet.second);
	as_spawner_close(c->spawner);
	as_isolation_close(c->load.cpuset);
	as_chosen_end(&c->chosen);
	enum as_status named = as_surroundings_name(&c->around, c->x, NULL);
	(void)named; /* without it the result is as good */
	as_surroundings_close(&c->around);
	if (as_checkout_swap(&c->placed, NULL, NULL))
		c->placed = NULL; /* the folders go with what made them */
	as_conductor_forget(c);
	as_schedule_free(c->schedule);
	as_scratch_close(&c->scratch);
}

enum as_status as_conduct(const struct as_request *request, const struct as_run_context *with,
	const struct as_observer *observer, struct as_experiment **out, struct as_err *err)
{
	static const struct as_run_context nothing = {0};
	struct as_conductor c = {.own = *request,
		.with = with ? with : &nothing,
		.observer = observer ? observer : &nobody,
		.x = as_experiment_new(),
		.scratch = {.lock = -1},
		.flight.late_setup = AS_NO_HOOK,
		.pace.round = AS_NO_ROUND,
		.state = {.mean = (double)NAN,
			.half_width = (double)NAN,
			.remaining_s = (double)NAN}};

	*out = NULL;
	if (!c.x)
		return as_fail_memory(err);
	enum as_status st = as_spawner_open(&c.spawner, err);
	c.r = &c.own;
	c.state.x = c.x;
	if (!st && request->what.combine && !as_combine_parse(request->what.combine, &c.combine))
		st = as_fail(err, AS_ERR_USAGE, "cannot combine reports by '%s': sum, max or pool",
			request->what.combine);
	if (!st)
		st = as_conductor_open(&c, err);
	if (!st)
		st = measure(&c, err);
	const bool same = c.schedule && as_schedule_found_same(c.schedule);
	if (as_conductor_subtract(&c, NULL))
		st = st ? st : as_fail_memory(err);
	settle_late(&c);
	if (!st && is_for_others(&c))
		st = as_conductor_give_made(&c, err);
	else if (!st && !request->amount.dry_run)
		st = as_chosen_unread(&c.metrics, c.x, err);
	if (!st && !request->amount.dry_run)
		st = as_conductor_note_changed(&c, err);
	c.x->ended_ns = as_clock_date();
	shut(&c);
	if (st && st != AS_ERR_INTERRUPTED)
		c.x->plan.outcome = st == AS_ERR_SYS && c.journal ? AS_OUTCOME_INTERRUPTED
								  : AS_OUTCOME_FAILED;
	/* A plan carried out to its end is a result even if every execution has failed. */
	bool done = !st && !c.cancelled && !request->amount.dry_run && !same;
	if (st != AS_ERR_INTERRUPTED && (done || anything_measured(c.x))) {
		*out = c.x;
		return st;
	}
	as_experiment_free(c.x);
	if (!st && !request->amount.dry_run && !same)
		st = as_fail(err, AS_ERR_INTERRUPTED,
			"stopped by you before anything was measured");
	return st;
}
