/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/measure/measure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "campaign/versions/versions.h"
#include "cli/compare/comparing.h"
#include "cli/compare/gate_options.h"
#include "cli/compare/methods.h"
#include "cli/doctor/doctor_verb.h"
#include "cli/fleet/fleet_measure.h"
#include "cli/measure/again/going_on.h"
#include "cli/measure/again/rescue.h"
#include "cli/measure/again/salvage.h"
#include "cli/measure/again/waiting.h"
#include "cli/measure/benchmarks.h"
#include "cli/measure/live.h"
#include "cli/measure/memory.h"
#include "cli/measure/outbox.h"
#include "cli/results/export_write.h"
#include "cli/results/result.h"
#include "cli/screen_out.h"
#include "cli/suite/suite_verb.h"
#include "report/history/history_screen.h"
#include "run/interrupt.h"
#include "run/request/settings.h"

enum as_status as_measure_place(struct as_cli *cli, bool plan, struct as_store **out,
	struct as_err *err)
{
	enum as_status st = as_result_store(cli, AS_STORE_WRITE, out, err);

	if (st == AS_ERR_USAGE && (plan || as_args_has(cli->args, AS_OPT_EXPORT)) &&
		!as_args_has(cli->args, AS_OPT_STORE))
		return AS_OK;
	return st;
}

/* By what is always answered, whatever options of the moment show. */
static enum as_status keep_result(
	struct as_store *store, struct as_result *r, struct as_journal *journal, struct as_err *err)
{
	struct as_result kept = {0}, *to_keep = as_result_stands_alone(r) ? r : &kept;
	struct as_err why = {0};

	if (!store)
		return AS_OK;
	enum as_status st = to_keep == r ? AS_OK : as_result_init_kept(&kept, r->x, &why);
	if (st)
		to_keep = r;
	else
		st = as_store_put_surely(store, r->x, &to_keep->analyses[0], &why);
	if (st)
		st = as_rescue(store, to_keep, journal, &why, err);
	r->rescued = to_keep->rescued;
	kept.x = NULL;
	as_result_release(&kept);
	return st;
}

/* The files asked for. Without a store, that of --export is the only place of the experiment. */
static enum as_status export(struct as_cli *cli, struct as_store *store, struct as_result *r,
	struct as_err *err)
{
	struct as_err why = {0};
	enum as_status st = as_result_export(cli, r, &why);

	if (st && !store && why.code == AS_ERR_STORE)
		return as_rescue(NULL, r, NULL, &why, err);
	if (st && err)
		*err = why;
	return st;
}

/* Put the words of what went wrong later to those of *err: "...; and ...". */
static void measure_and(struct as_err *err, const struct as_err *late)
{
	size_t n = err ? strlen(err->msg) : 0;

	if (err)
		snprintf(err->msg + n, sizeof err->msg - n, "; and %s", late->msg);
}

/* What is done with a result. */
struct destination {
	struct as_store *store; /* NULL: none */
	const struct as_shower *shower; /* NULL: a screen as usual */
};

static enum as_status show(struct as_cli *cli, const struct destination *to, struct as_result *r,
	struct as_err *err)
{
	const struct as_shower *own = to->shower;

	if (!own)
		return as_result_show(cli, r, err);
	return own->show ? own->show(own->context, cli, r, err) : AS_OK;
}

/* The criterion has a value of some subject. */
static bool has_result(const struct as_analysis *a)
{
	for (size_t i = 0; i < a->n_subjects; i++)
		if (a->summaries[i].n_values)
			return true;
	return false;
}

static enum as_status finish(struct as_cli *cli, const struct destination *to, struct as_result *r,
	struct as_journal *journal, struct as_err *err)
{
	struct as_err kept = {0}, gates = {0};
	r->x->shown = as_result_is_seen(cli, r);
	enum as_status st_keep = keep_result(to->store, r, journal, &kept);
	struct as_err *unsent = st_keep ? NULL : &kept;
	const enum as_status st_send = as_outbox_keep(cli, r, unsent);
	enum as_status st_gates = as_gates_judge(cli, r, &gates);

