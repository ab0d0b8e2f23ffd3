/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Quantiles of one result: parameter id, the newest without. */
#include <math.h>

#include "analyse/result/quantiles_make.h"
#include "cli/screen_out.h"
#include "cli/serve/site.h"
#include "format/json/assay_json.h"
#include "model/kept/derived.h"
#include "report/quantiles_screen.h"

/* A result and its quantiles; to be closed also on failure. */
struct quantiles_of {
	struct as_result *r;
	bool open;
	struct as_text part; /* which commands these are, of very many; else empty */
	struct as_quantiles q;
};

/* page: those that a page shows, of very many commands; none of them fits: there are no quantiles. */
static enum as_status open_quantiles(
	struct as_visit *v, bool page, struct quantiles_of *out, struct as_err *err)
{
	const char *id = as_serve_parameter(v->ask, "id");

	*out = (struct quantiles_of){.r = as_arena_alloc(v->ask->arena, sizeof *out->r)};
	if (!out->r)
		return as_fail_memory(err);
	enum as_status st = page
		? as_visit_some(v, id ? id : "@last", out->r, &out->part, err)
		: as_visit_result(v, id ? id : "@last", out->r, err);
	out->open = !st;
	if (st || !out->r->x->n_subjects)
		return st;
	const size_t base = as_experiment_base(out->r->x, out->r->x->criterion);
	st = as_quantiles_open(out->r->x, base, false, &out->q, err);
	return st == AS_ERR_DATA ? AS_ERR_USAGE : st; /* too few values: such a page is not there */
}

static void close_quantiles(struct quantiles_of *o)
{
	as_quantiles_release(&o->q);
	as_text_release(&o->part);
	if (o->open)
		as_result_release(o->r);
}

enum as_status as_page_of_quantiles(struct as_visit *v, struct as_err *err)
{
	struct as_style style = as_screen_style(&v->cli);
	struct as_report_views views = {0};
	struct quantiles_of o;
	enum as_status st = open_quantiles(v, true, &o, err);

	if (!st && o.part.len) {
		st = as_report_add_view(&views, err);
		if (!st) {
			views.json[0] = o.part;
			o.part = (struct as_text){0};
		}
	}
	if (!st && o.q.n)
		st = as_report_add_view(&views, err);
	if (!st && o.q.n) {
		const struct as_page_result page = {.x = o.r->x,
			.a = &o.q.v[0].a,
			.n = 1,
			.label = o.r->x->label,
			.quantiles = &o.q};
		as_page_quantiles(&views.json[views.n - 1], &style, &page, o.r->x->id);
		style.colour = false;
		if (!as_report_quantiles(&views.plain[views.n - 1], &style, o.r->x, &o.q))
			views.plain[views.n - 1].failed = true;
	}
	if (!st)
		st = as_visit_show(v, "Quantiles", "quantiles", "quantiles", &views, err);
	as_report_views_release(&views);
	close_quantiles(&o);
	return st;
}

enum as_status as_api_quantiles(struct as_visit *v, struct as_err *err)
{
	struct as_text t = {0};
	struct quantiles_of o;
	enum as_status st = open_quantiles(v, false, &o, err);

	if (!st)
		as_json_quantiles(&t, o.r->x, &o.q);
	close_quantiles(&o);
	return st ? st : as_visit_data(v, AS_TYPE_JSON, NULL, &t, err);
}

static void add_row(struct as_text *t, const struct as_experiment *x,
	const struct as_quantile_row *row, size_t i)
{
	const struct as_summary *y = &row->a.summaries[i];
	const bool none = !y->n_top || y->method == AS_INTERVAL_NONE;

	as_csv_text(t, true, x->subjects[y->subject].name);
	as_csv_text(t, false, as_statistic_name(x->metrics[row->metric].name));
	as_csv_text(t, false, x->metrics[row->metric].unit);
	as_csv_number(t, y->n_top ? y->mean : (double)NAN);
	as_csv_number(t, none ? (double)NAN : y->lo);
	as_csv_number(t, none ? (double)NAN : y->hi);
	as_text_char(t, '\n');
}

enum as_status as_api_quantiles_csv(struct as_visit *v, struct as_err *err)
{
	struct as_text t = {0};
	struct quantiles_of o;
	enum as_status st = open_quantiles(v, false, &o, err);

	as_text_add(&t, "name,quantile,unit,value,lo,hi\n");
	for (size_t k = 0; !st && k < o.q.n; k++)
		for (size_t i = 0; i < o.q.v[k].a.n_subjects; i++)
			add_row(&t, o.r->x, &o.q.v[k], i);
	close_quantiles(&o);
	if (!st)
		return as_visit_data(v, AS_TYPE_CSV, "quantiles.csv", &t, err);
	as_text_release(&t);
	return st;
}
