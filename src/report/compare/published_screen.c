/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/compare/published_screen.h"

#include <math.h>
#include <string.h>

#include "report/draw/layout.h"
#include "say/number.h"
#include "report/draw/screen.h"
#include "report/draw/drawn_table.h"

enum { METHOD, HALF, INTERVAL, QUANTILE, COLUMNS };
enum { NAME_COLUMNS = 14, LABEL_COLUMNS = 2 + NAME_COLUMNS + 3 };

/* Numbers of the formulas in the papers. */
static const struct {
	const char *interval, *optimum, *optimum_q, *cost, *cost_q;
} equations[AS_PUBLISHED_METHODS] = {
	[AS_PUBLISHED_SPECTS2005] = {"(5)", "(8)", "(8)", "(7)", "(7)"},
	[AS_PUBLISHED_EPEW2006] = {"(17)", "(21)", "(23)", "(18)", "(22)"},
};

struct block {
	struct as_text *t;
	const struct as_style *style;
	const struct as_metric *metric;
	const struct as_summary *y;
};

static void add_quantile(struct as_text *t, double df)
{
	if (isfinite(df))
		as_text_addf(t, "t," AS_TIE "%.4g" AS_TIE "df", df);
	else
		as_text_add(t, "normal" AS_TIE "quantile");
}

static void add_interval(const struct block *b, struct as_table *table, const char *method,
	const struct as_published_bounds *i, const char *remark)
{
	struct as_text cell[COLUMNS] = {{0}};
	int decimals = 0;
	struct as_scale scale = as_summary_scale(b->style, b->metric, b->y, &decimals);

	size_t columns = as_layout_width(method);
	as_text_add(&cell[METHOD], method);
	as_text_repeat(&cell[METHOD], AS_TIE, columns < NAME_COLUMNS ? NAME_COLUMNS - columns : 0);
	if (isfinite(i->half_width)) {
		as_text_addf(&cell[HALF], "%s" AS_TIE, as_symbols(b->style)->plus_minus);
		if (b->y->mean > 0)
			as_percent_add(&cell[HALF], i->half_width / b->y->mean);
		else
			as_quantity_add(&cell[HALF], b->style, b->metric->unit, i->half_width,
				i->half_width);
		as_number_add(&cell[INTERVAL], scale, i->lo, decimals);
		as_text_addf(&cell[INTERVAL], AS_TIE "%s" AS_TIE, as_symbols(b->style)->to);
		as_number_add(&cell[INTERVAL], scale, i->hi, decimals);
		as_unit_add(&cell[INTERVAL], scale);
		add_quantile(&cell[QUANTILE], i->df);
	} else {
		as_text_add(&cell[INTERVAL], "no interval");
	}
	as_text_add(&cell[QUANTILE], remark);
	as_table_row(table, cell);
	for (size_t c = 0; c < COLUMNS; c++)
		as_text_release(&cell[c]);
}

/* Ours, then those that say something of this tree. */
static void add_intervals(const struct block *b, const struct as_published *p, size_t n)
{
	const struct as_summary *y = b->y;
	const struct as_published_bounds ours = {y->lo, y->hi, y->half_width, y->df};
	struct as_arena arena = {0};
	struct as_text name = {0};
	struct as_table table = {
		.column = {{"", false, false}, {"", true, false}, {"", true, false},
			{"", false, true}},
		.n_columns = COLUMNS,
		.arena = &arena,
	};

	add_interval(b, &table, "ours", &ours,
		y->method == AS_INTERVAL_TWO_STAGE ? ", or the wider of two stages" : "");
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < p[i].n_intervals; k++) {
			as_text_clear(&name);
			as_text_addf(&name, "%s" AS_TIE "%s", as_published_names[p[i].method],
				equations[p[i].method].interval);
			add_interval(b, &table, as_text_str(&name), &p[i].interval[k],
				p[i].one_binary ? ", conditional on this one" : "");
		}
	as_table_add(b->t, b->style, &table, 2);
	as_text_take(b->t, &name);
	as_table_release(&table);
	as_arena_release(&arena);
}

/* A row under the intervals. */
static void add_row(const struct block *b, const char *method, const char *equation,
	struct as_text *body)
{
	struct as_text head = {0};

