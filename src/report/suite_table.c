/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "report/draw/layout.h"
#include "say/number.h"
#include "say/when.h"
#include "say/say_words.h"
#include "report/suite_screen.h"

enum { NAME_LEAST = 12, NAME_MOST = 40, MEAN_COLUMNS = 9, HALF_COLUMNS = 9, INDENT = 2 };

size_t as_suite_name_columns(const struct as_style *style, size_t longest)
{
	size_t width = as_style_width(style),
	       most = width > 80 ? NAME_MOST : NAME_LEAST + width / 5;

	return longest < NAME_LEAST ? NAME_LEAST : longest < most ? longest : most;
}

void as_suite_name_add(struct as_text *t, const struct as_style *style, const char *name,
	size_t columns)
{
	struct as_text cell = {0};

	as_name_add(&cell, style, name, columns);
	size_t used = as_layout_width(as_text_str(&cell));
	as_blank(t, INDENT);
	as_text_add(t, as_text_str(&cell));
	as_blank(t, columns > used ? columns - used : 0);
	as_text_take(t, &cell);
}

/* A cell, its number to the right of so many columns, and what is to the left of the gap there. */
static void add_right(struct as_text *t, struct as_text *cell, size_t columns)
{
	size_t used = as_layout_width(as_text_str(cell));

	as_blank(t, columns > used ? columns - used : 0);
	as_text_add(t, as_text_str(cell));
	t->failed = t->failed || cell->failed;
	as_text_release(cell);
}

static void add_mean(struct as_text *t, const struct as_style *style, const struct as_experiment *x,
	const struct as_summary *y)
{
	bool known = y->method != AS_INTERVAL_NONE && isfinite(y->half_width);
	const char *unit = x->metrics[y->metric].unit;
	struct as_text mean = {0}, half = {0};

	as_quantity_add(&mean, style, unit, y->mean, known ? y->half_width : (double)NAN);
	as_layout_flat(&mean, 0);
	if (known && y->mean > 0)
		as_plus_minus_add(&half, style, y->half_width / y->mean);
	as_layout_flat(&half, 0);
	as_blank(t, 3);
	as_paint(t, style, AS_PAINT_STRONG);
	add_right(t, &mean, MEAN_COLUMNS);
	as_paint_end(t, style);
	as_blank(t, 1);
	add_right(t, &half, HALF_COLUMNS);
}

/* Other metrics by name; "-" for what was not read. */
static void add_metrics(struct as_text *t, const struct as_style *style,
	const struct as_suite_result *r, size_t subject)
{
	for (size_t i = 0; i < r->metrics->n; i++) {
		const char *name = r->metrics->v[i];
		size_t m = as_experiment_find_metric(r->x, name), k = 0;
		struct as_text label = {0};

		if (m == r->a[0].summaries[subject].metric)
			continue;
		while (k < r->n && r->a[k].summaries[subject].metric != m)
			k++;
		if (m < r->x->n_metrics)
			as_metric_label_add(&label, &r->x->metrics[m]);
		else
			as_name_add(&label, style, name, NAME_MOST);
		const struct as_summary *y = k < r->n ? &r->a[k].summaries[subject] : NULL;
		as_say(t, style, SUITE_METRIC, &label, !y || !y->n_values ? NULL
			: &(struct as_quantity){r->x->metrics[m].unit, y->mean, y->half_width});
	}
}

/* A line of a name, which begins it, and of what stands in its columns. */
static void add_line(struct as_text *t, const struct as_style *style, struct as_text *head,
	size_t hang, struct as_text *body)
{
	as_layout_body(t, style, as_text_str(head), hang, body);
	as_text_take(t, head);
}

/* Why metrics that were asked for are not there. */
static void add_reasons(struct as_text *t, const struct as_style *style,
	const struct as_suite_result *r, size_t hang)
{
	const struct as_machine *m = &r->x->machine;
	const size_t n = sizeof AS_FACT_METRIC - 1;

	for (size_t i = 0; i < m->n_facts; i++) {
		const struct as_fact *f = &m->facts[i];
		struct as_text head = {0}, body = {0};

		if (strncmp(f->name, AS_FACT_METRIC, n) != 0)
			continue;
		as_blank(&head, hang);
		as_say(&body, style, SUITE_REASON, f->name + n, f->value);
		add_line(t, style, &head, hang, &body);
	}
}

void as_report_suite_result(struct as_text *t, const struct as_style *style,
	const struct as_suite_result *r)
{
	const char *outcome = as_outcome_word(r->x->plan.outcome);
	size_t hang = INDENT + r->columns + 3;

	for (size_t i = 0; i < r->x->n_subjects; i++) {
		const struct as_summary *y = &r->a[0].summaries[i];
		struct as_text head = {0}, body = {0};

		as_suite_name_add(&head, style, r->x->subjects[i].name, r->columns);
		if (y->n_values) {
			add_mean(&head, style, r->x, y);
			as_say(&body, style, SUITE_COUNTS, y->n_top,
				y->tree.n ? as_top_word(y) : "value", AS_PAINT_WARN,
				y->n_excluded, *outcome ? outcome : NULL);
			add_metrics(&body, style, r, i);
		} else {
			as_say(&body, style, SUITE_NO_RESULT, AS_PAINT_WARN);
		}
		as_blank(&head, 3);
		add_line(t, style, &head, hang, &body);
	}
	add_reasons(t, style, r, hang);
}

void as_report_suite_failed(struct as_text *t, const struct as_style *style, const char *name,
	size_t columns, const struct as_err *why)
{
	struct as_text head = {0}, body = {0};

	as_suite_name_add(&head, style, name, columns);
	as_blank(&head, 3);
	as_say(&body, style, SUITE_FAILED, AS_PAINT_WARN, why->msg,
		why->sys ? strerror(why->sys) : NULL);
	add_line(t, style, &head, INDENT + columns + 3, &body);
	if (*why->output) {
		as_blank(t, INDENT + columns + 3);
		as_text_add_neutral(t, why->output, strlen(why->output), 300);
		as_text_char(t, '\n');
	}
}

void as_report_suite_end(struct as_text *t, const struct as_style *style,
	const struct as_suite_end *e)
{
	const bool several = e->last_id && e->first_id != e->last_id;

	as_text_char(t, '\n');
	as_lines(t, style, 0, SUITE_END, e->done, e->seconds, e->failed, e->left,
		several ? (size_t)e->first_id : 0, (size_t)e->last_id, e->done);
}
