/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "cli/error.h"
#include "cli/results/import.h"
#include "cli/results/import_folder.h"
#include "cli/results/import_unused.h"
#include "cli/results/result.h"
#include "clock/clock.h"
#include "format/table/sheet.h"
#include "model/joined/table.h"

/* For so long others who write to the store wait. */
enum { TOGETHER_NS = 1000000000 };

/* A store that experiments are put into, and what is told of them. */
struct importing {
	struct as_store *store;
	struct as_cli *cli; /* NULL: nothing is said */
	struct as_unused unused;
	struct as_text kept; /* lines of what is in the open transaction */
	int64_t began_ns; /* when that was; 0: none is open */
};

/* "x.json: kept as experiment 12"; of a version, "kept as experiment 12, v1.2" */
static void say(
	struct importing *to, const char *file, const char *how, const struct as_experiment *x)
{
	const char *version = x->n_subjects ? x->subjects[0].version.label : NULL;
	struct as_text *t = &to->kept;

	as_text_add_neutral(t, file, strlen(file), 0);
	as_text_addf(t, ": %s experiment %lld", how, (long long)x->id);
	if (version) {
		as_text_add(t, ", ");
		as_text_add_neutral(t, version, strlen(version), 0);
	}
	as_text_char(t, '\n');
}

/* Files are one transaction, or for a long list one a second. What is kept is said when it is. */
static enum as_status begin(struct importing *to, struct as_err *err)
{
	if (to->began_ns)
		return AS_OK;
	to->began_ns = as_clock_now();
	return as_store_begin_many(to->store, err);
}

static enum as_status end(struct importing *to, struct as_err *err)
{
	const enum as_status st = to->began_ns ? as_store_end_many(to->store, err) : AS_OK;

	if (!st && to->cli)
		as_out_show(to->cli->out, &to->kept);
	as_text_clear(&to->kept);
	to->began_ns = 0;
	return st;
}

static void release(struct importing *to)
{
	as_unused_release(&to->unused);
	as_text_release(&to->kept);
}

/* What is all of one version that is no commit has its name, by which histories have it. */
static void name_version(struct as_experiment *x)
{
	const struct as_version *v = x->n_subjects ? &x->subjects[0].version : NULL;

	if (v && !x->label && !v->commit)
		x->label = v->label;
}

static enum as_status read_file(struct importing *to, const char *file,
	struct as_experiment ***out, size_t *n, struct as_err *err)
{
	struct as_experiment *x = NULL;
	struct as_store *from = NULL;
	struct as_err why = {0};
	enum as_status st = as_result_read_file(
		to->cli ? to->cli->args : NULL, file, &from, &x, err);

	as_store_close(from);
	if (st)
		return st;
	st = as_unused_add(&to->unused, file, x->unused, err);
	if (st) {
		as_experiment_free(x);
		return st;
	}
	if (x->table ? !as_experiment_has_table_facts(x) : as_sheet_has_versions(x)) {
		st = as_sheet_divide(x, out, n, &why);
		if (st)
			as_fail(err, st, "cannot keep '%.300s': %s", file, why.msg);
	} else {
		name_version(x);
		*out = calloc(1, sizeof **out);
		if (*out)
			(*out)[(*n)++] = x;
		else
			st = as_fail_memory(err);
	}
	if (st)
		as_experiment_free(x);
	return st;
}

static enum as_status keep(
	struct importing *to, const char *file, struct as_result *r, struct as_err *err)
{
	struct as_experiment *x = r->x;
	int64_t twin = 0;
	enum as_status st = as_store_has(to->store, x->uuid, &twin, err);

	if (!st && !twin)
		st = as_store_put(to->store, x, &r->analyses[0], err);
	if (st)
		return st;
	x->id = twin ? twin : x->id;
	say(to, file, twin ? "is in the store already, as" : "kept as", x);
	return AS_OK;
}

/* The experiments of a file, which are taken over, with what is kept of each; all of them or none. */
static enum as_status analyse(struct as_experiment **v, size_t n, struct as_result **out,
	struct as_err *err)
{
	const struct as_question kept = {.metric = AS_OF_CRITERION, .summaries_alone = true};
	struct as_result *r = calloc(n + 1, sizeof *r);
	enum as_status st = r ? AS_OK : as_fail_memory(err);

	*out = r;
	for (size_t i = 0; i < n; i++) {
		if (st)
			as_experiment_free(v[i]);
		else
			st = as_result_init(&r[i], v[i], &kept, err);
	}
	free(v);
	return st;
}

static void release_all(struct as_result *r, size_t n)
{
	for (size_t i = 0; r && i < n; i++)
		as_result_release(&r[i]);
	free(r);
}

/* All that is in a file. */
static enum as_status keep_file(
	struct importing *to, const char *file, struct as_err *why, struct as_err *err)
{
	struct as_experiment **v = NULL;
	struct as_result *r = NULL;
	size_t n = 0;
	enum as_status st = read_file(to, file, &v, &n, why);