	as_text_addf(&head, "  %s %s", method, equation);
	size_t columns = as_layout_width(as_text_str(&head));
	as_blank(&head, columns < LABEL_COLUMNS ? LABEL_COLUMNS - columns : 1);
	as_layout_body(b->t, b->style, as_text_str(&head), LABEL_COLUMNS, body);
	as_text_take(b->t, &head);
}

static void add_number(struct as_text *t, double x)
{
	as_text_addf(t, "%.*f", x < 9.95 ? 1 : 0, x);
}

/* "best: 4.2 iterations an execution, rounded up to 5; 1.7 executions a build, ..." */
static void add_optimum(const struct block *b, const struct as_published *p)
{
	const char *equation = p->q_assumed ? equations[p->method].optimum
					    : equations[p->method].optimum_q;
	struct as_text body = {0};

	for (size_t i = 0; i + 1 < p->n_levels; i++) {
		const char *name = as_summary_level_name(&b->y->levels[i]);
		const char *above = as_summary_level_name(&b->y->levels[i + 1]);
		as_text_add(&body, i ? ", " : "best: ");
		if (isinf(p->optimum[i]))
			as_text_addf(&body, "any number of %ss in each %s, which does not vary",
				name, above);
		if (!isfinite(p->optimum[i]))
			continue;
		as_count_add(&body, p->optimum_counts[i], name);
		as_text_addf(&body, " in" AS_TIE "each" AS_TIE "%s (%.1f)", above, p->optimum[i]);
	}
	add_row(b, as_published_names[p->method], equation, &body);
}

/* "cost: 10 × (15.2 + 20) = 352 iterations, 3.5 s" */
static void add_cost(const struct block *b, const struct as_published *p)
{
	const char *times = as_symbols(b->style)->times;
	struct as_text body = {0};

	as_text_addf(&body, "cost: %zu %s (", p->counts[p->n_levels - 1], times);
	if (p->n_levels > 2) {
		add_number(&body, p->b);
		as_text_add(&body, " + (");
	}
	add_number(&body, p->w);
	as_text_addf(&body, " + %zu)", p->counts[0]);
	if (p->n_levels > 2) {
		as_text_addf(&body, " %s %zu %s ", times, p->counts[1], times);
		as_text_addf(&body, "%.3g)", p->q);
	}
	as_text_add(&body, " = ");
	add_number(&body, p->cost);
	as_text_add(&body, p->n_levels > 2 ? " measured parts" : "");
	if (p->n_levels == 2)
		as_text_addf(&body, " %ss", as_summary_level_name(&b->y->levels[0]));
	as_text_add(&body, ", ");
	as_duration_add(&body, p->cost_s);
	as_text_addf(&body, "; q" AS_TIE "=" AS_TIE "%.3g%s", p->q, p->q_assumed
		? " is assumed" : ", from the program's" AS_TIE "t");
	add_row(b, as_published_names[p->method], p->q_assumed ? equations[p->method].cost
		: equations[p->method].cost_q, &body);
}

static void add_plan(const struct block *b, const struct as_published *p)
{
	struct as_text body = {0};

	if (*p->refused) {
		as_text_add_neutral(&body, p->refused, strlen(p->refused), 0);
		add_row(b, as_published_names[p->method], "", &body);
	} else if (isnan(p->cost)) {
		as_text_add(&body,
			"no optimum and no cost: what a unit of each level costs is not known");
		add_row(b, as_published_names[p->method], "", &body);
	} else {
		if (!isnan(p->optimum[0]))
			add_optimum(b, p);
		add_cost(b, p);
	}
}

void as_published_block(struct as_text *t, const struct as_style *style, const struct as_metric *m,
	const struct as_summary *y, const char *name, const struct as_published *p, size_t n)
{
	const struct block b = {t, style, m, y};
	struct as_text body = {0};

	if (!n)
		return;
	as_text_char(t, '\n');
	as_paint(&body, style, AS_PAINT_STRONG);
	as_text_add(&body, "published methods");
	as_paint_end(&body, style);
	if (name)
		as_text_addf(&body, " of %s", name);
	as_text_add(&body, ", as printed in the papers, for comparison; ours is the first");
	as_layout_body(t, style, "", 2, &body);
	add_intervals(&b, p, n);
	for (size_t i = 0; i < n; i++)
		add_plan(&b, &p[i]);
}
