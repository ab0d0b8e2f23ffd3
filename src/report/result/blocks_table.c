/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "model/joined/extend.h"
#include "report/result/builds.h"
#include "report/draw/layout.h"
#include "say/number.h"
#include "report/draw/screen.h"
#include "report/draw/drawn_table.h"
#include "say/say_words.h"

enum { NAME, MEAN, HALF, INTERVAL, LEAST, MEMORY, COLUMNS };

static void add_memory(struct as_text *t, const struct as_screen *s, size_t subject)
{
	for (size_t k = 1; k < s->n; k++) {
		if (subject >= s->a[k].n_subjects)
			continue;
		const struct as_summary *y = &s->a[k].summaries[subject];
		if (y->metric == AS_METRIC_PEAK_MEMORY && y->n_values)
			as_quantity_add(t, s->style, "bytes", y->mean, (double)NAN);
	}
}

/* holds: what the head of the column says. */
static void fill_row(struct as_text cell[static COLUMNS], struct as_screen *s, size_t subject,
	enum as_holds holds)
{
	const struct as_summary *y = as_screen_summary(s, subject);
	const struct as_metric *m = as_screen_metric(s, y->metric);
	int decimals = 0;
	struct as_scale scale = as_summary_scale(s->style, m, y, &decimals);

	as_text_add(&cell[NAME], s->name[subject]);
	if (!y->n_values) {
		as_text_add(&cell[MEAN], "no result");
		return;
	}
	as_paint(&cell[MEAN], s->style, AS_PAINT_STRONG);
	as_number_add(&cell[MEAN], scale, y->mean, decimals);
	as_unit_add(&cell[MEAN], scale);
	as_paint_end(&cell[MEAN], s->style);
	if (y->method != AS_INTERVAL_NONE && as_shows_values(m, y)) {
		as_text_add(&cell[INTERVAL], "values ");
		as_range_add(&cell[INTERVAL], s->style, m, y);
	} else if (y->method != AS_INTERVAL_NONE) {
		as_text_addf(&cell[HALF], "%s" AS_TIE, as_symbols(s->style)->plus_minus);
		if (y->mean > 0)
			as_percent_add(&cell[HALF], y->half_width / y->mean);
		else
			as_quantity_add(&cell[HALF], s->style, m->unit, y->half_width, (double)NAN);
		as_range_add(&cell[INTERVAL], s->style, m, y);
		if (y->lasting.holds != holds) {
			as_text_add(&cell[INTERVAL], " (");
			as_confidence_add(&cell[INTERVAL], y, y->lasting.holds);
			as_text_char(&cell[INTERVAL], ')');
		}
	}
	if (y->n_values > 1)
		as_number_add(&cell[LEAST], scale, y->spread.min, decimals);
	if (y->n_values > 1)
		as_unit_add(&cell[LEAST], scale);
	add_memory(&cell[MEMORY], s, subject);
}

/* Iterations in each execution, where all subjects have the same number; else 0. */
static size_t iterations_of(const struct as_screen *s)
{
	const struct as_summary_level *first = &as_screen_summary(s, 0)->tree.v[0];

	for (size_t i = 0; i < s->x->n_subjects; i++) {
		const struct as_summary *y = as_screen_summary(s, i);
		if (y->tree.n < 2 || y->tree.v[0].level != AS_LEVEL_ITERATION ||
			y->tree.v[0].r_min != first->r_max || y->tree.v[0].r_max != first->r_max)
			return 0;
	}
	return first->r_max;
}

/* What is the same for all. */
static void add_head(struct as_screen *s)
{
	struct as_text body = {0};
	size_t iterations = iterations_of(s), sessions = as_experiment_sessions(s->x);
	double seconds = 0;

	if (s->x->table) {
		as_say(&body, s->style, HEAD_SUBJECTS, s->x->n_subjects, as_builds_scope(s, 0));
		as_layout_body(s->t, s->style, "", 2, &body);
		return;
	}
	for (size_t i = 0; i < s->x->n_subjects; i++)
		seconds += as_screen_seconds(s, i) + as_builds_seconds(&s->x->subjects[i]);
	const struct as_plan *p = &s->x->plan;
	const bool rounds = p->design != AS_DESIGN_SEQUENTIAL, even = p->done % sessions == 0;
	as_say(&body, s->style, HEAD_UNITS, sessions > 1 ? sessions : 0,
		p->builds > 1 ? p->builds : 0,
		rounds ? even ? p->done / sessions : p->done : 0, even, s->x->n_subjects,
		iterations);
	as_took_add(&body, s->style, as_experiment_elapsed_s(s->x), seconds);
	as_say(&body, s->style, AFTER_WARMUPS, p->warmups, true);
	as_say(&body, s->style, HEAD_SCOPE, sessions > 1 ? AS_SAY_SCOPE_BEYOND
		: as_experiment_stretches(s->x) > 1 ? AS_SAY_SCOPE_SEVERAL : AS_SAY_SCOPE_THIS,
		s->x->second_look && sessions == 1);
	as_layout_body(s->t, s->style, "", 2, &body);
}

void as_blocks_table(struct as_screen *s)
{
	struct as_text title = {0}, cell[COLUMNS] = {{0}};
	const struct as_summary *first = as_screen_summary(s, 0);
	struct as_held held = {0};
	struct as_table table = {
		.column = {{"", false, false}, {"mean", true, false}, {"", true, false},
			{"", true, false}, {"min", true, true}, {"memory", true, true}},
		.n_columns = COLUMNS,
		.arena = &s->arena,
	};

	add_head(s);
	as_metric_label_add(&title, as_screen_metric(s, first->metric));
	table.column[MEAN].title = as_text_str(&title);
	for (size_t i = 0; i < s->x->n_subjects; i++)
		as_held_count(&held, as_screen_summary(s, i));
	as_confidence_add(&cell[0], first, held.holds);
	const char *confidence = as_arena_strdup(&s->arena, as_text_str(&cell[0]));
	table.column[INTERVAL].title = confidence ? confidence : "";
	for (size_t i = 0; i < s->x->n_subjects; i++) {
		for (size_t c = 0; c < COLUMNS; c++)
			as_text_clear(&cell[c]);
		fill_row(cell, s, i, held.holds);
		as_table_row(&table, cell);
	}
	as_table_add(s->t, s->style, &table, 2);
	for (size_t c = 0; c < COLUMNS; c++)
		as_text_release(&cell[c]);
	as_table_release(&table);
	as_text_release(&title);
}
