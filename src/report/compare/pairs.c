/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/compare/pairs.h"

#include <math.h>
#include <stdlib.h>

#include "report/compare/beside.h"
#include "report/draw/layout.h"
#include "say/size.h"
#include "say/findings.h"

enum { SUBJECTS_IN_FULL = 10, LARGEST = 10, ALIKE = 3 };

/* How many pairs ended how. */
struct tally {
	size_t different, small, equivalent, undecided, none;
};

static bool is_found(const struct as_comparison *c)
{
	return as_is_decided(c->verdict) || as_is_small(c->verdict);
}

static struct tally tally_of(const struct as_analysis *a)
{
	struct tally n = {0};

	for (size_t k = 0; k < a->n_comparisons; k++) {
		enum as_verdict_word word = a->comparisons[k].verdict;
		if (as_is_decided(word))
			n.different++;
		else if (as_is_small(word))
			n.small++;
		else if (word == AS_VERDICT_EQUIVALENT || word == AS_VERDICT_IDENTICAL)
			n.equivalent++;
		else if (word == AS_VERDICT_UNDECIDED)
			n.undecided++;
		else
			n.none++;
	}
	return n;
}

/* What was found first. */
static int by_finding(const void *a, const void *b)
{
	const struct as_comparison *const *x = a, *const *y = b;

	if (is_found(*x) != is_found(*y))
		return is_found(*x) ? -1 : 1;
	return as_by_size(a, b);
}

static struct as_text pair_name(const struct as_style *style, const struct as_versus *v)
{
	struct as_text t = {0};

	as_say(&t, style, PAIR, v->subject, v->reference);
	return t;
}

static void add_head(struct as_screen *s)
{
	const struct as_comparison *c = s->a->comparisons;
	double together = 1 - (1 - c->confidence) * (double)c->n_comparisons;

	as_lines(s->t, s->style, 2, PAIRS_HEAD, AS_PAINT_STRONG, as_experiment_of_benchmarks(s->x),
		round(1e6 * together) / 1e6, c->n_comparisons);
}

static void add_tally(struct as_screen *s, size_t shown)
{
	const struct tally n = tally_of(s->a);
	struct as_list list = {0};

	if (n.different && as_list_next(&list))
		as_say(&list.text, s->style, PAIRS_DIFFER, n.different);
	if (n.small && as_list_next(&list))
		as_say(&list.text, s->style, PAIRS_SMALL, n.small);
	if (n.equivalent && as_list_next(&list))
		as_say(&list.text, s->style, PAIRS_EQUIVALENT, n.equivalent);
	if (n.undecided && as_list_next(&list))
		as_say(&list.text, s->style, PAIRS_UNDECIDED, n.undecided);
	if (n.none && as_list_next(&list))
		as_say(&list.text, s->style, PAIRS_NONE, n.none);
	as_lines_after(s->t, s->style, "  ", 2, PAIRS_TALLY, as_list_end(&list), shown);
}

struct pair_columns {
	size_t name, phrase;
};

static struct pair_columns columns_of(struct as_screen *s, const struct as_comparison *const *c,
	size_t n)
{
	struct pair_columns widest = {0, 0};

	for (size_t i = 0; i < n; i++) {
		struct as_versus v = as_screen_versus(s, c[i]);
		struct as_text name = pair_name(s->style, &v), phrase = {0};
		size_t w = as_layout_width(as_text_str(&name));
		widest.name = w > widest.name ? w : widest.name;
		as_verdict_phrase(&phrase, s->style, &v);
		w = as_layout_width(as_text_str(&phrase));
		widest.phrase = w > widest.phrase ? w : widest.phrase;
		as_text_release(&name);
		as_text_release(&phrase);
	}
	return widest;
}

static void add_row(struct as_screen *s, const struct as_comparison *c,
	const struct pair_columns *wide)
{
	struct as_versus v = as_screen_versus(s, c);
	struct as_text head = {0}, body = {0}, name = pair_name(s->style, &v), phrase = {0},
		       bounds = {0}, basis = {0}, p = {0};
	size_t hang = wide->name + 5;

	as_blank(&head, 2);
	as_text_add(&head, as_text_str(&name));
	as_text_release(&name);
	if (hang > as_style_width(s->style) / 2) {
		as_layout(s->t, s->style, as_text_str(&head), 0, "");
		as_text_clear(&head);
		hang = 6;
	}
	as_blank(&head, hang - as_layout_width(as_text_str(&head)));
	as_verdict_phrase(&phrase, s->style, &v);
	size_t w = as_layout_width(as_text_str(&phrase));
	as_text_repeat(&phrase, AS_TIE, wide->phrase > w ? wide->phrase - w : 0);
	as_verdict_bounds(&bounds, s->style, &v);
	if (c->method != AS_COMPARE_NONE)
		as_verdict_basis(&basis, &v);
	if (as_has_interval(c))
		as_verdict_p(&p, s->style, &v);
	as_say(&body, s->style, PAIR_ROW, &phrase, &bounds, &basis, &p);
	as_layout_body(s->t, s->style, as_text_str(&head), hang, &body);
	as_text_take(s->t, &head);
}

static void add_finding(struct as_screen *s, const struct as_comparison *c,
	const struct as_finding *f, bool named)
{
	const struct as_versus v = as_screen_versus(s, c);
	struct as_text pair = pair_name(s->style, &v);

	as_screen_finding(s, &v, f, named ? as_text_str(&pair) : NULL);
	as_text_take(s->t, &pair);
}

/* One kind of finding: once for all pairs, or the first few by name. */
static void add_kind(struct as_screen *s, int id)
{
	size_t n = 0;

	for (size_t k = 0; k < s->a->n_comparisons; k++) {
		const struct as_comparison *c = &s->a->comparisons[k];
		const struct as_finding *f = as_finding_of(c, id);
		if (!f)
			continue;
		bool common = !n && as_finding_is_common(s->a->comparisons, s->a->n_comparisons, f);
		if (n++ < ALIKE)
			add_finding(s, c, f, !common);
		if (common)
			break;
	}
	if (n > ALIKE)
		as_row(s->t, s->style, MORE_OF_KIND, n - ALIKE);
}

void as_pairs_add(struct as_screen *s)
{
	size_t n = s->a->n_comparisons;
	const struct as_comparison **v = as_arena_array(&s->arena, n, sizeof *v);
	bool many = s->x->n_subjects > SUBJECTS_IN_FULL;
	size_t shown = many ? LARGEST : n;

	if (!v) {
		s->t->failed = true;
		return;
	}
	for (size_t k = 0; k < n; k++)
		v[k] = &s->a->comparisons[k];
	if (many || s->style->sort != AS_SORT_COMMAND)
		qsort(v, n, sizeof *v, by_finding);
	add_head(s);
	if (many)
		add_tally(s, shown);
	const struct pair_columns wide = columns_of(s, v, shown);
	for (size_t k = 0; k < shown; k++)
		add_row(s, v[k], &wide);
	if (many)
		as_lines_after(s->t, s->style, "  ", 2, PAIRS_MORE, n - shown);
	for (size_t k = 0; k < shown && !s->rows; k++)
		as_average_add(s, v[k], true);
	for (int id = 0; id < AS_FINDINGS_KNOWN && !s->rows; id++)
		add_kind(s, id);
	for (size_t k = 0; k < shown; k++) {
		const struct as_versus w = as_screen_versus(s, v[k]);
		as_shared_add(s->t, s->style, &w, true);
	}
}
