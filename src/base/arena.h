/* SPDX-License-Identifier: MIT */
#ifndef AS_BASE_ARENA_H
#define AS_BASE_ARENA_H

/* Memory that is given back all at once. A result tree, with its strings, lives in one arena.
 * Nothing inside an arena is freed alone. */

#include <stddef.h>

#include "base/err.h"

struct as_arena_chunk;

struct as_arena {
	struct as_arena_chunk *chunks; /* newest first */
	size_t used, size;             /* bytes used and available in the newest chunk */
};

/* An empty arena holds no memory; {0} is the same. */
void as_arena_init(struct as_arena *a);

/* Give everything back; the arena is empty again. Takes a zeroed arena. */
void as_arena_release(struct as_arena *a);

/* All that is in b is a's from now on; b is empty then. */
void as_arena_take(struct as_arena *a, struct as_arena *b);

/* n zeroed bytes, aligned for any type, valid until as_arena_release; NULL when out of memory.
 * n = 0 gives a unique pointer. */
void *as_arena_alloc(struct as_arena *a, size_t n);

/* count zeroed elements of size bytes; NULL when out of memory or when count * size overflows. */
void *as_arena_array(struct as_arena *a, size_t count, size_t size);

/* Copies of a string (or of its first n bytes, with a 0 added); NULL when out of memory. A NULL
 * string stays NULL, which callers tell apart from out of memory by having asked for it. */
char *as_arena_strdup(struct as_arena *a, const char *s);
char *as_arena_strndup(struct as_arena *a, const char *s, size_t n);
char *as_arena_printf(struct as_arena *a, const char *fmt, ...) AS_PRINTF(2, 3);

#endif
