/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/tabled/tabled_screen.h"

#include <math.h>
#include <string.h>

#include "base/text/latex.h"
#include "report/draw/drawn_table.h"
#include "report/draw/layout.h"
#include "say/number.h"

/* What its columns are. */
static const enum as_say_id note[AS_TABLES] = {
	[AS_TABLED_IMPACT] = AS_SAY_TABLED_IMPACT,
	[AS_TABLED_LEVELS] = AS_SAY_TABLED_LEVELS,
	[AS_TABLED_ALARMS] = AS_SAY_TABLED_ALARMS,
	[AS_TABLED_DIMENSION] = AS_SAY_TABLED_DIMENSION,
	[AS_TABLED_ESTIMATORS] = AS_SAY_TABLED_ESTIMATORS,
	[AS_TABLED_CORRELATION] = AS_SAY_TABLED_CORRELATION,
};

/* Three significant digits, but no decimal from 100 on. */
static void add_number(struct as_text *t, double x)
{
	if (isinf(x))
		as_text_add(t, "inf");
	else
		as_text_addf(t, "%.*f", x < 9.995 ? 2 : x < 99.95 ? 1 : 0, x);
}

static void add_cell(struct as_text *t, const struct as_style *style, enum as_tabled_kind kind,
	const struct as_tabled_cell *c)
{
	if (kind == AS_TABLED_TEXT)
		as_text_add_neutral(t, c->text ? c->text : "", c->text ? strlen(c->text) : 0, 0);
	else if (isnan(c->number))
		as_text_char(t, '-');
	else if (kind == AS_TABLED_COUNT && isinf(c->number))
		as_text_add(t, "more");
	else if (kind == AS_TABLED_COUNT)
		as_text_addf(t, "%.*f", c->number > floor(c->number), c->number);
	else if (kind == AS_TABLED_SHARE)
		as_percent_add(t, c->number);
	else if (kind == AS_TABLED_VALUE)
		as_quantity_add(t, style, c->unit, c->number, c->half);
	else
		add_number(t, c->number);
	as_layout_flat(t, 0);
}

static bool goes_on(const struct as_tabled *table, size_t row, size_t n_columns)
{
	const char *name = table->cell[row * n_columns].text;
	const char *before = row ? table->cell[(row - 1) * n_columns].text : NULL;

	return name && before && !strcmp(name, before);
}

static void add_terminal(struct as_text *t, const struct as_style *style,
	const struct as_tabled *table)
{
	const struct as_tabled_entry *e = &as_tabled_entries[table->id];
	struct as_table drawn = {.n_columns = e->n_columns};

	for (size_t c = 0; c < e->n_columns; c++)
		drawn.column[c] = (struct as_column_style){e->column[c].title,
			e->column[c].kind != AS_TABLED_TEXT, e->column[c].optional};
	for (size_t r = 0; r < table->n_rows; r++) {
		const struct as_tabled_cell *cell = &table->cell[r * e->n_columns];
		if (!goes_on(table, r, e->n_columns))
			as_name_add(&drawn.next[0], style, cell[0].text ? cell[0].text : "",
				as_style_width(style) / 3);
		for (size_t c = 1; c < e->n_columns; c++)
			add_cell(&drawn.next[c], style, e->column[c].kind, &cell[c]);
		as_table_next(&drawn);
	}
	as_table_end(t, style, &drawn, 2);
	as_text_char(t, '\n');
	as_lines_words(t, style, "", 0,
		&(const struct as_words_TABLED_LEVELS){note[table->id]});
}

static void add_markdown_text(struct as_text *t, const char *s)
{
	for (; *s; s++) {
		if (strchr("|\\`*_<[&", *s))
			as_text_char(t, '\\');
		as_text_char(t, *s);
	}
}

/* A row of cells, or with cell NULL of titles. */
static void add_marked_row(struct as_text *t, const struct as_style *style, bool latex,
	const struct as_tabled_entry *e, const struct as_tabled_cell *cell)
{
	as_text_add(t, latex ? "" : "| ");
	for (size_t c = 0; c < e->n_columns; c++) {
		struct as_text plain = {0};
		if (cell)
			add_cell(&plain, style, e->column[c].kind, &cell[c]);
		else
			as_text_add(&plain, c ? e->column[c].title : "benchmark");
		as_text_add(t, !c ? "" : latex ? " & " : " | ");
		if (latex)
			as_latex_add(t, as_text_str(&plain));
		else
			add_markdown_text(t, as_text_str(&plain));
		as_text_take(t, &plain);
	}
	as_text_add(t, latex ? " \\\\\n" : " |\n");
}

static void add_marked(struct as_text *t, const struct as_style *style, bool latex,
	const struct as_tabled *table)
{
	const struct as_tabled_entry *e = &as_tabled_entries[table->id];

	as_text_add(t, latex ? "% \\usepackage{booktabs,textcomp}\n\\begin{tabular}{" : "");
	for (size_t c = 0; latex && c < e->n_columns; c++)
		as_text_char(t, e->column[c].kind == AS_TABLED_TEXT ? 'l' : 'r');
	as_text_add(t, latex ? "}\n\\toprule\n" : "");
	add_marked_row(t, style, latex, e, NULL);
	as_text_add(t, latex ? "\\midrule" : "|");
	for (size_t c = 0; !latex && c < e->n_columns; c++)
		as_text_add(t, e->column[c].kind == AS_TABLED_TEXT ? ":---|" : "---:|");
	as_text_char(t, '\n');
	for (size_t r = 0; r < table->n_rows; r++)
		add_marked_row(t, style, latex, e, &table->cell[r * e->n_columns]);
	as_text_add(t, latex ? "\\bottomrule\n\\end{tabular}\n" : "");
}

void as_report_tabled(struct as_text *t, const struct as_style *style, enum as_tabled_form form,
	const struct as_tabled *table)
{
	if (form == AS_TABLED_TERMINAL)
		add_terminal(t, style, table);
	else
		add_marked(t, style, form == AS_TABLED_LATEX, table);
}
