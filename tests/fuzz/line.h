/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_TESTS_FUZZ_LINE_H
#define AS_TESTS_FUZZ_LINE_H

/* A command line as a file: a verb, then its arguments, one a line. */

#include "cli/verb.h"

/* The verb: of the first line where that is one, else by its first byte, so that any is one. The strings
 * of args lie in a. */
const struct as_command_entry *line_parse(const char *s, size_t n, struct as_arena *a,
	struct as_args *args, enum as_status *st, struct as_err *err);

#endif
