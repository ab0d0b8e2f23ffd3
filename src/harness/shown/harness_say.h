/* SPDX-License-Identifier: MIT */
#ifndef AS_HARNESS_SHOWN_HARNESS_SAY_H
#define AS_HARNESS_SHOWN_HARNESS_SAY_H

/* The only place where the library writes to the terminal. */

#include <stdbool.h>

#include "base/err.h"
#include "base/text.h"

/* Write t to standard output at once, and empty it. AS_ERR_SYS, AS_ERR_MEM. */
AS_MUST_CHECK enum as_status as_say(struct as_text *t, struct as_err *err);

/* The sentence of an error, after the program's name, on standard error. */
void as_say_error(const char *program, const struct as_err *err);

/* Whether standard output is a terminal that shows UTF-8. */
bool as_say_unicode(void);

/* Columns of the terminal, at least 40; 80 where standard output is none. */
int as_say_columns(void);

#endif
