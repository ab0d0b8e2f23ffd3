/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "campaign/versions/bisection.h"
#include "campaign/versions/versions.h"
#include "cli/alerts/alert_find.h"
#include "cli/measure/again/going_on.h"
#include "cli/measure/measure.h"
#include "cli/results/result.h"
#include "cli/screen_out.h"
#include "cli/series/bisect_for_git.h"
#include "cli/series/version_rounds.h"
#include "cli/suite/suite_verb.h"
#include "clock/clock.h"
#include "report/history/bisect_screen.h"
#include "run/interrupt.h"
#include "store/store_alerts.h"

/* Executions of a version in a round that has builds of its own, or on a machine: their mean is the value. */
enum { EACH_BUILT = 3, EACH_ON = 6, ON_LEAST = 6 };

static const char example[] = "assay bisect v1.0 HEAD --build make -- ./bench";

/* What the hands work with. */
struct bisecting {
	struct as_version_rounds rounds;
	struct as_bisection all;
	const char *metric; /* of the alert that it is of; NULL: of none */
	bool for_git;
	struct as_for_git git;
};

/* ---- what is asked for ---- */

static size_t find_commit(const struct as_commits *c, const char *id)
{
	size_t i = 0;

	while (i < c->n && strcmp(c->v[i].id, id) != 0)
		i++;
	return i;
}

/* What an alert is between, in place of two words. */
static enum as_status read_alert(struct bisecting *b, const char *word,
	struct as_version_line *out, struct as_err *err)
{
	struct as_cli *cli = b->rounds.cli;
	struct as_alerting u = {.arena = cli->arena};
	size_t at = 0;
	enum as_status st = as_result_store(cli, AS_STORE_READ, &u.store, err);

	if (!st)
		st = as_store_alerts(u.store, u.arena, &u.v, &u.n, err);
	if (!st)
		st = as_alert_find(&u, word, &at, err);
	if (!st) {
		*out = (struct as_version_line){.since = u.v[at].before, .until = u.v[at].after};
		b->metric = u.v[at].metric;
	}
	as_store_close(u.store);
	return st;
}

static enum as_status read_ends(struct bisecting *b, struct as_version_line *out,
	struct as_err *err)
{
	const struct as_args *args = b->rounds.cli->args;
	const char *alert = as_args_value(args, AS_OPT_OF_ALERT);

	if (b->for_git && (alert || args->n_before))
		return as_fail(err, AS_ERR_USAGE,
			"cannot take revisions or --alert with --for-git: git bisect knows the "
			"ends");
	if (b->for_git)
		return as_for_git_open(b->rounds.cli, &b->git, out, err);
	if (alert && !args->n_before)
		return read_alert(b, alert, out, err);
	if (alert || args->n_before != 2)
		return as_fail(err, AS_ERR_USAGE,
			"assay bisect needs a good and a bad revision before --, such as %s, or "
			"--alert NUM and the command after --",
			example);
	*out = (struct as_version_line){.since = args->words[0], .until = args->words[1]};
	return AS_OK;
}

static enum as_status choose_ends(struct bisecting *b, struct as_err *err)
{
	struct as_cli *cli = b->rounds.cli;
	struct as_version_line line = {0};
	enum as_status st = read_ends(b, &line, err);

	if (b->git.first)
		return st; /* it was measured before */
	if (!st)
		st = as_version_history(&line, cli->arena, err);
	if (!st && !line.found)
		return as_fail(err, AS_ERR_USAGE,
			"cannot bisect: there is no repository of git in the current folder");
	if (st)
		return st;
	const size_t first = find_commit(&line.commits, line.from.commit);
	if (first == line.commits.n)
		return as_fail(err, AS_ERR_USAGE,
			"cannot bisect from '%.100s' to '%.100s': the good one is not among the "
			"commits that led to the bad one along first parents; give the older one "
			"first, or a commit of that branch",
			line.since, line.until);
	b->all.good = line.since;
	b->all.bad = line.until;
	return as_bisection_open(&b->all, &line.commits, first, line.commits.n - 1, cli->arena,
		err);
}

/* The rule of a bisection has its own. */
static enum as_status check_words(const struct bisecting *b, struct as_err *err)
{
	static const enum as_option_id refused[] = {AS_OPT_CONFIDENCE, AS_OPT_TOLERANCE};
	char name[32];

	for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
		if (!as_args_has(&b->rounds.own, refused[i]))
			continue;
		as_option_spell(refused[i], name);
		return as_fail(err, AS_ERR_USAGE,
			"cannot take %s with assay bisect, which ends when one commit has 95 %%, "
			"and asks for the size of no change",
			name);
	}
	if (as_args_has(&b->rounds.own, AS_OPT_ON) && as_args_has(&b->rounds.own, AS_OPT_RUNS) &&
		b->rounds.request.amount.runs < ON_LEAST)
		return as_fail(err, AS_ERR_USAGE,
			"cannot bisect on machines with -r %u: a machine counts from %d rounds on",
			(unsigned)b->rounds.request.amount.runs, (int)ON_LEAST);
	return AS_OK;
}

