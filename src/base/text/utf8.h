/* SPDX-License-Identifier: MIT */
#ifndef AS_BASE_TEXT_UTF8_H
#define AS_BASE_TEXT_UTF8_H

#include <stddef.h>
#include <stdint.h>

/*
 * as_utf8_next - decode one code point of the n >= 1 bytes at s
 *
 * Returns how many bytes it takes (1 to 4) and sets *cp; returns 0 where the bytes are no valid
 * UTF-8: a stray or missing continuation, an overlong form, a surrogate, beyond U+10FFFF.
 */
size_t as_utf8_next(const char *s, size_t n, uint32_t *cp);

/* Terminal columns of a code point: 0 for combining marks, 2 for East Asian wide and emoji. A
 * terminal may have another opinion of new and of ambiguous ones; a table is a column off then. */
int as_utf8_columns(uint32_t cp);

#endif
