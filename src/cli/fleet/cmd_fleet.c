/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/compare/fleet_make.h"
#include "cli/results/result.h"
#include "cli/screen_out.h"
#include "format/json/assay_json.h"
#include "report/compare/fleet_screen.h"

static enum as_status show(struct as_cli *cli, const struct as_fleet *f, struct as_err *err)
{
	struct as_style style = as_screen_style(cli);
	struct as_text t = {0};

	if (as_args_has(cli->args, AS_OPT_JSON))
		as_json_fleet(&t, f);
	else
		as_report_fleet(&t, &style, f);
	enum as_status st = as_screen_print(cli, &t, err);
	as_text_release(&t);
	return st;
}

static enum as_status run(struct as_cli *cli, struct as_err *err)
{
	const size_t n = cli->args->n_words;
	struct as_result *results = as_arena_array(cli->arena, n + 1, sizeof *results);
	struct as_fleet f;
	enum as_status st = AS_OK;
	size_t open = 0;

	if (n < 2)
		return as_fail(err, AS_ERR_USAGE,
			"cannot put %zu results together: name one of each machine, as in assay "
			"fleet n1.assay n2.assay n3.assay",
			n);
	if (!results)
		return as_fail_memory(err);
	for (; open < n && !st; open += !st)
		st = as_result_open(cli, cli->args->words[open], &results[open], err);
	if (!st)
		st = as_fleet_make(results, n, cli->arena, &f, err);
	if (!st)
		st = show(cli, &f, err);
	for (size_t i = 0; i < open; i++)
		as_result_release(&results[i]);
	return st;
}

static const struct as_example examples[] = {
	{"three machines that measured the same", "assay fleet n1.assay n2.assay n3.assay"},
	{"results of a store that several machines use", "assay fleet 12 13 14"},
	{0},
};

const struct as_command_entry as_command_fleet = {
	.name = "fleet",
	.args = "RESULT RESULT...",
	.summary = "put results of several machines together",
	.description =
		"Each RESULT was measured with the same commands and options on a machine of its "
		"own (for names of results see assay help show). A machine counts by one number, "
		"whatever its rounds vary by: the mean of its log ratios, or of its times. So "
		"there are two intervals: for these machines, and for machines like these, which "
		"is t on the numbers of the machines and has the verdict. Of two machines there "
		"is only a verdict for these two.\n\n"
		"Several results of one machine are its sessions. A machine with fewer than 3 "
		"complete rounds, or less than a third of those planned, is left out and named. "
		"One that differs from the others is named, and stays in: taking it out after "
		"looking would make the verdict wrong. Machines with other processors are named, "
		"and there is no verdict for all together.",
	.options = AS_GROUP_SCREEN | AS_GROUP_STORE | AS_GROUP_READING,
	.examples = examples,
	.run = run,
};
