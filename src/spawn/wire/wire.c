/* SPDX-License-Identifier: MIT */
#include "spawn/wire/wire.h"

#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "spawn/wire/protocol.h"

#define ABSENT UINT32_MAX /* the length of a NULL string, the count of a NULL list */

void as_wire_release(struct as_wire_out *w)
{
	free(w->data);
	*w = (struct as_wire_out){0};
}

void as_wire_put_bytes(struct as_wire_out *w, const void *p, size_t n)
{
	if (w->failed)
		return;
	if (n > AS_SPAWN_FRAME_BYTES || !as_grow(&w->data, &w->cap, w->len + n + 1, 1)) {
		w->failed = true;
		return;
	}
	if (n)
		memcpy(w->data + w->len, p, n);
	w->len += n;
}

void as_wire_put_u32(struct as_wire_out *w, uint32_t x)
{
	as_wire_put_bytes(w, &x, sizeof x);
}

void as_wire_put_i64(struct as_wire_out *w, int64_t x)
{
	as_wire_put_bytes(w, &x, sizeof x);
}

void as_wire_put_string(struct as_wire_out *w, const char *s)
{
	size_t n = s ? strlen(s) : 0;

	if (n > AS_SPAWN_FRAME_BYTES) {
		w->failed = true;
		return;
	}
	as_wire_put_u32(w, s ? (uint32_t)n : ABSENT);
	if (s)
		as_wire_put_bytes(w, s, n + 1);
}

void as_wire_put_list(struct as_wire_out *w, const char *const *strings)
{
	size_t n = 0;

	while (strings && strings[n])
		n++;
	if (n > AS_SPAWN_WORDS) {
		w->failed = true;
		return;
	}
	as_wire_put_u32(w, strings ? (uint32_t)n : ABSENT);
	for (size_t i = 0; i < n; i++)
		as_wire_put_string(w, strings[i]);
}

size_t as_wire_begin(struct as_wire_out *w, uint32_t type)
{
	size_t at = w->len;

	as_wire_put_u32(w, 0);
	as_wire_put_u32(w, type);
	return at;
}

void as_wire_end(struct as_wire_out *w, size_t at)
{
	if (w->failed)
		return;
	size_t body = w->len - at - AS_WIRE_HEAD_BYTES;
	uint32_t n = (uint32_t)body;

	if (body > AS_SPAWN_FRAME_BYTES)
		w->failed = true;
	else
		memcpy(w->data + at, &n, sizeof n);
}

const unsigned char *as_wire_bytes(struct as_wire_in *r, size_t n)
{
	const unsigned char *p = r->p;

	if (r->failed || n > (size_t)(r->end - r->p)) {
		r->failed = true;
		return NULL;
	}
	r->p += n;
	return p;
}

uint32_t as_wire_u32(struct as_wire_in *r)
{
	uint32_t x = 0;
	const unsigned char *p = as_wire_bytes(r, sizeof x);

	if (p)
		memcpy(&x, p, sizeof x);
	return x;
}

int64_t as_wire_i64(struct as_wire_in *r)
{
	int64_t x = 0;
	const unsigned char *p = as_wire_bytes(r, sizeof x);

	if (p)
		memcpy(&x, p, sizeof x);
	return x;
}

const char *as_wire_string(struct as_wire_in *r)
{
	uint32_t n = as_wire_u32(r);
	const unsigned char *p;

	if (n == ABSENT || r->failed)
		return NULL;
	p = as_wire_bytes(r, (size_t)n + 1);
	if (!p || memchr(p, 0, (size_t)n + 1) != p + n) {
		r->failed = true;
		return NULL;
	}
	return (const char *)p;
}

void as_wire_list_release(struct as_wire_list *l)
{
	free(l->room);
	*l = (struct as_wire_list){0};
}

void as_wire_get_list(struct as_wire_in *r, struct as_wire_list *out)
{
	uint32_t n = as_wire_u32(r);

	out->v = NULL;
	out->n = 0;
	if (r->failed || n == ABSENT)
		return;
	/* A string takes at least its length, so a lying count cannot make us take memory. */
	if (n > AS_SPAWN_WORDS || n > (size_t)(r->end - r->p) / sizeof n ||
		!as_grow(&out->room, &out->cap, (size_t)n + 1, sizeof *out->room)) {
		r->failed = true;
		return;
	}
	for (uint32_t i = 0; i < n; i++) {
		out->room[i] = as_wire_string(r);
		if (!out->room[i]) {
			r->failed = true;
			return;
		}
	}
	out->room[n] = NULL;
	out->v = out->room;
	out->n = n;
}

bool as_wire_done(const struct as_wire_in *r)
{
	return !r->failed && r->p == r->end;
}
