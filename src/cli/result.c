/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/result.h"

#include <string.h>

#include "analyse/analyse.h"
#include "cli/export.h"
#include "cli/salvage.h"
#include "cli/screen.h"
#include "format/assay_json.h"

void as_result_release(struct as_result *r)
{
	for (size_t i = 0; i < r->n; i++)
		as_analysis_release(&r->analyses[i]);
	as_experiment_free(r->x);
	*r = (struct as_result){0};
}

static bool has_values(const struct as_experiment *x, size_t metric)
{
	for (size_t i = 0; i < x->n_subjects; i++)
		if (as_subject_column(&x->subjects[i], x->metrics[metric].level, metric))
			return true;
	return false;
}

enum as_status as_result_init(struct as_result *r, struct as_experiment *x, struct as_err *err)
{
	*r = (struct as_result){.x = x};
	enum as_status st = as_analyse(x, x->criterion, &r->analyses[0], err);

	if (st)
		return st;
	r->n = 1;
	for (size_t m = 0; m < x->n_metrics && r->n <= AS_METRICS_BUILTIN && !st; m++) {
		if (m == x->criterion || !has_values(x, m))
			continue;
		st = as_analyse(x, m, &r->analyses[r->n], err);
		r->n += !st;
	}
	return st;
}

enum as_status as_result_open_store(const char *path, enum as_store_mode mode,
	struct as_store **out, struct as_err *err)
{
	enum as_status st = as_store_open(path, mode, out, err);
	const char *note = st ? NULL : as_store_note(*out);
	struct as_text t = {0};

	if (!note)
		return st;
	as_text_add(&t, "assay: note: ");
	as_text_add_neutral(&t, note, strlen(note), 0);
	as_text_char(&t, '\n');
	as_out_complain(as_text_str(&t), t.len);
	as_text_release(&t);
	return AS_OK;
}

enum as_status as_result_store(struct as_cli *cli, enum as_store_mode mode, struct as_store **out,
	struct as_err *err)
{
	struct as_store_place place;
	enum as_status st =
		as_store_locate(as_args_value(cli->args, AS_OPT_STORE), &place, err);

	if (!st && mode == AS_STORE_READ)
		as_salvage_before_reading(cli, &place);
	return st ? st : as_result_open_store(place.path, mode, out, err);
}

static bool is_file(const char *word)
{
	size_t n = strlen(word);

	return strchr(word, '/') || (n > 6 && !strcmp(word + n - 6, ".assay"));
}

enum as_status as_result_read(struct as_cli *cli, const char *word, struct as_store **store,
	struct as_experiment **out, struct as_err *err)
{
	int64_t id = 0;
	bool file = is_file(word);
	enum as_status st = file ? as_result_open_store(word, AS_STORE_READ, store, err)
				 : as_result_store(cli, AS_STORE_READ, store, err);

	if (!st)
		st = as_store_find(*store, file ? "@last" : word, &id, err);
	return st ? st : as_store_get(*store, id, out, err);
}

enum as_status as_result_open(struct as_cli *cli, const char *word, struct as_result *out,
	struct as_err *err)
{
	struct as_store *store = NULL;
	struct as_experiment *x = NULL;
	enum as_status st = as_result_read(cli, word, &store, &x, err);

	as_store_close(store);
	if (st)
		return st;
	st = as_result_init(out, x, err);
	out->label = word;
	out->in_file = is_file(word);
	if (st)
		as_result_release(out);
	return st;
}

enum as_status as_result_show(struct as_cli *cli, const struct as_result *r, struct as_err *err)
{
	const struct as_export e = {.x = r->x, .a = r->analyses, .n = r->n};
	struct as_style style = as_screen_style(cli);
	struct as_text t = {0};
	enum as_status st = AS_OK;

	if (as_args_has(cli->args, AS_OPT_JSON))
		as_json_result(&t, &e);
	else
		as_report_run(&t, &style, r->x, r->analyses, r->n);
	st = as_screen_print(cli, &t, err);
	as_text_release(&t);
	return st;
}

static bool has_answer(const struct as_result *r)
{
	for (size_t i = 0; i < r->n; i++)
		for (size_t k = 0; k < r->analyses[i].n_comparisons; k++)
			if (r->analyses[i].comparisons[k].verdict != AS_VERDICT_NONE)
				return true;
	return r->x->n_subjects == 1;
}

bool as_result_is_seen(const struct as_cli *cli, const struct as_result *r)
{
	bool screen = !cli->out->silent || as_args_has(cli->args, AS_OPT_JSON);

	return (screen || as_exports_asked(cli->args)) && has_answer(r);
}

enum as_status as_result_export(struct as_cli *cli, const struct as_result *r, struct as_err *err)
{
	const char *path = as_args_value(cli->args, AS_OPT_EXPORT);
	const struct as_export e = {.x = r->x, .a = r->analyses, .n = r->n};
	struct as_err late = {0};
	enum as_status st = as_exports_write(cli, e, &late);
	enum as_status kept = path ? as_store_export(r->x, &r->analyses[0], path, err) : AS_OK;

	if (!kept && st && err)
		*err = late;
	return kept ? kept : st;
}
