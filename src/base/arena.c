/* SPDX-License-Identifier: MIT */
#include "base/arena.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef AS_FUZZ /* a block for each, behind whose last byte a sanitizer sees what is touched */
enum { FIRST_BYTES = 1, CHUNK_BYTES = 1, ALIGN = 1 };
#else
enum { FIRST_BYTES = 8 * 1024, CHUNK_BYTES = 64 * 1024, /* many arenas stay small */
	ALIGN = _Alignof(max_align_t) };
#endif

struct as_arena_chunk {
	struct as_arena_chunk *next;
	_Alignas(max_align_t) unsigned char bytes[];
};

void as_arena_init(struct as_arena *a)
{
	*a = (struct as_arena){0};
}

void as_arena_release(struct as_arena *a)
{
	struct as_arena_chunk *c = a->chunks;

	while (c) {
		struct as_arena_chunk *next = c->next;
		free(c);
		c = next;
	}
	as_arena_init(a);
}

void as_arena_take(struct as_arena *a, struct as_arena *b)
{
	struct as_arena_chunk **end = &b->chunks;

	while (*end)
		end = &(*end)->next;
	if (a->chunks) { /* behind the newest, which is filled further */
		*end = a->chunks->next;
		a->chunks->next = b->chunks;
	} else {
		*a = *b;
	}
	as_arena_init(b);
}

void *as_arena_alloc(struct as_arena *a, size_t n)
{
	if (n > SIZE_MAX / 2)
		return NULL;
	n = n ? (n + ALIGN - 1) / ALIGN * ALIGN : ALIGN;
	if (!a->chunks || a->size - a->used < n) {
		const size_t usual = a->chunks ? CHUNK_BYTES : FIRST_BYTES;
		size_t size = n > usual ? n : usual;
		struct as_arena_chunk *c = calloc(1, sizeof *c + size);
		if (!c)
			return NULL;
		c->next = a->chunks;
		a->chunks = c;
		a->used = 0;
		a->size = size;
	}
	void *p = a->chunks->bytes + a->used;
	a->used += n;
	return p;
}

void *as_arena_array(struct as_arena *a, size_t count, size_t size)
{
	if (size && count > SIZE_MAX / 2 / size)
		return NULL;
	return as_arena_alloc(a, count * size);
}

char *as_arena_strndup(struct as_arena *a, const char *s, size_t n)
{
	if (!s)
		return NULL;
	char *p = as_arena_alloc(a, n + 1);
	if (p)
		memcpy(p, s, n);
	return p;
}

char *as_arena_strdup(struct as_arena *a, const char *s)
{
	return s ? as_arena_strndup(a, s, strlen(s)) : NULL;
}

char *as_arena_printf(struct as_arena *a, const char *fmt, ...)
{
	va_list ap, again;
	char *p = NULL;

	va_start(ap, fmt);
	va_copy(again, ap);
	int n = vsnprintf(NULL, 0, fmt, ap);
	if (n >= 0)
		p = as_arena_alloc(a, (size_t)n + 1);
	if (p)
		vsnprintf(p, (size_t)n + 1, fmt, again);
	va_end(again);
	va_end(ap);
	return p;
}
