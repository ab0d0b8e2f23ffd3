/* SPDX-License-Identifier: MIT */
#ifndef AS_BASE_PACKED_PACKED_H
#define AS_BASE_PACKED_PACKED_H

/* A growing sequence of numbers of 64 bits that can be read at any place, in little memory; what
 * comes out is bit for bit what went in.
 *
 * 256 neighbours are a block. One block is open, which is written as plain numbers; the others are
 * packed: a base, and differences from it in as many bits as most of them take; the few that take
 * more stand apart. Doubles that are whole numbers, or whole numbers of billionths, are packed as
 * those. So a block of one number costs next to nothing, and nothing at the beginning, a count that goes up by one a byte each, the time
 * of a program in ns about two, and random bits eight.
 *
 * A sequence is empty when zeroed, and has reals set before its first number if it is of doubles:
 * all others are integers to it. Numbers are best appended, or changed in order: opening another
 * block costs some microseconds. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { AS_PACKED_BLOCK = 256 };

struct as_packed_block; /* packed_block.h */
struct as_packed_slab;

struct as_packed {
	size_t n;
	bool reals;
	bool lacks; /* one of the doubles is, or was, not a number */
	/* Blocks at the beginning that are nothing but the number `same`, of which no more is kept. */
	size_t n_same;
	uint64_t same;
	struct as_packed_block *blocks; /* behind them, those that were closed at least once */
	size_t n_blocks, cap_blocks;
	struct as_packed_slab *slabs; /* with what is in them, the newest first */
	uint64_t *open; /* the numbers of block number open_block */
	size_t cap_open, open_block;
};

void as_packed_release(struct as_packed *p); /* empty again; takes a zeroed one */

/* Append; false when out of memory, and the sequence is then as it was. */
bool as_packed_push(struct as_packed *p, uint64_t v);
bool as_packed_push_real(struct as_packed *p, double v);

/* n of them; false when out of memory, and those before it are there. */
bool as_packed_append(struct as_packed *p, const uint64_t *v, size_t n);

/* v n times; as as_packed_append. */
bool as_packed_fill(struct as_packed *p, uint64_t v, size_t n);

/* Number i, below n. */
uint64_t as_packed_at(const struct as_packed *p, size_t i);
double as_packed_real(const struct as_packed *p, size_t i);

/* Change number i, below n; false when out of memory, and nothing is changed. */
bool as_packed_set(struct as_packed *p, size_t i, uint64_t v);
bool as_packed_set_real(struct as_packed *p, size_t i, double v);

/* Numbers first to first + n - 1 to out. */
void as_packed_read(const struct as_packed *p, size_t first, size_t n, uint64_t *out);

/* The block of a sequence that was read last: who reads one number after the other unpacks each
 * block once. Zeroed, it is none; good as long as the sequence does not change. */
struct as_packed_near {
	uint64_t v[AS_PACKED_BLOCK];
	size_t first, n;
};
uint64_t as_packed_near(const struct as_packed *p, struct as_packed_near *near, size_t i);

/* Whether numbers first to first + n - 1 are all v: a block of one number is one step, and those at the
 * beginning together are. */
bool as_packed_all(const struct as_packed *p, size_t first, size_t n, uint64_t v);

/* Bytes that were asked of the heap for it. Cost: one step a block. */
size_t as_packed_bytes(const struct as_packed *p);

#endif
