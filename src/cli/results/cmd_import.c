/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "cli/error.h"
#include "cli/result.h"

/* "x.json: kept as experiment 12" */
static void say(struct as_cli *cli, const char *file, const char *how, int64_t id)
{
	struct as_text t = {0};

	as_text_add_neutral(&t, file, strlen(file), 0);
	as_text_addf(&t, ": %s experiment %lld\n", how, (long long)id);
	as_out_show(cli->out, &t);
	as_text_release(&t);
}

static enum as_status read_file(const char *file, struct as_experiment **out, struct as_err *err)
{
	struct as_store *from = NULL;
	enum as_status st = as_result_read_file(file, &from, out, err);

	as_store_close(from);
	if (st || !(*out)->table)
		return st;
	as_experiment_free(*out);
	*out = NULL;
	return as_fail(err, AS_ERR_USAGE,
		"cannot keep '%s': it is a table, which says nothing of how "
		"it was measured; assay show takes it as it is",
		file);
}

/* x is taken over. */
static enum as_status keep(struct as_cli *cli, struct as_store *store, const char *file,
	struct as_experiment *x, struct as_err *err)
{
	struct as_result r = {0};
	int64_t twin = 0;
	enum as_status st = as_result_init(&r, x, err);

	if (!st)
		st = as_store_has(store, x->uuid, &twin, err);
	if (!st && !twin)
		st = as_store_put(store, x, &r.analyses[0], err);
	if (!st)
		say(cli, file, twin ? "is in the store already, as" : "kept as",
			twin ? twin : x->id);
	as_result_release(&r);
	return st;
}

/* Each file that cannot be read is said at once, and the others are kept all the same; what the
 * store refuses it would refuse again. */
static enum as_status keep_all(struct as_cli *cli, struct as_store *store, struct as_err *err)
{
	const size_t n = cli->args->n_words;
	enum as_status worst = AS_OK;
	size_t bad = 0;

	for (size_t i = 0; i < n; i++) {
		const char *file = cli->args->words[i];
		struct as_experiment *x = NULL;
		struct as_err why = {0};
		enum as_status st = read_file(file, &x, &why);
		if (!st) {
			st = keep(cli, store, file, x, err);
			if (st)
				return st;
			continue;
		}
		if (n == 1 || st == AS_ERR_MEM || st == AS_ERR_INTERRUPTED) {
			if (err)
				*err = why;
			return st;
		}
		as_error_print(&why);
		bad++;
		worst = as_exit_worse(as_exit_of(st), as_exit_of(worst)) == as_exit_of(st) ? st
											   : worst;
	}
	return bad ? as_fail(err, worst, "cannot import %zu of %zu files, as was said%s", bad, n,
		bad < n ? "; the others are in the store" : "") : AS_OK;
}

static enum as_status run(struct as_cli *cli, struct as_err *err)
{
	struct as_store *store = NULL;

	if (!cli->args->n_words)
		return as_fail(err, AS_ERR_USAGE,
			"cannot import nothing: name files, as in assay import x.json");
	enum as_status st = as_result_store(cli, AS_STORE_WRITE, &store, err);
	if (!st)
		st = keep_all(cli, store, err);
	as_store_close(store);
	return st;
}

static const struct as_example examples[] = {
	{"what another machine measured", "assay import theirs.json"},
	{"several, compressed or not", "assay import *.json *.json.zst *.assay"},
	{"from standard input", "ssh build assay export @last | assay import -"},
	{0},
};

const struct as_command_entry as_command_import = {
	.name = "import",
	.args = "FILE...",
	.summary = "keep the experiments of files in the store",
	.description =
		"FILE was written by assay export or by --export; - is standard input. The "
		"experiment is kept as it was measured, under a number of this store. One that is "
		"in the store already is not kept twice. A file that cannot be read is said, and "
		"the others are kept; the exit status is 6 then.",
	.options = AS_GROUP_STORE,
	.examples = examples,
	.run = run,
};
