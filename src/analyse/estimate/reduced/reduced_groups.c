/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "analyse/estimate/reduced/reduced_parts.h"

enum as_status as_reduced_limit(struct as_reduced_making *m, struct as_err *err)
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
		if (round < rounds && as_reduced_usable(&m->other, e, m->of->role))
			n[round] = as_reduced_take(&m->other, e, SIZE_MAX, NULL);
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
static void group_executions(struct as_reduced_making *m)
{
	for (size_t e = 0; e < as_reduced_executions(&m->own); e++) {
		const size_t n = as_reduced_count(&m->own, e, m->of->role);

		m->out.few += n && n < m->out.least;
		m->group[e] = n >= m->out.least ? m->n_groups++ : AS_REDUCED_NO_GROUP;
	}
}

enum as_status as_reduced_complete_rounds(const struct as_experiment *x, const struct as_derived *d,
	enum as_role role, bool **out, size_t *n_out, struct as_err *err)
{
	const size_t compared = as_experiment_n_compared(x);
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
	for (size_t i = 0; i < compared; i++) {
		const struct as_reduced_source v = as_reduced_source_of(x, i, d);
		bool any = false;
		for (size_t e = 0; e < as_reduced_executions(&v); e++) {
			const uint32_t round = as_unit_round(v.s->levels + AS_LEVEL_EXECUTION, e);
			if (round < rounds && as_reduced_count(&v, e, role)) {
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
static bool joins_last(const struct as_reduced_making *m, size_t rounds)
{
	const struct as_plan *p = &m->of->x->plan;

	return p->stopping != AS_STOP_LOOKS || rounds >= p->planned;
}

/* Batches of complete rounds in order of time. */
static enum as_status group_rounds(struct as_reduced_making *m, struct as_err *err)
{
	const struct as_level *l = &m->own.s->levels[AS_LEVEL_EXECUTION];
	const struct as_reduced_known *known =
		as_reduced_known_of(m->of->x, m->d, m->of->role);
	size_t rounds = known ? known->n : 0, place = 0;
	const bool *complete = known ? known->complete : NULL;
	bool *own = NULL;

	if (!complete) {
		const enum as_status st = as_reduced_complete_rounds(
			m->of->x, m->d, m->of->role, &own, &rounds, err);
		if (st)
			return st;
		complete = own;
	}
	for (size_t e = 0; e < l->n; e++) {
		const uint32_t round = as_unit_round(l, e);
		const bool in = as_reduced_count(&m->own, e, m->of->role) &&
			(round == AS_NO_ROUND || (complete && round < rounds && complete[round]));
		m->group[e] = in ? place++ : AS_REDUCED_NO_GROUP;
	}
	m->n_groups = m->out.batches = place / m->out.rounds;
	for (size_t e = 0; e < l->n; e++) {
		if (m->group[e] == AS_REDUCED_NO_GROUP)
			continue;
		const size_t batch = m->group[e] / m->out.rounds;
		m->group[e] = batch < m->n_groups ? batch
			: m->n_groups && joins_last(m, place) ? m->n_groups - 1
							      : AS_REDUCED_NO_GROUP;
	}
	free(own);
	return AS_OK;
}

/* All values of a build are one. */
static void group_builds(struct as_reduced_making *m)
{
	const struct as_level *l = &m->own.s->levels[AS_LEVEL_EXECUTION];

	m->n_groups = m->own.s->levels[AS_LEVEL_BUILD].n;
	for (size_t e = 0; e < l->n; e++)
		m->group[e] = as_reduced_count(&m->own, e, m->of->role) &&
				as_unit_parent(l, e) < m->n_groups
			? as_unit_parent(l, e)
			: AS_REDUCED_NO_GROUP;
}

enum as_status as_reduced_group(struct as_reduced_making *m, struct as_err *err)
{
	if (m->out.rounds == 1)
		group_executions(m);
	else if (m->own.s->levels[AS_LEVEL_BUILD].n)
		group_builds(m);
	else
		return group_rounds(m, err);
	return AS_OK;
}
