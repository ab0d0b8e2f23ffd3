/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether time pays for several builds: what a build costs is known after the first ones, what a
 * further one does after the second, and what executions do after each command was tried. A budget
 * that was given is for all of it; the default one is for executions, and builds take what they
 * take. */
#include <math.h>

#include "plan/schedule_state.h"

/* Rounds of a pilot, with the fewest that can follow, and those that a budget is to leave, which
 * its user has chosen without knowing what builds cost. */
static const double rounds_least = 7, rounds_of_budget = 10;

/* Seconds since the last call. */
static double lap(struct as_schedule *s)
{
	const double now_s = as_schedule_elapsed(s), lap_s = now_s - s->building.clock_s;

	s->building.clock_s = now_s;
	return lap_s;
}

/* The number of builds is assay's to plan. */
static bool is_planned(const struct as_schedule *s)
{
	return !s->rule.builds && as_schedule_programs(s);
}

static double budget_s(const struct as_schedule *s)
{
	return (double)s->x->plan.budget_ns / 1e9;
}

void as_schedule_clock_builds(struct as_schedule *s)
{
	struct as_build_queue *b = &s->building;
	double made = 0;

	for (size_t i = s->progress.from; i < s->progress.to; i++)
		made += as_schedule_makes_builds(s, i) ? s->subjects[i].made : 0;
	if (is_planned(s) && made > b->clocked)
		b->each_s = lap(s) / (made - b->clocked);
	b->clocked = made;
}

void as_schedule_clock_trial(struct as_schedule *s)
{
	if (is_planned(s))
		s->building.round_s = lap(s);
}

/* What n builds of each still take, where one does so long, with their executions. */
static double to_come_s(const struct as_schedule *s, uint32_t n, double build_s)
{
	const bool given = s->x->plan.budget_explicit;

	return (given ? as_schedule_builds_missing(s, n) * build_s : 0) +
		n * (given ? rounds_of_budget : rounds_least) * s->building.round_s;
}

/* Of the budget. */
static double spent_s(const struct as_schedule *s)
{
	return s->x->plan.budget_explicit ? s->building.clock_s : 0;
}

/* Builds that link what another has compiled take a tenth of it at most, as a rule, but the second may
 * cost as much as the first; what it does cost is known after it. */
double as_schedule_least_seconds(const struct as_schedule *s)
{
	const double each_s = s->building.each_s;
	const bool guess = s->rule.compiled_once && s->x->plan.budget_explicit &&
		s->building.clocked <= (double)as_schedule_programs(s);

	return spent_s(s) + (guess ? each_s : 0) +
		to_come_s(s, AS_PILOT_BUILDS_LEAST, guess ? each_s / 10 : each_s);
}

bool as_schedule_builds_fit(const struct as_schedule *s)
{
	return !is_planned(s) || as_schedule_least_seconds(s) <= budget_s(s);
}

/* A second build may cost as much as the first, and others after it nothing. */
bool as_schedule_second_fits(const struct as_schedule *s)
{
	const double one_s = s->x->plan.budget_explicit ? s->building.each_s : 0;

	return !is_planned(s) ||
		spent_s(s) + one_s + to_come_s(s, AS_PILOT_BUILDS_LEAST, 0) <= budget_s(s);
}

/* Builds may take longer than those before, as on a machine that has got other work. Those that a
 * pilot begins with are to leave rounds, and whoever has allowed them has them; what rounds of more
 * take is bounded when they are planned. */
bool as_schedule_another_fits(struct as_schedule *s, uint32_t n)
{
	struct as_build_queue *b = &s->building;
	const bool first = n <= AS_PILOT_BUILDS_LEAST;

	if (!s->x->plan.budget_explicit || !is_planned(s) || (first && b->allowed))
		return true;
	const double now_s = as_schedule_elapsed(s);
	const double turn_s = b->turn_at_s > 0 ? now_s - b->turn_at_s : 0;
	b->turn_at_s = now_s;
	return now_s + turn_s + (first ? n * rounds_of_budget * b->round_s : 0) <= budget_s(s);
}

uint32_t as_schedule_begins_with(const struct as_schedule *s)
{
	return !s->x->plan.budget_explicit &&
		to_come_s(s, AS_PILOT_BUILDS, 0) <= budget_s(s)
		? AS_PILOT_BUILDS : AS_PILOT_BUILDS_LEAST;
}

void as_schedule_allow(struct as_schedule *s)
{
	const double needed_s = s->forecast.needed_s;

	s->building.allowed = true;
	if (needed_s > budget_s(s))
		s->x->plan.budget_ns = (int64_t)(ceil(needed_s) * 1e9);
}
