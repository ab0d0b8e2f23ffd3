/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/measure/again/going_on.h"

#include <inttypes.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "cli/fleet/head.h"
#include "cli/measure/again/asked_then.h"
#include "cli/measure/again/waiting.h"
#include "run/journal/journal.h"
#include "run/request/settings.h"

/* ---- beginning and end ---- */

/* Remove a journal of which all is in the store, unless another assay has it; steps: only if it is none that
 * assay run could go on with by itself. */
static void remove_salvaged(const char *folder, const char *uuid, bool steps)
{
	struct as_recorded rec = {0};
	struct as_journal *j = NULL;
	struct as_arena a = {0};
	struct as_request request = {0};

	if (as_journal_claim(folder, uuid, &j, &rec, NULL) || !j)
		return;
	bool gone = rec.salvaged || !rec.x || !rec.n_units;
	if (gone && steps)
		gone = rec.request && !as_request_read(rec.request, strlen(rec.request), uuid, &a,
			&request, NULL) && request.keeping.verb &&
			strcmp(request.keeping.verb, as_command_run.name) != 0;
	if (gone)
		as_journal_remove(j);
	else
		as_journal_close(j);
	as_recorded_release(&rec);
	as_arena_release(&a);
}

enum as_status as_campaign_begin(struct as_cli *cli, const struct as_args *own, struct as_err *err)
{
	struct as_ledger_head head = {.kind = cli->verb};
	struct as_store_place place;
	char here[PATH_MAX];

	if (cli->ledger || as_store_locate(as_args_value(cli->args, AS_OPT_STORE), &place, NULL))
		return AS_OK;
	const char *folder = as_journals_beside(place.path, cli->arena);
	head.directory = getcwd(here, sizeof here) ? here : "/";
	enum as_status st = folder ? as_asked_write(cli, own, &head, err) : as_fail_memory(err);
	return st ? st : as_ledger_new(folder, &head, &cli->ledger, err);
}

/* Journals of pieces that were interrupted and not gone on with, such as those for which the budget did not
 * last: what they hold is in the store, and nobody can go on with them once the ledger is gone. */
static void remove_pieces(struct as_cli *cli, const struct as_ledger *l)
{
	struct as_store_place place;
	struct as_orphan *o = NULL;
	size_t n = 0;

	if (as_store_locate(as_args_value(cli->args, AS_OPT_STORE), &place, NULL))
		return;
	const char *folder = as_journals_beside(place.path, cli->arena);
	if (!folder || as_journal_orphans(folder, cli->arena, &o, &n, NULL))
		return;
	for (size_t i = 0; i < n; i++)
		if (as_ledger_has(l, o[i].uuid))
			remove_salvaged(folder, o[i].uuid, false);
}

void as_campaign_end(struct as_cli *cli, enum as_status st)
{
	struct as_ledger *l = cli->ledger;
	const bool broken = st == AS_ERR_INTERRUPTED || st == AS_ERR_SYS || st == AS_ERR_MEM;
	const bool later = st == AS_ERR_REFUSED || st == AS_ERR_USAGE || st == AS_ERR_STORE;

	cli->ledger = NULL;
	if (l && (broken || (later && as_ledger_goes_on(l)))) {
		as_ledger_close(l);
		return;
	}
	if (l)
		remove_pieces(cli, l);
	as_ledger_remove(l);
}

enum as_status as_campaign_noted(struct as_cli *cli, const char *fact, const char *value,
	const char **then, struct as_err *err)
{
	*then = value;
	return cli->ledger ? as_ledger_fact(cli->ledger, fact, value, then, err) : AS_OK;
}

enum as_status as_campaign_same(struct as_cli *cli, const char *fact, const char *value,
	const char *what, struct as_err *err)
{
	const char *then;
	enum as_status st = as_campaign_noted(cli, fact, value, &then, err);

	if (st || !strcmp(then, value))
		return st;
	return as_fail(err, AS_ERR_REFUSED,
		"cannot resume %.8s: it would not be the same experiment (%.200s has changed "
		"since); measure anew",
		as_ledger_uuid(cli->ledger), what);
}

int64_t as_campaign_took(const struct as_cli *cli, struct as_store *s)
{
	int64_t took = 0;

	for (size_t i = 0; cli->ledger && as_ledger_goes_on(cli->ledger) &&
		i < as_ledger_pieces(cli->ledger); i++) {
		struct as_experiment *x = NULL;
		int64_t id = 0;
		if (!as_store_find(s, as_ledger_nth(cli->ledger, i)->uuid, &id, NULL) &&
			!as_store_get(s, id, &x, NULL) && x->ended_ns > x->started_ns)
			took += x->ended_ns - x->started_ns;
		as_experiment_free(x);
	}
	return took;
}

int64_t as_campaign_spent(const struct as_cli *cli)
{
	int64_t spent = 0;

	if (!cli->ledger || !as_ledger_goes_on(cli->ledger))
		return 0;
	for (size_t i = 0; i < as_ledger_pieces(cli->ledger); i++)
		spent += as_ledger_nth(cli->ledger, i)->budget_ns;
	return spent;
}

/* ---- going on ---- */

enum as_status as_campaign_of(struct as_cli *cli, const char *folder, const char *uuid,
	struct as_ledger **out, struct as_err *err)
{
	struct as_orphan *o = NULL;
	struct as_orphan *j = NULL;
	size_t n = 0, journals = 0;
	enum as_status st = as_ledger_orphans(folder, cli->arena, &o, &n, err);

