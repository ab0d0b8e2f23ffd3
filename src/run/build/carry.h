/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_RUN_BUILD_CARRY_H
#define AS_RUN_BUILD_CARRY_H

/* Files of the user's that no version has, because git ignores them, and that a build needs: data,
 * vendored sources, settings. They are put into the folder of every version, and are there as they
 * were before each build.
 *
 *	as_carry_find(top, cwd, patterns, n, arena, &c, err);
 *	as_carry_put(&c, folder, err);
 *	before each build: as_carry_aside(&c, folder, aside, err), clean, as_carry_back(...)
 */

#include <stdint.h>
#include <sys/stat.h>

#include "base/arena.h"

struct as_carried {
	const char *path; /* below the root */
	const char *link; /* what a symbolic link names; NULL: a file */
	struct stat sb;   /* as it was found */
};

struct as_carry {
	const char *top; /* the root of the user's tree; absolute, without symbolic links */
	struct as_carried *v;
	size_t n, cap;
};

/* A pattern that the user gave, a file, a folder or a glob, is usable: not empty, relative, without
 * ".." and not of git's own. AS_ERR_USAGE. */
enum as_status as_carry_check(const char *pattern, struct as_err *err) AS_MUST_CHECK;

struct as_carry_asked {
	const char *top; /* the root of the user's tree */
	const char *cwd; /* the folder that patterns are relative to; below top, or it */
	const char *const *patterns;
	size_t n;
};

/*
 * as_carry_find - the files that patterns name, those of folders included
 *
 *   out   release with as_carry_release, also on failure; the strings are in a
 *
 * AS_ERR_USAGE: a pattern that names nothing, or something outside of the tree or that is neither a
 * file, a folder nor a symbolic link; more than a million files. AS_ERR_SYS.
 */
enum as_status as_carry_find(const struct as_carry_asked *asked, struct as_arena *a,
	struct as_carry *out, struct as_err *err) AS_MUST_CHECK;
void as_carry_release(struct as_carry *c); /* takes a zeroed one */

/* Put all of them into the folder of a version; blocks are shared where the file system can.
 * AS_ERR_USAGE: the version has such a file itself. AS_ERR_BENCH: one has changed since it was
 * found. AS_ERR_SYS. */
enum as_status as_carry_put(const struct as_carry *c, const char *folder, struct as_err *err)
	AS_MUST_CHECK;

/* Move what is as it was from the folder into another one on the same file system, which is empty,
 * so that the folder can be cleaned. */
enum as_status as_carry_aside(const struct as_carry *c, const char *folder, const char *aside,
	struct as_err *err) AS_MUST_CHECK;

/* Move it back, and put anew what a build has changed or removed. */
enum as_status as_carry_back(const struct as_carry *c, const char *folder, const char *aside,
	struct as_err *err) AS_MUST_CHECK;

#endif
