/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "campaign/version_series.h"
#include "cli/measure/going_on.h"
#include "cli/measure/measure.h"
#include "cli/measure/request_options.h"
#include "cli/screen_out.h"
#include "cli/suite/suite_verb.h"
#include "clock/clock.h"
#include "format/foreign/harness.h"
#include "report/history/series_screen.h"
#include "run/command.h"
#include "run/interrupt.h"

/* What the hands work with. */
struct backfilling {
	struct as_cli *cli;
	struct as_args own; /* without the revisions */
	struct as_request request;
	struct as_version_series series;
	struct as_store *store;
	/* of the session that is measured: n versions, and which of them has failed */
	size_t *which, n;
	struct as_trouble trouble;
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

static enum as_status check_words(const struct as_args *own, struct as_err *err)
{
	static const enum as_option_id refused[] = {AS_OPT_EXTEND, AS_OPT_RESUME, AS_OPT_EXPORT};
	char name[32];

	for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
		if (!as_args_has(own, refused[i]))
			continue;
		as_option_spell(refused[i], name);
		return as_fail(err, AS_ERR_USAGE,
			"cannot take %s with assay backfill, which measures several experiments: "
			"assay run has --extend and --resume, assay export writes results",
			name);
	}
	if (as_suite_is_meant(own))
		return as_fail(err, AS_ERR_USAGE,
			"assay backfill needs a command to measure, after --, such as assay "
			"backfill v1.0..HEAD --build make -- ./bench");
	return AS_OK;
}

static enum as_status read_request(struct backfilling *b, struct as_err *err)
{
	struct as_request *r = &b->request;
	enum as_status st = as_request_fill(&b->own, b->cli->arena, r, err);

	if (st)
		return st;
	const struct as_command *c = &r->what.commands[0];
	if (r->what.n_commands != 1)
		return as_fail(err, AS_ERR_USAGE,
			"cannot measure %zu commands over versions at once: give one of them",
			r->what.n_commands);
	if (c->build && !strcmp(c->build, "auto"))
		return as_fail(err, AS_ERR_USAGE,
			"cannot tell how all versions are built: give the command with --build");
	/* Whether changes mattered is asked, and not whether addresses did. */
	if (c->build && !r->building.randomize_given)
		r->building.randomize = AS_RANDOMIZE_ALL;
	b->series.command = c->name ? c->name : as_command_words(c, b->cli->arena);
	return b->series.command ? AS_OK : as_fail_memory(err);
}

static enum as_status choose(struct backfilling *b, struct as_err *err)
{
	struct as_cli *cli = b->cli;
	struct as_version_line line;
	uint32_t every = 1;
	enum as_status st = read_range(cli->args, cli->arena, &line, err);

	if (!st)
		st = as_args_count(cli->args, AS_OPT_EVERY, 1, 1000000, &every, err);
	if (!st)
		st = check_words(&b->own, err);
	if (!st)
		st = as_version_history(&line, cli->arena, err);
	if (!st && !line.found)
		return as_fail(err, AS_ERR_USAGE,
			"cannot measure versions: there is no repository of git in the current "
			"folder");
	return st ? st : as_series_choose(&line, every, cli->arena, &b->series, err);
}

/* ---- a session ---- */

static enum as_status show_nothing(void *context, struct as_cli *cli, const struct as_result *r,
	struct as_err *err)
{
	(void)context, (void)cli, (void)r, (void)err;
	return AS_OK;
}

static void take(void *context, struct as_result *r)
{
	struct as_result *out = context;

	*out = *r;
	*r = (struct as_result){0};
}

/* The command once for each version, under one name, which is that of the benchmark. */
static enum as_status make_commands(const struct backfilling *b, const struct as_versions *v,
	struct as_arena *a, struct as_request *r, struct as_err *err)
{
	struct as_command *c = as_arena_array(a, v->n, sizeof *c);

