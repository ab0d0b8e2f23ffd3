/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/compare/alarms_screen.h"

#include <math.h>

#include "report/draw/layout.h"
#include "say/number.h"
#include "report/draw/drawn_table.h"

enum {
	TABLE_INDENT = 2,
	ADVISED = 10, /* units a side (methods-blocks.md) */
	TITLES = 4,   /* there is room for; of more estimators their names */
};

static void add_head(struct as_text *t, const struct as_style *style,
	const struct as_experiment *x, const struct as_alarms *a)
{
	struct as_text name = {0};

	as_name_add(&name, style, x->subjects[a->subject].name, as_style_width(style) / 2);
	as_lines(t, style, 0, STUDIED, AS_PAINT_STRONG, &name, &x->metrics[a->metric], a->units,
		a->unit, false, (size_t)x->id);
	as_lines(t, style, 0, ALARMS_DRAWN, a->independent, a->resamples, a->seed);
}

static void add_rate(struct as_text *cell, const struct as_style *style,
	const struct as_alarm_rate *r, bool bad)
{
	struct as_text rate = {0};

	if (isnan(r->rate))
		as_text_char(&rate, '-');
	else
		as_percent_add(&rate, r->rate);
	as_say(cell, style, PAINTED, bad ? AS_PAINT_BAD : AS_PAINT_NONE, &rate);
}

/* A rate of false alarms that is no more luck of the draws. */
static bool is_bad(const struct as_alarms *a, const struct as_alarm_rate *r)
{
	return r->rate > 1 - a->confidence + 4 * r->error;
}

/* A table with a row a group; cell(group, c) fills column c of it. */
struct rates {
	const struct as_style *style;
	const struct as_alarms *a;
	const char *title[AS_TABLE_COLUMNS];
	size_t n, detector;
	size_t needed; /* so many columns stand there at any width; 0: all */
	bool single; /* groups of one are marked */
	void (*cell)(const struct rates *r, size_t group, size_t c, struct as_text *cell);
};

/* Detectors where nothing was changed. */
static void false_alarm(const struct rates *r, size_t group, size_t c, struct as_text *cell)
{
	const struct as_alarm_rate *rate = &r->a->rate[group][0][c];

	add_rate(cell, r->style, rate, is_bad(r->a, rate));
}

/* Shifts that one detector finds. */
static void found(const struct rates *r, size_t group, size_t c, struct as_text *cell)
{
	add_rate(cell, r->style, &r->a->rate[group][c + 1][r->detector], false);
}

/* Gating on one number a side: false alarms, and what so many units tell. */
static void gated(const struct rates *r, size_t group, size_t c, struct as_text *cell)
{
	const struct as_alarm_gating *g = &r->a->gating[group][0][c];
	const struct as_alarm_rate rate = {g->rate, g->error};

	add_rate(cell, r->style, &rate, is_bad(r->a, &rate));
}

static void smallest(const struct rates *r, size_t group, size_t c, struct as_text *cell)
{
	as_percent_above_add(cell, r->a->gating[group][0][c].smallest);
}

static void add_table(struct as_text *t, const struct rates *r)
{
	const struct as_alarms *a = r->a;
	struct as_table table = {.n_columns = r->n + 1};

	table.column[0] = (struct as_column_style){"on each side", false, false};
	for (size_t c = 0; c < r->n; c++)
		table.column[c + 1] = (struct as_column_style){r->title[c], true,
			c >= r->needed && r->needed};
	for (size_t g = 0; g < a->n_groups; g++) {
		as_say(&table.next[0], r->style, ALARMS_GROUP, a->group[g], a->unit,
			r->single && a->group[g] == 1 && a->below);
		for (size_t c = 0; c < r->n; c++)
			r->cell(r, g, c, &table.next[c + 1]);
		as_table_next(&table);
	}
	as_table_end(t, r->style, &table, TABLE_INDENT);
}

static void add_false_alarms(struct as_text *t, const struct as_style *style,
	const struct as_alarms *a)
{
	struct rates r = {.style = style, .a = a, .n = a->n_detectors, .single = true,
		.needed = a->n_detectors - 1, .cell = false_alarm};

	for (size_t d = 0; d < a->n_detectors; d++)
		r.title[d] = a->detector[d].title;
	as_lines_after(t, style, "\n", 0, ALARMS_FALSE, 1 - a->confidence);
	add_table(t, &r);
	if (a->below && a->group[0] == 1)
		as_lines_after(t, style, "  ", 4, ALARMS_SINGLE, a->unit, a->below);
	as_lines_after(t, style, "  ", 4, ALARMS_FEWEST, a->detector[0].title, a->fewest[0],
		a->unit, 1 - a->confidence, a->group[a->n_groups - 1]);
}

