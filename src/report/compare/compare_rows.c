/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/compare/compare_rows.h"

#include <math.h>
#include <stdlib.h>

#include "report/compare/beside.h"
#include "report/review/geomean.h"
#include "report/compare/noise_screen.h"
#include "say/verdict.h"
#include "report/draw/layout.h"
#include "say/number.h"
#include "report/draw/screen.h"
#include "say/size.h"
#include "say/say_words.h"
#include "say/findings.h"

enum { SENTENCES = 3, ALIKE = 3 };

static const struct as_metric *metric_of(const struct as_compare_screen *s,
	const struct as_comparison *c)
{
	const struct as_compared *side = &s->all->side[c->subject];

	return &side->experiment->metrics[side->summary->metric];
}

static struct as_versus versus(const struct as_compare_screen *s, const struct as_comparison *c)
{
	return (struct as_versus){
		.c = c,
		.metric = metric_of(s, c),
		.subject = s->name[c->subject],
		.reference = s->name[c->reference],
		.unit = as_top_word(s->all->side[c->subject].summary),
		.reference_unit = as_top_word(s->all->side[c->reference].summary),
		.elsewhere = as_is_from_elsewhere(s->all->side[c->subject].experiment) ||
			as_is_from_elsewhere(s->all->side[c->reference].experiment),
	};
}

static void add_finding(const struct as_compare_screen *s, const struct as_comparison *c,
	const struct as_finding *f, const char *before)
{
	const struct as_versus v = versus(s, c);
	bool warn = as_finding_saying(f->id)->severity == AS_WARN;
	struct as_text body = {0};

	as_text_add(&body, before);
	as_comparison_finding_add(&body, s->style, &v, f);
	as_remark_row(s->t, s->style, warn ? "warning" : "note", warn, as_text_str(&body));
	as_text_take(s->t, &body);
}

/* One kind of finding: once for all, or the first few by name. */
static void add_kind(const struct as_compare_screen *s, int id)
{
	struct as_text text = {0};
	size_t n = 0;

	for (size_t i = 0; i < s->all->n; i++) {
		const struct as_comparison *c = &s->all->c[i];
		const struct as_finding *f = as_finding_of(c, id);
		if (!f)
			continue;
		bool common = as_finding_is_common(s->all->c, s->all->n, f);
		as_text_clear(&text);
		if (!common)
			as_text_addf(&text, "%s: ", s->name[c->subject]);
		if (n++ < ALIKE)
			add_finding(s, c, f, as_text_str(&text));
		if (common)
			break;
	}
	if (n > ALIKE) {
		as_text_clear(&text);
		as_say(&text, s->style, COMPARED_MORE, n - ALIKE);
		as_remark_row(s->t, s->style, "", false, as_text_str(&text));
	}
	as_text_take(s->t, &text);
}

static void add_needed(const struct as_compare_screen *s, const struct as_comparison *c,
	const char *before)
{
	struct as_text body = {0};

	if (c->verdict != AS_VERDICT_UNDECIDED || !c->needed)
		return;
	as_text_add(&body, before);
	as_needed_add(&body, s->style, c, versus(s, c).unit, " of each");
	as_remark_row(s->t, s->style, "next", false, as_text_str(&body));
	as_text_take(s->t, &body);
}

static void add_sentence(const struct as_compare_screen *s, const struct as_comparison *c)
{
	const struct as_versus v = versus(s, c);
	struct as_text body = {0};

	as_verdict_sentence(&body, s->style, &v);
	as_layout_body(s->t, s->style, "", 2, &body);
}

static void add_list_head(const struct as_compare_screen *s)
{
	const struct as_comparison *c = s->all->c;
	struct as_text body = {0};

	as_say(&body, s->style, COMPARED_HEAD, AS_PAINT_STRONG, s->all->n,
		round(1e4 * c->confidence) / 1e4);
	as_layout_body(s->t, s->style, "", 2, &body);
}

static void add_row(const struct as_compare_screen *s, const struct as_comparison *c,
	size_t name_columns, size_t phrase_columns)
{
	const struct as_versus v = versus(s, c);
	struct as_text head = {0}, body = {0};

	as_text_addf(&head, "  %s", v.subject);
	size_t w = as_layout_width(as_text_str(&head));
	as_blank(&head, name_columns + 5 > w ? name_columns + 5 - w : 1);
	as_verdict_phrase(&body, s->style, &v);
	w = as_layout_width(as_text_str(&body));
	as_text_repeat(&body, AS_TIE, phrase_columns > w ? phrase_columns - w : 0);
	as_text_add(&body, AS_GAP);
	as_verdict_bounds(&body, s->style, &v);
	if (as_has_interval(c))
		as_verdict_p(&body, s->style, &v);
	as_layout_body(s->t, s->style, as_text_str(&head), name_columns + 5, &body);
	as_text_take(s->t, &head);
}

static size_t widest(size_t a, size_t b)
{
	return a > b ? a : b;
}

