/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "campaign/review/reviewing.h"

#include <math.h>
#include <string.h>

#include "analyse/gates/early_gates.h"
#include "analyse/gates/gate_judge.h"
#include "analyse/gates/looks.h"
#include "analyse/compare/together.h"
#include "base/text.h"
#include "run/metrics/chosen.h"

enum as_status as_gate_check_time(const struct as_gate *g, const struct as_metric *m,
	struct as_err *err)
{
	if (!g->of_time || as_metric_is_time(m))
		return AS_OK;
	return as_fail(err, AS_ERR_USAGE,
		"cannot use '%.200s' for --fail-%s: %.60s is no time; say %s in "
		"place of %s",
		g->text, g->unless ? "unless" : "if", m->name, g->more ? "more" : "less",
		g->more ? "slower" : "faster");
}

enum as_status as_gate_for(const struct as_gate *g, const struct as_metric *m, bool of_criterion,
	struct as_arena *a, const struct as_gate **out, struct as_err *err)
{
	*out = g;
	if (!g->of_time || as_metric_is_time(m))
		return AS_OK;
	if (of_criterion && m->better != AS_BETTER_MORE)
		return as_gate_check_time(g, m, err);

	struct as_gate *own = as_arena_alloc(a, sizeof *own);
	if (!own)
		return as_fail_memory(err);
	*own = *g;
	if (m->better == AS_BETTER_MORE) {
		own->more = !g->more;
		own->limit = g->more ? g->limit / (1 + g->limit) : g->limit / (1 - g->limit);
	}
	*out = own;
	return AS_OK;
}

enum as_status as_gate_no_metric(const struct as_experiment *x, const char *of,
	const struct as_gate *g, struct as_err *err)
{
	const char *if_or_unless = g->unless ? "unless" : "if";
	const char *why = as_chosen_why(x, g->metric ? g->metric : "");
	struct as_text names = {0};

	if (why)
		return as_fail(err, AS_ERR_USAGE,
			"cannot use '%.200s' for --fail-%s: %.60s is %s",
			g->text, if_or_unless, g->metric, why);
	for (size_t m = 0; m < x->n_metrics; m++)
		if (as_experiment_has_values(x, m))
			as_text_addf(&names, "%s%s", names.len ? ", " : "", x->metrics[m].name);
	enum as_status st = as_fail(err, AS_ERR_USAGE,
		"cannot use '%.200s' for --fail-%s: no such metric "
		"was read or reported%s%.100s%s; there are %s",
		g->text, if_or_unless, of ? " of '" : "", of ? of : "", of ? "'" : "",
		as_text_str(&names));
	as_text_release(&names);
	return st;
}

/* One metric, in all rows of which both versions have it. */
struct review_family {
	struct review_family *next;
	const char *metric;
	struct as_comparison *c;
	size_t *row; /* of each */
	size_t n;
};

/* Gates while they are judged. */
struct review_judge {
	const struct as_reviewing *how;
	struct as_review *r;
	struct review_family *families; /* compared so far */
};

/* The number of a metric that has values in a side; x->n_metrics if there is none. */
static size_t find_metric(const struct as_review_side *s, const char *name)
{
	size_t m = as_experiment_find_metric(s->x, name);

	return m < s->x->n_metrics && as_experiment_has_values(s->x, m) ? m : s->x->n_metrics;
}

/* The metric as the newer side has it, or the older; false if neither has values of it. */
static bool metric_of(const struct as_review_row *row, const char *name,
	const struct as_metric **out)
{
	for (size_t i = AS_REVIEW_SIDES; i-- > 0;) {
		const struct as_review_side *s = &row->side[i];
		size_t m = find_metric(s, name);
		if (m < s->x->n_metrics) {
			*out = &s->x->metrics[m];
			return true;
		}
	}
	return false;
}

/* The place of a metric in both sides of a row; false where one does not have it. */
static bool places(const struct as_review_row *row, const char *metric, struct as_apart *out)
{
	const struct as_review_side *b = &row->side[AS_REVIEW_BASE];
	const struct as_review_side *h = &row->side[AS_REVIEW_HEAD];

	if (!as_review_is_compared(row))
		return false;
	size_t old = find_metric(b, metric), new = find_metric(h, metric);
	*out = (struct as_apart){.old = {b->x, b->summary->subject, old},
		.new = {h->x, h->summary->subject, new}};
	return old < b->x->n_metrics && new < h->x->n_metrics;
}

/* Measured in the same rounds. */
static enum as_status compare_inside(const struct review_judge *j, const struct as_apart *v,
	size_t n, struct as_comparison *out, struct as_err *err)
{
	struct as_inside *in = as_arena_array(j->how->arena, n, sizeof *in);

	if (!in)
		return as_fail_memory(err);
	for (size_t i = 0; i < n; i++)
		in[i] = (struct as_inside){v[i].old.x, v[i].old.metric, v[i].old.subject,
			v[i].new.subject};
	return as_compare_together(in, n, j->how->adjust, out, err);
}

/* A profile that cannot be read hides no result. */
static void cite(const struct as_reviewing *how, struct as_apart *pair)
{
	struct as_cited cited = {0};
	struct as_err why = {0};

	if (as_noise_cited_of(how->profiles, pair, &cited, &why))
		how->note(how->context, why.msg);
	else if (cited.refused)
		how->note(how->context, cited.refused);
}

static enum as_status compare_sessions(const struct review_judge *j, struct as_apart *v, size_t n,
	struct as_comparison *out, struct as_err *err)
{
	for (size_t i = 0; i < n; i++) {
		v[i].across = j->r->across != NULL;
		v[i].newer = j->how->newer;
		if (!v[i].across)
			cite(j->how, &v[i]);
	}
	return as_compare_apart(v, n, j->how->adjust, out, err);
}

