/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "cli/compare/detecting.h"
#include "cli/compare/early_stop.h"
#include "cli/compare/gate_options.h"
#include "cli/measure/again/going_on.h"
#include "cli/measure/again/resume.h"
#include "cli/measure/benchmarks.h"
#include "cli/measure/cmd_run.h"
#include "cli/measure/extend_options.h"
#include "cli/measure/measure.h"
#include "cli/request/parameters_unused.h"
#include "cli/request/request_options.h"
#include "cli/results/export_write.h"
#include "cli/results/result.h"
#include "cli/suite/suite_run.h"
#include "cli/suite/suite_verb.h"
#include "run/interrupt.h"

/* What to measure: the commands that are given, or more of what is there. */
static enum as_status read_request(struct as_cli *cli, struct as_extending *out, struct as_err *err)
{
	if (as_args_has(cli->args, AS_OPT_EXTEND))
		return as_extending_open(cli, out, err);
	enum as_status st = as_request_fill(cli->args, cli->arena, &out->request,
		err);
	const char *unused = st ? NULL : as_parameter_unused(cli->args, cli->arena);

	if (unused)
		as_result_note("", unused);
	return st ? st
		  : as_benchmarks_expand(cli->args, &out->request, &out->with, cli->arena, err);
}

/* The verb of then opens the store itself. */
static enum as_status go_on(struct as_cli *cli, struct as_store *store, struct as_ledger *campaign,
	struct as_err *err)
{
	char *path = realpath(as_store_path(store), NULL);
	const char *own = as_arena_strdup(cli->arena, path ? path : as_store_path(store));

	free(path);
	as_store_close(store);
	if (own)
		return as_campaign_go_on(cli, campaign, own, err);
	as_ledger_close(campaign);
	return as_fail_memory(err);
}

static enum as_status resume(struct as_cli *cli, struct as_err *err)
{
	struct as_extending e = {0}; /* nothing is extended */
	struct as_resuming r = {0};
	struct as_store *store = NULL;
	enum as_status st = as_exports_check(cli->args, err);

	if (!st)
		st = as_result_store(cli, AS_STORE_WRITE, &store, err);
	if (!st)
		st = as_resuming_open(cli, store, &r, &e, err);
	if (!st && r.campaign)
		return go_on(cli, store, r.campaign, err);
	if (!st) {
		as_interrupt_catch();
		st = as_measure(cli, &e, store, err);
	}
	as_store_close(store);
	as_resuming_close(&r);
	return st;
}

/* What is to be decided, and seen. */
static enum as_status check_verdicts(struct as_cli *cli, struct as_request *r, struct as_err *err)
{
	const size_t n = r->what.n_commands - as_args_has(cli->args, AS_OPT_SUBTRACT);
	struct as_gate *gates = NULL;
	size_t n_gates = 0;
	enum as_status st = as_gates_check(cli->args, n, cli->arena, err);

	if (!st)
		st = as_gates_read(cli->args, cli->arena, &gates, &n_gates, err);
	const struct as_early_gates early = {.v = gates, .n = n_gates, .n_compared = n};
	if (!st)
		st = as_early_settle(cli->args, r, &early, err);
	return st ? st : as_detect_settle(r, gates, n_gates, n, err);
}

static enum as_status plan_or_run(struct as_cli *cli, bool plan, struct as_err *err)
{
	struct as_extending e = {0};
	struct as_request *request = &e.request;
	struct as_store *store = NULL;
	const bool on = as_args_has(cli->args, AS_OPT_ON); /* and gone on with by the ledger */
	enum as_status st = read_request(cli, &e, err);

	if (!st)
		st = as_exports_check(cli->args, err);
	if (!st)
		st = check_verdicts(cli, request, err);
	if (st) {
		as_extending_close(&e);
		return st;
	}
	request->amount.dry_run = request->amount.dry_run || plan;
	st = as_measure_place(cli, request->amount.dry_run, &store, err);
	if (!st && on)
		st = as_campaign_begin(cli, cli->args, err);
	if (!st && store && !request->amount.dry_run)
		st = as_measure_begin(cli, store, on ? "machines" : NULL, &e, err);
	if (!st) {
		as_interrupt_catch();
		st = as_measure(cli, &e, store, err);
	}
	as_store_close(store);
	as_extending_close(&e);
	if (on)
		as_campaign_end(cli, st);
	return st;
}

