/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_FILES_H
#define AS_CLI_FILES_H

/* Files named on the command line, looked at before anything is measured: nothing that took hours
 * shall be lost because a folder was not there. */

#include <stdbool.h>
#include <stddef.h>

#include "base/stream.h"
#include "base/text.h"

/* path can be read and is no directory. what it is for, as in "the input of the commands". */
enum as_status as_check_readable(const char *path, const char *what, struct as_err *err)
	AS_MUST_CHECK;

/* path can be written, or made in its directory. Nothing is changed. */
enum as_status as_check_writable(const char *path, const char *what, struct as_err *err)
	AS_MUST_CHECK;

/* The same, and one that as_file_out_open would make beside it can be: it is tried, and taken back.
 */
enum as_status as_try_writing(const char *path, const char *what, struct as_err *err) AS_MUST_CHECK;

/* A file that is written in pieces. A regular one is written under another name beside it and
 * renamed when it is closed, so that what was there stays until the new one is complete; a device
 * or a pipe is written to. */
struct as_file_out {
	int fd;
	const char *path, *what; /* borrowed */
	char *target, *temporary; /* NULL: no regular file */
};

/* what it is for, as in "the experiment". */
enum as_status as_file_out_open(struct as_file_out *f, const char *path, const char *what,
	struct as_err *err) AS_MUST_CHECK;
struct as_sink as_file_out_sink(struct as_file_out *f);

/* Keep what was written, or undo it all; either way f is closed. */
enum as_status as_file_out_close(struct as_file_out *f, bool keep,
	struct as_err *err) AS_MUST_CHECK;

/* What words call it: "standard input" for "-". */
const char *as_file_in_name(const char *path);

/* A file that is read in pieces; "-" is standard input. */
struct as_file_in {
	int fd;
	const char *name; /* for words; borrowed */
};
enum as_status as_file_in_open(struct as_file_in *f, const char *path,
	struct as_err *err) AS_MUST_CHECK;
struct as_source as_file_in_source(struct as_file_in *f);
void as_file_in_close(struct as_file_in *f);

/* All of a file, behind what t has. */
enum as_status as_file_in_all(struct as_text *t, const char *path,
	struct as_err *err) AS_MUST_CHECK;

/* Replace the file at path by n bytes, as as_file_out_* do. */
enum as_status as_write_file(const char *path, const char *bytes, size_t n, const char *what,
	struct as_err *err) AS_MUST_CHECK;

#endif
