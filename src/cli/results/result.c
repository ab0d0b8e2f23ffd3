/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/compare/gate_options.h"
#include "cli/results/result.h"

#include <stdlib.h>
#include <string.h>

#include "cli/compare/comparing.h"
#include "cli/compare/methods.h"
#include "cli/files.h"
#include "cli/measure/again/salvage.h"
#include "cli/results/export_write.h"
#include "cli/results/import/sibling.h"
#include "cli/suite/suite_verb.h"
#include "format/unpack.h"
#include "model/kept/derived.h"

/* What there is to say of a store or a file, on standard error. */
void as_result_note(const char *file, const char *note)
{
	struct as_text t = {0};

	as_text_add(&t, "assay: note: ");
	as_text_add_neutral(&t, file, strlen(file), 0);
	as_text_add(&t, *file ? ": " : "");
	as_text_add_neutral(&t, note, strlen(note), 0);
	as_text_char(&t, '\n');
	as_out_complain(as_text_str(&t), t.len);
	as_text_release(&t);
}

enum as_status as_result_open_store(
	const char *path, enum as_store_mode mode, struct as_store **out, struct as_err *err)
{
	enum as_status st = as_store_open(path, mode, out, err);
	const char *note = st ? NULL : as_store_note(*out);

	if (note)
		as_result_note("", note);
	return st;
}

enum as_status as_result_renamed(struct as_cli *cli, struct as_store *s, struct as_err *err)
{
	const struct as_rename *renames = NULL;
	size_t n = 0;
	const enum as_status st = as_suite_renames(cli->args, cli->arena, &renames, &n, err);

	if (!st)
		as_store_show_renamed(s, renames, n);
	return st;
}

enum as_status as_result_store(struct as_cli *cli, enum as_store_mode mode, struct as_store **out,
	struct as_err *err)
{
	struct as_store_place place;
	enum as_status st =
		as_store_locate(as_args_value(cli->args, AS_OPT_STORE), &place, err);

	if (!st && mode == AS_STORE_READ)
		as_salvage_before_reading(cli, &place);
	if (!st)
		st = as_result_open_store(place.path, mode, out, err);
	/* `assay store` is about what is in the store, and what is to be written again has the names of there */
	return st || mode != AS_STORE_READ || !strcmp(cli->verb, as_command_store.name)
		       ? st
		       : as_result_renamed(cli, *out, err);
}

static bool ends(const char *word, const char *end)
{
	size_t n = strlen(word), k = strlen(end);

	return n > k && !strcmp(word + n - k, end);
}

bool as_result_is_file(const char *word)
{
	return strchr(word, '/') || !strcmp(word, "-") || ends(word, ".assay") ||
	       ends(word, ".zst") || ends(word, ".gz") || ends(word, ".bz2") ||
	       as_data_of_name(word);
}

/* A file is what its first bytes say. */
bool as_result_is_store(const char *path)
{
	static const char magic[] = "SQLite format 3";
	char head[sizeof magic] = "";
	struct as_file_in f;
	struct stat st;
	size_t n = 0;

	if (ends(path, ".assay") || as_store_is_address(path))
		return true;
	if (stat(path, &st) < 0 || !S_ISREG(st.st_mode) || as_file_in_open(&f, path, NULL))
		return false;
	const struct as_source source = as_file_in_source(&f);
	enum as_status status = source.read(source.from, head, sizeof head, &n, NULL);
	as_file_in_close(&f);
	return !status && n == sizeof magic && !memcmp(head, magic, sizeof magic);
}

void as_result_say_unused(const char *file, const struct as_experiment *x)
{
	struct as_text t = {0};

	if (!x->unused)
		return;
	as_text_addf(&t, "not used of it: %s", x->unused);
	as_result_note(file, as_text_str(&t));
	as_text_release(&t);
}

/* A sentence a line. */
static void say_remarks(const char *file, const struct as_experiment *x)
{
	for (const char *s = x->remarks; s && *s;) {
		const size_t n = strcspn(s, "\n");
		char *one = strndup(s, n);
		if (one)
			as_result_note(file, one);
		free(one);
		s += n + (s[n] == '\n');
	}
}

