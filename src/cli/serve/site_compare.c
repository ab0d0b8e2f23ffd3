/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two results beside each other: parameters a and b. */
#include <math.h>
#include <string.h>

#include "cli/compare/apart_of.h"
#include "cli/screen_out.h"
#include "cli/serve/site.h"
#include "format/json/assay_json.h"
#include "model/answer/compared/review.h"
#include "report/ci/ci_sum.h"

enum { SHORT_COMMIT = 9 };

/* Two results, or two versions of a suite, compared; to be closed also on failure. */
struct two_results {
	struct as_result *r; /* open of them; the first n_base are the one side */
	size_t n_base, open;
	struct as_apart_of *of;
};

/* The results of one side, which are called as the version is. */
static enum as_status open_version(
	struct as_visit *v, const char *word, struct two_results *b, struct as_err *err)
{
	const bool is_commit = strlen(word) > SHORT_COMMIT + 3 &&
			       strspn(word, "0123456789abcdef") == strlen(word);
	const char *label = is_commit ? as_arena_strndup(v->ask->arena, word, SHORT_COMMIT) : word;
	int64_t id[AS_SUITE_MOST];
	size_t n = 0;
	enum as_status st = label ? as_visit_version(v, word, id, &n, err) : as_fail_memory(err);

	for (size_t i = 0; i < n && !st; i++) {
		const char *number = as_arena_printf(v->ask->arena, "%lld", (long long)id[i]);
		st = number ? as_visit_result(v, number, &b->r[b->open], err) : as_fail_memory(err);
		if (st)
			break;
		b->r[b->open++].label = label;
	}
	return st;
}

static bool is_suite(const struct as_visit *v)
{
	const char *of = as_serve_parameter(v->ask, "of");

	return of && !strcmp(of, "suite");
}

static enum as_status open_side(
	struct as_visit *v, const char *word, struct two_results *b, struct as_err *err)
{
	if (is_suite(v))
		return open_version(v, word, b, err);
	enum as_status st = as_visit_result(v, word, &b->r[b->open], err);
	b->open += !st;
	return st;
}

static enum as_status open_both(struct as_visit *v, struct two_results *out, struct as_err *err)
{
	const char *a = as_serve_parameter(v->ask, "a"), *b = as_serve_parameter(v->ask, "b");

	*out = (struct two_results){
		.r = as_arena_array(v->ask->arena, 2 * AS_SUITE_MOST, sizeof *out->r),
		.of = as_arena_alloc(v->ask->arena, sizeof *out->of)};
	if (!out->r || !out->of)
		return as_fail_memory(err);
	*out->of = (struct as_apart_of){0};
	if (!a || !b)
		return as_fail(
			err, AS_ERR_USAGE, "two results are compared: a=RESULT and b=RESULT");
	enum as_status st = open_side(v, a, out, err);
	out->n_base = out->open;
	st = st ? st : open_side(v, b, out, err);
	const size_t n_base = is_suite(v) ? out->n_base : 0;
	return st ? st : as_apart_of(&v->cli, out->r, out->open, n_base, out->of, err);
}

static void close_both(struct two_results *b)
{
	if (b->of)
		as_apart_release(b->of);
	for (size_t i = 0; i < b->open; i++)
		as_result_release(&b->r[i]);
}

enum { ROWS_SHOWN = 200 };

/* Of very many rows, or where something is searched for, those that are shown: the worst first; nothing (*out NULL) where
 * all of them are. text, what the page says of it, is released by the caller. */
static enum as_status choose_rows(struct as_visit *v, const struct as_review *r, bool **out,
	struct as_text *text, struct as_err *err)
{
	const struct as_style style = as_screen_style(&v->cli);
	const char *q = as_serve_parameter(v->ask, "q");
	const size_t *order = as_ci_order(r, v->ask->arena);
	bool *fits = as_arena_array(v->ask->arena, r->n + 1, sizeof *fits);
	bool *shown = as_arena_array(v->ask->arena, r->n + 1, sizeof *shown);
	size_t found = 0, at = 0;

	*out = NULL;
	if (!order || !fits || !shown)
		return as_fail_memory(err);
	if (r->n <= ROWS_SHOWN && !(q && *q))
		return AS_OK;
	for (size_t i = 0; i < r->n; i++) {
		shown[i] = false;
		fits[i] = as_visit_fits(v, r->v[i].name, r->v[i].benchmark);
		found += fits[i];
	}
	const struct as_visit_part part = as_visit_part(v, found, r->n, ROWS_SHOWN);
	for (size_t i = 0; i < r->n; i++)
		if (fits[order[i]]) {
			shown[order[i]] = at >= part.from && at < part.to;
			at++;
		}
	const struct as_page_subjects words = {
		.from = part.from + 1, .to = part.to, .benchmarks = true};
	as_page_subjects(text, &style, &words, &part.part);
	*out = shown;
	return as_text_finish(text, err);
}

static enum as_status add_compared(struct as_visit *v, const struct as_review *r,
	struct as_report_views *views, struct as_err *err)
{
	struct as_text part = {0};
	bool *shown = NULL;
	enum as_status st = choose_rows(v, r, &shown, &part, err);

	if (!st && shown)
		st = as_report_add_view(views, err);
	if (!st && shown) {
		views->json[views->n - 1] = part;
		part = (struct as_text){0};
	}
	as_text_release(&part);
	return st ? st : as_report_add_review(&v->cli, views, r, shown, err);
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
		st = add_compared(v, &both.of->review, &views, err);
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
