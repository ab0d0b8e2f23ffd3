/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From the lines of a table to an experiment. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "format/table/sheet.h"
#include "format/table/sheet_parts.h"

/* Where the units of one level went: the subject of each, and its number there. */
struct places {
	uint32_t *subject, *unit;
	size_t n;
};

static bool places_init(struct places *p, size_t n)
{
	p->subject = calloc(n + 1, sizeof *p->subject);
	p->unit = calloc(n + 1, sizeof *p->unit);
	p->n = n;
	return p->subject && p->unit;
}

static void places_release(struct places *p)
{
	free(p->subject);
	free(p->unit);
	*p = (struct places){0};
}

static uint8_t mark(const struct as_marks *m, size_t i, uint8_t usual)
{
	return i < m->n && m->v[i] != AS_MARK_NONE ? m->v[i] : usual;
}

static struct as_unit unit_of(const struct as_sheet *t, size_t level, size_t i)
{
	bool execution = level == AS_LEVEL_EXECUTION;

	return (struct as_unit){
		.role = mark(&t->level[level].role, i, AS_ROLE_MEASURED),
		.ending = mark(&t->level[level].ending, i, AS_ENDED_OK),
		.round = execution && i < t->round.n ? t->round.v[i] : AS_NO_ROUND,
		.order = execution && i < t->order.n && t->order.v[i] != UINT32_MAX ? t->order.v[i]
										   : (uint32_t)i,
		.cost_s = (double)NAN,
	};
}

/* Metrics of the table as those of the experiment; its own levels, also for assay's metrics. */
static enum as_status add_metrics(struct as_sheet *t, size_t *id, struct as_err *err)
{
	for (size_t i = 0; i < t->n_metrics; i++) {
		const struct as_sheet_metric *from = &t->metric[i];
		struct as_metric m = {.name = t->texts.text[from->name], .unit = from->kept,
			.better = from->better, .level = (enum as_level_index)from->level};
		const struct as_metric *known = as_metric_find(m.name);
		enum as_status st = AS_OK;

		if (known) {
			id[i] = (size_t)(known - as_metrics);
			t->x->metrics[id[i]].level = m.level;
		} else {
			st = as_experiment_metric(t->x, &m, &id[i], err);
		}
		if (st)
			return st;
	}
	return AS_OK;
}

/* Values of one level above the iteration. */
static enum as_status set_values(const struct as_sheet *t, size_t level, const struct places *p,
	const size_t *id, struct as_err *err)
{
	enum as_status st = AS_OK;

	for (size_t k = 0; k < t->n_metrics; k++) {
		const struct as_sheet_metric *m = &t->metric[k];
		for (size_t i = 0; i < m->n && m->level == level && !st; i++)
			if (!isnan(m->values[i]))
				st = as_subject_set(&t->x->subjects[p->subject[i]],
					(enum as_level_index)level, p->unit[i], id[k], m->values[i],
					err);
	}
	return st;
}

/* Iterations by execution: those of e are list[first[e]] .. list[first[e + 1] - 1]. */
struct shelves {
	size_t *first;
	uint32_t *list;
};

static enum as_status shelves_init(struct shelves *s, const struct as_units *u, size_t executions,
	struct as_err *err)
{
	*s = (struct shelves){
		calloc(executions + 2, sizeof *s->first), calloc(u->n + 1, sizeof *s->list)};
	if (!s->first || !s->list)
		return as_fail_memory(err);
	for (size_t i = 0; i < u->n; i++)
		s->first[u->parent[i] + 2]++;
	for (size_t e = 0; e < executions; e++)
		s->first[e + 1] += s->first[e];
	for (size_t i = 0; i < u->n; i++)
		s->list[s->first[u->parent[i] + 1]++] = (uint32_t)i;
	return AS_OK;
}

