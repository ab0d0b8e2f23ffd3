/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/compare/alarms_screen.h"

#include <math.h>

#include "report/draw/layout.h"
#include "say/number.h"
#include "report/draw/drawn_table.h"
#include "say/say_words.h"

enum {
	TABLE_INDENT = 2,
	ADVISED = 10, /* units a side (methods-blocks.md) */
	TITLES = 4,   /* there is room for; of more estimators their names */
};

static void add_units(struct as_text *t, const struct as_alarms *a, size_t n)
{
	as_count_add(t, n, a->unit);
}

static void add_head(struct as_text *t, const struct as_style *style,
	const struct as_experiment *x, const struct as_alarms *a)
{
	struct as_text body = {0};

	as_paint(&body, style, AS_PAINT_STRONG);
	as_name_add(&body, style, x->subjects[a->subject].name, as_style_width(style) / 2);
	as_paint_end(&body, style);
	as_text_add(&body, AS_GAP);
	as_metric_label_add(&body, &x->metrics[a->metric]);
	as_text_add(&body, " of ");
	add_units(&body, a, a->units);
	if (x->id)
		as_text_addf(&body, ", experiment" AS_TIE "%lld", (long long)x->id);
	as_layout_body(t, style, "", 0, &body);
	as_text_add(&body, a->independent
				   ? "Two groups are drawn from them, each by itself, so that they "
				     "may share some: nothing "
				   : "Two groups are drawn from them again and again: nothing ");
	as_text_addf(&body,
		"but luck differs between them. %zu" AS_TIE "draws for each line, seed" AS_TIE
		"%llu.",
		a->resamples, (unsigned long long)a->seed);
	as_layout_body(t, style, "", 0, &body);
}

/* "each side", as the first cell of a row. */
static void add_group(struct as_text *cell, const struct as_alarms *a, size_t group)
{
	add_units(cell, a, a->group[group]);
	if (a->group[group] == 1 && a->below)
		as_text_add(cell, " *");
}

static void add_rate(struct as_text *cell, const struct as_style *style,
	const struct as_alarm_rate *r, enum as_paint paint)
{
	if (isnan(r->rate)) {
		as_text_char(cell, '-');
		return;
	}
	if (paint != AS_PAINT_FAINT)
		as_paint(cell, style, paint);
	as_percent_add(cell, r->rate);
	if (paint != AS_PAINT_FAINT)
		as_paint_end(cell, style);
}

/* A rate of false alarms that is no more luck of the draws. */
static enum as_paint alarm_paint(const struct as_alarms *a, const struct as_alarm_rate *r)
{
	return r->rate > 1 - a->confidence + 4 * r->error ? AS_PAINT_BAD : AS_PAINT_FAINT;
}

/* A table with a row a group; column c of it is rate(group, c). */
struct rates {
	const char *title[AS_TABLE_COLUMNS];
	size_t n;
	bool alarms;   /* detectors for shift 0; else shifts of one detector */
	size_t detector;
};

static const struct as_alarm_rate *rate_of(const struct as_alarms *a, const struct rates *r,
	size_t group, size_t c)
{
	return r->alarms ? &a->rate[group][0][c] : &a->rate[group][c + 1][r->detector];
}

static void add_table(struct as_text *t, const struct as_style *style, const struct as_alarms *a,
	const struct rates *r)
{
	struct as_arena arena = {0};
	struct as_text cell[AS_TABLE_COLUMNS] = {{0}};
	struct as_table table = {.n_columns = r->n + 1, .arena = &arena};

	table.column[0] = (struct as_column_style){"on each side", false, false};
	for (size_t c = 0; c < r->n; c++)
		table.column[c + 1] = (struct as_column_style){r->title[c], true, false};
	for (size_t g = 0; g < a->n_groups; g++) {
		for (size_t c = 0; c <= r->n; c++)
			as_text_clear(&cell[c]);
		add_group(&cell[0], a, g);
		for (size_t c = 0; c < r->n; c++) {
			const struct as_alarm_rate *rate = rate_of(a, r, g, c);
			add_rate(&cell[c + 1], style, rate,
				r->alarms ? alarm_paint(a, rate) : AS_PAINT_FAINT);
		}
		as_table_row(&table, cell);
	}
	as_table_add(t, style, &table, TABLE_INDENT);
	t->failed = t->failed || table.failed;
	for (size_t c = 0; c <= r->n; c++)
		as_text_release(&cell[c]);
	as_table_release(&table);
	as_arena_release(&arena);
}

