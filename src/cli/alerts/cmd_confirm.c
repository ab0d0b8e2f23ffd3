/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/num.h"
#include "campaign/confirming.h"
#include "cli/alerts/alert_find.h"
#include "cli/alerts/alerts_look.h"
#include "cli/measure/again/going_on.h"
#include "cli/measure/measure.h"
#include "cli/screen_out.h"
#include "cli/series/version_rounds.h"
#include "cli/suite/suite_verb.h"
#include "clock/clock.h"
#include "probe/probe.h"
#include "run/interrupt.h"
#include "run/request/command.h"

/* Executions of a build, and the least builds that are compared by their means (alert_rerun.c). */
enum { EACH_BUILT = 3, LEAST_BUILDS = 6 };

static const char example[] = "assay confirm --build make -- ./bench";

/* What the hands work with. */
struct confirming {
	struct as_version_rounds rounds;
	struct as_confirming all;
	int64_t *ids; /* alerts that are meant, n_ids of them; 0: all */
	size_t n_ids;
	bool all_alike; /* rebuilding makes the same program */
};

/* ---- what is asked for ---- */

static enum as_status read_ids(struct confirming *m, struct as_err *err)
{
	const struct as_cli *cli = m->rounds.cli;

	m->ids = as_arena_array(cli->arena, cli->args->n_before, sizeof *m->ids);
	if (!m->ids)
		return as_fail_memory(err);
	for (; m->n_ids < cli->args->n_before; m->n_ids++)
		if (!as_parse_i64(cli->args->words[m->n_ids], 1, INT64_MAX, &m->ids[m->n_ids]))
			return as_fail(err, AS_ERR_USAGE,
				"'%.100s' is no number of an alert; assay alerts shows them, and "
				"the command to measure stands after --",
				cli->args->words[m->n_ids]);
	return AS_OK;
}

/* Means of too few builds settle nothing. */
static enum as_status check_builds(const struct as_request *r, struct as_err *err)
{
	const uint32_t builds = r->building.builds;

	if (!r->what.commands[0].build || builds < 2 || builds >= LEAST_BUILDS)
		return AS_OK;
	return as_fail(err, AS_ERR_USAGE,
		"cannot confirm by %u builds: the means of %d of each version are compared at "
		"least, or with --builds 1 executions of one",
		builds, LEAST_BUILDS);
}

/* How much: a round is a build of each with some executions; of one build, or without any, an
 * execution of each. */
static struct as_amount amount_of(const struct confirming *m, const struct as_rerun_wanted *w,
	uint32_t *builds)
{
	const struct as_request *r = &m->rounds.request;
	const uint32_t rounds = (uint32_t)w->rounds;
	const uint32_t given = m->all_alike ? 1 : r->building.builds;
	const bool by_builds = r->what.commands[0].build && given != 1;
	struct as_amount amount = r->amount;

	*builds = by_builds ? given > rounds ? given : rounds : given;
	if (by_builds)
		amount.runs = amount.runs ? amount.runs : EACH_BUILT;
	else if (amount.runs < rounds)
		amount.runs = rounds;
	amount.budget_given = false; /* it is that of all together */
	return amount;
}

/* ---- measuring ---- */

/* Builds were made, were all the same program, and so had too few executions. */
static bool is_too_little(const struct as_experiment *x, const struct as_rerun_wanted *w)
{
	return x && x->plan.builds_state == AS_BUILDS_IDENTICAL && x->plan.done < w->rounds;
}

static enum as_status measure(void *context, struct as_piece *piece, struct as_result *out,
	struct as_err *err)
{
	struct confirming *m = context;
	const struct as_rerun_wanted *w = &m->all.v[m->all.done - 1];
	const char *commits[] = {w->before, w->after};
	struct as_versions_together both = {.commits = commits, .n = 2, .name = piece->name};

	both.amount = amount_of(m, w, &both.builds);
	enum as_status st = as_version_rounds_measure(&m->rounds, &both, piece->arena, out, err);
	if (!st && !m->all_alike && !as_interrupt_count() && is_too_little(out->x, w)) {
		m->all_alike = true;
		both.name = as_arena_printf(piece->arena, "%s, of one build", piece->name);
		both.amount = amount_of(m, w, &both.builds);
		as_result_release(out);
		st = both.name ? as_version_rounds_measure(&m->rounds, &both, piece->arena, out,
					 err)
			       : as_fail_memory(err);
	}
	as_result_release(out); /* it is kept, and the alerts are settled by what is kept */
	return st;
}

/* The alerts as they are now; of the command line only the store counts. */
static enum as_status look(struct confirming *m, struct as_store **store, struct as_alerting *u,
	struct as_err *err)
{
	struct as_args args = *m->rounds.cli->args;
	struct as_cli own = *m->rounds.cli;

	args.n_words = args.n_before = 0;
	own.args = &args;
	return as_alerts_look(&own, store, u, err);
}

static enum as_status choose_alerts(struct confirming *m, struct as_err *err)
{
	const struct as_probe_root root = {0};
	struct as_cli *cli = m->rounds.cli;
	struct as_store *store = NULL;
	struct as_alerting u;
	struct as_machine machine = {0};
	struct as_confirming_here here = {
		.command = as_command_words(&m->rounds.request.what.commands[0], cli->arena)};
	enum as_status st = here.command ? as_probe_machine(&root, cli->arena, &machine, err)
					 : as_fail_memory(err);

