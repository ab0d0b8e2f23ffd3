/* SPDX-License-Identifier: MIT */
#ifndef AS_BASE_TEXT_SLIP_H
#define AS_BASE_TEXT_SLIP_H

/* What somebody who typed a word probably meant. */

#include <stdbool.h>
#include <stddef.h>

/* Insertions, deletions, substitutions and swaps of neighbours that turn a into b; words of more
 * than 63 bytes are as far as their lengths say. */
size_t as_edit_distance(const char *a, const char *b);

/* Near enough to be a slip of the keyboard: at most 1 for 4 letters, 2 for 7, 3 beyond. */
bool as_is_slip(const char *typed, const char *meant);

#endif
