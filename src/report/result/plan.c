/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "base/num.h"
#include "report/draw/layout.h"
#include "report/draw/screen.h"
#include "say/number.h"
#include "report/draw/terminal.h"

double as_about_seconds(double seconds)
{
	const double minute = 60, unit = seconds >= 3 * minute ? minute : 1, x = seconds / unit;

	if (!(x > 0) || !isfinite(x))
		return seconds;
	const double step = pow(10, floor(log10(x)) - 1);
	return unit * round(x / step) * step;
}

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

/* "6 builds × 8 executions × 20 iterations", "240 rounds of 2 commands" */
static void add_counts(struct as_text *t, const struct as_style *style, const struct as_forecast *f)
{
	const bool rounds = is_rounds(f);

	if (rounds)
		as_say(t, style, PLAN_ROUNDS, top_of(f)->count, top_word(f), f->commands);
	else
		as_say(t, style, PLAN_UNITS, top_of(f)->count, top_word(f));
	for (size_t i = f->n_levels - 1; i-- > 0;)
		as_say(t, style, PLAN_BELOW, f->level[i].count, f->level[i].name);
	if (f->commands > 1 && !rounds)
		as_say(t, style, PLAN_EACH, f->commands);
}

/* The half-width: of a ratio or a mean in percent, without a mean in the unit of the values. */
static void add_expected(struct as_text *t, const struct as_style *style,
	const struct as_forecast *f)
{
	struct as_text width = {0}, sure = {0};

	if (!isfinite(f->half_width))
		return;
	if (f->absolute)
		as_say(&width, style, PLAN_ABSOLUTE, f->half_width);
	else
		as_say(&width, style, PLAN_RELATIVE, f->half_width);
	if (f->confidence > 0)
		as_sure_add(&sure, f->confidence, f->holds);
	as_say(t, style, PLAN_EXPECTED, &width, f->of_ratio, &sure);
}

/* How the plan stands to what is wanted: beyond its reach, or how sure it is. */
static void add_target(struct as_text *t, const struct as_style *style,
	const struct as_forecast *f)
{
	if (!(f->precision > 0) || !isfinite(f->half_width))
		return;
	if (f->half_width > 1.005 * f->precision)
		as_say(t, style, PLAN_BEYOND, f->precision, f->precision_s);
	else if (f->sure > top_of(f)->count)
		as_say(t, style, PLAN_SURE, f->precision, f->sure, top_word(f));
}

/* "one build of each: the budget of 60 s is too short for 5 of each with 10 rounds, ..." */
static void add_one_build(struct as_text *t, const struct as_style *style,
	const struct as_forecast *f)
{
	struct as_text budget = {0};

	as_budget_option_add(&budget, f->needed_s);
	as_say(t, style, PLAN_ONE_BUILD, f->commands > 1, f->budget_s, f->needed, &budget);
}

struct as_text as_goal_of(const struct as_style *style, double precision, double detect,
	double power)
{
	struct as_text t = {0};

	as_say(&t, style, GOAL, precision, detect > 0 ? detect : (double)NAN, power);
	return t;
}

struct as_text as_looks_before_last(const struct as_style *style, const size_t *at, size_t n)
{
	struct as_text t = {0};

	for (size_t i = 0; i + 1 < n; i++)
		as_say(&t, style, LOOK_AT, i, at[i]);
	return t;
}

/* What a pilot that knows little is to do first. */
static void add_first(struct as_text *t, const struct as_style *style, const struct as_forecast *f)
{
	struct as_forecast first = *f;
	struct as_text counts = {0};

	for (size_t i = 0; i < f->n_levels; i++)
		first.level[i].count = f->first[i];
	add_counts(&counts, style, &first);
	as_say(t, style, PLAN_FIRST, &counts, as_about_seconds(f->first_s),
		top_of(f)->name, as_about_seconds(f->most_s));
	as_text_release(&counts);
}

/* A limit that binds stands in the plan's line. */
static void add_limits(struct as_text *t, const struct as_style *style, const struct as_forecast *f)
{
	enum { COUNT_MAX = 1000000 };

	for (size_t i = 0; i + 1 < f->n_levels; i++)
		if (f->level[i].count >= COUNT_MAX)
			as_say(t, style, PLAN_LIMITED, f->level[i].name, f->level[i].count);
}

/* What there is to measure; of a first stage that it is one. */
static void add_plan(struct as_text *t, const struct as_style *style, const struct as_forecast *f)
{
	struct as_text counts = {0}, goal = as_goal_of(style, f->precision, f->detect, f->power);

	add_counts(&counts, style, f);
	if (f->looks.n) {
		struct as_text looks = as_looks_before_last(style, f->looks.at, f->looks.n);
		if (!(f->detect > 0))
			as_text_release(&goal);
		as_say(t, style, PLAN_AT_MOST, &counts, f->cost_s, &looks, &goal);
		return;
	}
	if (f->stage1 && !strcmp(top_of(f)->name, as_level_names[AS_LEVEL_BUILD])) {
		as_say(t, style, PLAN_FIRST_BUILDS, &counts, f->cost_s, &goal);
		return;
	}
	const bool ranges = f->most_s > 0 && isfinite(f->most_s);
	as_say(t, style, PLAN_OF, f->stage1, &counts, ranges,
		ranges ? as_about_seconds(f->cost_s) : f->cost_s,
		ranges ? as_about_seconds(f->least_s) : (double)NAN,
		ranges ? as_about_seconds(f->most_s) : (double)NAN);
	add_expected(t, style, f);
	if (f->stage1)
		as_say(t, style, PLAN_STAGE, &goal);
	else
		add_target(t, style, f);
	add_limits(t, style, f);
	if (f->first_s > 0)
		add_first(t, style, f);
	as_text_release(&goal);
}

