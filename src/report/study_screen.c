/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/study_screen.h"

#include <math.h>

#include "report/draw/layout.h"
#include "say/number.h"
#include "report/draw/drawn_table.h"

enum { TABLE_INDENT = 2 };

/* Sizes there is room for; all are in --json. */
enum { SHOWN = 6 };
static const struct study_screen_shown {
	size_t k;
	const char *title;
} shown[SHOWN] = {{1, "k = 1"}, {3, "3"}, {5, "5"}, {9, "9"}, {13, "13"}, {19, "19"}};

void as_report_study_head(struct as_text *t, const struct as_style *style,
	const struct as_experiment *x, const struct as_study *s)
{
	struct as_text name = {0};

	as_name_add(&name, style, x->subjects[s->subject].name, as_style_width(style) / 2);
	as_lines(t, style, 0, STUDIED, AS_PAINT_STRONG, &name, &x->metrics[s->metric], s->n,
		"execution", true, (size_t)x->id);
}

/* The largest size of which five groups share nothing; 0: none. */
static size_t sound_of(const struct as_study *s)
{
	return s->sound ? s->size[s->sound - 1] : 0;
}

static struct as_quantity value_of(const char *unit, double x)
{
	return (struct as_quantity){unit, x, 0.01 * fabs(x)};
}

static void add_quantiles(struct as_text *t, const struct as_style *style,
	const struct as_experiment *x, const struct as_study *s)
{
	const struct as_study_quantiles *q = &s->quantiles;
	const char *unit = x->metrics[s->metric].unit;
	const struct as_quantity low = value_of(unit, q->low), high = value_of(unit, q->high),
				 deviation = value_of(unit, q->deviation),
				 lo = value_of(unit, q->median_lo),
				 hi = value_of(unit, q->median_hi);

	as_lines(t, style, 0, STUDY_QUANTILES, &low, &high, &deviation, &lo, &hi,
		100 * q->confidence, q->alike);
}

static size_t column_of(const struct as_study *s, size_t k)
{
	size_t i = 0;

	while (i < s->n_sizes && s->size[i] != k)
		i++;
	return i;
}

/* A table with a row an estimator: its title, and what fill adds to the other cells. */
struct grid {
	const struct as_style *style;
	const struct as_study *s;
	const char *unit; /* of the metric */
	struct as_table table;
	void (*fill)(const struct grid *g, const struct as_study_row *row, struct as_text *cell);
};

static void add_column(struct grid *g, const char *title, bool optional)
{
	const size_t at = g->table.n_columns++;

	g->table.column[at] = (struct as_column_style){title, at > 0, optional};
}

static void add_grid(struct as_text *t, struct grid *g)
{
	struct as_text *cell = g->table.next;

	for (size_t r = 0; r < g->s->n_rows; r++) {
		as_text_add(&cell[0], g->s->row[r].title);
		g->fill(g, &g->s->row[r], cell + 1);
		as_table_next(&g->table);
	}
	as_table_end(t, g->style, &g->table, TABLE_INDENT);
}

static void add_share(struct as_text *cell, double share)
{
	if (isnan(share))
		as_text_char(cell, '-');
	else
		as_percent_add(cell, share);
}

static void fill_spreads(const struct grid *g, const struct as_study_row *row, struct as_text *cell)
{
	if (isnan(row->all))
		as_text_char(&cell[0], '-');
	else
		as_quantity_add(&cell[0], g->style, g->unit, row->all, (double)NAN);
	for (size_t i = 0, c = 1; i < SHOWN; i++) {
		size_t at = column_of(g->s, shown[i].k);
		if (at < g->s->n_sizes)
			add_share(&cell[c++], row->rel_sd[at]);
	}
}

