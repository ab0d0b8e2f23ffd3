/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a value of a document opens, and what it says. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/num.h"
#include "base/packed/packed.h"
#include "format/foreign/parts/paths.h"
#include "model/joined/rows.h"

enum { TEXT_BYTES = 4096 };

uint32_t as_open_group(const struct as_path_reading *d, const struct as_path_row *row)
{
	(void)row;
	return as_gather_open(d->g, AS_SCOPE_GROUP, d->scope);
}

uint32_t as_open_subject(const struct as_path_reading *d, const struct as_path_row *row)
{
	(void)row;
	return as_gather_open(d->g, AS_SCOPE_SUBJECT, d->scope);
}

uint32_t as_open_execution(const struct as_path_reading *d, const struct as_path_row *row)
{
	(void)row;
	return as_gather_open(d->g, AS_SCOPE_EXECUTION, d->scope);
}

uint32_t as_open_iteration(const struct as_path_reading *d, const struct as_path_row *row)
{
	(void)row;
	return as_gather_open(d->g, AS_SCOPE_ITERATION, d->scope);
}

uint32_t as_open_named(const struct as_path_reading *d, const struct as_path_row *row)
{
	(void)row;
	return as_gather_find(d->g, AS_SCOPE_SUBJECT, d->scope, d->key);
}

uint32_t as_open_division(const struct as_path_reading *d, const struct as_path_row *row)
{
	(void)row;
	return as_gather_find(d->g, AS_SCOPE_GROUP, d->scope, d->key);
}

uint32_t as_open_nth(const struct as_path_reading *d, const struct as_path_row *row)
{
	char number[32];

	(void)row;
	snprintf(number, sizeof number, "%llu", (unsigned long long)d->element);
	return as_gather_find(d->g, AS_SCOPE_EXECUTION, d->scope, number);
}

void as_path_text(struct as_path_reading *d, char *room, size_t n)
{
	const enum as_json_kind kind = as_json_peek(d->r);

	room[0] = '\0';
	if (kind == AS_JSON_STRING) {
		snprintf(room, n, "%s", as_json_read_string(d->r, NULL));
	} else if (kind == AS_JSON_NUMBER) {
		char digits[32];
		as_double_text(as_json_read_double(d->r), digits);
		snprintf(room, n, "%s", digits);
	} else if (kind == AS_JSON_BOOL) {
		snprintf(room, n, "%s", as_json_read_bool(d->r) ? "true" : "false");
	} else {
		as_json_skip(d->r);
	}
}

/* In g is kept which member has a text that says that there is none. */
static double read_number(struct as_json_reader *r, struct as_gather *g, const char *member)
{
	const enum as_json_kind kind = as_json_peek(r);
	double v = (double)NAN;
	char key[64];

	if (kind == AS_JSON_NUMBER)
		return as_json_read_double(r);
	snprintf(key, sizeof key, "%.63s", member);
	for (char *c = key; *c; c++) /* a remark is one line */
		*c = (unsigned char)*c < ' ' ? ' ' : *c;
	if (kind == AS_JSON_STRING) {
		const char *text = as_json_read_string(r, NULL);
		if (!as_gather_number_of(text, &v))
			as_json_bad(r, "expected a number, found the text '%.40s'", text);
		else if (g && !isfinite(v))
			as_gather_none_is(g, key, as_json_line(r), text);
	} else if (kind == AS_JSON_BOOL) {
		as_json_bad(r, "expected a number, found %s",
			as_json_read_bool(r) ? "true" : "false");
	} else {
		as_json_skip(r);
	}
	return v;
}

double as_path_number(struct as_json_reader *r)
{
	return read_number(r, NULL, "");
}

static double number_at_hand(struct as_path_reading *d)
{
	return read_number(d->r, d->g, d->key);
}

static double scaled(const struct as_path_row *row, double v)
{
	return row->scale > 0 ? v * row->scale : v;
}

/* Traits that are numbers, however they are written. */
static bool is_number(enum as_trait_kind k)
{
	return k == AS_TRAIT_MORE || k == AS_TRAIT_INNER || k == AS_TRAIT_CENTRE ||
	       k == AS_TRAIT_COUNT || k == AS_TRAIT_CHANGED;
}

