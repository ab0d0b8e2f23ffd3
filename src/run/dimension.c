/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/conductor.h"

#include <math.h>

#include "analyse/pilot.h"
#include "analyse/two_stage.h"
#include "clock/clock.h"
#include "stat/dist/stein.h"

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
		if (!c->runners[i].reports)
			return false;
	return true;
}

/* A program that makes another number of iterations than it was asked for has a fixed one, or one
 * of its own: its level is taken as given (design.md 6). */
static bool iterations_obey(const struct as_conductor *c)
{
	for (size_t i = c->from; i < c->to; i++) {
		const struct as_subject *s = &c->x->subjects[i];
		const struct as_level *l = &s->levels[AS_LEVEL_EXECUTION];

		for (size_t e = 0; e < l->n; e++)
			if (l->units[e].ending == AS_ENDED_OK && l->units[e].role == AS_ROLE_DIMENSIONING &&
				s->iterations.first[e + 1] - s->iterations.first[e] != c->r->iterations)
				return false;
	}
	return true;
}

static enum as_status pilot(struct as_conductor *c, struct as_err *err)
{
	enum as_status st = AS_OK;

	for (uint32_t round = 0; round < PILOT_ROUNDS && !st && !c->cancelled; round++)
		for (size_t i = c->from; i < c->to && !st && !c->cancelled; i++)
			for (size_t k = 0; k < c->runners[i].n_cells && !st && !c->cancelled; k++)
				st = as_conductor_execute(c, i, k, AS_ROLE_DIMENSIONING, round, err);
	return st ? st : as_conductor_drain(c, 0, err);
}

static void fix(struct as_planning *p, size_t i, size_t count)
{
	p->r_min[i] = p->r_max[i] = count;
}

/* Counts that were given are not planned; builds that are there already are used. */
static void bound(const struct as_conductor *c, struct as_planning *p)
{
	for (size_t i = 0; i < p->n_levels; i++) {
		enum as_level_index level = as_pilot_level(c->x, c->x->criterion, i);

		if (level == AS_LEVEL_ITERATION && (c->r->iterations_given || !iterations_obey(c)))
			fix(p, i, c->r->iterations);
		else if (level == AS_LEVEL_ITERATION)
			p->r_min[i] = c->r->drop + 1;
		else if (level == AS_LEVEL_EXECUTION && builds_matter(c) && c->r->runs)
			fix(p, i, c->r->runs);
		else if (level == AS_LEVEL_EXECUTION && builds_matter(c))
			p->r_min[i] = 2; /* one round alone could not tell executions from builds */
		else if (level == AS_LEVEL_BUILD && c->r->builds)
			fix(p, i, c->r->builds);
		else if (level == AS_LEVEL_BUILD)
			p->r_min[i] = c->x->plan.builds;
	}
}

static double time_left_s(const struct as_conductor *c)
{
	double spent = c->r->budget_given ? (double)(as_clock_now() - c->begun_ns) : 0;

	return fmax((double)c->x->plan.budget_ns - spent, 0) / 1e9;
}

static enum as_status choose(struct as_conductor *c, struct as_planned *out, struct as_err *err)
{
	struct as_plan *plan = &c->x->plan;
	struct as_planning p;
	double target = as_target_is_ratio(c->x) ? as_ratio_half_width(plan->precision)
						 : plan->precision;
	enum as_status st = as_pilot_planning(c->x, c->x->criterion, c->from, c->to, &p, err);

	if (st)
		return st;
	bound(c, &p);
	if (!(target > 0)) /* a count of executions was given, and with it no precision */
		target = 1;
	st = as_plan_for_target(&p, target, out);
	double left = time_left_s(c);
	if (!st && (builds_matter(c) || c->r->dry_run) && !(out->met && out->cost_s <= left)) {
		st = as_plan_for_budget(&p, left, out);
		plan->outcome = AS_OUTCOME_BUDGET;
	}
	if (st)
		return as_fail(err, st, "cannot plan from the pilot");
	for (size_t i = 0; i < p.n_levels; i++)
		plan->cost_s[as_pilot_level(c->x, c->x->criterion, i)] = p.cost_s[i];
	return AS_OK;
}

static size_t planned_at(const struct as_conductor *c, const struct as_planned *p,
	enum as_level_index level)
{
	enum as_level_index bottom = as_pilot_level(c->x, c->x->criterion, 0);

	return level < bottom ? 0 : p->r[level - bottom];
}

static void announce(struct as_conductor *c, const struct as_planned *p)
{
	c->x->plan.expected = isfinite(p->half_width) ? p->half_width : 0;
	c->state.planned = planned_at(c, p, AS_LEVEL_EXECUTION);
	c->state.stage1 = false;
	c->observer->planned(c->observer->context, &c->state, p->cost_s, p->half_width);
}

/* Builds and rounds are fixed from here on; those that are there already are used in any case. */
static enum as_status adopt_builds(struct as_conductor *c, const struct as_planned *p,
	struct as_err *err)
{
	struct as_plan *plan = &c->x->plan;
	size_t builds = planned_at(c, p, AS_LEVEL_BUILD);
	size_t rounds = planned_at(c, p, AS_LEVEL_EXECUTION);

	if (builds > plan->builds)
		plan->builds = (uint32_t)builds;
	plan->stopping = AS_STOP_BUDGET;
	plan->planned = rounds > 2 ? (uint32_t)rounds : 2;
	announce(c, p);
	return c->r->dry_run ? AS_OK : as_conductor_build(c, plan->builds, err);
}

/* Take the counts into the plan; programs are told the new number of iterations. */
static enum as_status adopt(struct as_conductor *c, const struct as_planned *p, struct as_err *err)
{
	struct as_plan *plan = &c->x->plan;
	uint32_t iterations = (uint32_t)planned_at(c, p, AS_LEVEL_ITERATION) + c->r->drop;
	bool changes = reports(c) && iterations > c->r->drop && iterations != c->r->iterations &&
		!c->r->iterations_given && iterations_obey(c);
	enum as_status st = AS_OK;

	if (changes)
		c->own.iterations = plan->iterations = iterations;
	if (builds_matter(c))
		st = adopt_builds(c, p, err);
	else if (c->r->dry_run)
		announce(c, p);
	return st || !changes ? st : as_conductor_prepare_again(c, err);
}

enum as_status as_conductor_dimension(struct as_conductor *c, struct as_err *err)
{
	struct as_plan *plan = &c->x->plan;
	bool counts = reports(c) && !c->r->iterations_given && !c->r->runs;
	struct as_planned p;

	if (builds_matter(c) && c->r->builds && c->r->runs && !counts && !c->r->dry_run) {
		plan->stopping = AS_STOP_FIXED;
		plan->planned = c->r->runs;
		return AS_OK;
	}
	if (!builds_matter(c) && !counts && !c->r->dry_run)
		return AS_OK;
	enum as_status st = pilot(c, err);
	if (st || c->cancelled)
		return st;
	struct as_err why = {0};
	st = choose(c, &p, &why);
	if (st == AS_ERR_DATA && !builds_matter(c) && !c->r->dry_run)
		return AS_OK; /* too few survived to plan from: the default counts stay */
	if (st) {
		if (err)
			*err = why;
		return st;
	}
	return adopt(c, &p, err);
}
