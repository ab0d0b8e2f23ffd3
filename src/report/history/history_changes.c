/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Changes in words. */
#include <math.h>
#include <string.h>

#include "report/compare/verdict.h"
#include "report/draw/layout.h"
#include "report/draw/number.h"
#include "report/draw/size.h"
#include "report/draw/when.h"
#include "report/draw/words.h"
#include "report/history/history_parts.h"

enum { SUBJECT_COLUMNS = 64 };

struct as_comparison as_history_compared(const struct as_history *h,
	const struct as_history_series *s, const struct as_history_change *c)
{
	bool ratio = s->parts[c->part].logarithms;
	struct as_comparison v = {.confidence = h->confidence, .n_comparisons = 1, .p = (double)NAN,
		.p_adjusted = (double)NAN, .of_difference = !ratio, .ratio = (double)NAN,
		.lo = (double)NAN, .hi = (double)NAN, .difference = (double)NAN,
		.difference_lo = (double)NAN, .difference_hi = (double)NAN};

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

static const char *label_of(const struct as_history_series *s, const struct as_history_change *c)
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

static void add_p(struct as_text *t, const struct as_history_change *c)
{
	as_text_add(t, "," AS_TIE);
	if (c->p_is_bound)
		as_text_addf(t, "p" AS_TIE "<" AS_TIE "%g", c->p);
	else
		as_p_add(t, c->p);
}

const char *as_history_ratio_add(struct as_text *t, const struct as_style *style,
	const struct as_versus *v)
{
	as_verdict_ratio(t, style, v);
	if (as_is_signed(as_size_of(style, v).manner))
		return "than";
	as_text_add(t, AS_TIE "the" AS_TIE);
	as_noun_add(t, v->metric);
	return "of";
}

/* "21.3 % more time (19.8 … 22.9 % more, 95 %), p < 0.001" */
static void add_size(struct as_text *t, const struct as_style *style, const struct as_history *h,
	const struct as_history_series *s, const struct as_history_change *c)
{
	struct as_metric metric = as_history_metric(s);
	struct as_comparison v = as_history_compared(h, s, c);
	const struct as_versus versus = {.c = &v, .metric = &metric, .subject = "", .reference = "",
		.unit = "version", .reference_unit = "version"};

	as_paint(t, style, as_history_paint(s, c));
	(void)as_history_ratio_add(t, style, &versus);
	as_paint_end(t, style);
	as_text_add(t, " (");
	as_verdict_bounds(t, style, &versus);
	as_text_add(t, "," AS_TIE);
	as_percent_exact_add(t, h->confidence);
	as_text_char(t, ')');
	add_p(t, c);
}

/* "1a2b3c4d5  2026-05-03  Use std::map for the index" */
static void add_version(struct as_text *t, const struct as_style *style,
	const struct as_history_point *p)
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

/* Where else it may be: among these measured versions, or in commits that were not measured. */
static void add_doubt(struct as_text *t, const struct as_style *style,
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

	add_size(&body, style, h, s, c);
	if (c->kind == AS_HISTORY_SAME_PROGRAM)
		as_text_add(&body,
			"; both builds are the same program, so the environment has changed");
	if (c->kind == AS_HISTORY_SMALL) {
		as_text_add(&body, "; less than ");
		as_percent_exact_add(&body, h->tolerance);
		as_text_add(&body, ", no alert");
	}
	as_layout_row(t, style, label_of(s, c), &body);
	add_version(&body, style, &s->points[c->at]);
	add_doubt(&body, style, s, c);
	as_layout_row(t, style, "", &body);
}

/* Changes first .. last are one slope. */
static void add_slope(struct as_text *t, const struct as_style *style, const struct as_history *h,
	const struct as_history_series *s, const struct as_history_change *first,
	const struct as_history_change *last)
{
	const struct as_history_part *part = &s->parts[first->part];
	struct as_history_change all = *first;
	struct as_metric metric = as_history_metric(s);
	struct as_text body = {0};

	all.size = part->logarithms ? last->after / first->before - 1 : last->after - first->before;
	all.lo = all.hi = (double)NAN;
	struct as_comparison v = as_history_compared(h, s, &all);
	const struct as_versus versus = {.c = &v, .metric = &metric, .subject = "", .reference = "",
		.unit = "version", .reference_unit = "version"};
	as_text_add(&body, "gradually, ");
	as_paint(&body, style, as_history_paint(s, &all));
	(void)as_history_ratio_add(&body, style, &versus);
	as_paint_end(&body, style);
	as_text_add(&body, " from ");
	as_history_version_add(&body, style, &s->points[first->first]);
	as_text_add(&body, " to ");
	as_history_version_add(&body, style, &s->points[last->last]);
	as_text_add(&body, ": a slope tells it better than ");
	as_count_add(&body, (size_t)(last - first) + 1, "step");
	add_p(&body, first);
	as_layout_row(t, style, label_of(s, &all), &body);
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

void as_history_changes_add(struct as_text *t, const struct as_style *style,
	const struct as_history *h, const struct as_history_series *s)
{
	size_t next = 0;

	for (size_t i = 0; i < s->n_parts; i++) {
		if (i)
			add_break(t, style, s, &s->parts[i]);
		while (next < s->n_changes && s->changes[next].part == i) {
			const struct as_history_change *c = &s->changes[next];
			size_t last = next;
			while (c->gradual && last + 1 < s->n_changes &&
				s->changes[last + 1].gradual == c->gradual)
				last++;
			if (c->gradual)
				add_slope(t, style, h, s, c, &s->changes[last]);
			else
				add_change(t, style, h, s, c);
			next = last + 1;
		}
	}
	if (h->beside)
		as_history_beside_add(t, style, h, s);
	as_history_newest_add(t, style, h, s);
}

static void add_left_out(struct as_text *t, const struct as_style *style, size_t n,
	const char *which)
{
	struct as_text body = {0};

	if (!n)
		return;
	as_text_add(&body, "left out: ");
	as_count_add(&body, n, "result");
	as_text_addf(&body, " %s", which);
	as_layout_body(t, style, "", 2, &body);
}

void as_history_notes_add(struct as_text *t, const struct as_style *style,
	const struct as_history *h)
{
	struct as_text body = {0};
	size_t dependent = 0;

	for (size_t i = 0; i < h->n; i++)
		for (size_t k = 0; k < h->series[i].n_parts; k++)
			dependent += h->series[i].parts[k].rho > 0.6 ? 1 : 0;
	if (dependent) {
		as_text_add(&body, dependent == 1 ? "one history is" : "some histories are");
		as_text_add(&body,
			" strongly dependent, neighbouring versions alike (rho above 0.6): "
			"detection is conservative there");
		as_layout_body(t, style, "", 2, &body);
	}
	size_t alone = 0;
	for (size_t i = 0; i < h->n; i++)
		alone += h->series[i].newest.word == AS_NEWEST_SUSPECTED &&
			 as_history_is_calm(&h->series[i]);
	if (alone) {
		as_count_add(&body, alone, "newest version");
		as_text_addf(&body,
			" would be suspected alone, but not among %zu tests, of which one in a "
			"hundred would be by luck",
			h->tests);
		as_layout_body(t, style, "", 2, &body);
	}
	as_history_beside_note_add(t, style, h);
	add_left_out(t, style, h->dirty,
		"of trees with changes that were not committed, or perhaps with such");
	add_left_out(t, style, h->elsewhere,
		"of commits that are not among the first parents here (--until)");
	add_left_out(t, style, h->before, "of versions before --since");
	if (style->verbose)
		add_left_out(t, style, h->unnamed, "of no commit and without a label");
}
