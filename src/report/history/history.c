/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/history/history_screen.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/draw/draw.h"
#include "report/draw/layout.h"
#include "say/number.h"
#include "report/draw/drawn_table.h"
#include "say/when.h"
#include "say/say_words.h"
#include "report/history/history_parts.h"

enum { NAME_COLUMNS = 28, COURSE_LEAST = 16, COURSE_MOST = 60 };

/* Values that differ by less than this share of themselves fill no more than a part of the height.
 * */
#define SPAN 0.1

static void add_name(struct as_text *t, const struct as_style *style,
	const struct as_history_series *s, size_t columns)
{
	struct as_text name = {0};

	as_text_add(&name, s->name);
	/* parameters mostly stand in the command already */
	const char *is = strchr(s->parameters, '=');
	if (*s->parameters && !strstr(s->name, is ? is + 1 : s->parameters))
		as_text_addf(&name, " %s", s->parameters);
	as_name_add(t, style, as_text_str(&name), columns);
	as_text_take(t, &name);
}

struct as_history_span as_history_span(const struct as_history_series *s)
{
	struct as_history_span c = {.lo = (double)INFINITY, .hi = -(double)INFINITY};

	for (size_t i = 0; i < s->n_points; i++) {
		c.lo = fmin(c.lo, as_history_value(s, i));
		c.hi = fmax(c.hi, as_history_value(s, i));
	}
	double middle = (c.lo + c.hi) / 2, least = SPAN * fabs(middle);
	if (c.hi - c.lo < least) {
		c.lo = middle - least / 2;
		c.hi = middle + least / 2;
	}
	return c;
}

/* All versions as one line; a bar where versions cannot be compared across. */
static void add_course(struct as_text *t, const struct as_style *style,
	const struct as_history_series *s, size_t columns)
{
	const struct as_history_span span = as_history_span(s);
	const struct as_course_scale scale = {span.lo, span.hi};
	double *v = calloc(s->n_points, sizeof *v);
	size_t bars = s->n_parts - 1 < columns / 4 ? s->n_parts - 1 : 0;

	if (!v) {
		t->failed = true;
		return;
	}
	for (size_t i = 0; i < s->n_points; i++)
		v[i] = as_history_value(s, i);
	columns -= bars;
	for (size_t i = 0; bars && i < s->n_parts; i++) {
		const struct as_history_part *p = &s->parts[i];
		size_t share = (p->to - p->from) * columns / s->n_points;
		if (i)
			as_text_add(t, style->unicode ? "╎" : "|");
		as_course_add(t, style, v + p->from, p->to - p->from, scale, share ? share : 1);
	}
	if (!bars)
		as_course_add(t, style, v, s->n_points, scale, columns);
	free(v);
}

static size_t course_columns(const struct as_style *style, size_t others)
{
	size_t width = as_style_width(style), rest = width > others ? width - others : 0;

	return rest < COURSE_LEAST ? COURSE_LEAST : rest > COURSE_MOST ? COURSE_MOST : rest;
}

/* What the row is of: as elsewhere, but for the time of executions beside that of iterations. */
static void add_label(
	struct as_text *t, const struct as_history *h, const struct as_history_series *s)
{
	struct as_metric metric = as_history_metric(s);

	for (size_t i = 0; i < h->n; i++)
		if (h->series[i].name == s->name && !strcmp(h->series[i].metric, "time") &&
			!strcmp(s->metric, "wall")) {
			as_text_add(t, s->metric);
			return;
		}
	as_metric_label_add(t, &metric);
}

static struct as_text versions_of(const struct as_style *style, const struct as_history_series *s)
{
	const int64_t from = as_history_at(s, 0)->date_ns,
		      to = as_history_newest(s)->date_ns;
	struct as_text t = {0};

	as_say(&t, style, HISTORY_VERSIONS, s->n_points, from, as_same_day(from, to) ? 0 : to,
		s->host);
	return t;
}

static void add_title(struct as_text *t, const struct as_style *style,
	const struct as_history_series *s, struct as_text *words)
{
	struct as_text name = {0};

	add_name(&name, style, s, as_style_width(style) - COURSE_LEAST);
	as_lines(t, style, 2, HISTORY_TITLE, AS_PAINT_STRONG, &name, words);
}

