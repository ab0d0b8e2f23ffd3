/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "repairs/conducted.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "run/conductor.h"
#include "study.h"

/* The conductor comes first: what src/run calls gets a pointer to it. */
struct conducted {
	struct as_conductor c;
	const struct truth *truth;
	double now_ns;
};

static struct conducted *of(const struct as_conductor *c)
{
	return (struct conducted *)(uintptr_t)c;
}

static struct as_command commands[2][CONDUCTED_SUBJECTS];

static struct as_request request(size_t n, bool built)
{
	struct as_request r = {.what.commands = commands[built],
		.what.n_commands = n,
		.what.shared_hooks = true,
		.aim.precision = 0.01,
		.aim.confidence = 0.95,
		.aim.tolerance = 0.01,
		.amount.budget_ns = INT64_MAX / 4,
		.amount.iterations = 20,
		.amount.drop_given = true,
		.amount.seed = 1};

	if (n > CONDUCTED_SUBJECTS)
		study_fail("%zu commands are too many", n);
	for (size_t i = 0; i < n; i++)
		commands[built][i] =
			(struct as_command){.command = "true", .build = built ? "true" : NULL};
	for (size_t i = 0; i < AS_MODEL_LEVELS; i++)
		r.planning.cost_s[i] = (double)NAN;
	return r;
}

struct as_request conducted_request(size_t n_commands)
{
	return request(n_commands, false);
}

struct as_request conducted_builds(size_t n_commands)
{
	return request(n_commands, true);
}

/* ---- what src/run finds in place of its other parts ---- */

int64_t as_conductor_elapsed(struct as_conductor *c)
{
	return (int64_t)of(c)->now_ns;
}

enum as_status as_conductor_settle(struct as_conductor *c, struct as_err *err)
{
	(void)err;
	c->x->criterion = AS_METRIC_WALL;
	return AS_OK;
}

size_t as_conductor_seats(const struct as_conductor *c)
{
	size_t n = 0;

	for (size_t i = c->from; i < c->to; i++)
		n += c->runners[i].n_cells;
	return n;
}

/* As record.c counts them: the executions of a round follow each other. */
static void count_round(struct as_conductor *c, uint32_t round)
{
	if (c->round_now != round)
		c->round_ok = 0;
	c->round_now = round;
	c->round_ok++;
	c->complete_rounds += c->round_ok == as_conductor_seats(c);
	c->x->plan.done = c->complete_rounds;
}

enum as_status as_conductor_execute(struct as_conductor *c, size_t subject, size_t build,
	enum as_role role, uint32_t round, struct as_err *err)
{
	const struct truth *t = of(c)->truth;
	struct as_subject *s = &c->x->subjects[subject];
	const struct as_unit unit = {.parent = (uint32_t)build,
		.round = round,
		.order = c->order++,
		.role = (uint8_t)role};
	size_t e = 0;
	enum as_status st = as_subject_add_unit(s, AS_LEVEL_EXECUTION, &unit, &e, err);

	if (!st)
		st = as_subject_set(s, AS_LEVEL_EXECUTION, e, AS_METRIC_WALL,
			1e9 * t->wall(t->context, subject, build, round), err);
	if (!st && t->user)
		st = as_subject_set(s, AS_LEVEL_EXECUTION, e, AS_METRIC_USER,
			t->user(t->context, subject), err);
	of(c)->now_ns += 1e9 * t->execution_s;
	if (!st && role == AS_ROLE_MEASURED)
		count_round(c, round);
	return st;
}

enum as_status as_conductor_build_one(struct as_conductor *c, size_t subject, struct as_err *err)
{
	struct as_runner *run = &c->runners[subject];
	struct as_subject *s = &c->x->subjects[subject];
	const double cost_s = of(c)->truth->build_s;
	char hash[33];
	const struct as_unit unit = {.round = AS_NO_ROUND, .order = c->order++, .cost_s = cost_s};

