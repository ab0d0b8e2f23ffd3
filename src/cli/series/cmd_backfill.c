/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "campaign/versions/series_where.h"
#include "cli/measure/again/going_on.h"
#include "cli/measure/measure.h"
#include "cli/screen_out.h"
#include "cli/series/version_rounds.h"
#include "cli/suite/suite_verb.h"
#include "clock/clock.h"
#include "report/history/series_screen.h"
#include "run/interrupt.h"

/* What the hands work with. */
struct backfilling {
	struct as_version_rounds rounds;
	struct as_version_series series;
	struct as_version_line line;
	/* of the session that is measured: n versions */
	size_t *which, n;
	struct as_err why; /* of the version that was left out last */
};

/* ---- what is asked for ---- */

/* "A..B"; B is HEAD where it is left out. */
static enum as_status read_range(const struct as_args *args, struct as_arena *a,
	struct as_version_line *out, struct as_err *err)
{
	const char *word = args->n_before ? args->words[0] : "";
	const char *dots = strstr(word, "..");

	if (args->n_before != 1 || !dots || dots == word || dots[2] == '.' ||
		strstr(dots + 2, ".."))
		return as_fail(err, AS_ERR_USAGE,
			"assay backfill needs a range of revisions before --, such as assay "
			"backfill v1.0..HEAD --build make -- ./bench");
	*out = (struct as_version_line){.since = as_arena_strndup(a, word, (size_t)(dots - word)),
		.until = dots[2] ? dots + 2 : "HEAD"};
	return out->since ? AS_OK : as_fail_memory(err);
}

static enum as_status choose_versions(struct backfilling *b, struct as_err *err)
{
	struct as_cli *cli = b->rounds.cli;
	struct as_version_line *line = &b->line;
	uint32_t every = 1;
	enum as_status st = read_range(cli->args, cli->arena, line, err);

	if (!st && as_args_has(cli->args, AS_OPT_WHERE) &&
		(as_args_has(cli->args, AS_OPT_EVERY) || as_args_has(cli->args, AS_OPT_WATCH)))
		return as_fail(err, AS_ERR_USAGE,
			"cannot take --every or --watch with --where, which chooses the versions");

	if (!st)
		st = as_args_count(cli->args, AS_OPT_EVERY, 1, 1000000, &every, err);
	if (!st)
		st = as_version_history(line, cli->arena, err);
	if (!st && !line->found)
		return as_fail(err, AS_ERR_USAGE,
			"cannot measure versions: there is no repository of git in the current "
			"folder");
	return st ? st : as_series_choose(line, every, cli->arena, &b->series, err);
}

/* ---- a session ---- */

/* The versions of now in the same rounds; the trouble tells which does not build or run. */
static enum as_status try_session(struct backfilling *b, const struct as_piece *piece,
	struct as_result *out, struct as_err *err)
{
	const char **commits = as_arena_array(piece->arena, b->n, sizeof *commits);
	struct as_versions_together all = {.commits = commits, .n = b->n,
		.name = as_arena_printf(piece->arena, "%s, %zu versions", piece->name, b->n),
		.amount = b->rounds.request.amount};

	if (!commits || !all.name)
		return as_fail_memory(err);
	for (size_t i = 0; i < b->n; i++)
		commits[i] = b->series.v[b->which[i]].commit->id;
	all.amount.budget_ns = piece->share_ns ? piece->share_ns
		: all.amount.budget_ns * (int64_t)b->n;
	return as_version_rounds_measure(&b->rounds, &all, piece->arena, out, err);
}

/* What does not build, or run, is left out, and the others are measured without it. */
static enum as_status measure(void *context, struct as_piece *piece, struct as_result *out,
	struct as_err *err)
{
	struct backfilling *b = context;
	struct as_version_series *s = &b->series;
	const struct as_trouble *t = &b->rounds.trouble;