/* The name, how many versions; the metric with its newest value and the course of all. */
static void add_head(struct as_text *t, const struct as_style *style, const struct as_history *h,
	const struct as_history_series *s)
{
	const struct as_quantity now = {s->unit, as_history_newest(s)->value, (double)NAN};
	struct as_text label = {0}, course = {0}, body = {0}, versions = versions_of(style, s);

	add_title(t, style, s, &versions);
	add_label(&label, h, s);
	add_course(&course, style, s,
		course_columns(style, AS_ROW_HANG + as_text_width("1234 ms now") + 4));
	as_say(&body, style, HISTORY_NOW, &now, &course);
	as_layout_row(t, style, as_text_str(&label), &body);
	as_text_release(&label);
}

void as_history_title_add(struct as_text *t, const struct as_style *style,
	const struct as_history *h, const struct as_history_series *s)
{
	struct as_text label = {0}, versions = versions_of(style, s), words = {0};

	add_label(&label, h, s);
	as_say(&words, style, HISTORY_OF, &label, &versions);
	add_title(t, style, s, &words);
}

/* ---- quiet ones ---- */

enum { NAME, METRIC, VALUE, COURSE, WORDS, COLUMNS };

/* Fewer versions see little, and a step of that share, unseen, is much: "no change" would say more
 * than is known. */
enum { SHORT = 20 };
#define MUCH 0.05

static bool varies_too_much(const struct as_history_part *p)
{
	return p->looked && p->logarithms && p->to - p->from >= SHORT && p->visible >= MUCH;
}

static bool has_noise(const struct as_history_series *s)
{
	const struct as_history_part *p = &s->parts[s->n_parts - 1];

	return p->noise.told || varies_too_much(p);
}

void as_history_noise_add(struct as_text *t, const struct as_style *style,
	const struct as_history_series *s)
{
	const struct as_history_part *p = &s->parts[s->n_parts - 1];
	const struct as_quantity now = as_history_amount(s, p, p->visible);
	const struct as_quantity before = as_history_amount(s, p, p->noise.visible_before);

	if (p->noise.told) {
		const struct as_history_point *at = as_history_at(s, p->noise.since);
		struct as_text version = {0};
		as_history_version_add(&version, style, at);
		as_row(t, style, HISTORY_NOISE, &version, at->date_ns, p->noise.ratio, &now,
			&before);
	} else if (style->verbose && p->noise.pieces > 2) {
		as_row(t, style, HISTORY_NOISE_PIECES, p->noise.pieces, p->noise.spread);
	}
	if (varies_too_much(p))
		as_row(t, style, HISTORY_NOISE_TOO_MUCH, &now);
}

static void add_quiet_words(
	struct as_text *t, const struct as_style *style, const struct as_history_series *s)
{
	const struct as_history_part *p = &s->parts[s->n_parts - 1];
	const struct as_quantity seen = as_history_amount(s, p, p->visible);
	size_t n = p->to - p->from;
	bool blind = p->looked && (n < SHORT || fabs(p->visible) >= MUCH);

	as_say(t, style, HISTORY_QUIET, p->looked, blind, n,
		s->n_parts > 1 ? as_history_break_word(p->why) : AS_SAY_NOTHING, AS_HISTORY_NEEDED,
		blind || style->verbose ? &seen : NULL);
}

void as_history_quiet_add(
	struct as_text *t, const struct as_style *style, const struct as_history_series *s)
{
	struct as_text body = {0};

	add_quiet_words(&body, style, s);
	as_layout_body(t, style, "  ", 2, &body);
}

/* One row but for the course, which gets the room that is left. */
static void add_quiet(struct as_table *table, const struct as_style *style,
	const struct as_history *h, const struct as_history_series *s)
{
	struct as_text *cell = table->next;

	add_name(&cell[NAME], style, s, NAME_COLUMNS);
	add_label(&cell[METRIC], h, s);
	as_quantity_add(
		&cell[VALUE], style, s->unit, as_history_newest(s)->value, (double)NAN);
	add_quiet_words(&cell[WORDS], style, s);
	as_table_next(table);
}

/* Those that are quiet, so many of them; gives how many there were. */
static size_t add_all_quiet(
	struct as_text *t, const struct as_style *style, const struct as_history *h, size_t most)
{
	struct as_arena arena = {0};
	struct as_table table = {.column = {{"", false, false}, {"", false, false},
					 {"", true, false}, {"", false, false}, {"", false, false}},
		.n_columns = COLUMNS};
	const struct as_history_series **row = as_arena_array(&arena, h->n, sizeof *row);
	size_t n = 0;

