/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/estimate/reduced.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/num.h"
#include "stat/core/quantile.h"
#include "stat/dist/tail.h"

#define NO_GROUP SIZE_MAX

bool as_iteration_counts(const struct as_subject *s, const struct as_column *col, size_t i)
{
	return as_iteration_role(s, i) == AS_ROLE_MEASURED && !isnan(as_column_at(col, i));
}

/* One subject's values of the metric below. */
struct source {
	const struct as_subject *s;
	const struct as_column *col; /* NULL: it has none */
	bool iterations;
};

static struct source source_of(const struct as_experiment *x, size_t subject,
	const struct as_derived *d)
{
	const struct as_subject *s = &x->subjects[subject];
	const enum as_level_index level = x->metrics[d->base].level;

	return (struct source){s, as_subject_column(s, level, d->base),
		level == AS_LEVEL_ITERATION};
}

static bool is_usable(const struct source *v, size_t e, enum as_role role)
{
	const struct as_level *l = &v->s->levels[AS_LEVEL_EXECUTION];

	return v->col && as_unit_role(l, e) == role && as_unit_ending(l, e) == AS_ENDED_OK;
}

/* Some of them do not count. */
static size_t take_some(const struct as_subject *s, const struct as_column *col, struct as_range r,
	size_t most, double *out)
{
	size_t n = 0;

	for (size_t i = r.from; i < r.to && n < most; i += AS_PACKED_BLOCK) {
		const size_t here = r.to - i < AS_PACKED_BLOCK ? r.to - i : AS_PACKED_BLOCK;
		uint64_t bits[AS_PACKED_BLOCK], role[AS_PACKED_BLOCK];
		as_packed_read(&col->values, i, here, bits);
		as_packed_read(&s->iterations.role, i, here, role);
		for (size_t k = 0; k < here && n < most; k++) {
			double x;
			memcpy(&x, &bits[k], sizeof x);
			if (isnan(x) || role[k] != AS_ROLE_MEASURED)
				continue;
			if (out)
				out[n] = x;
			n++;
		}
	}
	return n;
}

size_t as_take_iterations(const struct as_subject *s, const struct as_column *col, size_t e,
	size_t most, double *out)
{
	const struct as_range r = as_iterations_of(s, e);
	const size_t all = r.to - r.from, n = all < most ? all : most;

	if (col->values.lacks ||
		!as_packed_all(&s->iterations.role, r.from, all, AS_ROLE_MEASURED))
		return take_some(s, col, r, most, out);
	for (size_t i = 0; i < n && out; i += AS_PACKED_BLOCK) {
		const size_t here = n - i < AS_PACKED_BLOCK ? n - i : AS_PACKED_BLOCK;
		uint64_t bits[AS_PACKED_BLOCK];
		as_packed_read(&col->values, r.from + i, here, bits);
		memcpy(out + i, bits, here * sizeof *out);
	}
	return n;
}

/* How many values an execution has; at most `most` of them go to out, which may be NULL. */
static size_t take(const struct source *v, size_t e, size_t most, double *out)
{
	double own;

	if (v->iterations)
		return as_take_iterations(v->s, v->col, e, most, out);
	own = as_column_at(v->col, e);
	if (isnan(own) || !most)
		return 0;
	if (out)
		*out = own;
	return 1;
}

static size_t count(const struct source *v, size_t e, enum as_role role)
{
	return is_usable(v, e, role) ? take(v, e, SIZE_MAX, NULL) : 0;
}

static struct as_reduction reduction_of(const struct as_derived *d, size_t k)
{
	static const enum as_reduction_kind kinds[] = {
		[AS_STATISTIC_QUANTILE] = AS_REDUCE_QUANTILE,
		[AS_STATISTIC_TRIMMED] = AS_REDUCE_TRIMMED,
		[AS_STATISTIC_MINIMUM] = AS_REDUCE_MINIMUM,
	};

	return (struct as_reduction){kinds[d->statistic], d->p, k};
}

/* The least number of iterations of an execution that has some, and how many of these have `least`
 * of them. */
struct counts {
	size_t executions, enough, smallest, smallest_enough;
};

static void count_one(size_t n, size_t least, struct counts *c)
{
	c->executions++;
	c->smallest = n < c->smallest ? n : c->smallest;
	if (n < least)
		return;
	c->enough++;
	c->smallest_enough = n < c->smallest_enough ? n : c->smallest_enough;
}

/* Of each subject the first execution that tells, or all. */
static struct counts count_all(const struct as_experiment *x, const struct as_derived *d,
	enum as_role role, size_t least, bool first)
{
	struct counts c = {.smallest = SIZE_MAX, .smallest_enough = SIZE_MAX};

