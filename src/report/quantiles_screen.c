/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/quantiles_screen.h"

#include <math.h>

#include "model/kept/derived.h"
#include "report/draw/drawn_table.h"
#include "report/draw/screen.h"
#include "say/size.h"

enum { INDENT = 2, HANG = 2 };

/* What is written, with the columns of the table in their order. */
struct quantiles_screen {
	struct as_text *t;
	struct as_quantiles_pen pen;
	struct as_table table;
};
enum { AT_QUANTILE, AT_NAME, AT_CELLS, COLUMNS = AT_CELLS + AS_QUANTILE_CELLS };

/* All of them are of all values together: of what, else NULL. */
static const char *all_of(const struct as_quantiles *q)
{
	for (size_t k = 0; k < q->n; k++)
		for (size_t i = 0; i < q->v[k].a.n_subjects; i++)
			if (!q->v[k].a.summaries[i].log.n)
				return NULL;
	return q->iterations ? "iteration" : "execution";
}

void as_quantiles_head_add(struct as_text *t, const struct as_quantiles_pen *d)
{
	const struct as_analysis *a = &d->q->v[0].a;
	struct as_text each = {0}, sure = {0};
	struct as_held held = {0};

	for (size_t i = 0; i < a->n_subjects; i++)
		as_held_count(&held, &a->summaries[i]);
	as_sure_add(&sure, d->q->confidence, AS_HOLDS_YES);
	as_held_add(&sure, &held);
	as_say(&each, d->style, QUANTILES_EACH, a->n_subjects);
	as_say(t, d->style, QUANTILES_HEAD, &d->x->metrics[d->q->base], d->q->executions,
		d->q->iterations ? d->q->each : 0, &each, &sure, all_of(d->q));
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
static void add_value(const struct as_quantiles_pen *d, const struct as_quantile_row *row, size_t i,
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

enum as_paint as_quantile_cells(const struct as_quantiles_pen *d, const struct as_quantile_row *row,
	size_t i, struct as_text cell[static AS_QUANTILE_CELLS])
{
	const struct as_summary *y = &row->a.summaries[i];
	const struct as_metric *m = &d->x->metrics[row->metric];
	const struct as_comparison *c = comparison_of(&row->a, i);
	const enum as_paint paint = c ? paint_of(c, m) : AS_PAINT_FAINT;

	if (y->n_top)
		add_value(d, row, i, &cell[AS_QUANTILE_VALUE], &cell[AS_QUANTILE_INTERVAL]);
	if (c) {
		const struct as_versus v = {.c = c, .metric = m, .subject = d->name[i],
			.reference = d->name[c->reference], .unit = "", .reference_unit = ""};
		as_paint(&cell[AS_QUANTILE_DIFFERENCE], d->style, paint);
		as_verdict_bounds(&cell[AS_QUANTILE_DIFFERENCE], d->style, &v);
		as_paint_end(&cell[AS_QUANTILE_DIFFERENCE], d->style);
	}
	if (c && c->pairs.batch_rounds) /* what the difference is of */
		as_say(&cell[AS_QUANTILE_UNITS], d->style, QUANTILES_OF, c->n,
			c->pairs.batch_rounds);
	else if (y->log.n && !all_of(d->q))
		as_say(&cell[AS_QUANTILE_UNITS], d->style, QUANTILES_OF_ALL, y->log.n);
	else if (row->rounds > 1 && y->n_top && !y->log.n) /* batches */
		as_say(&cell[AS_QUANTILE_UNITS], d->style, QUANTILES_OF, y->n_top, row->rounds);
	return paint;
}

static void add_rows(struct quantiles_screen *d)
{
	const struct as_quantiles_pen *pen = &d->pen;

	for (size_t k = 0; k < pen->q->n; k++) {
		const struct as_quantile_row *row = &pen->q->v[k];
		for (size_t i = 0; i < row->a.n_subjects; i++) {
			if (!i)
				as_text_add(&d->table.next[AT_QUANTILE],
					as_statistic_name(pen->x->metrics[row->metric].name));
			if (row->a.n_subjects > 1)
				as_text_add(&d->table.next[AT_NAME], pen->name[i]);
			as_quantile_cells(pen, row, i, &d->table.next[AT_CELLS]);
			as_table_next(&d->table);
		}
	}
}

void as_quantiles_against_add(struct as_text *t, const struct as_quantiles_pen *d)
{
	if (d->q->v[0].a.n_comparisons > 0)
		as_say(t, d->style, QUANTILES_AGAINST, d->q->name[0] ? d->q->name[0]
			: d->x->subjects[d->x->reference].name);
	as_layout_flat(t, 0);
}

static void add_table(struct quantiles_screen *d)
{
	static const struct as_column_style columns[COLUMNS] = {
		[AT_QUANTILE] = {"", true, false},
		[AT_NAME] = {"", false, false},
		[AT_CELLS + AS_QUANTILE_VALUE] = {"", true, false},
		[AT_CELLS + AS_QUANTILE_INTERVAL] = {"", true, false},
		[AT_CELLS + AS_QUANTILE_DIFFERENCE] = {"", false, false},
		[AT_CELLS + AS_QUANTILE_UNITS] = {"", false, true},
	};
	struct as_text against = {0};

	as_quantiles_against_add(&against, &d->pen);
	for (size_t c = 0; c < COLUMNS; c++)
		d->table.column[c] = columns[c];
	d->table.column[AT_CELLS + AS_QUANTILE_DIFFERENCE].title = as_text_str(&against);
	d->table.n_columns = COLUMNS;
	add_rows(d);
	as_table_end(d->t, d->pen.style, &d->table, INDENT);
	as_text_release(&against);
}

/* Of so few executions, and of one subject at least, that their own pieces tell the intervals; 0: of none. */
static size_t few_of(const struct as_quantiles *q)
{
	for (size_t k = 0; k < q->n; k++)
		for (size_t i = 0; i < q->v[k].a.n_subjects; i++) {
			const struct as_findings *f = &q->v[k].a.summaries[i].findings;
			for (size_t j = 0; j < f->n; j++)
				if (f->v[j].id == AS_FINDING_THESE_ONLY)
					return (size_t)f->v[j].a;
		}
	return 0;
}

void as_quantiles_note_add(struct as_text *t, const struct as_quantiles_pen *d, size_t i)
{
	const struct as_quantiles *q = d->q;
	const struct as_quantile_lacking *l = &q->lacking;
	const struct as_quantile_row *last = &q->v[q->n - 1];
	struct as_text name = {0};
	bool differ = false, chance = false;

	for (size_t k = 0; k < q->v[0].a.n_subjects; k++)
		differ = differ || comparison_of(&q->v[0].a, k);
	for (size_t k = 0; k < q->n; k++)
		for (size_t c = 0; c < q->v[k].a.n_comparisons; c++)
			chance = chance || q->v[k].a.comparisons[c].method == AS_COMPARE_MOVER;
	if (i == 0 && chance)
		as_say(t, d->style, QUANTILES_CHANCE);
	else if (i == 0 && differ)
		as_say(t, d->style, QUANTILES_TOGETHER, q->n, q->confidence,
			d->x->metrics[last->metric].name);
	if (i == 1 && q->pooled)
		as_say(t, d->style, QUANTILES_POOLED);
	else if (i == 1 && few_of(q))
		as_say(t, d->style, QUANTILES_THESE, few_of(q));
	if (i != 2 || !(l->p > 0))
		return;
	as_text_addf(&name, "p%.10g", 100 * l->p);
	if (l->values)
		as_say(t, d->style, QUANTILES_OPEN, &name, l->beyond, l->values,
			d->x->table ? 0 : l->runs, l->iterations);
	else
		as_say(t, d->style, QUANTILES_LACKING, &name, l->least, l->n, l->runs,
			q->iterations);
}

/* Words in lines, which are released. */
static void add_lines(const struct quantiles_screen *d, size_t hang, struct as_text *words)
{
	if (words->len)
		as_layout_body(d->t, d->pen.style, "", hang, words);
	as_text_release(words);
}

bool as_report_quantiles(struct as_text *t, const struct as_style *style,
	const struct as_experiment *x, const struct as_quantiles *q)
{
	struct as_screen s = {.t = t, .style = style, .x = x, .a = &q->v[0].a, .n = 1};
	const char *two[] = {q->name[0], q->name[1]};
	const bool open = two[0] || as_screen_open(&s);
	struct quantiles_screen d = {.t = t,
		.pen = {.style = style, .x = x, .q = q, .name = two[0] ? two : s.name}};
	struct as_text words = {0};

	if (open) {
		as_quantiles_head_add(&words, &d.pen);
		add_lines(&d, HANG, &words);
		add_table(&d);
		for (size_t i = 0; i < AS_QUANTILE_NOTES; i++) {
			as_quantiles_note_add(&words, &d.pen, i);
			add_lines(&d, 0, &words);
		}
	}
	if (!two[0])
		as_screen_close(&s);
	return open;
}
