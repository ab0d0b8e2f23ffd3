/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_MODEL_VERSION_H
#define AS_MODEL_VERSION_H

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
	const char *project; /* "owner/name" of the remote, else the name of the folder */
	/* hexadecimal, 40 or 64 digits; NULL: not in git, or before the first */
	const char *commit;
	const char *parents; /* their commits, with a blank between; "" for a first one */
	const char *branch;  /* NULL: none is checked out */
	const char *label;   /* as the user named it: "HEAD~2", "working tree" */
	int64_t date_ns;     /* of the commit, since 1970; 0: not known */
	enum as_changes changes; /* that are not committed, of files that git knows */
	const char *changed; /* one of them, as git writes it; NULL: none is known. Not kept */
};

/* Something is known of it. */
bool as_version_known(const struct as_version *v);

/* With copies of its strings in a; false when out of memory. */
bool as_version_copy(struct as_arena *a, const struct as_version *v, struct as_version *out);

#endif
