/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "analyse/compare/gate_judge.h"
#include "cli/compare/gate_options.h"
#include "cli/compare/review_collect.h"

/* One metric, in all rows that have a gate on it. */
struct family {
	struct family *next;
	const char *metric;
	struct as_apart *pairs;
	struct as_comparison *c;
	size_t *row; /* of each */
	size_t n;
};

/* Gates while they are judged. */
struct judge {
	struct as_cli *cli;
	const struct as_sides_of_results *all;
	struct as_review *r;
	const struct as_gate_set **set; /* of each row; NULL: none */
	struct as_profiles profiles;
	struct family *families; /* compared so far */
};

static const struct as_gate_set *set_of(const struct as_review_about *about,
	const struct as_review_row *row)
{
	for (size_t i = 0; i < about->n_gates; i++)
		if (!about->gates[i].benchmark ||
			!strcmp(about->gates[i].benchmark, row->benchmark))
			return &about->gates[i];
	return NULL;
}

static bool is_compared(const struct as_review_row *row)
{
	return row->side[AS_REVIEW_BASE].state == AS_SIDE_MEASURED &&
		row->side[AS_REVIEW_HEAD].state == AS_SIDE_MEASURED;
}

/* The number of a metric that has values in a side; x->n_metrics if there is none. */
static size_t find_metric(const struct as_review_side *s, const char *name)
{
	size_t m = as_experiment_find_metric(s->x, name);

	return m < s->x->n_metrics && as_experiment_has_values(s->x, m) ? m : s->x->n_metrics;
}

/* A metric that one of the sides does not have: there is no verdict. One that neither has is a
 * slip. */
static enum as_status without(const struct as_review_row *row, const struct as_gate *g,
	const struct as_metric **metric, struct as_err *err)
{
	for (size_t i = AS_REVIEW_SIDES; i-- > 0;) {
		const struct as_review_side *s = &row->side[i];
		size_t m = find_metric(s, g->metric);
		*metric = m < s->x->n_metrics ? &s->x->metrics[m] : NULL;
		if (*metric)
			return AS_OK;
	}
	return as_gate_no_metric(row->side[AS_REVIEW_HEAD].x, g, err);
}

/* The place of a gate's metric in both sides of a row; false where one does not have it. */
static bool places(const struct judge *j, size_t row, const char *metric, struct as_apart *out)
{
	const struct as_review_row *v = &j->r->v[row];
	const struct as_review_side *b = &v->side[AS_REVIEW_BASE], *h = &v->side[AS_REVIEW_HEAD];
	size_t old = find_metric(b, metric), new = find_metric(h, metric);

	if (old == b->x->n_metrics || new == h->x->n_metrics)
		return false;
	*out = (struct as_apart){.old = {b->x, b->summary->subject, old},
		.new = {h->x, h->summary->subject, new}, .across = j->all->across != NULL,
		.newer = j->all->suite};
	return true;
}

static bool asks_for(const struct as_gate_set *set, const char *metric)
{
	for (size_t k = 0; set && k < set->n; k++)
		if (set->v[k].metric && !strcmp(set->v[k].metric, metric))
			return true;
	return false;
}

/* A profile that cannot be read hides no result. */
static void note(const struct as_err *why)
{
	struct as_text t = {0};

	as_text_add(&t, "assay: note: ");
	as_text_add_neutral(&t, why->msg, strlen(why->msg), 0);
	as_text_char(&t, '\n');
	as_out_complain(as_text_str(&t), t.len);
	as_text_release(&t);
}

static enum as_status compare_family(struct judge *j, const char *metric, struct family *f,
	struct as_err *err)
{
	struct as_arena *a = j->cli->arena;
	size_t most = j->r->n;
	enum as_adjust how = as_args_is(j->cli->args, AS_OPT_ADJUST, "bh") ? AS_ADJUST_BH
									   : AS_ADJUST_HOLM;

	*f = (struct family){NULL, metric, as_arena_array(a, most, sizeof *f->pairs),
		as_arena_array(a, most, sizeof *f->c), as_arena_array(a, most, sizeof *f->row), 0};
	struct as_err failed = {0};
	if (!f->pairs || !f->c || !f->row)
		return as_fail_memory(err);
	for (size_t i = 0; i < most; i++) {
		struct as_apart *p = &f->pairs[f->n];
		struct as_cited cited = {0};
		if (!is_compared(&j->r->v[i]) || !asks_for(j->set[i], metric) ||
			!places(j, i, metric, p))
			continue;
		f->row[f->n++] = i;
		if (p->across || failed.code)
			continue;
		if (as_noise_cited_of(j->cli, p, &j->profiles, &cited, &failed))
			continue;
		if (cited.refused)
			(void)as_fail(&failed, AS_ERR_STORE, "%s", cited.refused);
	}
	if (failed.code)
		note(&failed);
	return as_compare_apart(f->pairs, f->n, how, f->c, err);
}

