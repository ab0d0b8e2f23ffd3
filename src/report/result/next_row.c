/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "report/result/builds.h"
#include "say/say_words.h"
#include "say/verdict.h"
#include "report/draw/layout.h"
#include "say/number.h"
#include "report/draw/screen.h"

static const double as_long = 0.15; /* a time that differs by less is called the same */

/* Seconds that all commands of one round took. */
double as_seconds_per_round(const struct as_screen *s)
{
	double total = 0;

	for (size_t i = 0; i < s->x->n_subjects; i++)
		total += as_screen_seconds(s, i);
	return s->x->plan.done ? total / s->x->plan.done : (double)NAN;
}

/* Seconds that one build of each command took, with its executions. */
static double seconds_per_build(const struct as_screen *s)
{
	double total = 0;

	for (size_t i = 0; i < s->x->n_subjects; i++)
		total += as_screen_seconds(s, i) + as_builds_seconds(&s->x->subjects[i]);
	return s->x->plan.builds ? total / s->x->plan.builds : (double)NAN;
}

void as_budget_option_add(struct as_text *t, double seconds)
{
	static const struct as_style any = {0};
	bool minutes = seconds >= 180;
	double x = minutes ? seconds / 60 : seconds;
	double step = pow(10, x >= 10 ? floor(log10(x)) - 1 : 0);

	as_say(t, &any, BUDGET_OPTION, ceil(x / step) * step, minutes);
}

/* Seconds that a new measurement of n rounds takes, with the builds that it begins with. */
static double seconds_of(const struct as_screen *s, double n)
{
	double builds = 0;

	for (size_t i = 0; i < s->x->n_subjects; i++)
		builds += as_builds_seconds(&s->x->subjects[i]);
	return as_seconds_per_round(s) * n + builds;
}

/* Fewer units than tell anything: what the first useful interval costs (methods.md 6.7). */
static bool add_fewest(struct as_screen *s)
{
	enum { FEWEST = 5 };
	const struct as_plan *p = &s->x->plan;
	/* Hooks, and what lies between executions, took their part of the budget, too. */
	const double by_budget = 1e-9 * (double)p->budget_ns * (p->warmups + FEWEST) /
				 fmax(1, p->warmups + p->done);
	const double seconds = fmax(seconds_of(s, p->warmups + FEWEST), by_budget);
	struct as_text budget = {0};

	if (p->outcome != AS_OUTCOME_BUDGET || as_builds_in_rounds(p) || p->done >= FEWEST ||
		!(seconds > 0))
		return false;
	as_budget_option_add(&budget, 1.1 * seconds);
	as_screen_say(s, NEXT_FEWEST, &budget, FEWEST);
	return true;
}

/* The largest change that one of the comparisons would have needed to be seen, where one was to be. */
static double seen(const struct as_screen *s)
{
	double most = 0;

	for (size_t k = 0; k < s->a->n_comparisons; k++)
		most = fmax(most, s->a->comparisons[k].pairs.seen.asked);
	return most > 0 ? most : (double)NAN;
}

/* More than anybody waits for, or many times what was spent: not more of it is the cure (methods-typical.md 9). */
static bool is_out_of_reach(double seconds, double rounds, double done)
{
	enum { MINUTE = 60, HOUR = 60 * MINUTE, TIMES = 10 };
	return seconds > HOUR || (rounds > TIMES * done && seconds > MINUTE);
}

static bool is_open(const struct as_screen *s)
{
	for (size_t k = 0; k < s->a->n_comparisons; k++)
		if (s->a->comparisons[k].verdict == AS_VERDICT_UNDECIDED &&
			s->a->comparisons[k].needed)
			return true;
	return false;
}

/* What would reach the precision, or see the change; whether that was said. */
static bool add_wanted(struct as_screen *s)
{
	const struct as_plan *p = &s->x->plan;
	double seconds = seconds_of(s, p->wanted);
	const bool max = p->outcome == AS_OUTCOME_MAX;
	struct as_text budget = {0};

	/* No number of executions settles what lasts as long as all of them. */
	if (s->x->n_subjects == 1 && as_screen_summary(s, 0)->lasting.is_slow)
		return false;
	if (!(p->wanted > p->done) || !as_plan_aims(p))
		return add_fewest(s);
	if (!max && !(p->outcome == AS_OUTCOME_BUDGET && seconds > 0))
		return false;
	if (!(p->detect > 0) && is_out_of_reach(seconds, p->wanted, p->done)) {
		const double half = seconds_of(s, 4.0 * p->done);
		if (is_open(s))
			return false; /* that has a row of its own */
		if (add_fewest(s))
			return true;
		if (is_out_of_reach(half, 0, 0) || as_builds_in_rounds(p))
			as_screen_say(s, NEXT_FAR, p->precision, seconds);
		else
			as_screen_say(s, NEXT_HALF, 4 * (size_t)p->done, half);
		return true;
	}
	/* The budget also pays for hooks and for what lies between executions. */
	if (!max)
		as_budget_option_add(&budget, 1.1 * seconds);
	else
		as_say(&budget, s->style, MAX_OPTION, p->wanted);
	if (p->detect > 0)
		as_screen_say(s, NEXT_SEEN, p->detect, p->power, p->wanted, as_screen_round_word(s),
			&budget, seen(s), p->done);
	else
		as_screen_say(s, NEXT_WANTED, &budget, p->precision,
			seconds > 0 ? seconds : (double)NAN);
	return true;
}

