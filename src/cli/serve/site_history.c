/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Benchmarks over versions: what changed, all of them, one. */
#include <stdlib.h>
#include <string.h>

#include "cli/screen_out.h"
#include "cli/serve/site.h"
#include "format/json/assay_json.h"
#include "report/history/history_screen.h"

enum { SHOWN = 60, PLAIN = 20 };

/* What is said where no script runs. */
static void add_plain(const struct as_visit *v, struct as_text *t, const struct as_history *h)
{
	struct as_style style = as_screen_style(&v->cli);

	style.colour = false;
	style.unicode = true;
	style.width = 100;
	as_report_history(t, &style, h, PLAIN);
}

/* ---- what changed ---- */

static int64_t date_of(const struct as_page_change *c)
{
	const struct as_history_series *s = c->series;

	return as_history_at(
		s, c->change == SIZE_MAX ? s->n_points - 1 : s->changes[c->change].at)
		->date_ns;
}

/* The newest first; of one date in the order of series. */
static int by_date(const void *a, const void *b)
{
	const struct as_page_change *x = a, *y = b;
	const int64_t at = date_of(x), other = date_of(y);

	if (at != other)
		return at < other ? 1 : -1;
	if (x->series != y->series)
		return x->series < y->series ? -1 : 1;
	return x->change < y->change ? 1 : -1;
}

static void gather_series(const struct as_history_series *s, struct as_page_change *out, size_t *n)
{
	const struct as_newest *newest = &s->newest;

	for (size_t i = 0; i < s->n_changes; i++)
		if (s->changes[i].kind == AS_HISTORY_CHANGE)
			out[(*n)++] = (struct as_page_change){s, i};
	if (newest->word == AS_NEWEST_SUSPECTED && newest->selected &&
		s->parts[s->n_parts - 1].looked)
		out[(*n)++] = (struct as_page_change){s, SIZE_MAX};
}

static enum as_status gather_changes(struct as_visit *v, const struct as_history *h,
	struct as_page_change **out, size_t *n, size_t *of, struct as_err *err)
{
	size_t room = h->n;

	for (size_t i = 0; i < h->n; i++)
		room += h->series[i].n_changes;
	struct as_page_change *all = as_arena_array(v->ask->arena, room, sizeof *all);
	if (!all)
		return as_fail_memory(err);
	*n = *of = 0;
	for (size_t i = 0; i < h->n; i++) {
		const size_t before = *n;
		gather_series(&h->series[i], all, n);
		*of += *n - before;
		if (!as_visit_fits(v, h->series[i].name, h->series[i].metric))
			*n = before;
	}
	qsort(all, *n, sizeof *all, by_date);
	*out = all;
	return AS_OK;
}

enum as_status as_page_of_changes(struct as_visit *v, struct as_err *err)
{
	const struct as_style style = as_screen_style(&v->cli);
	struct as_text text[2] = {{0}, {0}};
	struct as_page_change *all = NULL;
	const struct as_history *h = NULL;
	struct as_visit_alerts alerts = {0};
	size_t n = 0, of = 0;
	enum as_status st = as_visit_history(v, &h, err);

	if (!st)
		st = gather_changes(v, h, &all, &n, &of, err);
	if (!st)
		st = as_visit_alerts(v, &alerts, err);
	if (st)
		return st;
	const struct as_visit_part part = as_visit_part(v, n, of, SHOWN);
	const size_t shown = part.to - part.from;
	struct as_history_drawn *drawn = as_arena_array(v->ask->arena, shown, sizeof *drawn);
	if (!drawn)
		return as_fail_memory(err);
	for (size_t i = 0; i < shown && !st; i++)
		st = as_history_levels(all[part.from + i].series, v->ask->arena, &drawn[i], err);
	if (st)
		return st;
	as_page_changes(&text[0], &style, h,
		&(struct as_page_changed){
			all + part.from, drawn, shown, alerts.of, alerts.open},
		&part.part);
	add_plain(v, &text[1], h);
	return as_visit_show_one(v, "What changed", "changes", "history", text, err);
}

/* ---- all of them ---- */

/* Those that fit what is searched for. */
static enum as_status choose_series(struct as_visit *v, const struct as_history *h,
	const struct as_history_series ***out, size_t *n, struct as_err *err)
{
	const struct as_history_series **list = as_arena_array(v->ask->arena, h->n, sizeof *list);

	*n = 0;
	if (!list)
		return as_fail_memory(err);
	for (size_t i = 0; i < h->n; i++)
		if (as_visit_fits(v, h->series[i].name, h->series[i].metric))
			list[(*n)++] = &h->series[i];
	*out = list;
	return AS_OK;
}

enum as_status as_page_of_benchmarks(struct as_visit *v, struct as_err *err)
{
	const struct as_style style = as_screen_style(&v->cli);
	const struct as_history_series **found = NULL;
	struct as_text text[2] = {{0}, {0}};
	const struct as_history *h = NULL;
	size_t n = 0;
	enum as_status st = as_visit_history(v, &h, err);