	snprintf(hash, sizeof hash, "%016zx%016zx", subject, run->n_cells);
	const struct as_build build = {hash, hash, hash, 1};
	struct as_cell *cells = realloc(run->cells, (run->n_cells + 1) * sizeof *cells);
	if (!cells)
		return as_fail_memory(err);
	run->cells = cells;
	run->cells[run->n_cells] = (struct as_cell){.build = run->n_cells};
	run->n_cells++;
	run->builder.made++;
	of(c)->now_ns += 1e9 * cost_s;
	return as_subject_add_build(s, &c->x->arena, &unit, &build, err);
}

bool as_conductor_makes_builds(const struct as_conductor *c, size_t i)
{
	return c->r->what.commands[i].build;
}

enum as_status as_conductor_drain(struct as_conductor *c, size_t most, struct as_err *err)
{
	(void)c, (void)most, (void)err;
	return AS_OK;
}

enum as_status as_conductor_subtract(struct as_conductor *c, struct as_err *err)
{
	(void)c, (void)err;
	return AS_OK;
}

enum as_status as_conductor_prepare_again(struct as_conductor *c, struct as_err *err)
{
	(void)c, (void)err;
	return AS_OK;
}

enum as_status as_conductor_end_asking(struct as_conductor *c, struct as_err *err)
{
	(void)c, (void)err;
	return AS_OK;
}

void as_conductor_write_down(struct as_conductor *c)
{
	(void)c;
}

enum as_status as_artifacts_room(struct as_artifacts *a, size_t builds, struct as_err *err)
{
	(void)a, (void)builds, (void)err;
	return AS_OK;
}

static void told(void *context, const struct as_conduct_state *state, const struct as_forecast *f)
{
	(void)context, (void)state, (void)f;
}

/* ---- the run ---- */

/* As conduct.c does it before it begins. */
static void take_plan(struct as_experiment *x, const struct as_request *r)
{
	x->ratio_of_means = r->aim.ratio_of_means;
	x->by_difference = r->aim.by_difference;
	x->plan = (struct as_plan){.design = AS_DESIGN_ROUNDS,
		.seed = r->amount.seed,
		.confidence = r->aim.confidence,
		.tolerance = r->aim.tolerance,
		.precision = r->amount.runs ? 0 : r->aim.precision,
		.precision_each = r->aim.precision_each,
		.budget_ns = r->amount.budget_ns,
		.budget_explicit = r->amount.budget_given,
		.iterations = r->amount.iterations,
		.drop = r->amount.drop,
		.decide = r->aim.decide};
}

static void add_subjects(struct conducted *d, const struct as_request *r)
{
	for (size_t i = 0; i < r->what.n_commands; i++) {
		struct as_runner *run = &d->c.runners[i];
		if (!as_experiment_add_subject(d->c.x, i ? "new" : "old", "true"))
			study_fail("out of memory");
		if (r->what.commands[i].build)
			continue;
		run->cells = calloc(1, sizeof *run->cells);
		if (!run->cells)
			study_fail("out of memory");
		run->n_cells = 1;
	}
}

struct as_experiment *conducted_run(const struct as_request *r, const struct truth *t)
{
	static const struct as_observer nobody = {.planned = told};
	struct as_runner runners[CONDUCTED_SUBJECTS] = {0};
	struct conducted d = {.c = {.own = *r,
				      .observer = &nobody,
				      .x = as_experiment_new(),
				      .runners = runners,
				      .to = r->what.n_commands},
		.truth = t};
	struct as_err err = {0};

	if (!d.c.x)
		study_fail("out of memory");
	d.c.r = &d.c.own;
	take_plan(d.c.x, r);
	add_subjects(&d, r);
	enum as_status st = as_conductor_settle(&d.c, &err);
	if (!st)
		st = as_conductor_build(&d.c, r->building.builds, &err);
	if (!st)
		st = as_conductor_rounds(&d.c, &err);
	if (st)
		study_fail("%s", err.msg);
	for (size_t i = 0; i < r->what.n_commands; i++)
		free(runners[i].cells);
	return d.c.x;
}
