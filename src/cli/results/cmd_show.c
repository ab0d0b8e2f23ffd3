/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/quantiles_show.h"
#include "cli/results/estimators_show.h"
#include "cli/results/export_write.h"
#include "cli/results/factors_show.h"
#include "cli/results/result.h"
#include "cli/results/tabled_show.h"
#include "cli/screen_out.h"

/* Which experiment this is, and where it was measured: run need not say so, show has to. */
static enum as_status show_header(struct as_cli *cli, const struct as_result *r, bool first,
	struct as_err *err)
{
	struct as_style style = as_screen_style(cli);
	struct as_text t = {0};

	if (as_args_has(cli->args, AS_OPT_JSON))
		return AS_OK;
	as_text_add(&t, first ? "" : "\n");
	size_t before = t.len;
	as_report_header(&t, &style, r->x);
	if (t.len > before)
		as_text_char(&t, '\n');
	enum as_status st = as_screen_print(cli, &t, err);
	as_text_release(&t);
	return st;
}

/* The long rest of it, where all is to be shown: below the answer. */
static enum as_status show_facts(struct as_cli *cli, const struct as_result *r,
	struct as_err *err)
{
	struct as_style style = as_screen_style(cli);
	struct as_text t = {0};
	enum as_status st = AS_OK;

	if (as_args_has(cli->args, AS_OPT_JSON))
		return AS_OK;
	as_text_char(&t, '\n');
	size_t before = t.len;
	as_report_facts(&t, &style, r->x);
	if (t.len > before)
		st = as_screen_print(cli, &t, err);
	as_text_release(&t);
	return st;
}

/* A store that cannot be written is shown all the same. */
static void note_seen(struct as_cli *cli, const struct as_result *r)
{
	struct as_store *store = NULL;

	if (r->x->shown || r->in_file || !as_result_is_seen(cli, r))
		return;
	enum as_status st = as_result_store(cli, AS_STORE_WRITE, &store, NULL);
	if (!st)
		st = as_store_mark_shown(store, r->x->id, NULL);
	(void)st;
	as_store_close(store);
}

static enum as_status show(struct as_cli *cli, const struct as_result *r, struct as_err *err)
{
	if (as_args_has(cli->args, AS_OPT_QUANTILES))
		return as_show_quantiles(cli, r, err);
	return as_args_has(cli->args, AS_OPT_ESTIMATORS) ? as_show_estimators(cli, r, err)
							  : as_result_show(cli, r, err);
}

static enum as_status run(struct as_cli *cli, struct as_err *err)
{
	size_t n = cli->args->n_words;
	enum as_status st = as_exports_check(cli->args, err);

	if (!st)
		st = as_show_estimators_check(cli->args, err);
	if (!st && as_args_has(cli->args, AS_OPT_POOLED) &&
		!as_args_has(cli->args, AS_OPT_QUANTILES))
		return as_fail(err, AS_ERR_USAGE,
			"cannot use --pooled without --quantiles, whose quantiles it is of: give "
			"both");
	if (!st && as_args_has(cli->args, AS_OPT_TABLE))
		return as_show_table(cli, err);
	if (!st && as_args_has(cli->args, AS_OPT_TABLE_TO))
		return as_fail(err, AS_ERR_USAGE,
			"cannot use --to without --table: give that, such as --table levels");
	if (!st && n > 1 && as_exports_asked(cli->args))
		return as_fail(err, AS_ERR_USAGE,
			"cannot export %zu results into one file: export them one by one", n);
	if (!st && as_exports_asked(cli->args) && as_args_has(cli->args, AS_OPT_SHOWN_CONFIDENCE))
		return as_fail(err, AS_ERR_USAGE,
			"cannot export a result at another confidence than that of its plan: leave "
			"--confidence out");
	for (size_t i = 0; i < (n ? n : 1) && !st; i++) {
		struct as_result r = {0};
		st = as_result_open(cli, n ? cli->args->words[i] : "@last", &r, err);
		if (!st)
			st = show_header(cli, &r, !i, err);
		if (!st && !(as_args_has(cli->args, AS_OPT_JSON) &&
				   as_args_has(cli->args, AS_OPT_FACTORS)))
			st = show(cli, &r, err);
		if (!st)
			st = as_show_factors(cli, &r, err);
		if (!st)
			st = show_facts(cli, &r, err);
		if (!st)
			st = as_result_export(cli, &r, err);
		if (!st)
			note_seen(cli, &r);
		as_result_release(&r);
	}
	return st;
}

static const struct as_example examples[] = {
	{"the newest result", "assay show"},
	{"the one before it", "assay show @last~1"},
	{"its peak memory in full, as the criterion is", "assay show --metric peak_memory @last"},
	{"a table of values, of any origin", "assay show data.csv"},
	{"its intervals at 99 %", "assay show --confidence 99%"},
	{"where its variation comes from", "assay show --factors"},
	{"a file, as JSON", "assay show --json fft.assay"},
	{"its latencies from p50 to p99.99", "assay show --quantiles --metric latency"},
	{"where the variation of all benchmarks comes from, for a paper",
		"assay show --table levels --to latex label:mono"},
	{"which estimate tells most from few executions", "assay show --estimators"},
	{"the same at low and at high load", "assay show --estimators --by load:2,8"},
	{0},
};

const struct as_command_entry as_command_show = {
	.name = "show",
	.args = "[RESULT...]",
	.summary = "show results again",
	.description = "RESULT is @last (the newest, and the default), @last~2 (the second "
		       "before it), the number or the label of an experiment in the store, "
		       "the beginning of its uuid, or a file written by --export or assay "
		       "export. A file is a name with a slash, or one that ends in .assay, "
		       ".json, .csv or .zst; - is standard input; any other name is a file "
		       "if no result in the store has that name. A table is a file, too: "
		       "its columns are levels, from the top, and a value "
		       "(build,execution,iteration,value; docs/formats.md), or it is a "
		       "plain column of numbers.\n\n"
		       "Everything is computed again from the stored values.",
	.options = AS_GROUP_SHOW | AS_GROUP_QUANTILES | AS_GROUP_STRATA | AS_GROUP_READING |
		   AS_GROUP_METHODS | AS_GROUP_ESTIMATOR |
		   AS_GROUP_NUMBERS | AS_GROUP_SCREEN | AS_GROUP_EXPORT |
		   AS_GROUP_STORE,
	.examples = examples,
	.run = run,
};