static enum as_status read_data(const struct as_args *args, const char *path,
	struct as_experiment **out, struct as_err *err)
{
	const char *asked = args ? as_args_value(args, AS_OPT_READ_FORMAT) : NULL;
	const struct as_value_column column = {
		.name = args ? as_args_value(args, AS_OPT_VALUE_COLUMN) : NULL,
		.unit = args ? as_args_value(args, AS_OPT_VALUE_UNIT) : NULL};
	const struct as_data_format *format = NULL;
	struct as_file_in f;
	enum as_status st = asked ? as_data_named(asked, &format, err) : AS_OK;

	if (!st && column.unit && !column.name)
		st = as_fail(err, AS_ERR_USAGE,
			"--unit is of a column: name it, too, as in --value time --unit %.60s",
			column.unit);
	if (!st && asked && column.name)
		st = as_fail(err, AS_ERR_USAGE,
			"cannot take --format beside --value, which reads a table by the names of "
			"its columns; leave one of them out");
	if (!st)
		st = as_file_in_open(&f, path, err);
	if (st)
		return st;
	const struct as_source file = as_file_in_source(&f);
	struct as_unpack *plain = as_unpack_new(&file, f.name);
	if (plain) {
		const struct as_source source = as_unpack_source(plain);
		st = column.name ? as_data_read_column(&column, &source, f.name, out, err)
		     : format ? as_data_read_as(format, &source, f.name, out, err)
			    : as_data_read(&source, f.name, out, err);
	} else {
		st = as_fail_memory(err);
	}
	if (!st) {
		st = as_sibling_name(path, *out, err);
		if (st)
			as_experiment_free(*out);
	}
	as_unpack_free(plain);
	as_file_in_close(&f);
	return st;
}

static enum as_status read_kept(struct as_store *store, const char *word,
	struct as_experiment **out, struct as_err *err)
{
	int64_t id = 0;
	enum as_status st = as_store_find(store, word, &id, err);

	if (!st)
		st = as_store_get_rest(store, id, out, err);
	if (!st)
		say_remarks(as_store_path(store), *out);
	return st;
}

enum as_status as_result_read_quietly(const struct as_args *args, const char *path,
	struct as_store **store, struct as_experiment **out, struct as_err *err)
{
	if (!as_result_is_store(path))
		return read_data(args, path, out, err);
	if (args && as_args_has(args, AS_OPT_READ_FORMAT))
		return as_fail(err, AS_ERR_USAGE,
			"cannot read '%.300s' as %.60s: it is a store of assay; leave --format out",
			path, as_args_value(args, AS_OPT_READ_FORMAT));
	enum as_status st = as_result_open_store(path, AS_STORE_READ, store, err);
	return st ? st : read_kept(*store, "@last", out, err);
}

enum as_status as_result_read_file(const struct as_args *args, const char *path,
	struct as_store **store, struct as_experiment **out, struct as_err *err)
{
	const char *name = as_file_in_name(path);
	const enum as_status st = as_result_read_quietly(args, path, store, out, err);

	if (st || *store)
		return st;
	say_remarks(name, *out);
	if (args && as_args_has(args, AS_OPT_VERBOSE))
		as_result_say_unused(name, *out);
	return AS_OK;
}

bool as_result_is_kept(struct as_cli *cli, const char *word)
{
	struct as_store *store = NULL;
	int64_t id = 0;
	bool kept = !as_result_store(cli, AS_STORE_READ, &store, NULL) &&
		!as_store_find(store, word, &id, NULL);

	as_store_close(store);
	return kept;
}

/* A word that may be a label, and is the name of a file with something to read in it. */
static bool is_there(const char *word)
{
	struct stat st;

	return word[0] != '@' && !stat(word, &st) && S_ISREG(st.st_mode) &&
	       !as_result_is_store(word);
}

enum as_status as_result_read(struct as_cli *cli, const char *word, struct as_store **store,
	struct as_experiment **out, struct as_err *err)
{
	struct as_err why = {0};

