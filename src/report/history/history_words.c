/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "report/history/history_parts.h"
#include "say/say_words.h"
#include "say/size.h"

enum { NAME_COLUMNS = 28, HASH = 9 };

void as_history_version_add(
	struct as_text *t, const struct as_style *style, const struct as_history_point *p)
{
	if (p->commit)
		as_text_addf(t, "%.*s", (int)HASH, p->commit);
	else
		as_name_add(t, style, p->label, NAME_COLUMNS);
}

struct as_metric as_history_metric(const struct as_history_series *s)
{
	return (struct as_metric){
		.name = s->metric, .unit = s->unit, .better = s->better, .level = s->level};
}

bool as_history_is_few(const struct as_history_series *s)
{
	return !s->parts[s->n_parts - 1].looked;
}

bool as_history_is_calm(const struct as_history_series *s)
{
	const struct as_newest *n = &s->newest;

	if (as_history_is_few(s) && isfinite(n->alone))
		return false;
	return n->word != AS_NEWEST_DIFFERENT && !as_history_is_suspected(s);
}

struct as_comparison as_history_compared(const struct as_history *h,
	const struct as_history_series *s, const struct as_history_change *c)
{
	bool ratio = s->parts[c->part].logarithms;
	struct as_comparison v = {.confidence = h->confidence,
		.n_comparisons = 1,
		.p = (double)NAN,
		.p_adjusted = (double)NAN,
		.difference.is = !ratio,
		.ratio = (double)NAN,
		.lo = (double)NAN,
		.hi = (double)NAN,
		.difference.value = (double)NAN,
		.difference.lo = (double)NAN,
		.difference.hi = (double)NAN};

	if (ratio) {
		v.ratio = 1 + c->size;
		v.lo = 1 + c->lo;
		v.hi = 1 + c->hi;
	} else {
		v.difference.value = c->size;
		v.difference.lo = c->lo;
		v.difference.hi = c->hi;
	}
	return v;
}

const char *as_history_ratio_add(
	struct as_text *t, const struct as_style *style, const struct as_versus *v)
{
	const bool is_signed = as_is_signed(as_size_of(style, v).manner);
	struct as_text ratio = {0};

	as_verdict_ratio(&ratio, style, v);
	as_say(t, style, HISTORY_RATIO, &ratio, is_signed ? NULL : v->metric);
	return is_signed ? "than" : "of";
}

struct as_quantity as_history_amount(
	const struct as_history_series *s, const struct as_history_part *p, double x)
{
	return (struct as_quantity){p->logarithms ? NULL : s->unit, x, (double)NAN};
}

enum as_paint as_history_paint(const struct as_history_series *s, const struct as_history_change *c)
{
	if (c->kind != AS_HISTORY_CHANGE || s->better == AS_BETTER_NEITHER)
		return AS_PAINT_FAINT;
	return (c->size > 0) == (s->better == AS_BETTER_LESS) ? AS_PAINT_BAD : AS_PAINT_GOOD;
}

struct as_versus as_history_versus(const struct as_comparison *c, const struct as_metric *metric)
{
	return (struct as_versus){.c = c,
		.metric = metric,
		.subject = "",
		.reference = "",
		.unit = "version",
		.reference_unit = "version"};
}

void as_history_bounds_add(struct as_text *t, const struct as_style *style,
	const struct as_history_series *s, const struct as_history_change *c,
	const struct as_versus *v)
{
	const struct as_quantity far = as_history_amount(
		s, &s->parts[c->part], fmax(fabs(c->lo), fabs(c->hi)));

	/* without noise there is no interval; one that begins at no change has a far end alone */
	if (!isfinite(c->lo) || !isfinite(c->hi) || !(c->hi > c->lo))
		return;
	if (!(c->lo > 0) && !(c->hi < 0))
		as_say(t, style, HISTORY_BARELY, &far);
	else
		as_verdict_bounds(t, style, v);
}

void as_history_size_add(struct as_text *t, const struct as_style *style,
	const struct as_history *h, const struct as_history_series *s,
	const struct as_history_change *c)
{
	struct as_metric metric = as_history_metric(s);
	struct as_comparison v = as_history_compared(h, s, c);
	const struct as_versus versus = as_history_versus(&v, &metric);
	struct as_text ratio = {0}, bounds = {0};

	(void)as_history_ratio_add(&ratio, style, &versus);
	as_history_bounds_add(&bounds, style, s, c, &versus);
	as_say(t, style, HISTORY_SIZE, as_history_paint(s, c), &ratio, &bounds, h->confidence);
}

enum as_label as_history_label(
	const struct as_history_series *s, const struct as_history_change *c)
{
	if (c->kind == AS_HISTORY_SAME_PROGRAM)
		return AS_LABEL_SAME;
	if (c->kind == AS_HISTORY_SMALL)
		return AS_LABEL_SMALL;
	if (s->better == AS_BETTER_NEITHER)
		return AS_LABEL_CHANGE;
	return (c->size > 0) == (s->better == AS_BETTER_LESS) ? AS_LABEL_WORSE : AS_LABEL_BETTER;
}

static struct as_text version_of(const struct as_style *style, const struct as_history_point *p)
{
	struct as_text t = {0};

	as_history_version_add(&t, style, p);
	return t;
}

/* Where else the change may be: among these measured versions, or in commits that were not
 * measured. */
static struct as_text doubt_of(const struct as_style *style, const struct as_history_series *s,
	const struct as_history_change *c)
{
	struct as_text t = {0}, before = version_of(style, as_history_at(s, c->at ? c->at - 1 : 0));

	as_say(&t, style, HISTORY_DOUBT, c->at - c->first, c->last - c->at,
		as_history_at(s, c->at)->missing, &before);
	return t;
}

void as_history_at_row(struct as_text *t, const struct as_style *style, enum as_say_id word,
	const struct as_history_series *s, const struct as_history_place *at)
{
	const struct as_history_point *p = as_history_at(s, at->point);
	struct as_text version = version_of(style, p), doubt = {0};

	if (at->doubt)
		doubt = doubt_of(style, s, at->doubt);
	as_row(t, style, HISTORY_AT, word, AS_PAINT_STRONG, &version, p->date_ns, p->subject,
		&doubt);
}

enum as_say_id as_history_break_word(enum as_history_break why)
{
	static const enum as_say_id words[] = {
		[AS_BREAK_NONE] = AS_SAY_NOTHING,
		[AS_BREAK_ENVIRONMENT] = AS_SAY_BREAK_ENVIRONMENT,
		[AS_BREAK_BENCHMARK] = AS_SAY_BREAK_BENCHMARK,
		[AS_BREAK_UNIT] = AS_SAY_BREAK_UNIT,
		[AS_BREAK_DESIGN] = AS_SAY_BREAK_DESIGN,
	};

	return words[why];
}