static void add_false_alarms(struct as_text *t, const struct as_style *style,
	const struct as_alarms *a)
{
	struct rates r = {.alarms = true, .n = a->n_detectors};
	struct as_text body = {0};

	for (size_t d = 0; d < a->n_detectors; d++)
		r.title[d] = a->detector[d].title;
	as_text_add(&body, "False alarms: how often two such groups are called different. ");
	as_percent_exact_add(&body, 1 - a->confidence);
	as_text_add(&body, AS_TIE "is what was promised, at most.");
	as_layout_body(t, style, "\n", 0, &body);
	add_table(t, style, a, &r);
}

/* "1 %", ..., kept in arena for the titles of columns. */
static const char *shift_title(struct as_arena *arena, double shift)
{
	struct as_text t = {0};

	as_text_add(&t, shift > 0 ? "+" : "");
	as_percent_exact_add(&t, shift);
	as_layout_flat(&t, 0);
	const char *s = as_arena_strdup(arena, as_text_str(&t));
	as_text_release(&t);
	return s ? s : "";
}

static void add_power(struct as_text *t, const struct as_style *style, const struct as_alarms *a,
	size_t detector)
{
	struct as_arena arena = {0};
	struct rates r = {.n = a->n_shifts - 1, .detector = detector};
	struct as_text body = {0};

	for (size_t s = 1; s < a->n_shifts; s++)
		r.title[s - 1] = shift_title(&arena, a->shift[s]);
	as_text_addf(&body, "Changes found by %s, where one group was changed by so much.",
		a->detector[detector].title);
	as_layout_body(t, style, "\n", 0, &body);
	add_table(t, style, a, &r);
	as_arena_release(&arena);
}

/* Gating on one number a side: false alarms, and in `smallest` what so many units tell. */
static void add_gating_table(struct as_text *t, const struct as_style *style,
	const struct as_alarms *a, bool smallest)
{
	struct as_arena arena = {0};
	struct as_text cell[AS_TABLE_COLUMNS] = {{0}};
	struct as_table table = {.n_columns = a->n_estimators + 1, .arena = &arena};

	table.column[0] = (struct as_column_style){"on each side", false, false};
	for (size_t e = 0; e < a->n_estimators; e++)
		table.column[e + 1] = (struct as_column_style){
			a->n_estimators > TITLES ? a->estimator[e] : a->estimator_title[e], true,
			false};
	for (size_t g = 0; g < a->n_groups; g++) {
		for (size_t c = 0; c <= a->n_estimators; c++)
			as_text_clear(&cell[c]);
		add_units(&cell[0], a, a->group[g]);
		for (size_t e = 0; e < a->n_estimators; e++) {
			const struct as_alarm_gating *found = &a->gating[g][0][e];
			const struct as_alarm_rate rate = {found->rate, found->error};
			if (smallest)
				as_percent_above_add(&cell[e + 1], found->smallest);
			else
				add_rate(&cell[e + 1], style, &rate, alarm_paint(a, &rate));
		}
		as_table_row(&table, cell);
	}
	as_table_add(t, style, &table, TABLE_INDENT);
	t->failed = t->failed || table.failed;
	for (size_t c = 0; c <= a->n_estimators; c++)
		as_text_release(&cell[c]);
	as_table_release(&table);
	as_arena_release(&arena);
}

/* What the tables say of as many units as are advised, or the most there are, in one sentence. */
static void add_cost(struct as_text *t, const struct as_style *style, const struct as_alarms *a)
{
	struct as_text body = {0};
	size_t g = 0;

	while (g + 1 < a->n_groups && a->group[g + 1] <= ADVISED)
		g++;
	as_text_add(&body, "So with ");
	add_units(&body, a, a->group[g]);
	as_text_addf(&body, " on each side %s is wrong in ", a->detector[0].title);
	as_percent_add(&body, a->rate[g][0][0].rate);
	as_text_add(&body, " of cases, a gate");
	for (size_t e = 0; e < a->n_estimators; e++) {
		as_text_addf(&body, "%s on the %s in ", e ? "," : "", a->estimator_title[e]);
		as_percent_add(&body, a->gating[g][0][e].rate);
	}
	as_text_char(&body, '.');
	as_layout_body(t, style, "\n", 0, &body);
}

