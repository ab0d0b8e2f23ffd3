/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "model/joined/extend.h"
#include "model/kept/session.h"
#include "report/result/builds.h"
#include "report/draw/layout.h"
#include "say/number.h"
#include "report/draw/screen.h"

/* The budget decided the plan, before anything was measured by it, and then sufficed. */
static bool is_affordable(const struct as_plan *p)
{
	return as_builds_in_rounds(p) && p->done >= p->planned && p->expected > 0 &&
		as_plan_aims(p);
}

static void add_wanted(struct as_text *t, const struct as_screen *s, const char *word)
{
	const struct as_plan *p = &s->x->plan;
	struct as_text goal = as_goal_of(s->style, p->precision, p->detect, p->power);

	as_say(t, s->style, DONE_OF_WANTED, p->done, p->wanted, word, &goal);
}

/* What was done of what. */
static void add_done(struct as_text *t, const struct as_screen *s)
{
	const struct as_plan *p = &s->x->plan;
	const char *word = as_screen_round_word(s);

	if (p->wanted > p->done && as_plan_aims(p) &&
		!(s->x->n_subjects == 1 && as_screen_summary(s, 0)->lasting.is_slow))
		add_wanted(t, s, word);
	else if (as_builds_in_rounds(p))
		as_say(t, s->style, DONE_OF_BUILDS, p->done < p->planned ? p->done : 0,
			p->planned);
	else if (p->outcome == AS_OUTCOME_BUDGET && p->stopping == AS_STOP_FIXED)
		as_say(t, s->style, DONE_OF_ASKED, p->done, p->planned, word);
	else
		as_say(t, s->style, DONE_ROUNDS, p->done, word);
}

/* What becomes of one that was interrupted. */
static void add_going_on(struct as_text *t, const struct as_screen *s)
{
	const struct as_experiment *x = s->x;

	if (as_experiment_is_of(x, "aa"))
		as_say(t, s->style, GO_ON_AA,
			x->plan.design != AS_DESIGN_SEQUENTIAL && x->n_subjects > 1);
	as_say(t, s->style, GO_ON);
}

/* What ended it. */
static void add_ended_by(struct as_text *t, const struct as_screen *s)
{
	struct as_text budget = {0};

	switch (s->x->plan.outcome) {
	case AS_OUTCOME_BUDGET:
		as_say(&budget, s->style, BUDGET_OF, (double)s->x->plan.budget_ns / 1e9,
			s->x->plan.budget_explicit);
		as_say(t, s->style, ENDED_BY_BUDGET, &budget);
		break;
	case AS_OUTCOME_MAX: as_say(t, s->style, ENDED_BY_MAX); break;
	case AS_OUTCOME_STOPPED: as_say(t, s->style, ENDED_BY_YOU); break;
	case AS_OUTCOME_FAILED: as_say(t, s->style, ENDED_BY_FAILURE); break;
	case AS_OUTCOME_INTERRUPTED: as_say(t, s->style, ENDED_BY_BREAK); break;
	case AS_OUTCOME_COMPLETE: break;
	}
}

/* Why it ended before the plan was done. */
static void add_end(struct as_screen *s)
{
	const struct as_plan *p = &s->x->plan;
	struct as_text why = {0}, done = {0}, then = {0}, go_on = {0};

	if (p->outcome == AS_OUTCOME_COMPLETE)
		return;
	if (p->outcome == AS_OUTCOME_BUDGET && is_affordable(p)) {
		as_say(&why, s->style, BUDGET_OF, (double)p->budget_ns / 1e9, p->budget_explicit);
		if (p->detect > 0)
			as_screen_say(s, ENDED_UNSEEN, &why, p->expected, s->a->sees, p->power,
				p->detect);
		else
			as_screen_say(s, ENDED_AFFORDABLE, &why, p->expected, p->precision);
		return;
	}
	if (p->outcome == AS_OUTCOME_BUDGET && s->a->reach_most > 0 && !(p->detect > 0)) {
		const double each_s = as_seconds_per_round(s);

		then = as_goal_of(s->style, p->precision, p->detect, p->power);
		as_screen_say(s, ENDED_SHORT, (double)p->budget_ns / 1e9, p->budget_explicit,
			p->done, as_screen_round_word(s), &then,
			as_about_seconds(each_s * p->wanted),
			as_about_seconds(each_s * s->a->reach_least),
			as_about_seconds(each_s * s->a->reach_most));
		return;
	}
	add_ended_by(&why, s);
	add_done(&done, s);
	if (p->outcome == AS_OUTCOME_BUDGET || p->outcome == AS_OUTCOME_MAX) {
		as_screen_say(s, ENDED_EARLY, &why, &done);
		return;
	}
	if (p->outcome == AS_OUTCOME_INTERRUPTED)
		add_going_on(&go_on, s);
	if (p->outcome == AS_OUTCOME_STOPPED || p->outcome == AS_OUTCOME_INTERRUPTED)
		as_say(&then, s->style, UNTIL_THEN, &go_on);
	as_screen_say(s, ENDED_BROKEN, &why, &done, &then);
}

