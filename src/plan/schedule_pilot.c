/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "analyse/diagnose/steady_state.h"
#include "model/kept/derived.h"
#include "plan/schedule_state.h"

enum {
	PILOT_ROUNDS = 5, /* methods.md 6.1: at least 5 at every level */
};

static struct as_lesson lesson(const struct as_schedule *s, enum as_role role)
{
	return (struct as_lesson){.metric = s->x->criterion, .from = s->progress.from,
		.to = s->progress.to, .role = role};
}

/* All programs tell of iterations. */
static bool reports(const struct as_schedule *s)
{
	for (size_t i = s->progress.from; i < s->progress.to; i++)
		if (!s->x->subjects[i].levels[AS_LEVEL_ITERATION].n && !s->subjects[i].left_out)
			return false;
	return true;
}

static bool recall(struct as_schedule *s)
{
	const struct as_memory *m = s->rule.memory;
	const struct as_lesson what = lesson(s, AS_ROLE_DIMENSIONING);
	struct as_dimension d;

	if (!m || !m->recall(m->context, s->x, &what, &d))
		return false;
	s->learnt = d;
	s->recalled = true;
	return true;
}

/* It is of the levels that there are now. Without a warm-up nobody knows yet what is reported. */
static bool fits(const struct as_schedule *s)
{
	const struct as_experiment *x = s->x;

	const size_t base = as_experiment_base(x, x->criterion);

	return (s->learnt.bottom == x->metrics[base].level || !x->plan.warmups) &&
		as_schedule_has_builds(s) == s->building.differ;
}

/* The plan has one number for all that is measured by it. */
static bool finds_warmup(const struct as_schedule *s)
{
	return !s->rule.amount.drop_given && s->x->plan.design != AS_DESIGN_SEQUENTIAL;
}

/* Leave the first n iterations of a pilot execution out. They belong to what the execution costs:
 * what it took for all iterations is shared out by their values. */
static bool leave_out(struct as_subject *s, size_t metric, size_t e, uint32_t n)
{
	const struct as_column *col = as_subject_column(s, AS_LEVEL_ITERATION, metric);
	const struct as_column *wall = as_subject_column(s, AS_LEVEL_EXECUTION, AS_METRIC_WALL);
	const struct as_range range = as_iterations_of(s, e);
	double first = 0, all = 0;
	bool ok = true;

	for (size_t i = range.from; col && i < range.to; i++) {
		double v = as_column_at(col, i);
		if (as_iteration_role(s, i) != AS_ROLE_MEASURED || isnan(v))
			continue;
		all += v;
		if (!n)
			continue;
		n--;
		first += v;
		ok = as_packed_set(&s->iterations.role, i, AS_ROLE_DROPPED) && ok;
	}
	double cost = as_unit_cost_s(&s->levels[AS_LEVEL_EXECUTION], e);
	double rest = wall && e < wall->values.n ? as_column_at(wall, e) / 1e9 - cost : 0;
	if (all > 0 && rest > 0)
		ok = as_packed_set_real(&s->levels[AS_LEVEL_EXECUTION].units[AS_UNIT_COST], e,
			cost + rest * first / all) && ok;
	return ok;
}

/* How long programs take to become steady; what they need for it does not count. */
static enum as_status learn_warmup(struct as_schedule *s, struct as_err *err)
{
	const size_t from = s->progress.from, to = s->progress.to;
	const size_t criterion = as_experiment_base(s->x, s->x->criterion);
	uint32_t n = 0;
	enum as_status st = as_pilot_warmup(s->x, criterion, from, to, &n, err);
	bool ok = true;

	for (size_t i = from; i < to && !st && n; i++) {
		struct as_subject *of = &s->x->subjects[i];
		const struct as_level *l = &of->levels[AS_LEVEL_EXECUTION];
		for (size_t e = 0; e < l->n; e++)
			if (as_unit_role(l, e) == AS_ROLE_DIMENSIONING &&
				as_unit_ending(l, e) == AS_ENDED_OK)
				ok = leave_out(of, criterion, e, n) && ok;
	}
	if (!st && !ok)
		st = as_fail_memory(err);
	if (!st)
		s->x->plan.drop = n;
	return st;
}

static enum as_status learn(struct as_schedule *s, struct as_err *err)
{
	const struct as_memory *m = s->rule.memory;
	const struct as_experiment *x = s->x;
	enum as_status st = x->plan.warmups ? AS_OK : as_schedule_settle(s, err);

