/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_FORMAT_UNPACK_KINDS_H
#define AS_FORMAT_UNPACK_KINDS_H

/* Ways of packing, and of writing characters, for unpack.c: one entry each. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct as_unpack_step {
	const char *in; /* moved along by what is taken */
	size_t n_in;
	char *out; /* likewise */
	size_t room;
};

enum as_unpacked {
	AS_UNPACKED_MORE,    /* go on, with more bytes or room */
	AS_UNPACKED_ENDED,   /* the end of one; another may follow */
	AS_UNPACKED_DAMAGED,
};

struct as_unpack_kind {
	const char *name; /* what such a file is: "compressed (gzip)" */
	unsigned char magic[4];
	size_t n_magic;
	void *(*open)(void); /* NULL when out of memory */
	enum as_unpacked (*step)(void *state, struct as_unpack_step *s);
	void (*close)(void *state);
};

extern const struct as_unpack_kind *const as_unpack_kinds[];
extern const size_t as_unpack_kinds_known;

/* unpack_utf16.c */
extern const struct as_unpack_kind as_unpack_utf16_little, as_unpack_utf16_big;

#endif
