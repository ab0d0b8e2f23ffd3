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
	as_text_add(t, "   ");
	as_paint(t, style, AS_PAINT_STRONG);
	add_right(t, &mean, MEAN_COLUMNS);
	as_paint_end(t, style);
	as_text_char(t, ' ');
	add_right(t, &half, HALF_COLUMNS);
}

/* The number of units that the interval stands on, and those that are not in it. */
static void add_counts(struct as_text *t, const struct as_style *style,
	const struct as_experiment *x, const struct as_summary *y)
{
	as_count_add(t, y->n_top, y->n_levels ? as_top_word(y) : "value");
	if (y->n_excluded) {
		as_text_add(t, AS_GAP);
		as_paint(t, style, AS_PAINT_WARN);
		as_text_addf(t, "%zu" AS_TIE "failed", y->n_excluded);
		as_paint_end(t, style);
	}
	if (x->plan.outcome != AS_OUTCOME_COMPLETE) {
		as_text_add(t, AS_GAP);
		as_text_add(t, as_outcome_word(x->plan.outcome));
	}
}

/* Other metrics by name; "-" for what was not read. */
static void add_metrics(struct as_text *t, const struct as_style *style,
	const struct as_suite_result *r, size_t subject)
{
	for (size_t i = 0; i < r->metrics->n; i++) {
		const char *name = r->metrics->v[i];
		size_t m = as_experiment_find_metric(r->x, name), k = 0;

		if (m == r->a[0].summaries[subject].metric)
			continue;
		while (k < r->n && r->a[k].summaries[subject].metric != m)
			k++;
		as_text_add(t, AS_GAP);
		if (m < r->x->n_metrics)
			as_metric_label_add(t, &r->x->metrics[m]);
		else
			as_name_add(t, style, name, NAME_MOST);
		as_text_add(t, AS_TIE);
		if (k < r->n && r->a[k].summaries[subject].n_values)
			as_quantity_add(t, style, r->x->metrics[m].unit,
				r->a[k].summaries[subject].mean,
				r->a[k].summaries[subject].half_width);
		else
			as_text_char(t, '-');
	}
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
		as_name_add(&body, style, f->name + n, NAME_MOST);
		as_text_add(&body, ": ");
		as_text_add_neutral(&body, f->value, strlen(f->value), 0);
		as_layout_body(t, style, as_text_str(&head), hang, &body);
		as_text_take(t, &head);
	}
}

void as_report_suite_result(struct as_text *t, const struct as_style *style,
	const struct as_suite_result *r)
{
	size_t hang = INDENT + r->columns + 3;

	for (size_t i = 0; i < r->x->n_subjects; i++) {
		const struct as_summary *y = &r->a[0].summaries[i];
		struct as_text head = {0}, body = {0};

		as_suite_name_add(&head, style, r->x->subjects[i].name, r->columns);
		if (y->n_values) {
			add_mean(&head, style, r->x, y);
			as_blank(&head, 3);
			add_counts(&body, style, r->x, y);
			add_metrics(&body, style, r, i);
		} else {
			as_text_add(&head, "   ");
			as_paint(&body, style, AS_PAINT_WARN);
			as_text_add(&body, "no result");
			as_paint_end(&body, style);
		}
		as_layout_body(t, style, as_text_str(&head), hang, &body);
		as_text_take(t, &head);
	}
	add_reasons(t, style, r, hang);
}

void as_report_suite_failed(struct as_text *t, const struct as_style *style, const char *name,
	size_t columns, const struct as_err *why)
{
	struct as_text head = {0}, body = {0};

	as_suite_name_add(&head, style, name, columns);
	as_text_add(&head, "   ");
	as_paint(&body, style, AS_PAINT_WARN);
	as_text_add_neutral(&body, why->msg, strlen(why->msg), 0);
	if (why->sys)
		as_text_addf(&body, ": %s", strerror(why->sys));
	as_paint_end(&body, style);
	as_layout_body(t, style, as_text_str(&head), INDENT + columns + 3, &body);
	if (*why->output) {
		as_blank(t, INDENT + columns + 3);
		as_text_add_neutral(t, why->output, strlen(why->output), 300);
		as_text_char(t, '\n');
	}
	as_text_take(t, &head);
}

void as_report_suite_end(struct as_text *t, const struct as_style *style,
	const struct as_suite_end *e)
{
	struct as_text body = {0};

	as_count_add(&body, e->done, "benchmark");
	as_text_add(&body, " in" AS_TIE);
	as_duration_add(&body, e->seconds);
	if (e->failed)
		as_text_addf(&body, AS_GAP "%zu" AS_TIE "failed", e->failed);
	if (e->left)
		as_text_addf(&body, AS_GAP "%zu" AS_TIE "not begun", e->left);
	if (e->last_id && e->first_id != e->last_id)
		as_text_addf(&body,
			AS_GAP "kept as %lld" AS_TIE "%s" AS_TIE
			       "%lld: assay show %lld tells all of one",
			(long long)e->first_id, as_symbols(style)->to, (long long)e->last_id,
			(long long)e->last_id);
	else if (e->last_id)
		as_text_addf(&body, AS_GAP "kept as %lld: assay show %lld tells all of it",
			(long long)e->last_id, (long long)e->last_id);
	if (e->done)
		as_text_addf(&body,
			AS_GAP "%s is half the width of the confidence interval of the mean",
			as_symbols(style)->plus_minus);
	as_text_char(t, '\n');
	as_layout_body(t, style, "", 0, &body);
}
