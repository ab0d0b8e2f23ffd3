/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "cli/gate.h"
#include "cli/measure.h"
#include "cli/request.h"
#include "cli/screen.h"
#include "cli/versions.h"
#include "report/versions.h"
#include "run/interrupt.h"

/* At most two words before --, which name revisions; the command after it. */
static enum as_status check_words(const struct as_args *args, struct as_err *err)
{
	if (args->n_before > 2)
		return as_fail(err, AS_ERR_USAGE, "cannot compare more than two revisions: '%.100s' is the "
			"third; the command to measure stands after --", args->words[2]);
	if (args->n_words == args->n_before)
		return as_fail(err, AS_ERR_USAGE, "assay diff needs a command to measure, after --, such as "
			"assay diff --build make -- ./bench");
	return AS_OK;
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

/* The command once for each version. */
static enum as_status make_request(struct as_cli *cli, const struct as_versions *v,
	struct as_request *r, struct as_err *err)
{
	struct as_args args = without_revisions(cli->args);
	enum as_status st = as_request_fill(&args, cli->command_line, cli->arena, r, err);
	struct as_command *both = st ? NULL : as_arena_array(cli->arena, AS_SIDES, sizeof *both);

	if (st || !both)
		return st ? st : as_fail_memory(err);
	for (size_t i = 0; i < AS_SIDES; i++) {
		both[i] = r->commands[0];
		both[i].name = v->names[i];
		both[i].checkout = &v->checkouts[i];
		both[i].version = &v->revisions[i].version;
	}
	r->commands = both;
	r->n_commands = AS_SIDES;
	if (!r->budget_given)
		r->budget_ns *= AS_SIDES;
	return AS_OK;
}

static enum as_status announce(struct as_cli *cli, const struct as_versions *v, struct as_err *err)
{
	struct as_style style = as_screen_style(cli);
	struct as_text t = {0};

	if (as_args_has(cli->args, AS_OPT_JSON))
		return AS_OK;
	as_report_versions(&t, &style, &v->revisions[AS_BASE].version, &v->revisions[AS_HEAD].version);
	enum as_status st = as_screen_print(cli, &t, err);
	as_text_release(&t);
	return st;
}

static enum as_status say_identical(struct as_cli *cli, const struct as_versions *v,
	struct as_err *err)
{
	struct as_style style = as_screen_style(cli);
	struct as_text t = {0};

	if (as_args_has(cli->args, AS_OPT_JSON))
		as_text_add(&t, "{\"schema\": \"assay-diff 1\", \"identical\": true}\n");
	else
		as_report_identical(&t, &style, v->names[AS_BASE], v->names[AS_HEAD]);
	enum as_status st = as_screen_print(cli, &t, err);
	as_text_release(&t);
	return st;
}

static enum as_status measure(struct as_cli *cli, const struct as_versions *v, struct as_err *err)
{
	struct as_extending e = {0}; /* nothing is extended */
	struct as_store *store = NULL;
	bool identical = false;
	enum as_status st = make_request(cli, v, &e.request, err);

	if (!st)
		st = as_gates_check(cli->args, e.request.n_commands, cli->arena, err);
	if (!st)
		st = as_measure_place(cli, e.request.dry_run, &store, err);
	if (!st && store && !e.request.dry_run)
		st = as_measure_journal(cli, store, cli->argv, &e.request, err);
	if (!st)
		st = announce(cli, v, err);
	e.request.identical = e.request.commands && e.request.commands[0].build ? &identical : NULL;
	if (!st)
		st = as_measure(cli, &e, store, err);
	if (!st && identical)
		st = say_identical(cli, v, err);
	as_store_close(store);
	return st;
}

static enum as_status run(struct as_cli *cli, struct as_err *err)
{
	const struct as_args *args = cli->args;
	struct as_versions v = {.scratch = {.lock = -1}};
	enum as_status st = check_words(args, err);

	if (st)
		return st;
	as_interrupt_catch();
	st = as_versions_open(args->n_before > 0 ? args->words[0] : NULL,
		args->n_before > 1 ? args->words[1] : NULL, cli->arena, &v, err);
	if (!st)
		st = measure(cli, &v, err);
	as_versions_close(&v);
	return st;
}

static const struct as_example examples[] = {
	{"what is not committed, against where the branch left main",
		"assay diff --build make -- ./bench"},
	{"the last commit, with the luck of layout drawn",
		"assay diff HEAD~1 HEAD --build 'make bench' --randomize layout -- ./bench"},
	{"in CI: the exit status is 1 where it is proven to be more than 3 % slower",
		"assay diff --build make --fail-if 'slower by 3%' -- ./bench"},
	{"a script, which is not built", "assay diff main -- ./bench.py"},
	{0},
};

const struct as_command_entry as_command_diff = {
	.name = "diff",
	.args = "[BASE [HEAD]] -- COMMAND",
	.summary = "did a change make it faster or slower? two revisions of a git tree, compared",
	.description =
		"Puts the revisions BASE and HEAD into folders, builds each by --build several times, measures "
		"COMMAND with both in the same rounds, and says what changed. BASE is where the branch left "
		"the main branch if it is not named; HEAD is the working tree, with changes and with files that "
		"are not yet added.\n\n"
		"Both are built and run at one and the same path, so that paths which end up in a program make "
		"no difference; every build begins with the files of the revision alone. Nothing in your "
		"repository or working tree is touched, and nothing remains.\n\n"
		"Where the build makes the same program of both, that is said instead of measured. Files that "
		"git ignores are in neither.",
	.options = AS_GROUP_COMMANDS | AS_GROUP_BUILDS | AS_GROUP_HOOKS | AS_GROUP_AMOUNT |
		AS_GROUP_ANALYSIS | AS_GROUP_GATES | AS_GROUP_METHODS | AS_GROUP_NUMBERS | AS_GROUP_SCREEN | AS_GROUP_EXPORT |
		AS_GROUP_KEEP | AS_GROUP_STORE | AS_GROUP_PLANNING,
	.examples = examples,
	.run = run,
};
