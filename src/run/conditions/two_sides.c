/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/conditions/two_sides.h"

/* Two cores for two subjects that are executed at the same time (methods-machines.md F), by a spawner
 * each; and what that cannot be combined with. */
#include <sched.h>
#include <string.h>

#include "model/kept/duet_rounds.h"
#include "probe/two_cores.h"
#include "run/building.h"
#include "run/conductor.h"
#include "run/execute/launches.h"

enum { WORD_BITS = 64, CPUS = AS_SPAWN_CPU_WORDS * WORD_BITS };
_Static_assert((int)CPUS <= CPU_SETSIZE, "the set holds all processors that can be named");

static const struct as_metric core_metric = {.name = AS_DUET_CORE,
	.unit = "",
	.better = AS_BETTER_NEITHER,
	.level = AS_LEVEL_EXECUTION,
	.describe = "number of the core that it was bound to"};

/* What a duet cannot be combined with; NULL: all of it can be. */
static const char *hindrance(const struct as_conductor *c)
{
	const struct as_request *r = c->r;
	const struct as_command *v = r->what.commands;

	if (r->what.n_commands != 2 || v[1].is_subtracted)
		return "a duet is of two commands; name two";
	if (!r->what.shared_hooks)
		return "--setup or --cleanup has parameters, so that one command comes after the "
		       "other; give them one without parameters";
	if (r->conditions.parallel > 1)
		return "copies would run on its two cores, too; leave --parallel out";
	if (r->conditions.cpuset)
		return "both would be in one cpuset; name two processors with --cpu in the place "
		       "of --cpuset";
	if (r->building.builds > 1)
		return "one build of each is measured then; leave --builds out";
	if (r->aim.early)
		return "looks are at rounds, and not at pairs of them; leave --early out";
	if (c->chosen.group_alone || c->chosen.energies.n || r->reading.meter ||
		as_sampling_is_on(&c->chosen.sampling))
		return "energy, files in memory and sampled memory can be told of one execution "
		       "at a time alone; leave that --metric or --meter out";
	if (v[0].output == AS_OUTPUT_FILE && v[1].output == AS_OUTPUT_FILE && v[0].output_file &&
		v[1].output_file && !strcmp(v[0].output_file, v[1].output_file))
		return "both would write to one file; leave --output out";
	return NULL;
}

/* The processors that may be taken: those of --cpu or --numa, or all that assay may use. */
static void take_allowed(const struct as_conductor *c, uint64_t out[static AS_SPAWN_CPU_WORDS])
{
	cpu_set_t allowed;

	memset(out, 0, AS_SPAWN_CPU_WORDS * sizeof *out);
	if (c->load.isolation.pinned) {
		memcpy(out, c->load.isolation.cpus, AS_SPAWN_CPU_WORDS * sizeof *out);
		return;
	}
	if (sched_getaffinity(0, sizeof allowed, &allowed))
		return;
	for (size_t i = 0; i < CPUS; i++)
		if (CPU_ISSET(i, &allowed))
			out[i / WORD_BITS] |= UINT64_C(1) << i % WORD_BITS;
}

/* A process can be bound to that core alone; else why not. */
static enum as_status try_side(struct as_conductor *c, size_t k, struct as_err *err)
{
	static const char *const argv[] = {"sh", "-c", ":", NULL};
	const struct as_command_spec spec = {
		.path = "/bin/sh", .argv = argv, .isolation = c->load.duet.side[k]};
	struct as_launched r = {0};
	uint32_t id = 0;
	enum as_status st = as_spawner_prepare(c->spawner, &spec, &id, err);

	if (!st)
		st = as_conductor_ask(c, &(struct as_launch){.command = id}, &r, err);
	if (!st && r.step == AS_STEP_CPUS)
		st = as_fail(err, AS_ERR_USAGE,
			"cannot measure two at the same time (--duet): a process cannot be bound "
			"to processor %u alone: %s; measure in turns, without --duet",
			c->load.duet.core[k], strerror(r.exec_errno));
	return st;
}

static enum as_status choose_cores(struct as_conductor *c, struct as_err *err)
{
	static const struct as_probe_root here = {0};
	struct as_duet *d = &c->load.duet;
	uint64_t may[AS_SPAWN_CPU_WORDS];
	char reason[AS_PROBE_REASON];
	enum as_status st = AS_OK;