	st_keep = st_keep ? st_keep : st_send;
	enum as_status st = show(cli, to, r, err);

	if (!st)
		st = export(cli, to->store, r, err);
	as_gates_raise(cli, &r->gates, r->analyses[0].comparisons, r->analyses[0].n_comparisons);
	if (as_count_failed(r->x) || !has_result(&r->analyses[0]))
		as_cli_raise(cli, AS_EXIT_BENCHMARK);
	if (r->x->plan.outcome == AS_OUTCOME_STOPPED)
		as_cli_raise(cli, AS_EXIT_INTERRUPTED);
	if (!st && (st_keep || st_gates) && err)
		*err = st_keep ? kept : gates;
	return st ? st : st_keep ? st_keep : st_gates;
}

/* The journal goes when the experiment is in the store or in a file, or has come to nothing; it
 * stays for what can be gone on with. */
static void end_journal(struct as_journal *j, const struct as_result *r, enum as_status st)
{
	const struct as_experiment *x = r->x;
	bool kept = x && (x->id || r->rescued);
	bool open = x && x->plan.outcome == AS_OUTCOME_INTERRUPTED;
	bool hopeless = !x && st != AS_ERR_INTERRUPTED && st != AS_ERR_SYS &&
		st != AS_ERR_MEM && st != AS_ERR_REFUSED;

	if (kept && open)
		as_journal_mark_salvaged(j, NULL);
	if ((kept && !open) || hopeless)
		as_journal_remove(j);
	else
		as_journal_close(j);
}

/* Analyse, keep and show what was measured, put to what it extends. One that failed, or that does
 * not fit, stays an experiment of its own. */
static enum as_status conclude(struct as_cli *cli, const struct destination *to,
	struct as_extending *e, struct as_experiment *x, struct as_err *err)
{
	struct as_result r = {0};
	bool join = e->old && x->plan.outcome != AS_OUTCOME_FAILED &&
		x->plan.outcome != AS_OUTCOME_INTERRUPTED;
	struct as_err late = {0};
	enum as_status apart = join ? as_extending_join(e, &x, err) : AS_OK;
	as_comparing_set(cli->args, x);
	struct as_question q;
	enum as_status st = as_question_read(cli, &q, &late);

	as_interrupt_ends(true); /* the journal has all of it */
	st = st ? st : as_result_init(&r, x, &q, &late);
	if (!st)
		st = finish(cli, to, &r, e->with.journal, &late);
	as_interrupt_ends(false);
	end_journal(e->with.journal, &r, AS_OK);
	if (r.x && to->shower && to->shower->out)
		*to->shower->out = r;
	else
		as_result_release(&r);
	if (apart && st) {
		measure_and(err, &late);
		as_cli_raise(cli, as_exit_of(st));
	} else if (st && err) {
		*err = late;
	}
	return apart ? apart : st;
}

/* Said before measuring (methods.md 6.7). */
static void announce_looks(struct as_cli *cli)
{
	struct as_style style = as_screen_style(cli);
	struct as_text t = {0};

	as_report_looks(&t, &style);
	as_out_show(cli->out, &t);
	as_text_release(&t);
}

/* Programs are of the version that is checked out here, if nothing else is said. */
static void find_version(struct as_cli *cli, struct as_extending *e)
{
	struct as_request *r = &e->request;
	struct as_version *here;

	if (e->done || e->with.replay || r->amount.dry_run || r->what.commands[0].version)
		return;
	here = as_arena_array(cli->arena, 1, sizeof *here);
	if (!here)
		return;
	as_version_here(cli->arena, here);
	for (size_t i = 0; i < r->what.n_commands; i++)
		r->what.commands[i].version = here;
}

/* That what is about to be measured is no part of a history, and why: said at once, when something
 * can still be done about it, and once for a suite. */
static void announce_history(struct as_cli *cli, const struct as_extending *e)
{
	const struct as_request *r = &e->request;
	static bool said;
	const struct as_version *v = r->what.commands[0].version;
	struct as_style style = as_screen_style(cli);
	struct as_text t = {0};

	if (said || r->amount.dry_run || e->with.replay || !v || !v->commit ||
		v->changes == AS_CHANGES_NONE || as_args_has(cli->args, AS_OPT_JSON))
		return;
	said = true;
	as_report_no_history(&t, &style, v);
	as_out_show(cli->out, &t);
	as_text_release(&t);
}

