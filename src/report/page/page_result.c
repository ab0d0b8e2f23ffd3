/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/page/page_parts.h"

#include <math.h>
#include <string.h>

#include "report/compare/pairs.h"
#include "report/result/builds.h"
#include "say/reviewed.h"
#include "say/say_words.h"

/* ---- the answer ---- */

/* "2 slower, 1 undecided, of 4 commands": of several comparisons, as of a review. */
static void say_counts(struct as_page_doc *p, struct as_text *t)
{
	const struct as_analysis *a = &p->r->a[0];
	const struct as_metric *m = as_screen_metric(&p->s, a->metric);
	struct as_list list = {0};

	for (int k = 0; k < AS_REVIEW_KINDS; k++) {
		const enum as_review_kind kind = (enum as_review_kind)k;
		size_t n = 0;
		for (size_t i = 0; i < a->n_comparisons; i++)
			n += !strcmp(as_page_kind(&a->comparisons[i], m),
				as_review_kind_names[kind]);
		if (n && as_list_next(&list))
			as_say(&list.text, &p->painted, KIND_COUNT, as_review_kind_paint(kind), n,
				as_review_kind_words(kind));
	}
	as_say(t, &p->painted, HEADLINE, as_list_end(&list), a->n_comparisons, "comparison");
}

/* The line of the only command. */
static void say_only(struct as_page_doc *p, struct as_text *t)
{
	const struct as_summary *y = as_screen_summary(&p->s, 0);
	const struct as_metric *m = as_screen_metric(&p->s, y->metric);
	const struct as_style *was = p->s.style;

	p->s.style = &p->painted;
	as_paint(t, &p->painted, AS_PAINT_STRONG);
	as_text_add(t, p->s.name[0]);
	as_paint_end(t, &p->painted);
	as_text_add(t, ": ");
	as_mean_add(t, &p->s, 0);
	if (y->n_values && as_has_useful_interval(m, y)) {
		as_text_add(t, AS_GAP "(");
		as_range_add(t, &p->painted, m, y);
		as_text_add(t, ", ");
		as_holds_add(t, y);
		as_say(t, &p->painted, SCOPE_BEHIND, as_builds_scope(&p->s, 0));
		as_text_char(t, ')');
	}
	p->s.style = was;
}

static void add_answer(struct as_page_doc *p)
{
	const struct as_analysis *a = &p->r->a[0];
	struct as_json *j = &p->j;
	struct as_text t = {0};
	const char *kind = "none";

	if (a->n_comparisons == 1) {
		struct as_versus v = as_screen_versus(&p->s, a->comparisons);
		v.scope = as_screen_scope(&p->s);
		as_verdict_sentence(&t, &p->painted, &v);
		kind = as_page_kind(a->comparisons, v.metric);
	} else if (a->n_comparisons) {
		say_counts(p, &t);
	} else if (p->s.x->n_subjects == 1) {
		say_only(p, &t);
	}
	as_json_key(j, "answer");
	as_json_open(j, '{');
	as_json_key_string(j, "kind", kind);
	as_page_pieces(j, "sentence", "sure", &t);
	as_json_close(j, '}');
}

/* ---- subjects and metrics ---- */

static void add_subjects(struct as_page_doc *p)
{
	const struct as_experiment *x = p->s.x;
	struct as_json *j = &p->j;

	as_json_key(j, "subjects");
	as_json_open(j, '[');
	for (size_t i = 0; i < x->n_subjects; i++) {
		struct as_text command = {0}, counts = {0};
		const char *words = x->subjects[i].command;
		if (words)
			as_text_add_neutral(&command, words, strlen(words), 0);
		as_counts_add(&counts, &p->s, i);
		as_json_open_flat(j, '{');
		as_page_name(j, "name", p->s.name[i]);
		as_page_key(j, "command", &command);
		as_page_key(j, "counts", &counts);
		as_json_key_bool(j, "reference", x->n_subjects > 1 && i == x->reference);
		as_json_close(j, '}');
	}
	as_json_close(j, ']');
}

static bool has_values(const struct as_analysis *a)
{
	for (size_t i = 0; i < a->n_subjects; i++)
		if (a->summaries[i].n_values)
			return true;
	return false;
}

static void add_metrics(struct as_page_doc *p)
{
	size_t room = p->r->room ? p->r->room : AS_PAGE_VALUES;
	struct as_json *j = &p->j;

	as_json_key(j, "metrics");
	as_json_open(j, '[');
	for (size_t k = 0; k < p->r->n; k++) {
		if (k && !has_values(&p->r->a[k]))
			continue;
		as_json_open(j, '{');
		as_page_metric(p, k);
		as_page_values(p, k, &room);
		as_json_close(j, '}');
	}
	as_json_close(j, ']');
}

static void add_title(struct as_page_doc *p)
{
	const struct as_experiment *x = p->s.x;
	const char *title = p->r->label ? p->r->label : x->label;
	struct as_text t = {0};

	if (title)
		as_text_add_neutral(&t, title, strlen(title), 0);
	as_page_key(&p->j, "title", &t);
}

static void add_all(struct as_page_doc *p)
{
	struct as_json *j = &p->j;

	as_json_open(j, '{');
	as_json_key_string(j, "schema", "assay-view-result-1");
	add_title(p);
	add_answer(p);
	add_subjects(p);
	as_page_rows(p);
	as_page_about(p);
	add_metrics(p);
	as_page_pictures(p);
	as_json_close(j, '}');
}

void as_page_result(struct as_text *t, const struct as_style *style, const struct as_page_result *r)
{
	struct as_text aside = {0};
	struct as_page_doc p = {.r = r, .style = as_page_style(style, true),
		.brief = as_page_style(style, false)};

	p.painted = p.brief;
	p.painted.colour = true;
	p.s = (struct as_screen){.t = &aside, .style = &p.style, .x = r->x, .a = r->a, .n = r->n,
		.around = r->around};
	as_json_init(&p.j, t, 0);
	if (!as_screen_open(&p.s)) {
		t->failed = true;
	} else {
		for (size_t i = 0; i < r->x->n_subjects; i++)
			as_remarks_collect(&p.s, i);
		add_all(&p);
	}
	as_screen_close(&p.s);
	as_text_take(t, &aside);
	as_text_char(t, '\n');
}
