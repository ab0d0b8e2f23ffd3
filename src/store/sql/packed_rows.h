/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_STORE_SQL_PACKED_ROWS_H
#define AS_STORE_SQL_PACKED_ROWS_H

/* Rows of a table of fields as bytes, column by column, which a packer then compresses: of numbers
 * how many bytes they have, the lowest bytes of all rows, then the next higher ones, as far as some are not 0;
 * of texts which are there, then those. */

#include "base/text.h"
#include "model/fields/fields.h"

enum { AS_PACK_MOST = 240 }; /* rows that columns of them may have, but for as_packed_rows_* */

/* Bytes on their way out: what is not as it was written makes `bad`, and gives zeros from then on. */
struct as_row_bytes {
	const unsigned char *at;
	size_t left;
	bool bad;
};

/* n numbers, of any kind. */
void as_numbers_add(struct as_text *out, const uint64_t *v, size_t n);
void as_numbers_take(struct as_row_bytes *in, uint64_t *v, size_t n);

struct as_packed_rows {
	const struct as_fields *fields;
	bool (*has)(const struct as_field *f); /* which of them; those that the store has */
	size_t size; /* of a row in memory */
};

/* The fields of n rows. */
void as_packed_rows_add(
	struct as_text *out, const struct as_packed_rows *r, const void *rows, size_t n);

/* The same into rows that are zero: of the fields that version `schema` of the store has, the others are
 * as they are in older stores. Texts go into a; NULL: they, and rows, are passed over. False: out of memory.
 */
bool as_packed_rows_take(struct as_row_bytes *in, const struct as_packed_rows *r, unsigned schema,
	void *rows, size_t n, struct as_arena *a);

#endif