	for (size_t i = 0; row && i < h->n && n < most; i++) {
		if (!as_history_is_quiet(&h->series[i]) ||
			(h->n == 1 && has_noise(&h->series[i])))
			continue;
		row[n++] = &h->series[i];
		add_quiet(&table, style, h, &h->series[i]);
	}
	t->failed = t->failed || !row;
	size_t used = as_table_width(&table, as_style_width(style)) + 3,
	       width = as_style_width(style);
	for (size_t i = 0; i < n && used + COURSE_LEAST / 2 <= width; i++) {
		struct as_text cell = {0};
		add_course(&cell, style, row[i],
			width - used < COURSE_MOST / 2 ? width - used : COURSE_MOST / 2);
		as_table_set(&table, i, COURSE, &cell);
		as_text_release(&cell);
	}
	as_table_end(t, style, &table, 0);
	as_arena_release(&arena);
	return n;
}

/* ---- all of it ---- */

bool as_history_is_quiet(const struct as_history_series *s)
{
	bool outliers = false;

	for (size_t i = 0; i < s->n_parts; i++)
		outliers = outliers || s->parts[i].n_outliers;
	return !s->n_changes && !s->n_beside && !outliers && as_history_is_calm(s);
}

/* In a block that is shown for something else. */
static void add_no_change(
	struct as_text *t, const struct as_style *style, const struct as_history_series *s)
{
	struct as_text body = {0};

	for (size_t i = 0; i < s->n_changes; i++)
		if (s->changes[i].part + 1 == s->n_parts)
			return;
	add_quiet_words(&body, style, s);
	as_layout_row(t, style, as_history_is_few(s) ? "few" : "quiet", &body);
}

static bool has_quiet(const struct as_history *h)
{
	for (size_t i = 0; i < h->n; i++)
		if (as_history_is_quiet(&h->series[i]))
			return true;
	return false;
}

/* Commits that changed several benchmarks: those that changed most. */
static void add_together(
	struct as_text *t, const struct as_style *style, const struct as_history *h)
{
	enum { MOST = 5 };

	if (h->n_together)
		as_text_char(t, '\n');
	for (size_t i = 0; i < h->n_together && i < MOST; i++) {
		const struct as_history_together *one = &h->together[i];
		const struct as_metric metric = as_history_metric(one->of);
		const struct as_comparison c = {.ratio = one->ratio, .lo = (double)NAN,
			.hi = (double)NAN, .confidence = h->confidence};
		const struct as_versus v = {.c = &c, .metric = &metric};
		struct as_text at = {0}, ratio = {0};
		as_history_version_add(&at, style, one->at);
		(void)as_history_ratio_add(&ratio, style, &v);
		as_row(t, style, HISTORY_TOGETHER, &at, one->at->subject, one->changes, &ratio);
	}
}

/* The noise of many benchmarks is that of a machine. */
static void add_noisier(struct as_text *t, const struct as_style *style, const struct as_history *h)
{
	for (size_t i = 0; i < h->n_noisier; i++) {
		const struct as_history_noisier *one = &h->noisier[i];
		struct as_text at = {0};
		as_history_version_add(&at, style, one->at);
		as_row(t, style, HISTORY_NOISIER, one->of->host, &at, one->changed, one->benchmarks,
			(size_t)(one->ratio > 1), one->ratio);
	}
}

/* Why there is nothing to show. */
static void add_none(struct as_text *t, const struct as_style *style, const struct as_history *h)
{
	if (h->looked)
		as_lines(t, style, 0, HISTORY_NO_METRIC, h->looked);
	else if (h->before + h->elsewhere)
		as_lines(t, style, 0, HISTORY_NONE_LEFT);
	else
		as_lines(t, style, 0, HISTORY_NONE);
}

void as_report_history(
	struct as_text *t, const struct as_style *style, const struct as_history *h, size_t most)
{
	size_t shown = 0;

	if (!h->n)
		add_none(t, style, h);
	most = most ? most : h->n;
	for (size_t i = 0; i < h->n && shown < most; i++) {
		if (as_history_is_quiet(&h->series[i]) &&
			!(h->n == 1 && has_noise(&h->series[i])))
			continue;
		if (shown++)
			as_text_char(t, '\n');
		add_head(t, style, h, &h->series[i]);
		if (as_history_is_calm(&h->series[i]) || as_history_is_few(&h->series[i]))
			add_no_change(t, style, &h->series[i]);
		as_history_changes_add(t, style, h, &h->series[i]);
	}
	if (shown && shown < most && has_quiet(h))
		as_text_char(t, '\n');
	shown += add_all_quiet(t, style, h, most - shown);
	if (shown < h->n)
		as_lines(t, style, 0, HISTORY_MORE, h->n - shown);
	add_together(t, style, h);
	add_noisier(t, style, h);
	as_history_notes_add(t, style, h);
}
