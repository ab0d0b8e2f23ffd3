/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What disturbs a result: how iterations and executions go in the order of time. Only what matters
 * for the answer, each with its size and its cure; everything with --verbose. */
#include <math.h>

#include "report/draw/layout.h"
#include "say/number.h"
#include "report/draw/screen.h"
#include "say/words.h"

static const double nothing = 0.001; /* of the mean: a change that is not worth a number */
static const double slight = 0.1;    /* a correlation that takes less than a fifth of the values */

static void keep(struct as_screen *s, size_t subject, bool warn, struct as_text *body)
{
	const struct as_remark r = {.label = AS_LABEL_DISTURBED, .warn = warn};

	as_remark_keep(s, subject, r, body);
}

/* More of the metric, in a word. */
static const char *direction(const struct as_metric *m, double by)
{
	if (as_metric_is_time(m))
		return by > 0 ? "slower" : "faster";
	return by > 0 ? "higher" : "lower";
}

static void add_share(struct as_text *t, double share)
{
	as_percent_add(t, fabs(share));
}

void as_dropped_add(struct as_text *t, const struct as_metric *m, const struct as_summary *y)
{
	double excess = y->steadiness.state.dropped_excess;

	if (!y->steadiness.state.dropped || !(fabs(excess) > nothing))
		return;
	as_text_add(t, ", ");
	add_share(t, excess);
	as_text_addf(t, " %s,", direction(m, excess));
}

static void warmup(struct as_screen *s, size_t subject, const struct as_summary *y)
{
	const struct as_steady_state *state = &y->steadiness.state;
	const struct as_metric *m = as_screen_metric(s, y->metric);
	struct as_text body = {0};

	if (!state->warmup_matters)
		return;
	as_text_add(&body, "warm-up: the first" AS_TIE);
	if (state->warmup > 1)
		as_text_addf(&body, "%zu" AS_TIE, state->warmup);
	as_text_addf(&body, "of %zu iterations %s %s by" AS_TIE, state->n,
		state->warmup > 1 ? "are" : "is", direction(m, state->warmup_excess));
	add_share(&body, state->warmup_excess);
	as_text_addf(&body, " and %s, which moves the mean by" AS_TIE,
		state->warmup > 1 ? "count" : "counts");
	add_share(&body, state->warmup_effect);
	if (!s->x->table)
		as_text_addf(&body, ": --drop" AS_TIE "%zu leaves %s out",
			state->dropped + state->warmup, state->warmup > 1 ? "them" : "it");
	keep(s, subject, true, &body);
}

/* What to do where there is no state that executions keep. */
static void add_other_way(struct as_text *t, const struct as_screen *s)
{
	as_text_add(t, s->x->table ? ": take " : ": let it make more (--iterations), or take ");
	as_text_add(t, "the same of each execution (assay show --same-iteration" AS_TIE "last)");
}

static void add_paces(struct as_text *t, const struct as_steady_state *state)
{
	const char *before = "";

	for (int k = 0; k < (int)AS_PACES; k++)
		if (state->of[k]) {
			as_text_addf(t, "%s%zu" AS_TIE "%s", before, state->of[k],
				as_pace_names[k]);
			before = ", ";
		}
}

/* Executions that do not come to rest, or not all of them; false: they do. */
static bool no_state(struct as_screen *s, size_t subject, const struct as_summary *y)
{
	const struct as_steady_state *state = &y->steadiness.state;
	const struct as_metric *m = as_screen_metric(s, y->metric);
	bool some = state->of[AS_PACE_NEVER] || state->of[AS_PACE_CYCLIC];
	struct as_text body = {0};

	if (state->pace == AS_PACE_CYCLIC) {
		as_text_addf(&body, "iterations repeat themselves every %zu: let --iterations be a "
			"multiple of that", state->period);
	} else if (state->pace == AS_PACE_NEVER) {
		as_text_add(&body,
			"no execution reaches a steady state, so the mean is of all that it "
			"went through");
		add_other_way(&body, s);
	} else if (state->pace == AS_PACE_MIXED && (some || state->warmup_matters)) {
		as_text_add(&body, "executions do not go alike: ");
		add_paces(&body, state);
		add_other_way(&body, s);
	} else if (state->unsettled && fabs(state->drift) > nothing) {
		as_text_addf(&body,
			"iterations have not settled: they become %s towards the end of an "
			"execution, by" AS_TIE,
			direction(m, state->drift));
		add_share(&body, state->drift);
		add_other_way(&body, s);
	} else if (state->unsettled) {
		as_text_add(&body, "iterations have not settled within half of an execution");
		add_other_way(&body, s);
	} else {
		return false;
	}
	keep(s, subject, true, &body);
	return true;
}

