/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_REPORT_DRAW_DRAWN_TABLE_H
#define AS_REPORT_DRAW_DRAWN_TABLE_H

/* Rows of cells that stand below each other, by the columns they take on a terminal. */

#include "report/draw/layout.h"

enum { AS_TABLE_COLUMNS = 12 };

struct as_column_style {
	const char *title; /* "" for none */
	bool right;        /* numbers */
	bool optional;     /* left out where the width does not suffice, the last ones first */
};

struct as_table {
	struct as_column_style column[AS_TABLE_COLUMNS];
	size_t n_columns;
	const char **cell; /* n_rows * n_columns, row by row, in memory of arena */
	size_t n_rows, cap;
	struct as_arena *arena; /* NULL: its own, until as_table_end */
	struct as_arena own;
	bool failed; /* out of memory happened */
	struct as_text next[AS_TABLE_COLUMNS]; /* cells of the row that is added by: */
};

/* Add the row of those cells (they may contain marks and colours), which are empty afterwards. */
void as_table_next(struct as_table *table);

/* Write it as as_table_add does, and release all of it. */
void as_table_end(struct as_text *t, const struct as_style *style, struct as_table *table,
	size_t indent);

/* Add one row of other cells, n_columns of them; they are copied. */
void as_table_row(struct as_table *table, const struct as_text *cells);

/* Another cell in the place of one that is there; it is copied. */
void as_table_set(struct as_table *table, size_t row, size_t column, const struct as_text *cell);

/* Write it with so many blanks before each row, and a row of titles if there are any. Columns whose
 * cells are all empty, and optional ones that do not fit, are left out. */
void as_table_add(struct as_text *t, const struct as_style *style, const struct as_table *table,
	size_t indent);

/* Columns of its widest row, optional columns left out as they are within that room. */
size_t as_table_width(const struct as_table *table, size_t room);

/* Release what as_table_row took from the heap; the arena is the caller's. */
void as_table_release(struct as_table *table);

#endif
