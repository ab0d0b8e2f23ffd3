/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/answer/tabled.h"

#include <math.h>
#include <stdlib.h>

#include "base/vec.h"

#define AS_TABLED_COLUMN(key, title, kind, optional) {key, title, AS_TABLED_##kind, optional},
#define AS_TABLED(symbol, name, help, columns) \
	static const struct as_tabled_column columns_of_##symbol[] = {columns};
#include "model/answer/tabled.def"

#define AS_TABLED_COLUMN(key, title, kind, optional)
#define AS_TABLED(symbol, name, help, columns) \
	[AS_TABLED_##symbol] = {name, help, columns_of_##symbol, \
		sizeof columns_of_##symbol / sizeof columns_of_##symbol[0]},
const struct as_tabled_entry as_tabled_entries[AS_TABLES] = {
#include "model/answer/tabled.def"
};

/* A cell of the row that was added last; NULL when out of memory. */
static struct as_tabled_cell *cell_at(struct as_tabled *t, size_t column)
{
	if (t->failed || !t->n_rows)
		return NULL;
	return &t->cell[(t->n_rows - 1) * as_tabled_entries[t->id].n_columns + column];
}

void as_tabled_row(struct as_tabled *t)
{
	const size_t n = as_tabled_entries[t->id].n_columns, at = t->n_rows * n;

	if (t->failed || !as_grow(&t->cell, &t->cap, at + n, sizeof *t->cell)) {
		t->failed = true;
		return;
	}
	for (size_t i = 0; i < n; i++)
		t->cell[at + i] = (struct as_tabled_cell){
			.number = (double)NAN, .half = (double)NAN};
	t->n_rows++;
}

void as_tabled_text(struct as_tabled *t, size_t column, const char *text)
{
	struct as_tabled_cell *c = cell_at(t, column);

	if (!c)
		return;
	c->text = as_arena_strdup(&t->arena, text);
	t->failed = text && !c->text;
}

void as_tabled_number(struct as_tabled *t, size_t column, double number)
{
	struct as_tabled_cell *c = cell_at(t, column);

	if (c)
		c->number = number;
}

void as_tabled_value(struct as_tabled *t, size_t column, const char *unit, double value,
	double half)
{
	struct as_tabled_cell *c = cell_at(t, column);

	if (!c)
		return;
	c->unit = as_arena_strdup(&t->arena, unit);
	c->number = value;
	c->half = half;
	t->failed = unit && !c->unit;
}

void as_tabled_release(struct as_tabled *t)
{
	free(t->cell);
	as_arena_release(&t->arena);
	*t = (struct as_tabled){.id = t->id};
}
