/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/estimate/reduced.h"

#include <math.h>
#include <stdlib.h>

#include "analyse/estimate/reduced/reduced_parts.h"
#include "base/num.h"
#include "stat/core/quantile.h"
#include "stat/dist/tail.h"

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
	const size_t compared = as_experiment_n_compared(x);
	struct counts c = {.smallest = SIZE_MAX, .smallest_enough = SIZE_MAX};

	for (size_t i = 0; i < compared; i++) {
		const struct as_reduced_source v = as_reduced_source_of(x, i, d);
		const size_t all = v.s->levels[AS_LEVEL_EXECUTION].n;
		size_t n = 0;

		for (size_t e = 0; e < all && !(first && n); e++) {
			n = as_reduced_count(&v, e, role);
			if (n)
				count_one(n, least, &c);
		}
	}
	return c;
}

struct as_reduced_need as_reduced_need(const struct as_experiment *x, const struct as_derived *d,
	enum as_role role)
{
	const struct as_reduced_known *known = as_reduced_known_of(x, d, role);
	const struct as_reduction r = reduction_of(d, 1);
	struct as_reduced_need need = {.least = as_reduction_least(&r), .rounds = 1};

	if (known)
		return known->need;
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

const struct as_reduced_known *as_reduced_known_of(
	const struct as_experiment *x, const struct as_derived *d, enum as_role role)
{
	const struct as_reduced_known *k = x->counts ? x->counts->reduced : NULL;
	const bool is = k && k->need.rounds && k->role == role && k->d.base == d->base &&
		k->d.statistic == d->statistic && as_same_double(k->d.p, d->p);

	return is ? k : NULL;
}

enum as_status as_reduced_know(const struct as_experiment *x, size_t metric,
	struct as_reduced_known *out, struct as_err *err)
{
	struct as_reduced_known k = {.role = AS_ROLE_MEASURED};
	enum as_status st = AS_OK;

