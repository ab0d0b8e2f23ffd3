/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/review/review_screen.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/compare/beside.h"
#include "report/review/check_screen.h"
#include "report/review/review_parts.h"
#include "report/draw/layout.h"
#include "say/reviewed.h"
#include "say/size.h"
#include "say/findings.h"

enum { ALIKE = 3 };

/* Labels of their rows; NONE: they are only counted. */
static const enum as_label labels[AS_REVIEW_KINDS] = {
	[AS_REVIEW_BROKEN] = AS_LABEL_BROKEN,
	[AS_REVIEW_WORSE] = AS_LABEL_WORSE,
	[AS_REVIEW_BETTER] = AS_LABEL_BETTER,
	[AS_REVIEW_UNDECIDED] = AS_LABEL_OPEN,
	[AS_REVIEW_FAILING] = AS_LABEL_FAILING,
	[AS_REVIEW_MENDED] = AS_LABEL_MENDED,
	[AS_REVIEW_GONE] = AS_LABEL_GONE,
	[AS_REVIEW_NEW] = AS_LABEL_NEW,
	[AS_REVIEW_SKIPPED] = AS_LABEL_SKIPPED,
};

/* A benchmark with parameters is several commands. */
static const char *noun_of(const struct as_review *r)
{
	for (size_t i = 0; i < r->n; i++)
		if (strcmp(r->v[i].benchmark, r->v[i].name) != 0)
			return "command";
	return "benchmark";
}

void as_review_headline(struct as_text *t, const struct as_style *style, const struct as_review *r)
{
	struct as_list list = {0};

	for (int k = 0; k < AS_REVIEW_KINDS; k++) {
		const enum as_review_kind kind = (enum as_review_kind)k;
		const size_t n = as_review_count(r, kind);
		if (n && as_list_next(&list))
			as_say(&list.text, style, KIND_COUNT, as_review_kind_paint(kind), n,
				as_review_kind_words(kind));
	}
	as_say(t, style, HEADLINE, as_list_end(&list), r->n, noun_of(r));
}

static void add_headline(struct as_text *t, const struct as_style *style, const struct as_review *r)
{
	struct as_text body = {0};

	as_review_headline(&body, style, r);
	as_layout_body(t, style, "", 2, &body);
}

static int by_size(const void *a, const void *b)
{
	const struct as_review_row *const *x = a, *const *y = b;
	const struct as_comparison *c = &(*x)->c, *d = &(*y)->c;
	int how = as_by_size(&c, &d);

	return how ? how : (*x > *y) - (*x < *y);
}

/* The rows of a kind, the largest differences first. */
static void add_kind(const struct as_review_screen *s, enum as_review_kind kind)
{
	const struct as_review_row **v = as_arena_array(s->arena, s->r->n, sizeof *v);
	size_t n = 0;

	if (!v) {
		s->t->failed = true;
		return;
	}
	for (size_t i = 0; i < s->r->n; i++)
		if (s->r->v[i].kind == kind)
			v[n++] = &s->r->v[i];
	bool sized = kind == AS_REVIEW_WORSE || kind == AS_REVIEW_BETTER;
	if (sized && s->style->sort != AS_SORT_COMMAND)
		qsort(v, n, sizeof *v, by_size);
	for (size_t i = 0; i < n; i++)
		as_review_row_add(s, v[i], i ? AS_LABEL_NONE : labels[kind]);
}

/* How large a difference may be that the rest hides: the rest is folded, with its bound. */
static double bound_of_rest(const struct as_review *r)
{
	double most = 0;

	for (size_t i = 0; i < r->n; i++) {
		const struct as_review_row *row = &r->v[i];
		if ((row->kind == AS_REVIEW_SAME || row->kind == AS_REVIEW_SMALL) &&
			row->c.tolerance > most)
			most = row->c.tolerance;
	}
	return most;
}

static void add_rest(const struct as_review_screen *s)
{
	const size_t same = as_review_count(s->r, AS_REVIEW_SAME);
	const size_t small = as_review_count(s->r, AS_REVIEW_SMALL);
	const size_t identical = as_review_count(s->r, AS_REVIEW_IDENTICAL);
	if (same + small + identical)
		as_row(s->t, s->style, REST_OF, same + small, bound_of_rest(s->r), small,
			identical);
}

