/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/fleet/fleet_show.h"
#include "cli/results/result.h"

static enum as_status run(struct as_cli *cli, struct as_err *err)
{
	const size_t n = cli->args->n_words;
	struct as_result *results = as_arena_array(cli->arena, n + 1, sizeof *results);
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
		st = as_fleet_show(cli, results, n, err);
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
	.summary = "combine results of several machines",
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
	.options = AS_GROUP_SCREEN | AS_GROUP_STORE | AS_GROUP_READING | AS_GROUP_ADMIT,
	.examples = examples,
	.run = run,
};
