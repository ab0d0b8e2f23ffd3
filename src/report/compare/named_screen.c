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

/* What the design decides on, whatever is named; first of what was measured apart. */
static enum as_say_id planned_words(const struct as_comparison *c)
{
	static const struct {
		enum as_finding_id finding;
		enum as_say_id words;
	} findings[] = {
		{AS_FINDING_ACROSS, AS_SAY_NAMED_ACROSS},
		{AS_FINDING_OTHER_SESSION, AS_SAY_NAMED_APART},
		{AS_FINDING_NO_SESSION_SHARE, AS_SAY_NAMED_APART},
		{AS_FINDING_SESSION_NOISE, AS_SAY_NAMED_NOISE},
		{AS_FINDING_OWN_SESSIONS, AS_SAY_NAMED_SESSIONS},
		{AS_FINDING_SEQUENTIAL, AS_SAY_NAMED_DRIFT},
		{AS_FINDING_NO_ROUNDS, AS_SAY_NAMED_DRIFT},
	};

	for (size_t i = 0; i < sizeof findings / sizeof *findings; i++)
		if (as_finding_of(c, (int)findings[i].finding))
			return findings[i].words;
	if (c->method == AS_COMPARE_NONE)
		return AS_SAY_NAMED_NONE;
	if (c->of.sessions)
		return AS_SAY_NAMED_SHARED_SESSIONS;
	if (c->method == AS_COMPARE_PAIRED)
		return AS_SAY_NAMED_ROUNDS;
	return c->of.builds ? AS_SAY_NAMED_BUILDS : AS_SAY_NAMED_FEW;
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

static void add_direction(struct as_text *t, const struct as_style *style,
	const struct as_versus *v, enum as_named_change change)
{
	const bool less = change == AS_NAMED_LESS;

	if (change == AS_NAMED_NONE)
		as_say(t, style, NOT_FOUND, NULL, NULL, NULL, NULL);
	else
		as_say(t, style, NAMED_DIRECTION, as_metric_words(v->metric).verb,
			less ? as_less_word(v->metric) : "more", v->metric);
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
	const double grain = n->confidence > 0.999 ? 1e6 : 1e4;
	struct as_text phrase = {0}, bounds = {0}, rests = {0}, basis = {0};

	if (*n->refused) {
		as_say(t, style, NAMED_REFUSED, v.subject, v.reference, n->of, n->refused);
		return;
	}
	if (isfinite(n->ratio))
		as_verdict_phrase(&phrase, style, &v);
	else
		add_direction(&phrase, style, &v, n->change);
	if (isfinite(n->ratio) && isfinite(n->hi) && n->hi > n->lo)
		as_verdict_bounds(&bounds, style, &v);
	as_verdict_basis(&rests, &v);
	as_say(&basis, style, NAMED_BASIS, &bounds, round(grain * n->confidence) / grain, &rests,
		n->p, n->replicates, n->approximate);
	as_say(t, style, NAMED_ANSWER, v.subject, v.reference, n->of, &phrase, &basis);
}

void as_named_block(struct as_text *t, const struct as_style *style, const struct as_sides *sides,
	const struct as_comparison *planned, const struct as_named *v, size_t n)
{
	struct as_text body = {0};

	if (!n)
		return;
	as_text_char(t, '\n');
	as_say(&body, style, NAMED_TITLE, AS_PAINT_STRONG, planned_words(planned));
	as_layout_body(t, style, "", 2, &body);
	for (size_t i = 0, of = 0; i < n; i++, of++) {
		if (!i || strcmp(v[i].name, v[i - 1].name) != 0) {
			as_say(&body, style, NAMED_METHOD, v[i].title, v[i].about);
			as_layout_body(t, style, "  ", 4, &body);
			of = 0;
		}
		if (of < ANSWERS)
			add_answer(&body, style, sides, &v[i]);
		else if (i + 1 == n || strcmp(v[i].name, v[i + 1].name) != 0)
			as_say(&body, style, NAMED_MORE, of + 1 - ANSWERS);
		if (body.len)
			as_layout_body(t, style, "    ", 6, &body);
	}
	as_text_release(&body);
}
