/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/compare/check_verb.h"
#include "cli/compare/ci_out.h"
#include "cli/compare/detecting.h"
#include "cli/compare/early_stop.h"
#include "cli/compare/gate_options.h"
#include "cli/diff/diff.h"
#include "cli/measure/cmd_run.h"
#include "cli/request/request_commands.h"
#include "cli/suite/suite_verb.h"

/* What cannot stand together, or needs something else. */
static enum as_status check_words(const struct as_args *args, struct as_err *err)
{
	const bool command = args->n_words > args->n_before;

	if (args->n_before > 1)
		return as_fail(err, AS_ERR_USAGE,
			"cannot check several results at once: '%.100s' is the second; the "
			"command to measure stands after --",
			args->words[1]);
	if (args->n_before && command)
		return as_fail(err, AS_ERR_USAGE,
			"cannot check the result '%.200s' and measure '%.200s': leave one "
			"out",
			args->words[0], args->words[args->n_before]);
	if (args->n_before && !as_args_has(args, AS_OPT_BASELINE))
		return as_fail(err, AS_ERR_USAGE,
			"cannot check '%.200s' without a result to compare it with: add "
			"--baseline RESULT; a command to measure stands after --",
			args->words[0]);
	if (args->n_before && (as_args_has(args, AS_OPT_FILE) || as_args_has(args, AS_OPT_ONLY)))
		return as_fail(err, AS_ERR_USAGE,
			"cannot take --file or --only beside the result '%.200s', of which "
			"nothing is measured; leave one out",
			args->words[0]);
	if (as_args_has(args, AS_OPT_REFERENCE) || as_args_has(args, AS_OPT_REFERENCE_NAME))
		return as_fail(err, AS_ERR_USAGE,
			"cannot take --reference with assay check, which compares with the "
			"baseline: name that with --baseline, or use assay run");
	if (as_args_has(args, AS_OPT_EXTEND) || as_args_has(args, AS_OPT_RESUME))
		return as_fail(err, AS_ERR_USAGE,
			"assay check measures anew: use assay run for --extend and --resume, "
			"and assay check RESULT for what comes of it");
	return AS_OK;
}

static enum as_status check_suite(const struct as_args *args, struct as_err *err)
{
	const char *command = args->n_words ? args->words[args->n_before] : NULL;

	if (command && (as_args_has(args, AS_OPT_FILE) || as_args_has(args, AS_OPT_ONLY)))
		return as_fail(err, AS_ERR_USAGE,
			"cannot take --file or --only beside the command '%.200s': they "
			"are about the suite; leave one out",
			command);
	if (command || as_suite_is_there(args))
		return AS_OK;
	return as_fail(err, AS_ERR_USAGE,
		"assay check needs something to measure: a suite in ./assay.yaml (assay "
		"help suite), a command after --, or a RESULT");
}

/* Both versions are measured in the same rounds, as assay diff does. */
static enum as_status check_revision(struct as_cli *cli, const char *revision, struct as_err *err)
{
	struct as_args own;
	enum as_status st = as_check_args(cli->args, &as_command_diff,
		AS_GROUP_GATES | AS_GROUP_ESTIMATOR, cli->arena, &own, err);

	return st ? st : as_diff_versions(cli, &own, revision, NULL, err);
}

/* --dry-run: what it would take to measure what is here. */
static enum as_status check_plan(struct as_cli *cli, struct as_err *err)
{
	struct as_cli own = *cli;
	struct as_args args;
	enum as_status st = as_check_args(cli->args, &as_command_run, 0, cli->arena, &args, err);

	own.args = &args;
	if (!st)
		st = as_plan_only(&own, err);
	as_cli_raise(cli, own.exit);
	return st;
}

static enum as_status run(struct as_cli *cli, struct as_err *err)
{
	const struct as_args *args = cli->args;
	const char *word = as_args_value(args, AS_OPT_BASELINE);
	struct as_baseline base = {0};
	struct as_gate *gates = NULL;
	size_t n = 0;

