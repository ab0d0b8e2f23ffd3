/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two results beside each other: parameters a and b. */
#include <math.h>

#include "cli/compare/apart_of.h"
#include "cli/serve/site.h"
#include "format/json/assay_json.h"
#include "model/answer/review.h"

/* Two results, compared; to be closed also on failure. */
struct two_results {
	struct as_result *r; /* 2 */
	size_t open;
	struct as_apart_of *of;
};

static enum as_status open_both(struct as_visit *v, struct two_results *out, struct as_err *err)
{
	const char *word[] = {as_serve_parameter(v->ask, "a"), as_serve_parameter(v->ask, "b")};
	enum as_status st = AS_OK;

	*out = (struct two_results){.r = as_arena_array(v->ask->arena, 2, sizeof *out->r),
		.of = as_arena_alloc(v->ask->arena, sizeof *out->of)};
	if (!out->r || !out->of)
		return as_fail_memory(err);
	if (!word[0] || !word[1])
		return as_fail(
			err, AS_ERR_USAGE, "two results are compared: a=RESULT and b=RESULT");
	for (size_t i = 0; i < 2 && !st; i++) {
		st = as_visit_result(v, word[i], &out->r[i], err);
		out->open += !st;
	}
	return st ? st : as_apart_of(&v->cli, out->r, 2, out->of, err);
}

static void close_both(struct two_results *b)
{
	if (b->of)
		as_apart_release(b->of);
	for (size_t i = 0; i < b->open; i++)
		as_result_release(&b->r[i]);
}

enum as_status as_page_of_compare(struct as_visit *v, struct as_err *err)
{
	const char *a = as_serve_parameter(v->ask, "a"), *b = as_serve_parameter(v->ask, "b");
	struct as_text text[2] = {{0}, {0}};
	struct as_report_views views = {0};
	struct two_results both;

	if (!a || !b || !*a || !*b) {
		as_page_choice(&text[0], a, b);
		return as_visit_show_one(v, "Compare", "compare", NULL, text, err);
	}
	enum as_status st = open_both(v, &both, err);
	if (!st)
		st = as_report_add_review(&v->cli, &views, &both.of->review, err);
	if (!st)
		st = as_visit_show(v, "Compare", "compare", "compare", &views, err);
	as_report_views_release(&views);
	close_both(&both);
	return st;
}

enum as_status as_api_compare(struct as_visit *v, struct as_err *err)
{
	struct as_text t = {0};
	struct two_results both;
	enum as_status st = open_both(v, &both, err);

	if (!st)
		st = as_apart_json(&v->cli, both.of, &t, err);
	close_both(&both);
	return st ? st : as_visit_data(v, AS_TYPE_JSON, NULL, &t, err);
}

static void add_row(struct as_text *t, const struct as_review_row *row)
{
	as_csv_text(t, true, row->name);
	as_csv_text(t, false, as_review_kind_names[row->kind]);
	as_csv_text(t, false, row->metric ? row->metric->name : NULL);
	as_csv_text(t, false, row->metric ? row->metric->unit : NULL);
	for (size_t i = 0; i < AS_REVIEW_SIDES; i++)
		as_csv_number(t, row->side[i].summary ? row->side[i].summary->mean : (double)NAN);
	as_csv_number(t, row->c.ratio);
	as_csv_number(t, row->c.lo);
	as_csv_number(t, row->c.hi);
	as_csv_number(t, row->c.p_adjusted);
	as_text_char(t, '\n');
}

enum as_status as_api_compare_csv(struct as_visit *v, struct as_err *err)
{
	struct as_text t = {0};
	struct two_results both;
	enum as_status st = open_both(v, &both, err);

	as_text_add(&t, "name,kind,metric,unit,base,head,ratio,lo,hi,p\n");
	for (size_t i = 0; !st && i < both.of->review.n; i++)
		add_row(&t, &both.of->review.v[i]);
	close_both(&both);
	if (!st)
		return as_visit_data(v, AS_TYPE_CSV, "comparison.csv", &t, err);
	as_text_release(&t);
	return st;
}
