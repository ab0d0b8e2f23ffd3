/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_RUN_BUILD_NAMED_FILES_H
#define AS_RUN_BUILD_NAMED_FILES_H

/* The files that a command names: two versions that build to the same program may still differ in
 * them. */

#include <stdbool.h>

#include "run/build/artifact.h"

struct as_named_files {
	const char *folders[2];            /* where a command of either version runs */
	const struct as_artifacts *except; /* what is built is compared as builds are */
	struct as_arena *arena;            /* for paths */
};

/*
 * as_named_files_same - whether both folders have the same of each file that a text names
 *
 *   text   a word of a command, or what a shell reads; NULL: none
 *
 * A name is the whole of it, or what stands between blanks, quotes, = and operators of a shell.
 * Names that are no file in either folder, or begin with a slash, are none. What cannot be read is
 * not the same. Reads both files, about 0.1 ms a MB.
 */
bool as_named_files_same(const struct as_named_files *f, const char *text);

/* The first file or folder that a text names so, which one folder has and the other lacks; NULL: none,
 * or out of memory. */
const char *as_named_file_lacking(const char *has, const char *lacks, const char *text,
	struct as_arena *a);

#endif
