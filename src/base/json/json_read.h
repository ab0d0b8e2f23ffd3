/* SPDX-License-Identifier: MIT */
#ifndef AS_BASE_JSON_JSON_READ_H
#define AS_BASE_JSON_JSON_READ_H

/* A JSON reader that is pulled: the caller, who knows what shape to expect, asks for the next value
 * and says of which kind it has to be. Nothing is held but the value at hand, so that a file of any
 * size takes 64 KiB and the longest text in it.
 *
 * Strict (RFC 8259): no comments, no trailing commas, valid UTF-8, no lone surrogates, nesting of
 * at most 31, no member of an object twice. A byte order mark at the beginning is skipped.
 *
 * Errors stick: after the first one every call gives nothing (false, 0, NaN, "") and leaves the
 * source alone; as_json_reader_finish tells of it with line, column and path. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/stream.h"

struct as_json_reader;

enum as_json_kind {
	AS_JSON_NOTHING, /* the end, an error, or no JSON */
	AS_JSON_OBJECT,
	AS_JSON_ARRAY,
	AS_JSON_STRING,
	AS_JSON_NUMBER,
	AS_JSON_BOOL,
	AS_JSON_NULL,
};

/* source and name, which words use for the file, are borrowed. NULL when out of memory. */
struct as_json_reader *as_json_reader_new(const struct as_source *source, const char *name);
void as_json_reader_free(struct as_json_reader *r); /* takes NULL */

/* From here on NaN, Infinity and inf, which other tools write where they have no number, are null:
 * with or without a sign, in upper or lower case. */
void as_json_lenient(struct as_json_reader *r);

/* Take lines of text that stand before the first { or [ that begins a line, if there are any. */
void as_json_after_text(struct as_json_reader *r);

/* Take all up to the end of a word, whatever it is; false: it does not come, and all is taken. */
bool as_json_after(struct as_json_reader *r, const char *word);

/* The kind of the value that comes next, which is not taken. */
enum as_json_kind as_json_peek(struct as_json_reader *r);

/*
 * Into an object or array, and through it:
 *
 *	as_json_enter(r, '{');
 *	while (as_json_member(r, &key))
 *		exactly one value is read;
 *
 * key is borrowed until the next call. as_json_element is the same for '['. The call that gives
 * false has taken the closing bracket.
 */
void as_json_enter(struct as_json_reader *r, char bracket);
bool as_json_member(struct as_json_reader *r, const char **key);
bool as_json_element(struct as_json_reader *r);

/* The next text; n, if not NULL, receives its length, as it may hold zero bytes: without n that is
 * an error. Borrowed until the next call. */
const char *as_json_read_string(struct as_json_reader *r, size_t *n);

/* The nearest double of a number; one beyond the largest double is an error. */
double as_json_read_double(struct as_json_reader *r);

/* Numbers of the array that is open, of which one was read: as many of those that follow as are at hand, at most
 * room, as as_json_element and as_json_read_double would give them; none below 0 or above 10^290, so that who
 * refuses such a one does it at its place. What is left is for these two: 0 says nothing of the end. */
size_t as_json_read_doubles(struct as_json_reader *r, double *out, size_t room);

/* A number in [min, max], written without point and exponent. */
int64_t as_json_read_int(struct as_json_reader *r, int64_t min, int64_t max);

bool as_json_read_bool(struct as_json_reader *r);

/* A null comes next that is written as such: of a lenient reader it may be a NaN. */
bool as_json_is_plain_null(struct as_json_reader *r);

/* Take a null, if one comes next. */
bool as_json_read_null(struct as_json_reader *r);

/* Whatever comes, with all that is in it, left alone: as_json_left has where it stands, but of what is empty. */
void as_json_skip(struct as_json_reader *r);

/* The same of what is told of otherwise, if at all. */
void as_json_drop(struct as_json_reader *r);

/* The name of the member at hand is one of many, as of benchmarks: what of it is left is told of all at once. */
void as_json_any_name(struct as_json_reader *r);

/* What was skipped: "context.caches, benchmarks[].threads and 3 others"; "" if nothing was. Borrowed. */
const char *as_json_left(struct as_json_reader *r);

/* Nothing but blanks may follow. */
void as_json_read_end(struct as_json_reader *r);

/* The value read last cannot be used, and why: "expected ..., found ...". The first counts. */
void as_json_bad(struct as_json_reader *r, const char *fmt, ...) AS_PRINTF(2, 3);

/* Out of memory while keeping what was read. */
void as_json_no_memory(struct as_json_reader *r);

bool as_json_failed(const struct as_json_reader *r);

/* The line, from 1, of what was peeked at or read last. */
uint64_t as_json_line(const struct as_json_reader *r);

/* AS_OK; AS_ERR_DATA with the place of what is wrong; AS_ERR_MEM, or what the source said. */
enum as_status as_json_reader_finish(const struct as_json_reader *r,
	struct as_err *err) AS_MUST_CHECK;

#endif
