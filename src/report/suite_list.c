/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/suite_screen.h"

#include "report/draw/layout.h"
#include "report/draw/drawn_table.h"

enum { NAME, COMMANDS, TAGS, EXECUTE, COLUMNS };
enum { NAME_COLUMNS = 40, TAGS_COLUMNS = 24, EXECUTE_COLUMNS = 60 };

static void add_row(struct as_table *table, const struct as_style *style,
	const struct as_suite_benchmark *b)
{
	struct as_text *cell = table->next;
	struct as_list tags = {0};

	for (size_t i = 0; i < b->set.v[AS_SUITE_TAGS].list.n; i++)
		if (as_list_next(&tags))
			as_text_add(&tags.text, b->set.v[AS_SUITE_TAGS].list.v[i]);
	as_name_add(&cell[NAME], style, b->name, NAME_COLUMNS);
	as_text_addf(&cell[COMMANDS], "%zu", b->variants);
	as_name_add(&cell[TAGS], style, as_text_str(&tags.text), TAGS_COLUMNS);
	as_name_add(&cell[EXECUTE], style, b->set.v[AS_SUITE_EXECUTE].text, EXECUTE_COLUMNS);
	as_table_next(table);
	table->failed = table->failed || tags.text.failed;
	as_text_release(&tags.text);
}

void as_report_suite_head(struct as_text *t, const struct as_style *style,
	const struct as_suite *s)
{
	struct as_text name = {0};

	as_name_add(&name, style, s->name, NAME_COLUMNS);
	as_lines(t, style, 2, SUITE_OF, &name, s->n, s->variants != s->n ? s->variants : 0,
		s->files[0]);
}

void as_report_suite_list(struct as_text *t, const struct as_style *style, const struct as_suite *s)
{
	struct as_table table = {
		.column = {{"benchmark", false, false}, {"commands", true, false},
			{"tags", false, true}, {"execute", false, true}},
		.n_columns = COLUMNS,
	};

	as_report_suite_head(t, style, s);
	for (size_t i = 0; i < s->n; i++)
		add_row(&table, style, &s->v[i]);
	as_table_end(t, style, &table, 2);
}
