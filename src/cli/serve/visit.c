/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a request is answered: pages, data, parts of many rows. */
#include <ctype.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/num.h"
#include "cli/screen_out.h"
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
		.stamp = v->told,
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

/* A file without a name, for an answer that may be of any size: whoever takes it slowly holds no memory. */
static int unnamed_file(struct as_arena *a)
{
	const char *tmp = getenv("TMPDIR");
	const char *folder = tmp && *tmp ? tmp : "/tmp";
	int fd = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);

	if (fd >= 0)
		return fd;
	char *name = as_arena_printf(a, "%s/assay-XXXXXX", folder);
	fd = name ? mkostemp(name, O_CLOEXEC) : -1;
	if (fd >= 0)
		(void)unlink(name);
	return fd;
}

static enum as_status add_bytes(void *to, const char *bytes, size_t n, struct as_err *err)
{
	as_text_add_n(to, bytes, n);
	return as_text_finish(to, err);
}

enum as_status as_visit_stream(struct as_visit *v, const char *type, const char *file,
	struct as_sink *out, struct as_err *err)
{
	v->answer->type = type;
	v->answer->file = file;
	*out = (struct as_sink){.write = add_bytes, .to = &v->answer->body};
	if (!v->ask->stream)
		return AS_OK;
	const int fd = unnamed_file(v->ask->arena);
	if (fd < 0)
		return as_fail(err, AS_ERR_SYS, "cannot make a file in TMPDIR, for the answer");
	const enum as_status st = as_serve_stream_begin(v->ask->stream, v->answer, fd, err);
	v->answer->streamed = true; /* where nobody waits for it it is broken off */
	*out = (struct as_sink){.write = as_serve_stream_write, .to = v->ask->stream};
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

/* What is shown of the subjects of a result. */
struct shown_part {
	const struct as_visit *v;
	struct as_visit_part part;
	struct as_page_subjects page;
	bool all; /* they are few, and nothing is searched for */
	bool hidden; /* some are of another project */
};

/* choice: of which of its subjects; NULL: of all. */
static enum as_status read_experiment(struct as_visit *v, const char *word,
	const struct as_subjects_choice *choice, struct as_experiment **out, struct as_err *err)
{
	int64_t id = 0;
	bool seen = true;
	enum as_status st = as_store_find(v->store, word, &id, err);

	if (!st)
		st = choice ? as_store_get_some(v->store, id, choice, out, err)
			    : as_store_get_rest(v->store, id, out, err);
	if (!st)
		seen = choice ? !((const struct shown_part *)choice->data)->hidden
			      : as_visit_may_see_all(v, *out);
	if (!st && !seen) {
		as_experiment_free(*out);
		st = as_fail(err, AS_ERR_USAGE, "no result of your project is '%.200s'", word);
	}
	return st;
}

enum as_status as_visit_experiment(
	struct as_visit *v, const char *word, struct as_experiment **out, struct as_err *err)
{
	return read_experiment(v, word, NULL, out, err);
}

/* x goes, also on failure. */
static enum as_status init_result(
	struct as_result *out, struct as_experiment *x, struct as_err *err)
{
	const enum as_status st = as_result_init(out, x, NULL, err);

	if (st)
		as_result_release(out);
	return st;
}

enum as_status as_visit_result(
	struct as_visit *v, const char *word, struct as_result *out, struct as_err *err)
{
	struct as_experiment *x = NULL;
	enum as_status st = read_experiment(v, word, NULL, &x, err);

	if (!st)
		st = init_result(out, x, err);
	if (st)
		return st;
	out->label = word;
	return AS_OK;
}

/* ---- one of very many subjects ---- */

enum { SUBJECTS_SHOWN = 200 };

static bool is_of_the_same(const struct as_subject *a, const struct as_subject *b)
{
	return a->benchmark && b->benchmark && !strcmp(a->benchmark, b->benchmark);
}

/* What those that are shown are compared with: benchmarks of their name in other programs, else the reference; and what
 * is subtracted from them. */
static void keep_others(const struct as_experiment *x, bool of_benchmarks, bool *shown)
{
	size_t picked[SUBJECTS_SHOWN], n = 0;

	if (!of_benchmarks) {
		shown[x->reference] = true;
		for (size_t i = as_experiment_n_compared(x); i < x->n_subjects; i++)
			shown[i] = true;
		return;
	}
	for (size_t i = 0; i < x->n_subjects && n < SUBJECTS_SHOWN; i++)
		if (shown[i])
			picked[n++] = i;
	for (size_t i = 0; i < x->n_subjects; i++)
		for (size_t k = 0; !shown[i] && k < n; k++)
			shown[i] = is_of_the_same(&x->subjects[i], &x->subjects[picked[k]]);
}

static void choose(void *data, struct as_experiment *x, bool *wanted)
{
	struct shown_part *p = data;
	const char *q = as_serve_parameter(p->v->ask, "q");
	const char *program = x->n_subjects ? x->subjects[x->reference].command : "";
	const bool of_benchmarks = as_experiment_of_benchmarks(x);
	size_t found = 0, at = 0, n = 0, reference = SIZE_MAX;

	for (size_t i = 0; i < x->n_subjects; i++) {
		const struct as_subject *s = &x->subjects[i];
		wanted[i] = as_visit_fits(p->v, s->name, s->command);
		found += wanted[i];
		p->page.executions += wanted[i] ? s->levels[AS_LEVEL_EXECUTION].n : 0;
	}
	p->hidden = !as_visit_may_see_all(p->v, x);
	p->page.benchmarks = of_benchmarks;
	p->page.compared = !of_benchmarks && as_experiment_n_compared(x) > 1;
	p->part = as_visit_part(p->v, found, x->n_subjects, SUBJECTS_SHOWN);
	p->all = x->n_subjects <= SUBJECTS_SHOWN && !(q && *q);
	p->page.from = p->part.from + 1;
	p->page.to = p->part.to - p->part.from > SUBJECTS_SHOWN ? p->part.from + SUBJECTS_SHOWN
								: p->part.to;
	for (size_t i = 0; i < x->n_subjects; i++)
		if (wanted[i]) {
			wanted[i] = p->all || (at >= p->part.from && at < p->page.to);
			at++;
		}
	if (found && !p->all)
		keep_others(x, of_benchmarks, wanted);
	/* the reference is the first that is left of its program */
	for (size_t i = 0; i < x->n_subjects; i++) {
		if (wanted[i] && reference == SIZE_MAX &&
			(wanted[x->reference] ? i == x->reference
					      : !strcmp(x->subjects[i].command, program)))
			reference = n;
		n += wanted[i];
	}
	x->reference = reference == SIZE_MAX ? 0 : reference;
}

enum as_status as_visit_some(struct as_visit *v, const char *word, struct as_result *out,
	struct as_text *text, struct as_err *err)
{
	const struct as_style style = as_screen_style(&v->cli);
	struct shown_part p = {.v = v};
	const struct as_subjects_choice choice = {.choose = choose, .data = &p};
	struct as_experiment *x = NULL;
	enum as_status st = read_experiment(v, word, &choice, &x, err);

	if (st)
		return st;
	if (!p.all)
		as_page_subjects(text, &style, &p.page, &p.part.part);
	if (x->n_subjects || p.all)
		st = init_result(out, x, err);
	else
		*out = (struct as_result){.x = x};
	if (!st)
		out->label = word;
	return st;
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
