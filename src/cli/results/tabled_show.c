/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/results/tabled_show.h"

#include <string.h>

#include "analyse/tabled/tabled_make.h"
#include "cli/compare/baseline.h"
#include "cli/results/result.h"
#include "cli/screen_out.h"
#include "format/export/tabled_csv.h"
#include "format/json/assay_json.h"
#include "model/kept/derived.h"
#include "report/tabled/tabled_screen.h"

enum { DRAWS_MAX = 1000000 };

/* What nothing can be said of has no row, but a note. */
static void note(const struct as_err *why)
{
	struct as_text t = {0};

	as_text_addf(&t, "assay: note: %s\n", why->msg);
	as_out_complain(as_text_str(&t), t.len);
	as_text_release(&t);
}

/* That of --metric, else what the result is of. */
static enum as_status choose_metric(struct as_cli *cli, const struct as_result *r, size_t *out,
	struct as_err *err)
{
	const char *name = as_args_value(cli->args, AS_OPT_SHOWN_METRIC);
	size_t m = r->analyses[0].metric;
	enum as_status st = name ? as_experiment_ask_metric(r->x, name, &m, err) : AS_OK;

	if (!st && m >= r->x->n_metrics)
		return as_args_bad(AS_OPT_SHOWN_METRIC, name, "a metric that every result has",
			err);
	*out = st ? 0 : as_experiment_base(r->x, m);
	return st;
}

/* Rows of all subjects of a result but those that are left out (NULL: none is). */
static enum as_status add_result(struct as_cli *cli, struct as_tabled *t,
	const struct as_result *r, const bool *left_out, struct as_err *last, struct as_err *err)
{
	const struct as_analysis *a = &r->analyses[0];
	size_t metric = 0;
	enum as_status st = a->n_subjects ? choose_metric(cli, r, &metric, err) : AS_OK;

	for (size_t i = 0; i < a->n_subjects && !st; i++) {
		const struct as_place of = {r->x, i,
			as_args_has(cli->args, AS_OPT_SHOWN_METRIC) ? metric
			: as_experiment_base(r->x, a->summaries[i].metric)};
		if (left_out && left_out[i])
			continue;
		st = as_tabled_add(t, &of, err);
		if (st != AS_ERR_DATA)
			continue;
		note(err);
		*last = *err;
		st = AS_OK;
	}
	return st;
}

/* label:X and its like: the newest of each benchmark. */
static enum as_status add_several(struct as_cli *cli, const char *word, struct as_tabled *t,
	struct as_err *last, struct as_err *err)
{
	struct as_baseline b = {0};
	enum as_status st = as_baseline_find(cli, word, true, "result", &b, err);

	if (!st)
		st = as_baseline_load(cli, &b, err);
	for (size_t i = 0; i < b.n && !st; i++)
		st = add_result(cli, t, &b.results[i], b.left_out ? b.left_out[i] : NULL, last,
			err);
	as_baseline_release(&b);
	return st;
}

static enum as_status add_one(struct as_cli *cli, const char *word, struct as_tabled *t,
	struct as_err *last, struct as_err *err)
{
	struct as_result r = {0};
	enum as_status st = as_result_open(cli, word, &r, err);

	if (!st)
		st = add_result(cli, t, &r, NULL, last, err);
	as_result_release(&r);
	return st;
}

static bool is_of_several(const char *word)
{
	static const char *const prefixes[] = {"label:", "file:", "stored:"};

	for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++)
		if (!strncmp(word, prefixes[i], strlen(prefixes[i])))
			return true;
	return false;
}

static enum as_status write(struct as_cli *cli, const struct as_tabled *table, struct as_err *err)
{
	static const char *const forms[] = {[AS_TABLED_TERMINAL] = "terminal",
		[AS_TABLED_MARKDOWN] = "markdown", [AS_TABLED_LATEX] = "latex"};
	const struct as_style style = as_screen_style(cli);
	const char *to = as_args_value(cli->args, AS_OPT_TABLE_TO);
	enum as_tabled_form form = AS_TABLED_TERMINAL;
	struct as_text t = {0};

	for (size_t i = 0; to && i < sizeof forms / sizeof forms[0]; i++)
		if (!strcmp(to, forms[i]))
			form = (enum as_tabled_form)i;
	if (as_args_has(cli->args, AS_OPT_JSON))
		as_json_tabled(&t, table);
	else if (to && !strcmp(to, "csv"))
		as_tabled_csv(&t, table);
	else
		as_report_tabled(&t, &style, form, table);
	enum as_status st = as_screen_print(cli, &t, err);
	as_text_release(&t);
	return st;
}

/* What is asked for beside one of the tables; with another it would be without effect. */
static enum as_status read_asked(
	const struct as_args *args, struct as_tabled *t, struct as_err *err)
{
	static const struct {
		enum as_option_id id;
		enum as_tabled_id table;
	} asked[] = {{AS_OPT_TABLE_DRAWS, AS_TABLED_IMPACT},
		{AS_OPT_TABLE_VALUES, AS_TABLED_IMPACT},
		{AS_OPT_TABLE_OVER, AS_TABLED_CORRELATION}};
	uint32_t draws = 0, values = 0;
	enum as_status st;
	char option[32];

	for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++) {
		if (!as_args_has(args, asked[i].id) || t->id == asked[i].table)
			continue;
		as_option_spell(asked[i].id, option);
		return as_fail(err, AS_ERR_USAGE,
			"cannot use %s with --table %s: it is for --table %s", option,
			as_tabled_entries[t->id].name, as_tabled_entries[asked[i].table].name);
	}
	st = as_args_count(args, AS_OPT_TABLE_DRAWS, 1, DRAWS_MAX, &draws, err);
	if (!st)
		st = as_args_count(args, AS_OPT_TABLE_VALUES, 2, DRAWS_MAX, &values, err);
	t->asked = (struct as_tabled_asked){
		.draws = draws, .values = values, .over = as_args_value(args, AS_OPT_TABLE_OVER)};
	if (!st && t->id == AS_TABLED_CORRELATION && !t->asked.over)
		st = as_fail(err, AS_ERR_USAGE,
			"cannot show --table correlation without another metric: give --over "
			"METRIC, "
			"such as --over peak_memory");
	return st;
}

enum as_status as_show_table(struct as_cli *cli, struct as_err *err)
{
	const char *name = as_args_value(cli->args, AS_OPT_TABLE);
	const struct as_args *args = cli->args;
	struct as_tabled t = {0};
	struct as_err last = {0};
	enum as_status st = AS_OK;

	for (size_t i = 0; i < AS_TABLES; i++)
		if (!strcmp(name, as_tabled_entries[i].name))
			t.id = (enum as_tabled_id)i;
	st = read_asked(args, &t, err);
	for (size_t i = 0; i < (args->n_words ? args->n_words : 1) && !st; i++) {
		const char *word = args->n_words ? args->words[i] : "@last";
		st = is_of_several(word) ? add_several(cli, word, &t, &last, err)
					 : add_one(cli, word, &t, &last, err);
	}
	if (!st && !t.n_rows) {
		*err = last;
		st = AS_ERR_DATA;
	}
	if (!st)
		st = write(cli, &t, err);
	as_tabled_release(&t);
	return st;
}