static void add_spreads(struct as_text *t, const struct as_style *style,
	const struct as_experiment *x, const struct as_study *s)
{
	struct grid g = {.style = style, .s = s, .unit = x->metrics[s->metric].unit,
		.fill = fill_spreads};

	as_lines_after(t, style, "\n", 0, STUDY_SPREAD);
	add_column(&g, "", false);
	add_column(&g, "of all", false);
	for (size_t i = 0; i < SHOWN; i++)
		if (column_of(s, shown[i].k) < s->n_sizes)
			add_column(&g, shown[i].title, i > 0 && i + 1 < SHOWN);
	add_grid(t, &g);
	if (s->sound < s->n_sizes)
		as_lines(t, style, 0, STUDY_ROUGH, sound_of(s));
}

static struct as_text needed_of(const struct as_style *style, const struct as_study *s, size_t k)
{
	struct as_text t = {0};

	as_say(&t, style, STUDY_NEEDED, k, sound_of(s));
	return t;
}

void as_study_needed_add(struct as_text *cell, const struct as_style *style,
	const struct as_study *s, const struct as_study_row *row, size_t shift)
{
	struct as_text ours = {0}, published = {0};

	if (!s->sound || isnan(row->rel_sd[0])) {
		as_text_char(cell, '-');
		return;
	}
	ours = needed_of(style, s, row->needed[shift]);
	if (row->published[shift] != row->needed[shift])
		published = needed_of(style, s, row->published[shift]);
	as_say(cell, style, STUDY_NEEDED_BOTH, &ours, &published);
}

static void fill_needed(const struct grid *g, const struct as_study_row *row, struct as_text *cell)
{
	for (size_t i = 0; i < AS_STUDY_SHIFTS; i++)
		as_study_needed_add(&cell[i], g->style, g->s, row, i);
}

static bool tells_nothing(const struct as_study *s)
{
	for (size_t r = 0; r < s->n_rows; r++)
		for (size_t i = 0; i < AS_STUDY_SHIFTS; i++)
			if (s->row[r].needed[i])
				return false;
	return true;
}

static void add_differences(struct as_text *t, const struct as_style *style,
	const struct as_study *s)
{
	static const char *const title[AS_STUDY_SHIFTS] = {"1 %", "2 %", "5 %", "10 %"};
	struct grid g = {.style = style, .s = s, .fill = fill_needed};

	as_lines_after(t, style, "\n", 0, STUDY_DIFFERENCES);
	add_column(&g, "", false);
	for (size_t i = 0; i < AS_STUDY_SHIFTS; i++)
		add_column(&g, title[i], false);
	add_grid(t, &g);
	if (tells_nothing(s))
		as_lines(t, style, 0, STUDY_NOTHING, sound_of(s));
}

void as_report_study_kinds(struct as_text *t, const struct as_style *style,
	const struct as_experiment *x, const struct as_study *s)
{
	if (isfinite(s->one_kind))
		as_lines_after(t, style, "\n", 0, STUDY_TICKS, &x->metrics[s->metric], s->one_kind,
			s->both_kinds);
}

static void add_clusters(struct as_text *t, const struct as_style *style, const struct as_study *s)
{
	const size_t at = column_of(s, s->clustered);
	struct as_text minimum = {0}, drawn = {0};

	if (!s->clustered)
		return;
	for (size_t r = 0; r < s->n_rows; r++)
		if (s->row[r].minimum)
			add_share(&minimum, s->row[r].rel_sd[at]);
	add_share(&drawn, s->drawn[at]);
	as_lines_after(t, style, "\n", 0, STUDY_CLUSTERS, s->clustered, &minimum, &drawn);
}

void as_report_study(struct as_text *t, const struct as_style *style, const struct as_experiment *x,
	const struct as_study *s)
{
	as_report_study_head(t, style, x, s);
	add_quantiles(t, style, x, s);
	add_spreads(t, style, x, s);
	add_differences(t, style, s);
	add_clusters(t, style, s);
	as_report_study_kinds(t, style, x, s);
	as_lines_after(t, style, "\n", 0, STUDY_ADVICE);
}
