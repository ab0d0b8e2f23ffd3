/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_SUGGEST_H
#define AS_CLI_SUGGEST_H

/* What the user probably meant. */

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

/* Insertions, deletions, substitutions and swaps of neighbours that turn a into b; words of more
 * than 63 bytes are as far as their lengths say. */
size_t as_edit_distance(const char *a, const char *b);

/* Near enough to be a slip of the keyboard: at most 1 for 4 letters, 2 for 7, 3 beyond. */
bool as_is_slip(const char *typed, const char *meant);

/* The program that name would start, as a shell looks for it, can be executed: a path with a slash,
 * or a name in a directory of $PATH. */
bool as_is_program(const char *name);

/* Add the words (NULL at the end) quoted for a shell, with blanks between; after about 200 bytes an
 * ellipsis. */
void as_suggest_words(struct as_text *t, char *const *words);

#endif