	s->recalled = false;
	s->learnt = (struct as_dimension){.n_levels = 0};
	const struct as_lesson what = lesson(s, AS_ROLE_DIMENSIONING);
	if (!st && finds_warmup(s))
		st = learn_warmup(s, err);
	if (!st)
		st = as_learn(x, &what, &s->learnt, err);
	if (!st && m)
		m->keep(m->context, x, &what, &s->learnt);
	return st;
}

static size_t planned_at(const struct as_schedule *s, const struct as_planned *p,
	enum as_level_index level)
{
	return level < s->learnt.bottom ? 0 : p->r[level - s->learnt.bottom];
}

static enum as_status announce(struct as_schedule *s, const struct as_planned *p,
	struct as_err *err)
{
	s->progress.planned = planned_at(s, p, AS_LEVEL_EXECUTION);
	s->progress.stage1 = false;
	return as_schedule_push_kind(s, AS_STEP_TELL, s->progress.from, err);
}

/* Builds and rounds are fixed from here on; those that are there already are used in any case. */
static enum as_status adopt_builds(struct as_schedule *s, const struct as_planned *p,
	struct as_err *err)
{
	struct as_plan *plan = &s->x->plan;
	const size_t builds = planned_at(s, p, AS_LEVEL_BUILD);
	const size_t rounds = planned_at(s, p, AS_LEVEL_EXECUTION);

	if (builds > plan->builds)
		plan->builds = (uint32_t)builds;
	plan->stopping = AS_STOP_BUDGET;
	plan->planned = rounds > 2 ? (uint32_t)rounds : 2;
	return announce(s, p, err);
}

/* Programs are told the new numbers. */
static enum as_status prepare(struct as_schedule *s, struct as_err *err)
{
	const struct as_plan *p = &s->x->plan;

	as_schedule_then(s, s->course->rounds);
	if (p->iterations == s->told_iterations && p->drop == s->told_drop)
		return AS_OK;
	s->told_iterations = p->iterations;
	s->told_drop = p->drop;
	return as_schedule_push_kind(s, AS_STEP_PREPARE, s->progress.from, err);
}

/* Take the counts into the plan. */
static enum as_status adopt(struct as_schedule *s, const struct as_planned *p, struct as_err *err)
{
	struct as_plan *plan = &s->x->plan;
	const uint32_t iterations = (uint32_t)planned_at(s, p, AS_LEVEL_ITERATION) + plan->drop;
	enum as_status st = AS_OK;

	plan->dimension_reused = plan->dimension_reused || s->recalled;
	if (s->learnt.bottom == AS_LEVEL_ITERATION && !plan->iterations_given &&
		as_schedule_obeyed(s))
		plan->iterations = iterations;
	as_schedule_then(s, s->course->end);
	if (as_schedule_has_builds(s))
		st = adopt_builds(s, p, err);
	else if (s->rule.amount.dry_run)
		st = announce(s, p, err);
	if (st || s->rule.amount.dry_run)
		return st;
	return as_schedule_has_builds(s) ? as_schedule_build_to(s, plan->builds, prepare, err)
					 : prepare(s, err);
}

static enum as_status plan(struct as_schedule *s, struct as_err *err)
{
	struct as_planned planned;

	if (finds_warmup(s))
		s->x->plan.drop = s->learnt.warmup;
	enum as_status st = as_schedule_choose(s, &planned, err);
	return st ? st : adopt(s, &planned, err);
}

enum as_status as_schedule_plan_recalled(struct as_schedule *s, bool *done, struct as_err *err)
{
	*done = s->rule.amount.dry_run && recall(s);
	return *done ? plan(s, err) : AS_OK;
}

/* All that can be learnt was. Too few may have survived to plan from: the default counts stay. */
static enum as_status conclude(struct as_schedule *s, struct as_err *err)
{
	struct as_err why = {0};
	enum as_status st = learn(s, &why);

	if (!st)
		st = plan(s, &why);
	if (st == AS_ERR_DATA && !s->building.differ && !s->rule.amount.dry_run) {
		s->x->plan.drop = s->told_drop;
		as_schedule_then(s, s->course->rounds);
		return AS_OK;
	}
	if (st && err)
		*err = why;
	return st;
}

static enum as_status pilot_rounds(struct as_schedule *s, struct as_err *err)
{
	enum as_status st = AS_OK;

	for (; s->pilot.round < PILOT_ROUNDS && !st; s->pilot.round++)
		st = as_schedule_push_all(s, AS_ROLE_DIMENSIONING, s->pilot.round, 0, err);
	as_schedule_then(s, conclude);
	return st;
}