	*out = (struct as_reduced_known){0};
	if (!as_experiment_derived(x, metric, &k.d))
		return AS_OK;
	k.need = as_reduced_need(x, &k.d, k.role);
	if (k.need.rounds > 1)
		st = as_reduced_complete_rounds(x, &k.d, k.role, &k.complete, &k.n, err);
	if (!st)
		*out = k;
	return st;
}

void as_reduced_known_release(struct as_reduced_known *k)
{
	free(k->complete);
	*k = (struct as_reduced_known){0};
}

void as_reduced_close(struct as_reduced *r)
{
	free(r->value);
	*r = (struct as_reduced){0};
}

/* The place of each group's values, in offsets, one more than groups; the values into room. */
static void pool(const struct as_reduced_making *m, size_t *offsets, double *room)
{
	const size_t all = as_reduced_executions(&m->own);

	for (size_t e = 0; e < all; e++)
		if (m->group[e] != AS_REDUCED_NO_GROUP)
			offsets[m->group[e] + 1] += as_reduced_take(&m->own, e, m->limit[e], NULL);
	for (size_t g = 0; g < m->n_groups; g++)
		offsets[g + 1] += offsets[g];
	for (size_t e = 0; e < all; e++) {
		if (m->group[e] == AS_REDUCED_NO_GROUP)
			continue;
		size_t *at = &offsets[m->group[e]];
		*at += as_reduced_take(&m->own, e, m->limit[e], room + *at);
	}
	for (size_t g = m->n_groups; g > 0; g--)
		offsets[g] = offsets[g - 1];
	offsets[0] = 0;
}

static void take_value(struct as_reduced_making *m, size_t e, const struct as_reduction *r,
	double *values, size_t n)
{
	double q = n >= m->out.least ? as_reduce(r, values, n) : (double)NAN;

	m->out.value[e] = q;
	m->out.positive = m->out.positive && !(q <= 0);
}

static void reduce(struct as_reduced_making *m, size_t k, size_t *offsets, bool *done,
	double *room)
{
	const struct as_reduction r = reduction_of(m->d, k);

	for (size_t e = 0; e < as_reduced_executions(&m->own); e++) {
		const size_t g = m->group[e];

		m->out.value[e] = (double)NAN;
		if (g == AS_REDUCED_NO_GROUP)
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
static double known_value(const struct as_reduced_making *m, size_t e)
{
	const struct as_iterations *of = &m->own.s->iterations;

	if (m->group[e] == AS_REDUCED_NO_GROUP || m->d->statistic != AS_STATISTIC_QUANTILE ||
		as_reduced_take(&m->own, e, SIZE_MAX, NULL) > m->limit[e])
		return (double)NAN;
	for (size_t i = 0; i < of->n_worked_out; i++)
		if (of->worked_out[i].metric == m->d->base &&
			as_same_double(of->worked_out[i].p, m->d->p))
			return of->worked_out[i].value[e];
	return (double)NAN;
}

/* Where each execution is a group of its own, one at a time: millions of values need no room. */
static enum as_status make_alone(struct as_reduced_making *m, size_t k, struct as_err *err)
{
	const struct as_reduction r = reduction_of(m->d, k);
	const size_t all = as_reduced_executions(&m->own);
	double *room =
		malloc((m->own.iterations ? as_iterations_most(m->own.s) : 1) * sizeof *room);

	if (!room)
		return as_fail_memory(err);
	for (size_t e = 0; e < all; e++) {
		m->out.value[e] = known_value(m, e);
		if (m->group[e] != AS_REDUCED_NO_GROUP && isnan(m->out.value[e]))
			take_value(m, e, &r, room, as_reduced_take(&m->own, e, m->limit[e], room));
		else
			m->out.positive = m->out.positive && !(m->out.value[e] <= 0);
	}
	free(room);
	return AS_OK;
}

static enum as_status make(struct as_reduced_making *m, size_t k, struct as_err *err)
{
	const size_t all = as_reduced_executions(&m->own);
	size_t values = 0, *offsets = calloc(m->n_groups + 2, sizeof *offsets);
	bool *done = calloc(m->n_groups + 1, sizeof *done);

	for (size_t e = 0; e < all; e++)
		if (m->group[e] != AS_REDUCED_NO_GROUP)
			values += as_reduced_take(&m->own, e, m->limit[e], NULL);
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
	struct as_reduced_making m = {.of = of, .d = d,
		.own = as_reduced_source_of(of->x, of->subject, d),
		.other = as_reduced_source_of(of->x, of->other, d),
		.out = {.least = need.least, .n = need.n, .rounds = need.rounds, .positive = true}};
	const size_t all = as_reduced_executions(&m.own);

	m.group = calloc(all + 1, sizeof *m.group);
	m.limit = calloc(all + 1, sizeof *m.limit);
	m.out.value = calloc(all + 1, sizeof *m.out.value);
	enum as_status st = m.group && m.limit && m.out.value ? AS_OK : as_fail_memory(err);
	if (!st)
		st = as_reduced_limit(&m, err);
	if (!st)
		st = as_reduced_group(&m, err);
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
	const struct as_reduced_source v = as_reduced_source_of(x, subject, d);
	const size_t all = as_reduced_executions(&v);
	size_t n = 0;
	double tick = (double)INFINITY;

	for (size_t e = 0; e < all; e++)
		n += as_reduced_count(&v, e, AS_ROLE_MEASURED);
	double *room = n > 1 ? malloc(n * sizeof *room) : NULL;
	if (!room)
		return tick;
	n = 0;
	for (size_t e = 0; e < all; e++)
		if (as_reduced_usable(&v, e, AS_ROLE_MEASURED))
			n += as_reduced_take(&v, e, SIZE_MAX, room + n);
	as_sort(room, n);
	for (size_t i = 1; i < n; i++)
		if (room[i] > room[i - 1])
			tick = fmin(tick, room[i] - room[i - 1]);
	free(room);
	return isinf(tick) ? 0 : tick;
}