static void add_trait(struct as_path_reading *d, const struct as_path_row *row, const char *name)
{
	const enum as_json_kind kind = as_json_peek(d->r);
	const bool date = row->trait == AS_TRAIT_DATE || row->trait == AS_TRAIT_RUN_DATE;
	struct as_trait t = {.kind = row->trait, .name = name};
	char text[TEXT_BYTES];

	if (kind == AS_JSON_NULL || kind == AS_JSON_OBJECT || kind == AS_JSON_ARRAY) {
		as_json_skip(d->r);
		return;
	}
	if (is_number(row->trait) || (date && kind == AS_JSON_NUMBER)) {
		t.number = scaled(row, number_at_hand(d));
		as_gather_named(d->g, d->scope, &t);
		return;
	}
	as_path_text(d, text, sizeof text);
	t.text = text;
	if (date && row->scale > 0 && as_parse_double(text, &t.number)) {
		t.number *= row->scale;
		t.text = NULL;
	}
	if (*text)
		as_gather_named(d->g, d->scope, &t);
}

/* Two numbers. */
static bool take_pair(struct as_path_reading *d, double pair[2])
{
	size_t n = 0;

	if (as_json_peek(d->r) != AS_JSON_ARRAY) {
		as_json_bad(d->r, "expected a pair of numbers");
		return false;
	}
	as_json_enter(d->r, '[');
	for (; as_json_element(d->r); n++) {
		const double v = as_path_number(d->r);
		if (n < 2)
			pair[n] = v;
	}
	if (n != 2)
		as_json_bad(d->r, "expected a pair of numbers");
	return !as_json_failed(d->r);
}

void as_take_histogram(struct as_path_reading *d, const struct as_path_row *row)
{
	double sum = 0, count = 0, pair[2];

	(void)row;
	if (as_json_peek(d->r) != AS_JSON_ARRAY) {
		as_json_skip(d->r);
		return;
	}
	as_json_enter(d->r, '[');
	while (as_json_element(d->r) && take_pair(d, pair)) {
		if (!isfinite(pair[0]) || !(pair[1] >= 0) || !isfinite(pair[1]))
			as_json_bad(d->r, "expected a value and how often it came");
		sum += pair[0] * pair[1];
		count += pair[1];
	}
	if (count > 0)
		as_gather_value(d->g, d->scope, sum / count, 0, AS_ROLE_MEASURED);
}

static void add_metric(struct as_path_reading *d, const struct as_path_row *row, const char *name)
{
	char own[AS_ROWS_NAME_BYTES];

	snprintf(own, sizeof own, "%s", name);
	const bool text = as_json_peek(d->r) == AS_JSON_STRING;
	const double v = scaled(row, number_at_hand(d));
	if (text && !isfinite(v))
		as_gather_none(d->g);
	if (isfinite(v) && *own)
		as_gather_named(d->g, d->scope,
			&(struct as_trait){.kind = AS_TRAIT_METRIC,
				.name = own,
				.text = row->unit ? row->unit : "count",
				.number = v});
}

/* Anything but null, false, 0 and "". */
static bool says_so(struct as_path_reading *d)
{
	const enum as_json_kind kind = as_json_peek(d->r);
	char text[TEXT_BYTES];

	if (kind == AS_JSON_OBJECT || kind == AS_JSON_ARRAY) {
		as_json_drop(d->r);
		return true;
	}
	as_path_text(d, text, sizeof text);
	return *text && strcmp(text, "false") != 0 && strcmp(text, "0") != 0;
}

void as_take_failed(struct as_path_reading *d, const struct as_path_row *row)
{
	if (says_so(d))
		as_gather_text(d->g, d->scope, AS_TRAIT_FAILED,
			row->name ? row->name : "the file says that it failed");
}

void as_take_skipped(struct as_path_reading *d, const struct as_path_row *row)
{
	if (says_so(d))
		as_gather_text(d->g, d->scope, AS_TRAIT_SKIPPED,
			row->name ? row->name : "the file says that it was skipped");
}

