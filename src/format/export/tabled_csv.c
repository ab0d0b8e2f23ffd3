/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "format/export/tabled_csv.h"

#include <math.h>

#include "base/num.h"
#include "format/table/csv_field.h"

static void add_head(struct as_text *t, const struct as_tabled_entry *e)
{
	for (size_t c = 0; c < e->n_columns; c++) {
		as_text_add(t, c ? "," : "");
		as_text_add(t, e->column[c].key);
		if (e->column[c].kind == AS_TABLED_VALUE)
			as_text_addf(t, ",%s_unit", e->column[c].key);
	}
	as_text_char(t, '\n');
}

static void add_number(struct as_text *t, double x)
{
	char digits[32];

	if (isnan(x))
		return;
	as_double_text(x, digits);
	as_text_add(t, isinf(x) ? "inf" : digits);
}

void as_tabled_csv(struct as_text *t, const struct as_tabled *table)
{
	const struct as_tabled_entry *e = &as_tabled_entries[table->id];

	add_head(t, e);
	for (size_t i = 0; i < table->n_rows * e->n_columns; i++) {
		const struct as_tabled_cell *cell = &table->cell[i];
		const enum as_tabled_kind kind = e->column[i % e->n_columns].kind;
		as_text_add(t, i % e->n_columns ? "," : "");
		if (kind == AS_TABLED_TEXT)
			as_csv_field_add(t, cell->text ? cell->text : "");
		else
			add_number(t, cell->number);
		if (kind == AS_TABLED_VALUE) {
			as_text_char(t, ',');
			as_csv_field_add(t, cell->unit ? cell->unit : "");
		}
		if ((i + 1) % e->n_columns == 0)
			as_text_char(t, '\n');
	}
}
