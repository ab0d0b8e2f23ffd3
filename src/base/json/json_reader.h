/* SPDX-License-Identifier: MIT */
#ifndef AS_BASE_JSON_JSON_READER_H
#define AS_BASE_JSON_JSON_READER_H

/* What the files of the reader share and nobody else includes: json_source.c the bytes and what is
 * wrong with them, json_text.c texts, json_read.c objects and arrays, json_read_value.c the rest. */

#include "base/json/json_read.h"
#include "base/json/json_seen.h"
#include "base/text.h"

enum {
	AS_JSON_BUFFER = 1 << 16,
	AS_JSON_NUMBER_MAX = 4096, /* characters of one number: more than any double has digits */
	AS_JSON_DEPTH_MAX = 31,
	AS_JSON_KEY_SHOWN = 40,
};

/* An object or array that is open. */
struct as_json_level {
	char bracket;
	bool begun;    /* something stood before */
	uint64_t next; /* number of the next element */
	char key[AS_JSON_KEY_SHOWN];
	struct as_json_seen seen; /* its members */
};

struct as_json_reader {
	struct as_source source;
	const char *name;
	char *buffer;    /* AS_JSON_BUFFER bytes and a 0 */
	size_t at, end;  /* what is not yet read of it */
	uint64_t before; /* bytes that stood before the buffer */
	bool ended;      /* the source has no more */
	bool lenient;    /* NaN and Infinity are null */
	uint64_t line, line_start, token; /* of the value at hand */
	int depth;
	struct as_json_level levels[AS_JSON_DEPTH_MAX + 1];
	struct as_text text; /* the string at hand */
	bool failed;
	struct as_err err;
};

/* Something else than what has to stand here. */
void as_json_unexpected(struct as_json_reader *r, const char *expected);

/* Read on, keeping what was not yet read; false if nothing came. */
bool as_json_fill(struct as_json_reader *r);

/* At least n bytes lie in the buffer, unless the file ends before. */
void as_json_want(struct as_json_reader *r, size_t n);

/* The length of a NaN or an Infinity that stands next, its sign with it; 0: none does. */
size_t as_json_odd_word(struct as_json_reader *r);

/* The next character that is no blank, which is not taken; 0 at the end, which is a character that
 * JSON has nowhere. */
char as_json_look(struct as_json_reader *r);

#endif