void as_take_success(struct as_path_reading *d, const struct as_path_row *row)
{
	const bool text = as_json_peek(d->r) == AS_JSON_STRING;
	const double v = number_at_hand(d), share = scaled(row, v);

	if (text && !isfinite(v))
		as_gather_none(d->g);

	if (row->name && isfinite(v))
		as_gather_named(d->g, d->scope,
			&(struct as_trait){.kind = AS_TRAIT_METRIC,
				.name = row->name,
				.text = row->unit ? row->unit : "count",
				.number = v});
	as_gather_success(d->g, d->scope, share);
}

void as_take_parameter(struct as_path_reading *d, const struct as_path_row *row)
{
	char text[TEXT_BYTES];

	as_path_text(d, text, sizeof text);
	if (*text && !(row->unit && !strcmp(text, row->unit)))
		as_gather_named(d->g, d->scope,
			&(struct as_trait){
				.kind = AS_TRAIT_PARAMETER, .name = row->name, .text = text});
}

/* The element at hand, and those behind it that are at hand, too. */
static void add_elements(
	struct as_path_reading *d, const struct as_path_row *row, enum as_role role)
{
	const bool number = as_json_peek(d->r) == AS_JSON_NUMBER;
	double v[AS_PACKED_BLOCK];
	size_t n = 1;

	v[0] = number_at_hand(d);
	if (number)
		n += as_json_read_doubles(d->r, v + 1, AS_PACKED_BLOCK - 1);
	for (size_t i = 0; i < n; i++)
		v[i] = scaled(row, v[i]);
	as_gather_values(d->g, d->scope, v, n, role);
}

static void add_values(
	struct as_path_reading *d, const struct as_path_row *row, enum as_role role)
{
	const enum as_json_kind kind = as_json_peek(d->r);

	if (kind == AS_JSON_OBJECT) { /* of another shape: it is not looked at */
		as_json_skip(d->r);
		return;
	}
	if (kind != AS_JSON_ARRAY) {
		as_gather_value(d->g, d->scope, scaled(row, number_at_hand(d)), 0, role);
		return;
	}
	as_json_enter(d->r, '[');
	while (as_json_element(d->r))
		add_elements(d, row, role);
}

/* null in the place of all values is none; in the place of one it is a value that is no number. */
void as_take_value(struct as_path_reading *d, const struct as_path_row *row)
{
	const size_t n = strlen(row->path);

	if (as_json_peek(d->r) == AS_JSON_NULL && !(n && row->path[n - 1] == ']'))
		as_json_skip(d->r);
	else
		add_values(d, row, AS_ROLE_MEASURED);
}

void as_take_inners(struct as_path_reading *d, const struct as_path_row *row)
{
	(void)row;
	if (as_json_peek(d->r) != AS_JSON_ARRAY) {
		as_json_skip(d->r);
		return;
	}
	as_json_enter(d->r, '[');
	while (as_json_element(d->r))
		as_gather_inner(d->g, d->scope, as_path_number(d->r));
}

void as_take_warmup_pair(struct as_path_reading *d, const struct as_path_row *row)
{
	double pair[2] = {0, 0};

	(void)row;
	if (take_pair(d, pair) && !(pair[0] >= 1))
		as_json_bad(d->r, "expected a warm-up of 1 loop or more, found one of %g", pair[0]);
	else if (!as_json_failed(d->r))
		as_gather_value(d->g, d->scope, pair[1], pair[0], AS_ROLE_WARMUP);
}

void as_take_trait(struct as_path_reading *d, const struct as_path_row *row)
{
	add_trait(d, row, row->name);
}

void as_take_trait_key(struct as_path_reading *d, const struct as_path_row *row)
{
	add_trait(d, row, d->key);
}

void as_take_metric(struct as_path_reading *d, const struct as_path_row *row)
{
	add_metric(d, row, row->name);
}

void as_take_metric_key(struct as_path_reading *d, const struct as_path_row *row)
{
	add_metric(d, row, d->key);
}

void as_take_less(struct as_path_reading *d, const struct as_path_row *row)
{
	(void)row;
	if (as_json_peek(d->r) == AS_JSON_BOOL)
		as_gather_number(d->g, d->scope, AS_TRAIT_MORE, as_json_read_bool(d->r) ? 0 : 1);
	else
		as_json_skip(d->r);
}
