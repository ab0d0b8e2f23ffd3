/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/compare/review.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/compare/beside.h"
#include "report/compare/check_screen.h"
#include "report/compare/review_parts.h"
#include "report/draw/layout.h"
#include "say/number.h"
#include "say/size.h"
#include "say/findings.h"

enum { ALIKE = 3 };

static const struct {
	const char *label; /* of its rows; NULL: they are only counted */
	const char *words; /* behind their number */
	enum as_paint paint;
} kinds[AS_REVIEW_KINDS] = {
	[AS_REVIEW_BROKEN] = {"broken", "newly failing", AS_PAINT_BAD},
	[AS_REVIEW_WORSE] = {"worse", "worse", AS_PAINT_BAD},
	[AS_REVIEW_BETTER] = {"better", "better", AS_PAINT_GOOD},
	[AS_REVIEW_UNDECIDED] = {"open", "undecided", AS_PAINT_WARN},
	[AS_REVIEW_FAILING] = {"failing", "failing in both", AS_PAINT_WARN},
	[AS_REVIEW_MENDED] = {"mended", "working again", AS_PAINT_GOOD},
	[AS_REVIEW_GONE] = {"gone", "gone", AS_PAINT_STRONG},
	[AS_REVIEW_NEW] = {"new", "new", AS_PAINT_STRONG},
	[AS_REVIEW_SMALL] = {NULL, "different by less than the tolerance", AS_PAINT_STRONG},
	[AS_REVIEW_SAME] = {NULL, "without a difference", AS_PAINT_STRONG},
	[AS_REVIEW_IDENTICAL] = {NULL, "the same program in both", AS_PAINT_STRONG},
};

/* A benchmark with parameters is several commands. */
static const char *noun_of(const struct as_review *r)
{
	for (size_t i = 0; i < r->n; i++)
		if (strcmp(r->v[i].benchmark, r->v[i].name) != 0)
			return "command";
	return "benchmark";
}

/* The first things first: what is broken or worse, else what is better, else that nothing changed.
 * */
static void add_headline(struct as_text *t, const struct as_style *style, const struct as_review *r)
{
	struct as_text body = {0};
	const char *between = "";

	if (!r->n)
		as_text_add(&body, "nothing was measured");
	for (int k = 0; k < AS_REVIEW_KINDS; k++) {
		size_t n = as_review_count(r, (enum as_review_kind)k);
		if (!n)
			continue;
		as_text_add(&body, between);
		as_paint(&body, style, kinds[k].paint);
		as_text_addf(&body, "%zu" AS_TIE "%s", n, kinds[k].words);
		as_paint_end(&body, style);
		between = ", ";
	}
	if (r->n) {
		as_text_add(&body, ", of" AS_TIE);
		as_count_add(&body, r->n, noun_of(r));
	}
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
		as_review_row_add(s, v[i], i ? "" : kinds[kind].label);
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
	struct as_text body = {0};

	if (same + small) {
		as_text_addf(&body, "%zu" AS_TIE "without a difference above" AS_TIE, same + small);
		as_percent_exact_add(&body, bound_of_rest(s->r));
	}
	if (small)
		as_text_addf(&body, " (%zu" AS_TIE "of them with a smaller one)", small);
	if (identical)
		as_text_addf(&body, "%s%zu" AS_TIE "%s the same program in both, not measured",
			body.len ? ", " : "", identical, identical == 1 ? "is" : "are");
	if (body.len)
		as_layout_row(s->t, s->style, "rest", &body);
	as_text_release(&body);
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
	bool warn = as_finding_severity(f->id) == AS_WARN;
	struct as_text body = {0};

	if (rows > 1 && rows == s->r->compared)
		as_text_addf(&body, "all %zu" AS_TIE "comparisons", rows);
	else if (rows > 1)
		as_text_addf(&body, "%zu" AS_TIE "of %zu" AS_TIE "comparisons", rows,
			s->r->compared);
	else
		as_name_add(&body, s->style, row->name, as_style_width(s->style) / 2);
	as_text_add(&body, ": ");
	add_words(s, row, f, &body);
	as_remark_row(s->t, s->style, warn ? "warning" : "note", warn, as_text_str(&body));
	as_text_take(s->t, &body);
}

