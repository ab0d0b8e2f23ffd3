/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "campaign/review/review_collect.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/num.h"
#include "base/text.h"
#include "base/text/slip.h"

/* A review while it is made. */
struct review_collect_maker {
	const struct as_reviewing *how;
	const struct as_sides_of_results *all;
	const struct as_review_about *about;
	struct as_review r;
	bool *used;          /* of each side of the base: it has a counterpart */
	const size_t *pair;  /* of each side: the number of its pair, or all->n */
	bool no_memory;
};

/* The benchmark of a subject: its name without its parameters; NULL when out of memory. */
static const char *benchmark_of(const struct as_subject *s, struct as_arena *a)
{
	struct as_text t = {0};
	size_t n = strlen(s->name);

	for (size_t i = 0; i < s->n_parameters; i++)
		as_text_addf(&t, "%s%s = %s", i ? ", " : " (", s->parameters[i].name,
			s->parameters[i].value);
	as_text_add(&t, s->n_parameters ? ")" : "");
	bool good = !t.failed;
	size_t k = t.len;
	if (good && k < n && !strcmp(s->name + n - k, as_text_str(&t)))
		n -= k;
	as_text_release(&t);
	return good ? as_arena_strndup(a, s->name, n) : NULL;
}

static const struct as_subject *subject_of(const struct as_compared *side)
{
	return &side->experiment->subjects[side->summary->subject];
}

/* A side that has a result, or why it has none. */
static struct as_review_side side_of(struct review_collect_maker *m, size_t i)
{
	const struct as_compared *side = &m->all->sides[i];
	struct as_review_side s = {.x = side->experiment};
	struct as_text why = {0};

	if (side->summary->n_values) {
		s.summary = side->summary;
		return s;
	}
	const struct as_subject *what = subject_of(side);
	const char *skipped = as_subject_skipped(what);
	if (skipped) {
		s.state = AS_SIDE_SKIPPED;
		as_text_addf(&why, *skipped ? "skipped: %s" : "skipped", skipped);
		s.why = why.failed ? NULL : as_arena_strdup(m->how->arena, as_text_str(&why));
		m->no_memory = m->no_memory || !s.why;
		as_text_release(&why);
		return s;
	}
	bool built = what->levels[AS_LEVEL_EXECUTION].n || !what->levels[AS_LEVEL_BUILD].n;
	s.state = built ? AS_SIDE_FAILED : AS_SIDE_NOT_BUILT;
	as_report_no_result(&why, s.x, side->summary->subject);
	s.why = why.failed ? NULL : as_arena_strdup(m->how->arena, as_text_str(&why));
	m->no_memory = m->no_memory || !s.why;
	as_text_release(&why);
	return s;
}

/* What failed in the head is told better by whoever saw it fail. */
static void take_reason(struct review_collect_maker *m, struct as_review_row *row)
{
	for (size_t i = 0; i < m->about->n_failed; i++) {
		const struct as_side_failed *f = &m->about->failed[i];
		if (strcmp(f->name, row->name) != 0 ||
			row->side[AS_REVIEW_HEAD].state == AS_SIDE_MEASURED)
			continue;
		row->side[AS_REVIEW_HEAD].why = f->why;
		row->side[AS_REVIEW_HEAD].output = f->output;
		row->side[AS_REVIEW_HEAD].state = f->state;
	}
}

static const struct as_metric *metric_of(const struct as_review_row *row)
{
	for (size_t i = AS_REVIEW_SIDES; i-- > 0;) {
		const struct as_review_side *s = &row->side[i];
		if (s->state == AS_SIDE_MEASURED && s->summary)
			return &s->x->metrics[s->summary->metric];
	}
	return NULL;
}

/* What a side is called: where there are several heads, which one it is of. */
static const char *row_name(struct review_collect_maker *m, size_t i)
{
	const struct as_compared *side = &m->all->sides[i];
	const char *name = subject_of(side)->name;

	if (m->all->suite || m->all->n_results <= 2 || i < m->all->n_base_sides)
		return name;
	const char *both = as_arena_printf(m->how->arena, "%s, %s", name, side->label);
	m->no_memory = m->no_memory || !both;
	return both ? both : name;
}

static struct as_review_row *add_row(struct review_collect_maker *m, size_t i)
{
	struct as_review_row *row = &m->r.v[m->r.n++];
	const struct as_subject *s = subject_of(&m->all->sides[i]);
	const char *benchmark = benchmark_of(s, m->how->arena);

