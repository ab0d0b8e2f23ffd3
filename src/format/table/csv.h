/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_FORMAT_TABLE_CSV_H
#define AS_FORMAT_TABLE_CSV_H

/* Records of a table with separators, one at a time, from bytes that come in pieces.
 *
 * As RFC 4180 says: a field in quotes may hold separators, line ends and doubled quotes. Lines end
 * in \n or \r\n, empty ones are skipped, a byte order mark at the beginning, too. The separator is
 * the first comma, semicolon or tab of the first line. Memory: the longest record, of at most
 * AS_CSV_RECORD_MAX bytes. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/stream.h"

enum { AS_CSV_RECORD_MAX = 1 << 20 };

/* What stands between two separators, without its quotes or, where it has none, without the blanks
 * around it. No 0 follows, but a byte that is in no number. */
struct as_csv_field {
	const char *s;
	size_t n;
	size_t at; /* where it begins in the record */
};

struct as_csv {
	struct as_source source;
	const char *name; /* of the table, in words; borrowed */
	struct as_csv_field *field; /* n of them, until the next call */
	size_t n, cap_fields;
	size_t line;      /* of the record's beginning, from 1 */
	/* Internal. */
	char *buf;
	char *plain; /* fields of the record that were in quotes, without them */
	size_t cap_plain;
	size_t cap, begin, end, filled; /* the record is begin .. end - 1 */
	size_t next_line;
	struct XXH3_state_s *hash; /* of all bytes so far */
	bool at_end;
	bool made; /* of bytes that look otherwise: words name no column */
	char separator;
};

void as_csv_init(struct as_csv *c, const struct as_source *source, const char *name);
void as_csv_release(struct as_csv *c);

/* The next record into c->field; c->n is 0 at the end. AS_ERR_DATA with the place for bytes that
 * are no record, or what the source said. */
enum as_status as_csv_next(struct as_csv *c, struct as_err *err) AS_MUST_CHECK;

/* A hash of all bytes that were read so far, to tell tables apart. */
void as_csv_hash(const struct as_csv *c, uint64_t out[static 2]);

/*
 * as_csv_bad - fail because of field i: "cannot read 'a.csv', line 7, column 12: ..."
 *
 *   fmt  what was expected, what is there instead, and what to do
 *
 * i >= c->n is the record as a whole, without a column. Returns AS_ERR_DATA.
 */
enum as_status as_csv_bad(const struct as_csv *c, size_t i, struct as_err *err, const char *fmt,
	...) AS_PRINTF(4, 5);

#endif
