/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "base/num.h"
#include "report/draw/layout.h"
#include "report/draw/screen.h"
#include "say/number.h"
#include "report/draw/terminal.h"
#include "say/when.h"

static const struct as_forecast_level *top_of(const struct as_forecast *f)
{
	return &f->level[f->n_levels - 1];
}

/* Executions of several commands come in rounds. */
static bool is_rounds(const struct as_forecast *f)
{
	return f->commands > 1 && !strcmp(top_of(f)->name, as_level_names[AS_LEVEL_EXECUTION]);
}

static const char *top_word(const struct as_forecast *f)
{
	return is_rounds(f) ? "round" : top_of(f)->name;
}

static void add_times(struct as_text *t, const struct as_style *style)
{
	as_text_addf(t, " %s" AS_TIE, as_symbols(style)->times);
}

/* "6 builds × 8 executions × 20 iterations", "240 rounds of 2 commands" */
static void add_counts(struct as_text *t, const struct as_style *style, const struct as_forecast *f)
{
	as_count_add(t, top_of(f)->count, top_word(f));
	if (is_rounds(f)) {
		as_text_add(t, " of ");
		as_count_add(t, f->commands, "command");
	}
	for (size_t i = f->n_levels - 1; i-- > 0;) {
		add_times(t, style);
		as_count_add(t, f->level[i].count, f->level[i].name);
	}
	if (f->commands > 1 && !is_rounds(f)) {
		as_text_add(t, " for each of ");
		as_count_add(t, f->commands, "command");
	}
}

/* A half-width: of a ratio or a mean in percent, without a mean in the unit of the values. */
static void add_half_width(struct as_text *t, const struct as_style *style,
	const struct as_forecast *f, double x)
{
	if (f->absolute)
		as_text_addf(t, "%s" AS_TIE "%.3g", as_symbols(style)->plus_minus, x);
	else
		as_plus_minus_add(t, style, x);
}

static void add_expected(struct as_text *t, const struct as_style *style,
	const struct as_forecast *f)
{
	if (!isfinite(f->half_width))
		return;
	as_text_add(t, ", expected" AS_TIE);
	add_half_width(t, style, f, f->half_width);
	as_text_add(t, f->of_ratio ? " on the ratio" : "");
	if (f->confidence > 0) {
		as_text_add(t, " (");
		as_text_add(t, as_holds_texts[f->holds].before);
		as_percent_exact_add(t, f->confidence);
		as_text_add(t, *as_holds_texts[f->holds].behind ? as_holds_texts[f->holds].behind
								: AS_TIE "confidence");
		as_text_add(t, ")");
	}
}

/* How the plan stands to what is wanted: beyond its reach, or how sure it is. */
static void add_target(struct as_text *t, const struct as_style *style,
	const struct as_forecast *f)
{
	if (!(f->precision > 0) || !isfinite(f->half_width))
		return;
	if (f->half_width > 1.005 * f->precision) {
		as_text_add(t, "; ");
		as_plus_minus_add(t, style, f->precision);
		if (isfinite(f->precision_s)) {
			as_text_add(t, " would take" AS_TIE);
			as_duration_add(t, f->precision_s);
		} else {
			as_text_add(t, " is out of reach");
		}
	} else if (f->sure > top_of(f)->count) {
		as_text_add(t, "; to be 80" AS_TIE "% sure of ");
		as_plus_minus_add(t, style, f->precision);
		as_text_add(t, ": ");
		as_count_add(t, f->sure, top_word(f));
	}
}

static void add_too_small(struct as_text *t, const struct as_forecast *f)
{
	as_text_add(t, "none: this budget buys ");
	as_count_add(t, top_of(f)->count, top_word(f));
	as_text_addf(t, "; at least %zu are needed", f->needed);
	if (isfinite(f->needed_s)) {
		as_text_add(t, ", ");
		as_duration_add(t, f->needed_s);
	}
}

/* "one build of each: the budget of 60 s is too short for 5 of each with 10 rounds, ..." */
static void add_one_build(struct as_text *t, const struct as_style *style,
	const struct as_forecast *f)
{
	struct as_text budget = {0};

	as_budget_option_add(&budget, f->needed_s);
	as_say(t, style, PLAN_ONE_BUILD, f->commands > 1, f->budget_s, f->needed, &budget);
}

/* "10 builds first (about 4 min), then as many as ± 1.0 % takes" */
static void add_first_builds(struct as_text *t, const struct as_style *style,
	const struct as_forecast *f)
{
	add_counts(t, style, f);
	as_text_add(t, " first (about" AS_TIE);
	as_duration_add(t, f->cost_s);
	as_text_add(t, "), then as many as ");
	as_plus_minus_add(t, style, f->precision);
	as_text_add(t, " takes");
}

/* "; what they give decides how many more ± 1.0 % takes" */
static void add_stage(struct as_text *t, const struct as_style *style, const struct as_forecast *f)
{
	as_text_add(t, "; what they give decides how many more ");
	as_plus_minus_add(t, style, f->precision);
	as_text_add(t, " takes");
}

