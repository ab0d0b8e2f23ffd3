/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_STORE_SQL_ROW_H
#define AS_STORE_SQL_ROW_H

/* Rows of structs that are kept: their columns are those that the tables of model/fields/fields.h have in
 * the store, one table after the other, in the order of their rows. */

#include "base/text.h"
#include "model/fields/fields.h"
#include "store/sql/sql.h"

struct as_kept_row {
	const char *table;
	/* columns before them: "experiment, subject"; NULL: none */
	const char *lead;
	const struct as_fields *fields[2]; /* the second one may be NULL */
	const char *tail;                  /* what the statement ends with; NULL: nothing */
};

/* What lists are of: the table of as_listing_fields. */
#define AS_STORE_LISTED \
	"experiments e JOIN plans p ON p.experiment = e.id" \
	" LEFT JOIN subjects s ON s.experiment = e.id AND s.number = 0" \
	" LEFT JOIN metrics m ON m.experiment = e.id AND m.number = e.listed" \
	" LEFT JOIN summaries y ON y.experiment = e.id AND y.subject = 0 AND y.metric = e.listed"

/* INSERT INTO table (columns) VALUES (as many parameters) tail */
void as_row_insert(struct as_sql *q, struct as_store *s, const struct as_kept_row *row);

/* SELECT columns FROM table tail */
void as_row_select(struct as_sql *q, struct as_store *s, const struct as_kept_row *row);

/* The next parameters, or columns, are those of the struct at base. Texts are borrowed until the
 * statement has run; those that are read go into a. */
void as_row_set(struct as_sql *q, const struct as_fields *t, const void *base);
void as_row_get(struct as_sql *q, const struct as_fields *t, void *base, struct as_arena *a);

/* Read all rows of a statement over as_listing_fields into memory of a, and end it. */
enum as_status as_store_listings(struct as_sql *q, struct as_arena *a, struct as_listing **out,
	size_t *n, struct as_err *err) AS_MUST_CHECK;

/* A list that a subject has, kept in the table of its fields by experiment, subject and number. */
struct as_store_list {
	const struct as_fields *fields;
	size_t v, n, cap, size; /* where in the subject; cap 0: its elements are in an arena */
	const char *spare; /* what is lost where it cannot be read; NULL: the experiment is */
};
enum { AS_STORE_LISTS = 3 };
extern const struct as_store_list as_store_lists[AS_STORE_LISTS];

/* What adds the columns that came with that version to tables that were there before. */
void as_row_upgrade(struct as_text *sql, unsigned version);

/* What lets a file of that version be read as if it had the columns that came later, by views that
 * this connection has for itself. */
void as_row_views(struct as_text *sql, unsigned version);

#endif
