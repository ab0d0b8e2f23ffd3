/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/conductor.h"

#include <math.h>
#include <stdlib.h>

#include "analyse/compare/looks.h"
#include "analyse/result/target.h"
#include "analyse/result/two_stage.h"
#include "analyse/result/view.h"
#include "clock/clock.h"
#include "stat/dist/lasting.h"
#include "stat/dist/random.h"
#include "stat/dist/stein.h"

/* Rounds while they are measured: one stretch from warm-up to the last. */
struct stretch {
	uint32_t next;     /* number of the next round */
	uint32_t complete; /* rounds in which every subject ended well */
	uint32_t attempts; /* rounds begun */
	uint32_t repeats;  /* rounds run once more because one had failed */
	uint32_t settled;  /* failed rounds that were repeated, or are repeats themselves */
	int64_t begun_ns;  /* what had elapsed when the first round began */
	double round_s;    /* cost of one round, from what has been measured */
	uint32_t *order;   /* room for one round's order */
};

/* The builds of all subjects take part in every round, in an order drawn for it: number i is build
 * i - before of the subject whose builds begin at `before`. */
static enum as_status execute_seat(struct as_conductor *c, uint32_t seat, uint32_t round,
	struct as_err *err)
{
	size_t subject = c->from;

	while (seat >= c->runners[subject].n_cells)
		seat -= (uint32_t)c->runners[subject++].n_cells;
	return as_conductor_execute(c, subject, seat, AS_ROLE_MEASURED, round, err);
}

static enum as_status one_round(struct as_conductor *c, struct stretch *s, struct as_err *err)
{
	size_t n = as_conductor_seats(c);
	struct as_random random;
	enum as_status st = AS_OK;

	for (size_t i = 0; i < n; i++)
		s->order[i] = (uint32_t)i;
	as_random_init(&random, c->x->plan.seed, AS_RANDOM_ORDER, s->next);
	as_shuffle(&random, s->order, n);
	for (size_t i = 0; i < n && !st && !c->cancelled; i++)
		st = execute_seat(c, s->order[i], s->next, err);
	s->next++;
	s->attempts++;
	as_conductor_write_down(c);
	return st;
}

/* What the rounds so far have given and cost; called when nothing is in flight. */
static void take_stock(struct as_conductor *c, struct stretch *s)
{
	s->complete = c->complete_rounds;
	c->x->plan.done = s->complete;
	if (s->attempts)
		s->round_s = (double)(as_conductor_elapsed(c) - s->begun_ns) / 1e9 / s->attempts;
}

static bool budget_is_spent(struct as_conductor *c, const struct stretch *s)
{
	return c->r->amount.budget_given && s->attempts >= 2 &&
		(double)(c->r->amount.budget_ns - as_conductor_elapsed(c)) < s->round_s * 1e9;
}

/* Measure until so many rounds were begun, or the budget is spent. */
static enum as_status begin_to(struct as_conductor *c, struct stretch *s, uint32_t total,
	struct as_err *err)
{
	enum as_status st = AS_OK;

	c->target = total;
	while (s->attempts < total && !st && !c->cancelled) {
		st = one_round(c, s, err);
		if (!st && budget_is_spent(c, s))
			break;
	}
	if (!st)
		st = as_conductor_drain(c, 0, err);
	if (!st)
		st = as_conductor_subtract(c, err);
	take_stock(c, s);
	return st;
}

/* Measure until `total` rounds were begun, and once more those that failed among them. */
static enum as_status run_to(struct as_conductor *c, struct stretch *s, uint32_t total,
	struct as_err *err)
{
	enum as_status st = AS_OK;

	for (int pass = 0; pass < 2 && !st && !c->cancelled; pass++) {
		st = begin_to(c, s, total + s->repeats, err);
		if (s->attempts < total + s->repeats) {
			if (!st && !c->cancelled)
				c->x->plan.outcome = AS_OUTCOME_BUDGET;
			break;
		}
		if (!pass)
			s->repeats += s->attempts - s->complete - s->settled;
		s->settled = s->attempts - s->complete;
	}
	return st;
}

