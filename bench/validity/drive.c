/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "drive.h"

#include <math.h>
#include <stdio.h>

#include "study.h"

static void must(enum as_status st, const struct as_err *err)
{
	if (st)
		study_fail("%s", err->msg);
}

struct asked asked_of(size_t subjects)
{
	struct asked a = {.subjects = subjects,
		.plan = {.design = AS_DESIGN_ROUNDS,
			.seed = 1,
			.confidence = 0.95,
			.tolerance = 0.01,
			.precision = 0.01,
			.budget_ns = INT64_MAX / 4,
			.iterations = 20},
		.rule = {.amount.drop_given = true, .criterion = "wall"}};

	if (subjects > DRIVE_SUBJECTS)
		study_fail("%zu subjects are too many", subjects);
	for (size_t i = 0; i < AS_MODEL_LEVELS; i++)
		a.rule.planning.cost_s[i] = (double)NAN;
	return a;
}

struct asked asked_of_built(size_t subjects)
{
	struct asked a = asked_of(subjects);

	a.built = true;
	return a;
}

/* What a step costs: nothing but builds and executions takes time. */
static double build(struct as_experiment *x, const struct as_step *step, const struct truth *t)
{
	const struct as_unit unit = {
		.round = AS_NO_ROUND, .order = step->order, .cost_s = t->build_s};
	struct as_err err = {0};
	char hash[33];

	snprintf(hash, sizeof hash, "%016zx%016zx", step->subject, step->build);
	const struct as_build made = {hash, hash, hash, 1};
	must(as_subject_add_build(&x->subjects[step->subject], &x->arena, &unit, &made, &err),
		&err);
	return t->build_s;
}

static double execute(struct as_experiment *x, const struct as_step *step, const struct truth *t)
{
	struct as_subject *s = &x->subjects[step->subject];
	const struct as_unit unit = {.parent = (uint32_t)step->build,
		.round = step->round,
		.order = step->order,
		.role = (uint8_t)step->role};
	struct as_err err = {0};
	size_t e = 0;

	must(as_subject_add_unit(s, AS_LEVEL_EXECUTION, &unit, &e, &err), &err);
	must(as_subject_set(s, AS_LEVEL_EXECUTION, e, AS_METRIC_WALL,
		     1e9 * t->wall(t->context, step->subject, step->build), &err),
		&err);
	if (t->user)
		must(as_subject_set(
			     s, AS_LEVEL_EXECUTION, e, AS_METRIC_USER, t->user(t->context), &err),
			&err);
	return t->execution_s;
}

static void carry_out(struct as_schedule *s, struct as_experiment *x, const struct truth *t)
{
	struct as_err err = {0};
	struct as_step step;
	double now_s = 0;

	for (;;) {
		must(as_schedule_next(s, now_s, &step, &err), &err);
		if (step.kind == AS_STEP_DONE)
			return;
		if (step.kind == AS_STEP_WAIT)
			study_fail("it waits, and nothing is out");
		if (step.kind == AS_STEP_BUILD)
			now_s += build(x, &step, t);
		else if (step.kind == AS_STEP_EXECUTE)
			now_s += execute(x, &step, t);
		else
			continue;
		const struct as_unit_end end = {.step = step, .ending = AS_ENDED_OK};
		must(as_schedule_take(s, &end, &err), &err);
	}
}

struct as_experiment *drive(const struct asked *a, const struct truth *t)
{
	struct as_schedule_subject subjects[DRIVE_SUBJECTS] = {0};
	struct as_experiment *x = as_experiment_new();
	struct as_schedule *s = NULL;
	struct as_err err = {0};

	if (!x)
		study_fail("out of memory");
	x->ratio_of_means = a->ratio_of_means;
	x->plan = a->plan;
	for (size_t i = 0; i < a->subjects; i++) {
		if (!as_experiment_add_subject(x, i ? "new" : "old", "true"))
			study_fail("out of memory");
		subjects[i] = (struct as_schedule_subject){.lead = i,
			.program = AS_NO_PROGRAM,
			.stream = (uint32_t)i,
			.built = a->built};
	}
	must(as_schedule_new(&a->rule, subjects, x, &s, &err), &err);
	carry_out(s, x, t);
	as_schedule_free(s);
	return x;
}