/* "; planned with 1.25 s a build, 3.5 ms an execution" */
static void add_costs(struct as_text *t, const struct as_screen *s)
{
	for (size_t i = AS_LEVEL_BUILD + 1; i--;) {
		double ns = 1e9 * s->x->plan.cost_s[i];
		if (ns > 0)
			as_say(t, s->style, PLAN_COST, t->len,
				&(struct as_quantity){"ns", ns, 0.02 * ns},
				i == AS_LEVEL_BUILD ? "a build" : i == AS_LEVEL_EXECUTION
					? "an execution" : "an iteration");
	}
}

/* The looks as the first comparison has them. */
static void add_looks(struct as_text *t, const struct as_screen *s)
{
	const struct as_comparison *c = s->a->n_comparisons ? s->a->comparisons : NULL;
	const size_t n = c ? c->stages.early.n_at : 0;
	size_t at[AS_LOOKED_MAX];
	struct as_text looks = {0}, goal = {0};

	for (size_t i = 0; i < n; i++)
		at[i] = as_in_rounds(c, c->stages.early.at[i]);
	if (n)
		looks = as_looks_before_last(s->style, at, n);
	const struct as_plan *p = &s->x->plan;
	if (p->detect > 0 && !p->wanted)
		goal = as_goal_of(s->style, p->precision, p->detect, p->power);
	as_say(t, s->style, PLAN_LOOKED, p->planned, &looks, &goal);
}

static void add_plan(struct as_screen *s)
{
	const struct as_plan *p = &s->x->plan;
	struct as_text how = {0}, costs = {0}, goal = {0};

	switch (p->stopping) {
	case AS_STOP_FIXED: as_say(&how, s->style, PLAN_FIXED); break;
	case AS_STOP_TWO_STAGE:
		goal = as_goal_of(s->style, p->precision, p->detect, p->power);
		as_say(&how, s->style, PLAN_STAGES, p->stage1, p->planned, p->extended, &goal);
		break;
	case AS_STOP_LOOKS: add_looks(&how, s); break;
	case AS_STOP_BUDGET:
		if (as_builds_in_rounds(p) && as_plan_aims(p))
			goal = as_goal_of(s->style, p->precision, p->detect, p->power);
		as_say(&how, s->style, PLAN_BUDGET, as_builds_in_rounds(p), &goal,
			(double)p->budget_ns / 1e9);
		break;
	}
	add_costs(&costs, s);
	as_screen_say(s, PLANNED, &how, p->expected > 0 ? p->expected : (double)NAN, &costs,
		p->done, p->dimension_reused);
}

/* Why intervals are wider than t on all rounds makes them. */
static void add_stages(struct as_screen *s)
{
	const struct as_plan *p = &s->x->plan;

	if (p->stage1 >= 2 && p->done > p->stage1 && !as_builds_in_rounds(p) &&
		as_experiment_sessions(s->x) <= 1)
		as_screen_say(s, TWO_STAGES, p->stage1, as_screen_round_word(s),
			p->done - p->stage1);
}

static size_t count_facts(const struct as_machine *m, const char *name)
{
	size_t n = 0;

	for (size_t i = 0; i < m->n_facts; i++)
		n += !strncmp(m->facts[i].name, name, strlen(name));
	return n;
}

static bool any_verdict(const struct as_screen *s)
{
	for (size_t k = 0; k < s->a->n_comparisons; k++)
		if (s->a->comparisons[k].verdict != AS_VERDICT_NONE)
			return true;
	return false;
}

void as_looks_add(struct as_screen *s)
{
	const struct as_plan *p = &s->x->plan;

	if (!p->decide || !any_verdict(s))
		return;
	if (!p->first_look)
		as_screen_say(s, LOOK_NONE);
	else if (!p->last_look)
		as_screen_say(s, LOOK_FIRST, p->first_look);
	else
		as_screen_say(s, LOOK_LAST, p->first_look, p->last_look > p->first_look,
			p->done > p->first_look ? p->done : 0);
}

void as_ended_add(struct as_screen *s)
{
	const struct as_machine *m = &s->x->machine;
	const size_t resumed = count_facts(m, AS_FACT_RESUMED) + count_facts(m, AS_FACT_SESSION);
	const size_t stretches = as_experiment_stretches(s->x);

	add_end(s);
	if (resumed)
		as_screen_say(s, RESUMED, resumed);
	/* Sessions have changed in the middle of the plan. */
	if (stretches > 1)
		as_screen_say(s, STRETCHES, stretches, count_facts(m, AS_FACT_PAUSED));
}

void as_basis_of_plan_add(struct as_screen *s)
{
	struct as_text drawn = {0};

	add_plan(s);
	add_stages(s);
	/* Another tool's file does not say in which order it measured. */
	if (as_measured_by(s->x))
		return;
	as_randomized_add(&drawn, s->x->plan.randomize);
	as_screen_say(s, DRAWN, &drawn, s->x->plan.seed);
}