static void add_gating(struct as_text *t, const struct as_style *style, const struct as_alarms *a)
{
	struct as_text body = {0};

	if (!a->n_estimators)
		return;
	as_text_add(&body,
		"False alarms of gating on one number a side: how often their ratio is more than ");
	as_percent_exact_add(&body, a->tolerance);
	as_text_add(&body, AS_TIE "away from" AS_TIE "1 (--tolerance).");
	if (a->below)
		as_text_addf(&body, " Each %s counts as that number of its %ss.", a->unit,
			a->below);
	as_layout_body(t, style, "\n", 0, &body);
	add_gating_table(t, style, a, false);
	as_text_add(&body, "The smallest difference that such a number tells: 2" AS_TIE
			   "sqrt(2) of its standard deviations (Haveraaen and Hundvebakke).");
	as_layout_body(t, style, "\n", 0, &body);
	add_gating_table(t, style, a, true);
	add_cost(t, style, a);
}

static void add_single(struct as_text *t, const struct as_style *style, const struct as_alarms *a)
{
	struct as_text body = {0};

	if (!a->below || a->group[0] != 1)
		return;
	as_text_addf(&body,
		"* One %s a side is judged by its %ss, as tools do that repeat nothing else.",
		a->unit, a->below);
	as_layout_body(t, style, "  ", 4, &body);
}

/* From the largest change to the smallest, as one sentence. */
static void add_enough(struct as_text *t, const struct as_style *style, const struct as_alarms *a)
{
	struct as_text body = {0};
	bool any = false;

	for (size_t s = 1; s < a->n_shifts; s++)
		any = any || a->enough[s];
	if (!any) {
		as_text_addf(&body,
			"%s finds none of these changes in 80" AS_TIE "%% of cases: measure more "
			"than ",
			a->detector[0].title);
		add_units(&body, a, a->units);
		as_text_add(&body, " to see what it takes.");
		as_layout_body(t, style, "\n", 0, &body);
		return;
	}
	as_text_addf(&body, "In 80" AS_TIE "%% of cases %s finds", a->detector[0].title);
	for (size_t s = a->n_shifts; s-- > 1;) {
		as_text_add(&body,
			s + 1 == a->n_shifts ? " a change of" AS_TIE : ", one of" AS_TIE);
		as_percent_exact_add(&body, fabs(a->shift[s]));
		as_text_add(&body, a->enough[s] ? " with" AS_TIE : " not even with" AS_TIE);
		add_units(&body, a, a->enough[s] ? a->enough[s] : a->group[a->n_groups - 1]);
		if (s + 1 == a->n_shifts)
			as_text_add(&body, " on each side");
	}
	as_text_char(&body, '.');
	as_layout_body(t, style, "\n", 0, &body);
}

static void add_caution(struct as_text *t, const struct as_style *style, const struct as_alarms *a)
{
	struct as_text body = {0};
	double most = 0;

	for (size_t g = 0; g < a->n_groups; g++)
		for (size_t s = 0; s < a->n_shifts; s++)
			for (size_t d = 0; d < a->n_detectors; d++)
				most = fmax(most, a->rate[g][s][d].error);
	for (size_t g = 0; g < a->n_groups; g++)
		for (size_t e = 0; e < a->n_estimators; e++)
			most = fmax(most, a->gating[g][0][e].error);
	as_text_add(&body, "The draws leave a standard error of ");
	as_percent_add(&body, most);
	as_text_add(&body, " at most in each rate; how these ");
	add_units(&body, a, a->units);
	as_text_add(&body, " happened to come out is not in it");
	as_text_add(&body, a->rough ? ", and with fewer than 20 the rates are rough." : ".");
	as_layout_body(t, style, "", 0, &body);
}

void as_report_alarms(struct as_text *t, const struct as_style *style,
	const struct as_experiment *x, const struct as_alarms *a)
{
	add_head(t, style, x, a);
	add_false_alarms(t, style, a);
	add_single(t, style, a);
	for (size_t d = 0; a->n_shifts > 1 && d < (style->verbose ? a->n_detectors : 1); d++)
		add_power(t, style, a, d);
	add_gating(t, style, a);
	add_enough(t, style, a);
	add_caution(t, style, a);
}
