/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_FORMAT_UNPACK_H
#define AS_FORMAT_UNPACK_H

/* Compressed files, read in pieces: a source around another. zstd, gzip and bzip2 are known by their
 * first bytes; several that are written one behind the other are one file. UTF-16 with a byte order
 * mark becomes UTF-8. */

#include <stdint.h>

#include "base/stream.h"

/* What is read from `from`, unpacked if it is packed and as it is if not. name, for words, and from
 * are borrowed. NULL when out of memory. */
struct as_unpack;
struct as_unpack *as_unpack_new(const struct as_source *from, const char *name);
void as_unpack_free(struct as_unpack *u); /* takes NULL */

/* AS_ERR_DATA if the bytes are damaged, end too early, or become more than AS_UNPACK_BYTES. Needs at
 * most 8 MB. */
#define AS_UNPACK_BYTES (UINT64_C(1) << 33)
struct as_source as_unpack_source(struct as_unpack *u);

#endif
