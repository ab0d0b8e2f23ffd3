/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/history/alert_life.h"
#include "cli/alerts/alert_find.h"
#include "cli/results/result.h"
#include "cli/screen_out.h"
#include "clock/clock.h"
#include "model/fields/vocabulary.h"
#include "report/history/alerts_screen.h"
#include "store/store_alerts.h"

static enum as_status deal(struct as_cli *cli, struct as_alerting *u, struct as_alert *a,
	struct as_err *err)
{
	const struct as_alert_now now = {.ns = u->now_ns};
	const enum as_alert_state to = as_args_has(cli->args, AS_OPT_EXPECTED)
		? AS_ALERT_EXPECTED : AS_ALERT_ACKNOWLEDGED;

	if (a->state != to && !as_alert_go(a, &now, to))
		return as_fail(err, AS_ERR_USAGE,
			"alert %lld needs nothing: it is %s", (long long)a->id,
			as_word(&as_alert_words, a->state));
	a->reason = cli->args->words[1];
	a->dirty = true;
	return as_store_put_alerts(u->store, u->v, u->n, err);
}

static enum as_status tell(struct as_cli *cli, const struct as_alert *a, struct as_err *err)
{
	struct as_style style = as_screen_style(cli);
	struct as_text t = {0};

	as_report_acknowledged(&t, &style, a);
	enum as_status st = as_screen_print(cli, &t, err);
	as_text_release(&t);
	return st;
}

static enum as_status run(struct as_cli *cli, struct as_err *err)
{
	struct as_alerting u = {.arena = cli->arena, .now_ns = as_clock_date()};
	size_t at = 0;

	if (cli->args->n_words != 2 || !*cli->args->words[1])
		return as_fail(err, AS_ERR_USAGE,
			"assay ack is written: assay ack NUMBER 'reason', such as assay ack 3 "
			"'worth it: checks bounds now'");
	enum as_status st = as_result_store(cli, AS_STORE_WRITE, &u.store, err);
	if (!st)
		st = as_result_renamed(cli, u.store, err);
	if (!st)
		st = as_store_alerts(u.store, u.arena, &u.v, &u.n, err);
	if (!st)
		st = as_alert_find(&u, cli->args->words[0], &at, err);
	if (!st)
		st = deal(cli, &u, &u.v[at], err);
	if (!st)
		st = tell(cli, &u.v[at], err);
	as_store_close(u.store);
	return st;
}

static const struct as_example examples[] = {
	{"it is slower, and worth it", "assay ack 3 'checks bounds now'"},
	{"that it would change was known", "assay ack 4 'new hash' --expected"},
	{0},
};

const struct as_command_entry as_command_ack = {
	.name = "ack",
	.args = "NUMBER REASON",
	.summary = "deal with an alert: its new level is the reference from now on",
	.description =
		"NUMBER is that of assay alerts. The alert is acknowledged, with --expected "
		"expected; REASON is kept with it. It is quiet then, until a change away from its "
		"level is confirmed, which is another alert.",
	.options = AS_GROUP_ACK | AS_GROUP_SCREEN | AS_GROUP_STORE,
	.examples = examples,
	.run = run,
};
