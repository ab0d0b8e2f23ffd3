/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_MODEL_FILL_H
#define AS_MODEL_FILL_H

/* Where parameters are filled in: {NAME} in a text. */

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "model/subject.h"

/* text has {name} in it. */
bool as_parameter_is_in(const char *text, const char *name);

/* s with every {NAME} of the n parameters replaced by its value, in a; what is put in is not looked
 * at again. NULL stays NULL; NULL also when out of memory. */
const char *as_parameters_fill(const char *s, const struct as_parameter *p, size_t n,
	struct as_arena *a);

#endif