/* The comparison of a row by a metric. */
static enum as_status by_metric(struct judge *j, size_t row, const char *metric,
	struct as_comparison *out, struct as_err *err)
{
	const struct as_comparison *c = &j->r->v[row].c;
	struct as_comparison found = {.confidence = c->confidence, .verdict = AS_VERDICT_NONE};
	struct family *f = j->families;
	enum as_status st = AS_OK;

	while (f && strcmp(f->metric, metric) != 0)
		f = f->next;
	if (!f) {
		f = as_arena_alloc(j->cli->arena, sizeof *f);
		st = f ? compare_family(j, metric, f, err) : as_fail_memory(err);
		if (st)
			return st;
		f->next = j->families;
		j->families = f;
	}
	for (size_t k = 0; k < f->n; k++)
		if (f->row[k] == row)
			found = f->c[k];
	found.subject = c->subject;
	found.reference = c->reference;
	*out = found;
	return AS_OK;
}

/* Judge one gate of one row. */
static enum as_status judge_one(struct judge *j, size_t i, const struct as_gate *g,
	struct as_err *err)
{
	struct as_review_row *row = &j->r->v[i];
	const struct as_review_side *head = &row->side[AS_REVIEW_HEAD];
	const struct as_metric *metric = row->metric;
	struct as_comparison c = row->c;
	enum as_status st = AS_OK;

	if (g->metric && find_metric(head, g->metric) != head->summary->metric) {
		st = without(row, g, &metric, err);
		if (!st)
			st = by_metric(j, i, g->metric, &c, err);
	}
	if (!st)
		st = as_gate_check_time(g, metric, err);
	if (!st)
		row->gates.v[row->gates.n++] = as_gate_judge(g, metric, &c);
	return st;
}

enum as_status as_review_judge(struct as_cli *cli, const struct as_sides_of_results *all,
	const struct as_review_about *about, struct as_review *r, struct as_err *err)
{
	struct judge j = {cli, all, r, as_arena_array(cli->arena, r->n, sizeof *j.set), {0}, NULL};
	enum as_status st = j.set ? AS_OK : as_fail_memory(err);

	for (size_t i = 0; i < r->n && !st; i++) {
		struct as_gates *gates = &r->v[i].gates;
		j.set[i] = is_compared(&r->v[i]) ? set_of(about, &r->v[i]) : NULL;
		if (!j.set[i])
			continue;
		gates->v = as_arena_array(cli->arena, j.set[i]->n, sizeof *gates->v);
		st = gates->v ? AS_OK : as_fail_memory(err);
	}
	for (size_t i = 0; i < r->n && !st; i++)
		for (size_t k = 0; j.set[i] && k < j.set[i]->n && !st; k++)
			st = judge_one(&j, i, &j.set[i]->v[k], err);
	return st;
}

static const struct as_gate *first_left(const struct as_review *r, const size_t *done)
{
	for (size_t i = 0; i < r->n; i++)
		if (done[i] < r->v[i].gates.n)
			return r->v[i].gates.v[done[i]].gate;
	return NULL;
}

enum as_status as_review_gates_of(struct as_cli *cli, const struct as_review *r,
	struct as_gates *out, struct as_err *err)
{
	size_t n = 0, *done = as_arena_array(cli->arena, r->n, sizeof *done);

	for (size_t i = 0; i < r->n; i++)
		n += r->v[i].gates.n;
	struct as_gates all = {.v = as_arena_array(cli->arena, n, sizeof *all.v)};
	if (!done || !all.v)
		return as_fail_memory(err);
	for (const struct as_gate *g = first_left(r, done); g; g = first_left(r, done))
		for (size_t i = 0; i < r->n; i++)
			if (done[i] < r->v[i].gates.n && r->v[i].gates.v[done[i]].gate == g)
				all.v[all.n++] = r->v[i].gates.v[done[i]++];
	*out = all;
	return AS_OK;
}

enum as_status as_gate_set_given(const struct as_args *args, struct as_arena *a,
	struct as_gate_set *out, struct as_err *err)
{
	struct as_gate *v = NULL;
	size_t n = 0;
	enum as_status st = as_gates_read(args, a, &v, &n, err);

	if (!st)
		*out = (struct as_gate_set){.v = v, .n = n};
	return st;
}
