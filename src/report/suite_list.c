/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/suite_screen.h"

#include "report/draw/layout.h"
#include "report/draw/drawn_table.h"

enum { NAME, COMMANDS, TAGS, EXECUTE, COLUMNS };
enum { NAME_COLUMNS = 40, TAGS_COLUMNS = 24, EXECUTE_COLUMNS = 60 };

static void add_row(struct as_table *table, const struct as_style *style,
	const struct as_suite_benchmark *b)
{
	struct as_text cell[COLUMNS] = {{0}}, tags = {0};

	for (size_t i = 0; i < b->set.tags.n; i++)
		as_text_addf(&tags, "%s%s", i ? ", " : "", b->set.tags.v[i]);
	as_name_add(&cell[NAME], style, b->name, NAME_COLUMNS);
	as_text_addf(&cell[COMMANDS], "%zu", b->variants);
	as_name_add(&cell[TAGS], style, as_text_str(&tags), TAGS_COLUMNS);
	as_name_add(&cell[EXECUTE], style, b->set.execute, EXECUTE_COLUMNS);
	as_table_row(table, cell);
	table->failed = table->failed || tags.failed;
	as_text_release(&tags);
	for (size_t c = 0; c < COLUMNS; c++)
		as_text_release(&cell[c]);
}

void as_report_suite_head(struct as_text *t, const struct as_style *style,
	const struct as_suite *s)
{
	as_name_add(t, style, s->name, NAME_COLUMNS);
	as_text_addf(t, "   %zu benchmark%s", s->n, s->n == 1 ? "" : "s");
	if (s->variants != s->n)
		as_text_addf(t, ", %zu commands", s->variants);
	as_text_add(t, " of ");
	as_name_add(t, style, s->files[0], NAME_COLUMNS);
	as_text_char(t, '\n');
}

void as_report_suite_list(struct as_text *t, const struct as_style *style, const struct as_suite *s)
{
	struct as_arena arena = {0};
	struct as_table table = {
		.column = {{"benchmark", false, false}, {"commands", true, false},
			{"tags", false, true}, {"execute", false, true}},
		.n_columns = COLUMNS,
		.arena = &arena,
	};

	as_report_suite_head(t, style, s);
	for (size_t i = 0; i < s->n; i++)
		add_row(&table, style, &s->v[i]);
	as_table_add(t, style, &table, 2);
	as_table_release(&table);
	as_arena_release(&arena);
}