/* What is to be decided. */
static enum as_status take_gates(struct as_cli *cli, struct as_request *r, struct as_err *err)
{
	struct as_gate *gates = NULL;

	if (r->aim.early) /* they are there, of a suite, too */
		return AS_OK;
	enum as_status st = as_gates_read(cli->args, cli->arena, &gates, &r->aim.n_gates, err);

	r->aim.gates = gates;
	return st;
}

enum as_status as_measure(struct as_cli *cli, struct as_extending *e, struct as_store *store,
	struct as_err *err)
{
	return as_measure_for(cli, e, store, NULL, err);
}

/* What is measured already is taken as it is. */
static enum as_status conduct(struct as_extending *e, struct as_live *live,
	struct as_experiment **x, struct as_err *err)
{
	const struct as_observer observer = as_live_observer(live);

	*x = e->done;
	e->done = NULL;
	if (*x)
		return AS_OK;
	enum as_status st = as_conduct(&e->request, &e->with, &observer, x, err);
	as_live_end(live);
	as_recorded_release(&e->rec);
	return st;
}

/* Who asked for it, and how: an extension and what is gone on with have that of then. */
static void sign(const struct as_cli *cli, struct as_keeping *k)
{
	if (!k->command_line)
		k->command_line = cli->command_line;
	k->verb = cli->verb;
}

/* The request as journal and store keep it; NULL when out of memory. */
static const char *written(struct as_cli *cli, const struct as_extending *e)
{
	struct as_request r = e->request;
	struct as_gate *gates = NULL;
	struct as_text t = {0};

	if (!r.aim.n_gates && !as_gates_read(cli->args, cli->arena, &gates, &r.aim.n_gates, NULL))
		r.aim.gates = gates;
	sign(cli, &r.keeping);
	r.keeping.said = as_args_said(cli->args, !as_suite_is_meant(cli->args), cli->arena,
		&r.keeping.n_said);
	as_request_write(&t, &r);
	const char *text = t.failed || !r.keeping.said
		? NULL : as_arena_strdup(cli->arena, as_text_str(&t));
	as_text_release(&t);
	return text;
}

/* Judge and show what machines say together. */
static enum as_status conclude_fleet(struct as_cli *cli, const struct destination *to,
	struct as_result *r, struct as_err *err)
{
	struct as_err gates = {0};
	const bool wanted = (to->shower && to->shower->out) || as_gates_given(cli->args);
	enum as_status st_gates = AS_OK;

	if (r->x)
		st_gates = as_gates_judge(cli, r, &gates);
	else if (wanted)
		st_gates = as_fail(&gates, AS_ERR_REFUSED,
			"cannot judge what was measured on processors of several kinds together; "
			"name machines of one kind with --on");
	enum as_status st = show(cli, to, r, err);
	if (r->x)
		as_gates_raise(cli, &r->gates, r->analyses[0].comparisons,
			r->analyses[0].n_comparisons);
	if (!st && st_gates && err)
		*err = gates;
	return st ? st : st_gates;
}

/* By the machines of --on. */
static enum as_status measure_on(struct as_cli *cli, const struct destination *to,
	struct as_extending *e, struct as_err *err)
{
	struct as_fleet_task task = {.request = &e->request, .with = &e->with, .store = to->store,
		.brief = to->shower && to->shower->brief};
	struct as_result r = {0};
	enum as_status st = as_fleet_measure(cli, &task, &r, err);

	if (!st && r.fleet)
		st = conclude_fleet(cli, to, &r, err);
	if (r.x && to->shower && to->shower->out)
		*to->shower->out = r;
	else
		as_result_release(&r);
	return st;
}