	if (!st)
		st = analyse(v, n, &r, why);
	if (!st) {
		st = begin(to, err);
		for (size_t i = 0; i < n && !st; i++)
			st = keep(to, file, &r[i], err);
		if (st || as_clock_now() - to->began_ns > TOGETHER_NS) {
			const enum as_status ended = end(to, st ? NULL : err);
			st = st ? st : ended;
		}
	}
	release_all(r, n);
	return st;
}

/* Each file that cannot be read is said at once, and the others are kept all the same; what the
 * store refuses it would refuse again. */
static enum as_status keep_each(
	struct importing *to, const struct as_import_list *files, struct as_err *err)
{
	enum as_status worst = AS_OK;
	size_t bad = 0;

	for (size_t i = 0; i < files->n; i++) {
		struct as_err why = {0};
		enum as_status st = keep_file(to, files->v[i], &why, err);
		if (!st)
			continue;
		if (!why.code)
			return st;
		if (files->n == 1 || st == AS_ERR_MEM || st == AS_ERR_INTERRUPTED) {
			if (err)
				*err = why;
			return st;
		}
		as_error_print(&why);
		bad++;
		worst = as_exit_worse(as_exit_of(st), as_exit_of(worst)) == as_exit_of(st) ? st
											   : worst;
	}
	return bad ? as_fail(err, worst, "cannot import %zu of %zu files, as was said%s", bad,
			     files->n, bad < files->n ? "; the others are in the store" : "")
		   : AS_OK;
}

static enum as_status keep_all(
	struct importing *to, const struct as_import_list *files, struct as_err *err)
{
	struct as_err last = {0};
	const enum as_status st = keep_each(to, files, err);
	const enum as_status ended = end(to, &last);

	if (!ended)
		return st;
	if (err)
		*err = last;
	return ended;
}

enum as_status as_import(struct as_store *store, const char *const *files, size_t n,
	struct as_err *err)
{
	struct importing to = {.store = store};
	struct as_err why = {0};
	enum as_status st = AS_OK;

	for (size_t i = 0; i < n && !st; i++)
		st = keep_file(&to, files[i], &why, err);
	const enum as_status ended = end(&to, st ? NULL : err);
	release(&to);
	if (why.code && err)
		*err = why;
	return st ? st : ended;
}

/* What is named, and in place of a folder the results that are in it. */
static enum as_status collect(struct as_cli *cli, struct as_import_list *out, struct as_err *err)
{
	enum as_status st = AS_OK;

	if (!cli->args->n_words)
		return as_fail(err, AS_ERR_USAGE,
			"cannot import nothing: name files or a folder, as in assay import x.json");
	for (size_t i = 0; i < cli->args->n_words && !st; i++) {
		const char *word = cli->args->words[i];
		st = as_is_folder(word) ? as_folder_add(cli, word, out, err)
					: as_import_list_add(out, word, err);
	}
	return st;
}

static enum as_status run(struct as_cli *cli, struct as_err *err)
{
	struct importing to = {.cli = cli};
	struct as_import_list files = {0};
	enum as_status st = collect(cli, &files, err);

	if (!st)
		st = as_result_store(cli, AS_STORE_WRITE, &to.store, err);
	if (!st) {
		st = keep_all(&to, &files, err);
		const enum as_status settled = as_store_settle(to.store, st ? NULL : err);
		st = st ? st : settled;
	}
	as_unused_say(&to.unused, cli);
	release(&to);
	as_store_close(to.store);
	as_import_list_release(&files);
	return st;
}

static const struct as_example examples[] = {
	{"what another machine measured", "assay import theirs.json"},
	{"several, compressed or not", "assay import *.json *.json.zst *.assay"},
	{"a table with columns version,date,execution,value: a history", "assay import runs.csv"},
	{"all results of a tool's folder", "assay import target/criterion"},
	{"from standard input", "ssh build assay export @last | assay import -"},
	{0},
};

const struct as_command_entry as_command_import = {
	.name = "import",
	.args = "FILE|FOLDER...",
	.summary = "keep the experiments of files in the store",
	.description =
		"FILE was written by assay export or by --export; - is standard input. The "
		"experiment is kept as it was measured, under a number of this store. One that is "
		"in the store already is not kept twice. What of another tool's file nothing was "
		"made of is said. A file that cannot be read is said, and "
		"the others are kept; the exit status is 6 then.\n\n"
		"Of a FOLDER all files are taken that are results for sure, in it and in its "
		"folders, in the order of their names: those of Criterion.rs, of asv, or of any "
		"other tool. Links are not followed, and how many files were left alone is "
		"said.\n\n"
		"A table is kept, too (docs/formats.md): what it does not say of how it was "
		"measured is unknown. With columns version or commit, and date, each version is "
		"an experiment of its own, and assay history shows how they went.",
	.options = AS_GROUP_READING | AS_GROUP_STORE,
	.examples = examples,
	.run = run,
};