void as_report_plan(struct as_text *t, const struct as_style *style, const struct as_forecast *f)
{
	struct as_text body = {0};

	if (f->holds == AS_HOLDS_BELOW) {
		as_text_add(&body, "none: the machine's state lasted as long as what it would be "
				   "made from; more executions in this session would not "
				   "settle it");
	} else if (f->one_build) {
		add_one_build(&body, style, f);
	} else if (f->needed) {
		add_too_small(&body, f);
	} else if (f->stage1 && !strcmp(top_of(f)->name, as_level_names[AS_LEVEL_BUILD])) {
		add_first_builds(&body, style, f);
	} else {
		as_text_add(&body, f->stage1 ? "first" AS_TIE : "");
		add_counts(&body, style, f);
		if (isfinite(f->cost_s)) {
			as_text_add(&body, ", ");
			as_duration_add(&body, f->cost_s);
		}
		add_expected(&body, style, f);
		if (f->stage1)
			add_stage(&body, style, f);
		else
			add_target(&body, style, f);
	}
	if (f->learnt_ns) {
		as_text_add(&body, "; planned from the dimensioning of" AS_TIE);
		as_when_add(&body, f->learnt_ns, 0, AS_WHEN_MINUTE);
	}
	as_layout_body(t, style, "plan: ", 6, &body);
}

void as_report_looks(struct as_text *t, const struct as_style *style)
{
	as_layout(t, style, "plan: ", 6,
		"two looks: the first verdict at 99.5" AS_TIE
		"% confidence; if that leaves anything "
		"undecided, more rounds, once, and the last verdict at 95.2" AS_TIE "%");
}

/* What one unit at the top costs and leaves uncertain. */
static void add_unit(struct as_text *t, const struct as_style *style, const struct as_forecast *f)
{
	struct as_text body = {0};
	double sd = sqrt(f->unit_var);

	if (isfinite(f->unit_cost_s)) {
		as_duration_add(&body, f->unit_cost_s);
		as_text_add(&body, "; ");
	}
	as_text_add(&body, "its mean varies by" AS_TIE);
	if (f->absolute)
		as_text_addf(&body, "%.3g (standard deviation)", sd);
	else
		as_percent_add(&body, sd / fabs(f->mean));
	as_text_add(&body, f->absolute ? "" : " (standard deviation)");
	as_layout_row(t, style, top_of(f)->name, &body);
}

/* The real optimum of each count below the top, before it was rounded. */
static void add_optimum(struct as_text *t, const struct as_style *style,
	const struct as_forecast *f)
{
	struct as_text body = {0};

	for (size_t i = f->n_levels - 1; i-- > 0;) {
		const struct as_forecast_level *l = &f->level[i];
		as_text_add(&body, body.len ? "," AS_TIE : "");
		if (isfinite(l->optimum))
			as_text_addf(&body, "%.4g" AS_TIE "%s%s", l->optimum, l->name,
				as_same_double(l->optimum, 1) ? "" : "s");
		else
			as_text_addf(&body, "%ss" AS_TIE "without" AS_TIE "limit", l->name);
	}
	if (body.len)
		as_layout_row(t, style, "optimum", &body);
	as_text_release(&body);
}

void as_report_forecast(struct as_text *t, const struct as_style *style,
	const struct as_forecast *f)
{
	as_report_plan(t, style, f);
	if (f->needed || f->holds == AS_HOLDS_BELOW)
		return;
	add_unit(t, style, f);
	if (isfinite(f->unit_cost_s))
		add_optimum(t, style, f);
}

void as_report_forgotten(struct as_text *t, const struct as_style *style, int64_t learnt_ns,
	const char *level, double ratio)
{
	struct as_text body = {0};

	if (isfinite(ratio)) {
		as_text_addf(&body,
			"the variance of %ss is %.2g times what it was in the dimensioning "
			"of" AS_TIE,
			level, ratio);
		as_when_add(&body, learnt_ns, 0, AS_WHEN_MINUTE);
		as_text_add(&body, ", which the plan was made from");
	} else {
		as_text_add(&body, "there are other levels than in the dimensioning of" AS_TIE);
		as_when_add(&body, learnt_ns, 0, AS_WHEN_MINUTE);
	}
	as_text_add(&body, ": the next run learns costs and variances anew");
	as_layout_row(t, style, "note", &body);
}

void as_report_together(struct as_text *t, const struct as_style *style,
	const struct as_together *o)
{
	const struct as_quantity cost = {"ns", o->cost_ns, (double)NAN},
		all = {"ns", o->cost_ns * (double)o->count, (double)NAN},
		step = {"ns", o->resolution_ns, (double)NAN},
		error = {"ns", o->accuracy_ns, (double)NAN};
	struct as_text body = {0};

	as_say(&body, style, PLAN_TOGETHER, (size_t)o->count, &cost, &all);
	as_layout_body(t, style, "plan: ", 6, &body);
	as_row(t, style, PLAN_CLOCK, o->clock, &step, &error, (size_t)o->limit);
}
