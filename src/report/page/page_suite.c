/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/page/page_parts.h"

#include <math.h>
#include <string.h>

#include "report/ci/ci_sum.h"
#include "report/review/review_parts.h"
#include "say/reviewed.h"
#include "say/size.h"

/* A review that is written. */
struct page_review {
	struct as_json j;
	struct as_style style, painted;
	const struct as_review *r;
	const size_t *of;
	const bool *shown;
};

static void add_neutral(struct as_json *j, const char *key, const char *s)
{
	struct as_text t = {0};

	as_json_key(j, key);
	if (!s) {
		as_json_null(j);
		return;
	}
	as_text_add_neutral(&t, s, strlen(s), 0);
	as_page_string(j, &t);
}

static void add_side(struct page_review *p, const struct as_review_row *row, size_t side,
	const char *key)
{
	const struct as_summary *y = row->side[side].summary;
	int decimals = 0;

	if (!y || !y->n_values || !row->metric) {
		as_json_key(&p->j, key);
		as_json_null(&p->j);
		return;
	}
	const struct as_scale scale = as_summary_scale(&p->style, row->metric, y, &decimals);
	as_page_number(&p->j, key, scale, y->mean, decimals, true);
}

static void add_change(struct page_review *p, const struct as_review_row *row)
{
	const struct as_comparison *c = &row->c;
	const bool is = as_review_is_compared(row) && c->method != AS_COMPARE_NONE;
	const bool interval = is && as_has_interval(c) && !c->difference.is;
	struct as_text word = {0}, bounds = {0}, needed = {0};
	struct as_json *j = &p->j;

	as_json_key_double(j, "ratio", interval ? c->ratio : (double)NAN);
	as_json_key_double(j, "lo", interval ? c->lo : (double)NAN);
	as_json_key_double(j, "hi", interval ? c->hi : (double)NAN);
	as_json_key_double(j, "tolerance", is ? c->tolerance : (double)NAN);
	if (is) {
		const struct as_versus v = as_review_versus(row);
		as_verdict_word(&word, &p->style, &v);
		as_verdict_bounds(&bounds, &p->style, &v);
		needed = as_needed_told(&p->style, c, true);
	}
	as_page_key(j, "word", &word);
	as_page_key(j, "bounds", &bounds);
	as_page_key(j, "needed", &needed);
}

static void add_row(struct page_review *p, size_t i)
{
	const struct as_review_row *row = &p->r->v[i];
	const struct as_review_side *bad = as_ci_failure(row);
	struct as_text kind = as_ci_gates(row, 0, true);
	struct as_json *j = &p->j;

	as_json_open(j, '{');
	add_neutral(j, "name", row->name);
	as_json_key_string(j, "kind", as_review_kind_names[row->kind]);
	add_neutral(j, "metric", row->metric ? row->metric->name : NULL);
	add_change(p, row);
	add_side(p, row, AS_REVIEW_BASE, "base");
	add_side(p, row, AS_REVIEW_HEAD, "head");
	add_neutral(j, "why", bad ? bad->why : NULL);
	add_neutral(j, "output", bad ? bad->output : NULL);
	as_page_key(j, "gates", &kind);
	as_json_key(j, "result");
	if (p->of[i] == SIZE_MAX)
		as_json_null(j);
	else
		as_json_int(j, (int64_t)p->of[i]);
	as_json_close(j, '}');
}

static void add_counts(struct page_review *p)
{
	struct as_json *j = &p->j;

	as_json_key(j, "counts");
	as_json_open_flat(j, '{');
	for (int k = 0; k < AS_REVIEW_KINDS; k++)
		as_json_key_int(j, as_review_kind_names[k],
			(int64_t)as_review_count(p->r, (enum as_review_kind)k));
	as_json_close(j, '}');
}

/* The row of the screen, without its label. */
static void add_overall(struct page_review *p)
{
	struct as_text screen = {0}, words = {0};
	const struct as_review_screen s = {.t = &screen, .style = &p->style, .r = p->r};

	as_review_overall_add(&s);
	const char *line = as_text_str(&screen);
	line += strspn(line, " ");
	line += strcspn(line, " ");
	line += strspn(line, " ");
	as_text_add_n(&words, line, strcspn(line, "\n"));
	as_page_key(&p->j, "overall", &words);
	as_text_take(p->j.text, &screen);
}

static void add_rows(struct page_review *p)
{
	struct as_arena a = {0};
	const size_t *order = as_ci_order(p->r, &a);

	if (!order)
		p->j.text->failed = true;
	as_json_key(&p->j, "rows");
	as_json_open(&p->j, '[');
	for (size_t i = 0; order && i < p->r->n; i++)
		if (!p->shown || p->shown[order[i]])
			add_row(p, order[i]);
	as_json_close(&p->j, ']');
	as_arena_release(&a);
}

void as_page_suite(struct as_text *t, const struct as_style *style, const struct as_review *r,
	const size_t *of, const bool *shown)
{
	struct page_review p = {
		.style = as_page_style(style, false), .r = r, .of = of, .shown = shown};
	const struct as_ci_sum sum = as_ci_sum_of(r);
	struct as_text headline = {0}, next = {0};
	struct as_json *j = &p.j;

	p.painted = p.style;
	p.painted.colour = true;
	as_json_init(j, t, 0);
	as_json_open(j, '{');
	as_json_key_string(j, "schema", "assay-view-suite-1");
	add_neutral(j, "title", r->name);
	add_neutral(j, "base", as_ci_label(r, AS_REVIEW_BASE));
	add_neutral(j, "head", as_ci_label(r, AS_REVIEW_HEAD));
	add_neutral(j, "command", r->command_line);
	as_json_key_int(j, "exit", r->exit);
	as_review_headline(&headline, &p.painted, r);
	as_json_key(j, "answer");
	as_json_open(j, '{');
	as_json_key_string(j, "kind", sum.kind[AS_REVIEW_BROKEN] + sum.kind[AS_REVIEW_WORSE]
		? "worse" : "none");
	as_page_pieces(j, "sentence", "sure", &headline);
	as_json_close(j, '}');
	add_overall(&p);
	as_ci_joint_add(&next, r);
	as_page_key(j, "together", &next);
	add_counts(&p);
	add_rows(&p);
	as_json_close(j, '}');
	as_text_char(t, '\n');
}
