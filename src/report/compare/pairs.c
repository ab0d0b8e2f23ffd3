/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/compare/pairs.h"

#include <math.h>
#include <stdlib.h>

#include "report/compare/beside.h"
#include "report/draw/layout.h"
#include "say/number.h"
#include "say/size.h"
#include "say/say_words.h"
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

static void add_pair_name(struct as_text *t, const struct as_versus *v)
{
	as_text_addf(t, "%s against %s", v->subject, v->reference);
}

static void add_head(struct as_screen *s)
{
	const struct as_comparison *c = s->a->comparisons;
	double together = 1 - (1 - c->confidence) * (double)c->n_comparisons;
	struct as_text body = {0};

	as_paint(&body, s->style, AS_PAINT_STRONG);
	as_text_add(&body, as_experiment_of_benchmarks(s->x)
				   ? "each benchmark compared with its namesake"
				   : "every pair compared");
	as_paint_end(&body, s->style);
	as_text_add(&body, AS_GAP "(");
	as_percent_exact_add(&body, round(1e6 * together) / 1e6);
	as_text_addf(&body, " for all %zu pairs together (Holm)", c->n_comparisons);
	as_text_char(&body, ')');
	as_layout_body(s->t, s->style, "", 2, &body);
}

static void add_count(struct as_text *t, size_t n, const char *words, const char **between)
{
	if (!n)
		return;
	as_text_addf(t, "%s%zu" AS_TIE "%s", *between, n, words);
	*between = ", ";
}

static void add_tally(struct as_screen *s, size_t shown)
{
	const struct tally n = tally_of(s->a);
	struct as_text body = {0};
	const char *between = "";

	add_count(&body, n.different, "differ", &between);
	add_count(&body, n.small, "differ by less than the tolerance", &between);
	add_count(&body, n.equivalent, "equivalent", &between);
	add_count(&body, n.undecided, "without a difference found", &between);
	add_count(&body, n.none, "without a verdict", &between);
	as_text_addf(&body, "; the %zu largest differences:", shown);
	as_layout_body(s->t, s->style, "  ", 2, &body);
}

struct columns {
	size_t name, phrase;
};

static struct columns columns_of(struct as_screen *s, const struct as_comparison *const *c,
	size_t n)
{
	struct columns widest = {0, 0};
	struct as_text t = {0};

	for (size_t i = 0; i < n; i++) {
		struct as_versus v = as_screen_versus(s, c[i]);
		as_text_clear(&t);
		add_pair_name(&t, &v);
		size_t w = as_layout_width(as_text_str(&t));
		widest.name = w > widest.name ? w : widest.name;
		as_text_clear(&t);
		as_verdict_phrase(&t, s->style, &v);
		w = as_layout_width(as_text_str(&t));
		widest.phrase = w > widest.phrase ? w : widest.phrase;
	}
	as_text_release(&t);
	return widest;
}

static void add_row(struct as_screen *s, const struct as_comparison *c, const struct columns *wide)
{
	struct as_versus v = as_screen_versus(s, c);
	struct as_text head = {0}, body = {0};
	size_t hang = wide->name + 5;

	as_text_add(&head, "  ");
	add_pair_name(&head, &v);
	if (hang > as_style_width(s->style) / 2) {
		as_layout(s->t, s->style, as_text_str(&head), 0, "");
		as_text_clear(&head);
		hang = 6;
	}
	as_blank(&head, hang - as_layout_width(as_text_str(&head)));
	as_verdict_phrase(&body, s->style, &v);
	size_t w = as_layout_width(as_text_str(&body));
	as_text_repeat(&body, AS_TIE, wide->phrase > w ? wide->phrase - w : 0);
	as_text_add(&body, AS_GAP);
	as_verdict_bounds(&body, s->style, &v);
	if (c->method != AS_COMPARE_NONE) {
		as_text_add(&body, as_has_interval(c) ? ", " : "");
		as_verdict_basis(&body, &v);
	}
	if (as_has_interval(c))
		as_verdict_p(&body, s->style, &v);
	as_layout_body(s->t, s->style, as_text_str(&head), hang, &body);
	as_text_take(s->t, &head);
}

static void add_finding(struct as_screen *s, const struct as_comparison *c,
	const struct as_finding *f, bool named)
{
	const struct as_versus v = as_screen_versus(s, c);
	bool warn = as_finding_severity(f->id) == AS_WARN;
	struct as_text body = {0};

	if (named) {
		add_pair_name(&body, &v);
		as_text_add(&body, ": ");
	}
	as_comparison_finding_add(&body, s->style, &v, f);
	as_remark_row(s->t, s->style, warn ? "warning" : "note", warn, as_text_str(&body));
	as_text_take(s->t, &body);
}

/* One kind of finding: once for all pairs, or the first few by name. */
static void add_kind(struct as_screen *s, int id)
{
	struct as_text text = {0};
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
	if (n > ALIKE) {
		as_text_addf(&text, "%zu more of this kind, which --json has", n - ALIKE);
		as_remark_row(s->t, s->style, "", false, as_text_str(&text));
	}
	as_text_take(s->t, &text);
}

static void add_rest(struct as_screen *s, size_t rest)
{
	struct as_text body = {0};

	as_text_addf(&body, "%zu more pairs, which --json has", rest);
	as_layout_body(s->t, s->style, "  ", 2, &body);
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
	const struct columns wide = columns_of(s, v, shown);
	for (size_t k = 0; k < shown; k++)
		add_row(s, v[k], &wide);
	if (many)
		add_rest(s, n - shown);
	for (int id = 0; id < AS_FINDINGS_KNOWN; id++)
		add_kind(s, id);
	for (size_t k = 0; k < shown; k++) {
		const struct as_versus w = as_screen_versus(s, v[k]);
		as_shared_add(s->t, s->style, &w, true);
	}
}
