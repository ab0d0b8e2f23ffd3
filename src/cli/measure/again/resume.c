/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/measure/again/resume.h"

#include <string.h>
#include <unistd.h>

#include "campaign/differ.h"
#include "cli/measure/again/going_on.h"
#include "cli/measure/again/salvage.h"
#include "cli/measure/again/waiting.h"
#include "cli/measure/benchmarks.h"
#include "cli/request/request_options.h"
#include "probe/probe.h"
#include "run/conditions/conditions.h"

/* Everything else is the interrupted run's. */
static enum as_status check_options(const struct as_args *args, struct as_err *err)
{
	const as_option_groups groups = AS_GROUP_SCREEN | AS_GROUP_STORE | AS_GROUP_COMMON;
	char name[32];

	if (args->n_words)
		return as_fail(err, AS_ERR_USAGE,
			"cannot take the command '%.200s' beside --resume: the commands are those "
			"of the interrupted run; leave it out, and name a result as in --resume=12",
			args->words[0]);
	for (size_t i = 0; i < args->n_given; i++) {
		if (args->given[i].id == AS_OPT_RESUME ||
			as_options[args->given[i].id].group & groups)
			continue;
		as_option_spell(args->given[i].id, name);
		return as_fail(err, AS_ERR_USAGE,
			"cannot take %s beside --resume: plan and commands are those of the "
			"interrupted run; only options of screen and store can stand there",
			name);
	}
	return AS_OK;
}

/* The uuid of the result that is named. */
static enum as_status named(struct as_store *s, const char *name,
	char uuid[static AS_JOURNAL_UUID + 1], struct as_err *err)
{
	struct as_experiment *x = NULL;
	int64_t id = 0;
	enum as_status st = as_store_find(s, name, &id, err);

	if (!st)
		st = as_store_get(s, id, &x, err);
	if (!st && x->plan.outcome != AS_OUTCOME_INTERRUPTED)
		st = as_fail(err, AS_ERR_USAGE,
			"cannot resume '%s': it was not interrupted; --extend measures more of a "
			"result",
			name);
	if (!st)
		memcpy(uuid, x->uuid, AS_JOURNAL_UUID + 1);
	as_experiment_free(x);
	return st;
}

/* Lock the journal that is meant: that of the result named, or the one written last. */
static enum as_status claim(struct as_cli *cli, struct as_store *s, char *uuid,
	struct as_journal **j, struct as_recorded *rec, struct as_err *err)
{
	const char *folder = as_journals_beside(as_store_path(s), cli->arena);
	struct as_orphan *o = NULL;
	size_t n = 0;
	enum as_status st = folder ? as_journal_orphans(folder, cli->arena, &o, &n, err)
				   : as_fail_memory(err);

	if (st)
		return st;
	if (!*uuid && n)
		memcpy(uuid, o[0].uuid, sizeof o[0].uuid);
	if (!*uuid)
		return as_fail(err, AS_ERR_USAGE,
			"cannot resume: no interrupted run has left a journal beside '%s'; assay "
			"list shows what is kept",
			as_store_path(s));
	st = as_journal_claim(folder, uuid, j, rec, err);
	if (!st && (!*j || !rec->x))
		st = as_fail(err, AS_ERR_USAGE,
			"cannot resume %.8s: its journal is not there, or another assay has it",
			uuid);
	return st;
}

/* The options of then, and those of the screen and the store that are given now. */
static enum as_status merge(struct as_cli *cli, struct as_args *then, struct as_err *err)
{
	const struct as_args *now = cli->args;
	struct as_arg *all = as_arena_array(cli->arena, then->n_given + now->n_given, sizeof *all);

	if (!all)
		return as_fail_memory(err);
	memcpy(all, then->given, then->n_given * sizeof *all);
	for (size_t i = 0; i < now->n_given; i++)
		if (now->given[i].id != AS_OPT_RESUME)
			all[then->n_given++] = now->given[i];
	then->given = all;
	cli->args = then;
	cli->out->silent = cli->out->silent || as_args_has(then, AS_OPT_JSON);
	return AS_OK;
}