	for (size_t i = 0; i < as_experiment_n_compared(x); i++) {
		const struct source v = source_of(x, i, d);
		const size_t all = v.s->levels[AS_LEVEL_EXECUTION].n;
		size_t n = 0;

		for (size_t e = 0; e < all && !(first && n); e++) {
			n = count(&v, e, role);
			if (n)
				count_one(n, least, &c);
		}
	}
	return c;
}

struct as_reduced_need as_reduced_need(const struct as_experiment *x, const struct as_derived *d,
	enum as_role role)
{
	const struct as_reduction r = reduction_of(d, 1);
	struct as_reduced_need need = {.least = as_reduction_least(&r), .rounds = 1};
	/* Batches between looks are fixed before the first of them. */
	const bool looks = x->plan.stopping == AS_STOP_LOOKS;
	const struct counts c = count_all(x, d, role, need.least, looks);

	if (!c.executions)
		return need;
	/* Where most have enough, the plan had: the others are lost, as failed ones are. */
	need.n = 2 * c.enough > c.executions ? c.smallest_enough : c.smallest;
	need.rounds = as_batching_of(0, need.n, need.least).rounds;
	need.alone = d->statistic == AS_STATISTIC_MINIMUM && need.rounds > 1;
	return need;
}

void as_reduced_close(struct as_reduced *r)
{
	free(r->value);
	*r = (struct as_reduced){0};
}

/* What it is made by: the iterations of the executions of one group, in its first one. */
struct making {
	const struct as_reduced_of *of;
	const struct as_derived *d;
	struct source own, other;
	size_t *group; /* of each execution; NO_GROUP: of none */
	size_t *limit; /* how many of its iterations are taken */
	size_t n_groups;
	struct as_reduced out;
};

static size_t executions_of(const struct source *v)
{
	return v->s->levels[AS_LEVEL_EXECUTION].n;
}

/* The iterations that the other side has in the round of each, where it has one. */
static enum as_status find_limits(struct making *m, struct as_err *err)
{
	const struct as_level *own = &m->own.s->levels[AS_LEVEL_EXECUTION];
	const struct as_level *other = &m->other.s->levels[AS_LEVEL_EXECUTION];
	size_t rounds = 0;

	for (size_t e = 0; e < own->n; e++) {
		m->limit[e] = SIZE_MAX;
		if (as_unit_round(own, e) != AS_NO_ROUND && as_unit_round(own, e) >= rounds)
			rounds = (size_t)as_unit_round(own, e) + 1;
	}
	if (m->of->other == m->of->subject || !rounds)
		return AS_OK;
	size_t *n = calloc(rounds, sizeof *n);
	if (!n)
		return as_fail_memory(err);
	for (size_t e = 0; e < other->n; e++) {
		const uint32_t round = as_unit_round(other, e);
		if (round < rounds && is_usable(&m->other, e, m->of->role))
			n[round] = take(&m->other, e, SIZE_MAX, NULL);
	}
	for (size_t e = 0; e < own->n; e++) {
		const uint32_t round = as_unit_round(own, e);
		if (round < rounds && n[round])
			m->limit[e] = n[round];
	}
	free(n);
	return AS_OK;
}

/* Each execution is a group of its own. */
static void group_executions(struct making *m)
{
	for (size_t e = 0; e < executions_of(&m->own); e++) {
		const size_t n = count(&m->own, e, m->of->role);

		m->out.few += n && n < m->out.least;
		m->group[e] = n >= m->out.least ? m->n_groups++ : NO_GROUP;
	}
}

/* Rounds in which every subject that has something at all has a value. */
static enum as_status complete_rounds(const struct making *m, bool **out, size_t *n_out,
	struct as_err *err)
{
	const struct as_experiment *x = m->of->x;
	size_t rounds = 0, subjects = 0;

