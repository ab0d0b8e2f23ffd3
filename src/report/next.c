/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "report/builds.h"
#include "say/verdict.h"
#include "report/draw/layout.h"
#include "say/number.h"
#include "report/draw/screen.h"

static const double as_long = 0.15; /* a time that differs by less is called the same */

/* Seconds that all commands of one round took. */
static double seconds_per_round(const struct as_screen *s)
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

/* A budget as one types it, rounded up to two digits. */
static void add_budget(struct as_text *t, double seconds)
{
	bool minutes = seconds >= 180;
	double x = minutes ? seconds / 60 : seconds;
	double step = pow(10, x >= 10 ? floor(log10(x)) - 1 : 0);

	as_text_addf(t, "--budget" AS_TIE "%.0f%s", ceil(x / step) * step, minutes ? "m" : "s");
}

/* Fewer units than tell anything: what the first useful interval costs (methods.md 6.7). */
static void add_fewest(struct as_text *t, const struct as_screen *s)
{
	enum { FEWEST = 5 };
	const struct as_plan *p = &s->x->plan;
	double seconds = seconds_per_round(s) * (p->warmups + FEWEST);

	if (p->outcome != AS_OUTCOME_BUDGET || as_builds_in_rounds(p) || p->done >= FEWEST ||
		!(seconds > 0))
		return;
	add_budget(t, 1.1 * seconds);
	as_text_addf(t, " would allow %d, the fewest for a useful interval", FEWEST);
}

static void add_wanted(struct as_text *t, const struct as_screen *s)
{
	const struct as_plan *p = &s->x->plan;
	double seconds = seconds_per_round(s) * p->wanted;

	/* No number of executions settles what lasts as long as all of them. */
	if (s->x->n_subjects == 1 && as_screen_summary(s, 0)->state_is_slow)
		return;
	if (!(p->wanted > p->done) || !(p->precision > 0)) {
		add_fewest(t, s);
		return;
	}
	if (p->outcome == AS_OUTCOME_MAX) {
		as_text_addf(t, "--max-runs" AS_TIE "%u", p->wanted);
	} else if (p->outcome == AS_OUTCOME_BUDGET && seconds > 0) {
		/* The budget also pays for hooks and for what lies between executions. */
		add_budget(t, 1.1 * seconds);
	} else {
		return;
	}
	as_text_add(t, " would give ");
	as_plus_minus_add(t, s->style, p->precision);
	if (seconds > 0) {
		as_text_add(t, ", in about" AS_TIE);
		as_duration_add(t, seconds);
	}
}

/* How many rounds would show what is undecided, and most of all. */
static void add_needed(struct as_text *t, const struct as_screen *s)
{
	const struct as_comparison *most = NULL;
	bool builds = false, sessions = false;

	for (size_t k = 0; k < s->a->n_comparisons; k++) {
		const struct as_comparison *c = &s->a->comparisons[k];
		if (c->verdict != AS_VERDICT_UNDECIDED)
			continue;
		if (c->needed && (!most || c->needed > most->needed))
			most = c;
		builds = builds || c->of_builds;
		sessions = sessions || c->of_sessions;
	}
	if (!most)
		return;
	as_needed_add(t, most, most->needed,
		sessions ? "session" : builds ? "build" : as_screen_round_word(s),
		builds && !sessions ? " of each" : "");
	if (s->x->table || sessions)
		return;
	double seconds = (builds ? seconds_per_build(s) : seconds_per_round(s)) *
			 (double)most->needed;
	if (seconds > 0) {
		as_text_add(t, ", in" AS_TIE);
		as_duration_add(t, seconds);
	}
	as_text_addf(t, " (--%s" AS_TIE "%zu)", builds ? "builds" : "runs", most->needed);
}

static const char *name_of(const struct as_summary *y, size_t level)
{
	for (size_t i = 0; i < y->n_levels; i++)
		if ((size_t)y->levels[i].level == level)
			return as_summary_level_name(&y->levels[i]);
	return level < AS_MODEL_LEVELS ? as_level_names[level] : "unit";
}

/* "12 builds × 2 executions × 4 iterations"; levels of a table have names of their own. */
static void add_counts(struct as_text *t, const struct as_screen *s, const struct as_next *next)
{
	const struct as_summary *y = as_screen_summary(s, 0);
	const char *before = "";

	for (size_t i = AS_TREE_LEVELS; i--;) {
		if (!next->counts[i])
			continue;
		if (*before)
			as_text_addf(t, " %s" AS_TIE, before);
		as_count_add(t, next->counts[i], name_of(y, i));
		before = as_symbols(s->style)->times;
	}
}

static bool is_known(const struct as_next *next)
{
	for (size_t i = 0; i < AS_TREE_LEVELS; i++)
		if (next->counts[i])
			return true;
	return false;
}

/* The same time, spent better. */
static void add_same_time(struct as_text *t, const struct as_screen *s, const struct as_next *next)
{
	double spent = as_screen_seconds(s, 0) + as_builds_seconds(&s->x->subjects[0]);
	bool same = fabs(next->seconds - spent) < as_long * spent;

	if (!is_known(next))
		return;
	add_counts(t, s, next);
	as_text_add(t, " would give ");
	as_plus_minus_add(t, s->style, next->half_width);
	as_text_add(t, same ? " in the same" AS_TIE : " in" AS_TIE);
	as_duration_add(t, same ? spent : next->seconds);
}

/* The precision that was missed, where no count of rounds was named that reaches it. */
static void add_for_target(struct as_text *t, const struct as_screen *s, const struct as_next *next)
{
	const struct as_plan *p = &s->x->plan;

	if (!is_known(next) || p->wanted > p->done)
		return;
	add_counts(t, s, next);
	as_text_add(t, " would give ");
	as_plus_minus_add(t, s->style, p->precision);
	as_text_add(t, ", in about" AS_TIE);
	as_duration_add(t, next->seconds);
}

/* An interval half as wide. */
static void add_halved(struct as_text *t, const struct as_screen *s, const struct as_next *next)
{
	if (!is_known(next))
		return;
	add_counts(t, s, next);
	as_text_add(t, " would halve the interval, to ");
	as_plus_minus_add(t, s->style, next->half_width);
	if (next->seconds > 0) {
		as_text_add(t, ", in about" AS_TIE);
		as_duration_add(t, next->seconds);
	}
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
	const struct as_summary *y = as_screen_summary(s, 0);
	struct as_text body = {0};

	add_same_time(&body, s, &y->same_time);
	as_screen_row(s, AS_LABEL_NEXT, &body);
	if (is_known(&y->for_target))
		add_for_target(&body, s, &y->for_target);
	else if (!wanted && !y->steadiness.state.warmup_matters &&
		 (!is_reached(s, y) || s->style->verbose))
		add_halved(&body, s, &y->halved);
	as_screen_row(s, AS_LABEL_NEXT, &body);
	as_text_release(&body);
}

void as_next_add(struct as_screen *s)
{
	struct as_text body = {0};
	bool wanted = false;

	if (!s->x->table)
		add_wanted(&body, s);
	wanted = body.len > 0;
	as_screen_row(s, AS_LABEL_NEXT, &body);
	add_needed(&body, s);
	as_screen_row(s, AS_LABEL_NEXT, &body);
	if (s->x->n_subjects == 1)
		add_for_one(s, wanted);
	as_text_release(&body);
}
