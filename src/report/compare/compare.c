/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/result/builds.h"
#include "report/compare/compare_rows.h"
#include "report/compare/named_screen.h"
#include "report/compare/published_screen.h"
#include "report/draw/layout.h"
#include "say/number.h"
#include "report/draw/screen.h"
#include "report/draw/drawn_table.h"
#include "say/when.h"
#include "say/say_words.h"

enum { LABEL, NAME, MEAN, HALF, UNITS, WHEN, COLUMNS };

static const char *subject_name(const struct as_compared *side)
{
	return side->experiment->subjects[side->summary->subject].name;
}

static const struct as_metric *metric_of(const struct as_compared *side)
{
	return &side->experiment->metrics[side->summary->metric];
}

/* What the sides are called: as the user named the result, and if it has several subjects with the
 * name of that. */
static bool call_sides(struct as_arena *arena, const struct as_compared *side, size_t n,
	const char **out)
{
	bool good = true;

	for (size_t i = 0; i < n; i++) {
		const char *label = side[i].label, *name = subject_name(&side[i]);
		if (!label)
			out[i] = name;
		else if (side[i].experiment->n_subjects == 1)
			out[i] = label;
		else
			out[i] = as_arena_printf(arena, "%s (%s)", name, label);
		good = good && out[i];
	}
	return good;
}

static void fill_row(struct as_text cell[static COLUMNS], const struct as_style *style,
	const struct as_compared *side, const char *name)
{
	const struct as_summary *y = side->summary;
	const struct as_metric *m = metric_of(side);

	if (side->label)
		as_name_add(&cell[LABEL], style, side->label, as_style_width(style) * 3 / 10);
	else
		as_text_add(&cell[LABEL], name);
	if (side->label)
		as_name_add(&cell[NAME], style, subject_name(side), as_style_width(style) * 3 / 10);
	const char *skipped = as_subject_skipped(&side->experiment->subjects[y->subject]);
	as_when_add(&cell[WHEN], side->experiment->started_ns, 0, AS_WHEN_MINUTE);
	if (skipped) {
		as_say(&cell[UNITS], style, NO_RESULT_SKIPPED, *skipped ? skipped : NULL);
		return;
	}
	as_paint(&cell[MEAN], style, AS_PAINT_STRONG);
	as_quantity_add(&cell[MEAN], style, m->unit, y->mean, y->half_width);
	as_paint_end(&cell[MEAN], style);
	if (y->method != AS_INTERVAL_NONE && y->mean > 0) {
		as_text_addf(&cell[HALF], "%s" AS_TIE, as_symbols(style)->plus_minus);
		as_percent_add(&cell[HALF], y->half_width / y->mean);
	}
	as_count_add(&cell[UNITS], y->n_top, as_top_word(y));
}

/* What the values hold for, where that is not what is taken for granted. */
static void add_held(struct as_text *t, const struct as_style *style,
	const struct as_compared *side, size_t n)
{
	struct as_held held = {0};
	struct as_text body = {0};
	bool beyond = false;

	for (size_t i = 0; i < n; i++) {
		as_held_count(&held, side[i].summary);
		beyond = beyond || as_has_sessions(side[i].summary);
	}
	if (!style->verbose && !held.below && !held.if_independent)
		return;
	as_say(&body, style, COMPARED_HELD, as_symbols(style)->plus_minus,
		side[0].summary->confidence, side[0].experiment->table ? "table" : "session",
		beyond);
	as_held_add(&body, &held);
	as_layout_body(t, style, "  ", 2, &body);
}

/* A side that does not fit into a line: its name, and what there is of it below. */
static void add_long(struct as_text *t, const struct as_style *style, struct as_text *cell)
{
	struct as_text body = {0};

	for (size_t c = 0; c < COLUMNS; c++) {
		as_text_add(&body, body.len && cell[c].len ? AS_GAP : "");
		as_text_add(&body, as_text_str(&cell[c]));
	}
	as_layout_body(t, style, "  ", 4, &body);
}

static void add_sides(struct as_text *t, const struct as_style *style,
	const struct as_compared *side, size_t n, const char *const *name, struct as_arena *arena)
{
	struct as_text cell[COLUMNS] = {{0}};
	struct as_table table = {
		.column = {{"", false, false}, {"", false, false}, {"", true, false},
			{"", true, false}, {"", true, true}, {"", false, true}},
		.n_columns = COLUMNS,
		.arena = arena,
	};
	const size_t room = as_style_width(style) - 2;
	bool half = false, wide = false;

	for (size_t i = 0; i < n; i++) {
		for (size_t c = 0; c < COLUMNS; c++)
			as_text_clear(&cell[c]);
		fill_row(cell, style, &side[i], name[i]);
		half = half || cell[HALF].len;
		as_table_row(&table, cell);
	}
	wide = as_table_width(&table, room) > room;
	for (size_t i = 0; wide && i < n; i++) {
		for (size_t c = 0; c < COLUMNS; c++)
			as_text_clear(&cell[c]);
		fill_row(cell, style, &side[i], name[i]);
		add_long(t, style, cell);
	}
	if (!wide)
		as_table_add(t, style, &table, 2);
	if (half)
		add_held(t, style, side, n);
	for (size_t c = 0; c < COLUMNS; c++)
		as_text_release(&cell[c]);
	as_table_release(&table);
}

static void add_named(const struct as_compare_screen *s)
{
	const struct as_compared_all *all = s->all;
	const char **unit = as_arena_array(s->arena, all->n_sides, sizeof *unit);

	if (!unit) {
		s->t->failed = true;
		return;
	}
	for (size_t i = 0; i < all->n_sides; i++)
		unit[i] = as_top_word(all->side[i].summary);
	const struct as_sides sides = {metric_of(&all->side[0]), s->name, unit};
	as_named_block(s->t, s->style, &sides, all->c, all->named, all->n_named);
}

static void add_all(const struct as_compare_screen *s, const char *const *called)
{
	const struct as_compared_all *all = s->all;
	const struct as_compared *side = all->side;

	as_compare_verdicts(s);
	add_sides(s->t, s->style, side, all->n_sides, s->name, s->arena);
	as_compare_remarks(s);
	as_compare_sessions_add(s);
	as_compare_overall_add(s);
	add_named(s);
	for (size_t i = 0; i < all->n_sides; i++)
		as_published_block(s->t, s->style,
			&(struct as_published_of){metric_of(&side[i]), side[i].summary, s->name[i],
				side[i].published, side[i].n_published});
	as_report_gates(s->t, s->style, &all->gates, called, all->n_sides);
}

void as_report_compare(struct as_text *t, const struct as_style *style,
	const struct as_compared_all *all)
{
	struct as_arena arena = {0};
	const char **name = as_arena_array(&arena, all->n_sides, sizeof *name);
	const char **called = as_arena_array(&arena, all->n_sides, sizeof *called);

	if (!name || !called || !call_sides(&arena, all->side, all->n_sides, called) ||
		!as_names(&arena, style, called, all->n_sides, as_style_width(style) * 2 / 5, name))
		t->failed = true;
	else if (all->n_sides)
		add_all(&(struct as_compare_screen){t, style, all, name, &arena}, called);
	as_arena_release(&arena);
}
