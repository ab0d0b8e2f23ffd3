/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The newest version of a history, which is too few for a level of its own. */
#include <math.h>

#include "say/verdict.h"
#include "report/draw/layout.h"
#include "report/history/history_parts.h"

/* Too few versions: the newest against the one before. */
static void add_alone(struct as_text *t, const struct as_style *style, const struct as_history *h,
	const struct as_history_series *s)
{
	const struct as_newest *n = &s->newest;
	const struct as_history_change change = {
		.size = n->alone, .lo = n->alone_lo, .hi = n->alone_hi, .part = s->n_parts - 1};
	struct as_text size = {0}, before = {0};

	as_history_size_add(&size, style, h, s, &change);
	as_history_version_add(&before, style, as_history_at(s, s->n_points - 2));
	as_row(t, style, NEWEST_ALONE, &size, &before);
}

/* "3.1 % more time"; gives "than", or what else comes behind it. */
static const char *add_size(struct as_text *t, const struct as_style *style,
	const struct as_history *h, const struct as_history_series *s, double size)
{
	struct as_history_change change = {
		.size = size, .part = s->n_parts - 1, .lo = (double)NAN, .hi = (double)NAN};
	struct as_comparison v = as_history_compared(h, s, &change);
	struct as_metric metric = as_history_metric(s);
	const struct as_versus versus = as_history_versus(&v, &metric);

	as_paint(t, style, as_history_paint(s, &change));
	const char *before = as_history_ratio_add(t, style, &versus);
	as_paint_end(t, style);
	return before;
}

static enum as_say_id word_of(const struct as_newest *n)
{
	static const enum as_say_id words[] = {
		[AS_RERUN_NONE] = AS_SAY_NEWEST_SUSPECTED,
		[AS_RERUN_CONFIRMED] = AS_SAY_NEWEST_CONFIRMED,
		[AS_RERUN_NOT_CONFIRMED] = AS_SAY_NEWEST_NOT_CONFIRMED,
		[AS_RERUN_OPPOSITE] = AS_SAY_NEWEST_OPPOSITE,
	};

	return n->word == AS_NEWEST_DIFFERENT ? AS_SAY_NEWEST_DIFFERS : words[n->rerun.word];
}

/* How to settle it. */
static void add_hint(
	struct as_text *t, const struct as_style *style, const struct as_history_series *s)
{
	const struct as_newest *n = &s->newest;
	const struct as_history_point *last = as_history_newest(s),
				      *before = as_history_at(s, n->reference);
	struct as_text beside = {0}, from = {0}, to = {0};

	as_history_version_add(&beside, style, before);
	if (last->commit && before->commit) {
		as_history_version_add(&from, style, before);
		as_history_version_add(&to, style, last);
	}
	as_row(t, style, NEWEST_SETTLE, &beside, n->blocks, &from, &to, s->built);
}

/* What it came to. */
static void add_rerun(struct as_text *t, const struct as_style *style, const struct as_history *h,
	const struct as_history_series *s)
{
	const struct as_rerun_said *r = &s->newest.rerun;
	struct as_text beside = {0}, size = {0};

	as_history_version_add(&beside, style, as_history_at(s, r->beside));
	(void)add_size(&size, style, h, s, r->size);
	as_row(t, style, NEWEST_AGAIN, &beside, r->rounds, &size, (size_t)r->experiment);
}

/* "1a2b3c4d5 is suspected: 3.1 % more time than the 40 before it, p = 0.002, ..." */
void as_history_newest_add(struct as_text *t, const struct as_style *style,
	const struct as_history *h, const struct as_history_series *s)
{
	const struct as_newest *n = &s->newest;
	struct as_text version = {0}, size = {0}, p = {0};

	if (as_history_is_calm(s))
		return;
	if (as_history_is_few(s) && isfinite(n->alone)) {
		add_alone(t, style, h, s);
		return;
	}
	as_history_version_add(&version, style, as_history_newest(s));
	const char *before = add_size(&size, style, h, s, n->size);
	if (n->word == AS_NEWEST_DIFFERENT)
		as_say(&p, style, NEWEST_ALL_EQUAL);
	else
		as_say(&p, style, NEWEST_P, n->p_adjusted, n->rerun.word != AS_RERUN_NONE,
			h->benchmarks > 1 ? h->benchmarks : 0, n->looked > 1 ? n->looked : 0);
	as_row(t, style, NEWEST_SAID, &version, word_of(n), &size, before, n->versions, &p);
	if (n->rerun.word != AS_RERUN_NONE)
		add_rerun(t, style, h, s);
	else
		add_hint(t, style, s);
}
