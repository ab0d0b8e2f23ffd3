/* SPDX-License-Identifier: MIT */
#ifndef AS_BASE_STREAM_H
#define AS_BASE_STREAM_H

/* Bytes that come from somewhere and go somewhere, in pieces, so that what reads and writes a
 * format opens no file and never holds a whole one. */

#include <stddef.h>

#include "base/err.h"

struct as_source {
	/* Put at most room bytes at `to` and say in *n how many; 0 only at the end. The sentence of
	 * a failure names what was read. */
	enum as_status (*read)(void *from, char *to, size_t room, size_t *n, struct as_err *err);
	void *from;
};

struct as_sink {
	/* Take all n bytes. */
	enum as_status (*write)(void *to, const char *bytes, size_t n, struct as_err *err);
	void *to;
};

/* Bytes in memory, as a source; borrowed. */
struct as_bytes {
	const char *bytes;
	size_t n;
};

/* The source of what is left of b, which it moves along. */
struct as_source as_source_of(struct as_bytes *b);

/* A source whose beginning was read already. */
struct as_begun {
	struct as_bytes head; /* what of that is not yet read again */
	const struct as_source *rest;
};

/* Read the first bytes of a source to room for n of them. */
enum as_status as_begun_read(struct as_begun *b, const struct as_source *from, char *room, size_t n,
	struct as_err *err) AS_MUST_CHECK;

/* All of it from the beginning, which moves b along. */
struct as_source as_source_begun(struct as_begun *b);

#endif
