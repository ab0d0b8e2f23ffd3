/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_STORE_LOOKING_H
#define AS_STORE_LOOKING_H

/* What lists and names of experiments need besides store.h. */

#include <stdbool.h>

#include "store/store.h"

/* It may be a label, as it does not look like another way to name an experiment: a number, or what
 * begins with @. Empty: no label. */
bool as_store_is_label(const char *text);

/* How many experiments are steps of a bisection, a round each, to which nobody gave a label: those that
 * `answers` of a query leaves out. Reads a line of each experiment. */
enum as_status as_store_steps(struct as_store *s, size_t *n, struct as_err *err) AS_MUST_CHECK;

#endif
