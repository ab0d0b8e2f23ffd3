/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_FORMAT_COMPRESS_H
#define AS_FORMAT_COMPRESS_H

/* Files compressed with zstd, written in pieces: a sink around another. unpack.h reads them. */

#include <stdbool.h>

#include "base/stream.h"

/* What is written goes to `to` as one zstd frame with a checksum; `to` is borrowed. */
struct as_zstd;
struct as_zstd *as_zstd_new(const struct as_sink *to);
void as_zstd_free(struct as_zstd *z); /* takes NULL */
struct as_sink as_zstd_sink(struct as_zstd *z);

/* The end of the frame; without it the file is not complete. */
enum as_status as_zstd_finish(struct as_zstd *z, struct as_err *err) AS_MUST_CHECK;

#endif
