/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "report/ci/ci.h"
#include "report/ci/ci_page.h"
#include "report/draw/layout.h"

enum { JOINT_BYTES = 200 }; /* of one sentence */
enum {
	ALL_ROWS = 8,    /* so many are shown in one table, whatever they say */
	EACH = 20,       /* of what matters, so many of each kind; more are folded */
	/* bytes for what is said of rows that are left out, and of the ends of blocks */
	NOTICE = 500,
};

/* ---- rows ---- */

/* Metrics of the rows differ, so that each is named. */
static bool has_metrics(const struct as_review *r)
{
	const struct as_metric *first = NULL;

	for (size_t i = 0; i < r->n; i++) {
		if (first && r->v[i].metric && strcmp(first->name, r->v[i].metric->name) != 0)
			return true;
		first = first ? first : r->v[i].metric;
	}
	return false;
}

static bool matters(const struct as_page *p, const struct as_review_row *row)
{
	static const bool always[AS_REVIEW_KINDS] = {
		[AS_REVIEW_BROKEN] = true, [AS_REVIEW_WORSE] = true, [AS_REVIEW_BETTER] = true,
		[AS_REVIEW_FAILING] = true, [AS_REVIEW_MENDED] = true, [AS_REVIEW_GONE] = true};
	return always[row->kind] || p->r->n <= ALL_ROWS || as_ci_row_has(row, AS_GATE_FAILED) ||
		(p->sum.mark == AS_CI_OPEN && as_ci_row_is_open(row));
}

/* Words of a cell, no line of which begins with a per cent sign. Tied: it may be broken before a
 * parenthesis alone. */
static void add_words(struct as_text *t, const char *s, size_t n, bool tied)
{
	struct as_text words = {0};

	for (size_t i = 0; i < n; i++) {
		if (s[i] == ' ' && s[i + 1] != '(' && (tied || s[i + 1] == '%'))
			as_text_add(&words, "\u00a0");
		else
			as_text_char(&words, s[i]);
	}
	as_ci_words_add(t, as_text_str(&words), 0);
	as_text_take(t, &words);
}

/* Numbers; with strong, what stands before an interval in parentheses is set off. The cell is
 * emptied. */
static void add_numbers(struct as_text *t, struct as_text *cell, bool strong)
{
	const char *s = as_text_str(cell), *gap = strstr(s, " (");
	const size_t n = gap ? (size_t)(gap - s) : cell->len;

	as_text_add(t, "| ");
	as_text_add(t, strong && n ? "**" : "");
	add_words(t, s, n, true);
	as_text_add(t, strong && n ? "**" : "");
	add_words(t, s + n, cell->len - n, true);
	as_text_char(t, ' ');
	t->failed = t->failed || cell->failed;
	as_text_clear(cell);
}

static void make_row(const struct as_page *p, const struct as_review_row *row, struct as_text *t)
{
	const enum as_ci_mark mark = as_ci_row_mark(p->r, row);
	const bool decided = row->kind == AS_REVIEW_WORSE || row->kind == AS_REVIEW_BETTER;
	struct as_text cell = {0};

	as_text_add(t, "| ");
	as_ci_code_add(t, row->name, AS_CI_NAME_BYTES);
	if (p->metrics && row->metric) {
		as_text_add(t, " ");
		as_ci_words_add(t, row->metric->name, AS_CI_NAME_BYTES);
	}
	as_text_char(t, ' ');
	as_ci_change_add(&cell, row);
	add_numbers(t, &cell, decided);
	for (size_t side = 0; side < AS_REVIEW_SIDES; side++) {
		as_ci_side_add(&cell, row, side);
		add_numbers(t, &cell, false);
	}
	as_text_add(t, "| ");
	if (mark != AS_CI_GOOD || row->kind == AS_REVIEW_BETTER || row->kind == AS_REVIEW_MENDED)
		as_text_addf(&cell, "%s ", as_ci_symbol(mark));
	as_ci_kind_add(&cell, row);
	add_words(t, as_text_str(&cell), cell.len, false);
	as_text_add(t, " |\n");
	as_text_take(t, &cell);
}

static void add_table_head(struct as_page *p)
{
	as_text_add(p->t, "| Benchmark | Change | ");
	for (size_t side = 0; side < AS_REVIEW_SIDES; side++) {
		as_ci_code_add(p->t, as_ci_label(p->r, side), AS_CI_LABEL_BYTES);
		as_text_add(p->t, " | ");
	}
	as_text_add(p->t, "Verdict |\n|:---|---:|---:|---:|:---|\n");
}

