/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_MODEL_ANSWER_TABLED_H
#define AS_MODEL_ANSWER_TABLED_H

/* Tables over several results, a benchmark a row or a few rows: tabled.def has them, analyse/tabled
 * fills them, report/ and format/ write them. */

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

enum as_tabled_kind {
	AS_TABLED_TEXT,
	AS_TABLED_COUNT,  /* a number of units, or their mean; infinite: more than can be said */
	AS_TABLED_VALUE,  /* in the unit of its cell */
	AS_TABLED_SHARE,
	AS_TABLED_NUMBER, /* without a unit */
};

struct as_tabled_column {
	const char *key, *title;
	enum as_tabled_kind kind;
	bool optional; /* left out where the terminal is too narrow */
};

enum as_tabled_id {
#define AS_TABLED(symbol, name, help, columns) AS_TABLED_##symbol,
#include "model/answer/tabled.def"
	AS_TABLES
};

struct as_tabled_entry {
	const char *name, *help;
	const struct as_tabled_column *column;
	size_t n_columns;
};
extern const struct as_tabled_entry as_tabled_entries[AS_TABLES];

struct as_tabled_cell {
	const char *text; /* of a TEXT; NULL: none */
	const char *unit; /* of a VALUE */
	double number;    /* NaN: there is none */
	double half;      /* of its interval, which decides the digits; NaN: none */
};

/* What is asked for beside the table: 0 and NULL where nothing is. */
struct as_tabled_asked {
	size_t draws, values; /* IMPACT: k and c */
	const char *over;     /* CORRELATION: the other metric */
};

struct as_tabled {
	enum as_tabled_id id;
	struct as_tabled_asked asked;
	struct as_tabled_cell *cell; /* row by row; on the heap */
	size_t n_rows, cap;
	struct as_arena arena; /* texts */
	bool failed;           /* out of memory happened */
};

/* Add a row, whose cells are empty until one of these calls fills them. */
void as_tabled_row(struct as_tabled *t);
void as_tabled_text(struct as_tabled *t, size_t column, const char *text); /* copied */
void as_tabled_number(struct as_tabled *t, size_t column, double number);
void as_tabled_value(struct as_tabled *t, size_t column, const char *unit, double value,
	double half);

void as_tabled_release(struct as_tabled *t); /* takes a zeroed one */

#endif
