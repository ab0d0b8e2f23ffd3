/* SPDX-License-Identifier: MIT */
#ifndef AS_SPAWN_WIRE_WIRE_H
#define AS_SPAWN_WIRE_WIRE_H

/* Frames: bytes with checked lengths. A frame is the length of its body and its type, 4 bytes each,
 * then the body. Both directions are sticky: after a failure every further call does nothing and
 * gives zeros, so that a message is written or read as a plain list of its fields. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { AS_WIRE_HEAD_BYTES = 8 };

struct as_wire_out {
	unsigned char *data; /* one or more frames */
	size_t len, cap;
	bool failed; /* out of memory, or a frame longer than AS_SPAWN_FRAME_BYTES */
};

void as_wire_release(struct as_wire_out *w);

/* Begin a frame; as_wire_end with what it returned puts the length in. */
size_t as_wire_begin(struct as_wire_out *w, uint32_t type);
void as_wire_end(struct as_wire_out *w, size_t at);

void as_wire_put_u32(struct as_wire_out *w, uint32_t x);
void as_wire_put_i64(struct as_wire_out *w, int64_t x);
void as_wire_put_bytes(struct as_wire_out *w, const void *p, size_t n);
void as_wire_put_string(struct as_wire_out *w, const char *s);           /* NULL stays NULL */
void as_wire_put_list(struct as_wire_out *w, const char *const *strings); /* NULL stays NULL */

struct as_wire_in {
	const unsigned char *p, *end; /* what is left of the body */
	bool failed;                  /* too short, or not what the reader asked for */
};

/* A list of strings that a reader fills and its owner uses again; {0} is empty. */
struct as_wire_list {
	const char **v; /* n strings, then NULL; NULL when the list was NULL */
	size_t n, cap;
	const char **room;
};

void as_wire_list_release(struct as_wire_list *l);

uint32_t as_wire_u32(struct as_wire_in *r);
int64_t as_wire_i64(struct as_wire_in *r);
const unsigned char *as_wire_bytes(struct as_wire_in *r, size_t n);

/* A string in the frame's own memory, or NULL; without a 0 inside. */
const char *as_wire_string(struct as_wire_in *r);

/* The strings stay in the frame's memory; at most AS_SPAWN_WORDS of them. Out of memory fails too.
 * */
void as_wire_get_list(struct as_wire_in *r, struct as_wire_list *out);

/* Everything was there and nothing is left over. */
bool as_wire_done(const struct as_wire_in *r);

#endif
