/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/diff/diff.h"

#include <string.h>

#include "cli/compare/ci_out.h"
#include "cli/compare/detecting.h"
#include "cli/compare/early_stop.h"
#include "cli/compare/gate_options.h"
#include "cli/measure/again/going_on.h"
#include "cli/request/request_options.h"
#include "cli/screen_out.h"
#include "cli/suite/suite_carry.h"
#include "cli/suite/suite_request.h"
#include "cli/suite/suite_run.h"
#include "cli/suite/suite_verb.h"
#include "clock/clock.h"
#include "format/suite/suite_file.h"
#include "report/review/review_screen.h"
#include "report/review/versions_screen.h"
#include "report/suite_screen.h"
#include "run/interrupt.h"

struct diff_running {
	struct as_diffing d;
	struct as_campaign c;
	struct as_diff_task task; /* of the benchmark that is measured */
	struct as_gate *gates;    /* of it */
	size_t n_gates;
};

/* The gates of the options, or where there are none those of the suite for this benchmark. */
static enum as_status read_gates(struct diff_running *run, const struct as_suite_benchmark *b,
	struct as_err *err)
{
	const struct as_args *args = run->d.args;
	struct as_arena *a = run->d.cli->arena;
	enum as_status st = AS_OK;
	struct as_gate_said said;

	if (as_gates_given(args))
		return as_gates_read(args, a, &run->gates, &run->n_gates, err);
	run->n_gates = as_gates_of_suite(&b->set);
	run->gates = as_arena_array(a, run->n_gates, sizeof *run->gates);
	if (!run->gates)
		return as_fail_memory(err);
	for (size_t i = 0; !st && as_gate_of_suite(&b->set, i, &said); i++)
		st = as_gate_read(&said, a, &run->gates[i], err);
	return st;
}

/* Every command of every benchmark by its gates. */
static size_t gates_of_all(const struct diff_running *run)
{
	const struct as_suite *s = run->c.suite;
	const size_t given = as_gates_given(run->d.args);
	size_t n = 0;

	for (size_t i = 0; i < s->n; i++)
		n += s->v[i].variants * (given ? given : as_gates_of_suite(&s->v[i].set));
	return n;
}

static void set_budget(const struct as_piece *piece, struct as_request *r)
{
	const struct as_suite_benchmark *b = piece->benchmark;
	const int64_t share = piece->share_ns;
	const int64_t own = b->set.v[AS_SUITE_BUDGET].ns / (int64_t)b->variants;

	r->amount.budget_given = share || own;
	r->amount.budget_ns = share && own ? (share < own ? share : own) : share ? share : own;
	if (!r->amount.budget_given)
		r->amount.budget_ns = AS_REVIEW_SIDES * AS_BUDGET_EACH_NS;
}

/* What benchmark asks for, and its gates, where it has just begun. */
static enum as_status name(void *context, struct as_piece *piece, struct as_err *err)
{
	struct diff_running *run = context;
	const struct as_suite_benchmark *b = piece->benchmark;
	struct as_diff_task *task = &run->task;
	struct as_arena *a = run->d.cli->arena;
	enum as_status st = AS_OK;

	if (!piece->command) {
		*task = (struct as_diff_task){.of_suite = true,
			.benchmark = as_arena_strdup(a, b->name)};
		if (!task->benchmark)
			return as_fail_memory(err);
		st = as_suite_request(run->d.args, run->c.suite, b, a, &task->request,
			err);
		if (!st)
			st = read_gates(run, b, err);
		const struct as_early_gates early = {run->gates, run->n_gates, AS_SIDES,
			gates_of_all(run)};
		if (!st)
			st = as_early_settle(run->d.args, &task->request, &early, err);
		task->request.amount.dry_run = run->c.dry_run;
		task->request.aim.precision_each =
			as_args_has(run->d.args, AS_OPT_PRECISION_EACH);
		if (!st)
			st = as_detect_settle(&task->request, run->gates, run->n_gates, AS_SIDES,
				err);
	}
	if (!st)
		piece->name = task->request.what.commands[piece->command].name;
	return st;
}

/* Every combination of the parameters is compared with itself. */
static enum as_status measure(void *context, struct as_piece *piece, struct as_result *out,
	struct as_err *err)
{
	struct diff_running *run = context;
	struct as_diff_row *behind = &run->d.rows[run->d.review.n];

	(void)out; /* what was measured is that of its rows */
	run->task.command = piece->command;
	run->task.name = piece->name;
	behind->gates = run->gates;
	behind->n_gates = run->n_gates;
	set_budget(piece, &run->task.request);
	return as_diff_measure(&run->d, &run->task, err);
}

static enum as_status review(void *context, struct as_campaign *c, struct as_err *err)
{
	struct diff_running *run = context;
	enum as_status st = as_diff_conclude(&run->d, err);
	enum as_status shown = as_diff_show(&run->d, err);

	(void)c;
	if (!shown)
		shown = as_ci_write(run->d.cli, &run->d.review, err);
	return st ? st : shown;
}

static enum as_status head(struct diff_running *run, struct as_err *err)
{
	const struct as_revision *r = run->d.versions->revisions;
	struct as_text t = {0};

	if (run->c.json)
		return AS_OK;
	as_report_suite_head(&t, &run->c.style, run->c.suite);
	as_report_versions(&t, &run->c.style, &r[AS_BASE].version, &r[AS_HEAD].version);
	enum as_status st = as_hand_print(run, &t, err);
	as_text_release(&t);
	return st;
}

static enum as_status conduct(struct diff_running *run, struct as_err *err)
{
	const struct as_hands hands = {.context = run, .name = name, .measure = measure,
		.print = as_hand_print, .raise = as_hand_raise, .review = review};
	const int64_t begun = as_clock_now();
	struct as_campaign *c = &run->c;
	int64_t budget = 0;
	enum as_status st = as_suite_budget(run->d.args, c->suite, &budget, err);

	c->budget = (struct as_campaign_budget){.n = c->suite->variants,
		.until_ns = budget ? begun + budget - as_campaign_spent(run->d.cli) : 0};
	if (!st)
		st = head(run, err);
	/* cppcheck-suppress autoVariables ; taken back below */
	c->hands = &hands;
	if (!st)
		st = as_campaign_conduct(&as_kind_diff, c, err);
	c->hands = NULL;
	return st;
}

static enum as_status make_room(struct diff_running *run, struct as_err *err)
{
	struct as_diffing *d = &run->d;

	d->planned = run->c.suite->variants;
	as_diff_name(d, run->c.suite->name);
	run->c.review = &d->review;
	run->c.columns = as_suite_name_columns(
		&run->c.style, as_suite_longest_name(run->c.suite));
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
	struct diff_running run = {.d = {.cli = cli, .args = args, .versions = &v},
		.c = {.arena = cli->arena, .style = as_screen_style(cli),
			.json = as_args_has(args, AS_OPT_JSON),
			.dry_run = as_args_has(args, AS_OPT_DRY_RUN)}};
	enum as_status st = as_suite_request_check(args, err);

	run.c.table = !run.c.dry_run && !run.c.style.verbose && !run.c.json;
	if (!st)
		st = as_suite_open(args, &s, err);
	run.c.suite = s;
	if (!st)
		st = check(cli, args, s, err);
	if (!st)
		st = as_measure_place(cli, run.c.dry_run, &run.d.store, err);
	as_interrupt_catch();
	if (!st)
		st = as_diff_open(&run.d, base, head, &v, err);
	if (!st)
		st = as_suite_same_files(cli, s, err);
	if (!st)
		st = as_carry_said(args, s, &v, cli->arena, err);
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