static enum as_status add_iteration(const struct as_sheet *t, struct as_subject *s, size_t i,
	const size_t *id, struct as_err *err)
{
	uint8_t role = mark(&t->level[AS_LEVEL_ITERATION].role, i, AS_ROLE_MEASURED);
	enum as_status st = as_subject_add_iteration(s, (enum as_role)role, 0, err);

	for (size_t k = 0; k < t->n_metrics && !st; k++) {
		const struct as_sheet_metric *m = &t->metric[k];
		if (m->level == AS_LEVEL_ITERATION && i < m->n && !isnan(m->values[i]))
			st = as_subject_set(s, AS_LEVEL_ITERATION,
				s->levels[AS_LEVEL_ITERATION].n - 1, id[k], m->values[i], err);
	}
	return st;
}

/* The units of one level; executions with their iterations, which stand behind them. above: places
 * of the level above, or of the subjects. */
static enum as_status add_units(struct as_sheet *t, size_t level, const struct places *above,
	struct places *here, const size_t *id, struct as_err *err)
{
	const struct as_units *u = &t->level[level].units;
	bool top = level + 1 == t->head.bottom + t->head.n_levels,
	     last = level == AS_LEVEL_EXECUTION;
	struct shelves shelves = {0};
	enum as_status st = last ? shelves_init(&shelves, &t->level[AS_LEVEL_ITERATION].units, u->n,
					   err)
				 : AS_OK;

	for (size_t i = 0; i < u->n && !st; i++) {
		struct as_unit unit = unit_of(t, level, i);
		size_t at = 0;
		here->subject[i] = above->subject[u->parent[i]];
		struct as_subject *s = &t->x->subjects[here->subject[i]];
		unit.parent = top ? 0 : above->unit[u->parent[i]];
		st = as_subject_add_unit(s, (enum as_level_index)level, &unit, &at, err);
		here->unit[i] = (uint32_t)at;
		for (size_t k = last ? shelves.first[i] : 0;
			!st && last && k < shelves.first[i + 1]; k++)
			st = add_iteration(t, s, shelves.list[k], id, err);
	}
	free(shelves.first);
	free(shelves.list);
	return st ? st : set_values(t, level, here, id, err);
}

static enum as_status add_subjects(struct as_sheet *t, struct places *p, struct as_err *err)
{
	if (!places_init(p, t->subjects.n))
		return as_fail_memory(err);
	for (size_t i = 0; i < t->subjects.n; i++) {
		const char *name = t->texts.text[t->subject_text[i]];
		if (!as_experiment_add_subject(t->x, name, name))
			return as_fail_memory(err);
		p->subject[i] = (uint32_t)i;
		enum as_status st = as_sheet_set_version(t, i, err);
		if (st)
			return st;
	}
	return AS_OK;
}

static enum as_status add_trees(struct as_sheet *t, struct as_err *err)
{
	size_t *id = calloc(t->n_metrics + 1, sizeof *id);
	struct places above = {0}, here = {0};
	enum as_status st = id ? add_metrics(t, id, err) : as_fail_memory(err);

	if (!st)
		st = add_subjects(t, &above, err);
	for (size_t l = t->head.bottom + t->head.n_levels; l-- > AS_LEVEL_EXECUTION && !st;) {
		st = places_init(&here, t->level[l].units.n) ? AS_OK : as_fail_memory(err);
		if (!st)
			st = add_units(t, l, &above, &here, id, err);
		places_release(&above);
		above = here;
		here = (struct places){0};
	}
	free(id);
	places_release(&above);
	places_release(&here);
	return st;
}

static size_t criterion_of(const struct as_sheet *t)
{
	const struct as_experiment *x = t->x;
	size_t m = 0;

	if (as_experiment_has_values(x, AS_METRIC_TIME))
		return AS_METRIC_TIME;
	if (as_experiment_has_values(x, AS_METRIC_WALL))
		return AS_METRIC_WALL;
	while (strcmp(x->metrics[m].name, t->texts.text[t->metric[0].name]) != 0)
		m++;
	return m;
}

/* The rounds of the executions of each parent count up, and each execution has one. */
static bool rounds_count_up(const struct as_level *l, size_t parents)
{
	uint32_t *next = calloc(parents + 1, sizeof *next);
	bool ok = next != NULL && l->n;

	for (size_t e = 0; e < l->n && ok; e++) {
		const struct as_unit u = as_unit_at(l, e);
		if (u.role != AS_ROLE_MEASURED)
			continue;
		ok = u.round != AS_NO_ROUND && u.round >= next[u.parent];
		next[u.parent] = u.round + 1;
	}
	free(next);
	return ok;
}

