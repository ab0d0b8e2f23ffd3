/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/compare/published_screen.h"

#include <math.h>

#include "report/draw/layout.h"
#include "say/number.h"
#include "say/say_words.h"
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

static void add_interval(const struct block *b, struct as_table *table, const char *method,
	const struct as_published_bounds *i, enum as_say_id remark)
{
	struct as_text *cell = table->next, lo = {0}, hi = {0};
	const bool known = isfinite(i->half_width);
	const struct as_quantity half = b->y->mean > 0
		? (struct as_quantity){NULL, i->half_width / b->y->mean, (double)NAN}
		: (struct as_quantity){b->metric->unit, i->half_width, i->half_width};
	const size_t columns = as_layout_width(method);
	int decimals = 0;
	struct as_scale scale = as_summary_scale(b->style, b->metric, b->y, &decimals);

	as_text_add(&cell[METHOD], method);
	as_text_repeat(&cell[METHOD], AS_TIE, columns < NAME_COLUMNS ? NAME_COLUMNS - columns : 0);
	if (known) {
		as_say(&cell[HALF], b->style, PLUS_MINUS, &half);
		as_number_add(&lo, scale, i->lo, decimals);
		as_number_add(&hi, scale, i->hi, decimals);
		as_unit_add(&hi, scale);
		as_say(&cell[INTERVAL], b->style, BOUNDS, &lo, &hi);
	} else {
		as_say(&cell[INTERVAL], b->style, NO_INTERVAL);
	}
	as_say(&cell[QUANTILE], b->style, PUBLISHED_QUANTILE, known, i->df, remark);
	as_table_next(table);
}

/* Ours, then those that say something of this tree. */
static void add_intervals(const struct block *b, const struct as_published *p, size_t n)
{
	const struct as_summary *y = b->y;
	const struct as_published_bounds ours = {y->lo, y->hi, y->half_width, y->df};
	struct as_text name = {0};
	struct as_table table = {
		.column = {{"", false, false}, {"", true, false}, {"", true, false},
			{"", false, true}},
		.n_columns = COLUMNS,
	};

	add_interval(b, &table, "ours", &ours,
		y->method == AS_INTERVAL_TWO_STAGE ? AS_SAY_PUBLISHED_WIDER : AS_SAY_NOTHING);
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < p[i].n_intervals; k++) {
			as_text_clear(&name);
			as_say(&name, b->style, PUBLISHED_METHOD, as_published_names[p[i].method],
				equations[p[i].method].interval);
			add_interval(b, &table, as_text_str(&name), &p[i].interval[k],
				p[i].one_binary ? AS_SAY_PUBLISHED_BINARY : AS_SAY_NOTHING);
		}
	as_table_end(b->t, b->style, &table, 2);
	as_text_release(&name);
}

/* A row under the intervals. */
static void add_row(const struct block *b, const char *method, const char *equation,
	struct as_text *body)
{
	struct as_text head = {0};

	as_blank(&head, 2);
	as_say(&head, b->style, PUBLISHED_METHOD, method, equation);
	size_t columns = as_layout_width(as_text_str(&head));
	as_blank(&head, columns < LABEL_COLUMNS ? LABEL_COLUMNS - columns : 1);
	as_layout_body(b->t, b->style, as_text_str(&head), LABEL_COLUMNS, body);
	as_text_take(b->t, &head);
}

/* "best: 4.2 iterations an execution, rounded up to 5; 1.7 executions a build, ..." */
static void add_optimum(const struct block *b, const struct as_published *p)
{
	const char *equation = p->q_assumed ? equations[p->method].optimum
					    : equations[p->method].optimum_q;
	struct as_list list = {0};
	struct as_text body = {0};

	for (size_t i = 0; i + 1 < p->n_levels; i++) {
		const char *name = as_level_word(&b->y->tree.v[i]);
		const char *above = as_level_word(&b->y->tree.v[i + 1]);
		as_list_next(&list);
		if (isfinite(p->optimum[i]))
			as_say(&list.text, b->style, PUBLISHED_EACH, p->optimum_counts[i], name,
				above, p->optimum[i]);
		else
			as_say(&list.text, b->style, PUBLISHED_ANY, name, above);
	}
	as_say(&body, b->style, PUBLISHED_BEST, as_list_end(&list));
	add_row(b, as_published_names[p->method], equation, &body);
}

/* "cost: 10 × (15.2 + 20) = 352 iterations, 3.5 s" */
static void add_cost(const struct block *b, const struct as_published *p)
{
	const bool more = p->n_levels > 2;
	struct as_text body = {0};

	as_say(&body, b->style, PUBLISHED_COST, p->counts[p->n_levels - 1], p->b, p->w,
		p->counts[0], more ? p->counts[1] : 0, p->q, p->cost,
		more ? NULL : as_level_word(&b->y->tree.v[0]), p->cost_s, p->q_assumed);
	add_row(b, as_published_names[p->method],
		p->q_assumed ? equations[p->method].cost : equations[p->method].cost_q, &body);
}

static void add_plan(const struct block *b, const struct as_published *p)
{
	struct as_text body = {0};

	if (!*p->refused && !isnan(p->cost)) {
		if (!isnan(p->optimum[0]))
			add_optimum(b, p);
		add_cost(b, p);
		return;
	}
	if (*p->refused)
		as_say(&body, b->style, PUBLISHED_REFUSED, p->refused);
	else
		as_say(&body, b->style, PUBLISHED_UNKNOWN);
	add_row(b, as_published_names[p->method], "", &body);
}

void as_published_block(struct as_text *t, const struct as_style *style,
	const struct as_published_of *of)
{
	const struct block b = {t, style, of->metric, of->y};

	if (!of->n)
		return;
	as_text_char(t, '\n');
	as_lines(t, style, 2, PUBLISHED_TITLE, AS_PAINT_STRONG, of->name);
	add_intervals(&b, of->v, of->n);
	for (size_t i = 0; i < of->n; i++)
		add_plan(&b, &of->v[i]);
}
