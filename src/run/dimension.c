/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "analyse/diagnose/steadiness.h"
#include "analyse/result/two_stage.h"
#include "clock/clock.h"
#include "run/conductor.h"

enum {
	PILOT_ROUNDS = 5, /* methods.md 6.1: at least 5 at every level */
};

static bool builds_matter(const struct as_conductor *c)
{
	return c->x->plan.builds_state == AS_BUILDS_DIFFER;
}

static bool reports(const struct as_conductor *c)
{
	for (size_t i = c->from; i < c->to; i++)
		if (!c->runners[i].reports && !c->runners[i].left_out)
			return false;
	return true;
}

static struct as_lesson lesson(const struct as_conductor *c, enum as_role role)
{
	return (struct as_lesson){
		.metric = c->x->criterion, .from = c->from, .to = c->to, .role = role};
}

/* One execution of each build but the first ones. */
static enum as_status pilot_round(struct as_conductor *c, uint32_t round, size_t from,
	struct as_err *err)
{
	enum as_status st = AS_OK;

	for (size_t i = c->from; i < c->to; i++)
		for (size_t k = from; k < c->runners[i].n_cells && !st && !c->cancelled; k++)
			st = as_conductor_execute(c, i, k, AS_ROLE_DIMENSIONING, round, err);
	return st;
}

/* Ten builds, their pilot and two rounds fit into the budget. A round of those there took
 * `round_s`. */
static bool ten_fit(struct as_conductor *c, double round_s)
{
	const double made = c->x->plan.builds, more = AS_PILOT_BUILDS - made;
	const double each_s = round_s / made;
	const double spent_s = (double)as_conductor_elapsed(c) / 1e9;
	const double rounds = PILOT_ROUNDS - 1 + 2;

	return spent_s + more * (as_conductor_build_seconds(c) + each_s) +
		rounds * AS_PILOT_BUILDS * each_s <= (double)c->r->amount.budget_ns / 1e9;
}

/* With a budget there are five builds so far; the first round tells whether there can be ten. */
static enum as_status first_round(struct as_conductor *c, struct as_err *err)
{
	const size_t made = c->x->plan.builds;
	const bool may =
		builds_matter(c) && !c->r->building.builds && made < AS_PILOT_BUILDS && made;
	const int64_t begun_ns = may ? as_conductor_elapsed(c) : 0;
	enum as_status st = pilot_round(c, 0, 0, err);

	if (st || c->cancelled || !may)
		return st;
	st = as_conductor_drain(c, 0, err);
	if (st || !ten_fit(c, (double)(as_conductor_elapsed(c) - begun_ns) / 1e9))
		return st;
	st = as_conductor_build(c, AS_PILOT_BUILDS, err);
	return st ? st : pilot_round(c, 0, made, err);
}

static enum as_status pilot(struct as_conductor *c, struct as_err *err)
{
	enum as_status st = first_round(c, err);

	for (uint32_t round = 1; round < PILOT_ROUNDS && !st && !c->cancelled; round++)
		st = pilot_round(c, round, 0, err);
	return st ? st : as_conductor_drain(c, 0, err);
}

static bool recall(struct as_conductor *c)
{
	const struct as_memory *m = c->with->memory;
	struct as_lesson what = lesson(c, AS_ROLE_DIMENSIONING);
	struct as_dimension d;

	if (c->replay) { /* what the store knows now may be newer than the plan */
		if (!c->replay->dimension)
			return false;
		d = *c->replay->dimension;
	} else if (!m || !m->recall(m->context, c->x, &what, &d)) {
		return false;
	}
	as_journal_dimension(c->journal, &d);
	c->learnt = d;
	c->recalled = true;
	return true;
}

/* It is of the levels that there are now. Without a warm-up nobody knows yet what is reported. */
static bool fits(const struct as_conductor *c)
{
	return (c->learnt.bottom == c->x->metrics[c->x->criterion].level || !c->r->amount.warmup) &&
		as_conductor_has_builds(c) == builds_matter(c);
}