static void add_list(const struct as_compare_screen *s)
{
	const struct as_comparison **v = as_arena_array(s->arena, s->all->n, sizeof *v);
	size_t name = 0, phrase = 0;
	struct as_text text = {0};

	if (!v) {
		s->t->failed = true;
		return;
	}
	for (size_t i = 0; i < s->all->n; i++) {
		v[i] = &s->all->c[i];
		const struct as_versus w = versus(s, v[i]);
		as_text_clear(&text);
		as_verdict_phrase(&text, s->style, &w);
		phrase = widest(phrase, as_layout_width(as_text_str(&text)));
		name = widest(name, as_layout_width(w.subject));
	}
	as_text_release(&text);
	if (s->style->sort != AS_SORT_COMMAND)
		qsort(v, s->all->n, sizeof *v, as_by_size);
	add_list_head(s);
	for (size_t i = 0; i < s->all->n; i++)
		add_row(s, v[i], name, phrase);
}

void as_compare_verdicts(const struct as_compare_screen *s)
{
	if (s->all->n > SENTENCES) {
		add_list(s);
		return;
	}
	for (size_t i = 0; i < s->all->n; i++)
		add_sentence(s, &s->all->c[i]);
}

void as_compare_remarks(const struct as_compare_screen *s)
{
	struct as_text before = {0};

	if (s->all->n == 1)
		for (size_t k = 0; k < s->all->c->findings.n; k++)
			add_finding(s, s->all->c, &s->all->c->findings.v[k], "");
	for (int id = 0; s->all->n > 1 && id < AS_FINDINGS_KNOWN; id++)
		add_kind(s, id);
	for (size_t i = 0; i < s->all->n && s->all->n <= SENTENCES; i++) {
		as_text_clear(&before);
		if (s->all->n > 1)
			as_text_addf(&before, "%s: ", s->name[s->all->c[i].subject]);
		add_needed(s, &s->all->c[i], as_text_str(&before));
	}
	as_text_take(s->t, &before);
}

/* What would settle it, where nothing is known of how sessions differ. */
static void add_unsettled(const struct as_compare_screen *s)
{
	for (size_t i = 0; i < s->all->n; i++) {
		const struct as_compared *side = &s->all->side[s->all->c[i].reference];
		const struct as_subject *of = &side->experiment->subjects[side->summary->subject];
		const struct as_unsettled u = {
			.command = as_is_from_elsewhere(side->experiment) ? NULL : of->command,
			.build = of->build_command, .several = s->all->n > 1};
		if (!as_finding_of(&s->all->c[i], AS_FINDING_OTHER_SESSION))
			continue;
		as_report_unsettled(s->t, s->style, &u);
		return;
	}
}

static void add_noise(const struct as_compare_screen *s)
{
	const struct as_compared_all *all = s->all;

	add_unsettled(s);
	if (all->noise)
		as_report_noise_line(s->t, s->style, all->noise);
	else if (all->beside)
		as_report_noise_beside(s->t, s->style, all->beside);
	else if (all->others || s->style->verbose)
		as_report_no_noise(s->t, s->style, all->others, all->other);
}

void as_compare_sessions_add(const struct as_compare_screen *s)
{
	struct as_text body = {0};

	if (s->all->across || s->all->no_profile) {
		as_say(&body, s->style, COMPARED_ACROSS, s->all->across != NULL,
			s->all->across ? s->all->across : s->all->no_profile);
		as_remark_row(s->t, s->style, "warning", true, as_text_str(&body));
	} else {
		add_noise(s);
	}
	as_text_take(s->t, &body);
}

static void add_bounds(struct as_text *t, const struct as_compare_screen *s,
	const struct as_overall *o, double lo, double hi)
{
	const struct as_comparison c = {.ratio = o->ratio, .lo = lo, .hi = hi,
		.confidence = o->confidence, .verdict = AS_VERDICT_UNDECIDED};
	struct as_versus v = versus(s, s->all->c);

	v.c = &c;
	as_verdict_bounds(t, s->style, &v);
}

static void add_overall(const struct as_compare_screen *s, const struct as_overall *o,
	const char *label)
{
	struct as_text body = {0}, bounds = {0};

	if (s->all->n_overall > 1) {
		as_name_add(&body, s->style, label, as_style_width(s->style) / 3);
		as_text_add(&body, ": ");
	}
	as_geomean_add(&body, s->style, o, metric_of(s, s->all->c), true);
	if (!*o->refused && o->has_sample) {
		add_bounds(&bounds, s, o, o->sample_lo, o->sample_hi);
		as_say(&body, s->style, COMPARED_SAMPLE, &bounds, o->confidence);
	}
	as_layout_row(s->t, s->style, "overall", &body);
}

void as_compare_overall_add(const struct as_compare_screen *s)
{
	for (size_t i = 0; i < s->all->n_overall; i++)
		add_overall(s, &s->all->overall[i], s->all->overall_label[i]);
}
