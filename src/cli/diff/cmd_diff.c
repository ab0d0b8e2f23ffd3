/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "campaign/versions/auto_build.h"
#include "cli/compare/ci_out.h"
#include "cli/compare/detecting.h"
#include "cli/compare/early_stop.h"
#include "cli/compare/gate_options.h"
#include "cli/diff/diff.h"
#include "cli/measure/again/going_on.h"
#include "cli/request/request_options.h"
#include "cli/screen_out.h"
#include "cli/suite/suite_carry.h"
#include "cli/suite/suite_verb.h"
#include "report/review/versions_screen.h"
#include "run/interrupt.h"
#include "run/request/command.h"

/* At most two words before --, which name revisions; the command after it. */
static enum as_status check_words(const struct as_args *args, const struct as_args *own,
	struct as_err *err)
{
	if (args->n_before > 2)
		return as_fail(err, AS_ERR_USAGE,
			"cannot compare more than two revisions: '%.100s' is the "
			"third; the command to measure stands after --",
			args->words[2]);
	if (!own->n_words && !as_suite_is_there(own))
		return as_fail(err, AS_ERR_USAGE,
			"assay diff needs a command to measure, after --, such as "
			"assay diff --build make -- ./bench, or a suite in ./assay.yaml (assay "
			"help suite)");
	return as_suite_check_options(own, !as_args_has(own, AS_OPT_LIST), err);
}

/* The options of the command alone: one word after -- is a command line, as in assay run. */
static struct as_args without_revisions(const struct as_args *args)
{
	struct as_args own = *args;

	own.words += args->n_before;
	own.n_words -= args->n_before;
	own.n_before = own.n_words == 1 && strpbrk(own.words[0], " \t") ? 1 : 0;
	return own;
}

/* The one command there is. */
static enum as_status make_task(struct as_diffing *d, struct as_diff_task *task, struct as_err *err)
{
	struct as_cli *cli = d->cli;
	struct as_request *r = &task->request;
	enum as_status st = as_request_fill(d->args, cli->arena, r, err);
	struct as_gate *gates = NULL;
	size_t n = 0;

	if (!st)
		st = as_gates_read(d->args, cli->arena, &gates, &n, err);
	const struct as_early_gates early = {.v = gates, .n = n, .n_compared = AS_SIDES};
	if (!st)
		st = as_early_settle(d->args, r, &early, err);
	if (!st)
		st = as_detect_settle(r, gates, n, AS_SIDES, err);
	if (!st)
		st = as_build_choose(d->versions, &r->what.commands[0], cli->arena, &d->built_by,
			err);
	if (st)
		return st;
	d->rows[0].gates = gates;
	d->rows[0].n_gates = n;
	task->names = d->versions->names;
	task->name = as_command_words(&r->what.commands[0], cli->arena);
	task->benchmark = task->name;
	/* Gates that are judged by one number of each side are the review's. */
	task->by_itself = !as_args_has(d->args, AS_OPT_ESTIMATOR);
	if (!r->amount.budget_given)
		r->amount.budget_ns *= AS_SIDES;
	return task->name ? AS_OK : as_fail_memory(err);
}

static enum as_status announce(struct as_diffing *d, struct as_err *err)
{
	const struct as_revision *r = d->versions->revisions;
	struct as_style style = as_screen_style(d->cli);
	struct as_text t = {0};

	if (as_args_has(d->args, AS_OPT_JSON))
		return AS_OK;
	if (d->built_by)
		as_report_built_by(&t, &style, d->built_by);
	as_report_versions(&t, &style, &r[AS_BASE].version, &r[AS_HEAD].version);
	enum as_status st = as_screen_print(d->cli, &t, err);
	as_text_release(&t);
	return st;
}

/* What the screen of the experiment has not said already. */
static enum as_status show(struct as_diffing *d, struct as_err *err)
{
	const struct as_review_row *row = d->review.v;
	struct as_style style = as_screen_style(d->cli);
	struct as_text t = {0};

	if (as_args_has(d->args, AS_OPT_JSON) || as_args_has(d->args, AS_OPT_ESTIMATOR) ||
		d->of_benchmarks)
		return as_diff_show(d, err);
	if (row->kind == AS_REVIEW_IDENTICAL)
		as_report_identical(&t, &style, d->versions->names[AS_BASE],
			d->versions->names[AS_HEAD], row->unlike);
	else if (row->same_program)
		as_report_aa_check(&t, &style, d->versions->names[AS_BASE],
			d->versions->names[AS_HEAD]);
	enum as_status st = as_screen_print(d->cli, &t, err);
	as_text_release(&t);
	return st;
}

/* What the hands work with. */
struct diff_desk {
	struct as_diffing d;
	struct as_diff_task task;
};

static enum as_status review(void *context, struct as_campaign *c, struct as_err *err)
{
	struct as_diffing *d = &((struct diff_desk *)context)->d;

	if (c->st || !c->review->n)
		return AS_OK;
	if (!d->of_benchmarks)
		d->review.seconds = (double)NAN; /* its own screen has said it */
	enum as_status st = d->of_benchmarks ? as_diff_lines(d, err) : AS_OK;
	st = st ? st : as_diff_conclude(d, err);
	enum as_status shown = st ? AS_OK : show(d, err);

	if (!st && !shown)
		shown = as_ci_write(d->cli, &d->review, err);
	if (!st && !shown && d->why.code && err && !d->of_benchmarks)
		*err = d->why;
	return st ? st : shown ? shown : d->of_benchmarks ? AS_OK : d->why.code;
}

static enum as_status measure(void *context, struct as_piece *piece, struct as_result *out,
	struct as_err *err)
{
	struct diff_desk *desk = context;