/* The plan has one number for all that is measured by it. */
static bool finds_warmup(const struct as_conductor *c)
{
	return !c->r->amount.drop_given && c->x->plan.design == AS_DESIGN_ROUNDS;
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
static enum as_status learn_warmup(struct as_conductor *c, struct as_err *err)
{
	uint32_t n = 0;
	size_t criterion = c->x->criterion;
	enum as_status st = as_pilot_warmup(c->x, criterion, c->from, c->to, &n, err);
	bool ok = true;

	for (size_t i = c->from; i < c->to && !st && n; i++) {
		struct as_subject *s = &c->x->subjects[i];
		const struct as_level *l = &s->levels[AS_LEVEL_EXECUTION];
		for (size_t e = 0; e < l->n; e++)
			if (as_unit_role(l, e) == AS_ROLE_DIMENSIONING &&
				as_unit_ending(l, e) == AS_ENDED_OK)
				ok = leave_out(s, criterion, e, n) && ok;
	}
	if (!st && !ok)
		st = as_fail_memory(err);
	if (!st)
		c->x->plan.drop = n;
	return st;
}

static enum as_status learn(struct as_conductor *c, struct as_err *err)
{
	const struct as_memory *m = c->with->memory;
	enum as_status st = pilot(c, err);

	c->recalled = false;
	c->learnt = (struct as_dimension){.n_levels = 0};
	if (!st && !c->cancelled && !c->r->amount.warmup)
		st = as_conductor_settle(c, err);
	if (st || c->cancelled)
		return st;
	struct as_lesson what = lesson(c, AS_ROLE_DIMENSIONING);
	if (finds_warmup(c))
		st = learn_warmup(c, err);
	if (!st)
		st = as_learn(c->x, &what, &c->learnt, err);
	if (st)
		return st;
	c->learnt.date_ns = as_clock_date();
	if (m)
		m->keep(m->context, c->x, &what, &c->learnt);
	return AS_OK;
}

static size_t planned_at(const struct as_conductor *c, const struct as_planned *p,
	enum as_level_index level)
{
	return level < c->learnt.bottom ? 0 : p->r[level - c->learnt.bottom];
}

static void announce(struct as_conductor *c, const struct as_planned *p,
	const struct as_forecast *f)
{
	c->state.planned = planned_at(c, p, AS_LEVEL_EXECUTION);
	c->state.stage1 = false;
	c->observer->planned(c->observer->context, &c->state, f);
}

/* Builds and rounds are fixed from here on; those that are there already are used in any case. */
static enum as_status adopt_builds(struct as_conductor *c, const struct as_planned *p,
	const struct as_forecast *f, struct as_err *err)
{
	struct as_plan *plan = &c->x->plan;
	size_t builds = planned_at(c, p, AS_LEVEL_BUILD);
	size_t rounds = planned_at(c, p, AS_LEVEL_EXECUTION);

	if (builds > plan->builds)
		plan->builds = (uint32_t)builds;
	plan->stopping = AS_STOP_BUDGET;
	plan->planned = rounds > 2 ? (uint32_t)rounds : 2;
	announce(c, p, f);
	return c->r->amount.dry_run ? AS_OK : as_conductor_build(c, plan->builds, err);
}

/* Take the counts into the plan; programs are told the new number of iterations. */
static enum as_status adopt(struct as_conductor *c, const struct as_planned *p,
	const struct as_forecast *f, bool drops, struct as_err *err)
{
	struct as_plan *plan = &c->x->plan;
	uint32_t iterations = (uint32_t)planned_at(c, p, AS_LEVEL_ITERATION) + c->r->amount.drop;
	bool changes = c->learnt.bottom == AS_LEVEL_ITERATION &&
		       iterations != c->r->amount.iterations && !c->r->amount.iterations_given &&
		       as_conductor_obeyed(c);
	enum as_status st = AS_OK;

	plan->dimension_reused = plan->dimension_reused || c->recalled;
	if (changes)
		c->own.amount.iterations = plan->iterations = iterations;
	if (as_conductor_has_builds(c))
		st = adopt_builds(c, p, f, err);
	else if (c->r->amount.dry_run)
		announce(c, p, f);
	return st || !(changes || drops) || c->r->amount.dry_run
		       ? st
		       : as_conductor_prepare_again(c, err);
}

static enum as_status plan(struct as_conductor *c, struct as_err *err)
{
	struct as_planned planned;
	struct as_forecast f;
	bool drops = finds_warmup(c) && c->own.amount.drop != c->learnt.warmup;

	if (drops)
		c->own.amount.drop = c->x->plan.drop = c->learnt.warmup;
	enum as_status st = as_conductor_choose(c, &planned, &f, err);
	return st ? st : adopt(c, &planned, &f, drops, err);
}

enum as_status as_conductor_plan_recalled(struct as_conductor *c, bool *done, struct as_err *err)
{
	*done = c->r->amount.dry_run && recall(c);
	return *done ? plan(c, err) : AS_OK;
}

enum as_status as_conductor_dimension(struct as_conductor *c, struct as_err *err)
{
	struct as_plan *p = &c->x->plan;
	bool counts = reports(c) && !c->r->amount.iterations_given && !c->r->amount.runs;
	struct as_err why = {0};
	enum as_status st = AS_OK;

	if (builds_matter(c) && c->r->building.builds && c->r->amount.runs && !counts &&
		!c->r->amount.dry_run) {
		p->stopping = AS_STOP_FIXED;
		p->planned = c->r->amount.runs;
		return AS_OK;
	}
	if (!builds_matter(c) && !counts && !c->r->amount.dry_run)
		return AS_OK;
	if (c->r->amount.dry_run || !recall(c) || !fits(c))
		st = learn(c, &why);
	if (c->cancelled)
		return st;
	if (!st)
		st = plan(c, &why);
	if (st == AS_ERR_DATA && !builds_matter(c) && !c->r->amount.dry_run)
		return AS_OK; /* too few survived to plan from: the default counts stay */
	if (st && err)
		*err = why;
	return st;
}

void as_conductor_review(struct as_conductor *c)
{
	const struct as_memory *m = c->with->memory;
	struct as_lesson what = lesson(c, AS_ROLE_MEASURED);
	struct as_dimension now;
	struct as_moved moved;

	if (!m || !c->recalled || c->r->amount.dry_run || as_learn(c->x, &what, &now, NULL) ||
		!as_has_moved(&c->learnt, &now, &moved))
		return;
	m->forget(m->context, c->x, &what, &c->learnt, &moved);
}
