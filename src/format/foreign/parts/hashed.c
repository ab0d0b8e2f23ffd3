/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "format/foreign/parts/hashed.h"

#include <stdlib.h>
#include <xxhash.h>

struct as_hashed {
	const struct as_source *from;
	XXH3_state_t *state;
};

struct as_hashed *as_hashed_new(const struct as_source *from)
{
	struct as_hashed *h = calloc(1, sizeof *h);

	if (!h)
		return NULL;
	h->from = from;
	h->state = XXH3_createState();
	if (h->state && XXH3_128bits_reset(h->state) == XXH_OK)
		return h;
	as_hashed_free(h);
	return NULL;
}

void as_hashed_free(struct as_hashed *h)
{
	if (h)
		XXH3_freeState(h->state);
	free(h);
}

static enum as_status read_hashed(void *from, char *to, size_t room, size_t *n, struct as_err *err)
{
	struct as_hashed *h = from;
	enum as_status st = h->from->read(h->from->from, to, room, n, err);

	return st || XXH3_128bits_update(h->state, to, *n) == XXH_OK ? st : as_fail_memory(err);
}

struct as_source as_hashed_source(struct as_hashed *h)
{
	return (struct as_source){read_hashed, h};
}

void as_hashed_sum(const struct as_hashed *h, uint64_t out[2])
{
	const XXH128_hash_t sum = XXH3_128bits_digest(h->state);

	out[0] = sum.high64;
	out[1] = sum.low64;
}
