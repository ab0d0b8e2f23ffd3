/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/around_screen.h"

#include <math.h>
#include <string.h>

#include "report/draw/layout.h"
#include "say/number.h"
#include "report/draw/screen.h"
#include "say/say_words.h"

enum { EXPLAINED = 58, UNEXPLAINED = 40 }; /* importance: there is something to end, or not */

/* "ran while others used 0.9 processors": what stands before and behind the number. */
struct phrase {
	const char *metric, *before, *after;
};

static const struct phrase phrases[] = {
	{"others_cpu", "ran while others used ", ""},
	{"biggest_other", "ran while one other program used ", ""},
	{"run_queue", "began while others had ", " ready to run"},
	{"load", "began at a load average of ", ""},
	{"steal", "ran while the hypervisor gave ", " to others"},
	{"involuntary_switches", "had the processor taken from them ", " times"},
	{"cpu_migrations", "moved to another processor ", " times"},
	{"frequency_before", "began at ", ""},
	{"frequency_after", "ended at ", ""},
	{"temperature", "ended at ", ""},
	{"throttles", "ran while processors were slowed down for heat ", ""},
};

static const struct phrase *phrase_of(const struct as_metric *m)
{
	static const struct phrase other = {"", "had ", ""};

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
		as_text_addf(t, value < 99.5 ? "%.2g" : "%.0f", value);
		if (strcmp(m->unit, "count") != 0)
			as_text_addf(t, AS_TIE "%s", m->unit);
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

static void add_sources(struct as_text *t, const struct as_experiment *x,
	const struct as_outlier_report *r)
{
	if (!is_machine_read(x, r))
		return;
	for (size_t i = 0; i < r->n_sources; i++) {
		as_text_add(t, i ? ", " : "read: ");
		as_metric_label_add(t, &x->metrics[r->source[i].metric]);
	}
	if (r->n_sources && r->known < r->n)
		as_text_addf(t, "; of %zu of %zu" AS_TIE "executions", r->known, r->n);
}

/* Which executions are far out, as the subject of a sentence. */
static void add_slow(struct as_text *t, const struct as_style *style, const struct as_metric *m,
	const struct as_outlier_report *r, size_t n)
{
	const char *word = as_metric_is_time(m) ? "slow" : "far-out";
	const struct as_scale scale = as_scale_for(style, m->unit, r->median, (double)NAN);
	const int decimals = as_decimals(scale, r->median, (double)NAN);

	if (n < r->slow)
		as_text_addf(t, "%zu of ", n);
	as_text_addf(t, "%zu" AS_TIE "%s" AS_TIE, r->slow, word);
	as_text_add(t, r->slow == 1 ? "execution (" : "executions (");
	as_number_add(t, scale, r->slow_least, decimals);
	if (r->slow > 1) {
		as_text_addf(t, AS_TIE "%s" AS_TIE, as_symbols(style)->to);
		as_number_add(t, scale, r->slow_most, decimals);
	}
	as_text_add(t, ", median" AS_TIE);
	as_number_add(t, scale, r->median, decimals);
	as_unit_add(t, scale);
	as_text_add(t, ") ");
}

static void add_cause(struct as_text *t, const struct as_style *style, const struct as_metric *m,
	const struct as_around_source *s, size_t rest)
{
	const struct phrase *p = phrase_of(m);

	as_text_add(t, p->before);
	add_quantity(t, style, m, s->there);
	as_text_add(t, p->after);
	if (!style->verbose)
		return;
	as_text_add(t, " (usually ");
	add_quantity(t, style, m, s->median);
	if (s->rest)
		as_text_addf(t, ", but for %zu of the other" AS_TIE "%zu, too)", s->rest, rest);
	else
		as_text_addf(t, ", and for none of the other" AS_TIE "%zu)", rest);
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
			as_text_addf(t, "; %zu ", s->slow);
		else
			add_slow(t, style, m, r, s->slow);
		add_cause(t, style, &x->metrics[s->metric], s, rest);
	}
	if (!said) {
		add_slow(t, style, m, r, r->slow);
		as_text_add(t, r->slow == 1 ? "is " : "are ");
		as_text_add(t, !r->slow_known ? "not explained: nothing was read around them" :
			"not explained by the surroundings, which were as usual");
	} else if (r->explained < r->slow && style->verbose) {
		as_text_addf(t, ". The surroundings do not explain the other" AS_TIE "%zu",
			r->slow - r->explained);
	}
}

static const char *others_of(const struct as_machine *m)
{
	for (size_t i = 0; i < m->n_facts; i++)
		if (!strcmp(m->facts[i].name, AS_FACT_OTHERS))
			return m->facts[i].value;
	return NULL;
}

void as_around_collect(struct as_screen *s, size_t subject)
{
	const struct as_outlier_report *r = s->around ? &s->around[subject] : NULL;
	const char *others = others_of(&s->x->machine);
	struct as_text body = {0};

	if (!r)
		return;
	add_sources(&body, s->x, r);
	if (body.len)
		as_remark_keep(s, subject, (struct as_remark){.label = AS_LABEL_AROUND}, &body);
	if (r->slow && (is_machine_read(s->x, r) || r->explained)) {
		add_causes(&body, s->style, s->x, r);
		as_remark_keep(s, subject, (struct as_remark){.label = AS_LABEL_SLOW, .warn = true,
			.importance = r->explained ? EXPLAINED : UNEXPLAINED}, &body);
	}
	if (!others)
		return;
	as_text_add(&body, "biggest other programs: ");
	as_text_add_neutral(&body, others, strlen(others), 200);
	as_remark_keep(s, subject, (struct as_remark){.label = AS_LABEL_OTHERS}, &body);
}
