/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "format/json/assay_json.h"
#include "format/json/assay_json_parts.h"

static void add_cell(struct as_json *j, const struct as_tabled_column *c,
	const struct as_tabled_cell *cell)
{
	as_json_key(j, c->key);
	if (c->kind == AS_TABLED_TEXT)
		as_json_string(j, cell->text);
	else if (isinf(cell->number))
		as_json_string(j, "unbounded");
	else if (c->kind == AS_TABLED_VALUE && cell->unit) {
		as_json_open_flat(j, '{');
		as_json_key_double(j, "value", cell->number);
		as_json_key_string(j, "unit", cell->unit);
		as_json_close(j, '}');
	} else
		as_json_double(j, cell->number);
}

void as_json_tabled(struct as_text *t, const struct as_tabled *table)
{
	const struct as_tabled_entry *e = &as_tabled_entries[table->id];
	struct as_json j;

	as_json_begin(&j, t, "assay-table-1");
	as_json_key_string(&j, "table", e->name);
	as_json_key(&j, "rows");
	as_json_open(&j, '[');
	for (size_t r = 0; r < table->n_rows; r++) {
		as_json_open(&j, '{');
		for (size_t c = 0; c < e->n_columns; c++)
			add_cell(&j, &e->column[c], &table->cell[r * e->n_columns + c]);
		as_json_close(&j, '}');
	}
	as_json_close(&j, ']');
	as_json_end(&j);
}
