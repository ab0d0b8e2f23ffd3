/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/pictures/report_out.h"
#include "cli/results/result.h"

static enum as_status add_all(struct as_cli *cli, struct as_report_views *v, struct as_err *err)
{
	const size_t n = cli->args->n_words;
	enum as_status st = AS_OK;

	for (size_t i = 0; i < (n ? n : 1) && !st; i++) {
		struct as_result r = {0};
		st = as_result_open(cli, n ? cli->args->words[i] : "@last", &r, err);
		if (!st)
			st = as_report_add_result(cli, v, &r, err);
		as_result_release(&r);
	}
	return st;
}

static enum as_status run(struct as_cli *cli, struct as_err *err)
{
	static const char told[] = "wrote report.html\n"; /* where nobody said where */
	const char *path = as_args_value(cli->args, AS_OPT_PAGE);
	const bool named = path;
	const char *title = cli->args->n_words == 1 ? cli->args->words[0] : "report";
	struct as_report_views v = {0};

	path = named ? path : "report.html";
	enum as_status st = as_report_check(path, "the report", err);
	if (!st)
		st = add_all(cli, &v, err);
	if (!st)
		st = as_report_add_histories(cli, &v, err);
	if (!st)
		st = as_report_write(cli, &v, title, path, err);
	as_report_views_release(&v);
	if (!st && !named)
		as_out_write(cli->out, told, sizeof told - 1);
	return st;
}

static const struct as_example examples[] = {
	{"the newest result, in report.html", "assay report"},
	{"two results on one page", "assay report before.assay after.assay -o both.html"},
	{0},
};

const struct as_command_entry as_command_report = {
	.name = "report",
	.args = "[RESULT...]",
	.summary = "write a result as one HTML page with charts",
	.description = "RESULT is @last (the default), a number, a label or a file; see assay help "
		       "show. The page is one file: it asks for nothing from anywhere, and its "
		       "Content-Security-Policy lets no script but its own run. It begins with "
		       "the answer, then each command, what disturbed it, comparisons, and how "
		       "it was measured; docs/report.md describes it, and the documents in it."
		       "\n\n"
		       "Of more than 200 000 values so many are drawn, evenly spread in time, and "
		       "it says that they are.",
	.options = AS_GROUP_REPORT | AS_GROUP_READING | AS_GROUP_NUMBERS | AS_GROUP_STORE,
	.examples = examples,
	.run = run,
};
