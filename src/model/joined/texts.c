/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/joined/texts.h"

#include <stdlib.h>
#include <string.h>

#include "base/vec.h"

enum { LEAST_SLOTS = 64 };

uint64_t as_mix(uint64_t x)
{
	x = (x ^ x >> 33) * UINT64_C(0xff51afd7ed558ccd);
	x = (x ^ x >> 33) * UINT64_C(0xc4ceb9fe1a85ec53);
	return x ^ x >> 33;
}

static uint64_t hash_text(const char *s, size_t n)
{
	uint64_t h = UINT64_C(14695981039346656037);

	for (uint64_t word = 0; n >= sizeof word; s += sizeof word, n -= sizeof word) {
		memcpy(&word, s, sizeof word);
		h = (h ^ word) * UINT64_C(0x9e3779b97f4a7c15);
		h ^= h >> 32;
	}
	for (size_t i = 0; i < n; i++)
		h = (h ^ (unsigned char)s[i]) * UINT64_C(1099511628211);
	return as_mix(h);
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
