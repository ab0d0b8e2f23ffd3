/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/pictures/report_out.h"

#include <stdlib.h>
#include <string.h>

#include "analyse/diagnose/around_explain.h"
#include "analyse/result/quantiles_make.h"
#include "base/vec.h"
#include "cli/files.h"
#include "cli/screen_out.h"
#include "model/kept/derived.h"
#include "report/review/review_screen.h"
#include "report/page/page.h"

void as_report_views_release(struct as_report_views *v)
{
	for (size_t i = 0; i < v->n; i++) {
		as_text_release(&v->json[i]);
		as_text_release(&v->plain[i]);
	}
	free(v->json);
	free(v->plain);
	*v = (struct as_report_views){0};
}

/* The documents are wanted, and no page. */
static bool is_documents(const char *path)
{
	static const char end[] = ".json";
	const size_t n = strlen(path), k = sizeof end - 1;

	return n > k && !strcmp(path + n - k, end);
}

enum as_status as_report_check(const char *path, const char *what, struct as_err *err)
{
	if (!is_documents(path) && !as_page_is_built())
		return as_fail(err, AS_ERR_USAGE,
			"cannot write a report: this assay was built without its page, which "
			"takes node and npm; install them (nodejs and npm, of Debian) and build "
			"again, or see assay show --verbose for the same in words");
	return !strcmp(path, "-") ? AS_OK : as_try_writing(path, what, err);
}

/* What is said where no script runs. */
static struct as_style plain_style(struct as_style style)
{
	style.colour = false;
	style.unicode = style.verbose = true;
	style.width = 0;
	return style;
}

enum as_status as_report_add_view(struct as_report_views *v, struct as_err *err)
{
	const struct as_text none = {0};
	size_t n = v->n;

	if (!AS_PUSH(v->json, n, v->cap_json, none))
		return as_fail_memory(err);
	n = v->n;
	if (!AS_PUSH(v->plain, n, v->cap_plain, none))
		return as_fail_memory(err);
	v->n = n;
	return AS_OK;
}

enum { PAIRS_LEAST = 3, PAIRS_MOST = 30, PAIRS_BOTH = 8 };

/* Different things, or what is left of them, are not put beside each other. */
static bool has_pairs(const struct as_result *r)
{
	const struct as_experiment *x = r->x;

	return x->n_subjects >= PAIRS_LEAST && x->n_subjects <= PAIRS_MOST &&
		!as_experiment_of_benchmarks(x) &&
		as_experiment_n_compared(x) == x->n_subjects && r->analyses[0].n_comparisons;
}

/*
 * Every two subjects, held together. Of a few each is the reference of all others in turn, so that the
 * reader chooses; of more every later one is compared with every earlier one.
 */
static enum as_status compare_pairs(struct as_cli *cli, const struct as_result *r,
	struct as_page_result *out, struct as_err *err)
{
	struct as_experiment *x = r->x;
	const bool was = x->all_pairs, both = x->n_subjects <= PAIRS_BOTH;
	const size_t reference = x->reference, others = x->n_subjects - 1;
	enum as_status st = AS_OK;

	if (!has_pairs(r))
		return AS_OK;
	x->all_pairs = true;
	const size_t n = as_experiment_pairs(x), rounds = both ? x->n_subjects : 1;
	struct as_comparison *c = as_arena_array(cli->arena, n + rounds * others, sizeof *c);
	if (!c)
		st = as_fail_memory(err);
	for (size_t i = 0; !st && i < rounds; i++) {
		x->reference = both ? i : reference;
		/* its own rows come first; the next reference overwrites the others */
		st = as_compare_subjects(x, r->analyses[0].comparisons[0].metric,
			c + out->n_pairs, err);
		out->n_pairs += st ? 0 : both ? others : n;
	}
	x->all_pairs = was;
	x->reference = reference;
	out->pairs = c;
	return st;
}

static enum as_status look_around(struct as_cli *cli, const struct as_result *r,
	struct as_page_result *out, struct as_err *err)
{
	const struct as_analysis *a = &r->analyses[0];
	struct as_outlier_report *v = as_arena_array(cli->arena, a->n_subjects, sizeof *v);
	struct as_surrounds around = {0};
	enum as_status st = v ? as_surrounds_open(r->x, &around, err)
				: as_fail_memory(err);

	for (size_t i = 0; i < a->n_subjects && !st; i++)
		st = as_analyse_around(&around, a->summaries[i].subject, a->summaries[i].metric,
			&v[i], err);
	as_surrounds_close(&around);
	out->around = st ? NULL : v;
	return st;
}

/* Those are drawn where pictures are: of a few executions. */
static enum as_status look_for_quantiles(
	const struct as_result *r, struct as_quantiles *out, struct as_err *err)
{
	struct as_experiment *x = r->x;
	enum as_status st = AS_OK;

	if (as_page_has_pictures(x))
		st = as_quantiles_open(
				x, as_experiment_base(x, x->criterion), false, out, err);
	return st == AS_ERR_DATA ? AS_OK : st;
}

