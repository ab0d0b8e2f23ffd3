/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_RUN_BUILD_CHECKOUT_H
#define AS_RUN_BUILD_CHECKOUT_H

/* The folder of a version. Versions are built, and run, at one and the same place, one after the
 * other: a path that ends up in a program, or in what it prints, must not make two versions differ.
 * So the folder of the version whose turn it is is moved there, and back again for the next. */

#include <stdbool.h>

#include "base/err.h"

struct as_checkout {
	/* where it lies meanwhile; absolute, on the file system of place, and with the same last
	 * part: the folder around it can be bound to the one around place (seat.c) */
	const char *folder;
	const char *place;  /* the same for all of a request; absolute */
	const char *cwd;    /* the folder to build and to run in: place, or below it */
	/* Bring place back to what the version has, without what was built there. */
	enum as_status (*clean)(void *context, struct as_err *err);
	/* Whether the version itself has a file, by its path below place. */
	enum as_status (*has)(void *context, const char *path, bool *out, struct as_err *err);
	void *context;
};

/*
 * as_checkout_swap - move what lies at the place back, and `wanted` there
 *
 *   there    in and out: the one that lies at the place; NULL: none
 *   wanted   NULL: only back
 *
 * Two renames, microseconds. AS_ERR_SYS if a folder cannot be moved.
 */
enum as_status as_checkout_swap(const struct as_checkout **there, const struct as_checkout *wanted,
	struct as_err *err) AS_MUST_CHECK;

#endif
