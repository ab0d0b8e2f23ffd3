/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/diff/diff.h"

#include <string.h>

#include "run/conduct.h"

/* One row while it is measured. */
struct attempt {
	struct as_diffing *d;
	const struct as_diff_task *task;
	struct as_command both[AS_REVIEW_SIDES];
	struct as_trouble trouble;
	bool identical;
	struct as_review_row row;
	struct as_diff_row *behind;
};

static enum as_status show_nothing(void *context, struct as_cli *cli, const struct as_result *r,
	struct as_err *err)
{
	(void)context;
	(void)cli;
	(void)r;
	(void)err;
	return AS_OK;
}

static enum as_status show_all(void *context, struct as_cli *cli, const struct as_result *r,
	struct as_err *err)
{
	(void)context;
	return as_result_show(cli, r, err);
}

static void take(void *context, struct as_result *r)
{
	struct as_result *to = context;

	*to = *r;
	*r = (struct as_result){0};
}

/* The command once for each version, "fft of working tree". */
static enum as_status make_both(struct attempt *t, struct as_request *r, struct as_err *err)
{
	const struct as_versions *v = t->d->versions;

	for (size_t i = 0; i < AS_REVIEW_SIDES; i++) {
		struct as_command *c = &t->both[i];

		*c = t->task->request.commands[t->task->command];
		c->name = t->task->names ? t->task->names[i]
			: as_arena_printf(t->d->cli->arena, "%s of %s", t->task->name, v->names[i]);
		c->checkout = &v->checkouts[i];
		c->version = &v->revisions[i].version;
		if (!c->name)
			return as_fail_memory(err);
	}
	*r = t->task->request;
	r->commands = t->both;
	r->n_commands = AS_REVIEW_SIDES;
	r->shared_hooks = true;
	r->identical = t->both[0].build ? &t->identical : NULL;
	r->measure_identical = as_args_has(t->d->args, AS_OPT_MEASURE_IDENTICAL);
	r->trouble = &t->trouble;
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
		if (t->task->by_itself || (all->given[i].id != AS_OPT_FAIL_IF && all->given[i].id != AS_OPT_REQUIRE_DECISION))
			given[out->n_given++] = all->given[i];
	return AS_OK;
}

static enum as_status measure(struct attempt *t, struct as_err *err)
{
	struct as_cli *cli = t->d->cli;
	const bool full = (t->task->by_itself || as_args_has(t->d->args, AS_OPT_VERBOSE)) &&
		!as_args_has(t->d->args, AS_OPT_JSON);
	const struct as_shower shower = {.show = full || t->task->request.dry_run ? show_all : show_nothing,
		.take = take, .context = &t->behind->result};
	struct as_extending e = {0}; /* nothing is extended */
	struct as_args args;
	enum as_status st = make_both(t, &e.request, err);

	if (!st)
		st = options_of_one(t, &args, err);
	if (!st && t->d->store && !e.request.dry_run)
		st = as_measure_journal(cli, t->d->store, t->task->words, &e.request, err);
	if (st)
		return st;
	struct as_cli own = *cli;
	own.args = &args;
	st = as_measure_for(&own, &e, t->d->store, &shower, err);
	if (own.exit == AS_EXIT_INTERRUPTED)
		as_cli_raise(cli, own.exit);
	return st;
}

/* ---- what went wrong ---- */

static enum as_status copy_words(struct attempt *t, size_t i, const struct as_err *why,
	struct as_err *err)
{
	struct as_arena *a = t->d->cli->arena;
	struct as_review_side *side = &t->row.side[i];

	side->why = why->sys ? as_arena_printf(a, "%s: %s", why->msg, strerror(why->sys))
		: as_arena_strdup(a, why->msg);
	side->output = *why->output ? as_arena_strdup(a, why->output) : NULL;
	return side->why && (side->output || !*why->output) ? AS_OK : as_fail_memory(err);
}

/* What is not there before it was written is new; what has gone since has been broken. */
static enum as_side_state state_of(const struct as_trouble *trouble, size_t i)
{
	if (trouble->build)
		return AS_SIDE_NOT_BUILT;
	return trouble->missing && i == AS_REVIEW_BASE ? AS_SIDE_ABSENT : AS_SIDE_FAILED;
}

static bool goes_on(enum as_status st)
{
	return st == AS_ERR_BENCH || st == AS_ERR_USAGE || st == AS_ERR_DATA;
}

/* Whether version i works where the other does not: one build and one execution. */
static enum as_status try_alone(struct attempt *t, size_t i, struct as_err *err)
{
	struct as_trouble trouble = {0};
	struct as_request r = t->task->request;
	struct as_experiment *x = NULL;
	struct as_err why = {0};