	*r = b->request;
	if (!c)
		return as_fail_memory(err);
	for (size_t i = 0; i < v->n; i++) {
		c[i] = r->what.commands[0];
		c[i].checkout = (uint32_t)i + 1;
		c[i].version = &v->revisions[i].version;
	}
	r->what.commands = c;
	r->what.n_commands = v->n;
	r->what.shared_hooks = true;
	return AS_OK;
}

static enum as_status open_versions(const struct backfilling *b, struct as_arena *a,
	struct as_versions *v, struct as_err *err)
{
	struct as_cli *cli = b->cli;
	const size_t n = b->n;
	const char **commits = as_arena_array(a, n, sizeof *commits);
	const size_t given = as_args_times(cli->args, AS_OPT_CARRY);
	const char **carry = as_arena_array(a, given, sizeof *carry);

	if (!commits || !carry)
		return as_fail_memory(err);
	for (size_t i = 0; i < n; i++)
		commits[i] = b->series.v[b->which[i]].commit->id;
	for (size_t i = 0; i < given; i++)
		carry[i] = as_args_nth(cli->args, AS_OPT_CARRY, i)->values[0];
	if (cli->ledger && as_ledger_goes_on(cli->ledger))
		as_scratch_sweep(); /* the folder of then has the name that it gets again */
	enum as_status st = as_versions_open_these(commits, n,
		cli->ledger ? as_ledger_uuid(cli->ledger) : NULL, a, v, err);
	return st ? st : as_versions_carry(v, carry, given, a, err);
}

/* The versions of now in the same rounds; the trouble tells which does not build or run. */
static enum as_status try_session(struct backfilling *b, const struct as_piece *piece,
	struct as_result *out, struct as_err *err)
{
	struct as_versions v = {.scratch = {.lock = -1}};
	const struct as_shower shower = {.show = show_nothing, .take = take, .context = out};
	struct as_extending e = {0};
	const char *name = as_arena_printf(piece->arena, "%s, %zu versions", piece->name, b->n);
	struct as_cli own = *b->cli;
	enum as_status st = name ? open_versions(b, piece->arena, &v, err)
				 : as_fail_memory(err);

	if (!st)
		st = make_commands(b, &v, piece->arena, &e.request, err);
	e.with = (struct as_run_context){.google = as_google_rows, .go = as_go_rows,
		.checkouts = v.checkouts, .trouble = &b->trouble};
	e.request.amount.budget_ns = piece->share_ns ? piece->share_ns
		: e.request.amount.budget_ns * (int64_t)b->n;
	own.args = &b->own;
	if (!st)
		st = as_measure_begin(&own, b->store, name, &e, err);
	if (!st)
		st = as_measure_for(&own, &e, b->store, &shower, err);
	if (own.exit == AS_EXIT_INTERRUPTED)
		as_cli_raise(b->cli, own.exit);
	as_versions_close(&v);
	return st;
}

static bool goes_on(enum as_status st)
{
	return st == AS_ERR_BENCH || st == AS_ERR_USAGE;
}

/* What does not build, or run, is left out, and the others are measured without it. */
static enum as_status measure(void *context, struct as_piece *piece, struct as_result *out,
	struct as_err *err)
{
	struct backfilling *b = context;
	struct as_version_series *s = &b->series;
	const struct as_trouble *t = &b->trouble;

	b->which = as_arena_array(piece->arena, s->n, sizeof *b->which);
	if (!b->which)
		return as_fail_memory(err);
	for (;;) {
		struct as_err why = {0};
		b->trouble = (struct as_trouble){0};
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
		if (!t->any || !goes_on(st) || t->command >= b->n || as_interrupt_count()) {
			if (err)
				*err = why;
			return st;
		}
		b->why = why;
		as_result_release(out);
		s->v[b->which[t->command]].fate =
			t->build ? AS_SERIES_NOT_BUILT : AS_SERIES_NOT_RUN;
	}
}

static enum as_status print(void *context, struct as_text *t, struct as_err *err)
{
	const struct backfilling *b = context;

