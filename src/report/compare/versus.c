/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "report/compare/beside.h"
#include "report/compare/pairs.h"
#include "report/draw/layout.h"
#include "say/number.h"
#include "report/draw/screen.h"
#include "report/result/builds.h"
#include "say/size.h"
#include "report/draw/drawn_table.h"
#include "say/say_words.h"
#include "say/findings.h"

/* Findings of a comparison as rows; the one that forbade a verdict is among them. */
static void add_findings(struct as_screen *s, const struct as_comparison *c, bool named)
{
	const struct as_versus v = as_screen_versus(s, c);

	for (size_t i = 0; i < c->findings.n; i++)
		as_screen_finding(s, &v, &c->findings.v[i],
			named ? s->name[c->subject] : NULL);
}

static void add_shared(struct as_screen *s, const struct as_comparison *c, bool named)
{
	const struct as_versus v = as_screen_versus(s, c);

	as_shared_add(s->t, s->style, &v, named);
}

static bool has_finding(const struct as_findings *f, const struct as_finding *what)
{
	for (size_t i = 0; i < f->n; i++)
		if (f->v[i].id == what->id && !(fabs(f->v[i].a - what->a) > 0) &&
			!(fabs(f->v[i].b - what->b) > 0))
			return true;
	return false;
}

static bool same_findings(const struct as_analysis *a)
{
	for (size_t k = 1; k < a->n_comparisons; k++) {
		const struct as_findings *f = &a->comparisons[k].findings;
		if (f->n != a->comparisons[0].findings.n)
			return false;
		for (size_t i = 0; i < f->n; i++)
			if (!has_finding(&a->comparisons[0].findings, &f->v[i]))
				return false;
	}
	return true;
}

/* The widest of the list. */
struct columns {
	size_t mean, phrase;
};

struct ranked {
	double mean; /* less is better */
	size_t subject;
	const struct as_comparison *c; /* NULL: the reference */
};

static int by_mean(const void *a, const void *b)
{
	const struct ranked *x = a, *y = b;
	int less = x->mean < y->mean || (isnan(y->mean) && !isnan(x->mean));
	int more = x->mean > y->mean || (isnan(x->mean) && !isnan(y->mean));

	/* The same order whatever qsort does with equal ones. */
	return more - less ? more - less : (x->subject > y->subject) - (x->subject < y->subject);
}

/* The subjects as the user wants them sorted; NULL when out of memory. */
static struct ranked *ranked(struct as_screen *s)
{
	size_t n = as_experiment_n_compared(s->x);
	struct ranked *v = as_arena_array(&s->arena, n, sizeof *v);

	for (size_t i = 0; v && i < n; i++) {
		const struct as_summary *y = as_screen_summary(s, i);
		bool more = as_screen_metric(s, y->metric)->better == AS_BETTER_MORE;
		v[i] = (struct ranked){more ? -y->mean : y->mean, i, NULL};
	}
	for (size_t k = 0; v && k < s->a->n_comparisons; k++)
		if (s->a->comparisons[k].subject < n)
			v[s->a->comparisons[k].subject].c = &s->a->comparisons[k];
	if (v && s->style->sort != AS_SORT_COMMAND)
		qsort(v, n, sizeof *v, by_mean);
	return v;
}

/* The first comparison that could be made, else the first. */
static const struct as_comparison *typical(const struct as_screen *s)
{
	for (size_t k = 0; k < s->a->n_comparisons; k++)
		if (s->a->comparisons[k].method != AS_COMPARE_NONE)
			return &s->a->comparisons[k];
	return s->a->comparisons;
}

static void add_list_head(struct as_screen *s)
{
	const struct as_comparison *c = typical(s);
	struct as_versus v = as_screen_versus(s, c);
	struct as_text body = {0}, basis = {0};

	as_say(&body, s->style, LIST_HEAD, AS_PAINT_STRONG, v.reference);
	if (c->method != AS_COMPARE_NONE) {
		as_verdict_basis(&basis, &v);
		as_say(&body, s->style, LIST_BASIS,
			1 - (1 - c->confidence) * (double)c->n_comparisons, c->n_comparisons,
			s->rows != NULL, &basis, s->rows ? as_screen_scope(s) : AS_SAY_NOTHING);
	}
	as_layout_body(s->t, s->style, "", 2, &body);
}

/* The bounds, and where it is not that of the head what a row rests on. */
static void add_row_bounds(struct as_text *t, const struct as_screen *s, const struct as_versus *v)
{
	const struct as_comparison *head = typical(s);

	as_verdict_bounds(t, s->style, v);
	bool alike = v->c->n == head->n && v->c->n_reference == head->n_reference &&
		v->c->pairs.n_tried == head->pairs.n_tried;
	if (v->c->method != AS_COMPARE_NONE && !alike) {
		as_text_add(t, t->len ? ", " : "");
		as_verdict_basis(t, v);
	}
	if (as_has_interval(v->c))
		as_verdict_p(t, s->style, v);
}

/* What stands beside an interval: where a line has the mean, too, it is short. */
static void add_phrase(struct as_text *t, const struct as_screen *s, const struct as_versus *v)
{
	/* the bounds stand beside it */
	if (s->rows || v->c->verdict == AS_VERDICT_UNDECIDED)
		as_verdict_word(t, s->style, v);
	else
		as_verdict_phrase(t, s->style, v);
}

