/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/opening.h"

/* What is there before the first step. */
#include <string.h>
#include <unistd.h>

#include "clock/clock.h"
#include "model/kept/derived.h"
#include "run/building.h"
#include "run/conductor.h"
#include "run/resuming.h"
#include "spawn/event.h"
#include "stat/core/tree/reduction.h"
#include "run/conditions/loaded.h"
#include "run/execute/metering.h"
#include "run/prepare.h"

enum { IDLE_NS = 1000000000 }; /* of which the energy is measured before the first execution */

/* Iterations that programs are asked for: where nobody says, twice as many as a statistic of them takes in each
 * execution (methods-quantiles.md 1.3), of which a warm-up may be found to be none; a plan chooses anew. */
static uint32_t iterations_of(const struct as_request *r)
{
	const char *name = r->reading.criterion ? r->reading.criterion : "";
	const size_t n = as_statistic_base_length(name);
	struct as_derived d;
	bool above = false; /* its values are executions' own */

	for (size_t i = 0; i < AS_METRICS_BUILTIN; i++)
		above = above || (as_metrics[i].level != AS_LEVEL_ITERATION &&
			strlen(as_metrics[i].name) == n && !strncmp(as_metrics[i].name, name, n));
	if (r->amount.iterations_given || above || !name[n] || !as_statistic_is(name + n + 1, &d) ||
		d.statistic != AS_STATISTIC_QUANTILE)
		return r->amount.iterations;
	const size_t least = 2 * as_quantile_least(d.p) + r->amount.drop;
	return least > r->amount.iterations && least < UINT32_MAX ? (uint32_t)least
								  : r->amount.iterations;
}

/* Look: what machine this is, when, and what was asked for. */
static enum as_status look(struct as_conductor *c, struct as_err *err)
{
	static const struct as_probe_root here = {0};
	struct as_experiment *x = c->x;
	const struct as_request *r = c->r;
	char cwd[4096];

	const char *uuid = c->replay ? c->replay->x->uuid : c->with->uuid;
	x->uuid = uuid ? as_arena_strdup(&x->arena, uuid) : as_scratch_uuid(&x->arena);
	x->directory = as_arena_strdup(&x->arena, getcwd(cwd, sizeof cwd) ? cwd : "unknown");
	x->command_line =
		as_arena_strdup(&x->arena, r->keeping.command_line ? r->keeping.command_line : "");
	x->request = as_arena_strdup(&x->arena, c->with->request);
	x->label = as_arena_strdup(&x->arena, r->keeping.label);
	x->version = AS_VERSION;
	x->all_pairs = r->aim.all_pairs;
	x->ratio_of_means = r->aim.ratio_of_means;
	x->by_mean = r->aim.by_mean;
	x->by_difference = r->aim.by_difference;
	x->same_iteration = r->aim.same_iteration;
	x->started_ns = c->replay ? c->replay->x->started_ns : as_clock_date();
	if (!x->uuid || !x->directory || !x->command_line)
		return as_fail_memory(err);
	if (c->replay)
		c->own.amount.seed = c->replay->x->plan.seed;
	c->own.amount.iterations = iterations_of(r);
	const double detect = r->aim.precision_each ? 0 : r->aim.detect;
	x->plan = (struct as_plan){.design = r->what.n_commands > 1 && !r->what.shared_hooks
						     ? AS_DESIGN_SEQUENTIAL
						     : r->conditions.duet ? AS_DESIGN_DUET
									  : AS_DESIGN_ROUNDS,
		.seed = r->amount.seed,
		.confidence = r->aim.confidence,
		.tolerance = r->aim.tolerance,
		.precision = r->amount.runs || r->aim.early ||
			(detect > 0 && !r->aim.precision_given) ? 0 : r->aim.precision,
		.detect = detect,
		.power = detect > 0 ? r->aim.power : 0,
		.detect_beyond = r->aim.detect_beyond,
		.precision_each = r->aim.precision_each,
		.budget_ns = r->amount.budget_ns,
		.budget_explicit = r->amount.budget_given,
		.warmups = r->amount.warmup,
		.iterations = c->own.amount.iterations,
		.iterations_given = r->amount.iterations_given,
		.drop = r->amount.drop,
		.randomize = r->building.randomize,
		.decide = r->aim.decide};
	as_surroundings_open(&c->around, &here, r->reading.around, as_spawner_pid(c->spawner));
	enum as_status st = as_probe_machine(&here, &x->arena, &x->machine, err);
	return st || !c->replay ? st : as_conductor_take_facts(c, err);
}

/* Before the first launch: what is known already goes to the journal. */
enum as_status as_conductor_open(struct as_conductor *c, struct as_err *err)
{
	static const struct as_probe_root here = {0};
	const struct as_means means = {.counters = as_event_open, .energies = as_energy_open_event,
		.root = &here, .has_meter = c->r->reading.meter, .idle_ns = IDLE_NS,
		.count_by = c->r->reading.count_by};

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
	if (!st)
		st = as_conductor_open_seats(c, err);
	if (!st && c->replay)
		st = as_conductor_take_subjects(c, 0, as_conductor_known_subjects(c), err);
	if (!st && as_conductor_known_subjects(c) == c->x->n_subjects)
		st = as_conductor_check_subjects(c, err);
	as_journal_subjects(c->journal, c->x, as_conductor_known_subjects(c));
	c->pace.begun_ns = as_clock_now();
	return st;
}
