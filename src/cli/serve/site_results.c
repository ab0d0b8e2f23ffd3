/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is kept: the list, and one of it. */
#include "cli/results/result.h"
#include "cli/screen_out.h"
#include "cli/serve/site.h"
#include "clock/clock.h"
#include "format/json/assay_json.h"

enum { SHOWN = 50 };

/* Those that fit what is searched for, the newest first. */
static enum as_status look(
	struct as_visit *v, struct as_listing **out, size_t *n, size_t *of, struct as_err *err)
{
	const struct as_store_query q = {.label = as_serve_parameter(v->ask, "label"),
		.project = v->ask->who.project};
	struct as_listing *l = NULL;
	enum as_status st = as_store_list(v->store, &q, v->ask->arena, &l, of, err);

	*n = 0;
	for (size_t i = 0; !st && i < *of; i++)
		if (as_visit_fits(v, l[i].subject, l[i].label))
			l[(*n)++] = l[i];
	*out = l;
	return st;
}

enum as_status as_page_of_results(struct as_visit *v, struct as_err *err)
{
	struct as_style style = as_screen_style(&v->cli);
	struct as_text text[2] = {{0}, {0}};
	struct as_listing *l = NULL;
	size_t n = 0, of = 0;
	enum as_status st = look(v, &l, &n, &of, err);

	if (st)
		return st;
	const struct as_visit_part part = as_visit_part(v, n, of, SHOWN);
	as_page_listing(&text[0], &style, l + part.from, part.to - part.from, &part.part);
	style.colour = false;
	as_report_list(&text[1], &style, l + part.from, part.to - part.from, as_clock_date());
	return as_visit_show_one(v, "Results", "results", "results", text, err);
}

enum as_status as_api_results(struct as_visit *v, struct as_err *err)
{
	struct as_listing *l = NULL;
	struct as_text t = {0};
	size_t n = 0, of = 0;
	enum as_status st = look(v, &l, &n, &of, err);

	if (!st)
		as_json_list(&t, l, n);
	return st ? st : as_visit_data(v, AS_TYPE_JSON, NULL, &t, err);
}

enum as_status as_api_results_csv(struct as_visit *v, struct as_err *err)
{
	struct as_listing *l = NULL;
	struct as_text t = {0};
	size_t n = 0, of = 0;
	enum as_status st = look(v, &l, &n, &of, err);

	as_text_add(&t, "id,uuid,started,label,host,subjects,name,metric,unit,mean,lo,hi,units\n");
	for (size_t i = 0; !st && i < n; i++) {
		as_text_addf(&t, "%lld,%s", (long long)l[i].id, l[i].uuid);
		as_csv_instant(&t, l[i].started_ns);
		as_csv_text(&t, false, l[i].label);
		as_csv_text(&t, false, l[i].host);
		as_csv_number(&t, (double)l[i].n_subjects);
		as_csv_text(&t, false, l[i].subject);
		as_csv_text(&t, false, l[i].criterion);
		as_csv_text(&t, false, l[i].unit);
		as_csv_number(&t, l[i].mean);
		as_csv_number(&t, l[i].lo);
		as_csv_number(&t, l[i].hi);
		as_csv_number(&t, (double)l[i].n_top);
		as_text_char(&t, '\n');
	}
	return st ? st : as_visit_data(v, AS_TYPE_CSV, "results.csv", &t, err);
}

/* ---- one ---- */

/* The one of parameter id; the newest without. */
static enum as_status open_result(struct as_visit *v, struct as_result **out, struct as_err *err)
{
	const char *id = as_serve_parameter(v->ask, "id");
	struct as_result *r = as_arena_alloc(v->ask->arena, sizeof *r);

	*out = r;
	return r ? as_visit_result(v, id ? id : "@last", r, err) : as_fail_memory(err);
}

enum as_status as_page_of_result(struct as_visit *v, struct as_err *err)
{
	const char *id = as_serve_parameter(v->ask, "id");
	struct as_report_views views = {0};
	struct as_result *r = as_arena_alloc(v->ask->arena, sizeof *r);
	struct as_text part = {0};
	enum as_status st = r ? as_visit_some(v, id ? id : "@last", r, &part, err)
			      : as_fail_memory(err);
	const bool opened = !st;

	if (!st && part.len)
		st = as_report_add_view(&views, err);
	if (!st && part.len) {
		views.json[0] = part;
		part = (struct as_text){0};
	}
	as_text_release(&part);
	if (st) {
		as_report_views_release(&views);
		if (opened)
			as_result_release(r);
		return st;
	}
	if (r->x->n_subjects || !views.n)
		st = as_report_add_result(&v->cli, &views, r, err);
	if (!st)
		st = as_visit_show(
			v, r->x->label ? r->x->label : r->label, "result", "result", &views, err);
	as_report_views_release(&views);
	as_result_release(r);
	return st;
}

enum as_status as_api_result(struct as_visit *v, struct as_err *err)
{
	struct as_result *r = NULL;
	struct as_sink to;
	enum as_status st = open_result(v, &r, err);

	if (st)
		return st;
	st = as_visit_stream(v, AS_TYPE_JSON, NULL, &to, err);
	if (!st)
		st = as_result_json(&v->cli, r, &to, err);
	as_result_release(r);
	return st;
}

/* A value a line, as assay convert writes it: a stream of what was measured, of which nothing is computed. */
enum as_status as_api_result_csv(struct as_visit *v, struct as_err *err)
{
	const char *id = as_serve_parameter(v->ask, "id");
	struct as_sink to;
	struct as_experiment *x = NULL;
	enum as_status st = as_visit_experiment(v, id ? id : "@last", &x, err);

	if (st)
		return st;
	st = as_visit_stream(v, AS_TYPE_CSV, "result.csv", &to, err);
	if (!st)
		st = as_exporter_sheet.stream(x, &to, err);
	as_experiment_free(x);
	return st;
}
