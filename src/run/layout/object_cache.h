/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_RUN_LAYOUT_OBJECT_CACHE_H
#define AS_RUN_LAYOUT_OBJECT_CACHE_H

/* Compile once, link many: while only layouts are drawn the objects of a version stay the same, so
 * assay-wrap compiles through ccache, with a folder that is assay's own and stays between
 * experiments. What ccache does not take, it compiles as ever: links, several files in one call,
 * precompiled headers, what has the time in it. */

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

enum { AS_OBJECT_CACHE_WORDS = 8 };

struct as_object_cache {
	const char *env[AS_OBJECT_CACHE_WORDS]; /* for a build, NULL at the end; [0] NULL: none */
	const char *log;   /* what ccache says of each file; NULL: there is no cache */
	const char *words; /* for the reader: where it is, or why there is none */
};

/* How many files came out of the cache, and how many were compiled, so far. */
struct as_object_counts {
	uint64_t found, compiled;
};

/*
 * as_object_cache_open - find ccache and a folder
 *
 *   bytes    the most that the folder is to hold; 0: no cache is wanted. Less is used where half of
 *            what is free on its disk is less
 *   scratch  an existing folder, for the log; absolute
 *
 * The folder is $XDG_CACHE_HOME/assay/objects, else ~/.cache/assay/objects; it is made. Without
 * ccache, a folder, or room the cache is none, and words say why. AS_ERR_MEM.
 */
enum as_status as_object_cache_open(int64_t bytes, const char *scratch, struct as_arena *a,
	struct as_object_cache *out, struct as_err *err) AS_MUST_CHECK;

/* The folder of that name in $XDG_CACHE_HOME/assay, else in ~/.cache/assay, and make it if that is
 * asked for; NULL where there is none that is this user's alone. */
const char *as_cache_folder(const char *name, bool make, struct as_arena *a);

/* {0} where there is no cache. */
struct as_object_counts as_object_cache_counts(const struct as_object_cache *c);

#endif
