/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "analyse/gates/looks.h"
#include "analyse/result/target.h"
#include "analyse/result/two_stage.h"
#include "plan/schedule_state.h"
#include "stat/dist/series/lasting.h"
#include "stat/dist/planning/stein.h"
#include "stat/dist/tail.h"

/* Fewer batches give no verdict (methods-quantiles.md 1.6), however alike the first ones are. */
static double least_batches(const struct as_schedule *s, double each)
{
	const bool compared = s->progress.to - s->progress.from > 1;

	if (each <= 1 || as_schedule_is_duet(s))
		return 0;
	return each * (compared ? AS_BATCHES_COMPARE : AS_BATCHES_SINGLE);
}

/* Within --min-runs, --min-top, --min-benchmarking-time and --max-runs; in whole batches where the
 * criterion takes some. */
static uint32_t bounded(const struct as_schedule *s, double n)
{
	const struct as_amount *amount = &s->rule.amount;
	const double subjects = (double)(s->progress.to - s->progress.from);
	const double each = as_schedule_batch(s);
	double least = fmax(fmax(amount->min_runs, s->rule.planning.min_top),
		       least_batches(s, each)),
	       most = amount->max_runs ? amount->max_runs : UINT32_MAX / 2;

	if (amount->min_time_ns && s->rounds.round_s > 0)
		least = fmax(least,
			ceil((double)amount->min_time_ns / 1e9 * subjects / s->rounds.round_s));
	n = fmin(fmax(n, least), most);
	return (uint32_t)fmax(each * floor(n / each), fmin(n, each));
}

/* Rounds of stage 1 (methods-typical.md 8.1, 8.6): what fits into 1 s for each subject, from the first
 * round; 12 at least where these take half a minute at most, or half of a budget. */
static uint32_t stage1_rounds(const struct as_schedule *s)
{
	const struct as_plan *p = &s->x->plan;
	const double n = (double)(s->progress.to - s->progress.from);
	const double half_minute_s = 30;
	const double half_s = p->budget_explicit ? (double)p->budget_ns / 2e9 : 0;
	const double each = as_schedule_batch(s);
	const double given = s->rule.amount.stage1;

	if (given > 0)
		return bounded(s, each * ceil(fmax(given, n > 1 ? AS_STAGE1_BLOCKS : 0) / each));
	return bounded(s, each *
		(double)as_stage1_units(each * s->rounds.round_s / n, n > 1,
			fmax(half_minute_s, half_s) / n));
}

/* The target is the tenth part of the difference that stage 1 shows (methods-typical.md 8.6), as nobody
 * has asked for another. */
static bool follows_difference(const struct as_schedule *s)
{
	return s->rule.target_follows && s->x->plan.precision > 0 && as_target_is_ratio(s->x) &&
		as_experiment_is_typical(s->x, s->x->criterion);
}

/* How many rounds the precision asked for needs, or the change that is to be seen. False where that
 * cannot be said. A target that follows the difference is set by the comparison that takes most. */
static bool wanted(const struct as_schedule *s, bool last, size_t *out)
{
	double decisive = 0;
	const struct as_look look = {.metric = s->x->criterion, .from = s->progress.from,
		.to = s->progress.to, .last = last,
		.decisive = follows_difference(s) ? &decisive : NULL};

	if (as_rounds_wanted(s->x, &look, out, NULL))
		return false;
	if (decisive > 0)
		s->x->plan.precision = decisive;
	return true;
}

/* `want` rounds would give the precision asked for; fewer give less, by the root of their number. What
 * sees a change has the precision that its rounds show. */
static enum as_status announce(struct as_schedule *s, uint32_t rounds, size_t want,
	struct as_err *err)
{
	const struct as_plan *p = &s->x->plan;
	const double expected = p->detect > 0 ? as_schedule_expect(s, rounds)
		: p->precision * sqrt((double)want / (double)rounds);

	s->progress.stage1 = false;
	s->x->plan.expected = isfinite(expected) ? expected : 0;
	return as_schedule_foresee(s, rounds, (rounds - s->rounds.complete) * s->rounds.round_s,
		expected, err);
}

/* Less is run than the rule asks for. It stays one of two stages: the number that time allows is
 * one that stage 1 had a part in (methods-repairs.md 7). */
static void cut_short(struct as_schedule *s, uint32_t n, size_t want)
{
	const uint32_t most = s->rule.amount.max_runs;
	struct as_plan *p = &s->x->plan;

	p->outcome = most && n == most ? AS_OUTCOME_MAX : AS_OUTCOME_BUDGET;
	p->wanted = (uint32_t)fmin((double)want, UINT32_MAX);
}