/* Within --min-runs, --min-top, --min-benchmarking-time and --max-runs. */
static uint32_t bounded(const struct as_conductor *c, const struct stretch *s, double n)
{
	double least = fmax(c->r->amount.min_runs, c->r->planning.min_top),
	       most = c->r->amount.max_runs ? c->r->amount.max_runs : UINT32_MAX / 2;

	if (c->r->amount.min_time_ns && s->round_s > 0)
		least = fmax(least, ceil((double)c->r->amount.min_time_ns / 1e9 *
					    (double)(c->to - c->from) / s->round_s));
	return (uint32_t)fmin(fmax(n, least), most);
}

/* Rounds of stage 1 (methods.md 6.7): what fits into 1 s for each subject, from the first round. */
static uint32_t stage1_rounds(const struct as_conductor *c, const struct stretch *s)
{
	size_t n = c->to - c->from;
	double budget_s = c->r->amount.budget_given ? (double)c->r->amount.budget_ns / 1e9 : 0;
	size_t r0 = c->r->amount.stage1 ? c->r->amount.stage1
				 : as_stage1_units(s->round_s / (double)n, n > 1,
					   budget_s / (double)n);

	return bounded(c, s, (double)r0);
}

/* Rounds that the time left buys: an explicit budget limits everything, the default one stage 2. */
static double affordable(struct as_conductor *c, const struct stretch *s)
{
	double left = c->r->amount.budget_given
		? (double)(c->r->amount.budget_ns - as_conductor_elapsed(c)) / 1e9
		: (double)c->x->plan.budget_ns / 1e9 * (double)(c->to - c->from) /
			(double)c->x->n_subjects;

	return s->round_s > 0 ? fmax(left, 0) / s->round_s : 1e9;
}

/* How many rounds the precision asked for needs. False where that cannot be said. */
static bool wanted(const struct as_conductor *c, bool last, size_t *out)
{
	struct as_look look = {
		.metric = c->x->criterion, .from = c->from, .to = c->to, .last = last};

	return !as_rounds_wanted(c->x, &look, out, NULL);
}

/* `want` rounds would give the precision asked for; fewer give less, by the root of their number.
 * */
static void announce(struct as_conductor *c, const struct stretch *s, uint32_t rounds, size_t want)
{
	double expected = c->x->plan.precision * sqrt((double)want / (double)rounds);

	c->state.stage1 = false;
	c->x->plan.expected = expected;
	as_conductor_foresee(c, rounds, (rounds - s->complete) * s->round_s, expected);
}

/* Less is run than the rule asks for. It stays one of two stages: the number that time allows is
 * one that stage 1 had a part in (methods-repairs.md 7). */
static void cut_short(struct as_conductor *c, uint32_t n, size_t want)
{
	struct as_plan *p = &c->x->plan;

	p->outcome = c->r->amount.max_runs && n == c->r->amount.max_runs ? AS_OUTCOME_MAX
									 : AS_OUTCOME_BUDGET;
	p->wanted = (uint32_t)fmin((double)want, UINT32_MAX);
}

/* What was cut short may have reached the target all the same, by the interval that is shown; and
 * where it has not, all that was measured says better than stage 1 what it would have taken. From
 * five values on they tell. */
static void look_back(struct as_conductor *c, const struct stretch *s)
{
	enum { TELLING = 5 };
	struct as_plan *p = &c->x->plan;
	bool is_cut = p->outcome == AS_OUTCOME_BUDGET || p->outcome == AS_OUTCOME_MAX;
	size_t want = 0;

	if (!is_cut || as_rounds_to_meet(c->x, c->from, c->to, &want))
		return;
	if (!want)
		p->outcome = AS_OUTCOME_COMPLETE;
	if (!want || s->complete >= TELLING)
		p->wanted = (uint32_t)fmin((double)want, UINT32_MAX);
}

