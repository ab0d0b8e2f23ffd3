/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "report/draw/layout.h"
#include "say/number.h"
#include "report/draw/drawn_table.h"
#include "report/draw/terminal.h"
#include "say/when.h"

enum { ID, WHEN, LABEL, COMMAND, RESULT, HALF, METRIC, OUTCOME, NOTE, COLUMNS };
enum { LABEL_COLUMNS = 16, NOTE_COLUMNS = 20, COMMAND_LEAST = 20, WIDE = 100,
	MANY = 200 /* rows, above which none is compared with all others */ };

/* Without its beginning, where that is what it has in common with others. */
static void add_ending(struct as_text *t, const struct as_style *style, const char *name,
	size_t columns)
{
	const char *ellipsis = as_symbols(style)->ellipsis;
	const size_t most = columns - as_text_width(ellipsis);
	struct as_text clean = {0};

	as_text_add_neutral(&clean, name, strlen(name), 0);
	const char *from = as_text_str(&clean);
	while (*from && (as_text_width(from) > most || ((unsigned char)*from & 0xc0) == 0x80))
		from++;
	as_text_add(t, ellipsis);
	as_text_add(t, from);
	as_text_take(t, &clean);
}

/* ending: of a name too long its end. */
static void add_command(struct as_text *t, const struct as_style *style, const struct as_listing *l,
	size_t columns, bool ending)
{
	const char *name = l->subject ? l->subject : "";
	struct as_text more = {0};

	if (l->n_subjects > 1)
		as_say(&more, style, AND_MORE, l->n_subjects - 1);
	size_t rest = columns > more.len + 8 ? columns - more.len : 8;
	if (ending && as_text_width(name) > rest)
		add_ending(t, style, name, rest);
	else
		as_name_add(t, style, name, rest);
	as_text_add(t, as_text_str(&more));
	as_text_take(t, &more);
}

/* Another row looks the same though it is of another command. */
static bool has_twin(const struct as_style *style, const struct as_listing *l, size_t n, size_t i,
	size_t columns)
{
	struct as_text own = {0}, other = {0};
	bool twin = false;

	add_command(&own, style, &l[i], columns, false);
	for (size_t k = 0; k < n && !twin; k++) {
		if (!l[i].subject || !l[k].subject || !strcmp(l[i].subject, l[k].subject))
			continue;
		as_text_clear(&other);
		add_command(&other, style, &l[k], columns, false);
		twin = !strcmp(as_text_str(&own), as_text_str(&other));
	}
	as_text_release(&own);
	as_text_release(&other);
	return twin;
}

static void add_result(struct as_text cell[static COLUMNS], const struct as_style *style,
	const struct as_listing *l)
{
	double half = (l->hi - l->lo) / 2;

	as_quantity_add(&cell[RESULT], style, l->unit, l->mean, half);
	if (l->mean > 0 && isfinite(half))
		as_plus_minus_add(&cell[HALF], style, half / l->mean);
}

/* What a mean is of, without a word: a time is that of the program, memory its peak. */
static bool is_evident(const struct as_listing *l)
{
	return !strcmp(l->criterion, "wall") || !strcmp(l->criterion, "time") ||
		!strcmp(l->criterion, "peak_memory");
}

/* One row but for the command, which gets the room that is left. */
static void add_row(struct as_table *table, const struct as_style *style,
	const struct as_listing *l, int64_t now_ns)
{
	struct as_text *cell = table->next;

	as_text_addf(&cell[ID], "%s%lld", l->pinned ? "*" : "", (long long)l->id);
	as_when_add(&cell[WHEN], l->started_ns, now_ns,
		as_style_width(style) < WIDE ? AS_WHEN_SHORT : AS_WHEN_MINUTE);
	if (l->label)
		as_name_add(&cell[LABEL], style, l->label, LABEL_COLUMNS);
	if (style->verbose || !is_evident(l))
		as_name_add(&cell[METRIC], style, l->criterion, LABEL_COLUMNS);
	add_result(cell, style, l);
	as_paint(&cell[OUTCOME], style, AS_PAINT_WARN);
	as_text_add(&cell[OUTCOME], as_outcome_word(l->outcome));
	as_paint_end(&cell[OUTCOME], style);
	if (l->note)
		as_name_add(&cell[NOTE], style, l->note, NOTE_COLUMNS);
	as_table_next(table);
}

static struct as_table fill_table(
	const struct as_style *style, const struct as_listing *l, size_t n, int64_t now_ns)
{
	struct as_table table = {
		.column = {{"id", true, false}, {"when", true, false}, {"label", false, true},
			{"command", false, false}, {"typical", true, false}, {"", true, false},
			{"of", false, true}, {"ended", false, true}, {"note", false, true}},
		.n_columns = COLUMNS,
	};

	for (size_t i = 0; i < n; i++)
		add_row(&table, style, &l[i], now_ns);
	return table;
}

/* Commands into the columns that are left beside everything else. */
static void fill_commands(struct as_table *table, const struct as_style *style,
	const struct as_listing *l)
{
	size_t width = as_style_width(style);
	size_t others = as_table_width(table, width - COMMAND_LEAST - 3) + 3;
	size_t columns = others + COMMAND_LEAST < width ? width - others : COMMAND_LEAST;
	struct as_text command = {0};

	for (size_t i = 0; i < table->n_rows; i++) {
		as_text_clear(&command);
		bool twin = table->n_rows <= MANY && has_twin(style, l, table->n_rows, i, columns);
		add_command(&command, style, &l[i], columns, twin);
		as_table_set(table, i, COMMAND, &command);
	}
	as_text_release(&command);
}

void as_report_list(struct as_text *t, const struct as_style *style, const struct as_listing *l,
	size_t n, int64_t now_ns)
{
	bool half = false, pinned = false;

	if (!n) {
		as_lines(t, style, 0, LIST_NONE);
		return;
	}
	struct as_table table = fill_table(style, l, n, now_ns);
	fill_commands(&table, style, l);
	for (size_t i = 0; i < n; i++) {
		half = half || (l[i].mean > 0 && isfinite(l[i].hi - l[i].lo));
		pinned = pinned || l[i].pinned;
	}
	as_table_end(t, style, &table, 0);
	if (pinned)
		as_lines(t, style, 2, LIST_PINNED);
	if (half)
		as_lines(t, style, 2, LIST_MEAN);
}

void as_report_list_rest(struct as_text *t, const struct as_style *style, bool older,
	size_t steps, size_t not_ended)
{
	if (older)
		as_lines(t, style, 0, LIST_OLDER);
	if (steps)
		as_lines(t, style, 0, LIST_STEPS, steps);
	if (not_ended)
		as_lines(t, style, 0, LIST_BEGUN, not_ended, not_ended == 1);
}
