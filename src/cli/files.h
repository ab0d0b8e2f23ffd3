/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_FILES_H
#define AS_CLI_FILES_H

/* Files named on the command line, looked at before anything is measured: nothing that took hours
 * shall be lost because a folder was not there. */

#include <stddef.h>

#include "base/err.h"

/* path can be read and is no directory. what it is for, as in "the input of the commands". */
enum as_status as_check_readable(const char *path, const char *what, struct as_err *err)
	AS_MUST_CHECK;

/* path can be written, or made in its directory. Nothing is changed. */
enum as_status as_check_writable(const char *path, const char *what, struct as_err *err)
	AS_MUST_CHECK;

/*
 * as_write_file - replace the file at path by n bytes
 *
 * A regular file is written under another name beside it and renamed, so that what was there stays
 * until the new one is complete; a device or a pipe is written to.
 */
enum as_status as_write_file(const char *path, const char *bytes, size_t n, const char *what,
	struct as_err *err) AS_MUST_CHECK;

#endif
