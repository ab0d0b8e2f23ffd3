/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_RUN_BUILD_COPY_FILE_H
#define AS_RUN_BUILD_COPY_FILE_H

/* Copies of files, and the room they need. */

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

/* What is left free on a disk that copies go to, for everything else. */
#define AS_COPY_RESERVE ((int64_t)64 << 20)

/*
 * as_copy_room - whether so many bytes fit below folder and leave AS_COPY_RESERVE free
 *
 *   what    what the bytes are, for the sentence: "10 copies of 'fft'"
 *
 * AS_ERR_SYS if they do not fit, or it cannot be told.
 */
enum as_status as_copy_room(const char *folder, int64_t bytes, const char *what,
	struct as_err *err) AS_MUST_CHECK;

/*
 * as_copy_file - copy the file `from` to a new one, `to`, with its mode and its times
 *
 *   cloned   receives whether they share their blocks; untouched on failure
 *
 * Blocks are shared where the file system can; else there has to be room. AS_ERR_BENCH: from is not
 * there, is not a file, or changes while it is copied. AS_ERR_SYS: no room, or to is there already
 * or cannot be written; what was written of it is removed.
 */
enum as_status as_copy_file(const char *from, const char *to, bool *cloned, struct as_err *err)
	AS_MUST_CHECK;

/* Copy a folder with all that is in it to a new one: files as above, links as they are, sockets and pipes
 * not. What was begun stays on failure. AS_ERR_SYS, AS_ERR_BENCH. */
enum as_status as_copy_tree(const char *from, const char *to, struct as_err *err) AS_MUST_CHECK;

/* Make the folders above path that are missing, below folder (a prefix of path). */
enum as_status as_make_parents(const char *folder, const char *path, struct as_err *err)
	AS_MUST_CHECK;

/* Remove a folder with all that is in it; links in it are not followed. Removes what it can. */
void as_remove_tree(const char *folder);

#endif
