/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Changes in words. */
#include <math.h>
#include <string.h>

#include "say/verdict.h"
#include "report/draw/layout.h"
#include "say/number.h"
#include "say/size.h"
#include "say/when.h"
#include "say/say_words.h"
#include "report/history/history_parts.h"

enum { SUBJECT_COLUMNS = 64 };

struct as_comparison as_history_compared(const struct as_history *h,
	const struct as_history_series *s, const struct as_history_change *c)
{
	bool ratio = s->parts[c->part].logarithms;
	struct as_comparison v = {.confidence = h->confidence,
		.n_comparisons = 1,
		.p = (double)NAN,
		.p_adjusted = (double)NAN,
		.of_difference = !ratio,
		.ratio = (double)NAN,
		.lo = (double)NAN,
		.hi = (double)NAN,
		.difference = (double)NAN,
		.difference_lo = (double)NAN,
		.difference_hi = (double)NAN};

	if (ratio) {
		v.ratio = 1 + c->size;
		v.lo = 1 + c->lo;
		v.hi = 1 + c->hi;
	} else {
		v.difference = c->size;
		v.difference_lo = c->lo;
		v.difference_hi = c->hi;
	}
	return v;
}

const char *as_history_label(const struct as_history_series *s, const struct as_history_change *c)
{
	bool more = c->size > 0;

	if (c->kind == AS_HISTORY_SAME_PROGRAM)
		return "same";
	if (c->kind == AS_HISTORY_SMALL)
		return "small";
	if (s->better == AS_BETTER_NEITHER)
		return "change";
	return more == (s->better == AS_BETTER_LESS) ? "worse" : "better";
}

enum as_paint as_history_paint(const struct as_history_series *s, const struct as_history_change *c)
{
	if (c->kind != AS_HISTORY_CHANGE || s->better == AS_BETTER_NEITHER)
		return AS_PAINT_FAINT;
	return (c->size > 0) == (s->better == AS_BETTER_LESS) ? AS_PAINT_BAD : AS_PAINT_GOOD;
}

void as_history_p_add(struct as_text *t, const struct as_history_change *c)
{
	as_text_add(t, "," AS_TIE);
	if (c->p_is_bound)
		as_text_addf(t, "p" AS_TIE "<" AS_TIE "%g", c->p);
	else
		as_p_add(t, c->p);
}

const char *as_history_ratio_add(
	struct as_text *t, const struct as_style *style, const struct as_versus *v)
{
	as_verdict_ratio(t, style, v);
	if (as_is_signed(as_size_of(style, v).manner))
		return "than";
	as_text_add(t, AS_TIE "the" AS_TIE);
	as_noun_add(t, v->metric);
	return "of";
}

/* The far end of an interval that begins at no change: "barely found: between 0 and 7.2 %". */
static void add_barely(struct as_text *t, const struct as_style *style,
	const struct as_history_series *s, const struct as_history_change *c)
{
	double far = fmax(fabs(c->lo), fabs(c->hi));

	as_text_add(t, "barely found: the size is between 0 and" AS_TIE);
	if (s->parts[c->part].logarithms)
		as_percent_add(t, far);
	else
		as_quantity_add(t, style, s->unit, far, (double)NAN);
}

void as_history_size_add(struct as_text *t, const struct as_style *style,
	const struct as_history *h, const struct as_history_series *s,
	const struct as_history_change *c)
{
	struct as_metric metric = as_history_metric(s);
	struct as_comparison v = as_history_compared(h, s, c);
	const struct as_versus versus = {.c = &v,
		.metric = &metric,
		.subject = "",
		.reference = "",
		.unit = "version",
		.reference_unit = "version"};
	bool barely = !(c->lo > 0) && !(c->hi < 0);

	as_paint(t, style, as_history_paint(s, c));
	(void)as_history_ratio_add(t, style, &versus);
	as_paint_end(t, style);
	/* without noise there is no interval */
	if (!isfinite(c->lo) || !isfinite(c->hi) || !(c->hi > c->lo))
		return;
	as_text_add(t, " (");
	if (barely && !(c->lo < 0 && c->hi > 0))
		add_barely(t, style, s, c);
	else
		as_verdict_bounds(t, style, &versus);
	as_text_add(t, "," AS_TIE);
	as_percent_exact_add(t, h->confidence);
	as_text_char(t, ')');
}