/* Stage 2, and the one extension after it (methods.md 6.7). */
static enum as_status second_stage(struct as_conductor *c, struct stretch *s, struct as_err *err)
{
	struct as_plan *p = &c->x->plan;
	enum as_status st = AS_OK;

	for (int look = 0; look < 2 && !st && !c->cancelled; look++) {
		size_t want = 0;
		double have = s->complete, most = have + affordable(c, s);

		if (!wanted(c, look > 0, &want) || want <= s->complete)
			break;
		/* The states of so many say little of many more. */
		size_t longest = AS_LASTING_TIMES * (size_t)s->complete;
		if (look && !as_target_is_ratio(c->x) && want > longest)
			want = longest;
		uint32_t n = bounded(c, s, fmin((double)want, floor(most)));
		if (n < want)
			cut_short(c, n, want);
		if (n <= s->complete)
			break;
		*(look ? &p->extended : &p->planned) = n;
		announce(c, s, n, want);
		/* Rounds that failed twice are not among the complete ones: others take their
		 * place. */
		st = run_to(c, s, s->attempts - s->repeats + n - s->complete, err);
		if (p->outcome != AS_OUTCOME_COMPLETE)
			break;
	}
	if (!st && !c->cancelled)
		look_back(c, s);
	return st;
}

/* Too little budget for stage 1: a fixed plan of what fits, at least 2 (methods.md 6.7). */
static bool budget_is_small(struct as_conductor *c, const struct stretch *s, uint32_t r0)
{
	struct as_plan *p = &c->x->plan;
	double fits = s->attempts + floor(affordable(c, s));

	if (!c->r->amount.budget_given || fits >= r0)
		return false;
	p->stopping = AS_STOP_BUDGET;
	p->planned = bounded(c, s, fmax(fits, 2));
	p->stage1 = 0;
	p->outcome = AS_OUTCOME_BUDGET;
	return true;
}

/* A count that is fixed: what it costs is known after the first round, what it gives after a few,
 * which may take a moment. */
static enum as_status fixed(struct as_conductor *c, struct stretch *s, uint32_t rounds,
	struct as_err *err)
{
	enum { FEW = 5 };
	const double moment_s = 5;
	uint32_t few = rounds < FEW ? rounds : FEW;
	enum as_status st = AS_OK;

	if (s->round_s * few <= moment_s)
		st = begin_to(c, s, few, err);
	if (st || c->cancelled)
		return st;
	if (rounds > s->attempts && budget_is_spent(c, s)) {
		c->x->plan.outcome = AS_OUTCOME_BUDGET;
		return AS_OK;
	}
	if (rounds > s->attempts)
		as_conductor_foresee(c, rounds, (rounds - s->attempts) * s->round_s,
			as_conductor_expect(c, rounds));
	return run_to(c, s, rounds, err);
}

static enum as_status two_stages(struct as_conductor *c, struct stretch *s, struct as_err *err)
{
	struct as_plan *p = &c->x->plan;
	uint32_t r0 = stage1_rounds(c, s);
	if (!budget_is_small(c, s, r0)) {
		p->stopping = AS_STOP_TWO_STAGE;
		p->stage1 = p->planned = r0;
		as_conductor_foresee_stage1(c, r0, (r0 - s->attempts) * s->round_s);
	} else if (p->planned > s->attempts) {
		as_conductor_foresee(c, p->planned, (p->planned - s->attempts) * s->round_s,
			(double)NAN);
	}
	c->state.planned = p->planned;
	enum as_status st = run_to(c, s, p->planned, err);
	if (st || c->cancelled)
		return st;
	if (p->stopping == AS_STOP_TWO_STAGE)
		return second_stage(c, s, err);
	look_back(c, s);
	return AS_OK;
}

/* The first look has left something open, and time and --max-runs may allow more rounds, once. */
static enum as_status last_look(struct as_conductor *c, struct stretch *s, struct as_err *err)
{
	struct as_plan *p = &c->x->plan;
	double want = (double)as_rounds_to_decide(c->x, c->x->criterion);
	uint32_t n = bounded(c, s, fmin(want, floor(s->complete + affordable(c, s))));

