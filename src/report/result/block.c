/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "model/joined/extend.h"
#include "model/kept/duet_rounds.h"
#include "report/result/builds.h"
#include "report/draw/draw.h"
#include "report/draw/layout.h"
#include "say/number.h"
#include "report/draw/screen.h"
#include "report/draw/drawn_table.h"
#include "say/say_words.h"

enum { NAME_LEAST = 12, NAME_MOST = 32 };

/* A metric of its own that the subject has values of, though not of time; NULL: it has none. */
static const struct as_metric *other_metric(const struct as_experiment *x, size_t subject)
{
	for (size_t m = AS_METRICS_BUILTIN; m < x->n_metrics; m++)
		if (strcmp(x->metrics[m].name, AS_DUET_CORE) != 0 &&
			as_subject_column(&x->subjects[subject], x->metrics[m].level, m))
			return &x->metrics[m];
	return NULL;
}

/* Of any metric. */
static bool has_values(const struct as_experiment *x, size_t subject)
{
	size_t m = 0;

	while (m < x->n_metrics && !as_subject_has_values(x, subject, m))
		m++;
	return m < x->n_metrics;
}

/* Why there is no value of the criterion. */
static void add_no_result(struct as_text *t, const struct as_screen *s, size_t subject,
	const struct as_metric *m)
{
	const struct as_subject *what = &s->x->subjects[subject];
	const struct as_level *l = &what->levels[AS_LEVEL_EXECUTION];
	const struct as_metric *other = other_metric(s->x, subject);
	const char *skipped = as_subject_skipped(what);
	const bool elsewhere = as_is_from_elsewhere(s->x),
		   wall = as_subject_column(what, AS_LEVEL_EXECUTION, AS_METRIC_WALL);
	size_t ok = 0, well = 0;

	for (size_t e = 0; e < l->n; e++) {
		well += as_unit_ending(l, e) == AS_ENDED_OK;
		ok += as_unit_role(l, e) == AS_ROLE_MEASURED && as_unit_ending(l, e) == AS_ENDED_OK;
	}
	if (subject == as_experiment_n_compared(s->x))
		as_say(t, s->style, NO_RESULT_SUBTRACTED);
	else if (skipped)
		as_say(t, s->style, NO_RESULT_SKIPPED, *skipped ? skipped : NULL);
	else if (!ok && well == l->n && well)
		as_say(t, s->style, NO_RESULT_WARMUPS);
	else if (!ok)
		as_say(t, s->style, NO_RESULT_FAILED, l->n);
	else if (elsewhere && !has_values(s->x, subject))
		as_say(t, s->style, NO_RESULT_NO_NUMBER);
	else if (as_screen_summary(s, subject)->metric != AS_METRIC_TIME)
		as_say(t, s->style, NO_RESULT_METRIC, m->describe != NULL, m->name);
	else if (other && !wall)
		as_say(t, s->style, NO_RESULT_OTHER, other->name);
	else if (elsewhere && !wall)
		as_say(t, s->style, NO_RESULT_METRIC, (size_t)1, m->name);
	else
		as_say(t, s->style, NO_RESULT_ITERATIONS);
}

/* Two digits of the least, and as many as tell one from the next, but no more than two of what all differ by. */
static int digits_of(const struct as_summary *y, struct as_scale scale)
{
	const double range = (y->few[y->n_few - 1] - y->few[0]) / scale.per;
	const int most = as_decimals_of(range, 2);
	int decimals = as_decimals_of(y->few[0] / scale.per, 2);

	if (!(range > 0))
		return as_decimals(scale, y->few[0], (double)NAN);
	for (size_t i = 1; i < y->n_few && decimals < most; i++) {
		const double unit = pow(10, -decimals) * scale.per;
		if (y->few[i] > y->few[i - 1] &&
			!(round(y->few[i] / unit) > round(y->few[i - 1] / unit))) {
			decimals++;
			i = 0; /* anew */
		}
	}
	return decimals;
}

