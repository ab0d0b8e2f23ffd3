/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "cli/error.h"
#include "cli/files.h"
#include "cli/results/import/import.h"
#include "cli/results/import/import_folder.h"
#include "cli/results/import/import_read.h"
#include "cli/results/import/import_unused.h"
#include "clock/clock.h"

/* For so long others who write to the store wait. */
enum { TOGETHER_NS = 1000000000 };

/* A store that experiments are put into, and what is told of them. */
struct importing {
	struct as_store *store;
	struct as_cli *cli; /* NULL: nothing is said */
	struct as_unused unused, remarks;
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
	as_unused_release(&to->remarks);
	as_text_release(&to->kept);
}

static enum as_status keep_result(
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

/* Lines that are odd in a file, each by itself. */
static enum as_status take_remarks(struct importing *to, const struct as_import_read *r,
	struct as_err *err)
{
	enum as_status st = AS_OK;

	for (const char *s = r->remarks; s && *s && !st;) {
		const size_t n = strcspn(s, "\n");
		char *one = strndup(s, n);
		st = one ? as_unused_add(&to->remarks, as_file_in_name(r->file), one, err)
			 : as_fail_memory(err);
		free(one);
		s += n + (s[n] == '\n');
	}
	return st;
}

/* All that is in a file that was read. */
static enum as_status keep_file(
	struct importing *to, const struct as_import_read *r, struct as_err *err)
{
	enum as_status st = take_remarks(to, r, err);

	if (!st)
		st = as_unused_add(&to->unused, r->file, r->unused, err);
	if (!st)
		st = begin(to, err);
	for (size_t i = 0; i < r->n && !st; i++)
		st = keep_result(to, r->file, &r->v[i], err);
	if (st || as_clock_now() - to->began_ns > TOGETHER_NS) {
		const enum as_status ended = end(to, st ? NULL : err);
		st = st ? st : ended;
	}
	return st;
}

/* How the files went that could not be read. */
struct import_losses {
	size_t n, bad;
	enum as_status worst;
	bool first_ends_it; /* nobody is told of the others */
};

/* A file that cannot be read is said at once, and the others are kept all the same. */
static enum as_status lose(struct import_losses *l, const struct as_import_read *r,
	struct as_err *err)
{
	if (l->n == 1 || l->first_ends_it || r->st == AS_ERR_MEM || r->st == AS_ERR_INTERRUPTED) {
		if (err)
			*err = r->why;
		return r->st;
	}
	as_error_print(&r->why);
	l->bad++;
	if (as_exit_worse(as_exit_of(r->st), as_exit_of(l->worst)) == as_exit_of(r->st))
		l->worst = r->st;
	return AS_OK;
}

/* What the store refuses it would refuse again: after st nothing more is kept. */
static enum as_status keep_batch(struct importing *to, struct as_import_batch *b,
	struct import_losses *l, enum as_status st, struct as_err *err)
{
	for (size_t k = 0; k < b->n; k++) {
		if (!st)
			st = b->v[k].st ? lose(l, &b->v[k], err) : keep_file(to, &b->v[k], err);
		as_import_read_release(&b->v[k]);
	}
	return st;
}

/* What comes next is read while what is there is kept. */
static enum as_status keep_each(struct importing *to, char *const *files, struct import_losses *l,
	struct as_err *err)
{
	struct as_import_batch *b = calloc(2, sizeof *b);
	enum as_status st = b ? AS_OK : as_fail_memory(err);
	size_t i = 0, now = 0;

	if (!b)
		return st;
	b[0].args = b[1].args = to->cli ? to->cli->args : NULL;
	as_import_begin(&b[now], files, l->n);
	while (b[now].n) {
		as_import_wait(&b[now]);
		i += b[now].n;
		as_import_begin(&b[!now], files + i, st ? 0 : l->n - i);
		st = keep_batch(to, &b[now], l, st, err);
		now = !now;
	}
	free(b);
	if (st || !l->bad)
		return st;
	return as_fail(err, l->worst, "cannot import %zu of %zu files, as was said%s", l->bad, l->n,
		l->bad < l->n ? "; the others are in the store" : "");
}

static enum as_status keep_all(struct importing *to, char *const *files, struct import_losses *l,
	struct as_err *err)
{
	struct as_err last = {0};
	const enum as_status st = keep_each(to, files, l, err);
	const enum as_status ended = end(to, &last);

	as_remarks_say(&to->remarks);
	if (!ended)
		return st;
	if (err)
		*err = last;
	return ended;
}

enum as_status as_import(struct as_store *store, char *const *files, size_t n, struct as_err *err)
{
	struct import_losses losses = {.n = n, .first_ends_it = true};
	struct importing to = {.store = store};
	const enum as_status st = keep_all(&to, files, &losses, err);

	release(&to);
	return st;
}

/* What is named, and in place of a folder the results that are in it. */
static enum as_status collect_files(
	struct as_cli *cli, struct as_import_list *out, struct as_err *err)
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
	enum as_status st = collect_files(cli, &files, err);
	struct import_losses losses = {.n = files.n};

	if (!st)
		st = as_result_store(cli, AS_STORE_WRITE, &to.store, err);
	if (!st) {
		st = keep_all(&to, files.v, &losses, err);
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
	{"a table of any columns, the times in `elapsed`, in seconds",
		"assay import times.tsv --value elapsed --unit s"},
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
