/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/series/version_rounds.h"

#include <string.h>

#include "campaign/ledger/ledger.h"
#include "campaign/versions/versions.h"
#include "cli/measure/benchmarks.h"
#include "cli/measure/measure.h"
#include "cli/request/request_options.h"
#include "cli/suite/suite_carry.h"
#include "cli/suite/suite_request.h"
#include "cli/suite/suite_run.h"
#include "cli/suite/suite_verb.h"
#include "format/foreign/parts/harness.h"
#include "run/interrupt.h"
#include "run/request/command.h"

/* ---- what is asked for ---- */

static void leave_revisions_out(struct as_version_rounds *m)
{
	const struct as_args *all = m->cli->args;
	const size_t before = all->n_before;

	m->own = *all;
	m->own.words += before;
	m->own.n_words -= before;
	m->own.n_before = m->own.n_words == 1 && strpbrk(m->own.words[0], " \t") ? 1 : 0;
}

static enum as_status check_words(const struct as_version_rounds *m, const char *verb,
	const char *example, struct as_err *err)
{
	static const enum as_option_id refused[] = {AS_OPT_EXTEND, AS_OPT_RESUME, AS_OPT_EXPORT};
	char name[32];

	for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
		if (!as_args_has(&m->own, refused[i]))
			continue;
		as_option_spell(refused[i], name);
		return as_fail(err, AS_ERR_USAGE,
			"cannot take %s with assay %s, which measures several experiments: "
			"assay run has --extend and --resume, assay export writes results",
			name, verb);
	}
	if (as_suite_is_meant(&m->own) && !as_suite_is_there(&m->own))
		return as_fail(err, AS_ERR_USAGE,
			"assay %s needs a command to measure, after --, such as %s, or a suite "
			"in ./assay.yaml (assay help suite)",
			verb, example);
	return as_suite_check_options(&m->own, !as_args_has(&m->own, AS_OPT_LIST), err);
}

static enum as_status read_benchmark(struct as_version_rounds *m, struct as_err *err)
{
	enum as_status st = as_suite_request_check(&m->own, err);

	if (!st)
		st = as_suite_open(&m->own, &m->suite, err);
	if (st)
		return st;
	if (m->suite->n > 1 || m->suite->variants > 1)
		return as_fail(err, AS_ERR_USAGE,
			"cannot measure %zu benchmarks with %zu commands over versions at once: "
			"name one of a single command by --only",
			m->suite->n, m->suite->variants);
	return as_suite_request(&m->own, m->suite, &m->suite->v[0], m->cli->arena, &m->request,
		err);
}

enum as_status as_version_rounds_read(struct as_version_rounds *m, const char *verb,
	const char *example, struct as_err *err)
{
	struct as_request *r = &m->request;

	leave_revisions_out(m);
	enum as_status st = check_words(m, verb, example, err);
	if (!st)
		st = as_suite_is_meant(&m->own) ? read_benchmark(m, err)
			: as_request_fill(&m->own, m->cli->arena, r, err);
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
	m->command = c->name ? c->name : as_command_words(c, m->cli->arena);
	return m->command ? AS_OK : as_fail_memory(err);
}

void as_version_rounds_release(struct as_version_rounds *m)
{
	as_suite_free(m->suite);
	as_store_close(m->store);
}

enum as_status as_version_rounds_same(const struct as_version_rounds *m, struct as_err *err)
{
	return m->suite ? as_suite_same_files(m->cli, m->suite, err) : AS_OK;
}

/* ---- measuring ---- */

/* The command once for each version, under one name, which is that of the benchmark. */
static enum as_status make_commands(const struct as_version_rounds *m, const struct as_versions *v,
	struct as_arena *a, struct as_request *r, struct as_err *err)
{
	struct as_command *c = as_arena_array(a, v->n, sizeof *c);

	*r = m->request;
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

/* A program with benchmarks of its own is measured benchmark by benchmark; those of a suite are all
 * measured, and its benchmark is what --only has named. */
static enum as_status ask(const struct as_version_rounds *m, struct as_extending *e,
	struct as_arena *a, struct as_err *err)
{
	if (!as_benchmarks_in_versions(&m->own, &e->request, a))
		return AS_OK;
	return m->suite ? as_benchmarks_expand_suite(&m->own, &e->request, &e->with, a, err)
			: as_benchmarks_expand(&m->own, &e->request, &e->with, a, err);
}

static enum as_status open_versions(const struct as_version_rounds *m,
	const struct as_versions_together *which, struct as_arena *a, struct as_versions *v,
	struct as_err *err)
{
	struct as_cli *cli = m->cli;

	if (cli->ledger && as_ledger_goes_on(cli->ledger))
		as_scratch_sweep(); /* the folder of then has the name that it gets again */
	enum as_status st = as_versions_open_these(which->commits, which->n,
		cli->ledger ? as_ledger_uuid(cli->ledger) : NULL, a, v, err);
	return st ? st : as_carry_said(&m->own, m->suite, v, a, err);
}

enum as_status as_version_rounds_measure(struct as_version_rounds *m,
	const struct as_versions_together *which, struct as_arena *a, struct as_result *out,
	struct as_err *err)
{
	struct as_versions v = {.scratch = {.lock = -1}};
	const struct as_shower shower = {.out = out, .brief = which->brief};
	struct as_extending e = {0};
	struct as_cli own = *m->cli;

	m->trouble = (struct as_trouble){0};
	enum as_status st = open_versions(m, which, a, &v, err);
	if (!st)
		st = make_commands(m, &v, a, &e.request, err);
	e.with = (struct as_run_context){.google = as_google_rows, .go = as_go_rows,
		.checkouts = v.checkouts, .trouble = &m->trouble};
	e.request.amount = which->amount;
	if (which->builds)
		e.request.building.builds = which->builds;
	own.args = &m->own;
	if (!st)
		st = ask(m, &e, a, err);
	if (!st)
		st = as_measure_begin(&own, m->store, which->name, &e, err);
	if (!st)
		st = as_measure_for(&own, &e, m->store, &shower, err);
	if (own.exit == AS_EXIT_INTERRUPTED)
		as_cli_raise(m->cli, own.exit);
	/* of its benchmarks, the version that the command is of */
	if (m->trouble.any && m->trouble.command < e.request.what.n_commands)
		m->trouble.command = e.request.what.commands[m->trouble.command].checkout - 1;
	as_versions_close(&v);
	return st;
}

bool as_version_rounds_can_do_without(const struct as_version_rounds *m, enum as_status st)
{
	return (st == AS_ERR_BENCH || st == AS_ERR_USAGE) && m->trouble.any &&
		!as_interrupt_count();
}
