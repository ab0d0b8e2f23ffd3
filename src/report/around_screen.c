/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/diagnose/warnings.h"
#include "report/around_screen.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "report/draw/layout.h"
#include "say/number.h"
#include "report/draw/screen.h"
#include "say/say_words.h"

enum { EXPLAINED = 58, UNEXPLAINED = 40 }; /* importance: there is something to end, or not */

/* "ran while others used 0.9 processors": what stands before and behind the number. */
struct phrase {
	const char *metric;
	enum as_say_id before, after;
};

static const struct phrase phrases[] = {
	{"others_cpu", AS_SAY_AROUND_OTHERS, AS_SAY_NOTHING},
	{"biggest_other", AS_SAY_AROUND_BIGGEST, AS_SAY_NOTHING},
	{"run_queue", AS_SAY_AROUND_QUEUE, AS_SAY_AROUND_READY},
	{"load", AS_SAY_AROUND_LOAD, AS_SAY_NOTHING},
	{"steal", AS_SAY_AROUND_STEAL, AS_SAY_AROUND_TO_OTHERS},
	{"involuntary_switches", AS_SAY_AROUND_SWITCHES, AS_SAY_AROUND_TIMES},
	{"cpu_migrations", AS_SAY_AROUND_MOVED, AS_SAY_AROUND_TIMES},
	{"frequency_before", AS_SAY_AROUND_BEGAN, AS_SAY_NOTHING},
	{"frequency_after", AS_SAY_AROUND_ENDED, AS_SAY_NOTHING},
	{"temperature", AS_SAY_AROUND_ENDED, AS_SAY_NOTHING},
	{"throttles", AS_SAY_AROUND_HOT, AS_SAY_NOTHING},
};

static const struct phrase *phrase_of(const struct as_metric *m)
{
	static const struct phrase other = {"", AS_SAY_AROUND_HAD, AS_SAY_NOTHING};

	for (size_t i = 0; i < sizeof phrases / sizeof phrases[0]; i++)
		if (!strcmp(phrases[i].metric, m->name))
			return &phrases[i];
	return &other;
}

/* Two digits do of what is read in coarse steps. */
static void add_quantity(struct as_text *t, const struct as_style *style, const struct as_metric *m,
	double value)
{
	const char *const plain[] = {"processors", "tasks", "count", "times", "degC"};

	for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++) {
		if (strcmp(plain[i], m->unit) != 0)
			continue;
		char number[32];
		snprintf(number, sizeof number, value < 99.5 ? "%.2g" : "%.0f", value);
		as_text_add(t, number);
		if (strcmp(m->unit, "count") != 0)
			as_text_addf(t, AS_TIE "%s", as_unit_behind(number, m->unit));
		return;
	}
	as_quantity_add(t, style, m->unit, value, (double)NAN);
}

/* Something of the machine is among them, and not only what the program itself was in for. */
static bool is_machine_read(const struct as_experiment *x, const struct as_outlier_report *r)
{
	for (size_t i = 0; i < r->n_sources; i++)
		if (strcmp(x->metrics[r->source[i].metric].unit, "count") != 0)
			return true;
	return false;
}

static void keep_sources(struct as_screen *s, size_t subject, const struct as_outlier_report *r)
{
	struct as_list all = {.most = 0};

	if (!is_machine_read(s->x, r))
		return;
	for (size_t i = 0; i < r->n_sources; i++)
		if (as_list_next(&all))
			as_metric_label_add(&all.text, &s->x->metrics[r->source[i].metric]);
	as_remark_say(s, subject, AROUND_READ, as_list_end(&all), r->known < r->n ? r->n : 0,
		r->known);
}

/* Which executions are far out, as the subject of a sentence. */
static void add_slow(struct as_text *t, const struct as_style *style, const struct as_metric *m,
	const struct as_outlier_report *r, size_t n)
{
	const struct as_scale scale = as_scale_for(style, m->unit, r->median, (double)NAN);
	const int decimals = as_decimals(scale, r->median, (double)NAN);
	struct as_text least = {0}, most = {0}, median = {0};

	as_number_add(&least, scale, r->slow_least, decimals);
	if (r->slow > 1)
		as_number_add(&most, scale, r->slow_most, decimals);
	as_number_add(&median, scale, r->median, decimals);
	as_unit_add(&median, scale);
	as_say(t, style, AROUND_SLOW, n < r->slow ? n : 0, r->slow, as_metric_is_time(m), &least,
		&most, &median);
}