/* Rounds in all that it takes, 0 where that is met: by the intervals that are shown, and for a change
 * that is to be seen by the variances of all rounds. */
static enum as_status missing(const struct as_schedule *s, size_t *out)
{
	const struct as_experiment *x = s->x;
	size_t narrow = 0, seen = 0;
	enum as_status st = AS_OK;

	if (x->plan.precision > 0)
		st = as_rounds_to_meet(x, s->progress.from, s->progress.to, &narrow);
	if (!st && x->plan.detect > 0 && !wanted(s, true, &seen))
		st = AS_ERR_DATA;
	if (!st)
		*out = narrow > seen ? narrow : seen > s->rounds.complete ? seen : 0;
	return st;
}

/* What was cut short may have reached the target all the same, by the interval that is shown; and
 * where it has not, all that was measured says better than stage 1 what it would have taken. From
 * five values on they tell. */
static void look_back(struct as_schedule *s)
{
	enum { TELLING = 5 };
	struct as_plan *p = &s->x->plan;
	const bool is_cut = p->outcome == AS_OUTCOME_BUDGET || p->outcome == AS_OUTCOME_MAX;
	size_t want = 0;

	if (!is_cut || missing(s, &want))
		return;
	if (!want)
		p->outcome = AS_OUTCOME_COMPLETE;
	if (!want || s->rounds.complete >= TELLING)
		p->wanted = (uint32_t)fmin((double)want, UINT32_MAX);
}

static enum as_status after_last_look(struct as_schedule *s, struct as_err *err)
{
	look_back(s);
	return as_schedule_end_rounds(s, err);
}

/* The first look has left something open, and time and --max-runs may allow more rounds, once. */
static enum as_status last_look(struct as_schedule *s, struct as_err *err)
{
	struct as_plan *p = &s->x->plan;
	const uint32_t have = s->rounds.complete;
	const double want = (double)as_rounds_to_decide(s->x, s->x->criterion);
	const uint32_t n = bounded(s, fmin(want, floor(have + as_schedule_affordable(s, 1))));

	p->last_look = n > have ? n : have;
	if (n <= have)
		return as_schedule_end_rounds(s, err);
	s->progress.stage1 = false;
	as_schedule_complete_to(s, n, after_last_look);
	return as_schedule_foresee(s, n, (n - have) * s->rounds.round_s,
		as_schedule_expect(s, n), err);
}

/* methods.md 6.7 */
static enum as_status look_twice(struct as_schedule *s, struct as_err *err)
{
	bool open = false;

	if (!s->x->plan.decide)
		return as_schedule_end_rounds(s, err);
	s->x->plan.first_look = s->rounds.complete;
	enum as_status st = as_is_open(s->x, s->x->criterion, s->rule.gates, s->rule.n_gates,
		&open, err);
	if (st)
		return st;
	return open ? last_look(s, err) : as_schedule_end_rounds(s, err);
}

static enum as_status end_stages(struct as_schedule *s, struct as_err *err)
{
	look_back(s);
	return look_twice(s, err);
}

/* What was planned to fit has not taken all of the time there was, and the target is missed: as many
 * more as fit, until none does (methods-typical.md 9). Time alone decides here. */
static enum as_status use_up(struct as_schedule *s, struct as_err *err)
{
	const uint32_t have = s->rounds.complete;
	const double fit = floor(as_schedule_affordable(s, 1));
	size_t want = 0;

	if (s->x->plan.outcome != AS_OUTCOME_BUDGET || fit < 1 || missing(s, &want) || !want)
		return end_stages(s, err);
	const uint32_t n = bounded(s, fmin((double)want, have + fit));
	if (n <= have)
		return end_stages(s, err);
	as_schedule_complete_to(s, n, use_up);
	return AS_OK;
}

/* Stage 2, and the one extension after it (methods.md 6.7). */
static enum as_status second_stage(struct as_schedule *s, struct as_err *err)
{
	struct as_plan *p = &s->x->plan;
	struct as_rounds *r = &s->rounds;
	const bool last = r->looked;
	const double most = r->complete + as_schedule_affordable(s, 1);
	size_t want = 0;

