/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "base/vec.h"
#include "plan/schedule_state.h"
#include "stat/dist/planning/stein.h"
#include "stat/dist/random.h"

/* Builds in place have all their executions before the next one is made, and no rounds. */
static bool has_rounds(const struct as_schedule *s)
{
	return s->x->plan.builds_state != AS_BUILDS_IN_PLACE;
}

void as_schedule_rounds_reset(struct as_schedule *s)
{
	struct as_rounds *r = &s->rounds;

	*r = (struct as_rounds){.v = r->v, .cap = r->cap};
	s->progress.ended = s->progress.target = 0;
}

static void count_if_complete(struct as_schedule *s, const struct as_round_state *r)
{
	if (!r->closed || r->out || r->failed)
		return;
	s->x->plan.done = ++s->rounds.now;
}

enum as_status as_schedule_round_out(struct as_schedule *s, uint32_t round, struct as_err *err)
{
	struct as_rounds *r = &s->rounds;
	const size_t i = round - s->rule.amount.first_round;

	if (!has_rounds(s))
		return AS_OK;
	while (i >= r->n)
		if (!AS_PUSH(r->v, r->n, r->cap, (struct as_round_state){.out = 0}))
			return as_fail_memory(err);
	r->v[i].out++;
	return AS_OK;
}

void as_schedule_round_take(struct as_schedule *s, uint32_t round, bool failed)
{
	struct as_rounds *r = &s->rounds;
	const size_t i = round - s->rule.amount.first_round;

	s->progress.ended++;
	if (!has_rounds(s) || i >= r->n)
		return;
	r->v[i].out--;
	r->v[i].failed = r->v[i].failed || failed;
	count_if_complete(s, &r->v[i]);
}

void as_schedule_round_close(struct as_schedule *s)
{
	struct as_rounds *r = &s->rounds;

	if (!r->n || r->v[r->n - 1].closed || s->queue.at < s->queue.n)
		return;
	r->v[r->n - 1].closed = true;
	count_if_complete(s, &r->v[r->n - 1]);
}

/* Those without drawing stand behind the others among what can be executed. */
static enum as_status push_originals(struct as_schedule *s, uint32_t round, struct as_err *err)
{
	enum as_status st = AS_OK;

	for (size_t i = s->progress.from; i < s->progress.to && !st; i++)
		if (s->subjects[i].original)
			st = as_schedule_push(s, &(struct as_step){.kind = AS_STEP_EXECUTE,
				.role = AS_ROLE_ORIGINAL, .subject = i,
				.cell = s->subjects[i].n_cells, .round = round}, err);
	return st;
}

/* The builds of all subjects take part in every round, in an order drawn for it. */
static enum as_status push_round(struct as_schedule *s, struct as_err *err)
{
	struct as_rounds *r = &s->rounds;
	const uint32_t round = s->rule.amount.first_round + r->attempts++;
	struct as_random random;

	if (as_schedule_is_duet(s))
		return as_schedule_push_duet(s, round, err);
	enum as_status st = as_schedule_push_all(s, AS_ROLE_MEASURED, round, 0, err);
	if (!st)
		st = push_originals(s, round, err);
	as_random_init(&random, s->x->plan.seed, AS_RANDOM_ORDER, round);
	if (!st)
		as_schedule_shuffle(s, 0, &random);
	return st;
}

uint32_t as_schedule_least_rounds(const struct as_schedule *s)
{
	enum { LEAST = 2, TELLING = AS_STAGE1_MIN };
	const double next_to_nothing = 0.05;

	return TELLING * s->rounds.round_s <= next_to_nothing * (double)s->x->plan.budget_ns / 1e9
		? TELLING : LEAST;
}

bool as_schedule_is_spent(struct as_schedule *s)
{
	if (!s->x->plan.budget_explicit)
		return s->rounds.timed && as_schedule_affordable(s, 1) < 1;
	return s->rounds.attempts >= as_schedule_least_rounds(s) &&
		(double)s->x->plan.budget_ns / 1e9 - as_schedule_elapsed(s) < s->rounds.round_s;
}

/* What the rounds so far have given and cost. */
static enum as_status take_stock(struct as_schedule *s, struct as_err *err)
{
	struct as_rounds *r = &s->rounds;

	r->complete = r->now;
	s->x->plan.done = r->complete;
	if (r->attempts)
		r->round_s = (as_schedule_elapsed(s) - r->begun_s) / r->attempts;
	return r->reached(s, err);
}

static enum as_status more_rounds(struct as_schedule *s, struct as_err *err)
{
	struct as_rounds *r = &s->rounds;

	as_schedule_round_close(s);
	if (r->attempts < r->until && (r->fresh || !as_schedule_is_spent(s))) {
		r->fresh = false;
		as_schedule_flow(s, more_rounds);
		return push_round(s, err);
	}
	as_schedule_then(s, take_stock);
	return AS_OK;
}

void as_schedule_begin_to(struct as_schedule *s, uint32_t attempts, as_phase *after)
{
	s->rounds.until = s->progress.target = attempts;
	s->rounds.reached = after;
	s->rounds.fresh = true;
	as_schedule_flow(s, more_rounds);
}

static enum as_status repeat(struct as_schedule *s, struct as_err *err)
{
	struct as_rounds *r = &s->rounds;

	(void)err;
	as_schedule_then(s, r->after);
	if (r->attempts < r->total + r->repeats) {
		s->x->plan.outcome = AS_OUTCOME_BUDGET;
		return AS_OK;
	}
	const uint32_t failed = r->attempts - r->complete - r->settled;
	r->settled = r->attempts - r->complete;
	if (r->again)
		return AS_OK;
	r->repeats += failed;
	r->again = true;
	as_schedule_begin_to(s, r->total + r->repeats, repeat);
	return AS_OK;
}

void as_schedule_rounds_to(struct as_schedule *s, uint32_t total, as_phase *after)
{
	struct as_rounds *r = &s->rounds;

	r->total = total;
	r->after = after;
	r->again = false;
	as_schedule_begin_to(s, total + r->repeats, repeat);
}

void as_schedule_complete_to(struct as_schedule *s, uint32_t n, as_phase *after)
{
	const struct as_rounds *r = &s->rounds;

	as_schedule_rounds_to(s, r->attempts - r->repeats + n - r->complete, after);
}

enum as_status as_schedule_end_rounds(struct as_schedule *s, struct as_err *err)
{
	(void)err;
	s->x->plan.done = s->rounds.now;
	as_schedule_then(s, s->course->end);
	return AS_OK;
}

double as_schedule_affordable(struct as_schedule *s, double part)
{
	const struct as_plan *p = &s->x->plan;
	const double budget_s = part * (double)p->budget_ns / 1e9;
	const double left = p->budget_explicit ? budget_s - as_schedule_elapsed(s)
		: budget_s * (double)(s->progress.to - s->progress.from) / (double)s->n_subjects -
			as_schedule_measuring(s);

	return s->rounds.round_s > 0 ? fmax(left, 0) / s->rounds.round_s : 1e9;
}
