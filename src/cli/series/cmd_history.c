/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "cli/files.h"
#include "cli/measure/again/salvage.h"
#include "cli/results/import/import.h"
#include "cli/results/import/import_folder.h"
#include "cli/results/result.h"
#include "cli/screen_out.h"
#include "cli/series/history_settings.h"
#include "format/json/assay_json.h"
#include "report/history/history_screen.h"
#include "report/history/release_screen.h"
#include "run/scratch.h"

/* The store; NULL where the user's own has not been made yet. */
static enum as_status open_store(struct as_cli *cli, struct as_store **out, struct as_err *err)
{
	struct as_store_place place;
	enum as_status st = as_store_locate(as_args_value(cli->args, AS_OPT_STORE), &place, err);

	*out = NULL;
	if (!st && !place.exists && place.origin == AS_STORE_USER)
		return AS_OK;
	if (!st)
		as_salvage_before_reading(cli, &place);
	return st ? st : as_result_open_store(place.path, AS_STORE_READ, out, err);
}

/* What is named, and in place of a folder the results that are in it. */
static enum as_status collect_files(
	const struct as_history_asked *asked, struct as_import_list *out, struct as_err *err)
{
	enum as_status st = AS_OK;

	for (size_t i = 0; !st && i < asked->n_files; i++) {
		const char *word = asked->files[i];
		st = as_is_folder(word) ? as_folder_add(NULL, word, out, err)
					: as_import_list_add(out, word, err);
	}
	return st;
}

/* A store of what is in the files, in the folder s. */
static enum as_status open_files(const struct as_history_asked *asked, struct as_arena *a,
	struct as_scratch *s, struct as_store **out, struct as_err *err)
{
	const char *uuid = as_scratch_uuid(a);
	enum as_status st = uuid ? as_scratch_open(s, uuid, err) : as_fail_memory(err);
	const char *path = st ? NULL : as_arena_printf(a, "%s/files.db", s->path);
	struct as_import_list files = {0};

	if (!st && !path)
		st = as_fail_memory(err);
	if (!st)
		st = as_store_open(path, AS_STORE_WRITE, out, err);
	if (!st)
		st = collect_files(asked, &files, err);
	if (!st)
		st = as_import(*out, files.v, files.n, err);
	as_import_list_release(&files);
	return st;
}

/* Every word has to mean some benchmark. */
static enum as_status check_names(const struct as_history_asked *asked, struct as_err *err)
{
	for (size_t i = 0; i < asked->n_names; i++)
		if (!asked->fits[i])
			return as_fail(err, AS_ERR_USAGE,
				"cannot show the history of '%.200s': no benchmark in %s "
				"has that name in any version that is looked at; assay history "
				"without a name shows those that there are",
				asked->names[i], asked->n_files ? "the files" : "the store");
	return AS_OK;
}

enum as_status as_history_read(struct as_cli *cli, const struct as_history_asked *asked,
	struct as_history *out, struct as_err *err)
{
	struct as_scratch scratch = {.lock = -1};
	struct as_store *store = NULL;
	enum as_status st = asked->n_files
		? open_files(asked, cli->arena, &scratch, &store, err)
		: open_store(cli, &store, err);

	if (!st && store)
		st = as_result_renamed(cli, store, err);
	if (!st)
		st = as_history_of_store(store, asked, cli->arena, out, err);
	as_store_close(store);
	as_scratch_close(&scratch);
	return st ? st : check_names(asked, err);
}

static enum as_status show(struct as_cli *cli, const struct as_history *h, size_t most,
	struct as_err *err)
{
	struct as_style style = as_screen_style(cli);
	struct as_text t = {0};

	if (as_args_has(cli->args, AS_OPT_JSON))
		as_json_history(&t, h);
	else
		as_report_history(&t, &style, h, most);
	enum as_status st = as_screen_print(cli, &t, err);
	as_text_release(&t);
	return st;
}

/* What changed from OLD to NEW, on the screen or as a table. */
static enum as_status show_range(struct as_cli *cli, const struct as_history *h,
	struct as_history_asked *asked, struct as_err *err)
{
	const char *ci = as_args_value(cli->args, AS_OPT_HISTORY_CI);
	struct as_style style = as_screen_style(cli);
	struct as_text t = {0};
	enum as_status st = as_history_in_range(h, &asked->commits, asked->after, cli->arena,
		&asked->range);

