/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_LINE_SUGGEST_H
#define AS_CLI_LINE_SUGGEST_H

/* What the user probably meant. */

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

/* The program that name would start, as a shell looks for it, can be executed: a path with a slash,
 * or a name in a directory of $PATH. */
bool as_is_program(const char *name);

/* Add the words (NULL at the end) quoted for a shell, with blanks between; after about 200 bytes an
 * ellipsis. */
void as_suggest_words(struct as_text *t, char *const *words);

#endif