/* "1 %", ..., kept in arena for the titles of columns. */
static const char *shift_title(struct as_arena *arena, const struct as_style *style, double shift)
{
	struct as_text t = {0};

	as_say(&t, style, ALARMS_SHIFT, shift > 0, shift);
	as_layout_flat(&t, 0);
	const char *s = as_arena_strdup(arena, as_text_str(&t));
	as_text_release(&t);
	return s ? s : "";
}

static void add_power(struct as_text *t, const struct as_style *style, const struct as_alarms *a,
	size_t detector)
{
	struct as_arena arena = {0};
	struct rates r = {.style = style, .a = a, .n = a->n_shifts - 1, .detector = detector,
		.single = true, .cell = found};

	for (size_t s = 1; s < a->n_shifts; s++)
		r.title[s - 1] = shift_title(&arena, style, a->shift[s]);
	as_lines_after(t, style, "\n", 0, ALARMS_POWER, a->detector[detector].title);
	add_table(t, &r);
	as_arena_release(&arena);
}

/* What the tables say of as many units as are advised, or the most there are, in one sentence. */
static void add_cost(struct as_text *t, const struct as_style *style, const struct as_alarms *a)
{
	struct as_list list = {0};
	size_t g = 0;

	while (g + 1 < a->n_groups && a->group[g + 1] <= ADVISED)
		g++;
	for (size_t e = 0; e < a->n_estimators; e++)
		if (as_list_next(&list))
			as_say(&list.text, style, ALARMS_GATE, a->estimator_title[e],
				a->gating[g][0][e].rate);
	as_lines_after(t, style, "\n", 0, ALARMS_COST, a->group[g], a->unit,
		a->detector[0].title, a->rate[g][0][0].rate, as_list_end(&list));
}

static void add_gating(struct as_text *t, const struct as_style *style, const struct as_alarms *a)
{
	struct rates r = {.style = style, .a = a, .n = a->n_estimators, .cell = gated};

	if (!a->n_estimators)
		return;
	for (size_t e = 0; e < a->n_estimators; e++)
		r.title[e] = a->n_estimators > TITLES ? a->estimator[e] : a->estimator_title[e];
	as_lines_after(t, style, "\n", 0, ALARMS_GATING, a->tolerance, a->unit, a->below);
	add_table(t, &r);
	r.cell = smallest;
	as_lines_after(t, style, "\n", 0, ALARMS_SMALLEST);
	add_table(t, &r);
	add_cost(t, style, a);
}

/* From the largest change to the smallest, as one sentence. */
static void add_enough(struct as_text *t, const struct as_style *style, const struct as_alarms *a)
{
	const char *detector = a->detector[0].title;
	struct as_list list = {0};
	bool any = false;

	for (size_t s = a->n_shifts; s-- > 1;) {
		any = any || a->enough[s];
		as_list_next(&list);
		as_say(&list.text, style, ALARMS_ENOUGH_FOR, list.n == 1, fabs(a->shift[s]),
			a->enough[s], a->enough[s] ? a->enough[s] : a->group[a->n_groups - 1],
			a->unit);
	}
	if (any)
		as_lines_after(t, style, "\n", 0, ALARMS_ENOUGH, detector, as_list_end(&list));
	else
		as_lines_after(t, style, "\n", 0, ALARMS_NONE, detector, a->units, a->unit);
	if (!any)
		as_text_release(&list.text);
}

static void add_caution(struct as_text *t, const struct as_style *style, const struct as_alarms *a)
{
	double most = 0;

	for (size_t g = 0; g < a->n_groups; g++)
		for (size_t s = 0; s < a->n_shifts; s++)
			for (size_t d = 0; d < a->n_detectors; d++)
				most = fmax(most, a->rate[g][s][d].error);
	for (size_t g = 0; g < a->n_groups; g++)
		for (size_t e = 0; e < a->n_estimators; e++)
			most = fmax(most, a->gating[g][0][e].error);
	as_lines(t, style, 0, ALARMS_CAUTION, most, a->units, a->unit, a->rough);
}

void as_report_alarms(struct as_text *t, const struct as_style *style,
	const struct as_experiment *x, const struct as_alarms *a)
{
	add_head(t, style, x, a);
	add_false_alarms(t, style, a);
	for (size_t d = 0; a->n_shifts > 1 && d < (style->verbose ? a->n_detectors : 1); d++)
		add_power(t, style, a, d);
	add_gating(t, style, a);
	add_enough(t, style, a);
	add_caution(t, style, a);
}
