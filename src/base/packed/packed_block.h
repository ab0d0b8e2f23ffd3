/* SPDX-License-Identifier: MIT */
#ifndef AS_BASE_PACKED_PACKED_BLOCK_H
#define AS_BASE_PACKED_PACKED_BLOCK_H

/* 256 neighbours of a packed sequence (packed.h), closed: a base, and differences from it. */

#include "base/packed/packed.h"

struct as_packed_block {
	uint64_t base;
	unsigned char *data; /* differences, places of odd ones, odd ones; NULL: nothing of it */
	uint8_t coding, bits, shift; /* number = base + (difference << shift), by its coding */
	uint8_t n_odd;
	uint16_t cap; /* bytes at data */
};

/* Where the data of blocks lie, one behind the other: each in memory of its own would cost 24 bytes more. */
struct as_packed_slab {
	struct as_packed_slab *next;
	size_t used, cap;
	unsigned char data[];
};

/* The numbers of a sequence's blocks, one of them, or from .. to - 1 of them to out. */
uint64_t as_packed_block_at(const struct as_packed_block *b, size_t i);
void as_packed_block_read(const struct as_packed_block *b, size_t from, size_t to, uint64_t *out);

/* A block that is nothing but its base. */
struct as_packed_block as_packed_block_of(uint64_t base);
bool as_packed_block_is(const struct as_packed_block *b);

/* All numbers v of a block are one. */
bool as_packed_block_same(const uint64_t *v);

/* Make *b, which is a block of p or zeroed, one of these numbers; false when out of memory, and it is then as it
 * was. */
bool as_packed_block_pack(struct as_packed *p, struct as_packed_block *b, const uint64_t *v);

#endif
