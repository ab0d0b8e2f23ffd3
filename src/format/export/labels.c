/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "format/export/labels.h"

#include <stdlib.h>
#include <string.h>

#include "base/vec.h"

enum { LEAST_SLOTS = 64, BROOD_MAX = (1 << 30) - 1 };

uint64_t as_label_of_number(uint64_t number)
{
	return number << 1;
}

uint64_t as_label_of_text(uint32_t text)
{
	return (uint64_t)text << 1 | 1;
}

void as_units_release(struct as_units *u)
{
	free(u->parent);
	free(u->brood);
	for (size_t i = 0; i < u->n_lists; i++)
		free(u->list[i].unit);
	free(u->list);
	free(u->slot);
	*u = (struct as_units){0};
}

static size_t slot_of(uint32_t parent, uint64_t label, size_t n_slots)
{
	return as_mix(label * UINT64_C(0x9e3779b97f4a7c15) ^ parent) & (n_slots - 1);
}

static bool grow_strays(struct as_units *u)
{
	size_t n = u->n_slots ? 2 * u->n_slots : LEAST_SLOTS;
	struct as_stray *slot = calloc(n, sizeof *slot);

	if (!slot)
		return false;
	for (size_t i = 0; i < u->n_slots; i++) {
		if (!u->slot[i].unit)
			continue;
		size_t at = slot_of(u->slot[i].parent, u->slot[i].label, n);
		while (slot[at].unit)
			at = (at + 1) & (n - 1);
		slot[at] = u->slot[i];
	}
	free(u->slot);
	u->slot = slot;
	u->n_slots = n;
	return true;
}

static bool append(struct as_units *u, uint32_t parent, uint32_t *out)
{
	if (u->n >= UINT32_MAX - 1 || !AS_PUSH(u->parent, u->n, u->cap, parent))
		return false;
	*out = (uint32_t)u->n - 1;
	return true;
}

static struct as_brood *brood_of(struct as_units *u, uint32_t parent)
{
	while (u->n_broods <= parent)
		if (!AS_PUSH(u->brood, u->n_broods, u->cap_broods, (struct as_brood){0}))
			return NULL;
	return &u->brood[parent];
}

/* Among those that are in no brood. */
static bool add_stray(struct as_units *u, uint32_t parent, uint64_t label, uint32_t *out)
{
	if (2 * (u->n_strays + 1) > u->n_slots && !grow_strays(u))
		return false;
	size_t at = slot_of(parent, label, u->n_slots);
	for (; u->slot[at].unit; at = (at + 1) & (u->n_slots - 1))
		if (u->slot[at].label == label && u->slot[at].parent == parent) {
			*out = u->slot[at].unit - 1;
			return true;
		}
	if (!append(u, parent, out))
		return false;
	u->slot[at] = (struct as_stray){label, parent, *out + 1};
	u->n_strays++;
	return true;
}

/* The brood's units so far as a list, so that those to come may be any. */
static bool make_list(struct as_units *u, struct as_brood *b)
{
	struct as_brood_list list = {0};

	if (u->n_lists >= UINT32_MAX ||
		!as_grow(&list.unit, &list.cap, (size_t)b->n + 1, sizeof *list.unit))
		return false;
	for (uint32_t i = 0; i < b->n; i++)
		list.unit[i] = b->base + i;
	if (!AS_PUSH(u->list, u->n_lists, u->cap_lists, list)) {
		free(list.unit);
		return false;
	}
	b->base = (uint32_t)u->n_lists - 1;
	b->listed = true;
	return true;
}

/* The next of the brood, as a new unit. */
static bool add_next(struct as_units *u, struct as_brood *b, uint32_t parent, uint32_t *out)
{
	const bool after = b->n && !b->listed && u->n == (size_t)b->base + b->n;

	if (b->n && !b->listed && !after && !make_list(u, b))
		return false;
	struct as_brood_list *list = b->listed ? &u->list[b->base] : NULL;
	if (list && !as_grow(&list->unit, &list->cap, (size_t)b->n + 1, sizeof *list->unit))
		return false;
	if (!append(u, parent, out))
		return false;
	if (list)
		list->unit[b->n] = *out;
	b->n++;
	return true;
}

bool as_units_add(struct as_units *u, uint32_t parent, uint64_t label, uint32_t *out)
{
	struct as_brood *b = brood_of(u, parent);
	bool number = !(label & 1);

	if (!b)
		return false;
	uint64_t place = (label >> 1) - b->first;
	if (b->n && number && place < b->n) {
		*out = b->listed ? u->list[b->base].unit[place] : b->base + (uint32_t)place;
		return true;
	}
	if (!number || b->strays || (b->n && place != b->n) || b->n == BROOD_MAX) {
		b->strays = b->strays || number;
		return add_stray(u, parent, label, out);
	}
	if (!add_next(u, b, parent, out))
		return false;
	if (b->n == 1)
		*b = (struct as_brood){.first = label >> 1, .base = *out, .n = 1};
	return true;
}
