/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/history/history_analyse.h"

#include "analyse/history/history_inside.h"
#include "papers/divisive.h"

/* How the other detector was asked to look, into what is told. */
static void tell_beside(const struct as_history_how *how, struct as_history *h)
{
	const struct as_divisive_how energy = {.level = how->level, .block = how->block};

	if (!how->block)
		return;
	h->beside = "edivisive";
	h->block = how->block;
	h->permutations = AS_DIVISIVE_PERMUTATIONS;
	h->beside_least = as_divisive_least(&energy);
	h->seed = AS_HISTORY_SEED;
}

enum as_status as_histories(const struct as_history_rows *rows, const struct as_history_how *how,
	struct as_arena *a, struct as_history *out, struct as_err *err)
{
	struct as_history h = {.method = "profile", .level = as_history_level_share(how->level),
		.tolerance = how->tolerance, .confidence = how->confidence,
		.independent = how->independent, .ordered = how->commits != NULL,
		.tip = how->commits ? how->commits->tip : NULL};
	struct as_history_making m = {.rows = rows, .how = how, .arena = a, .out = &h, .err = err};
	struct as_arena room = {0};

	tell_beside(how, &h);
	enum as_status st = as_history_put_in_order(rows, how, &room, &m.order);

	if (st)
		st = as_fail_memory(err);
	else
		st = as_history_reuse_begin(&m, &room);
	if (!st)
		st = as_history_make_series(&m);
	if (!st)
		st = as_history_judge_together(&h, err);
	if (!st)
		st = as_history_put_together(&h, a, err);
	h.dirty = m.order.dirty;
	h.untold = m.order.untold;
	h.elsewhere = m.order.elsewhere;
	h.before = m.order.before;
	h.unnamed = m.order.unnamed;
	for (size_t i = 0; !st && i < rows->n_sources; i++)
		h.looked += m.order.of[i] != SIZE_MAX;
	as_arena_release(&room);
	if (!st)
		*out = h;
	return st;
}

enum as_status as_history_merge(struct as_history *h, struct as_arena *a, struct as_err *err)
{
	as_history_sort(h);
	h->n_together = h->n_noisier = 0;
	const enum as_status st = as_history_conclude(h, err);
	return st ? st : as_history_put_together(h, a, err);
}
