/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/measure/going_on.h"

#include <inttypes.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "base/num.h"
#include "cli/compare/gate_options.h"
#include "cli/fleet/head.h"
#include "cli/measure/waiting.h"
#include "cli/request/request_options.h"
#include "cli/request/setting_options.h"
#include "cli/suite/suite_verb.h"
#include "run/journal/journal.h"

/* ---- what was asked for, as the ledger keeps it ----
 *
 * The request as JSON, as journals keep it; which options were given, with what they say where that is no
 * setting of the request; the words. */

static const char **row(struct as_arena *a, const char *kind, const char *name,
	const char *const *values)
{
	const char **v = as_arena_array(a, 2 + AS_OPTION_VALUES + 1, sizeof *v);

	if (!v)
		return NULL;
	v[0] = kind;
	v[1] = name;
	for (size_t i = 0; values && i < AS_OPTION_VALUES && values[i]; i++)
		v[2 + i] = values[i];
	return v;
}

static const char *name_of(enum as_option_id id, struct as_arena *a)
{
	char name[32];

	as_option_spell(id, name);
	return as_arena_strdup(a, name);
}

/* What it says is in the request: settings, and what makes the commands. */
static bool is_in_request(enum as_option_id id)
{
	return as_option_is_setting(id) || as_options[id].group == AS_GROUP_SEVERAL;
}

/* Of a suite what the options say, for all of its benchmarks. */
static enum as_status make_request(const struct as_args *own, struct as_arena *a,
	struct as_request *r, struct as_err *err)
{
	struct as_gate *gates = NULL;
	enum as_status st = AS_OK;

	*r = as_request_defaults();
	st = as_suite_is_meant(own) ? as_settings_said(own, NULL, a, r, err)
		: as_request_fill(own, a, r, err);
	if (!st)
		st = as_gates_read(own, a, &gates, &r->aim.n_gates, err);
	r->aim.gates = gates;
	return st;
}

static enum as_status write_request(const struct as_args *own, struct as_arena *a,
	const char **out, struct as_err *err)
{
	struct as_request r;
	struct as_text t = {0};
	enum as_status st = make_request(own, a, &r, err);

	if (!st)
		as_request_write(&t, &r);
	if (!st)
		st = as_text_finish(&t, err);
	*out = st ? NULL : as_arena_strdup(a, as_text_str(&t));
	as_text_release(&t);
	return st || *out ? st : as_fail_memory(err);
}

static enum as_status write_settings(const struct as_cli *cli, const struct as_args *own,
	struct as_ledger_head *head, struct as_err *err)
{
	const struct as_args *args = cli->args;
	struct as_arena *a = cli->arena;
	const char *before = as_arena_printf(a, "%zu", args->n_before);
	const char ***v = as_arena_array(a, args->n_given + args->n_words + 4, sizeof *v);
	const char *request = NULL;
	size_t n = 0;

	if (!v || !before)
		return as_fail_memory(err);
	enum as_status st = write_request(own, a, &request, err);
	if (st)
		return st;
	v[n++] = row(a, "request", request, NULL);
	for (size_t i = 0; i < args->n_given; i++) {
		const struct as_arg *g = &args->given[i];
		v[n++] = row(a, "given", name_of(g->id, a),
			is_in_request(g->id) ? NULL : g->values);
	}
	for (size_t i = 0; i < args->n_words; i++)
		v[n++] = row(a, "word", args->words[i], NULL);
	v[n++] = row(a, "line", cli->command_line, NULL);
	v[n++] = row(a, "before", before, NULL);
	if (args->separated)
		v[n++] = row(a, "separated", "yes", NULL);
	for (size_t i = 0; i < n; i++)
		if (!v[i] || !v[i][1])
			return as_fail_memory(err);
	head->settings = v;
	head->n_settings = n;
	return AS_OK;
}

static bool find_option(const char *spelled, enum as_option_id *out)
{
	char name[32];

	for (unsigned id = 0; id < AS_OPTIONS_KNOWN; id++) {
		as_option_spell((enum as_option_id)id, name);
		*out = (enum as_option_id)id;
		if (!strcmp(name, spelled))
			return true;
	}
	return false;
}

/* What was asked for then. How it was called is kept with its experiments, and is not read. */
struct going_on_asked {
	struct as_args args;
	struct as_arg *given;
	struct as_request *request;
	const char *line, *json;
};

/* An option: without a text where the request says it. */
static bool take_given(const char **v, struct as_arena *a, struct going_on_asked *q)
{
	struct as_arg *arg = &q->given[q->args.n_given++];
	bool good = find_option(v[1], &arg->id);

	for (size_t i = 0; good && i < AS_OPTION_VALUES && v[2 + i]; i++)
		good = (arg->values[i] = as_arena_strdup(a, v[2 + i])) != NULL;
	return good && (is_in_request(arg->id) || !*as_options[arg->id].args || arg->values[0] ||
		as_options[arg->id].kind & AS_OPTION_OPTIONAL);
}