/* The builds that the first round has lacked. */
static enum as_status complete_first(struct as_schedule *s, struct as_err *err)
{
	as_schedule_flow(s, pilot_rounds);
	return as_schedule_push_all(s, AS_ROLE_DIMENSIONING, 0, s->pilot.made, err);
}

/* Ten builds, their pilot and two rounds fit into the budget; builds are not of the default one. */
static bool ten_fit(struct as_schedule *s)
{
	const bool given = s->x->plan.budget_explicit;
	const double now_s = as_schedule_elapsed(s);
	const double spent_s = now_s - (given ? 0 : s->measuring_s);
	const double made = (double)s->pilot.made, more = AS_PILOT_BUILDS - made;
	const double each_s = (now_s - s->pilot.begun_s) / made;
	const double build_s = given ? as_schedule_build_seconds(s) : 0;
	const double rounds = PILOT_ROUNDS - 1 + 2;

	return spent_s + more * (build_s + each_s) +
		rounds * AS_PILOT_BUILDS * each_s <= (double)s->x->plan.budget_ns / 1e9;
}

static enum as_status more_builds(struct as_schedule *s, struct as_err *err)
{
	if (!ten_fit(s))
		return pilot_rounds(s, err);
	return as_schedule_build_to(s, AS_PILOT_BUILDS, complete_first, err);
}

/* Where there are five builds so far, the first round tells whether there can be ten. */
static enum as_status pilot(struct as_schedule *s, struct as_err *err)
{
	s->pilot = (struct as_pilot_state){.round = 1, .made = s->x->plan.builds};
	if (s->building.differ && !s->rule.builds && s->pilot.made &&
		s->pilot.made < AS_PILOT_BUILDS) {
		s->pilot.begun_s = as_schedule_elapsed(s);
		as_schedule_then(s, more_builds);
	} else {
		as_schedule_flow(s, pilot_rounds);
	}
	return as_schedule_push_all(s, AS_ROLE_DIMENSIONING, 0, 0, err);
}

/* Learn costs and variances where there is more than one level, or recall them, choose the counts,
 * and make the builds that are still missing. */
static enum as_status dimension(struct as_schedule *s, struct as_err *err)
{
	struct as_plan *p = &s->x->plan;
	const struct as_schedule_rule *r = &s->rule;
	const bool counts = reports(s) && !p->iterations_given && !r->amount.runs;

	as_schedule_then(s, s->course->rounds);
	if (s->building.differ && r->builds && r->amount.runs && !counts && !r->amount.dry_run) {
		p->stopping = AS_STOP_FIXED;
		p->planned = r->amount.runs;
		return AS_OK;
	}
	if (!s->building.differ && !counts && !r->amount.dry_run && !as_schedule_foresees_change(s))
		return AS_OK;
	if (r->amount.dry_run || !recall(s) || !fits(s))
		return pilot(s, err);
	enum as_status st = plan(s, err);
	if (st == AS_ERR_DATA && !s->building.differ) {
		as_schedule_then(s, s->course->rounds);
		return AS_OK;
	}
	return st;
}

static enum as_status after_warm_up(struct as_schedule *s, struct as_err *err)
{
	const uint32_t warmups = s->x->plan.warmups;
	enum as_status st = warmups ? as_schedule_settle(s, err) : AS_OK;

	s->progress.stage1 = true;
	if (st)
		return st;
	if (warmups || s->building.differ || s->rule.amount.dry_run ||
		as_schedule_foresees_change(s))
		return dimension(s, err);
	as_schedule_then(s, s->course->rounds);
	return AS_OK;
}

enum as_status as_schedule_warm_up(struct as_schedule *s, struct as_err *err)
{
	enum as_status st = AS_OK;

	s->measuring_s = as_schedule_elapsed(s);
	for (uint32_t w = 0; w < s->x->plan.warmups && !st; w++)
		st = as_schedule_push_all(s, AS_ROLE_WARMUP, AS_NO_ROUND,
			!w && s->building.tried ? 1 : 0, err);
	as_schedule_then(s, after_warm_up);
	return st;
}

void as_schedule_review(const struct as_schedule *s)
{
	const struct as_memory *m = s->rule.memory;
	const struct as_lesson what = lesson(s, AS_ROLE_MEASURED);
	struct as_dimension now;
	struct as_moved moved;

	if (!m || !s->recalled || s->rule.amount.dry_run || as_learn(s->x, &what, &now, NULL) ||
		!as_has_moved(&s->learnt, &now, &moved))
		return;
	m->forget(m->context, s->x, &what, &s->learnt, &moved);
}