	*out = NULL;
	if (!st)
		st = as_journal_orphans(folder, cli->arena, &j, &journals, err);
	const char *newest = *uuid || !journals ? uuid : j[0].uuid;
	for (size_t i = 0; i < n && !st && !*out; i++) {
		struct as_ledger *l = NULL;
		st = as_ledger_claim(folder, o[i].uuid, &l, err);
		/* One that was killed between two pieces has left no journal. */
		const bool last = !*uuid && (!journals || o[i].written_ns > j[0].written_ns);
		if (l && (last || as_ledger_has(l, newest)))
			*out = l;
		else
			as_ledger_close(l);
	}
	return st;
}

/* The options of then, and those of the screen that are given now; the store is the one that was
 * opened. */
static enum as_status merge(struct as_cli *cli, const char *store, struct as_args *then,
	struct as_err *err)
{
	const struct as_args *now = cli->args;
	struct as_arg *all = as_arena_array(cli->arena, then->n_given + now->n_given + 1,
		sizeof *all);

	if (!all)
		return as_fail_memory(err);
	for (size_t i = 0; i < then->n_given; i++)
		all[i] = then->given[i];
	for (size_t i = 0; i < now->n_given; i++)
		if (now->given[i].id != AS_OPT_RESUME && now->given[i].id != AS_OPT_STORE)
			all[then->n_given++] = now->given[i];
	all[then->n_given++] = (struct as_arg){.id = AS_OPT_STORE, .values = {store}};
	then->given = all;
	cli->out->silent = cli->out->silent || as_args_has(then, AS_OPT_JSON);
	return AS_OK;
}

enum as_status as_campaign_go_on(struct as_cli *cli, struct as_ledger *l, const char *store,
	struct as_err *err)
{
	const struct as_ledger_head *head = as_ledger_head_of(l);
	const struct as_command_entry *verb = as_command_find(head->kind);
	struct as_asked then = {0};
	struct as_cli own = *cli;
	enum as_status st = verb ? as_asked_read(l, cli->arena, &then, err)
		: as_fail(err, AS_ERR_DATA, "cannot resume %.8s: it is of assay %.20s, which this "
			"version does not know", as_ledger_uuid(l), head->kind);

	if (!st)
		st = merge(cli, store, &then.args, err);
	if (!st && chdir(head->directory))
		st = as_fail(err, AS_ERR_SYS,
			"cannot resume %.8s: its folder '%s' cannot be entered", as_ledger_uuid(l),
			head->directory);
	if (st) {
		as_ledger_close(l);
		return st;
	}
	own.args = &then.args;
	own.verb = verb->name;
	own.command_line = then.line;
	own.ledger = l;
	st = verb->run(&own, err);
	as_campaign_end(&own, st);
	as_cli_raise(cli, own.exit);
	return st;
}

/* Machines measure some of it, or did. */
static bool is_under_way(const struct as_ledger *l, struct as_arena *a)
{
	const char *directory = as_ledger_head_of(l)->directory;

	for (size_t k = 0; k < as_ledger_pieces(l); k++) {
		const char *folder = as_head_folder(directory, as_ledger_nth(l, k)->uuid, a);
		if (!folder || !access(folder, F_OK))
			return true;
	}
	return false;
}

/* NULL: another assay goes on with it, or it cannot be read. */
static struct as_ledger *claim(const char *folder, const struct as_orphan *o)
{
	struct as_ledger *l = NULL;

	return as_ledger_claim(folder, o->uuid, &l, NULL) ? NULL : l;
}

size_t as_campaigns_on_machines(struct as_cli *cli, const char *folder)
{
	struct as_orphan *o = NULL;
	size_t n = 0, under_way = 0;

	if (as_ledger_orphans(folder, cli->arena, &o, &n, NULL))
		return 0;
	for (size_t i = 0; i < n; i++) {
		struct as_ledger *l = claim(folder, &o[i]);
		under_way += l && is_under_way(l, cli->arena);
		as_ledger_close(l);
	}
	return under_way;
}

void as_campaign_sweep(struct as_cli *cli, struct as_store *s, const char *folder)
{
	struct as_orphan *o = NULL;
	struct as_orphan *j = NULL;
	size_t n = 0, journals = 0;
	/* Only then is it known which journals are of no campaign: one at work may be about to claim its own. */
	bool all = !as_ledgers_in_use(folder);

	if (as_ledger_orphans(folder, cli->arena, &o, &n, NULL) ||
		as_journal_orphans(folder, cli->arena, &j, &journals, NULL))
		return;
	bool *of_one = as_arena_array(cli->arena, journals + 1, sizeof *of_one);
	if (!of_one)
		return;
	for (size_t i = 0; i < n; i++) {
		struct as_ledger *l = claim(folder, &o[i]);
		bool left = !l;
		all = all && l;
		for (size_t k = 0; !left && k < as_ledger_pieces(l); k++) {
			int64_t id = 0;
			left = !as_store_find(s, as_ledger_nth(l, k)->uuid, &id, NULL);
		}
		for (size_t k = 0; l && k < journals; k++) {
			const bool its = as_ledger_has(l, j[k].uuid);
			of_one[k] = of_one[k] || its;
			left = left || its;
		}
		left = left || is_under_way(l, cli->arena);
		if (left)
			as_ledger_close(l);
		else
			as_ledger_remove(l);
	}
	/* Steps of a campaign whose ledger is gone can be gone on with by nobody. */
	for (size_t k = 0; all && k < journals; k++)
		if (!of_one[k])
			remove_salvaged(folder, j[k].uuid, true);
}
