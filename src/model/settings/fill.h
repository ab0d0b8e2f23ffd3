/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_MODEL_SETTINGS_FILL_H
#define AS_MODEL_SETTINGS_FILL_H

/* Where parameters are filled in: {NAME} in a text. */

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/err.h"
#include "model/kept/subject.h"

/* Parameters of one command. */
struct as_parameter_set {
	const struct as_parameter *v;
	size_t n;
};

/* text has {name} in it. */
bool as_parameter_is_in(const char *text, const char *name);

/* s with every {NAME} of the n parameters replaced by its value, in a; what is put in is not looked
 * at again. NULL stays NULL; NULL also when out of memory. */
const char *as_parameters_fill(const char *s, const struct as_parameter *p, size_t n,
	struct as_arena *a);

/*
 * as_parameters_fill_line - the same for a line that a shell may read
 *
 * A value with characters that a shell takes for its own (| & ; < > ( ) $ ` * ? [ # ~ ! { } quotes,
 * \ and newline) is put in quoted, as one word; any other as it is, so that one with blanks is
 * several words. AS_ERR_USAGE where such a value would stand inside quotes of the line, which would
 * end them: *out is untouched then. A line that is NULL stays NULL.
 */
enum as_status as_parameters_fill_line(const char *line, const struct as_parameter_set *p,
	struct as_arena *a, const char **out, struct as_err *err) AS_MUST_CHECK;

#endif
