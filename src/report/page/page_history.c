/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Documents of histories: one series, all benchmarks, what changed. */
#include <math.h>
#include <string.h>

#include "model/fields/vocabulary.h"
#include "report/history/history_parts.h"
#include "report/page/page_served_parts.h"
#include "say/say_words.h"
#include "say/when.h"

static void begin(struct as_json *j, struct as_text *t, const char *schema)
{
	as_json_init(j, t, 0);
	as_json_open(j, '{');
	as_json_key_string(j, "schema", schema);
}

static void end(struct as_json *j)
{
	as_json_close(j, '}');
	as_text_char(j->text, '\n');
}

static struct as_style painted(struct as_style page)
{
	page.colour = true;
	return page;
}

/* ---- one series ---- */

static bool was_looked_at(const struct as_history_series *s)
{
	for (size_t i = 0; i < s->n_parts; i++)
		if (s->parts[i].looked)
			return true;
	return false;
}

static void add_answer(struct as_json *j, const struct as_style *style, const struct as_history *h,
	const struct as_history_series *s)
{
	const struct as_quantity now = {s->unit, as_history_newest(s)->value, (double)NAN};
	const size_t stands = as_page_stands(s);
	const struct as_history_change *c = stands == SIZE_MAX ? NULL : &s->changes[stands];
	const struct as_style paint = painted(*style);
	struct as_text answer = {0}, name = {0}, ratio = {0}, sure = {0};
	bool than = false;

	as_name_add(&name, style, s->name, 60);
	if (c) {
		const struct as_metric metric = as_history_metric(s);
		const struct as_comparison compared = as_history_compared(h, s, c);
		const struct as_versus v = as_history_versus(&compared, &metric);
		than = !strcmp(as_history_ratio_add(&ratio, style, &v), "than");
	}
	as_say(&answer, &paint, SERVED_NOW, AS_PAINT_STRONG, &name, &now,
		c ? as_history_paint(s, c) : AS_PAINT_NONE, &ratio, than,
		c ? as_history_at(s, c->at)->date_ns : 0);
	as_say(&sure, style, SERVED_SERIES, s->n_changes, s->n_points,
		was_looked_at(s) ? 0 : AS_HISTORY_NEEDED);
	as_json_key(j, "answer");
	as_json_open(j, '{');
	as_json_key_string(j, "kind", c ? as_page_change_kind(s, c) : "none");
	as_page_pieces(j, "sentence", "behind", &answer);
	as_page_key(j, "sure", &sure);
	as_json_close(j, '}');
}

static void add_version(struct as_json *j, const struct as_style *style,
	const struct as_history_series *s, size_t i, const struct as_history_drawn *drawn)
{
	const struct as_history_point *p = as_history_at(s, i);
	const double half = (drawn->hi[i] - drawn->lo[i]) / 2;
	const struct as_scale scale = as_scale_for(style, s->unit, p->value, half);
	struct as_text day = {0}, share = {0};

	as_json_open_flat(j, '{');
	as_json_key_int(j, "at", (int64_t)i);
	as_json_key_string(j, "commit", p->commit);
	as_page_neutral(j, "label", p->label);
	as_page_neutral(j, "subject", p->subject);
	as_when_add(&day, p->date_ns, 0, AS_WHEN_SHORT);
	as_page_key(j, "day", &day);
	as_page_number(j, "mean", scale, p->value, as_decimals(scale, p->value, half), true);
	as_json_key_double(j, "lo", drawn->lo[i]);
	as_json_key_double(j, "hi", drawn->hi[i]);
	if (p->value > 0 && isfinite(half))
		as_plus_minus_add(&share, style, half / p->value);
	as_page_key(j, "half", &share);
	as_json_key_int(j, "units", (int64_t)p->units);
	as_json_key_int(j, "results", (int64_t)p->results);
	as_json_key_int(j, "experiment", p->experiment);
	as_json_key_int(j, "missing", (int64_t)p->missing);
	as_json_close(j, '}');
}

static void add_axis(
	struct as_json *j, const struct as_style *style, const struct as_history_series *s)
{
	const struct as_scale scale =
		as_scale_for(style, s->unit, as_history_newest(s)->value, (double)NAN);
	struct as_text unit = {0};

	as_text_add_neutral(&unit, scale.unit, strlen(scale.unit), 0);
	as_json_key(j, "axis");
	as_json_open_flat(j, '{');
	as_json_key_double(j, "per", scale.per);
	as_page_key(j, "unit", &unit);
	as_json_close(j, '}');
}

static void add_breaks(
	struct as_json *j, const struct as_style *style, const struct as_history_series *s)
{
	as_json_key(j, "breaks");
	as_json_open_flat(j, '[');
	for (size_t i = 1; i < s->n_parts; i++) {
		struct as_text word = {0};
		as_json_open_flat(j, '{');
		as_json_key_int(j, "at", (int64_t)s->parts[i].from);
		as_text_add(&word, as_saying(as_history_break_word(s->parts[i].why))->words);
		as_page_key(j, "word", &word);
		as_json_close(j, '}');
	}
	as_json_close(j, ']');
	(void)style;
}