	(void)piece, (void)out; /* what was measured is that of its rows */
	return as_diff_measure(&desk->d, &desk->task, err);
}

static enum as_status conduct(struct diff_desk *desk, struct as_err *err)
{
	struct as_diffing *d = &desk->d;
	const struct as_hands hands = {.context = desk, .measure = measure, .raise = as_hand_raise,
		.review = review};
	struct as_campaign c = {.hands = &hands, .arena = d->cli->arena, .review = &d->review};

	d->planned = 1;
	enum as_status st = as_diff_rows(d, err);
	if (!st)
		st = make_task(d, &desk->task, err);
	if (!st)
		st = as_gates_check(d->args, AS_SIDES, d->cli->arena, err);
	c.dry_run = desk->task.request.amount.dry_run;
	if (!st)
		st = as_measure_place(d->cli, c.dry_run, &d->store, err);
	if (!st)
		st = announce(d, err);
	as_diff_name(d, desk->task.name);
	if (!st)
		st = as_campaign_conduct(&as_kind_diff, &c, err);
	as_diff_release(d);
	as_store_close(d->store);
	return st;
}

enum as_status as_diff_versions(struct as_cli *cli, const struct as_args *own, const char *base,
	const char *head, struct as_err *err)
{
	struct as_versions v = {.scratch = {.lock = -1}};
	struct diff_desk desk = {.d = {.cli = cli, .args = own, .versions = &v}};

	if (as_suite_is_meant(own))
		return as_diff_suite(cli, own, base, head, err);
	as_interrupt_catch();
	enum as_status st = as_diff_open(&desk.d, base, head, &v, err);
	if (!st)
		st = as_carry_said(own, NULL, &v, cli->arena, err);
	if (!st)
		st = conduct(&desk, err);
	as_versions_close(&v);
	as_campaign_end(cli, st);
	return st;
}

static enum as_status run(struct as_cli *cli, struct as_err *err)
{
	const struct as_args *args = cli->args;
	const char *base = args->n_before > 0 ? args->words[0] : NULL;
	const char *head = args->n_before > 1 ? args->words[1] : NULL;
	const struct as_args own = without_revisions(args);
	enum as_status st = check_words(args, &own, err);

	if (!st)
		st = as_ci_check(args, err);
	if (st)
		return st;
	return as_args_has(args, AS_OPT_LIST) ? as_suite_show(cli, err)
		: as_diff_versions(cli, &own, base, head, err);
}

static const struct as_example examples[] = {
	{"what is not committed, against where the branch left main, built as its files say",
		"assay diff -- ./bench"},
	{"the last commit, with the luck of layout drawn",
		"assay diff HEAD~1 HEAD --build 'make bench' --randomize layout -- ./bench"},
	{"in CI: the exit status is 1 where it is proven to be more than 3 % slower",
		"assay diff --build make --fail-if 'slower by 3%' -- ./bench"},
	{"some of the benchmarks that ./bench has",
		"assay diff --build make --only 'sort/*' -- ./bench"},
	{"a script, which is not built", "assay diff main -- ./bench.py"},
	{"the benchmarks of ./assay.yaml that are tagged fast", "assay diff --only tag:fast"},
	{0},
};

const struct as_command_entry as_command_diff = {
	.name = "diff",
	.args = "[BASE [HEAD]] [-- COMMAND]",
	.summary = "did a change make it faster or slower? compares two revisions of a git tree",
	.description = "Puts the revisions BASE and HEAD into folders, builds each several "
		       "times by --build, measures COMMAND with both in the same rounds, "
		       "and says what changed. Without BASE it is the commit where the "
		       "branch left the main branch; without HEAD it is the working tree, "
		       "with changes and with files that are not yet added.\n\n"
		       "Both are built and run at the same path, so that paths in a "
		       "program make no difference; every build begins with the files of "
		       "the revision alone. Nothing in your repository or working tree is "
		       "touched, and nothing remains.\n\n"
		       "If --build is not given, or is auto, and COMMAND is no file of "
		       "HEAD, the build command is found: by go.mod, Cargo.toml, "
		       "meson.build, CMakeLists.txt, a Makefile or configure.\n\n"
		       "Without a command the benchmarks of a suite are measured (assay "
		       "help suite), each in both versions, one after the other; the suite "
		       "file is that of the working tree. What changed comes first, "
		       "adjusted for the number of comparisons.\n\n"
		       "A command with several benchmarks of its own (assay help reporter) "
		       "is measured benchmark by benchmark, and --only chooses some of "
		       "them: both versions are built once for all. This needs a build, or "
		       "such a program in the current folder.\n\n"
		       "If the build makes the same program of both, and the files that "
		       "the command names are the same, assay says so and measures "
		       "nothing. Files that git ignores are in neither.",
	.options = AS_GROUP_COMMANDS | AS_GROUP_BUILDS | AS_GROUP_HOOKS | AS_GROUP_CONDITIONS |
		   AS_GROUP_AMOUNT | AS_GROUP_SEEING | AS_GROUP_ANALYSIS | AS_GROUP_GATES |
		   AS_GROUP_METHODS | AS_GROUP_ESTIMATOR |
		   AS_GROUP_NUMBERS | AS_GROUP_SCREEN | AS_GROUP_EXPORT | AS_GROUP_KEEP |
		   AS_GROUP_STORE | AS_GROUP_PLANNING | AS_GROUP_SUITE | AS_GROUP_CI |
		   AS_GROUP_REPORT | AS_GROUP_VERSIONS | AS_GROUP_ON | AS_GROUP_ADMIT,
	.examples = examples,
	.run = run,
};
