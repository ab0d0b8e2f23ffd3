/* SPDX-License-Identifier: MIT */
#ifndef AS_BASE_JSON_JSON_H
#define AS_BASE_JSON_JSON_H

/* A JSON writer on top of as_text. Commas, indentation and escapes are its business; the caller
 * opens, names, writes and closes. Values that JSON cannot hold (NaN, infinities) are written as
 * null: the caller adds the reason beside it. Errors are sticky in the text.
 *
 * A document of any size goes to a sink in pieces: as_json_hand_on, called after each of many elements, hands on what
 * was written where that is a piece, and empties the text. */

#include <stdbool.h>
#include <stdint.h>

#include "base/stream.h"
#include "base/text.h"

struct as_json {
	struct as_text *text; /* borrowed */
	int depth;
	int indent;      /* spaces a level; 0 writes everything on one line */
	bool need_comma; /* something stands before, on this level */
	bool after_key;
	bool flat[32]; /* levels written on one line */
	uint8_t in_row[32]; /* of as_json_open_rows: values in this line, and 1; else 0 */
};

enum { AS_JSON_PIECE = 1 << 16 };
/* least: the text is handed on if it has that many bytes; 0: whatever it has. A text that failed is AS_ERR_MEM. */
enum as_status as_json_hand_on(struct as_json *j, const struct as_sink *to, size_t least,
	struct as_err *err) AS_MUST_CHECK;

void as_json_init(struct as_json *j, struct as_text *text, int indent);

/* Nesting is at most 31 deep; deeper is a programming error. */
enum { AS_JSON_ROW = 10 };
void as_json_open(struct as_json *j, char bracket);      /* '{' or '[' */
void as_json_open_flat(struct as_json *j, char bracket); /* the same, on one line */
void as_json_open_rows(struct as_json *j, char bracket); /* the same, AS_JSON_ROW values a line */
void as_json_close(struct as_json *j, char bracket);     /* '}' or ']' */

void as_json_key(struct as_json *j, const char *key);

/* Bytes that are not valid UTF-8 become U+FFFD: names that must survive are stored elsewhere. What
 * a terminal would act upon (C1 controls, bidirectional and invisible characters) is escaped, too.
 * */
void as_json_string(struct as_json *j, const char *s); /* NULL: null */
void as_json_string_n(struct as_json *j, const char *s, size_t n);
void as_json_double(struct as_json *j, double x);
void as_json_int(struct as_json *j, int64_t x);
void as_json_digits(struct as_json *j, uint64_t x); /* as a text, for what int64_t cannot hold */
void as_json_bool(struct as_json *j, bool x);
void as_json_null(struct as_json *j);

/* key and value in one call */
void as_json_key_string(struct as_json *j, const char *key, const char *s);
void as_json_key_double(struct as_json *j, const char *key, double x);
void as_json_key_int(struct as_json *j, const char *key, int64_t x);
void as_json_key_bool(struct as_json *j, const char *key, bool x);

#endif
