/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_MODEL_KEPT_VERSION_H
#define AS_MODEL_KEPT_VERSION_H

/* A state of the software under test: a commit, or a working tree on top of one. */

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

/* Stored as these numbers. */
enum as_changes {
	AS_CHANGES_UNKNOWN = 0, /* it could not be told, or not in time */
	AS_CHANGES_NONE = 1,
	AS_CHANGES_SOME = 2,
};

/* Strings are borrowed, mostly from an experiment's arena. {0}: no version is known. */
struct as_version {
#include "model/fields/members.def"
#include "model/fields/version.def"
	const char *changed; /* one of them, as git writes it; NULL: none is known. Not kept */
};

/* Something is known of it. */
bool as_version_known(const struct as_version *v);

/* With copies of its strings in a; false when out of memory. */
bool as_version_copy(struct as_arena *a, const struct as_version *v, struct as_version *out);

#endif