void as_report_plan(struct as_text *t, const struct as_style *style, const struct as_forecast *f)
{
	struct as_text body = {0};

	if (f->holds == AS_HOLDS_BELOW)
		as_say(&body, style, PLAN_HOPELESS);
	else if (f->one_build)
		add_one_build(&body, style, f);
	else if (f->needed)
		as_say(&body, style, PLAN_TOO_SMALL, top_of(f)->count, top_word(f), f->needed,
			f->needed_s);
	else
		add_plan(&body, style, f);
	if (f->looks.lacking && !f->one_build)
		as_say(&body, style, PLAN_NO_LOOKS);
	if (f->learnt_ns)
		as_say(&body, style, PLAN_LEARNT, f->learnt_ns);
	as_layout_body(t, style, "plan: ", 6, &body);
}

void as_report_looks(struct as_text *t, const struct as_style *style)
{
	as_lines_after(t, style, "plan: ", 6, PLAN_LOOKS);
}

/* What one unit at the top costs and leaves uncertain. */
static void add_unit(struct as_text *t, const struct as_style *style, const struct as_forecast *f)
{
	const double sd = sqrt(f->unit_var);
	struct as_text body = {0};

	as_say(&body, style, PLAN_UNIT, f->unit_cost_s, f->absolute ? sd : (double)NAN,
		sd / fabs(f->mean));
	as_layout_row(t, style, top_of(f)->name, &body);
}

/* The real optimum of each count below the top, before it was rounded. */
static void add_optimum(struct as_text *t, const struct as_style *style,
	const struct as_forecast *f)
{
	struct as_text body = {0};

	for (size_t i = f->n_levels - 1; i-- > 0;) {
		const struct as_forecast_level *l = &f->level[i];
		struct as_text count = {0};
		as_text_add(&body, body.len ? "," AS_TIE : "");
		if (isfinite(l->optimum))
			as_text_addf(&count, "%.4g", l->optimum);
		as_say(&body, style, PLAN_OPTIMUM, &count, l->name, as_same_double(l->optimum, 1));
	}
	if (body.len)
		as_layout_row(t, style, "optimum", &body);
	as_text_release(&body);
}

/* As printed in 2013, where that is another number. */
static void add_published(
	struct as_text *t, const struct as_style *style, const struct as_forecast *f)
{
	struct as_text body = {0};

	for (size_t i = f->n_levels - 1; i-- > 0;)
		if (f->level[i].published)
			as_say(&body, style, PLAN_PUBLISHED, body.len, f->level[i].published,
				f->level[i].name);
	if (body.len)
		as_layout_row(t, style, "2013", &body);
}

/* Levels that show no variation of their own need no repeating for its sake. */
static void add_quiet(struct as_text *t, const struct as_style *style, const struct as_forecast *f)
{
	for (size_t i = f->n_levels; i-- > 1;) {
		struct as_text body = {0};
		if (!(f->level[i].t2 < 0))
			continue;
		as_say(&body, style, PLAN_QUIET, f->level[i].name, f->level[i].t2);
		as_layout_row(t, style, "note", &body);
	}
}

/* What it would take to go on with the counts that were measured, and what the plan saves. */
static void add_flat(struct as_text *t, const struct as_style *style, const struct as_forecast *f,
	const struct as_forecast_flat *flat)
{
	struct as_forecast as_before = *f;
	struct as_text counts = {0}, body = {0};

	if (!flat || !isfinite(flat->cost_s))
		return;
	for (size_t i = 0; i < f->n_levels; i++)
		as_before.level[i].count = flat->count[i];
	add_counts(&counts, style, &as_before);
	const double saved = flat->cost_s - f->cost_s;
	if (saved > 0)
		as_say(&body, style, PLAN_FLAT, &counts, flat->cost_s, saved, saved / flat->cost_s);
	else
		as_say(&body, style, PLAN_FLAT_LESS, &counts, flat->cost_s);
	as_layout_row(t, style, "flat", &body);
}

void as_report_forecast(struct as_text *t, const struct as_style *style,
	const struct as_forecast *f, const struct as_forecast_flat *flat)
{
	as_report_plan(t, style, f);
	if (f->needed || f->holds == AS_HOLDS_BELOW)
		return;
	add_unit(t, style, f);
	if (isfinite(f->unit_cost_s)) {
		add_optimum(t, style, f);
		if (style->verbose)
			add_published(t, style, f);
	}
	add_quiet(t, style, f);
	add_flat(t, style, f, flat);
}

void as_report_forgotten(struct as_text *t, const struct as_style *style, int64_t learnt_ns,
	const char *level, double ratio)
{
	struct as_text body = {0};

	as_say(&body, style, PLAN_FORGOTTEN, level, ratio, learnt_ns);
	as_layout_row(t, style, "note", &body);
}

void as_report_together(struct as_text *t, const struct as_style *style,
	const struct as_together *o, bool last)
{
	const struct as_quantity cost = {"ns", o->cost_ns, (double)NAN},
		all = {"ns", o->cost_ns * (double)o->count, (double)NAN},
		step = {"ns", o->resolution_ns, (double)NAN},
		error = {"ns", o->accuracy_ns, (double)NAN};
	struct as_text body = {0};

	as_say(&body, style, PLAN_TOGETHER, (size_t)o->count, &cost, &all);
	as_layout_body(t, style, "plan: ", 6, &body);
	if (last || style->verbose)
		as_row(t, style, PLAN_CLOCK, o->clock, &step, &error, (size_t)o->limit,
			(size_t)o->logistic);
}