	*row = (struct as_review_row){.name = row_name(m, i),
		.benchmark = benchmark ? benchmark : s->name,
		.side = {{.state = AS_SIDE_ABSENT}, {.state = AS_SIDE_ABSENT}}};
	m->no_memory = m->no_memory || !benchmark;
	return row;
}

static void finish_row(struct review_collect_maker *m, struct as_review_row *row)
{
	row->metric = metric_of(row);
	row->kind = as_review_kind_of(row);
	m->r.compared += row->side[AS_REVIEW_BASE].state == AS_SIDE_MEASURED &&
		row->side[AS_REVIEW_HEAD].state == AS_SIDE_MEASURED;
}

static void add_head(struct review_collect_maker *m, size_t i)
{
	struct as_review_row *row = add_row(m, i);
	size_t pair = m->pair[i];

	row->side[AS_REVIEW_HEAD] = side_of(m, i);
	if (pair < m->all->n) {
		row->c = m->all->comparisons[pair];
		row->side[AS_REVIEW_BASE] = side_of(m, row->c.reference);
		m->used[row->c.reference] = true;
	}
	take_reason(m, row);
	if (row->side[AS_REVIEW_BASE].state != AS_SIDE_MEASURED ||
		row->side[AS_REVIEW_HEAD].state != AS_SIDE_MEASURED)
		row->c = (struct as_comparison){.verdict = AS_VERDICT_NONE};
	finish_row(m, row);
}

static bool has_row(const struct review_collect_maker *m, const char *name)
{
	for (size_t i = 0; i < m->r.n; i++)
		if (!strcmp(m->r.v[i].name, name))
			return true;
	return false;
}

/* One that failed without a result, and what the base has of it. */
static void add_failed(struct review_collect_maker *m, const struct as_side_failed *f)
{
	struct as_review_row *row = &m->r.v[m->r.n];

	if (has_row(m, f->name))
		return;
	*row = (struct as_review_row){.name = f->name, .benchmark = f->benchmark,
		.side = {{.state = AS_SIDE_ABSENT}, {.state = f->state, .why = f->why,
			.output = f->output}}};
	for (size_t i = 0; i < m->all->n_base_sides; i++) {
		if (strcmp(subject_of(&m->all->sides[i])->name, f->name) != 0)
			continue;
		row->side[AS_REVIEW_BASE] = side_of(m, i);
		m->used[i] = true;
	}
	m->r.n++;
	finish_row(m, row);
}

/* A new benchmark whose name is so near that it may be the same, renamed. */
static const char *renamed(const struct review_collect_maker *m, const char *benchmark,
	size_t heads)
{
	for (size_t i = 0; i < heads; i++) {
		const struct as_review_row *row = &m->r.v[i];
		if (row->kind == AS_REVIEW_NEW && as_is_slip(benchmark, row->benchmark) &&
			strcmp(benchmark, row->benchmark) != 0)
			return row->benchmark;
	}
	return NULL;
}

static void add_gone(struct review_collect_maker *m, size_t i, size_t heads)
{
	struct as_review_row *row = add_row(m, i);

	row->side[AS_REVIEW_BASE] = side_of(m, i);
	finish_row(m, row);
	const char *now = m->no_memory ? NULL : renamed(m, row->benchmark, heads);
	if (!now)
		return;
	row->side[AS_REVIEW_HEAD].why = as_arena_printf(m->how->arena,
		"perhaps it is called '%s' now, which the base does not have",
		now);
	m->no_memory = m->no_memory || !row->side[AS_REVIEW_HEAD].why;
}

/* One against one of another name: they may be the same, but only the user can tell. */
static void note_other_name(struct review_collect_maker *m)
{
	struct as_review_row *row = m->r.v;

	if (m->all->n_base_sides != 1 || m->r.n != 1 || row->kind != AS_REVIEW_NEW ||
		!m->about->chosen)
		return;
	row->side[AS_REVIEW_BASE].why = as_arena_printf(m->how->arena,
		"the base has '%.200s' alone, which is compared with what bears that name (-n)",
		subject_of(m->all->sides)->name);
	m->no_memory = m->no_memory || !row->side[AS_REVIEW_BASE].why;
}

static enum as_status make_room(struct review_collect_maker *m, struct as_err *err)
{
	const struct as_sides_of_results *all = m->all;
	struct as_arena *a = m->how->arena;
	size_t *pair = as_arena_array(a, all->n_sides, sizeof *pair);

