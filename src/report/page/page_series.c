/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A series of a history, as documents have it. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "report/history/history_parts.h"
#include "report/page/page_served_parts.h"
#include "say/say_words.h"
#include "say/when.h"

static uint64_t mix(uint64_t hash, const char *s)
{
	for (; s && *s; s++)
		hash = (hash ^ (unsigned char)*s) * UINT64_C(1099511628211);
	return (hash ^ 0xff) * UINT64_C(1099511628211);
}

void as_page_series_key(const struct as_history_series *s, char out[static AS_PAGE_KEY_BYTES])
{
	uint64_t hash = UINT64_C(14695981039346656037); /* FNV-1a */

	hash = mix(mix(mix(hash, s->project), s->name), s->parameters);
	hash = mix(mix(mix(hash, s->metric), s->machine), s->unit);
	(void)snprintf(out, AS_PAGE_KEY_BYTES, "%016llx", (unsigned long long)hash);
}

const char *as_page_change_kind(
	const struct as_history_series *s, const struct as_history_change *c)
{
	if (c->kind == AS_HISTORY_SAME_PROGRAM)
		return "same";
	if (c->kind == AS_HISTORY_SMALL)
		return "small";
	if (s->better == AS_BETTER_NEITHER)
		return "none";
	return (c->size > 0) == (s->better == AS_BETTER_LESS) ? "worse" : "better";
}

size_t as_page_stands(const struct as_history_series *s)
{
	for (size_t i = s->n_changes; i--;) {
		const struct as_history_change *c = &s->changes[i];
		if (c->part + 1 < s->n_parts || c->returns)
			return SIZE_MAX;
		if (c->kind == AS_HISTORY_CHANGE && c->back == SIZE_MAX)
			return i;
	}
	return SIZE_MAX;
}

static void add_now(
	struct as_json *j, const struct as_style *style, const struct as_history_series *s)
{
	const double now = as_history_newest(s)->value;
	const struct as_scale scale = as_scale_for(style, s->unit, now, (double)NAN);

	as_page_number(j, "now", scale, now, as_decimals(scale, now, (double)NAN), true);
}

void as_page_named_add(struct as_json *j, const struct as_history_series *s)
{
	const struct as_metric metric = as_history_metric(s);
	struct as_text name = {0}, label = {0};
	char key[AS_PAGE_KEY_BYTES];

	as_page_series_key(s, key);
	as_json_key_string(j, "key", key);
	as_text_add_neutral(&name, s->name, strlen(s->name), 0);
	/* parameters mostly stand in the command already */
	const char *is = strchr(s->parameters, '=');
	if (*s->parameters && !strstr(s->name, is ? is + 1 : s->parameters)) {
		as_text_char(&name, ' ');
		as_text_add_neutral(&name, s->parameters, strlen(s->parameters), 0);
	}
	as_page_key(j, "name", &name);
	as_metric_label_add(&label, &metric);
	as_page_key(j, "metric", &label);
	as_page_neutral(j, "host", s->host);
}

void as_page_series_add(
	struct as_json *j, const struct as_style *style, const struct as_history_series *s)
{
	as_page_named_add(j, s);
	add_now(j, style, s);
	as_json_key_int(j, "versions", (int64_t)s->n_points);
}

void as_page_size_add(struct as_json *j, const struct as_style *style, const struct as_history *h,
	const struct as_history_series *s, const struct as_history_change *c)
{
	const struct as_metric metric = as_history_metric(s);
	const struct as_comparison compared = as_history_compared(h, s, c);
	const struct as_versus v = as_history_versus(&compared, &metric);
	const struct as_quantity amount = as_history_amount(s, &s->parts[c->part], fabs(c->size));
	struct as_text word = {0}, words = {0}, bounds = {0};

	as_say(&word, style, SERVED_SIZE, c->size > 0, &amount);
	as_page_key(j, "word", &word);
	(void)as_history_ratio_add(&words, style, &v);
	as_page_key(j, "words", &words);
	as_history_bounds_add(&bounds, style, s, c, &v);
	as_page_key(j, "bounds", &bounds);
}

static void add_place(struct as_json *j, const struct as_style *style,
	const struct as_history_series *s, const struct as_history_change *c)
{
	const struct as_history_point *p = as_history_at(s, c->at);
	struct as_text day = {0}, near = {0};

	as_json_key_string(j, "commit", p->commit);
	as_page_neutral(j, "label", p->label);
	as_page_neutral(j, "subject", p->subject);
	as_when_add(&day, p->date_ns, 0, AS_WHEN_SHORT);
	as_page_key(j, "day", &day);
	if (c->at > c->first || c->last > c->at)
		as_say(&near, style, SERVED_NEAR, c->at - c->first, c->last - c->at);
	as_page_key(j, "near", &near);
	as_json_key_int(j, "missing", (int64_t)p->missing);
}

void as_page_change_add(struct as_json *j, const struct as_style *style, const struct as_history *h,
	const struct as_history_series *s, const struct as_history_change *c)
{
	struct as_text p = {0}, state = {0};

	as_json_open_flat(j, '{');
	as_json_key_int(j, "at", (int64_t)c->at);
	as_json_key_int(j, "first", (int64_t)c->first);
	as_json_key_int(j, "last", (int64_t)c->last);
	as_json_key_string(j, "kind", as_page_change_kind(s, c));
	as_page_size_add(j, style, h, s, c);
	add_place(j, style, s, c);
	as_text_addf(&p, c->p_is_bound ? "< %g" : "%.2g", c->p);
	as_page_key(j, "p", &p);
	if (c->back != SIZE_MAX || c->returns)
		as_say(&state, style, SERVED_BACK);
	else if (c->gradual)
		as_say(&state, style, SERVED_GRADUAL);
	as_page_key(j, "state", &state);
	as_json_close(j, '}');
}

void as_page_levels_add(
	struct as_json *j, const struct as_history_series *s, const struct as_history_drawn *drawn)
{
	as_json_key(j, "levels");
	as_json_open_flat(j, '[');
	for (size_t i = 0; i < drawn->n_levels; i++) {
		const struct as_history_level_drawn *l = &drawn->levels[i];
		as_json_open_flat(j, '{');
		as_json_key_int(j, "from", (int64_t)l->from);
		as_json_key_int(j, "to", (int64_t)l->to);
		as_json_key_double(j, "mean", l->mean);
		as_json_key_string(j, "kind",
			l->change == SIZE_MAX ? "none"
					      : as_page_change_kind(s, &s->changes[l->change]));
		as_json_close(j, '}');
	}
	as_json_close(j, ']');
}

/* Of more versions some, evenly spread. */
void as_page_course_add(
	struct as_json *j, const struct as_history_series *s, const struct as_history_drawn *drawn)
{
	const size_t n = s->n_points < AS_HISTORY_COURSE ? s->n_points : AS_HISTORY_COURSE;

	as_json_key(j, "course");
	as_json_open_flat(j, '{');
	as_json_key_int(j, "versions", (int64_t)s->n_points);
	as_json_key(j, "values");
	as_json_open_flat(j, '[');
	for (size_t i = 0; i < n; i++) {
		const size_t at = as_history_course_at(s, i, n);
		as_json_open_flat(j, '[');
		as_json_int(j, (int64_t)at);
		as_json_double(j, s->outline ? s->outline->course[i] : s->points[at].value);
		as_json_close(j, ']');
	}
	as_json_close(j, ']');
	as_page_levels_add(j, s, drawn);
	as_json_close(j, '}');
}
