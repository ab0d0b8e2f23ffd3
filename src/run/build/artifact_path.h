/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_RUN_BUILD_ARTIFACT_PATH_H
#define AS_RUN_BUILD_ARTIFACT_PATH_H

/* Inside of artifact: names of artifacts and of their copies. */

#include <limits.h>

#include "run/build/artifact.h"

/* Between these a shell's text is looked through for names. */
#define AS_ENDS_A_NAME " \t\n;|&()<>`'\"="

/* A path without "." and empty parts, relative to directory if it lies below it: two words that
 * name the same file in the usual ways become the same. Looks at no file. NULL: out of memory. */
char *as_artifact_path_plain(const char *directory, const char *path, struct as_arena *a);

/* Where the copy of a plain path lies below its build's folder: the same path, with "%up" for ".."
 * and "%root" before an absolute one. NULL: out of memory. */
char *as_artifact_path_kept(const char *plain, struct as_arena *a);

/* The folder of build k's copies; false when that is too long. */
bool as_artifact_folder(const struct as_artifacts *a, uint32_t k, char out[static PATH_MAX]);

#endif
