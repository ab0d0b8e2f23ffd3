/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_STORE_SQL_SQL_H
#define AS_STORE_SQL_SQL_H

/* One prepared statement with a sticky failure: parameters and columns come one after the other in
 * the order the SQL names them, nothing needs a check until as_sql_end.
 *
 *	as_sql_prepare(&q, s, "SELECT id, label FROM experiments WHERE session = ?");
 *	as_sql_set_int(&q, session);
 *	while (as_sql_row(&q)) {
 *		id = as_sql_int(&q, 1, INT64_MAX);
 *		label = as_sql_text(&q, a, AS_SQL_OPTIONAL);
 *		if (as_sql_ok(&q)) ...
 *	}
 *	return as_sql_end(&q, err);
 *
 * Values come from bound parameters alone. What is read is checked for type and range: a column
 * that does not fit makes the statement fail, and gives the least number, NaN or NULL. */

#include "store/internal.h"

enum as_sql_need { AS_SQL_OPTIONAL, AS_SQL_REQUIRED };

struct as_sql {
	struct as_store *store;
	void *stmt;
	int rc;          /* the first code of the engine that is a failure, else AS_SQL_OK */
	int next;        /* parameters set, or columns read, so far */
	const char *bad; /* name of the first column that did not fit; NULL if all did */
	bool memory;     /* out of memory on our side */
};

/* A statement that has ended well is kept, and taken again for the same text: a database takes as
 * long to understand one as to do it. */
void as_sql_prepare(struct as_sql *q, struct as_store *s, const char *sql);

/* Forget the statements that were kept, before the connection is closed. */
void as_sql_forget(struct as_store *s);

/* Parameters. Texts and blobs must stay as they are until the statement has run. */
void as_sql_set_int(struct as_sql *q, int64_t value);
void as_sql_set_ints(struct as_sql *q, const int64_t *values, size_t n);
void as_sql_set_reals(struct as_sql *q, const double *values, size_t n); /* NaN: NULL */
void as_sql_set_text(struct as_sql *q, const char *value); /* NULL: NULL */
void as_sql_set_texts(struct as_sql *q, const char *const *values, size_t n);
void as_sql_set_blob(struct as_sql *q, const void *data, size_t n);
void as_sql_set_null(struct as_sql *q);

/* Run a statement that gives no row, ready to be given parameters and run again. */
void as_sql_run(struct as_sql *q);

/* Go to the next row; false after the last and after any failure. */
bool as_sql_row(struct as_sql *q);

/* Columns. */
int64_t as_sql_int(struct as_sql *q, int64_t min, int64_t max);
double as_sql_real(struct as_sql *q); /* NULL: NaN */
const char *as_sql_text(struct as_sql *q, struct as_arena *a, enum as_sql_need need);
const char *as_sql_borrow(struct as_sql *q, enum as_sql_need need); /* a text until the next row */
const void *as_sql_blob(struct as_sql *q, size_t *n); /* borrowed until the next row */

/* Nothing failed so far. */
bool as_sql_ok(const struct as_sql *q);

/* What failed is that a column, or the file where it is, is not what assay writes. */
bool as_sql_is_damage(const struct as_sql *q);

/* What its rows were collected in, n elements of size on the heap, as a copy in the arena; the list
 * is freed. That there was no room is told by as_sql_end. */
void *as_sql_keep(struct as_sql *q, struct as_arena *a, void *list, size_t n, size_t size);

/* End the statement; what failed becomes *err. */
enum as_status as_sql_end(struct as_sql *q, struct as_err *err) AS_MUST_CHECK;

/* A statement without rows, whose only parameter is that number. */
enum as_status as_sql_run_with(struct as_store *s, const char *sql, int64_t number,
	struct as_err *err) AS_MUST_CHECK;

/* Statements without parameters and rows: COMMIT. The code of the engine. */
int as_sql_exec(struct as_store *s, const char *sql);

/* Fill *err from the last failure: "cannot <doing> '<path>': why; what to do". */
enum as_status as_store_fail(struct as_store *s, int rc, struct as_err *err);

/* Begin a transaction: what it reads is of one moment; who is to write waits for others who do. */
enum as_sql_access { AS_SQL_TO_READ, AS_SQL_TO_WRITE };
enum as_status as_sql_begin(struct as_store *s, enum as_sql_access access,
	struct as_err *err) AS_MUST_CHECK;

/* End the open transaction: what was done in it with st is kept if that is AS_OK, else not. Returns
 * st, or why it could not be kept. */
enum as_status as_sql_finish(struct as_store *s, enum as_status st,
	struct as_err *err) AS_MUST_CHECK;

#endif