/* The digits that an interval of so few supports, and two at least: ends that are far apart have their own. */
static void add_digits(struct as_text *t, struct as_scale scale, double value, int decimals)
{
	const int two = as_decimals_of(value / scale.per, 2);
	const int most = two > decimals ? two : decimals;

	as_number_add(t, scale, value, most > 0 ? most : 0);
}

bool as_few_add(struct as_text *t, const struct as_screen *s, size_t subject)
{
	const struct as_summary *y = as_screen_summary(s, subject);
	const struct as_metric *m = as_screen_metric(s, y->metric);
	struct as_text values = {0}, typical = {0}, ends = {0};
	int decimals = 0;

	if (!y->n_few)
		return false;
	const struct as_scale scale = as_summary_scale(s->style, m, y, &decimals);
	const int own = decimals;
	decimals = digits_of(y, scale);
	for (size_t i = 0; i < y->n_few; i++) {
		as_text_add(&values, i ? ", " : "");
		as_number_add(&values, scale, y->few[i], decimals > 0 ? decimals : 0);
	}
	as_unit_add(&values, scale);
	if (y->n_few > 2 && isfinite(y->half_width)) {
		add_digits(&typical, scale, y->mean, own);
		as_unit_add(&typical, scale);
		add_digits(&ends, scale, y->lo, own);
		as_text_addf(&ends, AS_TIE "%s" AS_TIE, as_symbols(s->style)->to);
		add_digits(&ends, scale, y->hi, own);
		as_unit_add(&ends, scale);
	}
	as_say(t, s->style, FEW_RUNS, y->n_few, &values, &typical, &ends, AS_FEW_ADVISED);
	return true;
}

static void add_mean(struct as_text *t, const struct as_screen *s, size_t subject, bool alone)
{
	const struct as_summary *y = as_screen_summary(s, subject);
	const struct as_metric *m = as_screen_metric(s, y->metric);
	int decimals = 0;

	if (!y->n_values) {
		add_no_result(t, s, subject, m);
		return;
	}
	const struct as_scale scale = as_summary_scale(s->style, m, y, &decimals);
	as_paint(t, s->style, AS_PAINT_STRONG);
	as_number_add(t, scale, y->mean, decimals);
	as_unit_add(t, scale);
	as_paint_end(t, s->style);
	if (as_has_useful_interval(m, y)) {
		(alone ? as_half_width_add : as_ends_add)(t, s->style, m, y);
	} else if (y->n_values > 1) {
		struct as_text span = {0};
		as_number_add(&span, scale, y->spread.min, decimals);
		as_text_addf(&span, AS_TIE "%s" AS_TIE, as_symbols(s->style)->to);
		as_number_add(&span, scale, y->spread.max, decimals);
		as_unit_add(&span, scale);
		as_say(t, s->style, VALUES_SPAN, &span);
	}
}

void as_mean_add(struct as_text *t, const struct as_screen *s, size_t subject)
{
	add_mean(t, s, subject, false);
}

void as_mean_alone_add(struct as_text *t, const struct as_screen *s, size_t subject)
{
	add_mean(t, s, subject, true);
}

static void add_level(struct as_text *t, const struct as_style *style,
	const struct as_summary_level *l)
{
	const char *name = as_level_word(l);

	if (l->r_min < l->r_max) {
		as_text_addf(t, "%zu" AS_TIE "%s" AS_TIE, l->r_min, as_symbols(style)->to);
		as_count_add(t, l->r_max, name);
	} else {
		as_count_add(t, l->r_max, name);
	}
}

static size_t measured_executions(const struct as_subject *subject)
{
	const struct as_level *l = &subject->levels[AS_LEVEL_EXECUTION];
	size_t n = 0;

	for (size_t e = 0; e < l->n; e++)
		n += as_unit_role(l, e) == AS_ROLE_MEASURED;
	return n;
}

double as_screen_seconds(const struct as_screen *s, size_t i)
{
	const struct as_subject *subject = &s->x->subjects[i];
	const struct as_level *l = &subject->levels[AS_LEVEL_EXECUTION];
	const struct as_column *wall = as_subject_column(subject, AS_LEVEL_EXECUTION,
		AS_METRIC_WALL);
	double total = 0;

	for (size_t e = 0; e < l->n; e++) {
		bool timed = wall && e < wall->values.n && isfinite(as_column_at(wall, e));
		double cost = timed ? as_column_at(wall, e) / 1e9 : as_unit_cost_s(l, e);
		if (as_unit_role(l, e) == AS_ROLE_MEASURED && isfinite(cost))
			total += cost;
	}
	return total;
}