	if (!st)
		st = choose_series(v, h, &found, &n, err);
	if (st)
		return st;
	const struct as_visit_part part = as_visit_part(v, n, h->n, SHOWN);
	const size_t shown = part.to - part.from;
	struct as_history_drawn *drawn = as_arena_array(v->ask->arena, shown, sizeof *drawn);
	if (!drawn)
		return as_fail_memory(err);
	for (size_t i = 0; i < shown && !st; i++)
		st = as_history_levels(found[part.from + i], v->ask->arena, &drawn[i], err);
	if (st)
		return st;
	as_page_benchmarks(&text[0], &style, h,
		&(struct as_page_series){found + part.from, drawn, shown}, &part.part);
	add_plain(v, &text[1], h);
	return as_visit_show_one(v, "Benchmarks", "benchmarks", "history", text, err);
}

/* ---- one ---- */

/* The series that is asked for, by its key, or else the first of its name; NULL: it is not asked for. */
static enum as_status find_series(struct as_visit *v, const struct as_history *h,
	const struct as_history_series **out, struct as_err *err)
{
	const char *key = as_serve_parameter(v->ask, "series");
	const char *name = as_serve_parameter(v->ask, "name");

	*out = NULL;
	if (!key && !name)
		return AS_OK;
	/* a key is of the unit as well: of a benchmark that has another one now the name is right */
	for (size_t i = 0; i < h->n; i++) {
		char own[AS_PAGE_KEY_BYTES];
		as_page_series_key(&h->series[i], own);
		if (key && !strcmp(key, own)) {
			*out = &h->series[i];
			return AS_OK;
		}
		if (name && !*out && !strcmp(name, h->series[i].name))
			*out = &h->series[i];
	}
	if (*out)
		return AS_OK;
	return as_fail(
		err, AS_ERR_USAGE, "no benchmark with a history is %.200s", name ? name : key);
}

enum as_status as_page_of_benchmark(struct as_visit *v, struct as_err *err)
{
	const struct as_style style = as_screen_style(&v->cli);
	const struct as_history_series *s = NULL;
	struct as_history_drawn drawn = {0};
	struct as_text text[2] = {{0}, {0}};
	const struct as_history *h = NULL;
	struct as_history one = {0};
	enum as_status st = as_visit_history(v, &h, err);

	if (!st)
		st = find_series(v, h, &s, err);
	if (!st && !s)
		return as_page_of_benchmarks(v, err);
	if (!st)
		st = as_visit_series(v, s, &one, err);
	if (!st) {
		s = one.series;
		st = as_history_drawn_of(h, s, v->ask->arena, &drawn, err);
	}
	if (st)
		return st;
	const bool *keep = v->site->in_files ? as_site_thin(s, v->ask->arena) : NULL;
	if (!keep && v->site->in_files)
		return as_fail_memory(err);
	as_page_history(&text[0], &style, h, s, &drawn, keep);
	add_plain(v, &text[1], &one);
	return as_visit_show_one(v, s->name, "benchmark", "history", text, err);
}

/* ---- data ---- */

enum as_status as_api_history(struct as_visit *v, struct as_err *err)
{
	const struct as_history_series *s = NULL;
	const struct as_history *h = NULL;
	struct as_history one = {0};
	struct as_text t = {0};
	enum as_status st = as_visit_history(v, &h, err);

	if (!st)
		st = find_series(v, h, &s, err);
	if (!st)
		st = as_visit_series(v, s, &one, err);
	if (st)
		return st;
	as_json_history(&t, &one);
	return as_visit_data(v, AS_TYPE_JSON, NULL, &t, err);
}

static void add_versions(struct as_text *t, const struct as_history_series *s)
{
	for (size_t i = 0; i < s->n_points; i++) {
		const struct as_history_point *p = &s->points[i];
		as_csv_text(t, true, s->name);
		as_csv_text(t, false, s->parameters);
		as_csv_text(t, false, s->metric);
		as_csv_text(t, false, s->unit);
		as_csv_text(t, false, s->host);
		as_csv_text(t, false, p->commit);
		as_csv_text(t, false, p->label);
		as_csv_instant(t, p->date_ns);
		as_csv_number(t, p->value);
		as_csv_number(t, p->sd);
		as_csv_number(t, (double)p->units);
		as_csv_number(t, (double)p->experiment);
		as_text_char(t, '\n');
	}
}

enum as_status as_api_history_csv(struct as_visit *v, struct as_err *err)
{
	const struct as_history_series *s = NULL;
	const struct as_history *h = NULL;
	struct as_history one = {0};
	struct as_text t = {0};
	enum as_status st = as_visit_history(v, &h, err);

	if (!st)
		st = find_series(v, h, &s, err);
	if (!st)
		st = as_visit_series(v, s, &one, err);
	if (st)
		return st;
	as_text_add(&t,
		"name,parameters,metric,unit,host,commit,label,date,mean,sd,units,experiment\n");
	for (size_t i = 0; one.series && i < one.n; i++)
		add_versions(&t, &one.series[i]);
	return as_visit_data(v, AS_TYPE_CSV, "history.csv", &t, err);
}
