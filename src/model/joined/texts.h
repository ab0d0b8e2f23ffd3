/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_MODEL_JOINED_TEXTS_H
#define AS_MODEL_JOINED_TEXTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

/* All bits of x into all bits (the finaliser of MurmurHash3). */
uint64_t as_mix(uint64_t x);

/* Texts, numbered from 0 as they come; of equal ones there is one. */
struct as_labels {
	struct as_arena arena;
	const char **text; /* n of them */
	uint64_t *hash;    /* of each */
	size_t n, cap, cap_hash;
	uint32_t *slot; /* number + 1, 0 if empty */
	size_t n_slots;
};

void as_labels_release(struct as_labels *l);

/* The number of a text, new if it was not there; false when out of memory. */
bool as_labels_add(struct as_labels *l, const char *s, size_t n, uint32_t *out);

#endif
