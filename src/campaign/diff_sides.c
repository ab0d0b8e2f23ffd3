/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "campaign/diff_sides.h"

#include <string.h>

#include "format/foreign/parts/harness.h"
#include "run/conduct.h"

static enum as_status copy_words(struct as_diff_sides *t, size_t i, const struct as_err *why,
	struct as_err *err)
{
	struct as_arena *a = t->arena;
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

bool as_diff_goes_on(enum as_status st)
{
	return st == AS_ERR_BENCH || st == AS_ERR_USAGE || st == AS_ERR_DATA;
}

/* Whether version i works where the other does not: one build and one execution. */
static enum as_status try_alone(struct as_diff_sides *t, size_t i, struct as_err *err)
{
	struct as_trouble trouble = {0};
	const struct as_run_context with = {.google = as_google_rows, .go = as_go_rows,
		.checkouts = t->checkouts, .trouble = &trouble};
	struct as_request r = *t->request;
	struct as_experiment *x = NULL;
	struct as_err why = {0};

	r.what.commands = &t->both[i];
	r.what.n_commands = 1;
	r.what.shared_hooks = true;
	r.amount.runs = 1;
	r.amount.min_runs = r.amount.max_runs = r.amount.warmup = 0;
	r.building.builds = t->both[i].build ? 1 : 0;
	r.amount.iterations_given = true;
	enum as_status st = as_conduct(&r, &with, NULL, &x, &why);
	if (!st)
		st = as_result_init(t->alone, x, NULL, &why);
	else
		as_experiment_free(x);
	if (as_diff_goes_on(st)) {
		t->row.side[i].state = state_of(&trouble, i);
		return copy_words(t, i, &why, err);
	}
	if (st && err)
		*err = why;
	if (st)
		return st;
	t->row.side[i].x = t->alone->x;
	t->row.side[i].summary = &t->alone->analyses[0].summaries[0];
	t->row.metric = &t->alone->x->metrics[t->alone->x->criterion];
	return AS_OK;
}

enum as_status as_diff_take_failure(struct as_diff_sides *t, const struct as_trouble *trouble,
	size_t bad, const struct as_err *why, struct as_err *err)
{
	enum as_status st = AS_OK;

	as_result_release(t->result);
	if (trouble->any) {
		t->row.side[bad].state = state_of(trouble, bad);
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
static enum as_status count_failures(struct as_diff_sides *t, size_t i, size_t subject,
	struct as_err *err)
{
	const struct as_subject *s = &t->result->x->subjects[subject];
	const struct as_summary *y = &t->result->analyses[0].summaries[subject];
	const size_t builds = as_count_failed_units(s, AS_LEVEL_BUILD);
	const size_t executions = as_count_failed_units(s, AS_LEVEL_EXECUTION);
	struct as_arena *a = t->arena;
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

static struct as_comparison comparison_of(const struct as_analysis *a,
	const size_t subject[AS_REVIEW_SIDES])
{
	for (size_t i = 0; i < a->n_comparisons; i++)
		if (a->comparisons[i].reference == subject[AS_REVIEW_BASE] &&
			a->comparisons[i].subject == subject[AS_REVIEW_HEAD])
			return a->comparisons[i];
	return (struct as_comparison){.verdict = AS_VERDICT_NONE};
}

enum as_status as_diff_take_sides(struct as_diff_sides *t, const size_t subject[AS_REVIEW_SIDES],
	struct as_err *err)
{
	const struct as_result *r = t->result;
	enum as_status st = AS_OK;

	t->row.metric = &r->x->metrics[r->x->criterion];
	t->row.c = (struct as_comparison){.verdict = AS_VERDICT_NONE};
	for (size_t i = 0; i < AS_REVIEW_SIDES && !st; i++) {
		t->row.side[i] = (struct as_review_side){.state = AS_SIDE_ABSENT};
		if (subject[i] == AS_DIFF_NONE)
			continue;
		t->row.side[i] = (struct as_review_side){.state = AS_SIDE_MEASURED, .x = r->x};
		st = count_failures(t, i, subject[i], err);
		if (t->row.side[i].state == AS_SIDE_MEASURED)
			t->row.side[i].summary = &r->analyses[0].summaries[subject[i]];
	}
	if (t->row.side[AS_REVIEW_BASE].summary && t->row.side[AS_REVIEW_HEAD].summary)
		/* until it is known how many there are */
		t->row.c = comparison_of(&r->analyses[0], subject);
	return st;
}
