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
#include "run/conductor.h"
#include "run/interrupt.h"
#include "spawn/event.h"

enum { IDLE_NS = 1000000000 }; /* of which the energy is measured before the first execution */

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
		     as_unit_ending(l, e) != AS_ENDED_OK &&
		     as_unit_ending(l, e) != AS_ENDED_CANCELLED;
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

/* Look: what machine this is, when, and what was asked for. */
static enum as_status look(struct as_conductor *c, struct as_err *err)
{
	static const struct as_probe_root here = {0};
	struct as_experiment *x = c->x;
	const struct as_request *r = c->r;
	char cwd[4096];

	x->uuid = c->replay ? as_arena_strdup(&x->arena, c->replay->x->uuid)
			    : as_scratch_uuid(&x->arena);
	x->directory = as_arena_strdup(&x->arena, getcwd(cwd, sizeof cwd) ? cwd : "unknown");
	x->command_line =
		as_arena_strdup(&x->arena, r->keeping.command_line ? r->keeping.command_line : "");
	x->label = as_arena_strdup(&x->arena, r->keeping.label);
	x->version = AS_VERSION;
	x->all_pairs = r->aim.all_pairs;
	x->ratio_of_means = r->aim.ratio_of_means;
	x->by_difference = r->aim.by_difference;
	x->same_iteration = r->aim.same_iteration;
	x->started_ns = c->replay ? c->replay->x->started_ns : as_clock_date();
	if (!x->uuid || !x->directory || !x->command_line)
		return as_fail_memory(err);
	if (c->replay)
		c->own.amount.seed = c->replay->x->plan.seed;
	x->plan = (struct as_plan){.design = r->what.n_commands > 1 && !r->what.shared_hooks
						     ? AS_DESIGN_SEQUENTIAL
						     : AS_DESIGN_ROUNDS,
		.seed = r->amount.seed,
		.confidence = r->aim.confidence,
		.tolerance = r->aim.tolerance,
		.precision = r->amount.runs ? 0 : r->aim.precision,
		.precision_each = r->aim.precision_each,
		.budget_ns = r->amount.budget_ns,
		.budget_explicit = r->amount.budget_given,
		.warmups = r->amount.warmup,
		.iterations = r->amount.iterations,
		.iterations_given = r->amount.iterations_given,
		.drop = r->amount.drop,
		.randomize = r->building.randomize,
		.decide = r->aim.decide};
	as_surroundings_open(&c->around, &here, r->reading.around, as_spawner_pid(c->spawner));
	enum as_status st = as_probe_machine(&here, &x->arena, &x->machine, err);
	return st || !c->replay ? st : as_conductor_take_facts(c, err);
}

enum as_status as_conductor_settle(struct as_conductor *c, struct as_err *err)
{
	const char *name = c->r->reading.criterion ? c->r->reading.criterion : "time";
	size_t i = as_experiment_find_metric(c->x, name);
	struct as_text known = {0};

	if (i < c->x->n_metrics) {
		c->x->criterion = i;
		return AS_OK;
	}
	for (i = 0; i < c->x->n_metrics; i++)
		as_text_addf(&known, "%s%s", i ? ", " : "", c->x->metrics[i].name);
	enum as_status st = as_fail(err, AS_ERR_USAGE,
		"cannot use '%s' as the criterion: no such metric is read or reported; there are "
		"%s",
		name, as_text_str(&known));
	as_text_release(&known);
	return st;
}

void as_conductor_blame(struct as_conductor *c, size_t subject, bool build, bool missing)
{
	if (c->with->trouble)
		*c->with->trouble = (struct as_trouble){true, build, missing, subject};
}

enum as_status as_conductor_set_up(struct as_conductor *c, size_t subject, struct as_err *err)
{
	struct as_runner *run = &c->runners[as_conductor_lead(c, subject)];

	if (!run->bare)
		return AS_OK;
	run->bare = false;
	return as_conductor_hook(c, subject, run->setup, "setup", err);
}

/* Once for all that share rounds; a version has a folder of its own, and its build begins with an
 * empty one, so that it is set up when it is executed. */
static enum as_status set_up(struct as_conductor *c, struct as_err *err)
{
	if (!c->r->what.commands[c->from].checkout)
		return as_conductor_hook(c, c->from, c->runners[c->from].setup, "setup", err);
	for (size_t i = c->from; i < c->to; i++)
		c->runners[i].bare = c->runners[i].setup != AS_NO_HOOK &&
				     as_conductor_lead(c, i) == i;
	return AS_OK;
}

/* What was set up is cleaned up, all of it, also where the first fails. */
static enum as_status clean_up(struct as_conductor *c, struct as_err *err)
{
	const size_t to = c->r->what.commands[c->from].checkout ? c->to : c->from + 1;
	enum as_status st = AS_OK;

	for (size_t i = c->from; i < to; i++) {
		struct as_err why = {0};
		if (as_conductor_lead(c, i) != i)
			continue;
		enum as_status how = as_conductor_hook(c, i, c->runners[i].cleanup, "cleanup",
			&why);
		if (how && !st && err)
			*err = why;
		st = st ? st : how;
	}
	return st;
}

/* One stretch of subjects: set up, first executions, rounds, clean up. Clean-up runs also when the
 * rounds ended early, because set-up has run. */
static enum as_status measure(struct as_conductor *c, size_t from, size_t to, struct as_err *err)
{
	struct as_err cleanup_err = {0};
	bool done = false;