/* Rounds that begin with 1 are counted from 0, as ours are. */
static enum as_status count_from_zero(struct as_experiment *x, struct as_err *err)
{
	uint32_t least = AS_NO_ROUND;

	for (size_t i = 0; i < x->n_subjects; i++) {
		const struct as_level *l = &x->subjects[i].levels[AS_LEVEL_EXECUTION];
		for (size_t e = 0; e < l->n; e++)
			least = as_unit_round(l, e) < least ? as_unit_round(l, e) : least;
	}
	for (size_t i = 0; i < x->n_subjects && least == 1; i++) {
		struct as_level *l = &x->subjects[i].levels[AS_LEVEL_EXECUTION];
		for (size_t e = 0; e < l->n; e++) {
			const uint32_t round = as_unit_round(l, e);
			if (round != AS_NO_ROUND &&
				!as_packed_set(&l->units[AS_UNIT_ROUND], e, round - 1))
				return as_fail_memory(err);
		}
	}
	return AS_OK;
}

/* What the table tells of how it was measured: rounds of executions, or of builds crossed with
 * them. */
static void settle_plan(struct as_experiment *x, const struct as_sheet_head *h)
{
	struct as_plan *p = &x->plan;
	size_t top = h->bottom + h->n_levels - 1;
	bool of_builds = top == AS_LEVEL_BUILD && !strcmp(h->level_name[top], as_level_names[top]);
	bool rounds = top == AS_LEVEL_EXECUTION || of_builds;
	uint32_t most = 0, builds = 0;

	for (size_t i = 0; i < x->n_subjects; i++) {
		const struct as_level *l = &x->subjects[i].levels[AS_LEVEL_EXECUTION];
		size_t n = x->subjects[i].levels[AS_LEVEL_BUILD].n;
		rounds = rounds && rounds_count_up(l, n ? n : 1) && (!of_builds || n > 1);
		builds = n > builds ? (uint32_t)n : builds;
		for (size_t e = 0; e < l->n && rounds; e++)
			if (as_unit_round(l, e) != AS_NO_ROUND && as_unit_round(l, e) >= most)
				most = as_unit_round(l, e) + 1;
	}
	p->design = rounds ? AS_DESIGN_ROUNDS : AS_DESIGN_SEQUENTIAL;
	p->planned = p->done = most;
	if (rounds && of_builds) {
		p->builds = builds;
		p->builds_state = AS_BUILDS_DIFFER;
	}
}

/* Each execution has its place in the order; that of lines tells nothing of time. */
static bool is_in_time(const struct as_sheet *t)
{
	const size_t n = t->level[AS_LEVEL_EXECUTION].units.n;

	for (size_t i = 0; i < n; i++)
		if (i >= t->order.n || t->order.v[i] == UINT32_MAX)
			return false;
	return n > 0;
}

enum as_status as_sheet_finish(struct as_sheet *t, struct as_err *err)
{
	struct as_experiment *x = t->x;
	uint64_t hash[2];

	if (!t->subjects.n)
		return as_csv_bad(&t->csv, t->csv.n, err, "there are no lines below the first");
	if (!t->n_metrics)
		return as_csv_bad(&t->csv, t->csv.n, err, "there is no value in all of the table");
	x->table = as_arena_strdup(&x->arena, t->csv.name);
	as_csv_hash(&t->csv, hash);
	x->uuid = as_arena_printf(&x->arena, "%016llx%016llx", (unsigned long long)hash[0],
		(unsigned long long)hash[1]);
	if (!x->table || !x->uuid)
		return as_fail_memory(err);
	for (size_t l = 0; l < AS_TREE_LEVELS; l++)
		x->level_name[l] = t->head.level_name[l];
	enum as_status st = add_trees(t, err);
	if (!st) {
		x->criterion = criterion_of(t);
		st = count_from_zero(x, err);
		settle_plan(x, &t->head);
		x->table_in_time = is_in_time(t);
	}
	return st;
}
