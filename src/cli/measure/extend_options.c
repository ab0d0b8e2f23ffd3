/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/measure/extend_options.h"

#include <string.h>
#include <unistd.h>

#include "campaign/differ.h"
#include "run/conditions/conditions.h"
#include "cli/measure/benchmarks.h"
#include "cli/request/request_options.h"
#include "cli/results/result.h"
#include "clock/clock.h"
#include "probe/probe.h"
#include "run/request/settings.h"

/* Whatever would make it another plan or another benchmark cannot be given anew. */
static bool is_allowed(enum as_option_id id)
{
	const as_option_groups groups = AS_GROUP_NUMBERS | AS_GROUP_SCREEN | AS_GROUP_EXPORT |
		AS_GROUP_KEEP | AS_GROUP_STORE | AS_GROUP_COMMON;

	return id == AS_OPT_RUNS || id == AS_OPT_PRECISION || id == AS_OPT_BUDGET ||
		(as_options[id].group & groups) != 0;
}

static enum as_status check_options(const struct as_args *args, struct as_err *err)
{
	char name[32];

	if (args->n_words)
		return as_fail(err, AS_ERR_USAGE,
			"cannot take the command '%.200s' beside --extend: the commands are those "
			"of the experiment; leave it out, or run it without --extend",
			args->words[0]);
	for (size_t i = 0; i < args->n_given; i++) {
		if (is_allowed(args->given[i].id))
			continue;
		as_option_spell(args->given[i].id, name);
		return as_fail(err, AS_ERR_USAGE,
			"cannot take %s beside --extend: the plan and the commands are those of "
			"the experiment; only --runs, --precision, --budget, and options of "
			"screen, export and store can stand there",
			name);
	}
	return AS_OK;
}

/* What was asked for, and the options that go with it. */
static enum as_status read_request(struct as_cli *cli, struct as_extending *e, struct as_err *err)
{
	const char *text = e->old->request;
	const char *name = as_arena_printf(cli->arena, "request of %s", e->name);
	struct as_request *r = &e->request;
	struct as_args args;

	if (!name)
		return as_fail_memory(err);
	if (!text)
		return as_fail(err, AS_ERR_USAGE,
			"cannot extend '%s': what was asked for is not kept with it (%s); measure "
			"anew",
			e->name,
			e->old->table
				? "it was read from a table"
				: "an earlier version of assay has measured it, or it was "
				  "redacted");
	enum as_status st = as_request_read(text, strlen(text), name, cli->arena, r, err);
	if (!st && (!r->keeping.verb || strcmp(r->keeping.verb, as_command_run.name) != 0))
		return as_fail(err, AS_ERR_USAGE,
			"cannot extend '%s': it is none of assay run (%.200s); measure anew",
			e->name, e->old->command_line ? e->old->command_line : "none");
	if (!st)
		st = as_args_of(r, as_command_run.options, cli->arena, &args, err);
	if (!st)
		st = as_benchmarks_again(&args, r, &e->with, cli->arena, err);
	/* they may have been renamed since */
	for (size_t i = 0; !st && i < r->what.n_commands; i++)
		if (r->what.n_commands == e->old->n_subjects)
			r->what.commands[i].name = e->old->subjects[i].name;
	return st;
}

/* Relative paths in commands mean what they meant. */
static enum as_status check_folder(const struct as_extending *e, struct as_err *err)
{
	char here[4096];
	const char *there = e->old->directory;

	if (there && getcwd(here, sizeof here) && !strcmp(here, there))
		return AS_OK;
	return as_fail(err, AS_ERR_USAGE,
		"cannot extend '%s' from here: it was measured in '%s'; go there", e->name,
		there ? there : "unknown");
}

static bool has_builds(const struct as_experiment *x)
{
	return x->plan.builds_state == AS_BUILDS_DIFFER ||
	       x->plan.builds_state == AS_BUILDS_IN_PLACE;
}

/* More executions while the session lasts, later a session more. */
static enum as_status choose_counts(struct as_extending *e, bool goes_on, struct as_err *err)
{
	e->how = goes_on ? AS_EXTEND_ROUNDS : AS_EXTEND_SESSION;
	if (e->old->plan.outcome == AS_OUTCOME_INTERRUPTED)
		return as_fail(err, AS_ERR_USAGE,
			"cannot extend '%s': it was interrupted, and its plan is not carried out; "
			"go on with it (--resume), or measure anew",
			e->name);
	if (!e->old->plan.done)
		return as_fail(err, AS_ERR_USAGE,
			"cannot extend '%s': no round of it was completed; measure anew", e->name);
	if (goes_on && has_builds(e->old))
		return as_fail(err, AS_ERR_USAGE,
			"cannot extend '%s' in the session it was measured in: builds made now "
			"would meet another state of the machine than the others did, and that "
			"would be taken for luck of the build; extend it in a later session "
			"(after a reboot, a suspend, or 30 minutes without measuring)",
			e->name);
	return AS_OK;
}