	return as_screen_print(b->cli, t, err);
}

static void raise_too(void *context, enum as_status st)
{
	const struct backfilling *b = context;

	as_cli_raise(b->cli, as_exit_of(st));
}

/* ---- all of them ---- */

static enum as_status announce(struct backfilling *b, struct as_err *err)
{
	const struct as_version_series *s = &b->series;
	struct as_style style = as_screen_style(b->cli);
	struct as_text t = {0};

	as_report_series(&t, &style, s->n, s->sessions, s->v[s->n - 1].commit, s->v[0].commit);
	enum as_status st = as_screen_print(b->cli, &t, err);
	as_text_release(&t);
	return st;
}

static enum as_status conduct(struct backfilling *b, struct as_err *err)
{
	const struct as_hands hands = {.context = b, .measure = measure, .print = print,
		.raise = raise_too};
	const struct as_amount *amount = &b->request.amount;
	struct as_campaign c = {.arena = b->cli->arena, .style = as_screen_style(b->cli),
		.series = &b->series, .budget.n = b->series.sessions};
	enum as_status st = as_campaign_begin(b->cli, err);

	if (amount->budget_given)
		c.budget.until_ns = as_clock_now() + amount->budget_ns - as_campaign_spent(b->cli);
	if (!st)
		st = as_campaign_same(b->cli, "until", b->series.v[0].commit->id,
			"the newest version", err);
	if (!st)
		st = announce(b, err);
	/* cppcheck-suppress autoVariables ; taken back below */
	c.hands = &hands;
	if (!st)
		st = as_campaign_conduct(&as_kind_series, &c, err);
	c.hands = NULL;
	as_campaign_end(b->cli, st);
	return st;
}

static enum as_status run(struct as_cli *cli, struct as_err *err)
{
	struct backfilling b = {.cli = cli, .own = *cli->args};
	const size_t before = cli->args->n_before;

	b.own.words += before;
	b.own.n_words -= before;
	b.own.n_before = b.own.n_words == 1 && strpbrk(b.own.words[0], " \t") ? 1 : 0;
	enum as_status st = choose(&b, err);
	if (!st)
		st = read_request(&b, err);
	if (!st)
		st = as_measure_place(cli, false, &b.store, err);
	as_interrupt_catch();
	if (!st)
		st = conduct(&b, err);
	as_store_close(b.store);
	return st;
}

static const struct as_example examples[] = {
	{"every commit since a release", "assay backfill v1.0..HEAD --build make -- ./bench"},
	{"each tenth, in ten minutes",
		"assay backfill v1.0..main --every 10 --budget 10m --build make -- ./bench"},
	{"a script, which is not built", "assay backfill HEAD~20.. -- ./bench.py"},
	{0},
};

const struct as_command_entry as_command_backfill = {
	.name = "backfill",
	.args = "OLD..NEW -- COMMAND",
	.summary = "measure versions of a git tree afresh, for assay history",
	.description =
		"Measures COMMAND in the commits from OLD to NEW, both included, along first "
		"parents; NEW is HEAD where it is left out. Each is put into a folder of its own "
		"and built by --build, as by assay diff; nothing in your repository or working "
		"tree is touched.\n\n"
		"The versions of a session, up to 16, are executed in the same rounds, in random "
		"order, so that no drift of the machine looks like a change. Where there are more, "
		"every session spans the whole range and has the newest version.\n\n"
		"What does not build, or whose first execution fails, is left out, and named in "
		"the end. --budget is for all sessions together. What was interrupted is gone on "
		"with by assay run --resume. What comes of it is in the store: assay history NAME.",
	.options = AS_GROUP_COMMANDS | AS_GROUP_BUILDS | AS_GROUP_HOOKS | AS_GROUP_CONDITIONS |
		   AS_GROUP_AMOUNT | AS_GROUP_KEEP | AS_GROUP_STORE | AS_GROUP_VERSIONS |
		   AS_GROUP_SERIES,
	.examples = examples,
	.run = run,
};
