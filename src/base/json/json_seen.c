/* SPDX-License-Identifier: MIT */
#include "base/json/json_seen.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST = 32, KEPT = 1024 };

void as_json_seen_release(struct as_json_seen *s)
{
	free(s->slot);
	*s = (struct as_json_seen){0};
}

/* What a large object took is not wiped again for every small one behind it. */
void as_json_seen_clear(struct as_json_seen *s)
{
	if (s->cap > KEPT)
		as_json_seen_release(s);
	else if (s->n)
		memset(s->slot, 0, s->cap * sizeof *s->slot);
	s->n = 0;
}

static uint64_t mixed(uint64_t h, uint64_t word)
{
	h = (h ^ word) * UINT64_C(0xD6E8FEB86659FD93);
	return h ^ h >> 32;
}

/* Eight bytes at a time. */
uint64_t as_json_hash(const char *name, size_t n)
{
	uint64_t h = mixed(UINT64_C(0xCBF29CE484222325), n), word;

	for (; n >= sizeof word; name += sizeof word, n -= sizeof word) {
		memcpy(&word, name, sizeof word);
		h = mixed(h, word);
	}
	word = 0;
	for (size_t i = 0; i < n; i++)
		word = word << 8 | (unsigned char)name[i];
	h = mixed(mixed(h, word), n);
	return h ? h : 1;
}

uint64_t as_json_hash_below(uint64_t above, uint64_t below)
{
	const uint64_t h = mixed(above, below);

	return h ? h : 1;
}

/* Where the hash is, or would be. */
static size_t place_of(const uint64_t *slot, size_t cap, uint64_t h)
{
	size_t i = h & (cap - 1);

	while (slot[i] && slot[i] != h)
		i = (i + 1) & (cap - 1);
	return i;
}

static bool widen(struct as_json_seen *s)
{
	const size_t cap = s->cap ? 2 * s->cap : FIRST;
	uint64_t *slot = calloc(cap, sizeof *slot);

	if (!slot)
		return false;
	for (size_t i = 0; i < s->cap; i++)
		if (s->slot[i])
			slot[place_of(slot, cap, s->slot[i])] = s->slot[i];
	free(s->slot);
	s->slot = slot;
	s->cap = cap;
	return true;
}

bool as_json_seen_add(struct as_json_seen *s, uint64_t h, bool *twice)
{
	if (2 * (s->n + 1) > s->cap && !widen(s))
		return false;
	const size_t i = place_of(s->slot, s->cap, h);
	*twice = s->slot[i] != 0;
	s->n += !*twice;
	s->slot[i] = h;
	return true;
}
