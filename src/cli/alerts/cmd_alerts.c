/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/alerts/alerts_tell.h"
#include "cli/results/result.h"
#include "cli/screen_out.h"
#include "cli/series/history_settings.h"
#include "clock/clock.h"
#include "format/json/assay_json.h"
#include "report/history/alerts_screen.h"

/* The histories of the store, and its alerts brought up to date by them; without a store none. They are
 * read as assay history reads them; only then is the store opened for writing. */
static enum as_status look(struct as_cli *cli, struct as_store **store,
	struct as_alerting *out, struct as_err *err)
{
	struct as_history_asked *asked = as_arena_array(cli->arena, 1, sizeof *asked);
	struct as_history *h = as_arena_array(cli->arena, 1, sizeof *h);
	struct as_store_place place;

	*out = (struct as_alerting){.arena = cli->arena, .now_ns = as_clock_date()};
	if (!asked || !h)
		return as_fail_memory(err);
	enum as_status st = as_store_locate(as_args_value(cli->args, AS_OPT_STORE), &place, err);
	if (st || (!place.exists && place.origin == AS_STORE_USER))
		return st;
	st = as_history_select(cli, asked, err);
	if (!st)
		st = as_history_read(cli, asked, h, err);
	if (!st)
		st = as_result_open_store(place.path, AS_STORE_WRITE, store, err);
	out->store = *store;
	out->history = h;
	out->commits = asked->how.commits;
	return st ? st : as_alerts_update(out, err);
}

/* The newest first, of which not more than asked for. */
static size_t choose(const struct as_cli *cli, const struct as_alerting *u,
	const struct as_alert **v)
{
	const bool all = as_args_has(cli->args, AS_OPT_ALERTS_ALL);
	size_t n = 0;

	for (size_t i = u->n; i-- > 0;)
		if (all || u->v[i].unseen || as_alert_is_open(u->v[i].state))
			v[n++] = &u->v[i];
	return n;
}

static enum as_status show(struct as_cli *cli, const struct as_alerting *u, struct as_err *err)
{
	const struct as_alert **v = as_arena_array(cli->arena, u->n, sizeof *v);
	struct as_style style = as_screen_style(cli);
	struct as_text t = {0};

	if (!v)
		return as_fail_memory(err);
	const size_t n = choose(cli, u, v);
	if (as_args_has(cli->args, AS_OPT_JSON))
		as_json_alerts(&t, v, n);
	else
		as_report_alerts(&t, &style, v, n, u->n - n);
	enum as_status st = as_screen_print(cli, &t, err);
	as_text_release(&t);
	return st;
}

/* Whoever is to know, before the screen; without a store there is nothing to tell. */
static enum as_status tell(struct as_cli *cli, struct as_alerting *u, struct as_err *err)
{
	const char *command = as_args_value(cli->args, AS_OPT_NOTIFY);
	const char *feed = as_args_value(cli->args, AS_OPT_FEED);
	enum as_status st = feed ? as_alerts_feed(cli, feed, u, err) : AS_OK;

	if (st || !command || !u->store)
		return st;
	return as_alerts_notify(cli, command, u, err);
}

static enum as_status run(struct as_cli *cli, struct as_err *err)
{
	struct as_store *store = NULL;
	struct as_alerting u;

	if (cli->args->n_words)
		return as_fail(err, AS_ERR_USAGE,
			"assay alerts takes no word, but was given '%.200s'; assay ack NUMBER "
			"REASON deals with one",
			cli->args->words[0]);
	enum as_status st = look(cli, &store, &u, err);
	if (!st)
		st = tell(cli, &u, err);
	if (!st)
		st = show(cli, &u, err);
	as_store_close(store);
	for (size_t i = 0; !st && i < u.n; i++)
		if (as_alert_is_bad(&u.v[i]))
			as_cli_raise(cli, AS_EXIT_REGRESSION);
	return st;
}

static const struct as_example examples[] = {
	{"what is open; the exit status is 1 while something is confirmed to be worse",
		"assay alerts"},
	{"in cron: each change is told once, by a script that gets it as JSON",
		"assay alerts --notify ./tell.sh --feed /srv/www/speed.json"},
	{"all there ever were, as JSON", "assay alerts --all --json"},
	{0},
};

const struct as_command_entry as_command_alerts = {
	.name = "alerts",
	.args = "",
	.summary = "show what changed in the histories, and what became of it",
	.description = "Looks at the histories of the store as assay history does, and "
		       "follows each change: it is suspected at first; confirmed by two "
		       "fresh measurements of the two versions (assay diff), the second "
		       "after a reboot or an hour later; then acknowledged by assay ack, "
		       "or fixed by a later change, and perhaps it recurs. A change that "
		       "fresh measurements do not show is dropped, and not suspected again "
		       "for 10 versions. Nothing is measured here: each alert says what to "
		       "measure next.\n\n"
		       "A change of the environment is no alert, and changes before it are "
		       "not comparable. An alert goes when no branch and no tag leads to "
		       "its commits any more. The exit status is 1 while something is "
		       "confirmed to be worse, and nobody has dealt with it.",
	.options = AS_GROUP_ALERTS | AS_GROUP_SCREEN | AS_GROUP_STORE,
	.examples = examples,
	.run = run,
};
