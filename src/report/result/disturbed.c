/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What disturbs a result: how iterations and executions go in the order of time. Only what matters
 * for the answer, each with its size and its cure; everything with --verbose. */
#include <math.h>

#include "report/draw/layout.h"
#include "say/number.h"
#include "report/draw/screen.h"
#include "say/say_words.h"

static const double nothing = 0.001; /* of the mean: a change that is not worth a number */
static const double slight = 0.1;    /* a correlation that takes less than a fifth of the values */

/* More of the metric, in a word. */
static enum as_say_id direction(const struct as_metric *m, double by)
{
	if (as_metric_is_time(m))
		return by > 0 ? AS_SAY_SLOWER : AS_SAY_FASTER;
	return by > 0 ? AS_SAY_HIGHER : AS_SAY_LOWER;
}

void as_dropped_add(struct as_text *t, const struct as_metric *m, const struct as_summary *y)
{
	static const struct as_style any = {0};
	double excess = y->steadiness.state.dropped_excess;

	if (y->steadiness.state.dropped && fabs(excess) > nothing)
		as_say(t, &any, DROPPED, fabs(excess), direction(m, excess));
}

static void warmup(struct as_screen *s, size_t subject, const struct as_summary *y)
{
	const struct as_steady_state *state = &y->steadiness.state;

	if (state->warmup)
		as_remark_words_if(s, subject, state->warmup_matters, AS_WORDS(WARM_UP,
			state->warmup, state->n,
			direction(as_screen_metric(s, y->metric), state->warmup_excess),
			fabs(state->warmup_excess), fabs(state->warmup_effect),
			s->x->table ? 0 : state->dropped + state->warmup));
}

static void add_paces(struct as_text *t, const struct as_steady_state *state)
{
	static const struct as_style any = {0};

	for (int k = 0; k < (int)AS_PACES; k++)
		if (state->of[k])
			as_say(t, &any, PACE, t->len ? ", " : "", state->of[k], as_pace_names[k]);
}

/* Executions that do not come to rest, or not all of them; false: they do. */
static bool no_state(struct as_screen *s, size_t subject, const struct as_summary *y)
{
	const struct as_steady_state *state = &y->steadiness.state;
	const bool some = state->of[AS_PACE_NEVER] || state->of[AS_PACE_CYCLIC];
	const bool table = s->x->table, drifts = fabs(state->drift) > nothing;
	struct as_text paces = {0};

	if (state->pace == AS_PACE_CYCLIC) {
		as_remark_words_if(
			s, subject, state->late_matters, AS_WORDS(CYCLIC, state->period));
	} else if (state->pace == AS_PACE_NEVER) {
		as_remark_words_if(s, subject, state->late_matters, AS_WORDS(NEVER_STEADY, table));
	} else if (state->pace == AS_PACE_MIXED && (some || state->warmup_matters)) {
		add_paces(&paces, state);
		as_remark_words_if(s, subject, state->late_matters,
			AS_WORDS(NOT_ALIKE, &paces, table));
	} else if (state->unsettled) {
		as_remark_words_if(s, subject, state->late_matters, AS_WORDS(NOT_SETTLED,
			direction(as_screen_metric(s, y->metric), state->drift),
			drifts ? fabs(state->drift) : (double)NAN, table));
	} else {
		return false;
	}
	return true;
}

/* Iterations that say less than their number. */
static void dependence(struct as_screen *s, size_t subject, const struct as_summary *y)
{
	const struct as_dependence *d = &y->steadiness.dependence;

	if (d->found && d->lag1 >= slight)
		as_remark_words_if(s, subject, d->matters && y->tree.n == 1,
			AS_WORDS(DEPENDENT, d->lag1,
				y->method != AS_INTERVAL_NONE ? as_top_word(y) : NULL,
				d->thin > 1 ? d->thin : 0));
}

static bool in_rounds(const struct as_screen *s)
{
	return s->x->n_subjects > 1 && s->x->plan.design != AS_DESIGN_SEQUENTIAL;
}

/* What the order of executions says of the machine's speed: of commands in rounds, whose comparison is free of
 * it, with --verbose. */
