/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Builds that cannot be kept side by side cannot share rounds: each has all its executions before
 * the next one is made over it. Build and time cannot be told apart then, and the screen says
 * so. */
#include <math.h>

#include "plan/schedule_state.h"
#include "stat/dist/random.h"

/* Counts where nothing can be planned. */
static const uint32_t in_place_builds = 5, in_place_runs = 5;

static as_phase next_build;

static size_t end_of_program(const struct as_schedule *s, size_t i)
{
	size_t end = i + 1;

	while (end < s->progress.to && s->subjects[end].is.lead == i)
		end++;
	return end;
}

/* One execution of each benchmark of the program, in random order. */
static enum as_status push_round(struct as_schedule *s, enum as_role role, uint32_t round,
	struct as_err *err)
{
	const size_t first = s->queue.n, from = s->building.next, end = end_of_program(s, from);
	struct as_random random;
	enum as_status st = AS_OK;

	for (size_t i = from; i < end && !st; i++)
		st = as_schedule_push(s, &(struct as_step){.kind = AS_STEP_EXECUTE, .role = role,
			.subject = i, .cell = s->subjects[i].n_cells - 1, .round = round}, err);
	as_random_init(&random, s->x->plan.seed, AS_RANDOM_ORDER, round);
	if (!st && round != AS_NO_ROUND)
		as_schedule_shuffle(s, first, &random);
	return st;
}

/* What the budget of the user does not pay for is not made, unless more is allowed. */
static enum as_status answered(struct as_schedule *s, struct as_err *err)
{
	(void)err;
	if (!s->building.allowed)
		s->building.n = s->x->plan.builds = 1;
	as_schedule_then(s, next_build);
	return AS_OK;
}

/* The first build of all was made and executed: each other one takes as long. */
static enum as_status foresee(struct as_schedule *s, struct as_err *err)
{
	const struct as_build_queue *b = &s->building;
	const bool planned = s->x->plan.budget_explicit && !s->rule.builds;
	const double now_s = planned ? as_schedule_elapsed(s) : s->elapsed_s;
	const double rest_s = (now_s - s->pilot.begun_s) * (b->n - 1);

	/* shown, and nothing follows from it */
	if (!planned || now_s + rest_s <= (double)s->x->plan.budget_ns / 1e9)
		return as_schedule_foresee(s, s->x->plan.planned, rest_s, (double)NAN, err);
	as_schedule_then(s, answered);
	return as_schedule_foresee_needed(s, b->n, now_s + rest_s, err);
}

static enum as_status go_on(struct as_schedule *s, struct as_err *err)
{
	struct as_build_queue *b = &s->building;

	b->next = end_of_program(s, b->next);
	as_schedule_then(s, next_build);
	if (b->next < s->progress.to)
		return AS_OK;
	b->next = s->progress.from;
	return b->k++ ? AS_OK : foresee(s, err);
}

/* The build was made: all its executions. One that failed has none. */
static enum as_status execute_build(struct as_schedule *s, struct as_err *err)
{
	const struct as_build_queue *b = &s->building;
	const uint32_t runs = s->x->plan.planned;
	const uint32_t first = s->rule.amount.first_round + b->k * runs;
	enum as_status st = AS_OK;

	as_schedule_then(s, go_on);
	if (s->subjects[b->next].n_cells == s->pilot.made)
		return AS_OK;
	for (uint32_t w = 0; w < s->x->plan.warmups && !st; w++)
		st = push_round(s, AS_ROLE_WARMUP, AS_NO_ROUND, err);
	for (uint32_t j = 0; j < runs && !st; j++)
		st = push_round(s, AS_ROLE_MEASURED, first + j, err);
	return st;
}

static enum as_status next_build(struct as_schedule *s, struct as_err *err)
{
	struct as_build_queue *b = &s->building;

	if (b->k == b->n) {
		as_schedule_then(s, s->course->end);
		return as_schedule_settle(s, err);
	}
	s->pilot.made = s->subjects[b->next].n_cells;
	as_schedule_then(s, execute_build);
	return as_schedule_push_build(s, b->next, 0, err);
}

enum as_status as_schedule_begin_in_place(struct as_schedule *s, struct as_err *err)
{
	struct as_plan *p = &s->x->plan;
	const uint32_t runs = s->rule.amount.runs ? s->rule.amount.runs : in_place_runs;

	if (as_schedule_is_duet(s))
		return as_fail(err, AS_ERR_USAGE,
			"cannot measure two at the same time (--duet): what is built is not known, "
			"so that one is built over the other; name it with --artifact, or leave "
			"--duet out");
	p->stopping = AS_STOP_FIXED;
	p->planned = p->done = runs;
	p->builds = s->rule.builds ? s->rule.builds : in_place_builds;
	s->progress.planned = runs;
	s->building.n = p->builds;
	s->building.next = s->progress.from;
	s->pilot.begun_s = s->elapsed_s;
	as_schedule_then(s, next_build);
	return AS_OK;
}
