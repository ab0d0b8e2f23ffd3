/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/alerts/alerts_look.h"
#include "cli/alerts/alerts_tell.h"

/* The newest first, of which not more than asked for. */
static size_t choose_alerts(const struct as_cli *cli, const struct as_alerting *u,
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

	if (!v)
		return as_fail_memory(err);
	const size_t n = choose_alerts(cli, u, v);
	return as_alerts_print(cli, v, n, u->n - n, err);
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
	enum as_status st = as_alerts_look(cli, &store, &u, err);
	if (!st)
		st = tell(cli, &u, err);
	if (!st)
		st = show(cli, &u, err);
	as_store_close(store);
	if (!st)
		as_alerts_raise(cli, &u);
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
		       "measure next, and assay confirm does it.\n\n"
		       "A change of the environment is no alert, and changes before it are "
		       "not comparable. An alert goes when no branch and no tag leads to "
		       "its commits any more. The exit status is 1 while something is "
		       "confirmed to be worse, and nobody has dealt with it.",
	.options = AS_GROUP_ALERTS | AS_GROUP_SCREEN | AS_GROUP_STORE,
	.examples = examples,
	.run = run,
};
