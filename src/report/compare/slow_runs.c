/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/compare/slow_runs.h"

#include <math.h>

#include "report/draw/draw.h"
#include "report/draw/drawn_table.h"

enum { BAR = 20, COLUMNS = 3 };

/* One side of it. */
struct slow_side {
	const char *name;
	size_t slow, n;
	double times;
};

static void add_side(struct as_table *table, const struct as_style *style, struct slow_side s,
	double most)
{
	const double share = (double)s.slow / (double)s.n;

	as_text_add(&table->next[0], s.name);
	if (s.slow)
		as_bar_add(&table->next[1], style, share / most, BAR);
	as_say(&table->next[2], style, SLOW_SIDE, s.slow, s.n, s.times);
	as_table_next(table);
}

void as_slow_runs_add(struct as_text *t, const struct as_style *style, const struct as_versus *v)
{
	const struct as_comparison *c = v->c;
	const struct slow_side sides[] = {
		{v->reference, c->material.slow_reference, c->n, c->material.slow_times_reference},
		{v->subject, c->material.slow, c->n, c->material.slow_times},
	};
	const size_t more = sides[0].slow > sides[1].slow ? sides[0].slow : sides[1].slow;
	struct as_table table = {.n_columns = COLUMNS,
		.column = {{"", false, false}, {"", false, false}, {"", false, false}}};

	if (!style->verbose || !c->material.is || !more || !c->n)
		return;
	as_row(t, style, SLOW_RUNS);
	for (size_t i = 0; i < sizeof sides / sizeof sides[0]; i++)
		add_side(&table, style, sides[i], (double)more / (double)c->n);
	as_table_end(t, style, &table, AS_ROW_HANG);
}