/* What a round is of: one build of each version and some executions of it, or one execution; or what one
 * machine measures of a step. */
static void set_rounds(struct bisecting *b)
{
	const struct as_request *r = &b->rounds.request;

	b->all.command = b->rounds.command;
	b->all.built = r->what.commands[0].build != NULL;
	b->all.machines = as_args_has(&b->rounds.own, AS_OPT_ON);
	b->all.each = as_args_has(&b->rounds.own, AS_OPT_RUNS) ? r->amount.runs
		: b->all.machines ? EACH_ON : b->all.built ? EACH_BUILT : 1;
	if (b->all.built || b->all.machines)
		b->all.machine.at_once = 1;
}

/* ---- a step ---- */

static enum as_status measure(void *context, struct as_piece *piece, struct as_result *out,
	struct as_err *err)
{
	struct bisecting *b = context;
	const struct as_bisecting_step *s = &b->all.step;
	const struct as_trouble *t = &b->rounds.trouble;
	const char *commits[AS_BISECTING_TOGETHER];
	struct as_versions_together all = {.commits = commits, .n = s->n, .name = piece->name,
		.amount = b->rounds.request.amount, .builds = b->all.built ? 1 : 0,
		.brief = true};

	for (size_t i = 0; i < s->n; i++)
		commits[i] = b->all.commits[s->commit[i]].id;
	/* of a fleet each machine is a round */
	all.amount.runs = (uint32_t)((b->all.machines ? 1 : s->rounds) * b->all.each);
	all.amount.budget_given = false; /* it is the bisection's */
	all.amount.seed += b->all.executions; /* the order of one round is not that of the others */
	enum as_status st = as_version_rounds_measure(&b->rounds, &all, piece->arena, out, err);
	if (!st && b->all.machines && !out->x && !as_interrupt_count())
		return as_fail(err, AS_ERR_REFUSED,
			"cannot bisect on machines with processors of several kinds; name those of "
			"one kind with --on");
	if (st && as_version_rounds_can_do_without(&b->rounds, st) && t->command >= 2 &&
		t->command < s->n) {
		b->all.failed = t->command;
		b->all.failed_build = t->build;
		as_result_release(out);
	}
	return st;
}

/* What the first that was found changes in the files; the exit status. */
static enum as_status review(void *context, struct as_campaign *c, struct as_err *err)
{
	struct bisecting *b = context;
	const struct as_bisecting *m = &b->all.machine;

	if (!m->n_found) {
		as_cli_raise(b->rounds.cli, AS_EXIT_UNDECIDED);
		return AS_OK;
	}
	return as_version_touched(b->all.commits[m->found[0].first - 1].id,
		b->all.commits[m->found[0].last].id, c->arena, &b->all.touched, err);
}

/* ---- all of them ---- */

static enum as_status announce(struct bisecting *b, const struct as_campaign *c, struct as_err *err)
{
	struct as_bisected so_far;
	struct as_text t = {0};
	enum as_status st = c->json ? AS_OK : as_bisection_tell(&b->all, c->arena, &so_far, err);

	if (st || c->json)
		return st;
	as_report_bisect_begin(&t, &c->style, &so_far);
	st = as_screen_print(b->rounds.cli, &t, err);
	as_text_release(&t);
	return st;
}

static enum as_status conduct(struct bisecting *b, struct as_err *err)
{
	const struct as_hands hands = {.context = b, .measure = measure, .print = as_hand_print,
		.raise = as_hand_raise, .review = review};
	struct as_cli *cli = b->rounds.cli;
	const struct as_amount *amount = &b->rounds.request.amount;
	struct as_campaign c = {.arena = cli->arena, .style = as_screen_style(cli),
		.json = as_args_has(cli->args, AS_OPT_JSON), .bisection = &b->all};
	const struct as_bisecting *m = &b->all.machine;
	enum as_status st = as_campaign_begin(cli, &b->rounds.own, err);

	if (!st)
		st = as_version_rounds_same(&b->rounds, err);

	if (amount->budget_given)
		c.budget.until_ns = as_clock_now() + amount->budget_ns -
			as_campaign_took(cli, b->rounds.store);
	if (!st)
		st = as_campaign_same(cli, "good", b->all.commits[0].id, "the good revision", err);
	if (!st)
		st = as_campaign_same(cli, "bad", b->all.commits[m->n].id, "the bad revision", err);
	if (!st)
		st = announce(b, &c, err);
	/* cppcheck-suppress autoVariables ; taken back below */
	c.hands = &hands;
	if (!st)
		st = as_campaign_conduct(&as_kind_bisect, &c, err);
	c.hands = NULL;
	as_campaign_end(cli, st);
	return st;
}

