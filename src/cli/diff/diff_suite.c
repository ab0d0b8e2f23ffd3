/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/diff/diff.h"

#include <string.h>

#include "cli/compare/ci_out.h"
#include "cli/compare/gate_options.h"
#include "cli/measure/going_on.h"
#include "cli/measure/request_options.h"
#include "cli/screen_out.h"
#include "cli/suite/suite_verb.h"
#include "cli/suite/suite_request.h"
#include "cli/suite/suite_run.h"
#include "clock/clock.h"
#include "format/suite/suite_file.h"
#include "report/compare/review.h"
#include "report/compare/versions_screen.h"
#include "report/suite_screen.h"
#include "run/interrupt.h"

struct running {
	struct as_diffing d;
	const struct as_suite *suite;
	int64_t until_ns; /* CLOCK_MONOTONIC: the budget for all ends; 0: there is none */
	struct as_style style;
	bool lines, dry_run;
	size_t columns; /* of names */
	size_t done;    /* rows, also those that were only planned */
};

static enum as_status put(struct running *run, struct as_text *t, struct as_err *err)
{
	enum as_status st = as_text_finish(t, err);

	if (!st)
		as_out_show(run->d.cli->out, t);
	as_text_release(t);
	return st;
}

/* The gates of the options, or where there are none those of the suite for this benchmark. */
static enum as_status read_gates(struct running *run, const struct as_suite_benchmark *b,
	struct as_gate **out, size_t *n, struct as_err *err)
{
	const struct as_args *args = run->d.args;
	const size_t given = as_args_times(args, AS_OPT_FAIL_IF);
	struct as_arena *a = run->d.cli->arena;
	enum as_status st = AS_OK;

	*n = given ? given : b->set.v[AS_SUITE_FAIL_IF].list.n;
	*out = as_arena_array(a, *n, sizeof **out);
	if (!*out)
		return as_fail_memory(err);
	for (size_t i = 0; i < *n && !st; i++)
		st = as_gate_read(given ? as_args_nth(args, AS_OPT_FAIL_IF, i)->values[0]
			: b->set.v[AS_SUITE_FAIL_IF].list.v[i], a, &(*out)[i], err);
	return st;
}

/* A row's share of the budget for all: what is left, for those that are left. */
static int64_t share_of(const struct running *run)
{
	if (!run->until_ns)
		return 0;
	int64_t left = run->until_ns - as_clock_now();
	int64_t share = left / (int64_t)(run->d.planned - run->done);

	return share > 1 ? share : 1;
}

static void set_budget(struct running *run, const struct as_suite_benchmark *b,
	struct as_request *r)
{
	const int64_t share = share_of(run);
	const int64_t own = b->set.v[AS_SUITE_BUDGET].ns / (int64_t)b->variants;

	r->amount.budget_given = share || own;
	r->amount.budget_ns = share && own ? (share < own ? share : own) : share ? share : own;
	if (!r->amount.budget_given)
		r->amount.budget_ns = AS_REVIEW_SIDES * AS_BUDGET_EACH_NS;
}

static enum as_status announce_row(struct running *run, const char *name, struct as_err *err)
{
	struct as_text t = {0};

	if (run->lines || as_args_has(run->d.args, AS_OPT_JSON))
		return AS_OK;
	if (run->dry_run)
		as_text_add_neutral(&t, name, strlen(name), 0);
	if (run->dry_run || run->done)
		as_text_char(&t, '\n');
	return put(run, &t, err);
}

/* The rows from that number on: a program may have several. */
static enum as_status show_rows(struct running *run, size_t from, struct as_err *err)
{
	struct as_text t = {0};

	if (!run->lines)
		return AS_OK;
	for (size_t i = from; i < run->d.review.n; i++)
		as_report_review_line(&t, &run->style, &run->d.review.v[i], run->columns,
			run->suite->variants > 1);
	return put(run, &t, err);
}

/* Every combination of the parameters is compared with itself. */
static enum as_status measure_benchmark(struct running *run, const struct as_suite_benchmark *b,
	struct as_err *err)
{
	struct as_cli *cli = run->d.cli;
	struct as_diff_task task = {.of_suite = true,
		.benchmark = as_arena_strdup(cli->arena, b->name)};
	struct as_gate *gates = NULL;
	size_t n_gates = 0;
	enum as_status st = task.benchmark ? AS_OK : as_fail_memory(err);

