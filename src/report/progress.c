/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "report/draw/draw.h"
#include "report/draw/layout.h"
#include "say/number.h"
#include "report/draw/terminal.h"

enum { NAME_LEAST = 8, NAME_MOST = 40, NARROW = 100 };

/* The parts of the line from left to right. */
enum { BAR, COUNT, BUILD, DOING, MEAN, TIME, RUNNING, PARTS };

struct parts {
	struct as_text v[PARTS];
};

/* A time that runs: the first ten seconds in tenths, however few they are. */
static void add_seconds(struct as_text *t, double seconds)
{
	if (seconds >= 0 && seconds < 9.95)
		as_text_addf(t, "%.1f s", seconds);
	else
		as_duration_add(t, seconds);
}

static void add_mean(struct as_text *t, const struct as_style *style, const struct as_progress *w)
{
	const double half = w->half_width * fabs(w->mean);
	const struct as_quantity share = {NULL, w->half_width, (double)NAN};

	if (isfinite(w->mean) && w->metric)
		as_say(t, style, GOING_MEAN,
			&(struct as_quantity){w->metric->unit, w->mean, half}, &share);
}

static void add_running(struct as_text *t, const struct as_style *style,
	const struct as_progress *w)
{
	struct as_text took = {0};

	if (!w->iterations && !(w->running_s >= 1))
		return;
	if (w->running_s >= 1)
		add_seconds(&took, w->running_s);
	as_say(t, style, GOING_THIS, &took, w->iterations);
}

static void fill_parts(struct parts *p, const struct as_style *style, const struct as_progress *w)
{
	struct as_text elapsed = {0}, remaining = {0};
	char count[48] = "";

	if (w->planned) {
		/* As wide as it will be at the end, so that nothing behind it moves. */
		int width = snprintf(count, sizeof count, "%zu", w->planned);
		as_progress_bar_add(&p->v[BAR], style, (double)w->done / (double)w->planned,
			as_style_width(style) < NARROW ? 10 : 20);
		as_text_addf(&p->v[COUNT], "%*zu/%zu", width, w->done, w->planned);
	} else if (w->done) {
		as_count_add(&p->v[COUNT], w->done,
			w->commands > 1 || w->builds ? "round" : "execution");
	}
	if (w->builds) {
		struct as_text build = {0};
		int width = snprintf(count, sizeof count, "%zu", w->builds);
		as_text_addf(&build, "%*zu", width, w->build);
		as_say(&p->v[BUILD], style, GOING_BUILD, &build, w->builds);
	}
	if (w->doing && strcmp(w->doing, "measuring") != 0)
		as_text_add(&p->v[DOING], w->doing);
	add_mean(&p->v[MEAN], style, w);
	add_seconds(&elapsed, w->elapsed_s);
	if (isfinite(w->remaining_s))
		add_seconds(&remaining, w->remaining_s);
	as_say(&p->v[TIME], style, GOING_TIME, &elapsed, &remaining);
	add_running(&p->v[RUNNING], style, w);
}

static size_t width_of(const struct parts *p)
{
	size_t total = 0;

	for (size_t i = 0; i < PARTS; i++)
		if (p->v[i].len)
			total += (total ? 2 : 0) + as_layout_width(as_text_str(&p->v[i]));
	return total;
}

/* Leave out what does not fit, what one misses least first. */
static void choose_parts(struct parts *p, size_t room)
{
	static const int expendable[] = {RUNNING, BUILD, BAR, DOING, TIME, MEAN};

	for (size_t i = 0; i < sizeof expendable / sizeof expendable[0] && width_of(p) > room; i++)
		as_text_clear(&p->v[expendable[i]]);
}

void as_report_progress(struct as_text *t, const struct as_style *style,
	const struct as_progress *w)
{
	/* The last column stays free: some terminals begin a new line when it is written. */
	size_t room = as_style_width(style) - 1, from = t->len;
	struct parts p = {.v = {{0}}};

	fill_parts(&p, style, w);
	choose_parts(&p, room);
	size_t left = room - width_of(&p);
	for (size_t i = 0; i < PARTS; i++) {
		const char *part = as_text_str(&p.v[i]);
		if (*part)
			as_text_addf(t, "%s%s", t->len > from ? "  " : "",
				t->len > from ? part : part + strspn(part, " "));
		t->failed = t->failed || p.v[i].failed;
		as_text_release(&p.v[i]);
	}
	/* The name comes last: it is another one all the time. */
	if (w->name && left >= NAME_LEAST + 2) {
		as_text_add(t, t->len > from ? "  " : "");
		as_name_add(t, style, w->name, left - 2 < NAME_MOST ? left - 2 : NAME_MOST);
	}
	as_layout_flat(t, from);
}