/* Rows that matter, or those that do not, so many of each kind, until one does not fit. */
static void add_rows(struct as_page *p, bool mattering, size_t each, size_t limit)
{
	size_t n[AS_REVIEW_KINDS] = {0};
	struct as_text row = {0};

	for (size_t i = 0; i < p->r->n; i++) {
		const size_t k = p->order[i];
		const struct as_review_row *v = &p->r->v[k];
		if (p->shown[k] || matters(p, v) != mattering || n[v->kind] == each)
			continue;
		as_text_clear(&row);
		make_row(p, v, &row);
		if (!as_page_fits(p, row.len, limit))
			break;
		as_text_add(p->t, as_text_str(&row));
		n[v->kind]++;
		p->shown[k] = true;
		p->n_shown++;
	}
	as_text_take(p->t, &row);
}

/* How many of each kind are not shown yet: "3 undecided, 9 without a difference". */
static struct as_list rest_of(const struct as_page *p)
{
	size_t n[AS_REVIEW_KINDS] = {0};
	struct as_list list = {0};

	for (size_t i = 0; i < p->r->n; i++)
		n[p->r->v[i].kind] += !p->shown[i];
	for (size_t k = 0; k < AS_REVIEW_KINDS; k++)
		if (n[k] && as_list_next(&list))
			as_ci_say(&list.text, CI_KIND, n[k],
				as_review_kind_words((enum as_review_kind)k));
	return list;
}

static void add_main_table(struct as_page *p)
{
	size_t n = 0;

	for (size_t i = 0; i < p->r->n; i++)
		n += matters(p, &p->r->v[i]);
	if (!n)
		return;
	add_table_head(p);
	add_rows(p, true, EACH, p->limit / 2);
	as_text_char(p->t, '\n');
}

static void add_folded_table(struct as_page *p)
{
	if (p->n_shown < p->r->n &&
		as_page_fits(p, NOTICE + 2 * AS_CI_LABEL_BYTES * AS_CI_WORST, 0)) {
		struct as_list rest = rest_of(p);
		as_text_add(p->t, "<details><summary>");
		as_ci_say(p->t, CI_OTHERS, p->n_shown, as_list_end(&rest));
		as_text_add(p->t, "</summary>\n\n");
		add_table_head(p);
		add_rows(p, true, p->r->n, 0);
		add_rows(p, false, p->r->n, 0);
		as_text_add(p->t, "\n</details>\n\n");
	}
	if (p->n_shown == p->r->n)
		return;
	struct as_list rest = rest_of(p);
	as_page_line(p, CI_LEFT_OUT, p->r->n - p->n_shown, as_list_end(&rest));
	as_text_char(p->t, '\n');
}

/* ---- the page ---- */

static void add_head(struct as_text *t, const struct as_page *p)
{
	as_ci_marker_add(t, p->r->name);
	as_text_addf(t, "### %s ", as_ci_symbol(p->sum.mark));
	as_ci_verdict_add(t, p->r, &p->sum, as_ci_code_add);
	as_text_add(t, "\n\n");
}

static void add_parts(struct as_page *p, const struct as_text *tail)
{
	struct as_text next = {0};

	as_ci_next_add(&next, p->r, &p->sum);
	as_page_line(p, CI_NEXT_STEP, &next);
	as_text_char(p->t, '\n');
	as_page_overall(p);
	add_main_table(p);
	as_page_gates(p);
	if (p->r->joint.n > 1 && as_page_fits(p, JOINT_BYTES, 0)) {
		as_ci_joint_add(p->t, p->r);
		as_text_add(p->t, "\n\n");
	}
	as_page_reasons(p);
	as_page_warnings(p);
	add_folded_table(p);
	as_text_add(p->t, as_text_str(tail));
}

void as_ci_markdown(struct as_text *t, const struct as_review *r, size_t limit)
{
	struct as_arena arena = {0};
	struct as_text head = {0}, tail = {0};
	struct as_page p = {.t = t, .r = r, .sum = as_ci_sum_of(r), .limit = limit,
		.metrics = has_metrics(r), .order = as_ci_order(r, &arena),
		.shown = as_arena_array(&arena, r->n, sizeof *p.shown)};

	add_head(&head, &p);
	as_page_tail(&tail, r);
	p.reserve = tail.len + NOTICE;
	if (!p.order || !p.shown) {
		t->failed = true;
	} else if (as_page_fits(&p, head.len + 3 * NOTICE, 0)) {
		as_text_add(t, as_text_str(&head));
		add_parts(&p, &tail);
	} else if (t->len + head.len <= limit) {
		as_text_add(t, as_text_str(&head));
	}
	t->failed = t->failed || head.failed || tail.failed;
	as_text_release(&head);
	as_text_release(&tail);
	as_arena_release(&arena);
}