void as_took_add(struct as_text *t, const struct as_style *style, double elapsed_s,
	double together_s)
{
	const bool known = elapsed_s > 0;

	if (together_s > 0)
		as_say(t, style, TOOK, known ? elapsed_s : together_s, known);
}

void as_counts_add(struct as_text *t, const struct as_screen *s, size_t subject)
{
	const struct as_summary *y = as_screen_summary(s, subject);
	double seconds = as_screen_seconds(s, subject);

	for (size_t i = y->tree.n; i--;) {
		if (as_is_same_build(s, subject, &y->tree.v[i]))
			continue;
		/* "60 executions in" has no building in it */
		if (y->tree.v[i].level == AS_LEVEL_BUILD)
			seconds += as_builds_seconds(&s->x->subjects[subject]);
		add_level(t, s->style, &y->tree.v[i]);
		if (i)
			as_text_addf(t, " %s" AS_TIE, as_symbols(s->style)->times);
	}
	if (!y->tree.n)
		as_count_add(t, measured_executions(&s->x->subjects[subject]), "execution");
	as_took_add(t, s->style, s->x->n_subjects == 1 ? as_experiment_elapsed_s(s->x) : 0,
		seconds);
}

/* Iterations that warm up, of the execution that has most of them. */
static size_t most_warmups(const struct as_subject *s)
{
	size_t most = 0;

	for (size_t e = 0; e < s->levels[AS_LEVEL_EXECUTION].n; e++) {
		const struct as_range r = as_iterations_of(s, e);
		size_t n = 0;
		for (size_t i = r.from; i < r.to; i++)
			n += as_iteration_role(s, i) == AS_ROLE_WARMUP;
		most = n > most ? n : most;
	}
	return most;
}

void as_warmups_add(struct as_text *t, const struct as_screen *s, size_t subject)
{
	const struct as_summary *y = as_screen_summary(s, subject);
	const struct as_plan *p = &s->x->plan;

	const bool several = y->tree.n && y->tree.v[y->tree.n - 1].level > AS_LEVEL_EXECUTION;
	struct as_text dropped = {0};
	const size_t inside = as_is_from_elsewhere(s->x) && !p->warmups
		? most_warmups(&s->x->subjects[subject]) : 0;

	if (inside)
		as_say(t, s->style, AFTER_WARMUP_ITERATIONS, inside, several);
	else
		as_say(t, s->style, AFTER_WARMUPS, p->warmups, several);
	if (!p->drop || s->x->n_subjects > 1 || y->tree.n < 2 ||
		y->tree.v[0].level != AS_LEVEL_ITERATION)
		return;
	as_dropped_add(&dropped, as_screen_metric(s, y->metric), y);
	as_say(t, s->style, FIRST_DROPPED, p->drop, &dropped);
}

static void add_header(struct as_screen *s, size_t subject)
{
	struct as_text head = {0}, body = {0};
	size_t own = as_layout_width(s->name[subject]);
	/* Counts stand below each other, except beside a name that is much longer than usual. */
	size_t column = s->name_columns > NAME_MOST ? NAME_MOST : s->name_columns;
	column = own > column ? own : column < NAME_LEAST ? NAME_LEAST : column;
	column += 3;

	as_counts_add(&body, s, subject);
	size_t counts = as_layout_width(as_text_str(&body));
	if (!s->x->table)
		as_warmups_add(&body, s, subject);
	as_paint(&head, s->style, AS_PAINT_STRONG);
	as_text_add(&head, s->name[subject]);
	as_paint_end(&head, s->style);
	if (column + counts < as_style_width(s->style)) {
		as_blank(&head, column - own);
	} else {
		as_layout(s->t, s->style, as_text_str(&head), 0, "");
		as_text_clear(&head);
		as_blank(&head, AS_ROW_HANG);
	}
	as_layout_body(s->t, s->style, as_text_str(&head), AS_ROW_HANG, &body);
	as_text_take(s->t, &head);
}

