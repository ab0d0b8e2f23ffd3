/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_RUN_BUILD_KEPT_TREE_H
#define AS_RUN_BUILD_KEPT_TREE_H

/* Folders of versions that stay for the next comparison: to write 10^5 files, and to remove them,
 * takes a disk a minute, and the next time all but a few are the same. One repository's are kept,
 * the last one's, in $XDG_CACHE_HOME/assay/trees or ~/.cache/assay/trees. Whoever takes one owns
 * it, since it is moved: nobody else finds it there until it is given back. */

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

/* What one folder may hold to be kept. */
#define AS_KEPT_TREE_BYTES (INT64_C(1) << 30)

struct as_kept_tree {
	const char *repository; /* any name of it that stays the same */
	const char *side;       /* which of its folders: a name without slashes */
};

/* Move it to the path `to`, where nothing is; false where there is none, or it lies on another file
 * system. */
bool as_kept_tree_take(const struct as_kept_tree *k, const char *to, struct as_arena *a);

/* Move the folder `from` to where it is kept, and remove those of other repositories. False, and it
 * stays where it is, where it is larger than AS_KEPT_TREE_BYTES, lies on another file system, or
 * another one was given meanwhile. */
bool as_kept_tree_give(const struct as_kept_tree *k, const char *from, struct as_arena *a);

#endif