	p->last_look = n > s->complete ? n : s->complete;
	if (n <= s->complete)
		return AS_OK;
	c->state.stage1 = false;
	as_conductor_foresee(c, n, (n - s->complete) * s->round_s, as_conductor_expect(c, n));
	enum as_status st = run_to(c, s, s->attempts - s->repeats + n - s->complete, err);
	if (!st && !c->cancelled)
		look_back(c, s);
	return st;
}

/* methods.md 6.7 */
static enum as_status look_twice(struct as_conductor *c, struct stretch *s, struct as_err *err)
{
	bool open = false;

	c->x->plan.first_look = s->complete;
	enum as_status st = as_is_open(c->x, c->x->criterion, c->r->aim.gates, c->r->aim.n_gates,
		&open, err);
	return st || !open ? st : last_look(c, s, err);
}

static enum as_status warm_up(struct as_conductor *c, struct as_err *err)
{
	enum as_status st = AS_OK;

	for (uint32_t w = 0; w < c->r->amount.warmup && !st; w++)
		for (size_t i = c->from; i < c->to && !st && !c->cancelled; i++)
			for (size_t k = 0; k < c->runners[i].n_cells && !st; k++)
				st = as_conductor_execute(c, i, k, AS_ROLE_WARMUP, AS_NO_ROUND,
					err);
	return st ? st : as_conductor_drain(c, 0, err);
}

/* Before the rounds: warm-up, the criterion, and where there is more than one level, the counts. */
static enum as_status before_rounds(struct as_conductor *c, struct as_err *err)
{
	bool builds = c->x->plan.builds_state == AS_BUILDS_DIFFER;
	enum as_status st = warm_up(c, err);

	c->state.stage1 = true;
	if (!st && !c->cancelled && c->r->amount.warmup)
		st = as_conductor_settle(c, err);
	if (!st && !c->cancelled && (c->r->amount.warmup || builds || c->r->amount.dry_run))
		st = as_conductor_dimension(c, err);
	c->complete_rounds = c->round_ok = c->ended = c->target = 0;
	c->round_now = AS_NO_ROUND;
	return st;
}

static enum as_status all_rounds(struct as_conductor *c, struct stretch *s, struct as_err *err)
{
	struct as_plan *p = &c->x->plan;
	/* tells what is reported, and what a round costs */
	enum as_status st = run_to(c, s, 1, err);

	if (!st && !c->cancelled)
		st = as_conductor_settle(c, err);
	if (st || c->cancelled)
		return st;
	if (p->builds_state == AS_BUILDS_DIFFER)
		return p->stopping == AS_STOP_FIXED ? fixed(c, s, p->planned, err)
						    : run_to(c, s, p->planned, err);
	if (!c->r->amount.runs) {
		st = two_stages(c, s, err);
		return st || c->cancelled || !p->decide ? st : look_twice(c, s, err);
	}
	p->stopping = AS_STOP_FIXED;
	p->planned = c->r->amount.runs;
	return fixed(c, s, c->r->amount.runs, err);
}

enum as_status as_conductor_rounds(struct as_conductor *c, struct as_err *err)
{
	struct as_plan *p = &c->x->plan;
	struct stretch s = {.next = c->r->amount.first_round};
	enum as_status st = before_rounds(c, err);

	if (!st && !c->cancelled && !c->r->amount.dry_run) {
		c->state.planned =
			p->builds_state == AS_BUILDS_DIFFER ? p->planned : c->r->amount.runs;
		c->rounds_ns = as_clock_now();
		s.begun_ns = as_conductor_elapsed(c);
		s.order = calloc(as_conductor_seats(c) + 1, sizeof *s.order);
		st = s.order ? all_rounds(c, &s, err) : as_fail_memory(err);
	}
	if (c->cancelled)
		p->outcome = AS_OUTCOME_STOPPED;
	p->done = c->complete_rounds;
	free(s.order);
	return st;
}