/* A precision is a matter of one session: how many sessions an interval takes is not chosen here.
 * */
static enum as_status check_precision(const struct as_extending *e, const struct as_request *now,
	struct as_err *err)
{
	if (!(now->aim.precision > 0))
		return AS_OK;
	if (now->amount.runs)
		return as_fail(err, AS_ERR_USAGE,
			"cannot extend '%s' by --runs and to a --precision: give one of them",
			e->name);
	if (e->how == AS_EXTEND_SESSION)
		return as_fail(err, AS_ERR_USAGE,
			"cannot extend '%s' by a session to a --precision: it gets the counts of "
			"the plan, and how wide the interval is depends on how many sessions "
			"there are; --runs sets its executions",
			e->name);
	return AS_OK;
}

/* How much, as it is asked for now. */
static enum as_status read_amount(const struct as_args *args, struct as_extending *e,
	struct as_err *err)
{
	struct as_request *r = &e->request, now;
	struct as_plan *plan = &e->old->plan;
	struct as_err why = {0};
	enum as_status st = as_request_more(args, &now, err);

	if (!st)
		st = check_precision(e, &now, err);
	if (st)
		return st;
	if (now.aim.precision > 0)
		plan->precision = now.aim.precision;
	st = as_extension_request(e->old, e->how, now.amount.runs, r, &why);
	if (st)
		return as_fail(err, st, "cannot extend '%s': %s", e->name, why.msg);
	/* What a precision needs may be any number: the budget limits it as it does stage 2. */
	r->amount.budget_given = now.amount.budget_given ||
		(e->how == AS_EXTEND_ROUNDS && !now.amount.runs && plan->precision > 0);
	if (now.amount.budget_given)
		r->amount.budget_ns = now.amount.budget_ns;
	if (now.keeping.label)
		e->old->label = as_arena_strdup(&e->old->arena, now.keeping.label);
	r->keeping.label = e->old->label;
	return now.keeping.label && !r->keeping.label ? as_fail_memory(err) : AS_OK;
}

enum as_status as_extending_open(struct as_cli *cli, struct as_extending *out, struct as_err *err)
{
	struct as_extending e = {.name = as_args_value(cli->args, AS_OPT_EXTEND)};
	const struct as_probe_root here = {0};
	struct as_store *store = NULL;
	struct as_machine now;
	bool goes_on = false;
	enum as_status st = check_options(cli->args, err);

	if (!st)
		st = as_result_read(cli, e.name, &store, &e.old, err);
	if (!st && !store)
		st = as_fail(err, AS_ERR_USAGE,
			"cannot extend '%s': it is a file of data; keep it in a store with assay "
			"import, and extend it there",
			e.name);
	if (!st)
		st = as_probe_machine(&here, cli->arena, &now, err);
	if (!st)
		st = as_conditions_carry(&e.old->machine, cli->arena, &now, err);
	if (!st)
		st = as_store_goes_on(store, e.old, &now, as_clock_date(), &goes_on, err);
	as_store_close(store);
	if (!st)
		st = read_request(cli, &e, err);
	if (!st)
		st = check_folder(&e, err);
	if (!st)
		st = as_refuse_other(e.old, "extend", e.name, &now, err);
	if (!st)
		st = choose_counts(&e, goes_on, err);
	if (!st)
		st = read_amount(cli->args, &e, err);
	if (st)
		as_extending_close(&e);
	else
		*out = e;
	return st;
}

enum as_status as_extending_join(struct as_extending *e, struct as_experiment **x,
	struct as_err *err)
{
	struct as_err why = {0};
	enum as_status st = as_experiment_extend(e->old, *x, e->how, &why);

	if (st)
		return as_fail(err, st == AS_ERR_DATA ? AS_ERR_REFUSED : st,
			"cannot extend '%s' by what was measured now: %s; it is an experiment of "
			"its own",
			e->name, why.msg);
	as_experiment_free(*x);
	*x = e->old;
	e->old = NULL;
	return AS_OK;
}

void as_extending_close(struct as_extending *e)
{
	as_experiment_free(e->old);
	*e = (struct as_extending){0};
}