	b->which = as_arena_array(piece->arena, s->line ? s->room : s->n, sizeof *b->which);
	if (!b->which)
		return as_fail_memory(err);
	for (;;) {
		struct as_err why = {0};
		b->n = as_series_session(s, piece->command, b->which);
		if (b->n < AS_SERIES_LEAST)
			return as_fail(err, AS_ERR_BENCH,
				"cannot measure %s: fewer than %d of its versions build and "
				"run%s%s", piece->name, AS_SERIES_LEAST,
				b->why.code ? "; of the last, " : "", b->why.msg);
		enum as_status st = try_session(b, piece, out, &why);
		if (!st) {
			for (size_t i = 0; i < b->n; i++)
				s->v[b->which[i]].fate = AS_SERIES_MEASURED;
			return AS_OK;
		}
		if (!as_version_rounds_can_do_without(&b->rounds, st) || t->command >= b->n) {
			if (err)
				*err = why;
			return st;
		}
		b->why = why;
		as_result_release(out);
		s->v[b->which[t->command]].fate =
			t->build ? AS_SERIES_NOT_BUILT : AS_SERIES_NOT_RUN;
		if (s->line)
			as_series_next_to(s, b->which[t->command]);
	}
}

/* ---- all of them ---- */

static enum as_status announce(struct backfilling *b, struct as_err *err)
{
	const struct as_version_series *s = &b->series;
	struct as_style style = as_screen_style(b->rounds.cli);
	struct as_text t = {0};

	if (s->line)
		as_report_series_where(&t, &style, s->n, s->command);
	else
		as_report_series(&t, &style, s->n, s->sessions, s->v[s->n - 1].commit,
			s->v[0].commit);
	enum as_status st = as_screen_print(b->rounds.cli, &t, err);
	as_text_release(&t);
	return st;
}

static enum as_status say_none(struct backfilling *b, struct as_err *err)
{
	struct as_style style = as_screen_style(b->rounds.cli);
	struct as_text t = {0};

	if (as_args_has(b->rounds.cli->args, AS_OPT_WHERE))
		as_report_series_no_gap(&t, &style, b->series.command);
	else
		as_report_series_none(&t, &style, b->series.v[0].commit, b->series.command);
	enum as_status st = as_screen_print(b->rounds.cli, &t, err);
	as_text_release(&t);
	return st;
}

/* Only what is new; *any: there is something. */
static enum as_status leave_known(struct backfilling *b, bool *any, struct as_err *err)
{
	struct as_cli *cli = b->rounds.cli;
	const char *now = "", *then = "";

	*any = true;
	if (!as_args_has(cli->args, AS_OPT_WATCH))
		return AS_OK;
	enum as_status st = as_series_known(&b->series, b->rounds.request.what.commands[0].build,
		b->rounds.store, cli->arena, &now, err);
	if (!st)
		st = as_campaign_noted(cli, "known", now, &then, err);
	if (!st)
		*any = as_series_newer(&b->series, then) > 0;
	return st;
}

/* Only where it is most uncertain; *any: there is such a gap. What was chosen then stays. */
static enum as_status narrow(struct backfilling *b, bool *any, struct as_err *err)
{
	struct as_cli *cli = b->rounds.cli;
	const char *now = "", *then = "";
	enum as_status st = as_series_where(&b->series, &b->line, b->rounds.store, cli->arena, &now,
		err);

	if (!st)
		st = as_campaign_noted(cli, "where", now, &then, err);
	*any = !st && *then;
	return *any ? as_series_of_names(&b->series, &b->line, then, cli->arena, err) : st;
}

static enum as_status conduct(struct backfilling *b, struct as_err *err)
{
	const struct as_hands hands = {.context = b, .measure = measure, .print = as_hand_print,
		.raise = as_hand_raise};
	struct as_cli *cli = b->rounds.cli;
	const struct as_amount *amount = &b->rounds.request.amount;
	struct as_campaign c = {.arena = cli->arena, .style = as_screen_style(cli),
		.series = &b->series};
	bool any = true;
	enum as_status st = as_campaign_begin(cli, &b->rounds.own, err);

	if (!st)
		st = as_version_rounds_same(&b->rounds, err);