/* Iterations that say less than their number. */
static void dependence(struct as_screen *s, size_t subject, const struct as_summary *y)
{
	const struct as_dependence *d = &y->steadiness.dependence;
	struct as_text body = {0};

	if (!d->found || !(d->lag1 >= slight))
		return;
	as_text_addf(&body, "iterations depend on those before them (lag" AS_TIE "1: %.2g); ",
		d->lag1);
	if (y->method != AS_INTERVAL_NONE)
		as_text_addf(&body, "the interval is taken from %ss and is not touched by it, but ",
			as_top_word(y));
	as_text_add(&body, "more iterations tell less than their number: ");
	if (d->thin > 1)
		as_text_addf(&body, "about one in %zu would do; ", d->thin);
	as_text_add(&body, "rather more executions");
	keep(s, subject, false, &body);
}

static void add_cure(struct as_text *t, const struct as_screen *s)
{
	if (s->x->n_subjects > 1 && s->x->plan.design == AS_DESIGN_ROUNDS)
		as_text_add(t, "; commands are compared inside rounds, which it does not touch");
	else if (!s->x->table)
		as_text_add(t,
			"; assay doctor tells what disturbs the machine, and assay run --extend "
			"measures in another session");
}

/* Executions that tell less than their number, or of less than a session. */
static void lasting(struct as_screen *s, size_t subject, const struct as_summary *y)
{
	const bool rounds = s->x->n_subjects > 1 && s->x->plan.design == AS_DESIGN_ROUNDS;
	struct as_text body = {0};

	if (y->state_is_slow) {
		as_text_add(&body, "the machine's state lasts as long as the experiment: the mean "
				   "of another hour may lie outside; ");
		as_text_add(&body,
			rounds ? "commands are compared inside rounds, which it does not touch"
			       : "measure longer, or compare in rounds");
	} else if (y->state_lasts) {
		as_text_addf(&body,
			"%zu %ss tell as much as %.0f independent ones: the machine's state lasts",
			y->n_top, as_top_word(y), fmax(y->effective_n, 1));
	}
	if (body.len)
		keep(s, subject, !rounds, &body);
}

static void drift(struct as_screen *s, size_t subject, const struct as_summary *y)
{
	const struct as_order_drift *d = &y->steadiness.order;
	const char *unit = as_experiment_level(s->x, AS_LEVEL_EXECUTION);
	struct as_text body = {0};

	if (!d->found)
		return;
	if (d->trend) {
		as_text_addf(&body, "%s became %s over the experiment, by" AS_TIE,
			s->x->table ? "values" : "the machine",
			direction(as_screen_metric(s, y->metric), d->change));
		add_share(&body, d->change);
		as_text_addf(&body, " (p" AS_TIE "=" AS_TIE "%.2g)", d->p);
	} else if (d->lag1 >= slight) {
		as_text_addf(&body,
			"%ss depend on those before them (lag" AS_TIE "1: %.2g, p" AS_TIE "=" AS_TIE
			"%.2g)",
			unit, d->lag1, d->p);
	} else {
		as_text_addf(&body,
			"%ss do not come as in random order (p" AS_TIE "=" AS_TIE
			"%.2g, though lag" AS_TIE "1 is %.2g)",
			unit, d->p, d->lag1);
	}
	if (!d->trend && !s->x->table)
		as_text_add(&body, ": the machine does not keep its speed");
	add_cure(&body, s);
	keep(s, subject, s->x->n_subjects == 1, &body);
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
		as_text_add(t, !i ? "" : i + 1 < m->n ? ", " : " and ");
		as_number_add(t, scale, m->mode[i].mean,
			as_decimals(scale, m->mode[i].mean, apart / 20));
		as_unit_add(t, scale);
		as_text_add(t, AS_TIE "(");
		add_share(t, m->mode[i].share);
		if (!i)
			as_text_addf(t, " of %ss", as_summary_level_name(&y->levels[m->level]));
		as_text_char(t, ')');
	}
}

/* What the level says of the modes, and what to do. */
static void add_mode_cure(struct as_text *t, const struct as_screen *s, const struct as_summary *y)
{
	const struct as_shape_modes *m = &y->shape.modes;
	const char *name = as_summary_level_name(&y->levels[m->level]);

	if (m->level && m->level + 1 < y->n_levels)
		as_text_addf(t,
			": more %ss say more of their mixture than more of what is inside one",
			name);
	else if (m->level)
		as_text_addf(t,
			": the mean is that of their mixture, and only more %ss make it surer",
			name);
	else
		as_text_addf(t, ": the mean is that of their mixture; more %ss make it surer",
			name);
	if (m->index == AS_LEVEL_BUILD && !s->x->table)
		as_text_add(t, " (--builds)");
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
	static const char *const counts[] = {"no", "one", "two", "three", "four"};
	const struct as_shape_modes *m = &y->shape.modes;
	struct as_text body = {0};

	if (!m->n || !((m->mode[m->n - 1].mean - m->mode[0].mean) > nothing * fabs(y->mean)))
		return;
	/* Those of a warm-up are told as that. */
	if ((m->index == AS_LEVEL_ITERATION && y->steadiness.state.warmup_matters) ||
		are_of_clock(&y->shape))
		return;
	if (!m->level && y->n_levels > 1)
		as_text_addf(&body, "%s modes within %ss, at" AS_TIE, counts[m->n],
			as_summary_level_name(&y->levels[1]));
	else
		as_text_addf(&body, "%s modes, by %s, at" AS_TIE, counts[m->n],
			as_summary_level_name(&y->levels[m->level]));
	add_modes(&body, s, y);
	add_mode_cure(&body, s, y);
	if (m->explained) {
		as_text_add(&body, "; which one has to do with the ");
		if (m->factor == AS_FACTOR_AROUND)
			as_metric_label_add(&body, &s->x->metrics[m->factor_metric]);
		else
			as_text_add(&body, as_factor_entries[m->factor].title);
		as_text_addf(&body, " (p" AS_TIE "=" AS_TIE "%.2g): assay show --factors",
			m->factor_p);
	}
	keep(s, subject, true, &body);
}