static void add_cause(struct as_text *t, const struct as_style *style, const struct as_metric *m,
	const struct as_around_source *s, size_t rest)
{
	const struct phrase *p = phrase_of(m);
	struct as_text there = {0}, usual = {0};

	add_quantity(&there, style, m, s->there);
	as_say(t, style, AROUND_CAUSE, p->before, &there, p->after);
	if (!style->verbose)
		return;
	add_quantity(&usual, style, m, s->median);
	as_say(t, style, AROUND_USUALLY, &usual, s->rest, rest);
}

/* Whether they read alike: then this does not tell the slow ones from the others. */
static bool reads_alike(
	const struct as_style *style, const struct as_metric *m, const struct as_around_source *s)
{
	struct as_text there = {0}, usual = {0};

	add_quantity(&there, style, m, s->there);
	add_quantity(&usual, style, m, s->median);
	const bool alike = !strcmp(as_text_str(&there), as_text_str(&usual));
	as_text_release(&there);
	as_text_release(&usual);
	return alike;
}

/* One row: all causes that hold for most of what is explained, the first sources first. */
static void add_causes(struct as_text *t, const struct as_style *style,
	const struct as_experiment *x, const struct as_outlier_report *r)
{
	const struct as_metric *m = &x->metrics[r->metric];
	size_t rest = r->n - r->slow - r->fast, said = 0;

	for (size_t i = 0; i < r->n_sources; i++) {
		const struct as_around_source *s = &r->source[i];
		if (!s->slow || reads_alike(style, &x->metrics[s->metric], s))
			continue;
		if (said && !style->verbose)
			break;
		if (said++)
			as_say(t, style, AROUND_ALSO, s->slow);
		else
			add_slow(t, style, m, r, s->slow);
		add_cause(t, style, &x->metrics[s->metric], s, rest);
	}
	if (!said) {
		add_slow(t, style, m, r, r->slow);
		as_say(t, style, AROUND_UNEXPLAINED, r->slow, r->slow_known);
	} else if (r->explained < r->slow && style->verbose) {
		as_say(t, style, AROUND_REST, r->slow - r->explained);
	}
}

static const char *others_of(const struct as_machine *m)
{
	for (size_t i = 0; i < m->n_facts; i++)
		if (!strcmp(m->facts[i].name, AS_FACT_OTHERS))
			return m->facts[i].value;
	return NULL;
}

/* A cause of slow executions that is shown to be one, and moves the mean. */
static bool has_effect(const struct as_screen *s, size_t subject, const struct as_outlier_report *r)
{
	const struct as_summary *y = as_screen_summary(s, subject);
	struct as_evidence e = {.p = 1, .effect = r->moves, .half_width = y->half_width,
		.mean = y->mean, .among = as_warned_among(s->x)};

	for (size_t i = 0; i < r->n_sources; i++)
		if (r->source[i].slow)
			e.p = fmin(e.p, r->source[i].p);
	return as_warning_holds(AS_WARNING_SLOW_RUNS, &e);
}

void as_around_collect(struct as_screen *s, size_t subject)
{
	const struct as_outlier_report *r = s->around ? &s->around[subject] : NULL;
	const char *others = others_of(&s->x->machine);
	struct as_text body = {0};

	if (!r)
		return;
	keep_sources(s, subject, r);
	if (r->slow && (is_machine_read(s->x, r) || r->explained)) {
		add_causes(&body, s->style, s->x, r);
		const bool matters = r->explained && has_effect(s, subject, r);
		as_remark_keep(s, subject, (struct as_remark){.label = AS_LABEL_SLOW,
			.warn = matters, .importance = matters ? EXPLAINED : UNEXPLAINED}, &body);
	}
	if (others)
		as_remark_say(s, subject, AROUND_PROGRAMS, others);
}