	c->from = from;
	c->to = to;
	c->recalled = false;
	c->learnt = (struct as_dimension){.n_levels = 0};
	enum as_status st = as_conductor_plan_recalled(c, &done, err);
	if (st || done)
		return st;
	c->state.doing = "preparing";
	st = set_up(c, err);
	if (st)
		return st;
	st = as_conductor_build(c, c->r->building.builds, err);
	if (!st && as_conductor_found_identical(c))
		c->state.doing = NULL;
	else if (!st && c->x->plan.builds_state == AS_BUILDS_IN_PLACE)
		st = as_conductor_in_place(c, err);
	else if (!st && !c->cancelled)
		st = as_conductor_rounds(c, err);
	if (!st && !c->cancelled && !as_conductor_found_identical(c))
		as_conductor_review(c);
	if (st == AS_ERR_INTERRUPTED || st == AS_ERR_SYS)
		return st;
	c->state.doing = "cleaning up";
	enum as_status after = clean_up(c, &cleanup_err);
	if (!st && after && err)
		*err = cleanup_err;
	return st ? st : after;
}

static enum as_status measure_all(struct as_conductor *c, struct as_err *err)
{
	enum as_status st = AS_OK;

	if (c->x->plan.design == AS_DESIGN_ROUNDS)
		return measure(c, 0, c->r->what.n_commands, err);
	for (size_t i = 0; i < c->r->what.n_commands && !st && !c->cancelled; i = c->to)
		st = measure(c, i, i + 1, err);
	return st;
}

/* Before the first launch: what is known already goes to the journal. */
static enum as_status begin(struct as_conductor *c, struct as_err *err)
{
	static const struct as_probe_root here = {0};
	const struct as_means means = {.counters = as_event_open, .energies = as_energy_open_event,
		.root = &here, .has_meter = c->r->reading.meter, .idle_ns = IDLE_NS};

	c->journal = c->with->journal;
	c->replay = c->with->replay;
	enum as_status st = look(c, err);

	/* before groups that were left are removed: what runs in them goes first */
	as_scratch_sweep();
	if (!st)
		st = as_choices_of(c->r->reading.metrics, c->r->reading.n_metrics, &c->x->arena,
			&c->metrics, err);
	if (!st)
		st = as_chosen_begin(&c->chosen, &c->metrics, c->r->reading.criterion, &means,
			c->x, err);
	if (c->chosen.sampling.memory)
		as_memory_below(&c->chosen.sampling.sampler, (pid_t)as_spawner_pid(c->spawner));
	if (!st)
		st = as_scratch_open(&c->scratch, c->x->uuid, err);
	if (!st)
		st = as_conductor_open_conditions(c, err);
	if (!st && c->journal)
		st = as_journal_begin(c->journal, c->x, c->replay ? c->replay->journal : NULL, err);
	if (!st)
		st = as_conductor_prepare(c, err);
	if (!st)
		st = as_conductor_begin_meter(c, IDLE_NS, err);
	if (!st)
		st = as_conductor_open_builds(c, err);
	if (!st && c->replay)
		st = as_conductor_take_subjects(c, 0, as_conductor_known_subjects(c), err);
	if (!st && as_conductor_known_subjects(c) == c->x->n_subjects)
		st = as_conductor_check_subjects(c, err);
	as_journal_subjects(c->journal, c->x, as_conductor_known_subjects(c));
	c->begun_ns = as_clock_now();
	return st;
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
	if (as_conductor_settle(c, NULL))
		c->x->criterion = as_experiment_find_metric(c->x, "time");
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
		.late_setup = AS_NO_HOOK,
		.state = {.mean = (double)NAN,
			.half_width = (double)NAN,
			.remaining_s = (double)NAN}};

	*out = NULL;
	if (!c.x)
		return as_fail_memory(err);
	enum as_status st = as_spawner_open(&c.spawner, err);
	c.r = &c.own;
	c.order = request->amount.first_order;
	c.state.x = c.x;
	if (!st && request->what.combine && !as_combine_parse(request->what.combine, &c.combine))
		st = as_fail(err, AS_ERR_USAGE, "cannot combine reports by '%s': sum, max or pool",
			request->what.combine);
	if (!st)
		st = begin(&c, err);
	if (!st)
		st = measure_all(&c, err);
	if (as_conductor_subtract(&c, NULL))
		st = st ? st : as_fail_memory(err);
	settle_late(&c);
	if (!st && !request->amount.dry_run)
		st = as_chosen_unread(&c.metrics, c.x, err);
	c.x->ended_ns = as_clock_date();
	as_spawner_close(c.spawner);
	as_isolation_close(c.cpuset);
	as_chosen_end(&c.chosen);
	enum as_status named = as_surroundings_name(&c.around, c.x, NULL);
	(void)named; /* without it the result is as good */
	as_surroundings_close(&c.around);
	if (as_checkout_swap(&c.placed, NULL, NULL))
		c.placed = NULL; /* the folders go with what made them */
	as_conductor_forget(&c);
	as_scratch_close(&c.scratch);
	if (st && st != AS_ERR_INTERRUPTED)
		c.x->plan.outcome = st == AS_ERR_SYS && c.journal ? AS_OUTCOME_INTERRUPTED
								  : AS_OUTCOME_FAILED;
	/* A plan carried out to its end is a result even if every execution has failed. */
	bool done = !st && !c.cancelled && !request->amount.dry_run &&
		    !as_conductor_found_identical(&c);
	if (st != AS_ERR_INTERRUPTED && (done || anything_measured(c.x))) {
		*out = c.x;
		return st;
	}
	as_experiment_free(c.x);
	if (!st && !request->amount.dry_run && !as_conductor_found_identical(&c))
		st = as_fail(err, AS_ERR_INTERRUPTED,
			"stopped by you before anything was measured");
	return st;
}