/* A clock that goes in steps which one would see. */
static void clock_steps(struct as_screen *s, size_t subject, const struct as_summary *y)
{
	const struct as_shape_clock *c = &y->shape.clock;
	const struct as_metric *m = as_screen_metric(s, y->metric);
	struct as_text body = {0};

	if (!c->coarse)
		return;
	as_text_add(&body, "times are multiples of ");
	as_quantity_add(&body, s->style, m->unit, c->step, (double)NAN);
	as_text_add(&body, ", ");
	add_share(&body, c->step / y->mean);
	as_text_add(&body, " of the mean");
	if (c->step > y->half_width)
		as_text_add(&body, " and more than the half-width");
	as_text_addf(&body,
		": %zu values have %zu" AS_TIE
		"different sizes. The clock is too coarse: time more "
		"operations together as one %s, or read a finer clock",
		y->n_values, c->kinds, as_summary_level_name(&y->levels[0]));
	keep(s, subject, true, &body);
}

/* "of 40 executions 2 (p = 0.003), of 200 iterations 1": modes of the density, and whether chance
 * makes them */
static void add_seen(struct as_text *t, const struct as_summary *y)
{
	for (size_t i = y->n_levels; i-- > 0;) {
		const struct as_shape_level *l = &y->shape.modes.at[i];
		if (!l->units)
			continue;
		as_text_addf(t, "%sof %zu %ss" AS_TIE "%zu", t->len ? ", " : "", l->units,
			as_summary_level_name(&y->levels[i]), l->hint);
		if (isfinite(l->p))
			as_text_addf(t, " (p" AS_TIE "=" AS_TIE "%.2g)", l->p);
	}
}

/* All of it, in figures. */
static void all(struct as_screen *s, size_t subject, const struct as_summary *y)
{
	const struct as_steady_state *state = &y->steadiness.state;
	const struct as_dependence *d = &y->steadiness.dependence;
	const struct as_order_drift *o = &y->steadiness.order;
	struct as_text body = {0};

	if (state->executions) {
		as_text_add(&body, "iterations: ");
		add_paces(&body, state);
		as_text_addf(&body, " of %zu executions", state->executions);
		if (state->period)
			as_text_addf(&body, ", period %zu", state->period);
		if (state->replaced)
			as_text_addf(&body, ", %zu apart from those around them", state->replaced);
		if (d->executions)
			as_text_addf(&body,
				"; dependent in %zu of %zu (Ljung-Box %zu, runs %zu), lag" AS_TIE
				"1: %.2g",
				d->rejected, d->executions, d->ljung_box, d->runs, d->lag1);
		as_remark_keep(s, subject, (struct as_remark){.label = AS_LABEL_STEADY}, &body);
	}
	add_seen(&body, y);
	as_remark_keep(s, subject, (struct as_remark){.label = AS_LABEL_MODES}, &body);
	if (y->holds == AS_HOLDS_IF_INDEPENDENT) {
		as_count_add(&body, y->n_top, as_top_word(y));
		as_text_add(&body, ": too few to tell whether they are independent");
		as_remark_keep(s, subject, (struct as_remark){.label = AS_LABEL_STEADY}, &body);
	}
	if (o->n) {
		as_text_addf(&body,
			"%ss in order: lag" AS_TIE "1: %.2g, p" AS_TIE "=" AS_TIE "%.2g",
			as_experiment_level(s->x, AS_LEVEL_EXECUTION), o->lag1, o->p);
		as_remark_keep(s, subject, (struct as_remark){.label = AS_LABEL_STEADY}, &body);
	}
}

void as_disturbed_collect(struct as_screen *s, size_t subject, const struct as_summary *y)
{
	warmup(s, subject, y);
	/* where there is none, they cannot but depend on each other */
	if (!no_state(s, subject, y))
		dependence(s, subject, y);
	lasting(s, subject, y);
	drift(s, subject, y);
	modes(s, subject, y);
	clock_steps(s, subject, y);
	if (s->style->verbose)
		all(s, subject, y);
}