/* How many rounds would show what is undecided, and most of all; where that is more than anybody waits for, what half
 * the interval takes, or who says what disturbs (methods-typical.md 9). */
static void add_needed(struct as_screen *s)
{
	const double done = s->x->plan.done;

	const struct as_comparison *most = NULL;
	bool builds = false, sessions = false;

	for (size_t k = 0; k < s->a->n_comparisons; k++) {
		const struct as_comparison *c = &s->a->comparisons[k];
		if (c->verdict != AS_VERDICT_UNDECIDED)
			continue;
		if (c->needed && (!most || c->needed > most->needed))
			most = c;
		builds = builds || c->of.builds;
		sessions = sessions || c->of.sessions;
	}
	if (!most)
		return;
	const bool told = !as_is_from_elsewhere(s->x) && !sessions;
	double seconds = (builds ? seconds_per_build(s) : as_seconds_per_round(s)) *
			 (double)most->needed;
	struct as_text needed = {0};
	if (told && !builds && seconds > 0 &&
		is_out_of_reach(seconds, (double)most->needed, done)) {
		const double half = seconds_of(s, 4 * done);
		if (is_out_of_reach(half, 0, done))
			as_screen_say(s, NEXT_DOCTOR, half);
		else
			as_screen_say(s, NEXT_HALF, (size_t)(4 * done), half);
		return;
	}
	as_needed_add(&needed, s->style, most,
		sessions ? "session" : builds ? "build" : as_screen_round_word(s),
		builds && !sessions ? " of each" : "");
	as_screen_say(s, NEXT_NEEDED, &needed, told && seconds > 0 ? seconds : (double)NAN,
		!told ? NULL : builds ? "builds" : "runs", most->needed);
}

static const char *name_of(const struct as_summary *y, size_t level)
{
	for (size_t i = 0; i < y->tree.n; i++)
		if ((size_t)y->tree.v[i].level == level)
			return as_level_word(&y->tree.v[i]);
	return level < AS_MODEL_LEVELS ? as_level_names[level] : "unit";
}

/* "12 builds × 2 executions × 4 iterations"; levels of a table have names of their own. */
static void add_counts(struct as_text *t, const struct as_screen *s, const struct as_next *next)
{
	const struct as_summary *y = as_screen_summary(s, 0);
	for (size_t i = AS_TREE_LEVELS; i--;)
		if (next->counts[i])
			as_say(t, s->style, COUNTS, t->len, next->counts[i], name_of(y, i));
}

static bool is_known(const struct as_next *next)
{
	for (size_t i = 0; i < AS_TREE_LEVELS; i++)
		if (next->counts[i])
			return true;
	return false;
}

/* The same time, spent better. */
static void add_same_time(struct as_screen *s, const struct as_next *next)
{
	double spent = as_screen_seconds(s, 0) + as_builds_seconds(&s->x->subjects[0]);
	bool same = fabs(next->seconds - spent) < as_long * spent;
	struct as_text counts = {0};

	if (!is_known(next))
		return;
	add_counts(&counts, s, next);
	as_screen_say(s, NEXT_SAME_TIME, &counts, next->half_width, same,
		same ? spent : next->seconds);
}

/* The precision that was asked for has been reached, as no finding says otherwise: a narrower
 * interval is for who wants one. */
static bool is_reached(const struct as_screen *s, const struct as_summary *y)
{
	for (size_t i = 0; i < y->findings.n; i++) {
		const int id = y->findings.v[i].id;
		if (id == AS_FINDING_TARGET_MISSED || id == AS_FINDING_TARGET_TAKES ||
			id == AS_FINDING_TARGET_UNSETTLED)
			return false;
	}
	return s->x->plan.precision > 0 && s->x->plan.stopping != AS_STOP_FIXED;
}

/* One command: its counts. */
static void add_for_one(struct as_screen *s, bool wanted)
{
	const struct as_plan *p = &s->x->plan;
	const struct as_summary *y = as_screen_summary(s, 0);
	const struct as_next *target = &y->next.for_target, *halved = &y->next.halved;
	struct as_text counts = {0};

	add_same_time(s, &y->next.same_time);
	/* The precision that was missed, where no count of rounds was named that reaches it. */
	if (is_known(target) && p->wanted <= p->done) {
		add_counts(&counts, s, target);
		as_screen_say(s, NEXT_TARGET, &counts, p->precision, target->seconds);
	} else if (!is_known(target) && is_known(halved) && !wanted &&
		   !y->steadiness.state.warmup_matters &&
		   (!is_reached(s, y) || s->style->verbose)) {
		add_counts(&counts, s, halved);
		/* a share of 100 % and more says nothing of an interval whose ends are a factor away */
		as_screen_say(s, NEXT_HALVED, &counts,
			halved->half_width < 1 ? halved->half_width : (double)NAN,
			halved->seconds > 0 ? halved->seconds : (double)NAN);
	}
}

void as_next_add(struct as_screen *s)
{
	const struct as_plan *p = &s->x->plan;
	const bool missed = p->wanted > p->done && as_plan_aims(p), several = s->x->n_subjects > 1;

	if (p->detect > 0 && p->wanted <= p->done && isfinite(seen(s)))
		as_screen_say(s, SEEN, seen(s), p->power);
	/* One of them, the cheapest: what was measured already costs nothing. */
	if (several ? as_other_metric_add(s, missed) : as_steadier_add(s, missed))
		return;
	const bool wanted = !s->x->table && add_wanted(s);
	if (several && !wanted)
		add_needed(s);
	else if (!several && (!wanted || s->style->verbose))
		add_for_one(s, wanted);
}