	if (!st)
		st = as_suite_request(cli, run->d.args, run->suite, b, cli->arena, &task.request,
			err);
	if (!st)
		st = read_gates(run, b, &gates, &n_gates, err);
	task.request.amount.dry_run = run->dry_run;
	task.request.aim.precision_each = as_args_has(run->d.args, AS_OPT_PRECISION_EACH);
	for (size_t k = 0; k < b->variants && !st && !as_interrupt_count(); k++) {
		const size_t before = run->d.review.n;
		struct as_diff_row *behind = &run->d.rows[before];
		task.command = k;
		task.name = task.request.what.commands[k].name;
		behind->gates = gates;
		behind->n_gates = n_gates;
		set_budget(run, b, &task.request);
		st = announce_row(run, task.name, err);
		if (!st)
			st = as_diff_measure(&run->d, &task, err);
		run->done += run->d.review.n > before ? run->d.review.n - before : 1;
		if (!st)
			st = show_rows(run, before, err);
	}
	return st;
}

static enum as_status head(struct running *run, struct as_err *err)
{
	const struct as_revision *r = run->d.versions->revisions;
	struct as_text t = {0};

	if (as_args_has(run->d.args, AS_OPT_JSON))
		return AS_OK;
	as_report_suite_head(&t, &run->style, run->suite);
	as_report_versions(&t, &run->style, &r[AS_BASE].version, &r[AS_HEAD].version);
	return put(run, &t, err);
}

static enum as_status conduct(struct running *run, struct as_err *err)
{
	const int64_t begun = as_clock_now();
	int64_t budget = run->suite->budget_ns;
	enum as_status st = as_args_duration(run->d.args, AS_OPT_BUDGET, &budget, err);

	run->until_ns = budget && !st ? begun + budget - as_campaign_spent(run->d.cli) : 0;
	if (!st)
		st = head(run, err);
	for (size_t i = 0; i < run->suite->n && !st && !as_interrupt_count(); i++)
		st = measure_benchmark(run, &run->suite->v[i], err);
	run->d.review.seconds = (double)(as_clock_now() - begun) / 1e9;
	bool some = st == AS_ERR_INTERRUPTED && run->d.review.n;
	if (run->dry_run || (st && !some))
		return st;
	struct as_err late = {0};
	enum as_status after = as_diff_conclude(&run->d, &late);
	enum as_status shown = as_diff_show(&run->d, &late);
	if (!shown)
		shown = as_ci_write(run->d.cli, &run->d.review, &late);
	if (st)
		return st;
	if ((after || shown) && err)
		*err = late;
	return after ? after : shown;
}

static enum as_status make_room(struct running *run, struct as_err *err)
{
	struct as_diffing *d = &run->d;

	d->planned = run->suite->variants;
	as_diff_name(d, run->suite->name);
	run->columns = as_suite_name_columns(&run->style, as_suite_longest_name(run->suite));
	return as_diff_rows(d, err);
}

static enum as_status check_carry(const struct as_suite *s, const struct as_suite_list *carry,
	struct as_err *err)
{
	enum as_status st = AS_OK;

	for (size_t i = 0; i < carry->n && !st; i++) {
		struct as_err why = {0};
		if (as_carry_check(carry->v[i], &why))
			st = as_suite_fail(s, &carry->at[i], err, "%s", why.msg);
	}
	return st;
}

/* What can be refused before anything is measured. */
static enum as_status check(const struct as_cli *cli, const struct as_args *args,
	const struct as_suite *s, struct as_err *err)
{
	struct as_cli own = *cli;

	own.args = args;
	enum as_status st = as_suite_check_exports(args, s->variants, err);
	for (size_t i = 0; i < s->n && !st; i++)
		st = check_carry(s, &s->v[i].set.v[AS_SUITE_CARRY].list, err);
	return st ? st : as_suite_check_gates(&own, s, AS_REVIEW_SIDES, err);
}

enum as_status as_diff_suite(struct as_cli *cli, const struct as_args *args, const char *base,
	const char *head, struct as_err *err)
{
	struct as_suite *s = NULL;
	struct as_versions v = {.scratch = {.lock = -1}};
	struct running run = {.d = {.cli = cli, .args = args, .versions = &v},
		.style = as_screen_style(cli), .dry_run = as_args_has(args, AS_OPT_DRY_RUN)};
	enum as_status st = as_suite_request_check(args, err);

	run.lines = !run.dry_run && !run.style.verbose && !as_args_has(args, AS_OPT_JSON);
	if (!st)
		st = as_suite_open(args, &s, err);
	run.suite = s;
	if (!st)
		st = check(cli, args, s, err);
	if (!st)
		st = as_measure_place(cli, run.dry_run, &run.d.store, err);
	as_interrupt_catch();
	if (!st)
		st = as_diff_open(cli, base, head, &v, err);
	if (!st)
		st = as_diff_carry(&run.d, s, &v, err);
	if (!st)
		st = make_room(&run, err);
	if (!st)
		st = conduct(&run, err);
	as_diff_release(&run.d);
	as_versions_close(&v);
	as_store_close(run.d.store);
	as_suite_free(s);
	as_campaign_end(cli, st);
	return st;
}
