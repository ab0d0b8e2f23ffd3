/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stretches: of subjects that share rounds, with what is set up before them and cleaned up after. */
#include "plan/schedule_state.h"

/* A version has a folder of its own, and its build begins with an empty one, so that it is set up
 * when it is executed; without versions there is one set-up for all that share rounds. */
static enum as_status push_setup(struct as_schedule *s, struct as_err *err)
{
	const size_t from = s->progress.from;

	s->set_up = true;
	if (!s->subjects[from].is.own_folder)
		return as_schedule_push_kind(s, AS_STEP_SETUP, from, err);
	for (size_t i = from; i < s->progress.to; i++)
		s->subjects[i].bare = s->subjects[i].is.setup && s->subjects[i].is.lead == i;
	return AS_OK;
}

enum as_status as_schedule_push_cleanup(struct as_schedule *s, struct as_err *err)
{
	const size_t from = s->progress.from;
	const size_t to = s->subjects[from].is.own_folder ? s->progress.to : from + 1;
	enum as_status st = AS_OK;

	for (size_t i = from; i < to && !st && s->set_up; i++)
		if (s->subjects[i].is.lead == i)
			st = as_schedule_push_kind(s, AS_STEP_CLEANUP, i, err);
	s->set_up = false;
	return st;
}

/* Subjects from `from` on that share rounds: all of them, or one. */
static enum as_status begin_stretch(struct as_schedule *s, size_t from, struct as_err *err)
{
	bool done = false;

	s->progress.from = from;
	s->progress.to = s->x->plan.design != AS_DESIGN_SEQUENTIAL ? s->n_subjects : from + 1;
	s->recalled = false;
	s->learnt = (struct as_dimension){.n_levels = 0};
	s->building = (struct as_build_queue){.n = 0};
	as_schedule_rounds_reset(s);
	as_schedule_then(s, s->course->end);
	enum as_status st = as_schedule_plan_recalled(s, &done, err);
	if (st || done)
		return st;
	as_schedule_then(s, s->course->builds);
	return push_setup(s, err);
}

enum as_status as_schedule_begin(struct as_schedule *s, struct as_err *err)
{
	return begin_stretch(s, 0, err);
}

static enum as_status next_stretch(struct as_schedule *s, struct as_err *err)
{
	s->then = NULL;
	return s->progress.to < s->n_subjects ? begin_stretch(s, s->progress.to, err) : AS_OK;
}

static enum as_status end_stretch(struct as_schedule *s, struct as_err *err)
{
	if (s->set_up && !s->building.same)
		as_schedule_review(s);
	as_schedule_then(s, next_stretch);
	return as_schedule_push_cleanup(s, err);
}

const struct as_phases *as_schedule_course(bool builds_alone)
{
	static const struct as_phases of_all = {.builds = as_schedule_begin_builds,
		.in_place = as_schedule_begin_in_place,
		.warm_up = as_schedule_warm_up,
		.rounds = as_schedule_begin_original,
		.end = end_stretch};
	static const struct as_phases of_builds = {.builds = as_schedule_begin_builds,
		.in_place = end_stretch,
		.warm_up = end_stretch,
		.rounds = end_stretch,
		.end = end_stretch};

	return builds_alone ? &of_builds : &of_all;
}