/* "812 ms +- 0.9 %", as wide as the widest of them. */
static void add_mean(struct as_text *t, struct as_screen *s, size_t subject, size_t columns)
{
	const size_t from = as_layout_width(as_text_str(t));

	as_mean_add(t, s, subject);
	const size_t w = as_layout_width(as_text_str(t)) - from;
	as_text_repeat(t, AS_TIE, columns > w ? columns - w : 0);
	as_text_add(t, AS_GAP);
}

static void add_row(struct as_screen *s, const struct ranked *r, struct columns wide)
{
	struct as_text head = {0}, body = {0};
	size_t hang = s->name_columns + 5;

	as_text_add(&head, "  ");
	as_text_add(&head, s->name[r->subject]);
	if (hang > as_style_width(s->style) / 2) {
		/* Beside names so long there is no room for a column of verdicts. */
		as_layout(s->t, s->style, as_text_str(&head), 0, "");
		as_text_clear(&head);
		hang = 6;
	}
	as_blank(&head, hang - as_layout_width(as_text_str(&head)));
	if (s->rows)
		add_mean(&body, s, r->subject, wide.mean);
	if (r->c) {
		struct as_versus v = as_screen_versus(s, r->c);
		const size_t from = as_layout_width(as_text_str(&body));
		add_phrase(&body, s, &v);
		size_t w = as_layout_width(as_text_str(&body)) - from;
		as_text_repeat(&body, AS_TIE, wide.phrase > w ? wide.phrase - w : 0);
		as_text_add(&body, AS_GAP);
		add_row_bounds(&body, s, &v);
	} else {
		as_say(&body, s->style, LIST_REFERENCE);
	}
	as_layout_body(s->t, s->style, as_text_str(&head), hang, &body);
	as_text_take(s->t, &head);
}

static struct columns columns_of(struct as_screen *s)
{
	struct as_text t = {0};
	struct columns wide = {0, 0};

	for (size_t i = 0; i < as_experiment_n_compared(s->x); i++) {
		as_text_clear(&t);
		as_mean_add(&t, s, i);
		size_t w = as_layout_width(as_text_str(&t));
		wide.mean = w > wide.mean ? w : wide.mean;
	}
	for (size_t k = 0; k < s->a->n_comparisons; k++) {
		struct as_versus v = as_screen_versus(s, &s->a->comparisons[k]);
		as_text_clear(&t);
		add_phrase(&t, s, &v);
		size_t w = as_layout_width(as_text_str(&t));
		wide.phrase = w > wide.phrase ? w : wide.phrase;
	}
	as_text_release(&t);
	return wide;
}

static void add_list(struct as_screen *s)
{
	const struct ranked *v = ranked(s);
	const struct columns wide = columns_of(s);
	bool alike = same_findings(s->a);

	if (!v) {
		s->t->failed = true;
		return;
	}
	add_list_head(s);
	for (size_t i = 0; i < as_experiment_n_compared(s->x); i++)
		add_row(s, &v[i], wide);
	if (s->rows)
		return;
	for (size_t k = 0; k < s->a->n_comparisons; k++)
		as_average_add(s, &s->a->comparisons[k], true);
	for (size_t k = 0; k < (alike ? 1 : s->a->n_comparisons); k++)
		add_findings(s, &s->a->comparisons[k], !alike);
	for (size_t k = 0; k < s->a->n_comparisons; k++)
		add_shared(s, &s->a->comparisons[k], true);
}

void as_comparison_rows_add(struct as_screen *s)
{
	const bool alike = s->a->n_comparisons > 1 && same_findings(s->a);
	const bool named = s->a->n_comparisons > 1 && !alike;

	for (size_t k = 0; k < s->a->n_comparisons; k++)
		as_average_add(s, &s->a->comparisons[k], s->a->n_comparisons > 1);
	for (size_t k = 0; k < (alike ? 1 : s->a->n_comparisons); k++)
		add_findings(s, &s->a->comparisons[k], named);
}

bool as_pairs_are_meant(const struct as_screen *s)
{
	return s->a->n_comparisons > 1 &&
		(s->x->all_pairs || as_experiment_of_benchmarks(s->x));
}

void as_comparisons_add(struct as_screen *s)
{
	struct as_text body = {0};

	if (!s->a->n_comparisons)
		return;
	if (!s->rows)
		as_text_char(s->t, '\n');
	if (as_pairs_are_meant(s)) {
		as_pairs_add(s);
		return;
	}
	if (s->a->n_comparisons > 1) {
		add_list(s);
		return;
	}
	struct as_versus v = as_screen_versus(s, s->a->comparisons);
	v.scope = s->rows ? as_screen_scope(s) : AS_SAY_NOTHING;
	as_verdict_sentence(&body, s->style, &v);
	as_layout_body(s->t, s->style, "", 2, &body);
	if (s->rows)
		return;
	as_average_add(s, s->a->comparisons, false);
	add_findings(s, s->a->comparisons, false);
	add_shared(s, s->a->comparisons, false);
}