static enum as_status run(struct as_cli *cli, struct as_err *err)
{
	struct bisecting b = {.rounds.cli = cli,
		.for_git = as_args_has(cli->args, AS_OPT_FOR_GIT)};

	if (as_args_has(cli->args, AS_OPT_LIST))
		return as_suite_show(cli, err);
	enum as_status st = choose_ends(&b, err);

	if (!st && b.git.first)
		return as_for_git_answer(cli, &b.git, err);
	if (!st)
		st = as_version_rounds_read(&b.rounds, "bisect", example, err);
	if (!st)
		st = check_words(&b, err);
	if (!st && b.metric && !as_args_has(&b.rounds.own, AS_OPT_CRITERION))
		b.rounds.request.reading.criterion = b.metric;
	if (!st) {
		set_rounds(&b);
		st = as_measure_place(cli, false, &b.rounds.store, err);
	}
	as_interrupt_catch();
	if (!st)
		st = conduct(&b, err);
	if (!st && b.for_git)
		st = as_for_git_keep(&b.git, &b.all, cli->arena, err);
	if (!st && b.for_git)
		st = as_for_git_answer(cli, &b.git, err);
	as_version_rounds_release(&b.rounds);
	return st;
}

static const struct as_example examples[] = {
	{"which commit since the release made it slower",
		"assay bisect v1.0 HEAD --build make -- ./bench"},
	{"a benchmark of ./assay.yaml", "assay bisect v1.0 HEAD --only fft"},
	{"one of those that ./bench has",
		"assay bisect v1.0 HEAD --only sort --build make -- ./bench"},
	{"of what assay alerts suspects",
		"assay bisect --alert 3 --build make -- ./bench"},
	{"as the command of git bisect run, after git bisect start --first-parent HEAD v1.0",
		"git bisect run assay bisect --for-git --build make -- ./bench"},
	{"in at most an hour, by processor time",
		"assay bisect v1.0 main --budget 1h --criterion cpu --build make -- ./bench"},
	{"on three nodes of a cluster, each of which measures every step",
		"assay bisect v1.0 HEAD --on slurm --machines 3 --build make -- ./bench"},
	{"a script, which is not built", "assay bisect HEAD~50 HEAD -- ./bench.py"},
	{0},
};

const struct as_command_entry as_command_bisect = {
	.name = "bisect",
	.args = "[GOOD BAD] [-- COMMAND]",
	.summary = "find the commit that changed how long a command takes",
	.description =
		"Looks for the commit behind GOOD, up to BAD, along first parents, that changed "
		"the time of COMMAND, or what --criterion names; whether it rose or fell makes no "
		"difference. Both ends are measured in every round, with one or two commits "
		"between them, so that no drift of the machine leads astray. All versions are "
		"built as by assay diff; nothing in your repository or working tree is touched."
		"\n\n"
		"First the ends alone, 10 rounds at least, until they are shown to differ. Then "
		"those commits of which most is learnt, until one is the culprit with 95 %; five "
		"rounds beside the commit before it check that, and give its size. What else "
		"differs between the ends is looked for, too. A commit that does not build or run "
		"is left out: one that cannot be told apart from others by it is named with them."
		"\n\n"
		"A round has a build of each version and three executions of it, with -r so many. "
		"--budget is for all of it. Of a program with benchmarks of its own --only names "
		"one; without COMMAND it names that of ./assay.yaml. What was interrupted is gone "
		"on with by assay run --resume. The exit status is 3 where no commit is found.\n\n"
		"With --on every step is measured by all machines, of which each gives one round "
		"of six executions, with -r so many (six at least). The answer is for these "
		"machines.\n\n"
		"--for-git is for git bisect run: between the ends that git knows all is measured "
		"when it asks first; then each of its questions is answered at once, by what was "
		"found, so that no answer contradicts another. Nothing found ends git's bisection "
		"with the status 255.",
	.options = AS_GROUP_COMMANDS | AS_GROUP_BUILDS | AS_GROUP_HOOKS | AS_GROUP_CONDITIONS |
		   AS_GROUP_AMOUNT | AS_GROUP_ANALYSIS | AS_GROUP_SCREEN | AS_GROUP_KEEP |
		   AS_GROUP_STORE | AS_GROUP_VERSIONS | AS_GROUP_SUITE | AS_GROUP_BETWEEN |
		   AS_GROUP_ON | AS_GROUP_ADMIT,
	.examples = examples,
	.run = run,
};
