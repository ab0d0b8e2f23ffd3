/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "analyse/estimate/view/view.h"

/* The units of one level, those of a parent after those of the parent before it, each in the order
 * of time. rank[p] is the place of parent p; rank of the units themselves goes to out. */
static bool rank_level(const struct as_level *l, size_t n_parents, const uint32_t *rank,
	uint32_t *out)
{
	uint32_t *next = calloc(n_parents + 2, sizeof *next);

	if (!next)
		return false;
	for (size_t i = 0; i < l->n; i++) {
		const uint32_t parent = as_unit_parent(l, i);
		next[1 + (parent < n_parents ? rank[parent] : n_parents)]++;
	}
	for (size_t p = 0; p < n_parents; p++)
		next[p + 1] += next[p];
	for (size_t i = 0; i < l->n; i++) {
		const uint32_t parent = as_unit_parent(l, i);
		out[i] = next[parent < n_parents ? rank[parent] : n_parents]++;
	}
	free(next);
	return true;
}

bool as_view_order(const struct as_subject *s, uint32_t *order)
{
	size_t most = 0, n_parents = 1;

	for (size_t l = AS_LEVEL_EXECUTION; l < AS_TREE_LEVELS; l++)
		most = s->levels[l].n > most ? s->levels[l].n : most;
	uint32_t *rank = calloc(2 * (most + 1), sizeof *rank);
	bool ok = rank != NULL;
	uint32_t *above = rank, *here = ok ? rank + most + 1 : NULL;

	for (size_t l = AS_TREE_LEVELS; l-- > AS_LEVEL_EXECUTION && ok;) {
		if (!s->levels[l].n)
			continue;
		ok = rank_level(&s->levels[l], n_parents, above, here);
		n_parents = s->levels[l].n;
		uint32_t *swap = above;
		above = here;
		here = swap;
	}
	for (size_t e = 0; e < s->levels[AS_LEVEL_EXECUTION].n && ok; e++)
		order[above[e]] = (uint32_t)e;
	free(rank);
	return ok;
}