enum as_status as_report_add_result(struct as_cli *cli, struct as_report_views *v,
	const struct as_result *r, struct as_err *err)
{
	struct as_style style = as_screen_style(cli);
	struct as_page_result page = {.x = r->x, .a = r->analyses, .n = r->n, .label = r->label};
	struct as_quantiles quantiles = {0};
	enum as_status st = as_report_add_view(v, err);

	if (!st && !r->x->n_subjects)
		st = as_fail(err, AS_ERR_DATA,
			"cannot write a report of '%.200s': nothing was measured",
			r->label ? r->label : "it");
	if (!st)
		st = compare_pairs(cli, r, &page, err);
	if (!st)
		st = look_around(cli, r, &page, err);
	if (st)
		return st;
	st = look_for_quantiles(r, &quantiles, err);
	page.quantiles = quantiles.n ? &quantiles : NULL;
	if (!st)
		as_page_result(&v->json[v->n - 1], &style, &page);
	as_quantiles_release(&quantiles);
	if (st)
		return st;
	style = plain_style(style);
	as_report_run(&v->plain[v->n - 1], &style, r->x, r->analyses, r->n, page.around);
	return AS_OK;
}

/* ---- a review ---- */

enum { RESULTS_MOST = 60, RESULT_MOST = 200 /* commands of one */ };

/* The experiments of a review, each once. */
struct reviewed {
	const struct as_experiment *v[RESULTS_MOST];
	const char *name[RESULTS_MOST]; /* of the first row that it is of */
	size_t n;
};

static size_t place_of(struct reviewed *all, const struct as_experiment *x, const char *name)
{
	for (size_t i = 0; i < all->n; i++)
		if (all->v[i] == x)
			return i;
	if (!x || all->n == RESULTS_MOST)
		return SIZE_MAX;
	all->v[all->n] = x;
	all->name[all->n] = name;
	return all->n++;
}

static enum as_status add_reviewed(struct as_cli *cli, struct as_report_views *v,
	const struct reviewed *all, size_t i, struct as_err *err)
{
	struct as_style style = as_screen_style(cli);
	struct as_analysis a = {0};
	struct as_page_result page = {.x = all->v[i], .a = &a, .n = 1, .label = all->name[i],
		.room = AS_PAGE_VALUES / all->n};
	enum as_status st = as_report_add_view(v, err);

	if (!st)
		st = as_analyse_closely(page.x, page.x->criterion, &a, err);
	if (!st)
		as_page_result(&v->json[v->n - 1], &style, &page);
	as_analysis_release(&a);
	return st;
}

enum as_status as_report_add_review(struct as_cli *cli, struct as_report_views *v,
	const struct as_review *r, const bool *shown, struct as_err *err)
{
	struct as_style style = as_screen_style(cli);
	size_t *of = as_arena_array(cli->arena, r->n + 1, sizeof *of);
	struct as_review part = *r; /* of the rows that are shown */
	struct reviewed all = {.n = 0};

	part.v = as_arena_array(cli->arena, r->n + 1, sizeof *part.v);
	part.n = 0;
	if (!of || !part.v || as_report_add_view(v, NULL))
		return as_fail_memory(err);
	for (size_t i = 0; i < r->n; i++) {
		const struct as_review_side *side = r->v[i].side;
		const bool head = side[AS_REVIEW_HEAD].summary != NULL;
		const bool base = side[AS_REVIEW_BASE].summary != NULL;
		const struct as_experiment *x = head ? side[AS_REVIEW_HEAD].x
			: base ? side[AS_REVIEW_BASE].x : NULL;
		const bool in = !shown || shown[i];
		/* of very many rows the whole of a result is on a page of its own */
		of[i] = in && !(shown && x && x->n_subjects > RESULT_MOST)
			? place_of(&all, x, r->v[i].name) : SIZE_MAX;
		if (in)
			part.v[part.n++] = r->v[i];
	}
	as_page_suite(&v->json[v->n - 1], &style, r, of, shown);
	style = plain_style(style);
	as_report_review(&v->plain[v->n - 1], &style, &part, NULL);
	enum as_status st = AS_OK;
	for (size_t i = 0; i < all.n && !st; i++)
		st = add_reviewed(cli, v, &all, i, err);
	return st;
}

enum as_status as_report_write(struct as_cli *cli, const struct as_report_views *v,
	const char *title, const char *path, struct as_err *err)
{
	struct as_page_view *view = as_arena_array(cli->arena, v->n, sizeof *view);
	struct as_text t = {0};
	bool failed = !view;

	for (size_t i = 0; view && i < v->n; i++) {
		view[i] = (struct as_page_view){.json = as_text_str(&v->json[i]),
			.plain = as_text_str(&v->plain[i])};
		failed = failed || v->json[i].failed || v->plain[i].failed;
	}
	for (size_t i = 0; !failed && is_documents(path) && i < v->n; i++)
		as_text_add(&t, view[i].json);
	if (!failed && !is_documents(path))
		as_page_html(&t, title, view, v->n);
	enum as_status st = failed || t.failed ? as_fail_memory(err) : AS_OK;
	if (!st && !strcmp(path, "-"))
		as_out_write(cli->out, as_text_str(&t), t.len);
	else if (!st)
		st = as_write_file(path, as_text_str(&t), t.len, "the report", err);
	as_text_release(&t);
	return st;
}