	here.machine_id = machine.machine_id;
	here.boot_id = machine.boot_id;
	if (!st)
		st = look(m, &store, &u, err);
	for (size_t i = 0, at = 0; i < m->n_ids && !st; i++)
		st = as_alert_find(&u, cli->args->words[i], &at, err);
	if (!st)
		st = as_confirming_choose(&u, &here, m->ids, m->n_ids, &m->all, err);
	as_store_close(store);
	return st;
}

static enum as_status conduct(struct confirming *m, struct as_err *err)
{
	const struct as_hands hands = {.context = m, .measure = measure, .print = as_hand_print,
		.raise = as_hand_raise};
	struct as_cli *cli = m->rounds.cli;
	const struct as_amount *amount = &m->rounds.request.amount;
	struct as_campaign c = {.arena = cli->arena, .style = as_screen_style(cli),
		.json = as_args_has(cli->args, AS_OPT_JSON), .confirming = &m->all};
	enum as_status st = as_campaign_begin(cli, cli->args, err);

	if (!st)
		st = as_version_rounds_same(&m->rounds, err);
	if (amount->budget_given)
		c.budget.until_ns = as_clock_now() + amount->budget_ns -
			as_campaign_took(cli, m->rounds.store);
	/* cppcheck-suppress autoVariables ; taken back below */
	c.hands = &hands;
	if (!st)
		st = as_campaign_conduct(&as_kind_confirm, &c, err);
	c.hands = NULL;
	as_campaign_end(cli, st);
	return st;
}

/* ---- what has come of them ---- */

static bool was_measured(const struct as_confirming *all, const struct as_alert *a)
{
	for (size_t i = 0; i < all->done; i++)
		if (all->v[i].alert == a->id)
			return true;
	return false;
}

static enum as_status show(struct confirming *m, struct as_err *err)
{
	struct as_cli *cli = m->rounds.cli;
	struct as_store *store = NULL;
	struct as_alerting u;
	enum as_status st = look(m, &store, &u, err);
	const struct as_alert **v = st ? NULL : as_arena_array(cli->arena, u.n, sizeof *v);
	size_t n = 0;

	for (size_t i = st || !v ? 0 : u.n; i-- > 0;)
		if (was_measured(&m->all, &u.v[i]))
			v[n++] = &u.v[i];
	if (!st && !v)
		st = as_fail_memory(err);
	if (!st && (n || as_args_has(cli->args, AS_OPT_JSON)))
		st = as_alerts_print(cli, v, n, u.n - n, err);
	if (!st)
		as_alerts_raise(cli, &u);
	as_store_close(store);
	return st;
}

static enum as_status run(struct as_cli *cli, struct as_err *err)
{
	struct confirming m = {.rounds.cli = cli};

	if (as_args_has(cli->args, AS_OPT_LIST))
		return as_suite_show(cli, err);
	enum as_status st = read_ids(&m, err);

	if (!st)
		st = as_version_rounds_read(&m.rounds, "confirm", example, err);
	if (!st)
		st = check_builds(&m.rounds.request, err);
	if (!st)
		st = choose_alerts(&m, err);
	if (!st)
		st = as_measure_place(cli, false, &m.rounds.store, err);
	as_interrupt_catch();
	if (!st)
		st = conduct(&m, err);
	as_version_rounds_release(&m.rounds);
	/* one that failed is no reason to say nothing of the others */
	const bool others = st == AS_ERR_BENCH && m.all.done > 1;
	const enum as_status shown = !st || others ? show(&m, st ? NULL : err) : AS_OK;
	return st ? st : shown;
}

static const struct as_example examples[] = {
	{"what the alerts of ./bench suspect, measured again", example},
	{"in cron, after what is new was measured, in at most ten minutes",
		"assay confirm --budget 10m --build make -- ./bench"},
	{"alert 3 alone", "assay confirm 3 --build make -- ./bench"},
	{"a benchmark of ./assay.yaml", "assay confirm --only fft"},
	{0},
};

const struct as_command_entry as_command_confirm = {
	.name = "confirm",
	.args = "[NUMBER...] [-- COMMAND]",
	.summary = "measure again what alerts suspect, and settle them by it",
	.description =
		"Each alert that waits for a re-run gets it: its two versions are built and "
		"measured in the same rounds, in as many as the alert asks for, the largest "
		"change first. COMMAND and --build are those that the history was measured with. "
		"NUMBER is that of assay alerts, and chooses one; without it all alerts of the "
		"command are meant, on this machine.\n\n"
		"A first re-run that agrees waits for a second one in another session, which this "
		"makes after a reboot, or an hour later. Where a later change may have taken an "
		"alert back, what is left of it is measured. The alerts that were measured are "
		"shown as they are then; the exit status is that of assay alerts.\n\n"
		"A round is a build of each version and three executions of it, with -r so many; "
		"with --builds 1, and of what is not built, one execution. --budget is for all of "
		"it: no re-run begins after it. What was interrupted is gone on with by assay run "
		"--resume.",
	.options = AS_GROUP_COMMANDS | AS_GROUP_BUILDS | AS_GROUP_HOOKS | AS_GROUP_CONDITIONS |
		   AS_GROUP_AMOUNT | AS_GROUP_ANALYSIS | AS_GROUP_SCREEN | AS_GROUP_KEEP |
		   AS_GROUP_STORE | AS_GROUP_VERSIONS | AS_GROUP_SUITE,
	.examples = examples,
	.run = run,
};
