/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Looks at which gates may end it (methods-quantiles.md 4). */
#include <math.h>

#include "analyse/compare/early_gates.h"
#include "plan/schedule_state.h"
#include "stat/dist/early.h"

enum { FAILING = 2 }; /* times as many rounds as were to be measured: the rest fail */

/* Rounds that there are at most: as many as were asked for, else what the time pays for. What a round
 * costs is known from the first one; how its times differ has no part in it. */
static uint32_t most_rounds(struct as_schedule *s)
{
	enum { STEP = 8, MOST = 400 };
	const struct as_amount *amount = &s->rule.amount;
	const double least = fmax(AS_EARLY_ROUNDS_MIN, amount->min_runs);
	const double fits = s->rounds.attempts + as_schedule_affordable(s, 1);
	double n = fmin(STEP * floor(fits / STEP), MOST);

	if (amount->runs)
		return amount->runs;
	n = fmax(n, least);
	return (uint32_t)(amount->max_runs ? fmin(n, amount->max_runs) : n);
}

static struct as_looks looks_of(const struct as_schedule *s)
{
	return as_looks_of(s->x->plan.planned, 1 - s->x->plan.confidence);
}

static enum as_status look(struct as_schedule *s, struct as_err *err);

/* On to the first look that is not there yet. */
static enum as_status go_on(struct as_schedule *s, struct as_err *err)
{
	const struct as_looks looks = looks_of(s);

	for (size_t i = 0; i < looks.n; i++)
		if (looks.at[i] > s->rounds.complete) {
			as_schedule_complete_to(s, (uint32_t)looks.at[i], look);
			return AS_OK;
		}
	return as_schedule_end_rounds(s, err);
}

/* Rounds that failed twice put a look off; where the budget has ended them there is none. */
static enum as_status look(struct as_schedule *s, struct as_err *err)
{
	const struct as_looks looks = looks_of(s);
	bool settled = false;

	if (s->x->plan.outcome == AS_OUTCOME_BUDGET ||
		s->rounds.attempts >= FAILING * s->x->plan.planned)
		return as_schedule_end_rounds(s, err);
	enum as_status st = s->rounds.complete < looks.at[0] ? AS_OK
		: as_early_settled(s->x, s->rule.gates, s->rule.n_gates, s->rule.gates_all,
			&settled, err);
	if (st)
		return st;
	return settled || s->rounds.complete >= s->x->plan.planned
		? as_schedule_end_rounds(s, err) : go_on(s, err);
}

enum as_status as_schedule_begin_looks(struct as_schedule *s, struct as_err *err)
{
	struct as_plan *p = &s->x->plan;
	const struct as_rounds *r = &s->rounds;

	p->stopping = AS_STOP_LOOKS;
	p->stage1 = 0;
	p->planned = most_rounds(s);
	s->progress.planned = p->planned;
	const struct as_looks looks = looks_of(s);
	enum as_status st = as_schedule_foresee_looks(s, &looks,
		(p->planned - r->attempts) * r->round_s, err);
	return st ? st : go_on(s, err);
}