enum as_status as_measure_for(struct as_cli *cli, struct as_extending *e, struct as_store *store,
	const struct as_shower *shower, struct as_err *err)
{
	const struct destination to = {.store = e->done ? NULL : store, .shower = shower};
	const struct as_request *request = &e->request;
	struct as_live live;
	struct as_keeper keeper;
	struct as_experiment *x = NULL;
	struct as_err late = {0};

	e->with.request = e->with.request ? e->with.request : written(cli, e);
	if (!e->with.request)
		return as_fail_memory(err);
	sign(cli, &e->request.keeping);
	find_version(cli, e);
	as_benchmarks_follow(&e->request, &e->with);
	enum as_status st = take_gates(cli, &e->request, err);
	if (st) {
		as_journal_close(e->with.journal);
		as_recorded_release(&e->rec);
		as_experiment_free(e->done);
		return st;
	}
	if (as_args_has(cli->args, AS_OPT_ON))
		return measure_on(cli, &to, e, err);
	as_keeper_init(&keeper, cli, store, request, &e->with);
	if (request->aim.decide && !as_args_has(cli->args, AS_OPT_JSON))
		announce_looks(cli);
	if (to.store && (!shower || shower->histories))
		announce_history(cli, e);
	as_live_init(&live, cli);
	live.always = request->amount.dry_run;
	live.never = shower && !shower->plans && !request->amount.dry_run;
	st = conduct(e, &live, &x, err);
	if (!x) {
		end_journal(e->with.journal, &(struct as_result){0}, st);
		if (!st && keeper.failed.code && err)
			*err = keeper.failed;
		return st ? st : keeper.failed.code;
	}
	enum as_status after = conclude(cli, &to, e, x, &late);
	if (!live.never) /* a table has no room for it */
		as_keeper_tell(&keeper, cli);
	if (!shower)
		as_doctor_announce(cli);
	if (st && after) {
		measure_and(err, &late);
		as_cli_raise(cli, as_exit_of(after));
	} else if (after && err) {
		*err = late;
	}
	return st ? st : after;
}

/* What the store or a journal has of a piece that was begun before. */
static enum as_status find_begun(struct as_store *store, const char *folder, const char *uuid,
	struct as_extending *e, struct as_err *err)
{
	struct as_experiment *x = NULL;
	struct as_journal *j = NULL;
	int64_t id = 0;
	enum as_status st = AS_OK;

	if (!as_store_find(store, uuid, &id, NULL))
		st = as_store_get(store, id, &x, err);
	if (!st && x && x->plan.outcome != AS_OUTCOME_INTERRUPTED &&
		x->plan.outcome != AS_OUTCOME_FAILED) {
		e->done = x;
		return AS_OK;
	}
	as_experiment_free(x);
	if (!st)
		st = as_journal_claim(folder, uuid, &j, &e->rec, err);
	if (!j)
		return st;
	if (!e->rec.x) { /* not even its beginning */
		as_journal_remove(j);
		return st;
	}
	e->replay = as_replay_of(&e->rec);
	e->with.replay = &e->replay;
	e->with.journal = j;
	return st;
}

enum as_status as_measure_begin(struct as_cli *cli, struct as_store *store, const char *name,
	struct as_extending *e, struct as_err *err)
{
	struct as_amount *amount = &e->request.amount;
	struct as_ledger_piece p = {.name = name, .seed = amount->seed,
		.budget_ns = amount->budget_ns};
	const char *folder = as_journals_beside(as_store_path(store), cli->arena);
	enum as_status st = folder ? as_salvage(cli, store, err) : as_fail_memory(err);

	if (!st && name && cli->ledger) {
		st = as_ledger_piece(cli->ledger, &p, err);
		e->with.uuid = st ? NULL : as_arena_strdup(cli->arena, p.uuid);
		amount->seed = p.seed;
		amount->budget_ns = p.budget_ns;
	}
	if (st || as_args_has(cli->args, AS_OPT_ON)) /* machines have journals of their own */
		return st;
	if (p.begun)
		st = find_begun(store, folder, p.uuid, e, err);
	if (st || e->done || e->with.journal)
		return st;
	e->with.request = written(cli, e);
	return e->with.request
		? as_journal_new(folder, e->with.request, &e->with.journal, err)
		: as_fail_memory(err);
}