	take_allowed(c, may);
	if (!as_probe_two_cores(&here, may, AS_SPAWN_CPU_WORDS, d->core, reason))
		return as_fail(err, AS_ERR_USAGE,
			"cannot measure two at the same time (--duet): %s; measure in turns, "
			"without --duet%s",
			reason, c->load.isolation.pinned ? ", or name others with --cpu" : "");
	for (size_t k = 0; k < 2 && !st; k++) {
		d->side[k] = c->load.isolation;
		d->side[k].pinned = true;
		memset(d->side[k].cpus, 0, sizeof d->side[k].cpus);
		d->side[k].cpus[d->core[k] / WORD_BITS] = UINT64_C(1) << d->core[k] % WORD_BITS;
		st = try_side(c, k, err);
	}
	c->load.isolation = d->side[0];
	return st;
}

static enum as_status state_cores(struct as_conductor *c, struct as_err *err)
{
	const struct as_duet *d = &c->load.duet;
	const char *value = as_arena_printf(&c->x->arena, "%u,%u", d->core[0], d->core[1]);
	const struct as_fact fact = {.kind = AS_FACT_ENVIRONMENT, .name = AS_FACT_DUET,
		.value = value};

	if (!value)
		return as_fail_memory(err);
	return as_machine_fact(&c->x->machine, AS_FACT_DUET) ? AS_OK
		: as_machine_add_fact(&c->x->machine, &c->x->arena, &fact, err);
}

/* The second subject's, with its version where the place of all is; the first one's is moved there. */
static enum as_status open_second(struct as_conductor *c, struct as_err *err)
{
	const struct as_checkout *v = as_checkout_of(c->with, &c->r->what.commands[1]);
	struct as_spawner **out = &c->load.duet.second;
	char program[PATH_MAX];

	if (!v)
		return as_spawner_open(out, err);
	char *directory = as_arena_strdup(&c->x->arena, c->x->directory);
	const struct as_spawn_seat seat = {.program = program, .directory = directory,
		.folder = as_conductor_above(c, v->folder),
		.place = as_conductor_above(c, v->place)};
	if (!directory || !seat.folder || !seat.place)
		return as_fail_memory(err);
	enum as_status st = as_beside(&as_seat_helper, program, err);
	if (!st && as_spawner_open_in(&seat, out, NULL))
		st = as_fail(err, AS_ERR_USAGE,
			"cannot measure two versions at the same time (--duet): each is to lie at "
			"the same place, which takes a mount namespace, and the kernel gives none "
			"here; measure in turns, without --duet");
	return st;
}

enum as_status as_conductor_open_duet(struct as_conductor *c, struct as_err *err)
{
	struct as_duet *d = &c->load.duet;

	if (!c->r->conditions.duet)
		return AS_OK;
	const char *why = hindrance(c);
	if (why)
		return as_fail(err, AS_ERR_USAGE,
			"cannot measure two at the same time (--duet): %s, or leave --duet out",
			why);
	d->is = true;
	c->own.building.builds = 1;
	enum as_status st = choose_cores(c, err);
	if (!st)
		st = state_cores(c, err);
	if (!st)
		st = as_experiment_metric(c->x, &core_metric, &d->metric, err);
	return st ? st : open_second(c, err);
}

enum as_status as_conductor_prepare_sides(struct as_conductor *c, size_t i,
	const struct as_command_spec *spec, struct as_cell *cell, struct as_err *err)
{
	const struct as_duet *d = &c->load.duet;
	struct as_command_spec on = *spec;
	enum as_status st = AS_OK;

	for (size_t k = 0; d->is && k < 2 && !st; k++) {
		on.isolation = d->side[k];
		st = as_spawner_prepare(i ? d->second : c->spawner, &on, &cell->sides[k], err);
	}
	return st;
}

enum as_status as_conductor_take_core(struct as_conductor *c, const struct as_step *step,
	size_t unit, struct as_err *err)
{
	const struct as_duet *d = &c->load.duet;
	struct as_subject *s = &c->x->subjects[step->subject];

	if (!d->is)
		return AS_OK;
	return as_subject_set(s, AS_LEVEL_EXECUTION, unit, d->metric,
		d->core[step->beside == AS_BESIDE_LAST], err);
}