	m->r.v = as_arena_array(a, all->n_sides + m->about->n_failed, sizeof *m->r.v);
	m->used = as_arena_array(a, all->n_sides, sizeof *m->used);
	if (!pair || !m->r.v || !m->used)
		return as_fail_memory(err);
	for (size_t i = 0; i < all->n_sides; i++)
		pair[i] = all->n;
	for (size_t i = 0; i < all->n; i++)
		pair[all->comparisons[i].subject] = i;
	m->pair = pair;
	return AS_OK;
}

static enum as_status add_rows(struct review_collect_maker *m, struct as_err *err)
{
	const struct as_sides_of_results *all = m->all;
	const struct as_side_failed *f = m->about->failed;
	size_t heads = 0, k = 0;

	for (size_t i = all->n_base_sides; i < all->n_sides; i++) {
		for (; k < m->about->n_failed && f[k].after <= all->result_of[i] - all->n_base; k++)
			add_failed(m, &f[k]);
		add_head(m, i);
	}
	for (; k < m->about->n_failed; k++)
		add_failed(m, &f[k]);
	heads = m->r.n;
	note_other_name(m);
	for (size_t i = 0; i < all->n_base_sides && !m->about->chosen; i++)
		if (!m->used[i])
			add_gone(m, i, heads);
	return m->no_memory ? as_fail_memory(err) : AS_OK;
}

/* The version that all of a side are of; {0}: they differ, or it is not known. */
static struct as_version version_of(const struct as_sides_of_results *all, size_t from, size_t to)
{
	const struct as_version *v = NULL;

	for (size_t i = from; i < to; i++) {
		const struct as_version *next = &subject_of(&all->sides[i])->version;
		if (!next->commit || (v && (strcmp(v->commit, next->commit) != 0 ||
			v->changes != next->changes)))
			return (struct as_version){0};
		v = next;
	}
	return v ? *v : (struct as_version){0};
}

/* What all comparisons have in common. */
static void set_terms(const struct as_sides_of_results *all, struct as_review *r)
{
	double tolerance = (double)NAN;

	for (size_t i = 0; i < all->n; i++) {
		const double own = all->comparisons[i].tolerance;
		tolerance = !i || as_same_double(tolerance, own) ? own : (double)NAN;
	}
	r->tolerance = tolerance;
	r->confidence = as_apart_confidence(all->pairs, all->n);
}

static const struct as_gate_set *set_of(const struct as_review_about *about, const char *benchmark)
{
	for (size_t i = 0; i < about->n_gates; i++)
		if (!about->gates[i].benchmark || !strcmp(about->gates[i].benchmark, benchmark))
			return &about->gates[i];
	return NULL;
}

/* Gates, and what is asked for beside the verdicts. */
static enum as_status judge(struct review_collect_maker *m, struct as_err *err)
{
	struct as_review *r = &m->r;
	const struct as_gate_set **sets = as_arena_array(m->how->arena, r->n, sizeof *sets);
	struct as_reviewing how = *m->how;

	if (!sets)
		return as_fail_memory(err);
	for (size_t i = 0; i < r->n; i++)
		sets[i] = set_of(m->about, r->v[i].benchmark);
	how.newer = m->all->suite;
	r->benjamini = how.adjust == AS_ADJUST_BH;
	enum as_status st = as_review_judge(&how, sets, r, err);
	return st ? st : as_review_estimate(&how, r, err);
}

static const char *name_of(const struct review_collect_maker *m)
{
	if (m->about->name)
		return m->about->name;
	return m->r.n == 1 ? m->r.v[0].benchmark : "results";
}

enum as_status as_review_of_results(const struct as_reviewing *how,
	const struct as_sides_of_results *all, const struct as_review_about *about,
	struct as_review *out, struct as_err *err)
{
	struct review_collect_maker m = {.how = how, .all = all, .about = about};
	struct as_review *r = &m.r;
	enum as_status st = make_room(&m, err);

	if (!st)
		st = add_rows(&m, err);
	r->in_sessions = true;
	r->across = all->across;
	set_terms(all, r);
	if (!st)
		st = judge(&m, err);
	if (st)
		return st;
	r->name = name_of(&m);
	for (size_t i = 0; i < AS_REVIEW_SIDES; i++)
		r->label[i] = about->label[i];
	r->version[AS_REVIEW_BASE] = version_of(all, 0, all->n_base_sides);
	r->version[AS_REVIEW_HEAD] = version_of(all, all->n_base_sides, all->n_sides);
	if (all->n_overall == 1)
		r->overall = all->overall[0];
	r->seconds = about->seconds;
	*out = *r;
	return AS_OK;
}