/* One setting; false where this assay knows none such, as those of earlier ones, which kept texts. */
static bool take_setting(const char **v, struct as_arena *a, struct going_on_asked *q)
{
	struct as_args *args = &q->args;
	int64_t n = 0;

	if (!v[0] || !v[1])
		return false;
	if (!strcmp(v[0], "request"))
		return (q->json = v[1]) != NULL;
	if (!strcmp(v[0], "given"))
		return take_given(v, a, q);
	if (!strcmp(v[0], "word"))
		return (args->words[args->n_words++] = as_arena_strdup(a, v[1])) != NULL;
	if (!strcmp(v[0], "line"))
		return (q->line = as_arena_strdup(a, v[1])) != NULL;
	if (!strcmp(v[0], "before") && as_parse_i64(v[1], 0, INT32_MAX, &n))
		args->n_before = (size_t)n;
	else if (!strcmp(v[0], "separated"))
		args->separated = true;
	else
		return false;
	return true;
}

static enum as_status read_settings(const struct as_ledger *l, struct as_arena *a,
	struct going_on_asked *out, struct as_err *err)
{
	const struct as_ledger_head *head = as_ledger_head_of(l);
	const char *name = as_arena_printf(a, "journal of %.8s", as_ledger_uuid(l));
	const size_t most = head->n_settings;
	struct going_on_asked q = {.given = as_arena_array(a, most, sizeof *q.given),
		.request = as_arena_array(a, 1, sizeof *q.request),
		.args.words = as_arena_array(a, most + 1, sizeof *q.args.words)};

	if (!name || !q.given || !q.request || !q.args.words)
		return as_fail_memory(err);
	q.args.given = q.given;
	q.args.settings = q.request;
	bool good = true;
	for (size_t i = 0; i < most && good; i++)
		good = take_setting(head->settings[i], a, &q);
	if (!good || !q.line || !q.json)
		return as_fail(err, AS_ERR_DATA,
			"cannot resume %.8s: it was asked for by another version of assay, with "
			"a setting that this one does not know; measure anew",
			as_ledger_uuid(l));
	if (q.args.n_before > q.args.n_words)
		q.args.n_before = q.args.n_words;
	*out = q;
	return as_settings_read(q.json, name, a, q.request, err);
}

/* ---- beginning and end ---- */

enum as_status as_campaign_begin(struct as_cli *cli, const struct as_args *own, struct as_err *err)
{
	struct as_ledger_head head = {.kind = cli->verb};
	struct as_store_place place;
	char here[PATH_MAX];

	if (cli->ledger || as_store_locate(as_args_value(cli->args, AS_OPT_STORE), &place, NULL))
		return AS_OK;
	const char *folder = as_journals_beside(place.path, cli->arena);
	head.directory = getcwd(here, sizeof here) ? here : "/";
	enum as_status st = folder ? write_settings(cli, own, &head, err) : as_fail_memory(err);
	return st ? st : as_ledger_new(folder, &head, &cli->ledger, err);
}

void as_campaign_end(struct as_cli *cli, enum as_status st)
{
	struct as_ledger *l = cli->ledger;
	const bool broken = st == AS_ERR_INTERRUPTED || st == AS_ERR_SYS || st == AS_ERR_MEM;
	const bool later = st == AS_ERR_REFUSED || st == AS_ERR_USAGE || st == AS_ERR_STORE;

	cli->ledger = NULL;
	if (l && (broken || (later && as_ledger_goes_on(l))))
		as_ledger_close(l);
	else
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

static bool has(const struct as_ledger *l, const char *uuid)
{
	for (size_t i = 0; i < as_ledger_pieces(l); i++)
		if (!strcmp(as_ledger_nth(l, i)->uuid, uuid))
			return true;
	return false;
}

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
		if (l && (last || has(l, newest)))
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
	struct going_on_asked then = {0};
	struct as_cli own = *cli;
	enum as_status st = verb ? read_settings(l, cli->arena, &then, err)
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

size_t as_campaigns_on_machines(struct as_cli *cli, const char *folder)
{
	struct as_orphan *o = NULL;
	size_t n = 0, under_way = 0;

	if (as_ledger_orphans(folder, cli->arena, &o, &n, NULL))
		return 0;
	for (size_t i = 0; i < n; i++) {
		struct as_ledger *l = NULL;
		if (as_ledger_claim(folder, o[i].uuid, &l, NULL) || !l)
			continue;
		under_way += is_under_way(l, cli->arena);
		as_ledger_close(l);
	}
	return under_way;
}

void as_campaign_sweep(struct as_cli *cli, struct as_store *s, const char *folder)
{
	struct as_orphan *o = NULL;
	struct as_orphan *j = NULL;
	size_t n = 0, journals = 0;

	if (as_ledger_orphans(folder, cli->arena, &o, &n, NULL) ||
		as_journal_orphans(folder, cli->arena, &j, &journals, NULL))
		return;
	for (size_t i = 0; i < n; i++) {
		struct as_ledger *l = NULL;
		bool left = as_ledger_claim(folder, o[i].uuid, &l, NULL) || !l;
		for (size_t k = 0; !left && k < as_ledger_pieces(l); k++) {
			int64_t id = 0;
			left = !as_store_find(s, as_ledger_nth(l, k)->uuid, &id, NULL);
		}
		for (size_t k = 0; !left && k < journals; k++)
			left = has(l, j[k].uuid);
		left = left || is_under_way(l, cli->arena);
		if (left)
			as_ledger_close(l);
		else
			as_ledger_remove(l);
	}
}
