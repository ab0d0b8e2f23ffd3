/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_STORE_SQL_INTERN_H
#define AS_STORE_SQL_INTERN_H

/* Strings, each kept once: equal ones are the same pointer. */

#include <stdbool.h>

#include "base/arena.h"

struct as_interns {
	struct as_arena *arena; /* where they are */
	const char **slot;      /* open addressing; NULL: free */
	size_t n, cap;          /* cap is a power of 2, or 0 */
};

/* s as it is kept; NULL stays NULL. Sets *failed when out of memory. */
const char *as_intern(struct as_interns *t, const char *s, bool *failed);
void as_interns_release(struct as_interns *t);

#endif