static void speed(struct as_screen *s, size_t subject, const struct as_summary *y)
{
	const struct as_summary_lasting *l = &y->lasting;
	const struct as_metric *m = as_screen_metric(s, y->metric);
	const double tell = fmax(l->effective_n, 1), by = fabs(l->change / y->mean);
	struct as_text how = {0}, cure = {0};

	if (l->speed == AS_SPEED_STEADY)
		return;
	if (in_rounds(s)) {
		if (l->speed == AS_SPEED_TREND)
			as_say(&how, s->style, BY_TREND, direction(m, l->change), by, l->trend_p);
		else if (l->speed == AS_SPEED_SLOWLY)
			as_say(&how, s->style, BY_STATE);
		else
			as_say(&how, s->style, BY_LASTING, y->n_top, as_top_word(y), tell);
		as_remark_say(s, subject, DRIFT_IN_ROUNDS, &how);
		return;
	}
	if (!s->x->table)
		as_say(&cure, s->style, SESSION_CURE);
	if (l->speed == AS_SPEED_TREND)
		as_remark_say(s, subject, DRIFTED, (size_t)s->x->table, direction(m, l->change), by,
			l->trend_p, &cure);
	else if (l->speed == AS_SPEED_SLOWLY)
		as_remark_say(s, subject, STATE_OF_HOUR);
	else
		as_remark_say(s, subject, STATE_LASTS, y->n_top, as_top_word(y), tell);
	as_text_release(&cure);
}

/* The order of executions by random reordering, which decides nothing. */
static void order(struct as_screen *s, size_t subject, const struct as_summary *y)
{
	const struct as_order_drift *d = &y->steadiness.order;
	const char *unit = as_experiment_level(s->x, AS_LEVEL_EXECUTION);
	const bool table = s->x->table;
	struct as_text cure = {0};

	if (!d->found || y->lasting.speed != AS_SPEED_STEADY || in_rounds(s))
		return;
	if (!table)
		as_say(&cure, s->style, SESSION_CURE);
	if (d->lag1 >= slight)
		as_remark_words_if(s, subject, false,
			AS_WORDS(ORDER_DEPENDS, unit, d->lag1, d->p, table, &cure));
	else
		as_remark_words_if(s, subject, false,
			AS_WORDS(ORDER_NOT_RANDOM, unit, d->lag1, d->p, table, &cure));
}

/* "1.000 ms (60 % of builds) and 1.052 ms (40 %)" */
static void add_modes(struct as_text *t, const struct as_screen *s, const struct as_summary *y)
{
	const struct as_shape_modes *m = &y->shape.modes;
	const struct as_metric *metric = as_screen_metric(s, y->metric);
	const double apart = m->mode[m->n - 1].mean - m->mode[0].mean;
	const struct as_scale scale = as_scale_for(s->style, metric->unit, m->mode[0].mean,
		apart / 20);

	for (size_t i = 0; i < m->n; i++) {
		struct as_text mean = {0};
		as_number_add(&mean, scale, m->mode[i].mean,
			as_decimals(scale, m->mode[i].mean, apart / 20));
		as_unit_add(&mean, scale);
		as_say(t, s->style, MODE, !i ? "" : i + 1 < m->n ? ", " : " and ", &mean,
			m->mode[i].share, i ? NULL : as_level_word(&y->tree.v[m->level]));
	}
}

/* What the level says of the modes, and what to do. */
static void add_mode_cure(struct as_text *t, const struct as_screen *s, const struct as_summary *y)
{
	const struct as_shape_modes *m = &y->shape.modes;
	const char *name = as_level_word(&y->tree.v[m->level]);

	const bool builds = m->index == AS_LEVEL_BUILD && !s->x->table;

	if (m->level && m->level + 1 < y->tree.n)
		as_say(t, s->style, MODE_INSIDE, name, builds);
	else if (m->level)
		as_say(t, s->style, MODE_ONLY, name, builds);
	else
		as_say(t, s->style, MODE_MORE, name, builds);
}

/* The values of a coarse clock themselves. */
static bool are_of_clock(const struct as_shape *shape)
{
	const struct as_shape_modes *m = &shape->modes;
	double apart = m->mode[m->n - 1].mean - m->mode[0].mean;

	return shape->clock.coarse && apart < 1.5 * shape->clock.step * (double)(m->n - 1);
}

