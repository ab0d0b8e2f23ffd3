/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "report/draw.h"
#include "report/layout.h"
#include "report/number.h"
#include "report/terminal.h"

enum { NAME_MOST = 28, NAME_LEAST = 10, BAR_MOST = 24, BAR_LEAST = 6, PARTS = 5 };

/* The parts behind the bar, the most important first. */
struct parts {
	struct as_text v[PARTS];
	bool shown[PARTS];
};

/* A time that runs: the first ten seconds in tenths, however few they are. */
static void add_seconds(struct as_text *t, double seconds)
{
	if (seconds >= 0 && seconds < 9.95)
		as_text_addf(t, "%.1f s", seconds);
	else
		as_duration_add(t, seconds);
}

static void fill(struct parts *p, const struct as_style *style, const struct as_progress *w)
{
	const char *what = w->commands > 1 ? "round" : "execution";

	if (w->planned)
		as_text_addf(&p->v[0], "%zu/%zu", w->done, w->planned);
	else if (w->done)
		as_count_add(&p->v[0], w->done, what);
	if (isfinite(w->mean) && w->metric) {
		double half = w->half_width * fabs(w->mean);
		as_quantity_add(&p->v[1], style, w->metric->unit, w->mean, half);
		if (isfinite(half)) {
			as_text_addf(&p->v[1], " %s ", as_symbols(style)->plus_minus);
			as_percent_add(&p->v[1], w->half_width);
		}
		as_text_add(&p->v[1], " preliminary");
	}
	add_seconds(&p->v[2], w->elapsed_s);
	if (isfinite(w->remaining_s)) {
		as_text_add(&p->v[2], ", ");
		add_seconds(&p->v[2], w->remaining_s);
		as_text_add(&p->v[2], " left");
	}
	if (w->doing && strcmp(w->doing, "measuring") != 0)
		as_text_add(&p->v[3], w->doing);
	if (w->iterations || w->running_s >= 1) {
		as_text_add(&p->v[4], "this one ");
		if (w->running_s >= 1)
			add_seconds(&p->v[4], w->running_s);
		if (w->iterations && w->running_s >= 1)
			as_text_add(&p->v[4], ", ");
		if (w->iterations)
			as_count_add(&p->v[4], w->iterations, "iteration");
	}
}

static size_t width_of(const struct parts *p)
{
	size_t total = 0;

	for (size_t i = 0; i < PARTS; i++)
		if (p->shown[i])
			total += 2 + as_layout_width(as_text_str(&p->v[i]));
	return total;
}

/* Leave out what does not fit beside a short name, the least important first. */
static size_t choose(struct parts *p, size_t room)
{
	for (size_t i = 0; i < PARTS; i++)
		p->shown[i] = p->v[i].len > 0;
	for (size_t i = PARTS; i-- && width_of(p) + NAME_LEAST > room;)
		p->shown[i] = false;
	return width_of(p);
}

void as_report_progress(struct as_text *t, const struct as_style *style,
	const struct as_progress *w)
{
	/* The last column stays free: some terminals begin a new line when it is written. */
	size_t room = as_style_width(style) - 1, from = t->len;
	struct parts p = {.shown = {false}};
	struct as_text name = {0};

	fill(&p, style, w);
	size_t rest = room - choose(&p, room);
	size_t most = rest < NAME_MOST ? rest : NAME_MOST;
	/* A bar is worth more than a whole name. */
	if (w->planned && rest > NAME_LEAST + BAR_LEAST + 2 && rest < most + BAR_LEAST + 2)
		most = rest - BAR_LEAST - 2;
	as_name_add(&name, style, w->name ? w->name : "", most);
	as_text_add(t, as_text_str(&name));
	size_t left = rest - as_layout_width(as_text_str(&name));
	if (w->planned && left >= BAR_LEAST + 2) {
		size_t bar = left - 2 < BAR_MOST ? left - 2 : BAR_MOST;
		as_text_add(t, name.len ? "  " : "");
		as_progress_bar_add(t, style, (double)w->done / (double)w->planned, bar);
	}
	for (size_t i = 0; i < PARTS; i++) {
		if (p.shown[i]) {
			as_text_add(t, t->len > from ? "  " : "");
			as_text_add(t, as_text_str(&p.v[i]));
		}
		t->failed = t->failed || p.v[i].failed;
		as_text_release(&p.v[i]);
	}
	as_layout_flat(t, from);
	t->failed = t->failed || name.failed;
	as_text_release(&name);
}

void as_report_plan(struct as_text *t, const struct as_style *style,
	const struct as_report_plan *plan)
{
	struct as_text body = {0};

	as_count_add(&body, plan->rounds, plan->commands > 1 ? "round" : "execution");
	if (plan->commands > 1) {
		as_text_add(&body, " of ");
		as_count_add(&body, plan->commands, "command");
	}
	if (plan->iterations) {
		as_text_addf(&body, " %s" AS_TIE, as_symbols(style)->times);
		as_count_add(&body, plan->iterations, "iteration");
	}
	if (isfinite(plan->seconds)) {
		as_text_add(&body, ", ");
		as_duration_add(&body, plan->seconds);
	}
	if (isfinite(plan->half_width)) {
		as_text_addf(&body, ", expected" AS_TIE "%s" AS_TIE, as_symbols(style)->plus_minus);
		as_percent_add(&body, plan->half_width);
		as_text_add(&body, plan->of_ratio ? " on the ratio" : "");
		if (plan->confidence > 0) {
			as_text_add(&body, " (");
			as_percent_exact_add(&body, plan->confidence);
			as_text_add(&body, AS_TIE "confidence)");
		}
	}
	as_layout_body(t, style, "plan: ", 6, &body);
}