/* The request as it was written, and the options that go with it. */
static enum as_status read_request(struct as_cli *cli, const struct as_resuming *r,
	struct as_args *args, struct as_extending *e, struct as_err *err)
{
	const char *name = as_arena_printf(cli->arena, "journal of %.8s", r->rec.x->uuid);
	enum as_status st = name ? as_request_read(r->rec.request, strlen(r->rec.request), name,
					   cli->arena, &e->request, err)
				 : as_fail_memory(err);

	if (!st)
		st = as_args_of(&e->request, as_command_run.options, cli->arena, args, err);
	return st ? st : as_benchmarks_again(args, &e->request, &e->with, cli->arena, err);
}

/* Its folder, what was asked for, and its plan. */
static enum as_status understand(struct as_cli *cli, struct as_resuming *r,
	struct as_extending *e, struct as_err *err)
{
	const struct as_experiment *x = r->rec.x;
	struct as_args *args = as_arena_array(cli->arena, 1, sizeof *args);

	if (!args)
		return as_fail_memory(err);
	if (!r->rec.request)
		return as_fail(err, AS_ERR_DATA,
			"cannot resume %.8s: an earlier version of assay has begun it, and kept no "
			"request; what was measured is kept, measure it anew",
			x->uuid);
	if (chdir(x->directory))
		return as_fail(err, AS_ERR_SYS,
			"cannot resume %.8s: its folder '%s' cannot be entered", x->uuid,
			x->directory);
	enum as_status st = read_request(cli, r, args, e, err);
	const char *verb = !st && e->request.keeping.verb ? e->request.keeping.verb : "";
	if (!st && strcmp(verb, as_command_run.name) != 0)
		return as_fail(err, AS_ERR_DATA,
			"cannot resume %.8s: it is a step of assay %.20s, and the record of its "
			"other steps is not there, or another assay has it; what was measured is "
			"kept, measure it anew",
			x->uuid, *verb ? verb : "of another version");
	if (!st && as_args_has(args, AS_OPT_EXTEND))
		return as_fail(err, AS_ERR_USAGE,
			"cannot resume %.8s: it was to extend a result, which can be asked for "
			"again (assay run --extend)",
			x->uuid);
	return st ? st : merge(cli, args, err);
}

enum as_status as_resuming_open(struct as_cli *cli, struct as_store *s, struct as_resuming *out,
	struct as_extending *e, struct as_err *err)
{
	const struct as_probe_root here = {0};
	const char *folder = as_journals_beside(as_store_path(s), cli->arena);
	const char *name = as_args_value(cli->args, AS_OPT_RESUME);
	char uuid[AS_JOURNAL_UUID + 1] = "";
	struct as_resuming r = {0};
	struct as_journal *j = NULL;
	struct as_machine now;
	enum as_status st = folder ? check_options(cli->args, err) : as_fail_memory(err);

	if (!st)
		st = as_salvage(cli, s, err);
	if (!st && name)
		st = named(s, name, uuid, err);
	if (!st)
		st = as_campaign_of(cli, folder, uuid, &r.campaign, err);
	*out = r;
	if (st || r.campaign)
		return st;
	st = claim(cli, s, uuid, &j, &r.rec, err);
	if (!st)
		st = as_probe_machine(&here, cli->arena, &now, err);
	if (!st)
		st = as_conditions_carry(&r.rec.x->machine, cli->arena, &now, err);
	if (!st)
		st = as_refuse_other(r.rec.x, "resume",
			as_arena_printf(cli->arena, "%.8s", r.rec.x->uuid), &now, err);
	if (!st)
		st = understand(cli, &r, e, err);
	if (st) {
		as_journal_close(j);
		as_recorded_release(&r.rec);
		return st;
	}
	*out = r;
	out->replay = as_replay_of(&out->rec);
	e->with.journal = j;
	e->with.replay = &out->replay;
	return AS_OK;
}

void as_resuming_close(struct as_resuming *r)
{
	as_recorded_release(&r->rec);
}
