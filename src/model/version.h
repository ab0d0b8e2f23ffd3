/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_MODEL_VERSION_H
#define AS_MODEL_VERSION_H

/* A state of the software under test: a commit, or a working tree on top of one. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Strings are borrowed, mostly from an experiment's arena. {0}: no version is known. */
struct as_version {
	const char *project; /* "owner/name" of the remote, else the name of the folder */
	const char *commit;  /* hexadecimal, 40 or 64 digits; NULL: not in git, or before the first */
	const char *parents; /* their commits, with a blank between; "" for a first one */
	const char *branch;  /* NULL: none is checked out */
	const char *label;   /* as the user named it: "HEAD~2", "working tree" */
	int64_t date_s;      /* of the commit, seconds since 1970 */
	bool dirty;          /* with changes that are not committed */
	bool dirty_known;
};

#endif