	if (amount->budget_given)
		c.budget.until_ns = as_clock_now() + amount->budget_ns - as_campaign_spent(cli);
	if (!st)
		st = as_campaign_same(cli, "until", b->series.v[0].commit->id,
			"the newest version", err);
	if (!st)
		st = as_args_has(cli->args, AS_OPT_WHERE) ? narrow(b, &any, err)
							  : leave_known(b, &any, err);
	c.budget.n = b->series.sessions;
	if (!st)
		st = any ? announce(b, err) : say_none(b, err);
	/* cppcheck-suppress autoVariables ; taken back below */
	c.hands = &hands;
	if (!st && any)
		st = as_campaign_conduct(&as_kind_series, &c, err);
	c.hands = NULL;
	as_campaign_end(cli, st);
	return st;
}

static enum as_status run(struct as_cli *cli, struct as_err *err)
{
	struct backfilling b = {.rounds.cli = cli};

	if (as_args_has(cli->args, AS_OPT_LIST))
		return as_suite_show(cli, err);
	enum as_status st = choose_versions(&b, err);

	if (!st)
		st = as_version_rounds_read(&b.rounds, "backfill",
			"assay backfill v1.0..HEAD --build make -- ./bench", err);
	b.series.command = b.rounds.command;
	if (!st)
		st = as_measure_place(cli, false, &b.rounds.store, err);
	as_interrupt_catch();
	if (!st)
		st = conduct(&b, err);
	as_version_rounds_release(&b.rounds);
	return st;
}

static const struct as_example examples[] = {
	{"every commit since a release", "assay backfill v1.0..HEAD --build make -- ./bench"},
	{"each tenth, in ten minutes",
		"assay backfill v1.0..main --every 10 --budget 10m --build make -- ./bench"},
	{"then five more at a time, where a change may lie",
		"assay backfill v1.0..main --where uncertain --build make -- ./bench"},
	{"what is new since last time, for cron and CI",
		"assay backfill v1.0..main --watch --build make -- ./bench"},
	{"a script, which is not built", "assay backfill HEAD~20.. -- ./bench.py"},
	{0},
};

const struct as_command_entry as_command_backfill = {
	.name = "backfill",
	.args = "OLD..NEW [-- COMMAND]",
	.summary = "measure old versions of a git tree, for assay history",
	.description =
		"Measures COMMAND in the commits from OLD to NEW, both included, along first "
		"parents; NEW is HEAD where it is left out. Each is put into a folder of its own "
		"and built by --build, as by assay diff; nothing in your repository or working "
		"tree is touched.\n\n"
		"The versions of a session, up to 16, are executed in the same rounds, in random "
		"order, so that no drift of the machine looks like a change. Where there are more, "
		"every session spans the whole range and has the newest version.\n\n"
		"With --watch only what is newer than the newest version in the store, beside that "
		"one; the exit status is 0 where nothing is new.\n\n"
		"With --where uncertain one session of five versions between those that are there, "
		"where a change may lie and its place is least known, beside both ends of the gaps "
		"that they cut; again for five more. What such a history shows is a suspicion, "
		"which assay alerts settles.\n\n"
		"A program with benchmarks of its own (assay help reporter) is measured benchmark "
		"by benchmark, or those that --only names. Without COMMAND the benchmark of "
		"./assay.yaml that --only names is measured.\n\n"
		"What does not build, or whose first execution fails, is left out, and named in "
		"the end. --budget is for all sessions together. What was interrupted is gone on "
		"with by assay run --resume. What comes of it is in the store: assay history NAME.",
	.options = AS_GROUP_COMMANDS | AS_GROUP_BUILDS | AS_GROUP_HOOKS | AS_GROUP_CONDITIONS |
		   AS_GROUP_AMOUNT | AS_GROUP_ANALYSIS | AS_GROUP_KEEP | AS_GROUP_STORE |
		   AS_GROUP_VERSIONS | AS_GROUP_SUITE | AS_GROUP_SERIES | AS_GROUP_ON |
		   AS_GROUP_ADMIT,
	.examples = examples,
	.run = run,
};
