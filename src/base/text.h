/* SPDX-License-Identifier: MIT */
#ifndef AS_BASE_TEXT_H
#define AS_BASE_TEXT_H

/* A growing text with a sticky error: calls that add return nothing; as_text_finish reports
 * whether all of them succeeded. Every screen, export and message longer than a sentence is built
 * in one of these. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

/* Two texts are equal, of which either may be NULL, which equals NULL alone. */
bool as_same_text(const char *a, const char *b);

struct as_text {
	char *data; /* 0-terminated once anything was added, else NULL */
	size_t len, cap;
	bool failed; /* out of memory happened; what was added since may be missing */
};

void as_text_init(struct as_text *t);
void as_text_release(struct as_text *t);
void as_text_clear(struct as_text *t); /* empty, memory and sticky error kept */
void as_text_cut(struct as_text *t, size_t n); /* its first n bytes at most */

/* Release `from`, whose memory error sticks to t. */
void as_text_take(struct as_text *t, struct as_text *from);

void as_text_add(struct as_text *t, const char *s); /* NULL adds nothing */
void as_text_add_n(struct as_text *t, const char *s, size_t n);
void as_text_char(struct as_text *t, char c);
void as_text_repeat(struct as_text *t, const char *s, size_t times);

/* Room behind the text for n bytes, for who writes many pieces at once; NULL: out of memory.
 * as_text_took says how many were written. */
char *as_text_room(struct as_text *t, size_t n);
void as_text_took(struct as_text *t, size_t n);
void as_text_addf(struct as_text *t, const char *fmt, ...) AS_PRINTF(2, 3);

/* The text so far; "" when empty. Borrowed until the next call that adds. */
const char *as_text_str(const struct as_text *t);

/* AS_OK, or AS_ERR_MEM if anything was lost. */
enum as_status as_text_finish(const struct as_text *t, struct as_err *err) AS_MUST_CHECK;

/*
 * as_text_add_neutral - add bytes that came from outside so that no terminal acts upon them
 *
 * Control characters (C0, DEL, C1) become \n, \t, \e or \xNN; bytes that are not valid UTF-8 become
 * \xNN; bidirectional controls and other invisible characters become \u{NNNN}, as do combining
 * marks that have no letter before them, or are the fifth and later on one; a backslash stays as it
 * is. At most max bytes of s are shown, then an ellipsis; max = 0 shows all. This is the one place
 * that neutralises what is printed.
 */
void as_text_add_neutral(struct as_text *t, const char *s, size_t n, size_t max);

/* A character that prints nothing, or changes how its neighbours are read: bidirectional controls,
 * zero-width characters and fillers, line and paragraph separators, tags, the byte order mark; and
 * what is no character at all. */
bool as_is_deceptive(uint32_t cp);

/* Whether a code point may reach a terminal as it is; *marks is 0 at the beginning of a text, and
 * what the last call left otherwise. A writer that escapes in its own way asks this. */
bool as_may_show(uint32_t cp, int *marks);

/* Columns that s takes on a terminal: code points, without combining marks; wide ones count 2. */
size_t as_text_width(const char *s);

#endif
