/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/conditions/loaded.h"

/* Load as a factor, and isolation: waits before executions, copies beside them, where they run. */
#include <dirent.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "analyse/result/subtract.h"
#include "clock/clock.h"
#include "probe/cpuset.h"
#include "run/conductor.h"
#include "run/conditions/two_sides.h"
#include "run/execute/launches.h"

enum { TICK_NS = 50000000 };

#define REPORTS "load" /* of copies, in the scratch folder: nobody reads them */

static const struct as_metric pause_metric = {.name = "pause",
	.unit = "ns",
	.better = AS_BETTER_NEITHER,
	.level = AS_LEVEL_EXECUTION,
	.describe = "wait before the execution began, drawn at random"};

static enum as_status state(struct as_conductor *c, struct as_err *err)
{
	struct as_machine *m = &c->x->machine;
	enum as_status st = as_conditions_state(&c->r->conditions, &c->x->arena, m, err);

	if (st || !c->replay || !c->replay->x->machine.environment_id)
		return st;
	m->environment_id = as_arena_strdup(&c->x->arena, c->replay->x->machine.environment_id);
	return m->environment_id ? AS_OK : as_fail_memory(err);
}

/* Among the facts, so that it is known wherever the result goes. */
static enum as_status state_subtracted(struct as_conductor *c, struct as_err *err)
{
	const struct as_command *last = &c->r->what.commands[c->r->what.n_commands - 1];
	size_t metric = 0;

	if (!last->is_subtracted)
		return AS_OK;
	const struct as_fact fact = {
		.kind = AS_FACT_STATE, .name = AS_FACT_SUBTRACT, .value = last->command};
	enum as_status st = as_machine_fact(&c->x->machine, AS_FACT_SUBTRACT) ? AS_OK
		: as_machine_add_fact(&c->x->machine, &c->x->arena, &fact, err);
	return st ? st : as_experiment_metric(c->x, &as_net_metric, &metric, err);
}

enum as_status as_conductor_subtract(struct as_conductor *c, struct as_err *err)
{
	return c->r->what.commands[c->r->what.n_commands - 1].is_subtracted ? as_subtract(c->x, err)
									    : AS_OK;
}

enum as_status as_conductor_open_conditions(struct as_conductor *c, struct as_err *err)
{
	const struct as_conditions *how = &c->r->conditions;
	enum as_status st = state(c, err);

	if (!st)
		st = state_subtracted(c, err);
	if (!st && how->pause_max_ns)
		st = as_experiment_metric(c->x, &pause_metric, &c->load.pause_metric, err);
	if (!st && how->parallel > 1)
		c->load.report = as_arena_printf(&c->x->arena, "ASSAY_REPORT=%s/" REPORTS,
			c->scratch.path);
	if (!st && how->parallel > 1 && !c->load.report)
		st = as_fail_memory(err);
	if (!st)
		st = as_isolation_open(how, c->spawner, &c->x->machine, &c->load.cpuset,
			&c->load.isolation, err);
	if (!st)
		st = as_conductor_open_duet(c, err);
	if (!st && c->load.cpuset && c->chosen.groups && as_cpuset_excludes_groups(c->load.cpuset))
		st = as_fail(err, AS_ERR_USAGE,
			"cannot run in a cpuset (--cpuset) and in a control group for each "
			"execution (group_memory and the like) at once: with control groups of "
			"version 2 a process is in one; leave one of the two out, or use --cpu");
	return st;
}

enum as_status as_conductor_wait(struct as_conductor *c, uint64_t seed, int64_t *ns,
	struct as_err *err)
{
	int64_t wait = as_conditions_draw(&c->r->conditions, seed);
	enum as_status st = wait ? as_conductor_drain(c, 0, err) : AS_OK;

	*ns = 0;
	if (st || !wait)
		return st;
	c->state.doing = "waiting";
	for (int64_t now = as_clock_now(), end = now + wait; !st && now < end;
		now = as_clock_now()) {
		struct timespec nap = {
			.tv_nsec = (long)(end - now < TICK_NS ? end - now : TICK_NS)};

		st = as_conductor_heed_user(c, err);
		if (c->cancelled)
			break;
		as_conductor_tick(c);
		nanosleep(&nap, NULL); /* a signal ends it */
	}
	*ns = wait;
	return st;
}

/* What copies have reported is of no use. */
static void remove_reports(const struct as_conductor *c)
{
	DIR *folder = opendir(c->scratch.path);

	for (const struct dirent *e; folder && (e = readdir(folder));)
		if (!strncmp(e->d_name, REPORTS, sizeof REPORTS - 1))
			unlinkat(dirfd(folder), e->d_name, 0);
	if (folder)
		closedir(folder);
}

enum as_status as_conductor_take_load(struct as_conductor *c, const struct as_task *task,
	size_t unit, const struct as_launched *r, struct as_err *err)
{
	const struct as_conditions *how = &c->r->conditions;
	struct as_subject *s = &c->x->subjects[task->step.subject];
	enum as_status st = AS_OK;

	if (task->pause_ns)
		st = as_subject_set(s, AS_LEVEL_EXECUTION, unit, c->load.pause_metric,
			(double)task->pause_ns, err);
	if (!st)
		st = as_conductor_take_core(c, &task->step, unit, err);
	if (st || how->parallel < 2)
		return st;
	remove_reports(c);
	if (!r->failed_copies || c->r->what.ignore != AS_IGNORE_NONE || c->load.failed)
		return AS_OK;
	c->load.failed = true;
	st = as_machine_add_fact(&c->x->machine, &c->x->arena,
		&(struct as_fact){.kind = AS_FACT_STATE,
			.name = AS_FACT_LOAD_FAILED,
			.value = "some copies ended with an error, so that the load was less than "
				 "asked for at times"},
		err);
	if (!st)
		as_journal_machine(c->journal, c->x);
	return st;
}
