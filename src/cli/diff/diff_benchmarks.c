/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/diff/diff.h"

#include <string.h>

#include "cli/compare/ci.h"
#include "cli/measure/request.h"
#include "cli/screen.h"
#include "clock/clock.h"
#include "report/compare/review.h"
#include "report/draw/layout.h"
#include "report/suite.h"
#include "run/command.h"
#include "run/interrupt.h"

struct running {
	struct as_diffing *d;
	const struct as_benchmarks *b;
	struct as_diff_task task;
	struct as_command command;
	int64_t until_ns; /* CLOCK_MONOTONIC: the budget for all ends; 0: there is none */
	struct as_style style;
	bool lines;
	size_t columns; /* of names */
};

/* A second build of what has none would cost those that have none. */
static bool is_worth_asking(const struct as_diffing *d, const struct as_request *r)
{
	struct as_resolved words;

	if (as_args_is(d->args, AS_OPT_REPORT, "none"))
		return false;
	if (as_args_has(d->args, AS_OPT_ONLY) || as_args_has(d->args, AS_OPT_REPORT))
		return true;
	return !as_command_resolve(r, 0, d->cli->arena, &words, NULL) && !words.shell &&
		as_speaks_of(words.argv, NULL) != AS_SPEAKS_NOT;
}

enum as_status as_diff_ask(struct as_diffing *d, const struct as_diff_task *task,
	struct as_benchmarks *out, struct as_err *err)
{
	struct as_request r = task->request;
	struct as_command c = r.commands[0];

	*out = (struct as_benchmarks){.speaks = AS_SPEAKS_NOT};
	if (!is_worth_asking(d, &r))
		return AS_OK;
	c.checkout = &d->versions->checkouts[AS_HEAD];
	r.commands = &c;
	r.n_commands = 1;
	return as_benchmarks_of(d->args, &r, 0, d->cli->arena, out, err);
}

static enum as_status put(struct running *run, struct as_text *t, struct as_err *err)
{
	enum as_status st = as_text_finish(t, err);

	if (!st && !as_args_has(run->d->args, AS_OPT_JSON))
		as_out_show(run->d->cli->out, t);
	as_text_release(t);
	return st;
}

/* A row's share of what is left of the budget for all. */
static void set_budget(struct running *run, size_t left)
{
	struct as_request *r = &run->task.request;

	if (!r->budget_given)
		return;
	const int64_t share = (run->until_ns - as_clock_now()) / (int64_t)left;
	r->budget_ns = share > 1 ? share : 1;
}

static enum as_status measure_one(struct running *run, size_t i, struct as_err *err)
{
	struct as_diffing *d = run->d;
	struct as_text t = {0};

	run->command = run->task.request.commands[0];
	as_benchmark_take(&run->command, run->b->speaks, run->b->name[i], 0);
	run->task.request.commands = &run->command;
	run->task.name = run->task.benchmark = run->b->name[i];
	d->rows[d->review.n].gates = d->rows[0].gates;
	d->rows[d->review.n].n_gates = d->rows[0].n_gates;
	set_budget(run, run->b->n - i);
	if (run->task.request.dry_run || (!run->lines && i)) {
		as_name_add(&t, &run->style, run->b->name[i], run->columns);
		as_text_char(&t, '\n');
	}
	enum as_status st = put(run, &t, err);
	size_t before = d->review.n;
	if (!st)
		st = as_diff_measure(d, &run->task, err);
	if (!st && run->lines && d->review.n > before)
		as_report_review_line(&t, &run->style, &d->review.v[before], run->columns);
	return st ? st : put(run, &t, err);
}

static enum as_status measure_all(struct running *run, struct as_err *err)
{
	enum as_status st = AS_OK;

	for (size_t i = 0; i < run->b->n && !st && !as_interrupt_count(); i++)
		st = measure_one(run, i, err);
	return st;
}

static enum as_status conclude(struct as_diffing *d, struct as_err *err)
{
	enum as_status st = as_diff_conclude(d, err);

	if (!st)
		st = as_diff_show(d, err);
	return st ? st : as_ci_write(d->cli, &d->review, err);
}

/* As many rows as benchmarks; the gates stay those of the first. */
static enum as_status make_room(struct as_diffing *d, size_t n, struct as_err *err)
{
	const struct as_diff_row first = d->rows[0];

	d->planned = n;
	enum as_status st = as_diff_rows(d, err);
	if (!st)
		d->rows[0] = first;
	return st;
}

enum as_status as_diff_benchmarks(struct as_diffing *d, const struct as_diff_task *task,
	const struct as_benchmarks *b, struct as_err *err)
{
	const int64_t begun = as_clock_now();
	struct running run = {.d = d, .b = b, .task = *task, .style = as_screen_style(d->cli),
		.until_ns = begun + task->request.budget_ns};
	size_t longest = 0;
	enum as_status st = make_room(d, b->n, err);

	if (st)
		return st;
	for (size_t i = 0; i < b->n; i++) {
		const size_t w = as_layout_width(b->name[i]);
		longest = w > longest ? w : longest;
	}
	run.task.by_itself = false;
	run.task.names = NULL;
	run.lines = !task->request.dry_run && !run.style.verbose;
	run.columns = as_suite_name_columns(&run.style, longest);
	st = measure_all(&run, err);
	d->review.seconds = (double)(as_clock_now() - begun) / 1e9;
	bool some = st == AS_ERR_INTERRUPTED && d->review.n;
	if (task->request.dry_run || (st && !some))
		return st;
	struct as_err late = {0};
	enum as_status after = conclude(d, st ? &late : err);
	return st ? st : after;
}