	for (size_t i = 0; i < x->n_subjects; i++) {
		const struct as_level *l = &x->subjects[i].levels[AS_LEVEL_EXECUTION];
		for (size_t e = 0; e < l->n; e++)
			if (as_unit_round(l, e) != AS_NO_ROUND && as_unit_round(l, e) >= rounds)
				rounds = (size_t)as_unit_round(l, e) + 1;
	}
	size_t *n = calloc(rounds + 1, sizeof *n);
	bool *ok = calloc(rounds + 1, sizeof *ok);
	if (!n || !ok) {
		free(n);
		free(ok);
		return as_fail_memory(err);
	}
	for (size_t i = 0; i < as_experiment_n_compared(x); i++) {
		const struct source v = source_of(x, i, m->d);
		bool any = false;
		for (size_t e = 0; e < executions_of(&v); e++) {
			const uint32_t round = as_unit_round(v.s->levels + AS_LEVEL_EXECUTION, e);
			if (round < rounds && count(&v, e, m->of->role)) {
				n[round]++;
				any = true;
			}
		}
		subjects += any;
	}
	for (size_t r = 0; r < rounds; r++)
		ok[r] = n[r] >= subjects && subjects;
	free(n);
	*out = ok;
	*n_out = rounds;
	return AS_OK;
}

/* Rounds that are left over join the last batch, but not before all are there where looks are at
 * whole batches. */
static bool joins_last(const struct making *m, size_t rounds)
{
	const struct as_plan *p = &m->of->x->plan;

	return p->stopping != AS_STOP_LOOKS || rounds >= p->planned;
}

/* Batches of complete rounds in order of time. */
static enum as_status group_rounds(struct making *m, struct as_err *err)
{
	const struct as_level *l = &m->own.s->levels[AS_LEVEL_EXECUTION];
	size_t rounds = 0, place = 0;
	bool *complete = NULL;
	enum as_status st = complete_rounds(m, &complete, &rounds, err);

	if (st)
		return st;
	for (size_t e = 0; e < l->n; e++) {
		const uint32_t round = as_unit_round(l, e);
		const bool in = count(&m->own, e, m->of->role) &&
			(round == AS_NO_ROUND || (round < rounds && complete[round]));
		m->group[e] = in ? place++ : NO_GROUP;
	}
	m->n_groups = m->out.batches = place / m->out.rounds;
	for (size_t e = 0; e < l->n; e++) {
		if (m->group[e] == NO_GROUP)
			continue;
		const size_t batch = m->group[e] / m->out.rounds;
		m->group[e] = batch < m->n_groups ? batch
			: m->n_groups && joins_last(m, place) ? m->n_groups - 1
							      : NO_GROUP;
	}
	free(complete);
	return AS_OK;
}

/* All values of a build are one. */
static void group_builds(struct making *m)
{
	const struct as_level *l = &m->own.s->levels[AS_LEVEL_EXECUTION];

	m->n_groups = m->own.s->levels[AS_LEVEL_BUILD].n;
	for (size_t e = 0; e < l->n; e++)
		m->group[e] = count(&m->own, e, m->of->role) && as_unit_parent(l, e) < m->n_groups
			? as_unit_parent(l, e)
			: NO_GROUP;
}

static enum as_status find_groups(struct making *m, struct as_err *err)
{
	if (m->out.rounds == 1)
		group_executions(m);
	else if (m->own.s->levels[AS_LEVEL_BUILD].n)
		group_builds(m);
	else
		return group_rounds(m, err);
	return AS_OK;
}

/* The place of each group's values, in offsets, one more than groups; the values into room. */
static void pool(const struct making *m, size_t *offsets, double *room)
{
	const size_t all = executions_of(&m->own);

	for (size_t e = 0; e < all; e++)
		if (m->group[e] != NO_GROUP)
			offsets[m->group[e] + 1] += take(&m->own, e, m->limit[e], NULL);
	for (size_t g = 0; g < m->n_groups; g++)
		offsets[g + 1] += offsets[g];
	for (size_t e = 0; e < all; e++) {
		if (m->group[e] == NO_GROUP)
			continue;
		size_t *at = &offsets[m->group[e]];
		*at += take(&m->own, e, m->limit[e], room + *at);
	}
	for (size_t g = m->n_groups; g > 0; g--)
		offsets[g] = offsets[g - 1];
	offsets[0] = 0;
}

static void take_value(struct making *m, size_t e, const struct as_reduction *r, double *values,
	size_t n)
{
	double q = n >= m->out.least ? as_reduce(r, values, n) : (double)NAN;

	m->out.value[e] = q;
	m->out.positive = m->out.positive && !(q <= 0);
}

static void reduce(struct making *m, size_t k, size_t *offsets, bool *done, double *room)
{
	const struct as_reduction r = reduction_of(m->d, k);

	for (size_t e = 0; e < executions_of(&m->own); e++) {
		const size_t g = m->group[e];

		m->out.value[e] = (double)NAN;
		if (g == NO_GROUP)
			continue;
		if (done[g]) {
			m->out.pooled++;
			continue;
		}
		done[g] = true;
		take_value(m, e, &r, room + offsets[g], offsets[g + 1] - offsets[g]);
	}
}

