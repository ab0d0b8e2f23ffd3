/* SPDX-License-Identifier: GPL-3.0-or-later */
/* E-divisive beside the clean detector (methods.md 12.1, methods-history.md 2.6). */
#include "analyse/history/history_inside.h"
#include "papers/divisive.h"

/* The change of ours in that part which the place is; two that are closer than a segment are one.
 * */
static size_t same_change(const struct as_history_series *s, size_t part, size_t at)
{
	for (size_t i = 0; i < s->n_changes; i++) {
		const struct as_history_change *c = &s->changes[i];
		if (c->part == part && at + AS_HISTORY_SEGMENT > c->first &&
			at < c->last + AS_HISTORY_SEGMENT)
			return i;
	}
	return SIZE_MAX;
}

enum as_status as_history_find_beside(const struct as_history_making *m,
	struct as_history_series *s, size_t part, const struct as_history_values *v)
{
	const struct as_divisive_how how = {.level = m->how->level, .block = m->how->block,
		.seed = AS_HISTORY_SEED};
	struct as_arena room = {0};
	struct as_steps found = {0};

	if (!how.block || v->n < as_divisive_least(&how))
		return AS_OK;
	if (!s->beside)
		s->beside = as_arena_array(m->arena, s->n_points / AS_DIVISIVE_SEGMENT + 1,
			sizeof *s->beside);
	if (!s->beside)
		return as_fail_memory(m->err);
	enum as_status st = as_divisive_steps(v->x, v->n, &how, &room, &found, m->err);
	for (size_t i = 0; !st && i < found.n; i++) {
		size_t at = s->parts[part].from + found.at[i];
		s->beside[s->n_beside++] = (struct as_history_beside){.at = at,
			.statistic = found.t[i],
			.p = found.p[i],
			.same = same_change(s, part, at)};
	}
	as_arena_release(&room);
	return st;
}
