/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "cli/measure/cmd_run.h"
#include "cli/planning/plan_verb.h"
#include "cli/results/result.h"
#include "cli/suite/suite_verb.h"
#include "run/spawner/tool.h"

static enum as_status check_any(const struct as_args *args, struct as_err *err)
{
	if (args->n_words || as_suite_is_there(args))
		return AS_OK;
	return as_fail(err, AS_ERR_USAGE,
		"assay plan needs a command, such as assay plan --precision 0.5%% ./bench, a "
		"result, such as assay plan @last, or a suite in ./assay.yaml (assay help suite)");
}

/* One word that is the number or the label of a result, and no program: a result stands behind an @
 * here. */
static enum as_status check_result_named(struct as_cli *cli, struct as_err *err)
{
	const struct as_args *args = cli->args;
	const char *word = args->n_words ? args->words[0] : NULL;

	if (args->n_words != 1 || args->n_before != 1 || strpbrk(word, "/ \t") ||
		as_program_in_path(word, cli->arena))
		return AS_OK;
	if (word[strspn(word, "0123456789")] && !as_result_is_kept(cli, word))
		return AS_OK;
	return as_fail(err, AS_ERR_USAGE,
		"cannot plan '%.200s': there is no such program in PATH; to plan from the result "
		"of that name, write: assay plan @%.200s",
		word, word);
}

static enum as_status run(struct as_cli *cli, struct as_err *err)
{
	static const enum as_option_id numbers[] = {AS_OPT_MEAN, AS_OPT_PILOT},
				       of_result[] = {AS_OPT_DETECT, AS_OPT_POWER};
	char option[32];

	if (as_args_has(cli->args, AS_OPT_ORACLE))
		return as_plan_oracle(cli, err);
	if (as_args_has(cli->args, AS_OPT_PLAN_MACHINES))
		return as_plan_machines(cli, err);
	if (as_args_has(cli->args, AS_OPT_VARIANCE) || as_plan_is_of_table(cli->args))
		return as_plan_given(cli, err);
	if (as_plan_is_of_result(cli->args))
		return as_plan_of_result(cli, err);
	for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
		if (!as_args_has(cli->args, numbers[i]))
			continue;
		as_option_spell(numbers[i], option);
		return as_fail(err, AS_ERR_USAGE,
			"cannot use %s without --variance: what is measured is not given", option);
	}
	for (size_t i = 0; i < sizeof of_result / sizeof of_result[0]; i++) {
		if (!as_args_has(cli->args, of_result[i]))
			continue;
		as_option_spell(of_result[i], option);
		return as_fail(err, AS_ERR_USAGE,
			"cannot use %s without a result: what changes are seen follows from how "
			"much it varied; measure it once, then ask assay plan @last",
			option);
	}
	enum as_status st = check_any(cli->args, err);
	if (!st)
		st = check_result_named(cli, err);
	return st ? st : as_plan_only(cli, err);
}

static const struct as_example examples[] = {
	{"what 0.5 % would cost", "assay plan --precision 0.5% ./bench"},
	{"what ten minutes would give", "assay plan --budget 10m --build 'make -B fft' ./fft"},
	{"what the newest result at 0.2 % would cost", "assay plan --precision 0.2% @last"},
	{"how long it takes to see half a percent", "assay plan @last --detect 0.5%,1%,3%"},
	{"the best counts for given variances and costs",
		"assay plan --variance iteration=400,execution=25,build=4 --cost "
		"iteration=1s,start=30s,build=10m"},
	{"the same of a table of values with levels of its own",
		"assay plan four.csv --precision 0.5% --cost "
		"machine=2h,build=30s,execution=1s,iteration=10ms"},
	{"how many machines are worth it, where they differ by 1 % and rounds by 2 %",
		"assay plan --machines 200 --variance machine=1e-4,round=4e-4 --cost "
		"machine=60s,session=5s,round=10s --precision 1%"},
	{"how many operations of 50 ns to time together", "assay plan --oracle 50ns"},
	{0},
};

const struct as_command_entry as_command_plan = {
	.name = "plan",
	.args = "COMMAND... | -- PROGRAM [ARG...] | @RESULT | FILE.assay | FILE.csv",
	.summary = "say what a precision would cost, or what a budget would give",
	.description =
		"The same as assay run --dry-run: a few builds and executions are made to learn "
		"costs and variances, and the plan is printed: how many builds, executions and "
		"iterations, how long they take, and how precise the result is expected to be.\n\n"
		"With a result, @last, @12 by its number, @nightly by its label, or a file, "
		"nothing is measured: the plan follows from what that has shown; so it does of a "
		"table of values, whose levels have whatever names, and whose costs are given. "
		"With --variance both are: variances and costs of units. --oracle says how many "
		"short operations to time together.",
	.options = AS_GROUP_SEVERAL | AS_GROUP_COMMANDS | AS_GROUP_BUILDS | AS_GROUP_HOOKS |
		   AS_GROUP_CONDITIONS | AS_GROUP_AMOUNT | AS_GROUP_SEEING | AS_GROUP_ANALYSIS |
		   AS_GROUP_NUMBERS | AS_GROUP_SCREEN | AS_GROUP_PLANNING | AS_GROUP_GIVEN |
		   AS_GROUP_STORE | AS_GROUP_SUITE,
	.examples = examples,
	.run = run,
};
