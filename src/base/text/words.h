/* SPDX-License-Identifier: MIT */
#ifndef AS_BASE_TEXT_WORDS_H
#define AS_BASE_TEXT_WORDS_H

/* Splitting a command line into words as a POSIX shell does, without a shell. */

#include <stddef.h>

#include "base/arena.h"

struct as_words {
	char **v; /* n words, then NULL */
	size_t n;
	char syntax; /* the first unquoted character that only a shell understands, else 0 */
	size_t at;   /* where it stands in the command */
};

/*
 * as_words_split - split command into words in memory of a
 *
 * Blanks and newlines separate; '...' and "..." quote; \ quotes the next character (inside "..."
 * only $ ` " \ and newline). Unquoted | & ; < > ( ) $ ` * ? [ # ~ (the last two only where a word
 * begins), { } ! as words of their own, {a,b} and {1..9}, a newline, and NAME=VALUE before the
 * first word need a shell: out->syntax names the first of them (= for an assignment) and out->v
 * stays empty. $ and ` inside "..." count too.
 *
 * Returns AS_ERR_USAGE for an unclosed quote or an empty command, with the command in the message.
 */
enum as_status as_words_split(const char *command, struct as_arena *a, struct as_words *out,
	struct as_err *err) AS_MUST_CHECK;

/* Add word to t, quoted so that a shell reads it back as one word. */
struct as_text;
void as_words_quote(struct as_text *t, const char *word);

#endif
