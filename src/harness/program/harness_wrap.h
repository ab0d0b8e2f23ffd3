/* SPDX-License-Identifier: MIT */
#ifndef AS_HARNESS_PROGRAM_HARNESS_WRAP_H
#define AS_HARNESS_PROGRAM_HARNESS_WRAP_H

/* Lines that stay within the terminal. */

#include "base/text.h"

/*
 * as_wrap - add body and a newline, broken into lines of at most `columns`
 *
 *   hang  columns that the first line has already, and blanks before every further line
 *   gap   where body may break: a blank, or '\n' for one that comes out as a blank
 *
 * What is longer than a line stays whole.
 */
void as_wrap(struct as_text *t, int columns, int hang, const char *body, char gap);

#endif