static enum as_status compare_family(const struct review_judge *j, const char *metric,
	struct review_family *f, struct as_err *err)
{
	struct as_arena *a = j->how->arena;
	size_t most = j->r->n;
	struct as_apart *v = as_arena_array(a, most, sizeof *v);

	*f = (struct review_family){.metric = metric, .c = as_arena_array(a, most, sizeof *f->c),
		.row = as_arena_array(a, most, sizeof *f->row)};
	if (!v || !f->c || !f->row)
		return as_fail_memory(err);
	for (size_t i = 0; i < most; i++)
		if (places(&j->r->v[i], metric, &v[f->n]))
			f->row[f->n++] = i;
	return j->r->in_sessions ? compare_sessions(j, v, f->n, f->c, err)
				 : compare_inside(j, v, f->n, f->c, err);
}

/* The comparison of a row by a metric. */
static enum as_status by_metric(struct review_judge *j, size_t row, const char *metric,
	struct as_comparison *out, struct as_err *err)
{
	const struct as_comparison *c = &j->r->v[row].c;
	struct as_comparison found = {.confidence = c->confidence, .verdict = AS_VERDICT_NONE};
	struct review_family *f = j->families;
	enum as_status st = AS_OK;

	while (f && strcmp(f->metric, metric) != 0)
		f = f->next;
	if (!f) {
		f = as_arena_alloc(j->how->arena, sizeof *f);
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
static enum as_status judge_one(struct review_judge *j, size_t i, const struct as_gate *g,
	struct as_err *err)
{
	struct as_review_row *row = &j->r->v[i];
	const struct as_review_side *head = &row->side[AS_REVIEW_HEAD];
	const bool other = g->metric && find_metric(head, g->metric) != head->summary->metric;
	const struct as_metric *metric = row->metric;
	struct as_comparison c = row->c;
	enum as_status st = AS_OK;

	if (other && !metric_of(row, g->metric, &metric))
		return as_gate_no_metric(head->x, j->r->n > 1 ? row->name : NULL, g, err);
	if (other)
		st = by_metric(j, i, g->metric, &c, err);
	const bool of_criterion = other || head->summary->metric == head->x->criterion;
	if (!st)
		st = as_gate_for(g, metric, of_criterion, j->how->arena, &g, err);
	if (!st)
		row->gates.v[row->gates.n++] = as_gate_judge(g, metric, &c);
	return st;
}

/* What is to be shown, over all rows (methods-quantiles.md 5.2). */
static enum as_status judge_together(struct review_judge *j, struct as_err *err)
{
	struct as_review *r = j->r;
	struct as_gated **v = as_arena_array(j->how->arena, r->n, sizeof *v);
	size_t *n = as_arena_array(j->how->arena, r->n, sizeof *n);
	double confidence = 0;

	if (!v || !n)
		return as_fail_memory(err);
	for (size_t i = 0; i < r->n; i++) {
		const struct as_review_row *row = &r->v[i];
		v[i] = row->gates.v;
		n[i] = row->gates.n;
		if (n[i])
			confidence = fmax(confidence,
				as_look_confidence(&row->side[AS_REVIEW_HEAD].x->plan));
	}
	if (!(confidence > 0))
		return AS_OK;
	struct as_gates_among among = {.alpha = 1 - confidence,
		.each = j->how->adjust == AS_ADJUST_BH};
	for (size_t i = 0; i < r->n; i++)
		among.n += n[i];
	for (size_t i = 0; i < r->n && !r->in_sessions; i++)
		as_early_would(v[i], n[i], &among, &r->early);
	return as_gates_together(v, r->n, n, &among, &r->joint, err);
}

enum as_status as_review_judge(const struct as_reviewing *how,
	const struct as_gate_set *const *sets, struct as_review *r, struct as_err *err)
{
	struct review_judge j = {.how = how, .r = r};
	enum as_status st = AS_OK;

	for (size_t i = 0; i < r->n && !st; i++) {
		struct as_review_row *row = &r->v[i];
		if (!sets[i] || !as_review_is_compared(row))
			continue;
		row->gates = (struct as_gates){
			.v = as_arena_array(how->arena, sets[i]->n, sizeof *row->gates.v)};
		st = row->gates.v ? AS_OK : as_fail_memory(err);
		for (size_t k = 0; k < sets[i]->n && !st; k++)
			st = judge_one(&j, i, &sets[i]->v[k], err);
	}
	return st ? st : judge_together(&j, err);
}

static const struct as_gate *first_left(const struct as_review *r, const size_t *done)
{
	for (size_t i = 0; i < r->n; i++)
		if (done[i] < r->v[i].gates.n)
			return r->v[i].gates.v[done[i]].gate;
	return NULL;
}

enum as_status as_review_gates_of(struct as_arena *a, const struct as_review *r,
	struct as_gates *out, struct as_err *err)
{
	size_t n = 0, *done = as_arena_array(a, r->n, sizeof *done);

	for (size_t i = 0; i < r->n; i++)
		n += r->v[i].gates.n;
	struct as_gates all = {.v = as_arena_array(a, n, sizeof *all.v)};
	if (!done || !all.v)
		return as_fail_memory(err);
	for (const struct as_gate *g = first_left(r, done); g; g = first_left(r, done))
		for (size_t i = 0; i < r->n; i++)
			if (done[i] < r->v[i].gates.n &&
				r->v[i].gates.v[done[i]].gate->text == g->text)
				all.v[all.n++] = r->v[i].gates.v[done[i]++];
	*out = all;
	return AS_OK;
}
