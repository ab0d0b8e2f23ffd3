/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

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

static enum as_status keep(struct as_cli *cli, struct as_store *store, const char *file,
	struct as_err *err)
{
	struct as_result r = {0};
	struct as_experiment *x = NULL;
	struct as_store *from = NULL;
	int64_t twin = 0;
	enum as_status st = as_result_read_file(file, &from, &x, err);

	as_store_close(from);
	if (st)
		return st;
	if (x->table) {
		as_experiment_free(x);
		return as_fail(err, AS_ERR_USAGE, "cannot keep '%s': it is a table, which says nothing of how "
			"it was measured; assay show takes it as it is", file);
	}
	st = as_result_init(&r, x, err);
	if (!st)
		st = as_store_has(store, x->uuid, &twin, err);
	if (!st && !twin)
		st = as_store_put(store, x, &r.analyses[0], err);
	if (!st)
		say(cli, file, twin ? "is in the store already, as" : "kept as", twin ? twin : x->id);
	as_result_release(&r);
	return st;
}

static enum as_status run(struct as_cli *cli, struct as_err *err)
{
	struct as_store *store = NULL;

	if (!cli->args->n_words)
		return as_fail(err, AS_ERR_USAGE,
			"cannot import nothing: name files, as in assay import x.json");
	enum as_status st = as_result_store(cli, AS_STORE_WRITE, &store, err);
	for (size_t i = 0; i < cli->args->n_words && !st; i++)
		st = keep(cli, store, cli->args->words[i], err);
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
		"FILE was written by assay export or by --export; - is standard input. The experiment is kept as it "
		"was measured, under a number of this store. One that is in the store already is not kept twice.",
	.options = AS_GROUP_STORE,
	.examples = examples,
	.run = run,
};
