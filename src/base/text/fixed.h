/* SPDX-License-Identifier: MIT */
#ifndef AS_BASE_TEXT_FIXED_H
#define AS_BASE_TEXT_FIXED_H

/* Text in an array that does not grow, for paths, names and lines that have a size: what is put behind the n
 * bytes that stand there never goes beyond its end, whatever its writer believed of the length. Text without a
 * limit is a struct as_text (base/text.h). */

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

/* An array with its size, and an error of the compiler for a pointer. */
#define AS_ROOM(array) (array), (sizeof(array) + 0 * sizeof(struct { int is_array[ \
	__builtin_types_compatible_p(__typeof__(array), __typeof__(&(array)[0])) ? -1 : 1]; }))

/* Each adds behind the first *n bytes of `to`, which has room for size bytes, 0-terminates it, and counts *n on.
 * False where not all of it fits: its beginning stands there then. */
bool as_put_n(char *to, size_t size, size_t *n, const char *s, size_t k);
bool as_put(char *to, size_t size, size_t *n, const char *s);
bool as_put_char(char *to, size_t size, size_t *n, char c);
bool as_putf(char *to, size_t size, size_t *n, const char *fmt, ...) AS_PRINTF(4, 5);

/* The k bytes at s, or all of s, as a text of its own; "" and false where that does not fit. */
bool as_copy_n(char *to, size_t size, const char *s, size_t k);
bool as_copy(char *to, size_t size, const char *s);

#endif