/* One kind of finding: once where it says the same of all, else the first few by name. */
static void add_findings(const struct as_review_screen *s, int id)
{
	const size_t rows = alike(s, id), most = rows ? 1 : ALIKE;
	struct as_text text = {0};
	size_t n = 0;

	for (size_t i = 0; i < s->r->n; i++) {
		const struct as_finding *f = as_finding_of(&s->r->v[i].c, id);
		if (f && n++ < most)
			add_finding(s, &s->r->v[i], f, rows);
	}
	if (n > ALIKE && !rows) {
		as_text_addf(&text, "%zu more of this kind, which --json has", n - ALIKE);
		as_remark_row(s->t, s->style, "", false, as_text_str(&text));
	}
	as_text_take(s->t, &text);
}

/* What the intervals are. */
static void add_together(const struct as_review_screen *s)
{
	const struct as_review *r = s->r;
	struct as_text body = {0};

	if (r->compared < 2)
		return;
	as_text_addf(&body, "%zu comparisons, ", r->compared);
	as_text_add(&body, r->benjamini ? "of those found at most" AS_TIE : "");
	if (r->benjamini) {
		as_percent_exact_add(&body, round(1e6 * (1 - r->confidence)) / 1e6);
		as_text_add(&body, " wrongly on average (Benjamini-Hochberg)");
	} else if (isnan(r->confidence)) {
		as_text_add(&body, "adjusted for their number (Holm)");
	} else {
		as_percent_exact_add(&body, r->confidence);
		as_text_add(&body, " for all of them together (Holm)");
	}
	as_layout_row(s->t, s->style, "basis", &body);
}

void as_report_review_end(struct as_text *t, const struct as_style *style,
	const struct as_review *r, const struct as_review_kept *kept)
{
	struct as_text body = {0};

	if (isfinite(r->seconds)) {
		as_count_add(&body, r->n, noun_of(r));
		as_text_add(&body, " in" AS_TIE);
		as_duration_add(&body, r->seconds);
	}
	if (kept && kept->left)
		as_text_addf(&body, AS_GAP "%zu" AS_TIE "not begun", kept->left);
	if (kept && kept->last_id && kept->first_id != kept->last_id)
		as_text_addf(&body,
			AS_GAP "kept as %lld" AS_TIE "%s" AS_TIE
			       "%lld: assay show %lld tells all of one",
			(long long)kept->first_id, as_symbols(style)->to, (long long)kept->last_id,
			(long long)kept->last_id);
	else if (kept && kept->last_id)
		as_text_addf(&body, AS_GAP "kept as %lld: assay show %lld tells all of it",
			(long long)kept->last_id, (long long)kept->last_id);
	if (!body.len)
		return;
	as_text_char(t, '\n');
	as_layout_body(t, style, "", 0, &body);
}

static void add_across(const struct as_review_screen *s)
{
	struct as_text body = {0};

	if (!s->r->across)
		return;
	as_text_add(&body, "environments differ: ");
	as_text_add_neutral(&body, s->r->across, strlen(s->r->across), 0);
	as_remark_row(s->t, s->style, "warning", true, as_text_str(&body));
	as_text_take(s->t, &body);
}

void as_report_review(struct as_text *t, const struct as_style *style, const struct as_review *r,
	const struct as_review_kept *kept)
{
	struct as_arena arena = {0};
	const struct as_review_screen s = {t, style, r, &arena};

	as_text_char(t, '\n');
	add_headline(t, style, r);
	for (int k = 0; k < AS_REVIEW_KINDS; k++)
		if (kinds[k].label)
			add_kind(&s, (enum as_review_kind)k);
	add_rest(&s);
	as_review_overall_add(&s);
	add_together(&s);
	as_review_gates_add(&s);
	as_report_estimates(t, style, r);
	for (int id = 0; id < AS_FINDINGS_KNOWN; id++)
		add_findings(&s, id);
	add_across(&s);
	as_report_review_end(t, style, r, kept);
	as_arena_release(&arena);
}
