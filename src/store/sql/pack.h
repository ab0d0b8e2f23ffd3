/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_STORE_SQL_PACK_H
#define AS_STORE_SQL_PACK_H

/* Columns of numbers as compressed bytes, and back.
 *
 * The bytes are one zstd frame with a checksum. Its content is blocks of 65536 numbers, the last
 * one shorter; in each block stand first the lowest bytes of all its numbers, then the next higher
 * ones, and so on, because neighbours have the same high bytes. Widths are 1, 4 and 8 bytes. */

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "base/packed/packed.h"
#include "base/text.h"

struct as_packer;

/* NULL when out of memory. About 1.5 MB, whatever is packed, and the bytes of one column. */
struct as_packer *as_packer_new(void);
void as_packer_free(struct as_packer *p); /* takes NULL */

/*
 * as_packer_pack - compress all numbers of a column, in the lowest width bytes of each
 *
 *   out, out_n   the bytes, borrowed until the next call
 *
 * AS_ERR_MEM, or AS_ERR_STORE if zstd refuses.
 */
enum as_status as_packer_pack(struct as_packer *p, const struct as_packed *values, size_t width,
	const void **out, size_t *out_n, struct as_err *err) AS_MUST_CHECK;

/* data may hold n numbers of width bytes; false if no compression could have made it so small.
 * To be asked before memory for them is taken. */
bool as_packer_plausible(size_t data_n, size_t n, size_t width);

/*
 * as_packer_unpack - exactly n numbers of width bytes from data_n bytes, appended to a column
 *
 * AS_ERR_DATA without words if the bytes are damaged or hold another number of bytes; AS_ERR_MEM.
 */
enum as_status as_packer_unpack(struct as_packer *p, const void *data, size_t data_n,
	struct as_packed *values, size_t n, size_t width) AS_MUST_CHECK;

/* Bytes that are fetched piece by piece. */
struct as_packer_pieces {
	/* n of them from `at` on, to out; false: they cannot be had. */
	bool (*read)(void *context, size_t at, size_t n, void *out);
	void *context;
	size_t n; /* in all */
};

/* The same of these; AS_ERR_DATA also where they cannot be had. */
enum as_status as_packer_unpack_pieces(struct as_packer *p, const struct as_packer_pieces *of,
	struct as_packed *values, size_t n, size_t width) AS_MUST_CHECK;

/* Bytes of any kind, as one frame with a checksum; as as_packer_pack, in what it gives and says. */
enum as_status as_packer_close(struct as_packer *p, const void *data, size_t n, const void **out,
	size_t *out_n, struct as_err *err) AS_MUST_CHECK;

/* The same back, in place of what out had. AS_ERR_DATA without words where they are damaged, or more than
 * 64 MiB; AS_ERR_MEM. */
enum as_status as_packer_open(struct as_packer *p, const void *data, size_t n,
	struct as_text *out) AS_MUST_CHECK;

#endif
