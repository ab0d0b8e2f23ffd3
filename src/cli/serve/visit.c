/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a request is answered: pages, data, parts of many rows. */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "base/num.h"
#include "cli/serve/site.h"
#include "format/instant.h"
#include "format/table/csv_field.h"

/* ---- what is asked ---- */

struct as_visit_part as_visit_part(const struct as_visit *v, size_t found, size_t of, size_t most)
{
	const char *q = as_serve_parameter(v->ask, "q"), *page = as_serve_parameter(v->ask, "page");
	if (v->site->in_files)
		most = AS_SITE_ROWS;
	const size_t pages = found ? (found + most - 1) / most : 1;
	int64_t n = 1;

	if (!page || !as_parse_i64(page, 1, INT32_MAX, &n))
		n = 1;
	const size_t at = (size_t)n < pages ? (size_t)n : pages;
	return (struct as_visit_part){.part = {.search = q ? q : "",
					      .page = at,
					      .pages = pages,
					      .found = found,
					      .of = of},
		.from = (at - 1) * most,
		.to = at * most < found ? at * most : found};
}

static bool has_word(const char *s, const char *word, size_t n)
{
	for (; s && *s; s++) {
		size_t i = 0;
		while (i < n && tolower((unsigned char)s[i]) == tolower((unsigned char)word[i]))
			i++;
		if (i == n)
			return true;
	}
	return false;
}

bool as_visit_fits(const struct as_visit *v, const char *a, const char *b)
{
	const char *q = as_serve_parameter(v->ask, "q");

	for (const char *s = q ? q : ""; *(s += strspn(s, " "));) {
		const size_t n = strcspn(s, " ");
		if (!has_word(a, s, n) && !has_word(b, s, n))
			return false;
		s += n;
	}
	return true;
}

/* ---- targets ---- */

static void add_escaped(struct as_text *t, const char *s)
{
	static const char plain[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~@";

	for (; *s; s++)
		if (strchr(plain, *s))
			as_text_char(t, *s);
		else
			as_text_addf(t, "%%%02X", (unsigned)(unsigned char)*s);
}

/* The same parameters in the API: "/api/v1/" what "." end. */
static const char *target_of(const struct as_visit *v, const char *what, const char *end)
{
	struct as_text t = {0};

	as_text_addf(&t, "/api/v1/%s.%s", what, end);
	for (size_t i = 0; i < v->ask->n_parameters; i++) {
		as_text_char(&t, i ? '&' : '?');
		add_escaped(&t, v->ask->parameter[i].name);
		as_text_char(&t, '=');
		add_escaped(&t, v->ask->parameter[i].value);
	}
	const char *made = as_arena_strdup(v->ask->arena, as_text_str(&t));
	as_text_release(&t);
	return made;
}

/* ---- pages and data ---- */

enum as_status as_visit_show(struct as_visit *v, const char *title, const char *page,
	const char *what, const struct as_report_views *views, struct as_err *err)
{
	const struct as_page_place place = {.page = page,
		.store = v->site->place.path,
		.stamp = v->site->told,
		.who = v->ask->who.name,
		.session = v->ask->who.csrf,
		.signs = v->site->signs && !v->ask->who.csrf,
		.json = what && !v->site->in_files ? target_of(v, what, "json") : NULL,
		.csv = what && !v->site->in_files ? target_of(v, what, "csv") : NULL,
		.in_files = v->site->in_files,
		.results = v->site->files,
		.n_results = v->site->n_files,
		.up = !strcmp(page, "benchmark") || !strcmp(page, "result") ||
				      !strcmp(page, "quantiles")
			      ? "../"
			      : ""};
	struct as_page_view *view = as_arena_array(v->ask->arena, views->n + 1, sizeof *view);
	struct as_text first = {0};

	if (!view)
		return as_fail_memory(err);
	as_page_place(&first, &place);
	view[0] = (struct as_page_view){.json = as_text_str(&first), .plain = ""};
	for (size_t i = 0; i < views->n; i++)
		view[i + 1] = (struct as_page_view){.json = as_text_str(&views->json[i]),
			.plain = as_text_str(&views->plain[i])};
	as_page_shell(&v->answer->body, title, v->site->in_files ? place.up : NULL, view,
		views->n + 1);
	as_text_take(&v->answer->body, &first);
	return as_text_finish(&v->answer->body, err);
}

enum as_status as_visit_show_one(struct as_visit *v, const char *title, const char *page,
	const char *what, struct as_text text[static 2], struct as_err *err)
{
	const struct as_report_views one = {.json = &text[0], .plain = &text[1], .n = 1};
	enum as_status st = as_text_finish(&text[0], err);

	if (!st)
		st = as_visit_show(v, title, page, what, &one, err);
	as_text_release(&text[0]);
	as_text_release(&text[1]);
	return st;
}

enum as_status as_visit_data(struct as_visit *v, const char *type, const char *file,
	struct as_text *text, struct as_err *err)
{
	enum as_status st = as_text_finish(text, err);

	v->answer->type = type;
	v->answer->file = file;
	as_text_release(&v->answer->body);
	v->answer->body = *text;
	*text = (struct as_text){0};
	return st;
}

/* ---- one result ---- */

bool as_visit_may_see_all(const struct as_visit *v, const struct as_experiment *x)
{
	for (size_t i = 0; i < x->n_subjects; i++)
		if (!as_visit_may_see(v, x->subjects[i].version.project))
			return false;
	return true;
}

enum as_status as_visit_result(
	struct as_visit *v, const char *word, struct as_result *out, struct as_err *err)
{
	struct as_experiment *x = NULL;
	int64_t id = 0;
	enum as_status st = as_store_find(v->site->store, word, &id, err);

	if (!st)
		st = as_store_get_rest(v->site->store, id, &x, err);
	if (!st && !as_visit_may_see_all(v, x)) {
		as_experiment_free(x);
		st = as_fail(err, AS_ERR_USAGE, "no result of your project is '%.200s'", word);
	}
	if (!st)
		st = as_result_init(out, x, NULL, err);
	if (st)
		return st;
	out->label = word;
	return AS_OK;
}

/* ---- tables ---- */

void as_csv_text(struct as_text *t, bool first, const char *s)
{
	if (!first)
		as_text_char(t, ',');
	as_csv_field_add(t, s ? s : "");
}

void as_csv_number(struct as_text *t, double x)
{
	char digits[32];

	as_text_char(t, ',');
	if (isfinite(x))
		as_text_add_n(t, digits, as_double_text(x, digits));
}

void as_csv_instant(struct as_text *t, int64_t ns)
{
	char instant[AS_INSTANT_LENGTH + 1];

	as_instant_text(ns, instant);
	as_csv_text(t, false, instant);
}

/* ---- the script and the style ---- */

static enum as_status show_part(
	struct as_visit *v, const char *type, const char *(*part)(size_t *n), struct as_err *err)
{
	const char *asked = as_serve_parameter(v->ask, "v");
	size_t n = 0;
	const char *bytes = part(&n);

	v->answer->type = type;
	if (asked && !strcmp(asked, as_page_version()))
		v->answer->keep = AS_SERVE_FOR_GOOD;
	as_text_add_n(&v->answer->body, bytes, n);
	return as_text_finish(&v->answer->body, err);
}

enum as_status as_page_of_script(struct as_visit *v, struct as_err *err)
{
	return show_part(v, "text/javascript; charset=utf-8", as_page_script, err);
}

enum as_status as_page_of_style(struct as_visit *v, struct as_err *err)
{
	return show_part(v, "text/css; charset=utf-8", as_page_style_sheet, err);
}
