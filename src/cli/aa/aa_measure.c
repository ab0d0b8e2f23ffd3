/* SPDX-License-Identifier: GPL-3.0-or-later */
/* assay aa COMMAND: what is asked for (campaign/kinds/kind_aa.c). */
#include "cli/aa/aa_measure.h"

#include <string.h>
#include <unistd.h>

#include "cli/exit.h"
#include "cli/measure/again/going_on.h"
#include "cli/measure/measure.h"
#include "cli/request/request_options.h"
#include "cli/results/result.h"
#include "cli/screen_out.h"
#include "stat/dist/comparing/decide.h"

/* Rounds that are measured without -r and the like, if the budget lasts: 40 comparisons of 10. */
enum { ROUNDS_MAX = 400 };

static const unsigned measuring = AS_GROUP_SEVERAL | AS_GROUP_COMMANDS | AS_GROUP_BUILDS |
				  AS_GROUP_HOOKS | AS_GROUP_CONDITIONS | AS_GROUP_AMOUNT |
				  AS_GROUP_PLANNING;

static bool has_group(const struct as_args *args, as_option_groups groups)
{
	for (size_t i = 0; i < args->n_given; i++)
		if (as_options[args->given[i].id].group & groups)
			return true;
	return false;
}

bool as_aa_measures(struct as_cli *cli)
{
	const struct as_args *args = cli->args;
	const char *word = args->n_words ? args->words[0] : NULL;

	if (args->n_before < args->n_words || has_group(args, measuring))
		return true;
	if (!word || *word == '@' || !word[strspn(word, "0123456789")])
		return false;
	if (as_result_is_file(word))
		return strcmp(word, "-") != 0 &&
		       (strpbrk(word, " \t") != NULL || access(word, X_OK) == 0);
	return !as_result_is_kept(cli, word);
}

static enum as_status refuse_drawing(const struct as_args *args, struct as_err *err)
{
	static const enum as_option_id drawing[] = {
		AS_OPT_CHANGE, AS_OPT_RESAMPLES, AS_OPT_INDEPENDENT, AS_OPT_ESTIMATOR};
	char name[32];

	for (size_t i = 0; i < sizeof drawing / sizeof *drawing; i++) {
		if (!as_args_has(args, drawing[i]))
			continue;
		as_option_spell(drawing[i], name);
		return as_fail(err, AS_ERR_USAGE,
			"%s is for drawing from a result: measure first, then "
			"assay aa %s ... @last",
			name, name);
	}
	if (args->n_before && args->words[0][0] == '@')
		return as_fail(err, AS_ERR_USAGE,
			"cannot measure '%.200s': it names a result; leave out the "
			"options of measuring to draw from it, or give the command",
			args->words[0]);
	if (as_args_has(args, AS_OPT_DRY_RUN))
		return as_fail(err, AS_ERR_USAGE,
			"cannot plan A against A: assay plan COMMAND COMMAND "
			"shows what the rounds would cost");
	if (as_args_has(args, AS_OPT_GROUP) && as_args_has(args, AS_OPT_BUILD))
		return as_fail(err, AS_ERR_USAGE,
			"cannot use --group with builds: all of them are one "
			"comparison in each way; leave it out, or draw groups of them with assay "
			"aa --group N @last");
	if (!args->n_words)
		return as_fail(err, AS_ERR_USAGE,
			"assay aa with these options needs a command to measure, "
			"such as assay aa -r 200 'sleep 0.01'");
	return AS_OK;
}

/* What cannot give an answer is not measured. */
static enum as_status check_amount(const struct as_args *args, const struct as_request *r,
	struct as_err *err)
{
	uint32_t most = r->amount.runs ? r->amount.runs : r->amount.max_runs, group = 0;
	enum as_status st = as_args_count(args, AS_OPT_GROUP, 2, UINT32_MAX / 4, &group, err);

	if (!st && most && most < AS_BLOCKS_VERDICT && !as_args_has(args, AS_OPT_BUILD))
		return as_fail(err, AS_ERR_USAGE,
			"cannot measure A against A with %u execution%s of each: at "
			"least %d are needed, and 200 say more; raise -r",
			most, most == 1 ? "" : "s", AS_BLOCKS_VERDICT);
	if (!st && r->amount.runs && group > r->amount.runs)
		return as_fail(err, AS_ERR_USAGE,
			"cannot compare %u executions a side of %u: lower --group, or "
			"raise -r",
			group, r->amount.runs);
	return st;
}

/* How much, where nothing is said of it: many comparisons are the better, not a precision. */
static void set_amount(const struct as_args *args, struct as_request *r)
{
	static const enum as_option_id said[] = {AS_OPT_RUNS, AS_OPT_MIN_RUNS, AS_OPT_MAX_RUNS,
		AS_OPT_MIN_TIME, AS_OPT_PRECISION, AS_OPT_BUILD};

	/* What is given is for all of it: half for the rounds, half for the sequence. */
	r->amount.budget_ns =
		r->amount.budget_given ? r->amount.budget_ns / 2 : 2 * AS_BUDGET_EACH_NS;
	for (size_t i = 0; i < sizeof said / sizeof *said; i++)
		if (as_args_has(args, said[i]))
			return;
	r->aim.precision = 1e-6;
	r->amount.max_runs = ROUNDS_MAX;
}

/* The command, and the same once more. */
static enum as_status read_request(struct as_cli *cli, struct as_request *r, struct as_err *err)
{
	enum as_status st = refuse_drawing(cli->args, err);
	struct as_command *both = as_arena_array(cli->arena, 2, sizeof *both);

	if (!st)
		st = as_request_fill(cli->args, cli->arena, r, err);
	if (!st && r->what.n_commands != 1)
		return as_fail(err, AS_ERR_USAGE,
			"cannot measure %zu commands against themselves at once: "
			"give one of them",
			r->what.n_commands);
	if (!st && r->conditions.duet)
		return as_fail(err, AS_ERR_USAGE,
			"cannot measure a command against itself in rounds and in sequence as a "
			"duet (--duet): leave --duet out; for two at the same time name the "
			"command twice with assay run --duet");
	if (!st && !both)
		return as_fail_memory(err);
	if (st)
		return st;
	both[0] = both[1] = r->what.commands[0];
	r->what.commands = both;
	r->what.n_commands = 2;
	r->what.shared_hooks = true;
	set_amount(cli->args, r);
	return check_amount(cli->args, r, err);
}

enum as_status as_aa_measure(struct as_cli *cli, struct as_err *err)
{
	struct as_request r;
	struct as_campaign c = {.request = &r, .arena = cli->arena,
		.style = as_screen_style(cli), .json = as_args_has(cli->args, AS_OPT_JSON)};
	enum as_status st = read_request(cli, &r, err);

	if (!st)
		st = as_args_count(cli->args, AS_OPT_GROUP, 2, UINT32_MAX / 4, &c.group, err);
	if (!st)
		st = as_result_store(cli, AS_STORE_WRITE, &c.store, err);
	if (!st)
		st = as_campaign_by(cli, &as_kind_aa, &c, err);
	as_store_close(c.store);
	return st;
}
