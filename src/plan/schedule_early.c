/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Looks at which gates may end it (methods-quantiles.md 4). */
#include <math.h>

#include "analyse/gates/early_gates.h"
#include "analyse/plan/pilot.h"
#include "analyse/result/two_stage.h"
#include "plan/schedule_state.h"
#include "stat/dist/early.h"
#include "stat/dist/planning/power.h"
#include "stat/dist/tail.h"

enum { FAILING = 2 }; /* times as many rounds as were to be measured: the rest fail */

enum { STEP = 8, MOST = 400 }; /* methods-quantiles.md 4.2 */

bool as_schedule_foresees_change(const struct as_schedule *s)
{
	return s->rule.early && !s->building.differ && !s->rule.amount.runs &&
		s->x->plan.detect > 0 && as_target_is_ratio(s->x);
}

/* The standard deviation of the log ratio of a round, as a dimensioning knows it: never of rounds that are
 * looked at. */
static bool learnt_spread(const struct as_schedule *s, struct as_power_spread *out)
{
	const struct as_dimension *d = &s->learnt;
	const struct as_plan *plan = &s->x->plan;
	struct as_planning p;
	size_t r[AS_LEVELS_MAX];

	if (!d->n_levels || !as_target_is_ratio(s->x) || as_planning_of(d, 0, &p, NULL) || !p.df)
		return false;
	for (size_t i = 0; i < p.n_levels; i++)
		r[i] = (size_t)d->bottom + i == AS_LEVEL_ITERATION && as_schedule_obeyed(s)
			? plan->iterations - plan->drop
			: d->level[(size_t)d->bottom + i].pilot;
	*out = (struct as_power_spread){.s = sqrt(as_unit_var(&p, r)), .df = (double)p.df};
	return out->s > 0;
}

/* Of gates on the criterion that nearest to what it is to be told from: twice its limit, and no change at all
 * (passing), take the most rounds where they are nearest. */
static double nearest_of_gates(const struct as_schedule *s)
{
	double nearest = (double)INFINITY, one;

	for (size_t i = 0; i < s->rule.n_gates; i++) {
		const struct as_gate *g = &s->rule.gates[i];
		const double limit = g->more ? g->limit : -g->limit;
		const bool is_of = !g->metric ||
			as_experiment_find_metric(s->x, g->metric) == s->x->criterion;
		if (is_of && !as_power_distance(2 * limit, limit, &one))
			nearest = fmin(nearest, fmin(one, fabs(log1p(limit))));
	}
	return nearest;
}

/* Rounds, or batches, that see the change asked for, or decide a gate by a variance that is kept; 0: neither is
 * known. */
static double rounds_to_see(const struct as_schedule *s)
{
	const double share = 0.7, more = 1.05; /* of alpha, that of the last look; 4.2 */
	const struct as_plan *plan = &s->x->plan;
	const size_t own = s->rule.n_gates * as_experiment_pairs(s->x);
	const double all = (double)(s->rule.gates_all > own ? s->rule.gates_all : own);
	struct as_power p = {.confidence = 1 - share * (1 - plan->confidence) / fmax(all, 1),
		.power = plan->detect > 0 ? plan->power : 0.9};
	struct as_power_spread spread;
	size_t n = 0, sure = 0;

	if (!learnt_spread(s, &spread) || (!(plan->detect > 0) && !s->recalled))
		return 0;
	if (!(plan->detect > 0))
		p.lambda = nearest_of_gates(s);
	else if (as_power_distance(plan->detect, plan->detect_beyond, &p.lambda))
		return 0;
	if (!isfinite(p.lambda) || as_power_rounds(&p, &spread, &n, &sure))
		return 0;
	return fmax(STEP * ceil(more * (double)n / STEP), AS_EARLY_ROUNDS_FOUR);
}

/* Rounds that there are at most: as many as were asked for, or as see the change asked for, else what the time
 * pays for, in batches where the criterion takes some. What a round costs is known from the first one; how its
 * times differ has no part in it. */
static uint32_t most_rounds(struct as_schedule *s)
{
	const struct as_amount *amount = &s->rule.amount;
	const double each = as_schedule_batch(s);
	/* what no time was given for takes few rounds, and not few batches of many */
	const double least = fmax(each > 1 ? AS_BATCHES_COMPARE : AS_EARLY_ROUNDS_MIN,
		ceil(amount->min_runs / each));
	const double fits = s->rounds.attempts + as_schedule_affordable(s, 1);
	const double wanted = rounds_to_see(s), pays = STEP * floor(fits / each / STEP);
	double n = fmax(fmin(pays, wanted > 0 ? wanted : MOST), least) * each;

	if (amount->runs)
		return amount->runs;
	n = amount->max_runs ? fmin(n, amount->max_runs) : n;
	if (s->x->plan.detect > 0 && wanted * each > n)
		s->x->plan.wanted = (uint32_t)fmin(wanted * each, UINT32_MAX);
	return (uint32_t)n;
}

/* In rounds: at whole batches, the last after all rounds. */
static struct as_looks looks_of(const struct as_schedule *s)
{
	const struct as_plan *p = &s->x->plan;
	const uint32_t each = as_schedule_batch(s);
	struct as_looks looks = as_looks_of(p->planned / each, 1 - p->confidence);

	for (size_t i = 0; i + 1 < looks.n; i++)
		looks.at[i] *= each;
	looks.at[looks.n - 1] = p->planned;
	return looks;
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

/* Fewer rounds than see the change may have decided it all the same. */
static enum as_status end(struct as_schedule *s, bool settled, struct as_err *err)
{
	struct as_plan *p = &s->x->plan;

	if (settled)
		p->wanted = 0;
	else if (p->wanted && p->outcome == AS_OUTCOME_COMPLETE)
		p->outcome = s->rule.amount.max_runs == p->planned ? AS_OUTCOME_MAX
								   : AS_OUTCOME_BUDGET;
	return as_schedule_end_rounds(s, err);
}

/* Rounds that failed twice put a look off; where the budget has ended them there is none. */
static enum as_status look(struct as_schedule *s, struct as_err *err)
{
	const struct as_looks looks = looks_of(s);
	bool settled = false;

	if (s->x->plan.outcome == AS_OUTCOME_BUDGET ||
		s->rounds.attempts >= FAILING * s->x->plan.planned)
		return end(s, false, err);
	enum as_status st = s->rounds.complete < looks.at[0] ? AS_OK
		: as_early_settled(s->x, s->rule.gates, s->rule.n_gates, s->rule.gates_all,
			&settled, err);
	if (st)
		return st;
	return settled || s->rounds.complete >= s->x->plan.planned ? end(s, settled, err)
								   : go_on(s, err);
}

enum as_status as_schedule_begin_looks(struct as_schedule *s, struct as_err *err)
{
	struct as_plan *p = &s->x->plan;
	const struct as_rounds *r = &s->rounds;

	p->stopping = AS_STOP_LOOKS;
	p->stage1 = 0;
	p->expected = 0; /* gates end it, wherever that is */
	p->planned = most_rounds(s);
	s->progress.planned = p->planned;
	const struct as_looks looks = looks_of(s);
	enum as_status st = as_schedule_foresee_looks(s, &looks,
		(p->planned - r->attempts) * r->round_s, err);
	return st ? st : go_on(s, err);
}
