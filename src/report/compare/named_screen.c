/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/compare/named_screen.h"

#include <math.h>
#include <string.h>

#include "say/say.h"
#include "say/verdict.h"
#include "report/draw/layout.h"
#include "say/number.h"
#include "say/say_words.h"
#include "say/findings.h"

/* Of one way: those of all pairs of 10 subjects, and of 64 with the reference not all. */
enum { ANSWERS = 45 };

static bool has_finding(const struct as_findings *f, enum as_finding_id id)
{
	for (size_t i = 0; i < f->n; i++)
		if (f->v[i].id == (int)id)
			return true;
	return false;
}

/* Of what was measured apart: what is known of it beside the values; NULL of what shared an
 * experiment. */
static const char *apart_words(const struct as_findings *f)
{
	if (has_finding(f, AS_FINDING_ACROSS))
		return "not one of them knows what two environments do";
	if (has_finding(f, AS_FINDING_OTHER_SESSION) || has_finding(f, AS_FINDING_NO_SESSION_SHARE))
		return "not one of them knows what two sessions do";
	if (has_finding(f, AS_FINDING_SESSION_NOISE))
		return "not one of them knows what two sessions do; the interval above does, and "
		       "decides";
	if (has_finding(f, AS_FINDING_OWN_SESSIONS))
		return "sessions are the units of both, so Fieller-Welch is planned, and decides";
	return NULL;
}

/* What the design decides on, whatever is named. */
static const char *planned_words(const struct as_comparison *c)
{
	const char *apart = apart_words(&c->findings);

	if (apart)
		return apart;
	if (has_finding(&c->findings, AS_FINDING_SEQUENTIAL) ||
		has_finding(&c->findings, AS_FINDING_NO_ROUNDS))
		return "not one of them can tell drift from a difference";
	if (c->method == AS_COMPARE_NONE)
		return "the planned analysis has no answer, and none of them replaces it";
	if (c->of.sessions)
		return "planned were sessions that both share, and only their pairs decide";
	if (c->method == AS_COMPARE_PAIRED)
		return "planned were rounds that both share, and only their pairs decide";
	if (c->of.builds)
		return "the design has builds for units and no pairs, so Fieller-Welch is planned, "
		       "and decides";
	return "fewer than 6 rounds were planned, so Fieller-Welch decides";
}

/* The same in the words for a verdict. */
static struct as_comparison verdict_of(const struct as_named *n)
{
	static const enum as_verdict_word words[AS_NAMED_CHANGES] = {
		[AS_NAMED_NONE] = AS_VERDICT_UNDECIDED,
		[AS_NAMED_MORE] = AS_VERDICT_SLOWER,
		[AS_NAMED_LESS] = AS_VERDICT_FASTER,
	};

	return (struct as_comparison){.subject = n->subject, .reference = n->reference,
		.metric = n->metric, .method = AS_COMPARE_WELCH, .verdict = words[n->change],
		.ratio = n->ratio, .lo = n->lo, .hi = n->hi, .confidence = n->confidence,
		.p = n->p, .n = n->n, .n_reference = n->n_reference};
}

static void add_direction(struct as_text *t, const struct as_versus *v, enum as_named_change change)
{
	struct as_metric_words w = as_metric_words(v->metric);

	if (change == AS_NAMED_NONE) {
		as_say(t, &(struct as_style){0}, NOT_FOUND, NULL, 0);
		return;
	}
	as_text_addf(t, "%s %s ", w.verb,
		change == AS_NAMED_LESS ? as_less_word(v->metric) : "more");
	as_noun_add(t, v->metric);
}

static void add_answer(struct as_text *t, const struct as_style *style,
	const struct as_sides *sides, const struct as_named *n)
{
	struct as_comparison c = verdict_of(n);
	const struct as_versus v = {.c = &c,
		.metric = sides->metric,
		.subject = sides->name[n->subject],
		.reference = sides->name[n->reference],
		.unit = sides->unit[n->subject],
		.reference_unit = sides->unit[n->reference]};

	as_text_addf(t, "%s against %s%s%s: ", v.subject, v.reference, n->of ? ", " : "",
		n->of ? n->of : "");
	if (*n->refused) {
		as_text_add(t, "no answer: ");
		as_text_add_neutral(t, n->refused, strlen(n->refused), 0);
		return;
	}
	if (isfinite(n->ratio))
		as_verdict_phrase(t, style, &v);
	else
		add_direction(t, &v, n->change);
	as_text_add(t, AS_GAP "(");
	if (isfinite(n->ratio) && isfinite(n->hi) && n->hi > n->lo) {
		as_verdict_bounds(t, style, &v);
		as_text_add(t, ", ");
	}
	double grain = n->confidence > 0.999 ? 1e6 : 1e4;
	as_percent_exact_add(t, round(grain * n->confidence) / grain);
	as_text_add(t, ", ");
	as_verdict_basis(t, &v);
	if (isfinite(n->p)) {
		as_text_add(t, ", ");
		as_p_add(t, n->p);
	}
	if (n->replicates)
		as_text_addf(t, ", %zu" AS_TIE "resamples", n->replicates);
	as_text_add(t, n->approximate ? ", approximate" : "");
	as_text_char(t, ')');
}

void as_named_block(struct as_text *t, const struct as_style *style, const struct as_sides *sides,
	const struct as_comparison *planned, const struct as_named *v, size_t n)
{
	struct as_text body = {0};

	if (!n)
		return;
	as_text_char(t, '\n');
	as_paint(&body, style, AS_PAINT_STRONG);
	as_text_add(&body, "other methods");
	as_paint_end(&body, style);
	as_text_addf(&body, ", for information: %s", planned_words(planned));
	as_layout_body(t, style, "", 2, &body);
	for (size_t i = 0, of = 0; i < n; i++, of++) {
		if (!i || strcmp(v[i].name, v[i - 1].name) != 0) {
			as_text_addf(&body, "%s: %s", v[i].title, v[i].about);
			as_layout_body(t, style, "  ", 4, &body);
			of = 0;
		}
		if (of < ANSWERS)
			add_answer(&body, style, sides, &v[i]);
		else if (i + 1 == n || strcmp(v[i].name, v[i + 1].name) != 0)
			as_text_addf(&body, "%zu more, which --json has", of + 1 - ANSWERS);
		if (body.len)
			as_layout_body(t, style, "    ", 6, &body);
	}
	as_text_release(&body);
}
