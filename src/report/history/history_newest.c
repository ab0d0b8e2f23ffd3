/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The newest version of a history, which is too few for a level of its own. */
#include <math.h>

#include "say/verdict.h"
#include "report/draw/layout.h"
#include "say/number.h"
#include "report/history/history_parts.h"

bool as_history_is_calm(const struct as_history_series *s)
{
	const struct as_newest *n = &s->newest;

	if (as_history_is_few(s) && isfinite(n->alone))
		return false;
	return n->word != AS_NEWEST_DIFFERENT &&
	       !(n->word == AS_NEWEST_SUSPECTED && (n->selected || n->rerun.word != AS_RERUN_NONE));
}

/* Too few versions: the newest against the one before. */
static void add_alone(struct as_text *t, const struct as_style *style, const struct as_history *h,
	const struct as_history_series *s)
{
	const struct as_newest *n = &s->newest;
	const struct as_history_change change = {
		.size = n->alone, .lo = n->alone_lo, .hi = n->alone_hi, .part = s->n_parts - 1};
	struct as_text body = {0};

	as_history_size_add(&body, style, h, s, &change);
	as_text_add(&body, " than ");
	as_history_version_add(&body, style, &s->points[s->n_points - 2]);
	as_text_add(&body, ", the one before it, by their executions alone");
	as_layout_row(t, style, "newest", &body);
}

/* "3.1 % more time"; gives "than", or what else comes behind it. */
static const char *add_size(struct as_text *t, const struct as_style *style,
	const struct as_history *h, const struct as_history_series *s, double size)
{
	struct as_history_change change = {
		.size = size, .part = s->n_parts - 1, .lo = (double)NAN, .hi = (double)NAN};
	struct as_comparison v = as_history_compared(h, s, &change);
	struct as_metric metric = as_history_metric(s);
	const struct as_versus versus = {.c = &v,
		.metric = &metric,
		.subject = "",
		.reference = "",
		.unit = "version",
		.reference_unit = "version"};

	as_paint(t, style, as_history_paint(s, &change));
	const char *before = as_history_ratio_add(t, style, &versus);
	as_paint_end(t, style);
	return before;
}

static const char *word_of(const struct as_newest *n)
{
	static const char *const words[] = {
		[AS_RERUN_NONE] = " is suspected: ",
		[AS_RERUN_CONFIRMED] = " is confirmed: ",
		[AS_RERUN_NOT_CONFIRMED] = " was suspected, and is not confirmed: ",
		[AS_RERUN_OPPOSITE] = " is unstable, two campaigns disagree: ",
	};

	return n->word == AS_NEWEST_DIFFERENT ? " differs, without a p value: "
					      : words[n->rerun.word];
}

static void add_p(struct as_text *t, const struct as_history *h, const struct as_newest *n)
{
	as_text_add(t, "," AS_TIE);
	as_p_add(t, n->p_adjusted);
	if (n->rerun.word != AS_RERUN_NONE)
		as_text_add(t, " of both stages");
	if (h->benchmarks > 1)
		as_text_addf(t, ", adjusted for %zu benchmarks", h->benchmarks);
	if (n->looked > 1)
		as_text_addf(t, "; the newest %zu together decide", n->looked);
}

/* How to settle it. */
static void add_hint(
	struct as_text *t, const struct as_style *style, const struct as_history_series *s)
{
	const struct as_newest *n = &s->newest;
	const struct as_history_point *last = &s->points[s->n_points - 1];

	as_text_add(t, "to settle it, measure it beside ");
	as_history_version_add(t, style, &s->points[n->reference]);
	as_text_addf(t, " in %zu rounds", n->blocks);
	if (last->commit && s->points[n->reference].commit) {
		as_text_add(t, ": assay diff ");
		as_history_version_add(t, style, &s->points[n->reference]);
		as_text_char(t, ' ');
		as_history_version_add(t, style, last);
		as_text_addf(t, " -r %zu and its command", n->blocks);
	}
}

/* What it came to. */
static void add_rerun(struct as_text *t, const struct as_style *style, const struct as_history *h,
	const struct as_history_series *s)
{
	const struct as_rerun_said *r = &s->newest.rerun;

	as_text_add(t, "measured again beside ");
	as_history_version_add(t, style, &s->points[r->beside]);
	as_text_addf(t, " in %zu rounds: ", r->rounds);
	(void)add_size(t, style, h, s, r->size);
	as_text_addf(t, " (assay show %lld)", (long long)r->experiment);
}

/* "1a2b3c4d5 is suspected: 3.1 % more time than the 40 before it, p = 0.002, ..." */
void as_history_newest_add(struct as_text *t, const struct as_style *style,
	const struct as_history *h, const struct as_history_series *s)
{
	const struct as_newest *n = &s->newest;
	struct as_text body = {0};

	if (as_history_is_calm(s))
		return;
	if (as_history_is_few(s) && isfinite(n->alone)) {
		add_alone(t, style, h, s);
		return;
	}
	as_history_version_add(&body, style, &s->points[s->n_points - 1]);
	as_text_add(&body, word_of(n));
	const char *before = add_size(&body, style, h, s, n->size);
	as_text_addf(&body, " %s the %zu before it", before, n->versions);
	if (n->word == AS_NEWEST_DIFFERENT)
		as_text_add(&body, ", which are all equal (timer resolution?)");
	else
		add_p(&body, h, n);
	as_layout_row(t, style, "newest", &body);
	if (n->rerun.word != AS_RERUN_NONE)
		add_rerun(&body, style, h, s);
	else
		add_hint(&body, style, s);
	as_layout_row(t, style, "", &body);
}