/* Several modes, and what decides which one a value is in. */
static void modes(struct as_screen *s, size_t subject, const struct as_summary *y)
{
	static const enum as_say_id counts[] = {AS_SAY_NOTHING, AS_SAY_NOTHING, AS_SAY_TWO,
		AS_SAY_THREE, AS_SAY_FOUR};
	const struct as_shape_modes *m = &y->shape.modes;
	struct as_text at = {0}, cure = {0}, cause = {0};

	if (!m->n || !((m->mode[m->n - 1].mean - m->mode[0].mean) > nothing * fabs(y->mean)))
		return;
	/* Those of a warm-up are told as that. */
	if ((m->index == AS_LEVEL_ITERATION && y->steadiness.state.warmup_matters) ||
		are_of_clock(&y->shape))
		return;
	const bool within = !m->level && y->tree.n > 1;
	const char *name = as_level_word(&y->tree.v[within ? 1 : m->level]);
	add_modes(&at, s, y);
	add_mode_cure(&cure, s, y);
	if (m->explained && m->factor == AS_FACTOR_AROUND)
		as_say(&cause, s->style, MODE_CAUSE, &s->x->metrics[m->factor_metric], NULL,
			m->factor_p);
	else if (m->explained)
		as_say(&cause, s->style, MODE_CAUSE, NULL, as_factor_entries[m->factor].title,
			m->factor_p);
	as_remark_words_if(s, subject, m->matter, AS_WORDS(MODES, counts[m->n],
		within ? NULL : name, name, &at, &cure, &cause));
}

/* A clock that goes in steps which one would see. */
static void clock_steps(struct as_screen *s, size_t subject, const struct as_summary *y)
{
	const struct as_shape_clock *c = &y->shape.clock;
	const struct as_metric *m = as_screen_metric(s, y->metric);
	const struct as_quantity step = {m->unit, c->step, (double)NAN};

	if (c->coarse)
		as_remark_words_if(s, subject, c->matters, AS_WORDS(CLOCK_STEPS, &step,
			fabs(c->step / y->mean), c->step > y->half_width, y->n_values, c->kinds,
			as_level_word(&y->tree.v[0])));
}

/* "of 40 executions 2 (p = 0.003), of 200 iterations 1": modes of the density, and whether chance
 * makes them */
static void add_seen(struct as_text *t, const struct as_summary *y)
{
	static const struct as_style any = {0};

	for (size_t i = y->tree.n; i-- > 0;) {
		const struct as_shape_level *l = &y->shape.modes.at[i];
		if (l->units)
			as_say(t, &any, MODES_SEEN, t->len, l->units,
				as_level_word(&y->tree.v[i]), l->hint, l->p);
	}
}

/* All of it, in figures. */
static void all(struct as_screen *s, size_t subject, const struct as_summary *y)
{
	const struct as_steady_state *state = &y->steadiness.state;
	const struct as_dependence *d = &y->steadiness.dependence;
	const struct as_order_drift *o = &y->steadiness.order;
	struct as_text paces = {0}, dependent = {0}, seen = {0};

	if (state->executions) {
		add_paces(&paces, state);
		if (d->executions)
			as_say(&dependent, s->style, DEPENDENT_IN, d->rejected, d->executions,
				d->ljung_box, d->runs, d->lag1);
		as_remark_say(s, subject, STEADY_ALL, &paces, state->executions, state->period,
			state->replaced, &dependent);
	}
	add_seen(&seen, y);
	as_remark_say(s, subject, MODES_ALL, &seen);
	if (!as_experiment_in_time(s->x) && y->lasting.holds == AS_HOLDS_IF_INDEPENDENT)
		as_remark_say(s, subject, NO_ORDER_TO_TELL, as_top_word(y));
	else if (y->lasting.holds == AS_HOLDS_IF_INDEPENDENT ||
		y->lasting.holds == AS_HOLDS_LIKE_THESE)
		as_remark_say(s, subject, TOO_FEW_TO_TELL, y->n_top, as_top_word(y));
	if (o->n)
		as_remark_say(s, subject, ORDER_ALL,
			as_experiment_level(s->x, AS_LEVEL_EXECUTION), o->lag1, o->p);
}

void as_disturbed_collect(struct as_screen *s, size_t subject, const struct as_summary *y)
{
	const struct as_metric *m = as_screen_metric(s, y->metric);

	warmup(s, subject, y);
	/* where there is none, they cannot but depend on each other */
	if (!no_state(s, subject, y))
		dependence(s, subject, y);
	speed(s, subject, y);
	order(s, subject, y);
	modes(s, subject, y);
	clock_steps(s, subject, y);
	if (s->style->verbose)
		all(s, subject, y);
	else if (y->n_top >= AS_INTERVAL_LEAST && as_reaches_below(m, y))
		as_remark_say(s, subject, TOO_WIDE, y->n_top, as_top_word(y));
}
