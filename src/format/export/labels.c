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

/* All bits of x into all bits (the finaliser of MurmurHash3). */
static uint64_t mix(uint64_t x)
{
	x = (x ^ x >> 33) * UINT64_C(0xff51afd7ed558ccd);
	x = (x ^ x >> 33) * UINT64_C(0xc4ceb9fe1a85ec53);
	return x ^ x >> 33;
}

static uint64_t hash_text(const char *s, size_t n)
{
	uint64_t h = UINT64_C(14695981039346656037);

	for (size_t i = 0; i < n; i++)
		h = (h ^ (unsigned char)s[i]) * UINT64_C(1099511628211);
	return mix(h);
}

void as_labels_release(struct as_labels *l)
{
	as_arena_release(&l->arena);
	free(l->text);
	free(l->hash);
	free(l->slot);
	*l = (struct as_labels){0};
}

/* Slots for twice as many as there are. */
static bool grow_labels(struct as_labels *l)
{
	size_t n = l->n_slots ? 2 * l->n_slots : LEAST_SLOTS;
	uint32_t *slot = calloc(n, sizeof *slot);

	if (!slot)
		return false;
	for (size_t i = 0; i < l->n; i++) {
		size_t at = l->hash[i] & (n - 1);
		while (slot[at])
			at = (at + 1) & (n - 1);
		slot[at] = (uint32_t)i + 1;
	}
	free(l->slot);
	l->slot = slot;
	l->n_slots = n;
	return true;
}

bool as_labels_add(struct as_labels *l, const char *s, size_t n, uint32_t *out)
{
	uint64_t h = hash_text(s, n);

	if (2 * (l->n + 1) > l->n_slots && !grow_labels(l))
		return false;
	size_t at = h & (l->n_slots - 1);
	for (; l->slot[at]; at = (at + 1) & (l->n_slots - 1)) {
		uint32_t i = l->slot[at] - 1;
		if (l->hash[i] == h && strlen(l->text[i]) == n && !memcmp(l->text[i], s, n)) {
			*out = i;
			return true;
		}
	}
	const char *copy = as_arena_strndup(&l->arena, s, n);
	if (!copy || l->n >= UINT32_MAX - 1 ||
		!as_grow(&l->hash, &l->cap_hash, l->n + 1, sizeof *l->hash) ||
		!as_grow(&l->text, &l->cap, l->n + 1, sizeof *l->text))
		return false;
	l->hash[l->n] = h;
	l->text[l->n] = copy;
	*out = (uint32_t)l->n++;
	l->slot[at] = *out + 1;
	return true;
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
	return mix(label * UINT64_C(0x9e3779b97f4a7c15) ^ parent) & (n_slots - 1);
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
