/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/study_screen.h"

#include <math.h>

#include "report/draw/layout.h"
#include "say/number.h"
#include "report/draw/drawn_table.h"
#include "say/say_words.h"

enum { TABLE_INDENT = 2 };

/* Sizes there is room for; all are in --json. */
enum { SHOWN = 6 };
static const struct study_screen_shown {
	size_t k;
	const char *title;
} shown[SHOWN] = {{1, "k = 1"}, {3, "3"}, {5, "5"}, {9, "9"}, {13, "13"}, {19, "19"}};

static void add_head(struct as_text *t, const struct as_style *style, const struct as_experiment *x,
	const struct as_study *s)
{
	struct as_text body = {0};

	as_paint(&body, style, AS_PAINT_STRONG);
	as_name_add(&body, style, x->subjects[s->subject].name, as_style_width(style) / 2);
	as_paint_end(&body, style);
	as_text_add(&body, AS_GAP);
	as_metric_label_add(&body, &x->metrics[s->metric]);
	as_text_add(&body, " of ");
	as_count_add(&body, s->n, "execution");
	as_text_add(&body, " in the order of time");
	if (x->id)
		as_text_addf(&body, ", experiment" AS_TIE "%lld", (long long)x->id);
	as_layout_body(t, style, "", 0, &body);
}

static void add_value(struct as_text *t, const struct as_style *style, const char *unit, double x)
{
	as_quantity_add(t, style, unit, x, 0.01 * fabs(x));
}

static void add_quantiles(struct as_text *t, const struct as_style *style,
	const struct as_experiment *x, const struct as_study *s)
{
	const struct as_study_quantiles *q = &s->quantiles;
	const char *unit = x->metrics[s->metric].unit;
	struct as_text body = {0};

	as_text_add(&body, "quantiles: 5" AS_TIE "% ");
	add_value(&body, style, unit, q->low);
	as_text_add(&body, ", 95" AS_TIE "% ");
	add_value(&body, style, unit, q->high);
	as_text_add(&body, "; median absolute deviation ");
	add_value(&body, style, unit, q->deviation);
	if (isfinite(q->median_lo)) {
		as_text_add(&body, "; median ");
		add_value(&body, style, unit, q->median_lo);
		as_text_addf(&body, AS_TIE "%s" AS_TIE, as_symbols(style)->to);
		add_value(&body, style, unit, q->median_hi);
		as_text_addf(&body, " with %.3g" AS_TIE "%% confidence (order statistics)",
			100 * q->confidence);
	} else if (isfinite(q->alike)) {
		as_text_addf(&body,
			"; no interval of the median: executions resemble their neighbours (%.2f), "
			"and order statistics would be too narrow", q->alike);
	}
	as_layout_body(t, style, "", 0, &body);
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
	struct as_text cell[AS_TABLE_COLUMNS] = {{0}};

	for (size_t r = 0; r < g->s->n_rows; r++) {
		for (size_t c = 0; c < g->table.n_columns; c++)
			as_text_clear(&cell[c]);
		as_text_add(&cell[0], g->s->row[r].title);
		g->fill(g, &g->s->row[r], cell + 1);
		as_table_row(&g->table, cell);
	}
	as_table_add(t, g->style, &g->table, TABLE_INDENT);
	t->failed = t->failed || g->table.failed;
	for (size_t c = 0; c < g->table.n_columns; c++)
		as_text_release(&cell[c]);
	as_table_release(&g->table);
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
	struct as_arena arena = {0};
	struct grid g = {.style = style, .s = s, .unit = x->metrics[s->metric].unit,
		.table.arena = &arena, .fill = fill_spreads};
	struct as_text body = {0};

	as_text_add(&body, "How much an estimate varies that is taken of k executions: the "
			   "standard deviation over all groups of k that follow each other, in "
			   "percent of their average.");
	as_layout_body(t, style, "\n", 0, &body);
	add_column(&g, "", false);
	add_column(&g, "of all", false);
	for (size_t i = 0; i < SHOWN; i++)
		if (column_of(s, shown[i].k) < s->n_sizes)
			add_column(&g, shown[i].title, i > 0 && i + 1 < SHOWN);
	add_grid(t, &g);
	as_arena_release(&arena);
	if (s->sound == s->n_sizes)
		return;
	as_text_addf(&body,
		"Beyond k" AS_TIE "=" AS_TIE
		"%zu fewer than five groups share nothing: these "
		"numbers are rough, and mostly too small.",
		s->size[s->sound - 1]);
	as_layout_body(t, style, "", 0, &body);
}