void as_page_history(struct as_text *t, const struct as_style *style,
	const struct as_history *h, const struct as_history_series *s,
	const struct as_history_drawn *drawn, const bool *keep)
{
	const struct as_style page = as_page_style(style, false);
	const struct as_metric metric = as_history_metric(s);
	struct as_text title = {0}, noun = {0}, newest = {0}, quiet = {0};
	struct as_json j;

	begin(&j, t, "assay-view-history-1");
	as_page_series_add(&j, &page, s);
	as_history_title_add(&title, &page, h, s);
	as_page_key(&j, "title", &title);
	as_noun_add(&noun, &metric);
	as_page_key(&j, "noun", &noun);
	as_json_key_string(&j, "better", as_word(&as_better_words, s->better));
	as_json_key_double(&j, "confidence", h->confidence);
	add_axis(&j, &page, s);
	add_answer(&j, &page, h, s);
	as_history_newest_add(&newest, &page, h, s);
	as_page_key(&j, "newest", &newest);
	as_history_quiet_add(&quiet, &page, s);
	as_page_key(&j, "quiet", &quiet);
	as_json_key(&j, "list");
	as_json_open(&j, '[');
	for (size_t i = 0; i < s->n_points; i++)
		if (!keep || keep[i])
			add_version(&j, &page, s, i, drawn);
	as_json_close(&j, ']');
	as_page_levels_add(&j, s, drawn);
	as_json_key(&j, "changes");
	as_json_open(&j, '[');
	for (size_t i = 0; i < s->n_changes; i++)
		as_page_change_add(&j, &page, h, s, &s->changes[i]);
	as_json_close(&j, ']');
	add_breaks(&j, &page, s);
	end(&j);
}

/* ---- all ---- */

static void add_row(struct as_json *j, const struct as_style *page, const struct as_history *h,
	const struct as_history_series *s, const struct as_history_drawn *drawn)
{
	const size_t stands = as_page_stands(s);
	struct as_text quiet = {0};

	as_json_open_flat(j, '{');
	as_page_series_add(j, page, s);
	as_json_key(j, "change");
	if (stands == SIZE_MAX)
		as_json_null(j);
	else
		as_page_change_add(j, page, h, s, &s->changes[stands]);
	as_history_quiet_add(&quiet, page, s);
	as_page_key(j, "quiet", &quiet);
	as_page_course_add(j, s, drawn);
	as_json_close(j, '}');
}

void as_page_benchmarks(struct as_text *t, const struct as_style *style, const struct as_history *h,
	const struct as_page_series *series, const struct as_page_part *part)
{
	const struct as_style page = as_page_style(style, false);
	struct as_text answer = {0};
	struct as_json j;

	begin(&j, t, "assay-view-benchmarks-1");
	as_say(&answer, &page, SERVED_SHOWN, part->found, part->found < part->of ? part->of : 0);
	as_page_key(&j, "answer", &answer);
	as_page_part_add(&j, part);
	as_json_key(&j, "rows");
	as_json_open(&j, '[');
	for (size_t i = 0; i < series->n; i++)
		add_row(&j, &page, h, series->v[i], &series->drawn[i]);
	as_json_close(&j, ']');
	end(&j);
}

static void add_headline(struct as_json *j, const struct as_style *page, const struct as_history *h)
{
	const struct as_style paint = painted(*page);
	struct as_text answer = {0}, sure = {0};
	size_t worse = 0, better = 0, suspected = 0;

	for (size_t i = 0; i < h->n; i++) {
		const size_t stands = as_page_stands(&h->series[i]);
		const char *kind = stands == SIZE_MAX ? "none"
						      : as_page_change_kind(&h->series[i],
								&h->series[i].changes[stands]);
		worse += !strcmp(kind, "worse");
		better += !strcmp(kind, "better");
		suspected +=
			!as_history_is_calm(&h->series[i]) && !as_history_is_few(&h->series[i]);
	}
	if (!h->n)
		as_say(&answer, &paint, SERVED_NONE);
	else if (worse + better)
		as_say(&answer, &paint, SERVED_CHANGED, worse, AS_PAINT_BAD, better, AS_PAINT_GOOD,
			h->n);
	else
		as_say(&answer, &paint, SERVED_QUIET, h->n);
	if (h->n)
		as_say(&sure, page, SERVED_CHANCE, h->level, suspected);
	else
		as_say(&sure, page, HISTORY_NONE);
	as_json_key(j, "answer");
	as_json_open(j, '{');
	as_page_pieces(j, "sentence", "behind", &answer);
	as_page_key(j, "sure", &sure);
	as_json_close(j, '}');
}

static void add_changed(struct as_json *j, const struct as_style *page, const struct as_history *h,
	const struct as_page_change *v, const struct as_history_drawn *drawn)
{
	struct as_text newest = {0};

	as_json_open_flat(j, '{');
	as_page_series_add(j, page, v->series);
	as_json_key(j, "change");
	if (v->change == SIZE_MAX)
		as_json_null(j);
	else
		as_page_change_add(j, page, h, v->series, &v->series->changes[v->change]);
	if (v->change == SIZE_MAX)
		as_history_newest_add(&newest, page, h, v->series);
	as_page_key(j, "newest", &newest);
	as_page_course_add(j, v->series, drawn);
	as_json_close(j, '}');
}

void as_page_changes(struct as_text *t, const struct as_style *style, const struct as_history *h,
	const struct as_page_changed *changed, const struct as_page_part *part)
{
	const struct as_style page = as_page_style(style, false);
	struct as_text alerts = {0};
	struct as_json j;

	begin(&j, t, "assay-view-changes-1");
	add_headline(&j, &page, h);
	if (changed->alerts)
		as_say(&alerts, &page, SERVED_OPEN, changed->open);
	as_page_key(&j, "alerts", &alerts);
	as_page_part_add(&j, part);
	as_json_key(&j, "rows");
	as_json_open(&j, '[');
	for (size_t i = 0; i < changed->n; i++)
		add_changed(&j, &page, h, &changed->v[i], &changed->drawn[i]);
	as_json_close(&j, ']');
	end(&j);
}