void as_history_commit_add(
	struct as_text *t, const struct as_style *style, const struct as_history_point *p)
{
	as_paint(t, style, AS_PAINT_STRONG);
	as_history_version_add(t, style, p);
	as_paint_end(t, style);
	as_text_add(t, AS_TIE AS_TIE);
	as_when_add(t, p->date_ns, 0, AS_WHEN_SHORT);
	if (p->subject) {
		as_text_add(t, AS_TIE " ");
		as_name_add(t, style, p->subject, SUBJECT_COLUMNS);
	}
}

void as_history_doubt_add(struct as_text *t, const struct as_style *style,
	const struct as_history_series *s, const struct as_history_change *c)
{
	size_t before = c->at - c->first, behind = c->last - c->at;
	const struct as_history_point *p = &s->points[c->at];

	if (before || behind) {
		as_text_add(t, "; possibly ");
		if (before) {
			as_text_add(t, "up to ");
			as_count_add(t, before, "version");
			as_text_add(t, " earlier");
		}
		if (behind) {
			as_text_add(t, before ? ", or " : "up to ");
			as_count_add(t, behind, "version");
			as_text_add(t, " later");
		}
	}
	if (!p->missing)
		return;
	as_text_add(t, "; ");
	as_count_add(t, p->missing, "commit");
	as_text_addf(t, " between ");
	as_history_version_add(t, style, &s->points[c->at - 1]);
	as_text_addf(t, " and it %s not measured", p->missing == 1 ? "was" : "were");
}

static void add_change(struct as_text *t, const struct as_style *style, const struct as_history *h,
	const struct as_history_series *s, const struct as_history_change *c)
{
	struct as_text body = {0};

	as_history_size_add(&body, style, h, s, c);
	as_history_p_add(&body, c);
	if (c->kind == AS_HISTORY_SAME_PROGRAM)
		as_text_add(&body,
			"; both builds are the same program, so the environment has changed");
	if (c->kind == AS_HISTORY_SMALL) {
		as_text_add(&body, "; less than ");
		as_percent_exact_add(&body, h->tolerance);
		as_text_add(&body, ", no alert");
	}
	as_layout_row(t, style, as_history_label(s, c), &body);
	as_history_commit_add(&body, style, &s->points[c->at]);
	as_history_doubt_add(&body, style, s, c);
	as_layout_row(t, style, "", &body);
}

const char *as_history_break_word(enum as_history_break why)
{
	static const char *const words[] = {
		[AS_BREAK_NONE] = "",
		[AS_BREAK_ENVIRONMENT] = "another environment",
		[AS_BREAK_BENCHMARK] = "another command or build command",
		[AS_BREAK_UNIT] = "another unit",
		[AS_BREAK_DESIGN] = "a change of more than 4 times in units",
	};

	return words[why];
}

static void add_break(struct as_text *t, const struct as_style *style,
	const struct as_history_series *s, const struct as_history_part *p)
{
	struct as_text body = {0};

	as_text_addf(&body, "%s from ", as_history_break_word(p->why));
	as_history_version_add(&body, style, &s->points[p->from]);
	as_text_add(&body, " on: nothing is compared across it");
	as_layout_row(t, style, "break", &body);
}

/* One event: a change, a slope, or a change with the one that takes it back; gives its last change.
 * */
static size_t add_event(struct as_text *t, const struct as_style *style, const struct as_history *h,
	const struct as_history_series *s, size_t first)
{
	const struct as_history_change *c = &s->changes[first];
	size_t last = first;

	while (c->gradual && last + 1 < s->n_changes && s->changes[last + 1].gradual == c->gradual)
		last++;
	if (c->gradual)
		as_history_slope_add(t, style, h, s, &s->changes[last]);
	else if (c->back < s->n_changes)
		as_history_excursion_add(t, style, h, s, c);
	else
		add_change(t, style, h, s, c);
	return c->back < s->n_changes ? c->back : last;
}

void as_history_changes_add(struct as_text *t, const struct as_style *style,
	const struct as_history *h, const struct as_history_series *s)
{
	size_t next = 0;

	for (size_t i = 0; i < s->n_parts; i++) {
		if (i)
			add_break(t, style, s, &s->parts[i]);
		while (next < s->n_changes && s->changes[next].part == i)
			next = add_event(t, style, h, s, next) + 1;
		as_history_outliers_add(t, style, s, &s->parts[i]);
	}
	if (h->beside)
		as_history_beside_add(t, style, h, s);
	as_history_newest_add(t, style, h, s);
}