static void add_needed(struct as_text *cell, const struct as_study *s, size_t k)
{
	if (k)
		as_text_addf(cell, "%zu", k);
	else
		as_text_addf(cell, "> %zu", s->size[s->sound - 1]);
}

static void fill_needed(const struct grid *g, const struct as_study_row *row, struct as_text *cell)
{
	for (size_t i = 0; i < AS_STUDY_SHIFTS; i++) {
		if (isnan(row->rel_sd[0])) {
			as_text_char(&cell[i], '-');
			continue;
		}
		add_needed(&cell[i], g->s, row->needed[i]);
		if (row->published[i] == row->needed[i])
			continue;
		as_text_add(&cell[i], " (");
		add_needed(&cell[i], g->s, row->published[i]);
		as_text_char(&cell[i], ')');
	}
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
	struct as_arena arena = {0};
	struct grid g = {.style = style, .s = s, .table.arena = &arena, .fill = fill_needed};
	struct as_text body = {0};

	as_text_add(&body,
		"Executions of each of two programs that tell a difference of so much: it exceeds "
		"2" AS_TIE "sqrt(2) of these standard deviations. In brackets, where it differs, "
			   "by the published rule "
		"(Haveraaen and Hundvebakke), which takes one of the two for exactly known.");
	as_layout_body(t, style, "\n", 0, &body);
	add_column(&g, "", false);
	for (size_t i = 0; i < AS_STUDY_SHIFTS; i++)
		add_column(&g, title[i], false);
	add_grid(t, &g);
	as_arena_release(&arena);
	if (!tells_nothing(s))
		return;
	as_text_addf(&body, "So few tell nothing here: measure more than %zu, or reduce the load.",
		s->size[s->sound - 1]);
	as_layout_body(t, style, "", 0, &body);
}

static void add_clusters(struct as_text *t, const struct as_style *style, const struct as_study *s)
{
	struct as_text body = {0};

	if (!s->clustered)
		return;
	size_t at = column_of(s, s->clustered);
	as_text_addf(&body,
		"Executions are not in random order of size: the minimum of %zu that follow each "
		"other varies by ",
		s->clustered);
	for (size_t r = 0; r < s->n_rows; r++)
		if (s->row[r].minimum)
			add_share(&body, s->row[r].rel_sd[at]);
	as_text_add(&body, ", that of as many drawn at random by ");
	add_share(&body, s->drawn[at]);
	as_text_add(&body,
		". Slow ones come in clusters: what disturbs them lasts; measure for longer.");
	as_layout_body(t, style, "\n", 0, &body);
}

static void add_advice(struct as_text *t, const struct as_style *style)
{
	struct as_text body = {0};

	as_text_add(&body,
		"The minimum is right only for code that always does the same, where what disturbs "
		"can only add; it falls with k, so compare minima of equal k, and it overlooks a "
		"change that slows only some "
		"executions. How often each calls identical programs different: assay" AS_TIE
		"aa" AS_TIE "--estimator" AS_TIE "all" AS_TIE "RESULT.");
	as_layout_body(t, style, "\n", 0, &body);
}

void as_report_study(struct as_text *t, const struct as_style *style, const struct as_experiment *x,
	const struct as_study *s)
{
	add_head(t, style, x, s);
	add_quantiles(t, style, x, s);
	add_spreads(t, style, x, s);
	add_differences(t, style, s);
	add_clusters(t, style, s);
	add_advice(t, style);
}
