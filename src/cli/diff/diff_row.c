/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/compare/gate_options.h"
#include "cli/diff/diff.h"

#include <string.h>

#include "format/foreign/parts/harness.h"
#include "run/interrupt.h"

/* One row while it is measured; of a program with benchmarks of its own, a row for each. */
struct attempt {
	struct as_diffing *d;
	const struct as_diff_task *task;
	struct as_command both[AS_REVIEW_SIDES];
	struct as_diff_sides sides;
	struct as_trouble trouble;
	size_t bad; /* the side in which that was */
	bool identical;
	struct as_text unlike;
	struct as_extending e;      /* the commands of both; nothing is extended */
	struct as_diff_own own;     /* its benchmarks */
};

static bool has_own(const struct as_request *r)
{
	for (size_t i = 0; i < r->what.n_commands; i++)
		if (r->what.commands[i].benchmark)
			return true;
	return false;
}

/* The screen of the experiment, where it is that of the row, is wanted beside, or is a plan. */
static enum as_status show(void *context, struct as_cli *cli, const struct as_result *r,
	struct as_err *err)
{
	const struct attempt *t = context;
	const struct as_args *args = t->d->args;
	const bool full = ((t->task->by_itself && !has_own(&t->e.request)) ||
				  as_args_has(args, AS_OPT_VERBOSE)) &&
			  !as_args_has(args, AS_OPT_JSON);

	return full || t->task->request.amount.dry_run ? as_result_show(cli, r, err) : AS_OK;
}

/* The command once for each version, "fft of working tree". */
static enum as_status make_both(struct attempt *t, struct as_request *r, struct as_err *err)
{
	const struct as_versions *v = t->d->versions;

	for (size_t i = 0; i < AS_REVIEW_SIDES; i++) {
		struct as_command *c = &t->both[i];

		*c = t->task->request.what.commands[t->task->command];
		c->name = t->task->names ? t->task->names[i]
			: as_arena_printf(t->d->cli->arena, "%s of %s", t->task->name, v->names[i]);
		c->checkout = (uint32_t)i + 1;
		c->version = &v->revisions[i].version;
		if (!c->name)
			return as_fail_memory(err);
	}
	t->sides.both = t->both;
	*r = t->task->request;
	r->what.commands = t->both;
	r->what.n_commands = AS_REVIEW_SIDES;
	r->what.shared_hooks = true;
	t->e.with = (struct as_run_context){
		.google = as_google_rows, .go = as_go_rows, .checkouts = v->checkouts,
		.identical = t->both[0].build ? &t->identical : NULL,
		.unlike = &t->unlike, .trouble = &t->trouble};
	/* Whether the change mattered is asked, and not whether addresses did. */
	if (t->both[0].build && !r->building.randomize_given)
		r->building.randomize = AS_RANDOMIZE_ALL;
	r->building.measure_identical = as_args_has(t->d->args, AS_OPT_MEASURE_IDENTICAL);
	return AS_OK;
}

/* The options without those that are about all rows together. */
static enum as_status options_of_one(const struct attempt *t, struct as_args *out,
	struct as_err *err)
{
	const struct as_args *all = t->d->args;
	struct as_arg *given = as_arena_array(t->d->cli->arena, all->n_given, sizeof *given);

	if (!given)
		return as_fail_memory(err);
	*out = *all;
	out->given = given;
	out->n_given = 0;
	for (size_t i = 0; i < all->n_given; i++)
		if (t->task->by_itself || (!as_gate_is_option(all->given[i].id) &&
						  all->given[i].id != AS_OPT_REQUIRE_DECISION))
			given[out->n_given++] = all->given[i];
	return AS_OK;
}

/* The name of a benchmark of a program's own in that version: "sort" of "sort of HEAD"; NULL: it is
 * none. */
static const char *own_of(const struct attempt *t, const char *subject, size_t side)
{
	const char *of = as_arena_printf(t->d->cli->arena, " of %s", t->both[side].name);
	const size_t n = strlen(subject), k = of ? strlen(of) : n;

	return k < n && !strcmp(subject + n - k, of)
		? as_arena_strndup(t->d->cli->arena, subject, n - k) : NULL;
}

/* What was measured before this assay began did not tell it what it found out. */
static enum as_status take_known(struct attempt *t, struct as_request *r, struct as_err *err)
{
	const struct as_experiment *x = t->sides.result->x;
	struct as_command *v = as_arena_array(t->d->cli->arena, x->n_subjects, sizeof *v);
	const struct as_subject *s = x->subjects;
	bool own = true;

	if (!v)
		return as_fail_memory(err);
	if (r->building.measure_identical && s[0].n_builds && s[1].n_builds)
		t->identical = as_build_same(&s[0].builds[0], &s[1].builds[0]);
	for (size_t k = 0; k < x->n_subjects && own; k++) {
		for (size_t i = 0; i < AS_REVIEW_SIDES && !v[k].benchmark; i++) {
			v[k] = t->both[i];
			v[k].benchmark = own_of(t, s[k].name, i);
		}
		own = v[k].benchmark != NULL;
	}
	if (own && !has_own(r)) {
		r->what.commands = v;
		r->what.n_commands = x->n_subjects;
	}
	return AS_OK;
}

static enum as_status measure(struct attempt *t, struct as_err *err)
{
	struct as_cli *cli = t->d->cli;
	const struct as_shower shower = {.show = show, .context = t, .out = t->sides.result,
		.plans = t->task->by_itself && !as_args_has(t->d->args, AS_OPT_JSON)};
	struct as_request *r = &t->e.request;
	struct as_args args;
	enum as_status st = make_both(t, r, err);