	if (as_result_is_file(word))
		return as_result_read_file(cli->args, word, store, out, err);
	enum as_status st = as_result_store(cli, AS_STORE_READ, store, &why);
	if (!st)
		st = read_kept(*store, word, out, &why);
	if (!st)
		return st;
	if (is_there(word)) /* no result is called so */
		return as_result_read_file(cli->args, word, &(struct as_store *){NULL}, out, err);
	if (err)
		*err = why;
	return st;
}

/* What results are compared by, and what gates are of, may be made of metrics that they have. */
static enum as_status choose_criterion(struct as_cli *cli, const char *word,
	struct as_experiment *x, struct as_err *err)
{
	const char *name = as_args_value(cli->args, AS_OPT_COMPARED_BY);
	size_t m = x->criterion;
	enum as_status st = name ? as_experiment_ask_metric(x, name, &m, err) : AS_OK;

	if (!st && name && (m == x->n_metrics || !as_experiment_has_values(x, m)))
		return as_fail(err, AS_ERR_USAGE,
			"cannot compare '%.100s' by '%.60s': it has no values of that; assay show "
			"--verbose tells what it has",
			word, name);
	x->criterion = m;
	x->criterion_alone = name != NULL;
	return st ? st : as_gates_ask(cli->args, cli->arena, x, err);
}

/* The metric that is to be shown in full: the criterion, or that of --metric. */
static enum as_status choose_metric(const struct as_args *args, const char *word,
	struct as_experiment *x, size_t *out, struct as_err *err)
{
	const char *name = as_args_value(args, AS_OPT_SHOWN_METRIC);
	const bool others = as_args_has(args, AS_OPT_METHOD) || as_args_has(args, AS_OPT_INTERVAL);
	size_t m = x->criterion;
	struct as_text known = {0};
	enum as_status st = name ? as_experiment_ask_metric(x, name, &m, err) : AS_OK;

	if (st)
		return st;
	if (!name || (!others && m < x->n_metrics && as_experiment_has_values(x, m))) {
		*out = name ? m : AS_OF_CRITERION;
		return AS_OK;
	}
	if (name && others)
		return as_fail(err, AS_ERR_USAGE,
			"cannot take %s beside --metric: it is for the criterion alone; leave "
			"one of the two out",
			as_args_has(args, AS_OPT_METHOD) ? "--method" : "--interval");
	for (m = 0; m < x->n_metrics; m++)
		if (as_experiment_has_values(x, m))
			as_text_addf(&known, "%s%s", known.len ? ", " : "", x->metrics[m].name);
	st = as_fail(err, AS_ERR_USAGE,
		"cannot show '%.100s' of '%.100s': it has no values of that; it "
		"has %s",
		name, word, as_text_str(&known));
	as_text_release(&known);
	return st;
}

static const struct as_share_range shown_confidence = {
	0.5, 1, false, "a percentage from 50% to below 100%, such as 99%"};

enum as_status as_result_open(struct as_cli *cli, const char *word, struct as_result *out,
	struct as_err *err)
{
	struct as_store *store = NULL;
	struct as_experiment *x = NULL;
	struct as_question q;
	enum as_status st = as_comparing_check(cli->args, err);

	if (!st)
		st = as_result_read(cli, word, &store, &x, err);

	as_store_close(store);
	if (st)
		return st;
	as_comparing_set(cli->args, x);
	st = as_args_percent(cli->args, AS_OPT_SHOWN_CONFIDENCE, &shown_confidence,
		&x->plan.confidence, err);
	if (!st)
		st = as_question_read(cli, &q, err);
	if (!st)
		st = choose_criterion(cli, word, x, err);
	if (!st)
		st = choose_metric(cli->args, word, x, &q.metric, err);
	q.values_alone = as_args_has(cli->args, AS_OPT_QUANTILES) && !strcmp(cli->verb, "show") &&
		!as_args_has(cli->args, AS_OPT_FACTORS) && !as_exports_asked(cli->args);
	if (st)
		as_experiment_free(x);
	else
		st = as_result_init(out, x, &q, err);
	out->label = word;
	out->in_file = as_result_is_file(word) || (!st && !out->x->id);
	if (st)
		as_result_release(out);
	return st;
}
