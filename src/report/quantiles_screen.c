/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/quantiles_screen.h"

#include <math.h>

#include "model/kept/derived.h"
#include "report/draw/drawn_table.h"
#include "report/draw/screen.h"
#include "say/size.h"

enum { INDENT = 2, HANG = 2 };

/* What is written, with the columns of the table in their order. */
struct quantiles_pen {
	struct as_text *t;
	const struct as_style *style;
	const struct as_experiment *x;
	const struct as_quantiles *q;
	const char **name; /* of each subject */
	struct as_table table;
};
enum { AT_QUANTILE, AT_NAME, AT_VALUE, AT_INTERVAL, AT_DIFFERENCE, AT_UNITS, COLUMNS };

static void add_head(const struct quantiles_pen *d)
{
	const struct as_analysis *a = &d->q->v[0].a;
	struct as_text each = {0}, sure = {0};
	struct as_held held = {0};

	for (size_t i = 0; i < a->n_subjects; i++)
		as_held_count(&held, &a->summaries[i]);
	as_sure_add(&sure, d->q->confidence, AS_HOLDS_YES);
	as_held_add(&sure, &held);
	as_say(&each, d->style, QUANTILES_EACH, a->n_subjects);
	as_lines(d->t, d->style, HANG, QUANTILES_HEAD, &d->x->metrics[d->q->base], d->q->executions,
		d->q->iterations ? d->q->each : 0, &each, &sure, d->q->pooled);
}

/* The comparison of a subject with the reference, if it has an interval. */
static const struct as_comparison *comparison_of(const struct as_analysis *a, size_t subject)
{
	for (size_t k = 0; k < a->n_comparisons; k++)
		if (a->comparisons[k].subject == subject && as_has_interval(&a->comparisons[k]) &&
			a->comparisons[k].method != AS_COMPARE_NONE)
			return &a->comparisons[k];
	return NULL;
}

static enum as_paint paint_of(const struct as_comparison *c, const struct as_metric *m)
{
	if ((c->lo <= 1 && c->hi >= 1) || m->better == AS_BETTER_NEITHER)
		return AS_PAINT_FAINT;
	return (c->lo > 1) == (m->better == AS_BETTER_MORE) ? AS_PAINT_GOOD : AS_PAINT_BAD;
}

/* The value of one and its interval, in the unit of all of this quantile. */
static void add_value(const struct quantiles_pen *d, const struct as_quantile_row *row, size_t i,
	struct as_text *value, struct as_text *interval)
{
	const struct as_summary *y = &row->a.summaries[i];
	double largest = 0;

	for (size_t k = 0; k < row->a.n_subjects; k++)
		largest = fmax(largest, row->a.summaries[k].mean);
	const struct as_scale scale =
		as_scale_for(d->style, d->x->metrics[row->metric].unit, largest, y->half_width);
	const int decimals = as_decimals(scale, y->mean, y->half_width);
	as_number_add(value, scale, y->mean, decimals);
	as_unit_add(value, scale);
	if (y->method == AS_INTERVAL_NONE)
		return;
	if (isfinite(y->lo)) /* else it is open there */
		as_number_add(interval, scale, y->lo, decimals);
	as_text_addf(interval, AS_TIE "%s" AS_TIE, as_symbols(d->style)->to);
	if (isfinite(y->hi))
		as_number_add(interval, scale, y->hi, decimals);
	as_unit_add(interval, scale);
}

static void fill_row(struct quantiles_pen *d, const struct as_quantile_row *row, size_t i)
{
	const struct as_summary *y = &row->a.summaries[i];
	const struct as_metric *m = &d->x->metrics[row->metric];
	const struct as_comparison *c = comparison_of(&row->a, i);
	struct as_text *cell = d->table.next;

	if (y->n_top)
		add_value(d, row, i, &cell[AT_VALUE], &cell[AT_INTERVAL]);
	if (c) {
		const struct as_versus v = {.c = c, .metric = m, .subject = d->name[i],
			.reference = d->name[c->reference], .unit = "", .reference_unit = ""};
		as_paint(&cell[AT_DIFFERENCE], d->style, paint_of(c, m));
		as_verdict_bounds(&cell[AT_DIFFERENCE], d->style, &v);
		as_paint_end(&cell[AT_DIFFERENCE], d->style);
	}
	if (row->rounds > 1 && y->n_top) /* batches */
		as_say(&cell[AT_UNITS], d->style, QUANTILES_OF, y->n_top, row->rounds);
}

static void add_rows(struct quantiles_pen *d)
{
	for (size_t k = 0; k < d->q->n; k++) {
		const struct as_quantile_row *row = &d->q->v[k];
		for (size_t i = 0; i < row->a.n_subjects; i++) {
			if (!i)
				as_text_add(&d->table.next[AT_QUANTILE],
					as_statistic_name(d->x->metrics[row->metric].name));
			if (row->a.n_subjects > 1)
				as_text_add(&d->table.next[AT_NAME], d->name[i]);
			fill_row(d, row, i);
			as_table_next(&d->table);
		}
	}
}

static void add_table(struct quantiles_pen *d)
{
	struct as_text against = {0};
	const bool several = d->q->v[0].a.n_comparisons > 0;

	if (several)
		as_say(&against, d->style, QUANTILES_AGAINST, d->name[d->x->reference]);
	as_layout_flat(&against, 0);
	static const struct as_column_style columns[COLUMNS] = {
		[AT_QUANTILE] = {"", true, false},
		[AT_NAME] = {"", false, false},
		[AT_VALUE] = {"", true, false},
		[AT_INTERVAL] = {"", true, false},
		[AT_DIFFERENCE] = {"", false, false},
		[AT_UNITS] = {"", false, true},
	};
	for (size_t c = 0; c < COLUMNS; c++)
		d->table.column[c] = columns[c];
	d->table.column[AT_DIFFERENCE].title = as_text_str(&against);
	d->table.n_columns = COLUMNS;
	add_rows(d);
	as_table_end(d->t, d->style, &d->table, INDENT);
	as_text_release(&against);
}

static void add_lacking(const struct quantiles_pen *d)
{
	const struct as_quantile_lacking *l = &d->q->lacking;
	struct as_text name = {0};

	if (!(l->p > 0))
		return;
	as_text_addf(&name, "p%.10g", 100 * l->p);
	as_lines(d->t, d->style, 0, QUANTILES_LACKING, &name, l->least, l->n, l->runs,
		d->q->iterations);
}

bool as_report_quantiles(struct as_text *t, const struct as_style *style,
	const struct as_experiment *x, const struct as_quantiles *q)
{
	struct as_screen s = {.t = t, .style = style, .x = x, .a = &q->v[0].a, .n = 1};
	const bool open = as_screen_open(&s);
	struct quantiles_pen d = {.t = t, .style = style, .x = x, .q = q, .name = s.name};
	size_t differences = 0;

	if (open) {
		const struct as_quantile_row *last = &q->v[q->n - 1];
		add_head(&d);
		add_table(&d);
		for (size_t i = 0; i < q->v[0].a.n_subjects; i++)
			differences += comparison_of(&q->v[0].a, i) != NULL;
		if (differences)
			as_lines(t, style, 0, QUANTILES_TOGETHER, q->n, q->confidence,
				x->metrics[last->metric].name);
		if (q->pooled)
			as_lines(t, style, 0, QUANTILES_POOLED);
		add_lacking(&d);
	}
	as_screen_close(&s);
	return open;
}