	if (st)
		return as_fail_memory(err);
	if (ci)
		as_report_changed_table(&t, h, &asked->range);
	else
		as_report_changed(&t, &style, h, &asked->range);
	if (ci && strchr(ci, '='))
		st = as_text_finish(&t, err) ? AS_ERR_MEM
			: as_write_file(strchr(ci, '=') + 1, as_text_str(&t), t.len, "--ci", err);
	else
		st = as_screen_print(cli, &t, err);
	as_text_release(&t);
	return st;
}

/* --ci markdown, or markdown=FILE, of OLD..NEW alone. */
static enum as_status check_ci(const struct as_cli *cli, const struct as_history_asked *asked,
	struct as_err *err)
{
	const char *ci = as_args_value(cli->args, AS_OPT_HISTORY_CI);
	const char *file = ci ? strchr(ci, '=') : NULL;
	const size_t n = ci ? strcspn(ci, "=") : 0;

	if (!ci)
		return AS_OK;
	if (n != strlen("markdown") || strncmp(ci, "markdown", n) != 0 || (file && !file[1]))
		return as_args_bad(AS_OPT_HISTORY_CI, ci, "markdown, or markdown=FILE", err);
	if (as_args_has(cli->args, AS_OPT_JSON))
		return as_fail(err, AS_ERR_USAGE,
			"--json and --ci are two documents: give one of them");
	return asked->after ? AS_OK
			    : as_fail(err, AS_ERR_USAGE,
				      "--ci is of what changed from one revision to another: give "
				      "them as a word, such as assay history v1.0..v1.1 --ci "
				      "markdown");
}

static enum as_status run(struct as_cli *cli, struct as_err *err)
{
	struct as_history_asked asked;
	struct as_history h = {0};
	enum as_status st = as_history_select(cli, &asked, err);

	if (!st)
		st = check_ci(cli, &asked, err);
	if (!st)
		st = as_history_read(cli, &asked, &h, err);
	if (!st && asked.after && !as_args_has(cli->args, AS_OPT_JSON))
		return show_range(cli, &h, &asked, err);
	return st ? st : show(cli, &h, asked.most, err);
}

static const struct as_example examples[] = {
	{"all benchmarks along the commits that lead to HEAD", "assay history"},
	{"some of them, of the last quarter, and their memory, too",
		"assay history 'sort*' --since 90d --metric time,peak_memory"},
	{"of a table with columns version,date,execution,value", "assay history runs.csv"},
	{"of what other tools have kept: asv, and github-action-benchmark's page",
		"assay history results/ data.js"},
	{"what changed in a release, as a table for its notes",
		"assay history v1.0..v1.1 --ci markdown"},
	{"versions measured afresh, and then their history",
		"assay history --measure v1.0..HEAD --build make -- ./bench"},
	{"from a release on, as JSON", "assay history --since v1.0 --json"},
	{0},
};

const struct as_command_entry as_command_history = {
	.name = "history",
	.args = "[NAME|FILE|FOLDER...] [OLD..NEW]",
	.summary = "show how benchmarks developed over versions, and which version changed them",
	.description = "The history of a benchmark is made of all results in the store "
		       "that were measured in a commit of a git tree without uncommitted "
		       "changes, or elsewhere under a label (--label). If the current "
		       "folder lies in that repository, versions are in the order of its "
		       "first parents, otherwise in the order of their dates. NAME is the "
		       "name of a benchmark, or a pattern that fits it, in quotes. A FILE "
		       "that assay import would take, or a FOLDER of such files (with a "
		       "slash in its name), is looked at instead of the store, which stays "
		       "as it is.\n\n"
		       "OLD..NEW, two revisions, asks what changed after OLD, up to NEW, "
		       "and still stands at NEW, commit by commit. It is found in the "
		       "whole history that leads there.\n\n"
		       "A change is looked for in 6 versions and more, at a level of 1 % "
		       "for each history. The screen names its commit, its size with an "
		       "interval, and the other versions that it may be. A trend is one "
		       "gradual change; a change that was taken back has recovered. "
		       "Nothing is compared across another environment or another command. "
		       "Nothing is measured, and the exit status says nothing of what was "
		       "found.",
	.options = AS_GROUP_HISTORY | AS_GROUP_CHANGED | AS_GROUP_LIST | AS_GROUP_SCREEN |
		   AS_GROUP_STORE,
	.examples = examples,
	.run = run,
	.other_by = "--measure",
	.other = &as_command_backfill,
};
