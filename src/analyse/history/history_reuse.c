/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What was found in a series before, where nothing of it has changed since: finding it takes a hundred
 * times as long as reading it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyse/history/history_inside.h"
#include "base/number/bits.h"

static uint64_t mix(uint64_t hash, uint64_t v)
{
	hash = (hash ^ v) * UINT64_C(0x9e3779b97f4a7c15);
	return hash ^ hash >> 29;
}

static uint64_t mix_real(uint64_t hash, double x)
{
	return mix(hash, as_bits_of(x));
}

static uint64_t mix_text(uint64_t hash, const char *s)
{
	for (; s && *s; s++)
		hash = (hash ^ (unsigned char)*s) * UINT64_C(1099511628211);
	return mix(hash, s != NULL);
}

uint64_t as_history_made_of(const struct as_history_making *m, const struct as_history_series *s,
	const struct as_history_trait *traits)
{
	uint64_t hash = mix(1, (uint64_t)m->how->level);

	hash = mix(mix(hash, m->how->independent), m->how->block);
	hash = mix_real(mix_real(hash, m->how->tolerance), m->how->confidence);
	for (size_t i = 0; i < s->n_points; i++) {
		const struct as_history_point *p = &s->points[i];
		hash = mix(mix_real(mix_real(hash, p->value), p->sd), p->units);
		hash = mix_text(hash, traits[i].source->program);
	}
	for (size_t i = 0; i < s->n_parts; i++)
		hash = mix(mix(hash, s->parts[i].from), s->parts[i].why);
	return mix(hash, (uint64_t)s->better);
}

static int by_made_of(const void *a, const void *b)
{
	const struct as_history_series *x = *(const struct as_history_series *const *)a;
	const struct as_history_series *y = *(const struct as_history_series *const *)b;

	return (x->made_of > y->made_of) - (x->made_of < y->made_of);
}

enum as_status as_history_reuse_begin(struct as_history_making *m, struct as_arena *room)
{
	const struct as_history *before = m->how->before;

	if (!before)
		return AS_OK;
	m->before = as_arena_array(room, before->n, sizeof *m->before);
	if (!m->before)
		return as_fail_memory(m->err);
	for (size_t i = 0; i < before->n; i++)
		m->before[m->n_before++] = &before->series[i];
	qsort(m->before, m->n_before, sizeof(const struct as_history_series *), by_made_of);
	return AS_OK;
}

static void *copy(struct as_arena *a, const void *v, size_t n, size_t size)
{
	void *made = as_arena_array(a, n, size);

	if (made && n)
		memcpy(made, v, n * size);
	return made;
}

/* All that as_history_find makes, as it was before the benchmarks were judged together. */
static bool take_former(
	struct as_arena *a, const struct as_history_series *old, struct as_history_series *s)
{
	s->parts = copy(a, old->parts, old->n_parts, sizeof *s->parts);
	s->changes = copy(a, old->changes, old->n_changes, sizeof *s->changes);
	s->n_changes = old->n_changes;
	s->beside = copy(a, old->beside, old->n_beside, sizeof *s->beside);
	s->n_beside = old->n_beside;
	bool all = s->parts && s->changes && s->beside;
	for (size_t i = 0; all && i < s->n_parts; i++) {
		struct as_history_part *p = &s->parts[i];
		p->outliers = copy(a, p->outliers, p->n_outliers, sizeof *p->outliers);
		all = p->outliers != NULL;
	}
	s->newest = old->newest;
	s->newest.p_final = s->newest.p;
	s->newest.p_adjusted = (double)NAN;
	s->newest.selected = false;
	s->newest.rerun = (struct as_rerun_said){0};
	return all;
}

static bool is_same(const struct as_history_series *x, const struct as_history_series *y)
{
	const char *const a[] = {x->name, x->parameters, x->project, x->metric, x->machine};
	const char *const b[] = {y->name, y->parameters, y->project, y->metric, y->machine};

	for (size_t i = 0; i < sizeof a / sizeof *a; i++)
		if (strcmp(a[i] ? a[i] : "", b[i] ? b[i] : "") != 0)
			return false;
	return x->n_points == y->n_points && x->n_parts == y->n_parts;
}

enum as_status as_history_reuse(
	const struct as_history_making *m, struct as_history_series *s, bool *found)
{
	size_t lo = 0, hi = m->n_before;

	*found = false;
	while (lo < hi) {
		const size_t middle = lo + (hi - lo) / 2;
		if (m->before[middle]->made_of < s->made_of)
			lo = middle + 1;
		else
			hi = middle;
	}
	for (; lo < m->n_before && m->before[lo]->made_of == s->made_of && !*found; lo++) {
		if (!is_same(m->before[lo], s))
			continue;
		if (!take_former(m->arena, m->before[lo], s))
			return as_fail_memory(m->err);
		*found = true;
	}
	return AS_OK;
}