	r.commands = &t->both[i];
	r.n_commands = 1;
	r.shared_hooks = true;
	r.trouble = &trouble;
	r.runs = 1;
	r.min_runs = r.max_runs = r.warmup = 0;
	r.builds = t->both[i].build ? 1 : 0;
	r.iterations_given = true;
	enum as_status st = as_conduct(&r, NULL, &x, &why);
	if (!st)
		st = as_result_init(&t->behind->alone, x, &why);
	else
		as_experiment_free(x);
	if (goes_on(st)) {
		t->row.side[i].state = state_of(&trouble, i);
		return copy_words(t, i, &why, err);
	}
	if (st && err)
		*err = why;
	if (st)
		return st;
	t->row.side[i].x = t->behind->alone.x;
	t->row.side[i].summary = &t->behind->alone.analyses[0].summaries[0];
	t->row.metric = &t->behind->alone.x->metrics[t->behind->alone.x->criterion];
	return AS_OK;
}

static enum as_status take_failure(struct attempt *t, const struct as_err *why, struct as_err *err)
{
	const size_t bad = t->trouble.command;
	enum as_status st = AS_OK;

	t->d->why = *why;
	as_result_release(&t->behind->result);
	if (t->trouble.any) {
		t->row.side[bad].state = state_of(&t->trouble, bad);
		st = copy_words(t, bad, why, err);
		return st ? st : try_alone(t, !bad, err);
	}
	for (size_t i = 0; i < AS_REVIEW_SIDES && !st; i++) {
		t->row.side[i].state = AS_SIDE_FAILED;
		st = copy_words(t, i, why, err);
	}
	return st;
}

static const char *last_note(const struct as_subject *s)
{
	return s->n_notes ? s->notes[s->n_notes - 1].text : NULL;
}

/* Executions that failed on the way: a result that leaves them out is none of the program. */
static enum as_status count_failures(struct attempt *t, size_t i, struct as_err *err)
{
	const struct as_subject *s = &t->behind->result.x->subjects[i];
	const struct as_summary *y = &t->behind->result.analyses[0].summaries[i];
	const size_t builds = as_count_failed_units(s, AS_LEVEL_BUILD);
	const size_t executions = as_count_failed_units(s, AS_LEVEL_EXECUTION);
	struct as_arena *a = t->d->cli->arena;
	struct as_review_side *side = &t->row.side[i];

	if (!builds && !executions && y->n_values)
		return AS_OK;
	side->state = AS_SIDE_FAILED;
	side->output = last_note(s);
	if (executions)
		side->why = as_arena_printf(a, "%zu of %zu executions failed", executions,
			y->failed[AS_ENDED_OK] + executions);
	else if (builds)
		side->why = as_arena_printf(a, "%zu of %zu builds failed", builds,
			s->levels[AS_LEVEL_BUILD].n);
	else
		side->why = "nothing was measured of it";
	return side->why ? AS_OK : as_fail_memory(err);
}

static enum as_status take_result(struct attempt *t, struct as_err *err)
{
	struct as_result *r = &t->behind->result;
	struct as_diffing *d = t->d;
	enum as_status st = AS_OK;

	t->row.metric = &r->x->metrics[r->x->criterion];
	t->row.c = r->analyses[0].comparisons[0]; /* until it is known how many there are */
	t->row.same_program = t->identical;
	if (r->x->id && !d->first_id)
		d->first_id = r->x->id;
	if (r->x->id)
		d->last_id = r->x->id;
	for (size_t i = 0; i < AS_REVIEW_SIDES && !st; i++) {
		t->row.side[i].x = r->x;
		st = count_failures(t, i, err);
		if (t->row.side[i].state == AS_SIDE_MEASURED)
			t->row.side[i].summary = &r->analyses[0].summaries[i];
		else
			t->row.c = (struct as_comparison){.verdict = AS_VERDICT_NONE};
	}
	return st;
}

enum as_status as_diff_measure(struct as_diffing *d, const struct as_diff_task *task,
	struct as_err *err)
{
	struct attempt t = {.d = d, .task = task, .behind = &d->rows[d->review.n],
		.row = {.benchmark = task->benchmark, .name = task->name}};
	struct as_err why = {0};
	enum as_status st = measure(&t, &why);

	if (st && !goes_on(st)) {
		if (err)
			*err = why;
		return st;
	}
	if (task->request.dry_run)
		return st ? as_fail(err, st, "%s", why.msg) : AS_OK;
	if (st)
		st = take_failure(&t, &why, err);
	else if (t.behind->result.x)
		st = take_result(&t, err);
	else
		t.row.side[AS_REVIEW_BASE].state = t.row.side[AS_REVIEW_HEAD].state = AS_SIDE_SAME;
	if (!st)
		d->review.v[d->review.n++] = t.row;
	return st;
}