static enum as_status run_anything(struct as_cli *cli, bool plan, struct as_err *err)
{
	enum as_status st = as_suite_check_options(cli->args, true, err);

	if (st)
		return st;
	if (as_args_has(cli->args, AS_OPT_LIST))
		return as_suite_is_meant(cli->args) ? as_suite_show(cli, err)
						    : as_benchmarks_show(cli, err);
	if (as_suite_is_meant(cli->args) && !as_args_has(cli->args, AS_OPT_EXTEND))
		return as_suite_run(cli, plan, err);
	return plan_or_run(cli, plan, err);
}

static enum as_status run(struct as_cli *cli, struct as_err *err)
{
	return as_args_has(cli->args, AS_OPT_RESUME) ? resume(cli, err)
						     : run_anything(cli, false, err);
}

enum as_status as_plan_only(struct as_cli *cli, struct as_err *err)
{
	return run_anything(cli, true, err);
}

static const struct as_example examples[] = {
	{"one command", "assay run 'sleep 0.05'"},
	{"one command given as words", "assay run -- gzip -k -f -9 data"},
	{"two commands, compared", "assay run 'sort -S 50M big' 'sort -S 1G big'"},
	{"a command with a parameter", "assay run -L level 1,6,9 'gzip -kf -{level} data'"},
	{"the suite in ./assay.yaml", "assay run"},
	{"of it what bears a tag", "assay run --only tag:fast"},
	{"every benchmark of a program of Google Benchmark whose name begins so",
		"assay run --only 'BM_sort*' ./gbench"},
	{"what a reboot has interrupted", "assay run --resume"},
	{"one session more of the newest result, tomorrow", "assay run --extend @last"},
	{"on three nodes of a cluster, 20 rounds each",
		"assay run --on slurm --machines 3 -r 20 ./old ./new"},
	{"to ± 0.5 %, within two minutes", "assay run --precision 0.5% --budget 2m ./bench"},
	{0},
};

const struct as_command_entry as_command_run = {
	.name = "run",
	.args = "[COMMAND... | -- PROGRAM [ARG...]]",
	.summary = "measure commands, and compare them",
	.description =
		"Each COMMAND is one word for the shell, in quotes if it has blanks. It is split "
		"into words and started directly, or by /bin/sh if it has shell syntax. After -- "
		"the words are one program with its arguments.\n\n"
		"Several commands are measured in rounds: each round executes every command once, "
		"in random order, so that a drift of the machine is not taken for a difference. "
		"After a first stage assay works out how many rounds the precision needs, and "
		"measures those.\n\n"
		"Without a command the suite of ./assay.yaml is measured (assay help suite).\n\n"
		"A program that reports its own iterations (assay help reporter) is analysed at "
		"two levels. One with several benchmarks, of our harness, of Google Benchmark or "
		"of go test, becomes a subject for each, of which --only chooses.\n\n"
		"Every execution is written down when it has ended: if assay is killed, assay "
		"list shows what was measured, and --resume goes on with it.\n\n"
		"Ctrl-C stops and shows the honest interval so far; a second one leaves.",
	.options = AS_GROUP_SEVERAL | AS_GROUP_COMMANDS | AS_GROUP_BUILDS | AS_GROUP_HOOKS |
		   AS_GROUP_CONDITIONS | AS_GROUP_AMOUNT | AS_GROUP_SEEING | AS_GROUP_ANALYSIS |
		   AS_GROUP_METHODS | AS_GROUP_ESTIMATOR |
		   AS_GROUP_NUMBERS | AS_GROUP_SCREEN | AS_GROUP_EXPORT | AS_GROUP_KEEP |
		   AS_GROUP_STORE | AS_GROUP_PLANNING | AS_GROUP_SUITE | AS_GROUP_GATES |
		   AS_GROUP_ON | AS_GROUP_ADMIT,
	.examples = examples,
	.run = run,
};
