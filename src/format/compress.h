/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_FORMAT_COMPRESS_H
#define AS_FORMAT_COMPRESS_H

/* Compressed files, in pieces: a source and a sink around others. */

#include <stdbool.h>

#include "base/stream.h"

/* What is read from `from`, decompressed if it is a zstd file and as it is if not. name, for words,
 * and from are borrowed. NULL when out of memory. */
struct as_unzstd;
struct as_unzstd *as_unzstd_new(const struct as_source *from, const char *name);
void as_unzstd_free(struct as_unzstd *u); /* takes NULL */

/* AS_ERR_DATA if the bytes are damaged or end too early. Needs at most 8 MB for a file's window. */
struct as_source as_unzstd_source(struct as_unzstd *u);

/* What is written goes to `to` as one zstd frame with a checksum; `to` is borrowed. */
struct as_zstd;
struct as_zstd *as_zstd_new(const struct as_sink *to);
void as_zstd_free(struct as_zstd *z); /* takes NULL */
struct as_sink as_zstd_sink(struct as_zstd *z);

/* The end of the frame; without it the file is not complete. */
enum as_status as_zstd_finish(struct as_zstd *z, struct as_err *err) AS_MUST_CHECK;

#endif
