/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rounds of two subjects that run at the same time (methods-machines.md F): they come in pairs, in
 * whose second round sides are swapped, and now and then both subjects take turns. */
#include "model/kept/duet_rounds.h"
#include "plan/schedule_state.h"
#include "stat/dist/random.h"

bool as_schedule_is_duet(const struct as_schedule *s)
{
	return s->x->plan.design == AS_DESIGN_DUET;
}

enum as_status as_schedule_check_duet(const struct as_schedule *s, struct as_err *err)
{
	const size_t n = s->progress.to - s->progress.from;

	if (!as_schedule_is_duet(s))
		return AS_OK;
	if (n != 2)
		return as_fail(err, AS_ERR_USAGE,
			"cannot measure %zu %s at the same time (--duet): a duet is of two; name "
			"two, or leave --duet out", n, n == 1 ? "command" : "commands");
	for (size_t i = s->progress.from; i < s->progress.to; i++)
		if (s->subjects[i].n_cells > 1)
			return as_fail(err, AS_ERR_USAGE,
				"cannot measure several builds of a version at the same time as "
				"those of another (--duet): leave --builds out, so that one of "
				"each is measured, or leave --duet out");
	return AS_OK;
}

/* One execution of the round. */
static enum as_status push_one(struct as_schedule *s, size_t subject, uint32_t round,
	enum as_beside beside, struct as_err *err)
{
	return as_schedule_push(s, &(struct as_step){.kind = AS_STEP_EXECUTE,
		.role = beside ? AS_ROLE_MEASURED : AS_ROLE_TURNS, .subject = subject,
		.round = round, .beside = beside}, err);
}

/* Both, one after the other. */
static enum as_status push_turns(struct as_schedule *s, uint32_t round, struct as_err *err)
{
	const size_t from = s->queue.n;
	struct as_random random;
	enum as_status st = AS_OK;

	as_random_init(&random, s->x->plan.seed, AS_RANDOM_ORDER, (UINT64_C(1) << 32) | round);
	for (size_t i = s->progress.from; i < s->progress.to && !st; i++)
		st = push_one(s, i, round, AS_BESIDE_NONE, err);
	if (!st)
		as_schedule_shuffle(s, from, &random);
	return st;
}

enum as_status as_schedule_push_duet(struct as_schedule *s, uint32_t round, struct as_err *err)
{
	const uint32_t pair = as_duet_pair(round);
	struct as_random random;

	as_random_init(&random, s->x->plan.seed, AS_RANDOM_ORDER, pair);
	const bool swapped = as_duet_is_second(round) != (as_random_below(&random, 2) == 1);
	const size_t first = s->progress.from + swapped;
	enum as_status st = push_one(s, first, round, AS_BESIDE_NEXT, err);

	if (!st)
		st = push_one(s, 2 * s->progress.from + 1 - first, round, AS_BESIDE_LAST, err);
	return st || !as_duet_takes_turns(round) ? st : push_turns(s, round, err);
}