	if (!wanted(s, last, &want) || want <= r->complete)
		return end_stages(s, err);
	/* The states of so many say little of many more. */
	const size_t longest = AS_LASTING_TIMES * (size_t)r->complete;
	if (last && !as_target_is_ratio(s->x) && want > longest)
		want = longest;
	const uint32_t n = bounded(s, fmin((double)want, floor(most)));
	if (n < want)
		cut_short(s, n, want);
	if (n <= r->complete)
		return end_stages(s, err);
	*(last ? &p->extended : &p->planned) = n;
	r->looked = true;
	r->timed = n <= most;
	as_schedule_complete_to(s, n, n < want ? use_up : last ? end_stages : second_stage);
	return announce(s, n, want, err);
}

/* Too little budget for stage 1: a fixed plan of what fits, or the least (methods.md 6.7). */
static bool budget_is_small(struct as_schedule *s, uint32_t r0)
{
	struct as_plan *p = &s->x->plan;

	if (!p->budget_explicit)
		return false;
	const double fits = s->rounds.attempts + floor(as_schedule_affordable(s, 1));
	if (fits >= r0)
		return false;
	p->stopping = AS_STOP_BUDGET;
	p->planned = bounded(s, fmax(fits, as_schedule_least_rounds(s)));
	p->stage1 = 0;
	p->outcome = AS_OUTCOME_BUDGET;
	return true;
}

static enum as_status two_stages(struct as_schedule *s, struct as_err *err)
{
	struct as_plan *p = &s->x->plan;
	const uint32_t r0 = stage1_rounds(s), begun = s->rounds.attempts;
	const bool small = budget_is_small(s, r0);
	enum as_status st = AS_OK;

	if (!small) {
		p->stopping = AS_STOP_TWO_STAGE;
		p->stage1 = p->planned = r0;
		st = as_schedule_foresee_stage1(s, r0, (r0 - begun) * s->rounds.round_s, err);
	} else if (p->planned > begun) {
		st = as_schedule_foresee(s, p->planned, (p->planned - begun) * s->rounds.round_s,
			(double)NAN, err);
	}
	s->progress.planned = p->planned;
	as_schedule_rounds_to(s, p->planned, small ? end_stages : second_stage);
	return st;
}

/* What a count that was given costs and gives is known. */
static enum as_status fixed_rest(struct as_schedule *s, struct as_err *err)
{
	const struct as_rounds *r = &s->rounds;
	const uint32_t rounds = s->x->plan.planned, begun = r->attempts;

	if (rounds > begun && as_schedule_is_spent(s)) {
		s->x->plan.outcome = AS_OUTCOME_BUDGET;
		return as_schedule_end_rounds(s, err);
	}
	as_schedule_rounds_to(s, rounds, as_schedule_end_rounds);
	if (rounds <= begun)
		return AS_OK;
	return as_schedule_foresee(s, rounds, (rounds - begun) * r->round_s,
		as_schedule_expect(s, rounds), err);
}

/* A count that is fixed: what it costs is known after the first round, what it gives after a few,
 * which may take a moment. */
static enum as_status fixed(struct as_schedule *s, struct as_err *err)
{
	enum { FEW = 5 };
	const double moment_s = 5;
	const uint32_t rounds = s->x->plan.planned, few = rounds < FEW ? rounds : FEW;

	if (s->rounds.round_s * few > moment_s)
		return fixed_rest(s, err);
	as_schedule_begin_to(s, few, fixed_rest);
	return AS_OK;
}

/* The first round tells what is reported, and what a round costs. */
static enum as_status after_first_round(struct as_schedule *s, struct as_err *err)
{
	struct as_plan *p = &s->x->plan;
	enum as_status st = as_schedule_settle(s, err);

	if (st)
		return st;
	if (s->building.differ && p->stopping != AS_STOP_FIXED) {
		as_schedule_rounds_to(s, p->planned, as_schedule_end_rounds);
		return AS_OK;
	}
	if (!s->building.differ && s->rule.early)
		return as_schedule_begin_looks(s, err);
	if (!s->building.differ && !s->rule.amount.runs)
		return two_stages(s, err);
	if (!s->building.differ) {
		p->stopping = AS_STOP_FIXED;
		p->planned = s->rule.amount.runs;
	}
	return fixed(s, err);
}

enum as_status as_schedule_begin_rounds(struct as_schedule *s, struct as_err *err)
{
	const enum as_status st = as_schedule_check_duet(s, err);

	if (st)
		return st;
	as_schedule_rounds_reset(s);
	if (s->rule.amount.dry_run) {
		as_schedule_then(s, s->course->end);
		return AS_OK;
	}
	s->progress.planned = s->building.differ ? s->x->plan.planned : s->rule.amount.runs;
	s->rounds.begun_s = as_schedule_elapsed(s);
	as_schedule_rounds_to(s, 1, after_first_round);
	return AS_OK;
}
