/* SPDX-License-Identifier: MIT */
#ifndef AS_BASE_JSON_JSON_READER_H
#define AS_BASE_JSON_JSON_READER_H

/* What the files of the reader share and nobody else includes: json_source.c the bytes and what is
 * wrong with them, json_text.c texts, json_read.c objects and arrays, json_read_value.c the rest. */

#include <string.h>

#include "base/json/json_read.h"
#include "base/json/json_seen.h"
#include "base/text.h"

enum {
	AS_JSON_BUFFER = 1 << 16,
	AS_JSON_SLACK = 8, /* bytes that are readable behind it */
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
	bool any; /* the member's name is one of many (as_json_any_name) */
	uint64_t path; /* hash of the names that lead to what is at hand */
	struct as_json_seen seen; /* its members */
};

/* Where values stand that nobody looked at. */
struct as_json_left {
	struct as_json_seen seen;
	struct as_text paths; /* the first of them, with commas between */
	size_t shown, n;
};

struct as_json_reader {
	struct as_source source;
	const char *name;
	char *buffer;    /* AS_JSON_BUFFER bytes and a 0, then the slack */
	size_t at, end;  /* what is not yet read of it */
	uint64_t before; /* bytes that stood before the buffer */
	bool ended;      /* the source has no more */
	bool lenient;    /* NaN and Infinity are null */
	uint64_t line, line_start, token; /* of the value at hand */
	int depth;
	struct as_json_level levels[AS_JSON_DEPTH_MAX + 1];
	struct as_text text; /* the string at hand */
	struct as_json_left left;
	bool failed;
	struct as_err err;
};

/* Where the value stands that was read last: "results[0].times"; of what is left alone, without numbers. */
void as_json_path(const struct as_json_reader *r, bool left, struct as_text *out);

/* Nobody looks at that value. False when out of memory. */
bool as_json_leave(struct as_json_reader *r);

/* Something else than what has to stand here. */
void as_json_unexpected(struct as_json_reader *r, const char *expected);

/* Read on, keeping what was not yet read; false if nothing came. */
bool as_json_fill(struct as_json_reader *r);

/* At least n bytes lie in the buffer, unless the file ends before. */
void as_json_want(struct as_json_reader *r, size_t n);

/* Spaces from s on, which ends with a 0 and has the slack behind it. What a file is indented by goes in steps
 * of eight. */
static inline size_t as_json_spaces(const char *s)
{
	size_t n = 0;

	while (!memcmp(s + n, "        ", AS_JSON_SLACK))
		n += AS_JSON_SLACK;
	while (s[n] == ' ')
		n++;
	return n;
}

/* How many bytes from `from` on, which is not behind the end of what lies in the buffer, are characters of a
 * text that stand for themselves, in ASCII. */
size_t as_json_plain(const struct as_json_reader *r, size_t from);

/* The length of a NaN or an Infinity that stands next, its sign with it; 0: none does. */
size_t as_json_odd_word(struct as_json_reader *r);

/* The next character that is no blank, which is not taken; 0 at the end, which is a character that
 * JSON has nowhere. */
char as_json_look_on(struct as_json_reader *r);
static inline char as_json_look(struct as_json_reader *r)
{
	if ((unsigned char)r->buffer[r->at] <= ' ' || r->failed)
		return as_json_look_on(r);
	r->token = r->before + r->at;
	return r->buffer[r->at];
}

#endif