/* Order statistics of all values. */
static void add_order(struct as_text *t, const struct as_style *style, const struct as_metric *m,
	const struct as_summary *y)
{
	int decimals = 0;
	struct as_scale scale = as_summary_scale(style, m, y, &decimals);
	const double values[] = {y->spread.min, y->spread.q1, y->spread.median, y->spread.q3,
		y->spread.max};
	struct as_text v[sizeof values / sizeof *values] = {{0}};

	for (size_t i = 0; i < sizeof values / sizeof *values; i++)
		as_number_add(&v[i], scale, values[i], decimals);
	as_say(t, style, ORDER_STATISTICS, &v[0], &v[1], &v[2], &v[3], &v[4]);
	as_unit_add(t, scale);
}

/* One row of details; two where they do not fit, broken between what they are about. */
static void add_detail_rows(struct as_screen *s, struct as_text *order, struct as_text *aside)
{
	struct as_text head = {0};
	size_t columns = AS_ROW_HANG + as_layout_width(as_text_str(order)) +
		as_layout_width(as_text_str(aside));

	as_blank(&head, AS_ROW_HANG);
	if (columns <= as_style_width(s->style)) {
		as_text_add(order, as_text_str(aside));
		as_text_clear(aside);
	}
	if (order->len)
		as_layout_body(s->t, s->style, as_text_str(&head), AS_ROW_HANG, order);
	if (aside->len)
		as_layout_body(s->t, s->style, as_text_str(&head), AS_ROW_HANG, aside);
	as_text_release(order);
	as_text_release(aside);
	as_text_release(&head);
}

/* The rows below the result: order statistics with other metrics of the same level, then what is
 * read at another. */
static void add_details(struct as_screen *s, size_t subject)
{
	const struct as_summary *y = as_screen_summary(s, subject);
	struct as_text body = {0}, aside = {0};

	if (y->n_values > 1)
		add_order(&body, s->style, as_screen_metric(s, y->metric), y);
	as_aside_add(&aside, s, subject, AS_ASIDE_SAME);
	add_detail_rows(s, &body, &aside);
	as_aside_add(&aside, s, subject, AS_ASIDE_OTHERS);
	if (aside.len) {
		struct as_text head = {0};
		as_blank(&head, AS_ROW_HANG);
		as_say(&head, s->style, EACH_EXECUTION);
		as_layout_body(s->t, s->style, as_text_str(&head), AS_ROW_HANG, &aside);
		as_text_release(&head);
	}
}

static void add_shape(struct as_screen *s, const struct as_summary *y)
{
	struct as_text body = {0};

	if (!y->bins.n)
		return;
	as_spark_add(&body, s->style, y->bins.v, y->bins.n);
	as_layout_row(s->t, s->style, "shape", &body);
}

void as_block_add(struct as_screen *s, size_t subject)
{
	const struct as_summary *y = as_screen_summary(s, subject);
	const struct as_metric *m = as_screen_metric(s, y->metric);
	struct as_text body = {0}, label = {0};

	add_header(s, subject);
	if (y->metric == AS_METRIC_PEAK_MEMORY)
		as_text_add(&label, "memory"); /* as wide as the others */
	else if (!strcmp(m->name, AS_METRIC_NET))
		as_text_add(&label, "net");
	else
		as_metric_label_add(&label, m);
	as_layout_flat(&label, 0);
	if (y->n_values) {
		as_result_add(&body, s->style, m, y, as_builds_scope(s, subject));
		as_layout_row(s->t, s->style, as_text_str(&label), &body);
		as_basis_add(s, y);
		add_details(s, subject);
		add_shape(s, y);
		as_refusal_add(s, y);
	} else {
		add_no_result(&body, s, subject, m);
		as_layout_row(s->t, s->style, as_text_str(&label), &body);
	}
	as_text_release(&label);
	as_remarks_add(s, subject, AS_SECTION_ANSWER);
}
