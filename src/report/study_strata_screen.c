/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Estimators by the load: of each estimator a row a stratum, as in the tables of Haveraaen and
 * Hundvebakke. */
#include <math.h>
#include <stdio.h>

#include "report/draw/drawn_table.h"
#include "report/draw/layout.h"
#include "report/study_screen.h"
#include "say/number.h"

enum { INDENT = 2, LABELS = 2 };

/* Sizes that a screen has room for where none were asked for; all are in --json. */
static const size_t usual[] = {1, 5, 7, 11, 15, 17};

static bool is_shown(const struct as_studies *all, bool chosen, size_t k)
{
	if (chosen)
		return k > 0;
	for (size_t i = 0; i < sizeof usual / sizeof usual[0]; i++)
		if (usual[i] == k)
			return all->n > 0;
	return false;
}

static void add_number(struct as_text *t, double x)
{
	as_text_addf(t, "%.4g", x);
}

/* "below 80", "80 … 90", "from 125", "any". */
static struct as_text span_of(const struct as_style *style, const struct as_study_stratum *s)
{
	struct as_text t = {0}, from = {0}, to = {0};

	if (isfinite(s->from))
		add_number(&from, s->from);
	if (isfinite(s->to))
		add_number(&to, s->to);
	if (from.len && to.len)
		as_say(&t, style, STRATUM_BETWEEN, &from, &to);
	else if (from.len)
		as_say(&t, style, STRATUM_FROM, &from);
	else if (to.len)
		as_say(&t, style, STRATUM_BELOW, &to);
	else
		as_say(&t, style, STRATUM_ANY);
	as_text_release(&from);
	as_text_release(&to);
	return t;
}

/* What a table is made of. */
struct strata_table {
	const struct as_style *style;
	const struct as_studies *all;
	const struct as_experiment *x;
	bool chosen; /* sizes were asked for */
	struct as_table table;
};

static const struct as_study *any_of(const struct as_studies *all)
{
	return &all->v[all->n].study;
}

static void begin(struct strata_table *s)
{
	s->table = (struct as_table){.n_columns = LABELS};
	s->table.column[0] = (struct as_column_style){"", false, false};
	s->table.column[1] = (struct as_column_style){s->x->metrics[s->all->by].name, false, false};
}

static void add_column(struct strata_table *s, const char *title, bool optional)
{
	if (s->table.n_columns < AS_TABLE_COLUMNS)
		s->table.column[s->table.n_columns++] =
			(struct as_column_style){title, true, optional};
}

/* The mean of the groups of k, and how much they vary. */
static void add_spread(const struct strata_table *s, const struct as_study *of, size_t row,
	size_t k, struct as_text *cell)
{
	const struct as_study_row *r = &of->row[row];
	struct as_text average = {0}, share = {0};

	for (size_t i = 0; i < of->n_sizes; i++) {
		if (of->size[i] != k || isnan(r->rel_sd[i]))
			continue;
		as_quantity_add(&average, s->style, s->x->metrics[of->metric].unit, r->average[i],
			0.01 * fabs(r->average[i]));
		as_percent_add(&share, r->rel_sd[i]);
		as_say(cell, s->style, STRATUM_SPREAD, &average, &share);
	}
}

static void fill_spreads(struct strata_table *s, const struct as_study *of, size_t row)
{
	const struct as_study *any = any_of(s->all);

	for (size_t i = 0, c = LABELS; i < any->n_sizes && c < s->table.n_columns; i++)
		if (is_shown(s->all, s->chosen, any->size[i]))
			add_spread(s, of, row, any->size[i], &s->table.next[c++]);
}

/* Executions that tell a difference, as on the screen without strata. */
static void fill_needed(struct strata_table *s, const struct as_study *of, size_t row)
{
	const struct as_study_row *r = &of->row[row];

	for (size_t i = 0; i < AS_STUDY_SHIFTS; i++)
		as_study_needed_add(&s->table.next[LABELS + i], s->style, of, r, i);
}

static void add_rows(struct strata_table *s,
	void (*fill)(struct strata_table *s, const struct as_study *of, size_t row))
{
	const struct as_study *any = any_of(s->all);

	for (size_t row = 0; row < any->n_rows; row++)
		for (size_t i = 0, first = 1; i <= s->all->n; i++) {
			const struct as_study_stratum *v = &s->all->v[i];
			struct as_text span = {0};
			if (!v->told)
				continue;
			as_text_add(&s->table.next[0], first ? any->row[row].title : "");
			span = span_of(s->style, v);
			as_text_add(&s->table.next[1], as_text_str(&span));
			as_text_release(&span);
			fill(s, &v->study, row);
			as_table_next(&s->table);
			first = 0;
		}
}

static void add_counts(struct as_text *t, const struct as_style *style,
	const struct as_experiment *x, const struct as_studies *all)
{
	for (size_t i = 0; i < all->n; i++) {
		struct as_text span = span_of(style, &all->v[i]);
		as_lines(t, style, 0, STRATUM_HAS, &x->metrics[all->by], &span, all->v[i].n,
			!all->v[i].told);
	}
	if (all->unknown)
		as_lines(t, style, 0, STRATA_UNKNOWN, &x->metrics[all->by], all->unknown);
}

static void add_spreads(struct as_text *t, struct strata_table *s, char (*title)[16])
{
	const struct as_study *any = any_of(s->all);

	begin(s);
	for (size_t i = 0, n = 0; i < any->n_sizes; i++) {
		if (!is_shown(s->all, s->chosen, any->size[i]))
			continue;
		snprintf(title[i], sizeof title[i], "%s%zu", n ? "" : "k = ", any->size[i]);
		add_column(s, title[i], n++ > 0);
	}
	add_rows(s, fill_spreads);
	as_table_end(t, s->style, &s->table, INDENT);
}

void as_report_studies(struct as_text *t, const struct as_style *style,
	const struct as_experiment *x, const struct as_studies *all, bool chosen)
{
	static const char *const differences[AS_STUDY_SHIFTS] = {"1 %", "2 %", "5 %", "10 %"};
	struct strata_table s = {.style = style, .all = all, .x = x, .chosen = chosen};
	char title[AS_STUDY_SIZES][16];

	as_report_study_head(t, style, x, any_of(all));
	add_counts(t, style, x, all);
	as_lines_after(t, style, "\n", 0, STRATA_SPREAD);
	add_spreads(t, &s, title);
	as_lines_after(t, style, "\n", 0, STUDY_DIFFERENCES);
	begin(&s);
	for (size_t i = 0; i < AS_STUDY_SHIFTS; i++)
		add_column(&s, differences[i], false);
	add_rows(&s, fill_needed);
	as_table_end(t, style, &s.table, INDENT);
	as_report_study_kinds(t, style, x, any_of(all));
	as_lines_after(t, style, "\n", 0, STUDY_ADVICE);
}
