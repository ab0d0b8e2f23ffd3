/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_RUN_LAYOUT_WRAPPERS_H
#define AS_RUN_LAYOUT_WRAPPERS_H

/* Where names of compilers lie that lead to assay-wrap. What a build writes down of its compiler, as
 * CMake does, has to be there when it is built again, by assay or not: so they stay in
 * $XDG_CACHE_HOME/assay, else ~/.cache/assay. A wrapper that is told nothing only becomes the tool.
 * Where the user has no folder for it they go with the experiment. */

#include "base/arena.h"

/* What gets a wrapper besides compilers of C and C++. */
enum { AS_WRAPPERS_LD = 1, AS_WRAPPERS_GO = 2 };

struct as_wrappers {
	const char *compiler; /* the first in PATH of cc, gcc, clang, c++, g++, clang++; NULL: none */
	const char *path;     /* "PATH=..." with the wrappers first */
};

/*
 * as_wrappers_open - make those that are missing
 *
 *   directory  an existing one for them, where the user has no folder; absolute
 *   more       bits: AS_WRAPPERS_
 *
 * AS_ERR_SYS: assay-wrap is not found, they cannot be made.
 */
enum as_status as_wrappers_open(const char *directory, unsigned more, struct as_arena *a,
	struct as_wrappers *out, struct as_err *err) AS_MUST_CHECK;

#endif