	if (!st)
		st = as_diff_ask(t->d, t->task, r, &t->e.with, err);
	if (!st)
		st = options_of_one(t, &args, err);
	if (!st && t->d->store && !r->amount.dry_run)
		st = as_measure_begin(cli, t->d->store, t->task->name, &t->e, err);
	if (st)
		return st;
	struct as_cli own = *cli;
	const bool known = t->e.done != NULL;
	own.args = &args;
	st = as_measure_for(&own, &t->e, t->d->store, &shower, err);
	if (own.exit == AS_EXIT_INTERRUPTED)
		as_cli_raise(cli, own.exit);
	if (!st && known && t->sides.result->x)
		st = take_known(t, r, err);
	if (t->trouble.any)
		t->bad = r->what.commands[t->trouble.command].checkout ==
			 t->both[AS_REVIEW_HEAD].checkout;
	return has_own(r) && as_diff_list(t->d, r, &t->own) ? as_fail_memory(err) : st;
}

static void note_kept(struct as_diffing *d, const struct as_experiment *x)
{
	if (x->id && !d->first_id)
		d->first_id = x->id;
	if (x->id)
		d->last_id = x->id;
}

static enum as_status take_result(struct attempt *t, struct as_err *err)
{
	static const size_t subject[AS_REVIEW_SIDES] = {AS_REVIEW_BASE, AS_REVIEW_HEAD};

	note_kept(t->d, t->sides.result->x);
	return as_diff_take_sides(&t->sides, subject, err);
}

/* A row for each benchmark; the first of them has what stands behind all. */
static enum as_status take_benchmarks(struct attempt *t, struct as_err *err)
{
	struct as_diffing *d = t->d;
	enum as_status st = as_diff_more_rows(d, t->own.n - 1, err);

	if (st)
		return st;
	t->sides.result = &d->rows[d->review.n].result;
	note_kept(d, t->sides.result->x);
	for (size_t k = 0; k < t->own.n && !st; k++) {
		st = as_diff_take_sides(&t->sides, t->own.v[k].subject, err);
		t->sides.row.name = as_diff_own_name(d, t->task, t->own.v[k].name);
		t->sides.row.benchmark = t->task->of_suite ? t->task->benchmark : t->own.v[k].name;
		if (!st && !t->sides.row.name)
			st = as_fail_memory(err);
		if (!st)
			d->review.v[d->review.n++] = t->sides.row;
	}
	return st;
}

/* Each of its benchmarks by itself, with builds of its own: one has failed that was measured with the
 * others. */
static enum as_status measure_each(struct as_diffing *d, const struct as_diff_task *task,
	const struct as_diff_own *own, struct as_err *err)
{
	struct as_diff_task one = *task;
	struct as_command command = task->request.what.commands[task->command];
	enum as_status st = as_diff_more_rows(d, own->n - 1, err);

	one.request.what.commands = &command;
	one.request.what.n_commands = 1;
	one.command = 0;
	one.is_own = true;
	one.by_itself = false;
	one.names = NULL;
	if (one.request.amount.budget_given)
		one.request.amount.budget_ns = task->request.amount.budget_ns / (int64_t)own->n + 1;
	for (size_t i = 0; i < own->n && !st && !as_interrupt_count(); i++) {
		as_benchmark_take(&command, own->speaks, own->v[i].name, 0);
		one.name = as_diff_own_name(d, task, own->v[i].name);
		one.benchmark = task->of_suite ? task->benchmark : own->v[i].name;
		st = one.name ? as_diff_measure(d, &one, err) : as_fail_memory(err);
	}
	return st;
}

enum as_status as_diff_measure(struct as_diffing *d, const struct as_diff_task *task,
	struct as_err *err)
{
	struct attempt t = {.d = d, .task = task,
		.sides = {.arena = d->cli->arena, .request = &task->request,
			.checkouts = d->versions->checkouts,
			.result = &d->rows[d->review.n].result,
			.alone = &d->rows[d->review.n].alone,
			.row = {.benchmark = task->benchmark, .name = task->name}}};
	struct as_err why = {0};
	enum as_status st = measure(&t, &why);

	for (size_t i = 0; i < AS_REVIEW_SIDES; i++) /* what was not built may have written there */
		d->versions->trees[i].fresh = false;
	t.sides.row.same_program = t.identical && t.sides.result->x;
	if (st && !as_diff_goes_on(st)) {
		if (err)
			*err = why;
		return st;
	}
	if (task->request.amount.dry_run)
		return st ? as_fail(err, st, "%s", why.msg) : AS_OK;
	if (!st && t.own.n && t.sides.result->x)
		return take_benchmarks(&t, err);
	/* Nobody has to wait for the other version to hear the same of it. */
	if (st && t.trouble.nowhere && task->by_itself) {
		as_result_release(t.sides.result);
		if (err)
			*err = why;
		return st;
	}
	/* One benchmark that fails is no reason to know nothing of the others. */
	if (st && t.own.n > 1 && t.trouble.any && !t.trouble.build) {
		as_result_release(t.sides.result);
		return measure_each(d, task, &t.own, err);
	}
	if (st)
		d->why = why;
	if (st)
		st = as_diff_take_failure(&t.sides, &t.trouble, t.bad, &why, err);
	else if (t.sides.result->x)
		st = take_result(&t, err);
	else
		for (size_t i = 0; i < AS_REVIEW_SIDES; i++)
			t.sides.row.side[i].state = AS_SIDE_SAME;
	if (!st && t.identical && t.unlike.len)
		t.sides.row.unlike = as_arena_strdup(d->cli->arena, as_text_str(&t.unlike));
	as_text_release(&t.unlike);
	if (!st)
		d->review.v[d->review.n++] = t.sides.row;
	return st;
}