/* What as_reduced_once found, of all its iterations; NaN: nothing, or fewer of them count. */
static double known_value(const struct making *m, size_t e)
{
	const struct as_iterations *of = &m->own.s->iterations;

	if (m->group[e] == NO_GROUP || m->d->statistic != AS_STATISTIC_QUANTILE ||
		take(&m->own, e, SIZE_MAX, NULL) > m->limit[e])
		return (double)NAN;
	for (size_t i = 0; i < of->n_worked_out; i++)
		if (of->worked_out[i].metric == m->d->base &&
			as_same_double(of->worked_out[i].p, m->d->p))
			return of->worked_out[i].value[e];
	return (double)NAN;
}

/* Where each execution is a group of its own, one at a time: millions of values need no room. */
static enum as_status make_alone(struct making *m, size_t k, struct as_err *err)
{
	const struct as_reduction r = reduction_of(m->d, k);
	const size_t all = executions_of(&m->own);
	size_t most = 1;

	for (size_t e = 0; e < all && m->own.iterations; e++) {
		const struct as_range range = as_iterations_of(m->own.s, e);
		most = range.to - range.from > most ? range.to - range.from : most;
	}
	double *room = malloc(most * sizeof *room);
	if (!room)
		return as_fail_memory(err);
	for (size_t e = 0; e < all; e++) {
		m->out.value[e] = known_value(m, e);
		if (m->group[e] != NO_GROUP && isnan(m->out.value[e]))
			take_value(m, e, &r, room, take(&m->own, e, m->limit[e], room));
		else
			m->out.positive = m->out.positive && !(m->out.value[e] <= 0);
	}
	free(room);
	return AS_OK;
}

static enum as_status make(struct making *m, size_t k, struct as_err *err)
{
	const size_t all = executions_of(&m->own);
	size_t values = 0, *offsets = calloc(m->n_groups + 2, sizeof *offsets);
	bool *done = calloc(m->n_groups + 1, sizeof *done);

	for (size_t e = 0; e < all; e++)
		if (m->group[e] != NO_GROUP)
			values += take(&m->own, e, m->limit[e], NULL);
	double *room = malloc((values + 1) * sizeof *room);
	const bool ok = offsets && done && room;
	if (ok) {
		pool(m, offsets, room);
		reduce(m, k, offsets, done, room);
	}
	free(offsets);
	free(done);
	free(room);
	return ok ? AS_OK : as_fail_memory(err);
}

enum as_status as_reduced_open(const struct as_reduced_of *of, const struct as_derived *d,
	struct as_reduced *out, struct as_err *err)
{
	const struct as_reduced_need need = as_reduced_need(of->x, d, of->role);
	struct making m = {.of = of, .d = d, .own = source_of(of->x, of->subject, d),
		.other = source_of(of->x, of->other, d),
		.out = {.least = need.least, .n = need.n, .rounds = need.rounds, .positive = true}};
	const size_t all = executions_of(&m.own);

	m.group = calloc(all + 1, sizeof *m.group);
	m.limit = calloc(all + 1, sizeof *m.limit);
	m.out.value = calloc(all + 1, sizeof *m.out.value);
	enum as_status st = m.group && m.limit && m.out.value ? AS_OK : as_fail_memory(err);
	if (!st)
		st = find_limits(&m, err);
	if (!st)
		st = find_groups(&m, err);
	if (!st)
		st = (m.out.rounds == 1 ? make_alone : make)(&m, need.n ? need.n : 1, err);
	free(m.group);
	free(m.limit);
	if (st)
		as_reduced_close(&m.out);
	else
		*out = m.out;
	return st;
}

double as_reduced_tick(const struct as_experiment *x, size_t subject, const struct as_derived *d)
{
	const struct source v = source_of(x, subject, d);
	const size_t all = executions_of(&v);
	size_t n = 0;
	double tick = (double)INFINITY;

	for (size_t e = 0; e < all; e++)
		n += count(&v, e, AS_ROLE_MEASURED);
	double *room = n > 1 ? malloc(n * sizeof *room) : NULL;
	if (!room)
		return tick;
	n = 0;
	for (size_t e = 0; e < all; e++)
		if (is_usable(&v, e, AS_ROLE_MEASURED))
			n += take(&v, e, SIZE_MAX, room + n);
	as_sort(room, n);
	for (size_t i = 1; i < n; i++)
		if (room[i] > room[i - 1])
			tick = fmin(tick, room[i] - room[i - 1]);
	free(room);
	return isinf(tick) ? 0 : tick;
}
