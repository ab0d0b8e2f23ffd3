/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/sql/intern.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* FNV-1a */
static uint64_t hash(const char *s)
{
	uint64_t h = UINT64_C(14695981039346656037);

	for (; *s; s++)
		h = (h ^ (unsigned char)*s) * UINT64_C(1099511628211);
	return h ^ h >> 32;
}

/* Where s is, or would be; there is a free slot. */
static size_t slot_of(const struct as_interns *t, const char *s)
{
	size_t i = (size_t)hash(s) & (t->cap - 1);

	while (t->slot[i] && strcmp(t->slot[i], s) != 0)
		i = (i + 1) & (t->cap - 1);
	return i;
}

static bool grow(struct as_interns *t)
{
	struct as_interns more = {.cap = t->cap ? 2 * t->cap : 256};

	more.slot = calloc(more.cap, sizeof *more.slot);
	if (!more.slot)
		return false;
	for (size_t i = 0; i < t->cap; i++)
		if (t->slot[i])
			more.slot[slot_of(&more, t->slot[i])] = t->slot[i];
	free(t->slot);
	t->slot = more.slot;
	t->cap = more.cap;
	return true;
}

const char *as_intern(struct as_interns *t, const char *s, bool *failed)
{
	if (!s)
		return NULL;
	if (2 * (t->n + 1) > t->cap && !grow(t)) {
		*failed = true;
		return NULL;
	}
	size_t i = slot_of(t, s);
	if (!t->slot[i]) {
		t->slot[i] = as_arena_strdup(t->arena, s);
		*failed = *failed || !t->slot[i];
		t->n += t->slot[i] ? 1 : 0;
	}
	return t->slot[i];
}

void as_interns_release(struct as_interns *t)
{
	free(t->slot);
	t->slot = NULL;
	t->n = t->cap = 0;
}
