/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/draw/drawn_table.h"

#include <stdlib.h>

#include "base/vec.h"

enum { BETWEEN = 3 };

static char *copy_of(struct as_table *table, const struct as_text *cell)
{
	char *copy = as_arena_strdup(table->arena ? table->arena : &table->own, as_text_str(cell));

	table->failed = table->failed || !copy || cell->failed;
	return copy;
}

void as_table_row(struct as_table *table, const struct as_text *cells)
{
	size_t n = table->n_columns, at = table->n_rows * n;

	if (table->failed || !as_grow(&table->cell, &table->cap, at + n, sizeof *table->cell)) {
		table->failed = true;
		return;
	}
	for (size_t i = 0; i < n; i++)
		table->cell[at + i] = copy_of(table, &cells[i]);
	if (!table->failed)
		table->n_rows++;
}

void as_table_next(struct as_table *table)
{
	as_table_row(table, table->next);
	for (size_t c = 0; c < table->n_columns; c++)
		as_text_clear(&table->next[c]);
}

void as_table_set(struct as_table *table, size_t row, size_t column, const struct as_text *cell)
{
	char *copy = copy_of(table, cell);

	if (copy)
		table->cell[row * table->n_columns + column] = copy;
}

void as_table_release(struct as_table *table)
{
	free(table->cell);
	table->cell = NULL;
	table->n_rows = table->cap = 0;
}

/* Width of each column, 0 for one that is left out; returns what they take together, with what is
 * between them and once more. */
static size_t measure(const struct as_table *table, size_t room, size_t *width)
{
	size_t total = 0;

	for (size_t c = 0; c < table->n_columns; c++) {
		width[c] = 0;
		for (size_t r = 0; r < table->n_rows; r++) {
			size_t w = as_layout_width(table->cell[r * table->n_columns + c]);
			width[c] = w > width[c] ? w : width[c];
		}
		size_t title = as_layout_width(table->column[c].title);
		if (width[c] && title > width[c])
			width[c] = title;
		total += width[c] ? width[c] + BETWEEN : 0;
	}
	for (size_t c = table->n_columns; c-- && total > room + BETWEEN;) {
		if (!table->column[c].optional || !width[c])
			continue;
		total -= width[c] + BETWEEN;
		width[c] = 0;
	}
	return total;
}

size_t as_table_width(const struct as_table *table, size_t room)
{
	size_t width[AS_TABLE_COLUMNS] = {0};
	size_t total = measure(table, room, width);

	return total ? total - BETWEEN : 0;
}

struct drawn_table_line {
	struct as_text *t;
	size_t owed; /* blanks that are written only if something follows */
};

static void add_cell(struct drawn_table_line *l, const char *cell, size_t width, bool right)
{
	size_t w = as_layout_width(cell), pad = width > w ? width - w : 0;

	l->owed += right ? pad : 0;
	if (w) {
		as_blank(l->t, l->owed);
		as_text_add(l->t, cell);
		l->owed = 0;
	}
	l->owed += (right ? 0 : pad) + BETWEEN;
}

static bool has_titles(const struct as_table *table, const size_t *width)
{
	for (size_t c = 0; c < table->n_columns; c++)
		if (width[c] && *table->column[c].title)
			return true;
	return false;
}

static void add_titles(struct as_text *t, const struct as_style *style,
	const struct as_table *table, const size_t *width, size_t indent)
{
	struct drawn_table_line l = {t, indent};

	as_paint(t, style, AS_PAINT_FAINT);
	for (size_t c = 0; c < table->n_columns; c++)
		if (width[c])
			add_cell(&l, table->column[c].title, width[c], table->column[c].right);
	as_paint_end(t, style);
	as_text_char(t, '\n');
}

void as_table_add(struct as_text *t, const struct as_style *style, const struct as_table *table,
	size_t indent)
{
	size_t width[AS_TABLE_COLUMNS] = {0}, from = t->len;

	t->failed = t->failed || table->failed;
	measure(table, as_style_width(style) - indent, width);
	if (has_titles(table, width))
		add_titles(t, style, table, width, indent);
	for (size_t r = 0; r < table->n_rows; r++) {
		struct drawn_table_line l = {t, indent};
		for (size_t c = 0; c < table->n_columns; c++)
			if (width[c])
				add_cell(&l, table->cell[r * table->n_columns + c], width[c],
					table->column[c].right);
		as_text_char(t, '\n');
	}
	as_layout_flat(t, from);
}

void as_table_end(struct as_text *t, const struct as_style *style, struct as_table *table,
	size_t indent)
{
	as_table_add(t, style, table, indent);
	for (size_t c = 0; c < table->n_columns; c++)
		as_text_release(&table->next[c]);
	as_table_release(table);
	as_arena_release(&table->own);
}