/* The sentence of a finding, into t. */
static void add_words(const struct as_review_screen *s, const struct as_review_row *row,
	const struct as_finding *f, struct as_text *t)
{
	const struct as_versus v = as_review_versus(row);

	as_comparison_finding_add(t, s->style, &v, f);
}

/* In how many rows a kind of finding is, if one sentence says all of them; else 0. */
static size_t alike(const struct as_review_screen *s, int id)
{
	struct as_text first = {0}, other = {0};
	bool same = true;
	size_t n = 0;

	for (size_t i = 0; i < s->r->n && same; i++) {
		const struct as_finding *f = as_finding_of(&s->r->v[i].c, id);
		if (!f)
			continue;
		as_text_clear(&other);
		add_words(s, &s->r->v[i], f, n ? &other : &first);
		same = !n++ || !strcmp(as_text_str(&first), as_text_str(&other));
	}
	as_text_release(&first);
	as_text_release(&other);
	return same && n > 1 ? n : 0;
}

/* rows: that it is said of; above 1 they are not named. */
static void add_finding(const struct as_review_screen *s, const struct as_review_row *row,
	const struct as_finding *f, size_t rows)
{
	struct as_text who = {0}, words = {0};

	if (rows > 1 && rows == s->r->compared)
		as_say(&who, s->style, ALL_COMPARISONS, rows);
	else if (rows > 1)
		as_say(&who, s->style, SOME_COMPARISONS, rows, s->r->compared);
	else
		as_name_add(&who, s->style, row->name, as_style_width(s->style) / 2);
	add_words(s, row, f, &words);
	as_found_row(s->t, s->style, f->id, &who, &words);
}

/* One kind of finding: once where it says the same of all, else the first few by name. */
static void add_findings(const struct as_review_screen *s, int id)
{
	const size_t rows = alike(s, id), most = rows ? 1 : ALIKE;
	size_t n = 0;

	for (size_t i = 0; i < s->r->n; i++) {
		const struct as_finding *f = as_finding_of(&s->r->v[i].c, id);
		if (f && n++ < most)
			add_finding(s, &s->r->v[i], f, rows);
	}
	if (n > ALIKE && !rows)
		as_row(s->t, s->style, MORE_OF_KIND, n - ALIKE);
}

void as_report_review_end(struct as_text *t, const struct as_style *style,
	const struct as_review *r, const struct as_review_kept *kept)
{
	static const struct as_review_kept none = {0};
	const struct as_review_kept *k = kept ? kept : &none;

	if (!isfinite(r->seconds) && !k->left && !k->last_id)
		return;
	as_text_char(t, '\n');
	as_lines(t, style, 0, REVIEW_END, r->n, noun_of(r), r->seconds, k->left,
		k->first_id != k->last_id ? (size_t)k->first_id : 0, (size_t)k->last_id);
}

void as_report_review(struct as_text *t, const struct as_style *style, const struct as_review *r,
	const struct as_review_kept *kept)
{
	struct as_arena arena = {0};
	const struct as_review_screen s = {t, style, r, &arena};

	as_text_char(t, '\n');
	add_headline(t, style, r);
	for (int k = 0; k < AS_REVIEW_KINDS; k++)
		if (labels[k])
			add_kind(&s, (enum as_review_kind)k);
	add_rest(&s);
	as_review_overall_add(&s);
	if (r->compared > 1)
		as_row(t, style, TOGETHER, r->compared,
			r->benjamini ? round(1e6 * (1 - r->confidence)) / 1e6 : (double)NAN,
			r->confidence);
	as_review_gates_add(&s);
	as_report_estimates(t, style, r);
	for (int id = 0; id < AS_FINDINGS_KNOWN; id++)
		add_findings(&s, id);
	if (r->across)
		as_row(t, style, ACROSS, r->across);
	as_report_review_end(t, style, r, kept);
	as_arena_release(&arena);
}