	if (as_args_has(args, AS_OPT_LIST))
		return as_suite_show(cli, err);
	enum as_status st = as_request_check_subtract(args, "check", err);
	if (!st)
		st = check_words(args, err);
	if (!st && !args->n_before)
		st = check_suite(args, err);
	if (!st)
		st = as_gates_read(args, cli->arena, &gates, &n, err);
	if (!st)
		st = as_ci_check(args, err);
	if (!st && word)
		st = as_baseline_find(cli, word, args->n_before > 0, "baseline", &base, err);
	if (!st && word && base.kind != AS_BASELINE_REVISION)
		st = as_detect_refuse(args, err);
	if (!st && word && base.kind != AS_BASELINE_REVISION)
		st = as_early_refuse(args, err);
	if (!st && as_args_has(args, AS_OPT_ON) && word && base.kind != AS_BASELINE_REVISION)
		st = as_fail(err, AS_ERR_USAGE,
			"cannot check on many machines against '%.200s', which is kept: name a "
			"revision with --baseline, and each machine measures both",
			word);
	if (st)
		return st;
	if (as_args_has(args, AS_OPT_DRY_RUN) && word && base.kind != AS_BASELINE_REVISION)
		return check_plan(cli, err);
	return word && base.kind != AS_BASELINE_REVISION ? as_check_stored(cli, &base, err)
							 : check_revision(cli, base.what, err);
}

static const struct as_example examples[] = {
	{"the suite in ./assay.yaml as it is here, against where the branch left main",
		"assay check"},
	{"in CI: exit status 1 where something is proven to be more than 3 % slower",
		"assay check --fail-if 'slower by 3%'"},
	{"keep results under a label, and later measure against them",
		"assay run --label nightly; assay check --baseline nightly"},
	{"against what was kept of a commit", "assay check --baseline stored:v1.2"},
	{"a command, against the newest result of it",
		"assay check --baseline @last -- ./bench --fast"},
	{"two results, and nothing measured", "assay check after.assay --baseline before.assay"},
	{0},
};

const struct as_command_entry as_command_check = {
	.name = "check",
	.args = "[RESULT | -- COMMAND]",
	.summary = "is it as fast as a baseline? gates, and an exit status, for CI",
	.description = "Measures the suite of ./assay.yaml, or COMMAND, and compares it "
		       "with a baseline, benchmark by benchmark.\n\n"
		       "If the baseline is a revision of a git tree, both versions are "
		       "measured in the same rounds, as assay diff does. Without "
		       "--baseline it is the commit where the branch left the main one. "
		       "Any other baseline is a result that is kept, and only what is here "
		       "is measured. Then the sessions differ, and there is a verdict only "
		       "if it is known by how much: from a noise profile of the same "
		       "command (assay aa COMMAND, in 6 sessions), or because both have "
		       "several sessions. Results of other environments are refused.\n\n"
		       "With RESULT nothing is measured: it is compared with the baseline.\n\n"
		       "A benchmark that the baseline lacks is new, and one that only the "
		       "baseline has is gone; neither is an error. A failing benchmark is "
		       "never called slower. --fail-if, or fail-if of the suite for each "
		       "benchmark, sets what ends with exit status 1; undecided is never a "
		       "failure without --require-decision.",
	.options = AS_GROUP_BASELINE | AS_GROUP_ESTIMATOR | AS_GROUP_GATES | AS_GROUP_CI |
		   AS_GROUP_REPORT |
		   AS_GROUP_SUITE | AS_GROUP_APART | AS_GROUP_VERSIONS | AS_GROUP_SEVERAL |
		   AS_GROUP_COMMANDS | AS_GROUP_BUILDS | AS_GROUP_HOOKS | AS_GROUP_CONDITIONS |
		   AS_GROUP_AMOUNT | AS_GROUP_SEEING | AS_GROUP_ANALYSIS |
		   AS_GROUP_NUMBERS | AS_GROUP_SCREEN | AS_GROUP_KEEP | AS_GROUP_STORE |
		   AS_GROUP_PLANNING | AS_GROUP_ON | AS_GROUP_ADMIT,
	.examples = examples,
	.run = run,
};
