/* SPDX-License-Identifier: MIT */
#include "base/json/json.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/num.h"
#include "base/text/utf8.h"

void as_json_init(struct as_json *j, struct as_text *text, int indent)
{
	*j = (struct as_json){.text = text, .indent = indent};
}

enum as_status as_json_hand_on(struct as_json *j, const struct as_sink *to, size_t least,
	struct as_err *err)
{
	enum as_status st = as_text_finish(j->text, err);

	if (st || j->text->len < least)
		return st;
	st = to->write(to->to, as_text_str(j->text), j->text->len, err);
	as_text_clear(j->text);
	return st;
}

static void break_line(struct as_json *j)
{
	if (j->indent) {
		as_text_char(j->text, '\n');
		as_text_repeat(j->text, " ", (size_t)j->depth * (size_t)j->indent);
	}
}

static void newline(struct as_json *j)
{
	if (!j->flat[j->depth])
		break_line(j);
}

static void before_in_row(struct as_json *j)
{
	if (j->need_comma)
		as_text_char(j->text, ',');
	if (j->in_row[j->depth] > AS_JSON_ROW) {
		break_line(j);
		j->in_row[j->depth] = 1;
	}
	j->in_row[j->depth]++;
}

static void before_value(struct as_json *j)
{
	if (j->after_key) {
		j->after_key = false;
		return;
	}
	if (j->in_row[j->depth]) {
		before_in_row(j);
		return;
	}
	if (j->need_comma)
		as_text_add(j->text, j->indent && j->flat[j->depth] ? ", " : ",");
	if (j->depth > 0)
		newline(j);
}

static void open_level(struct as_json *j, char bracket, bool flat)
{
	assert(j->depth < 31);
	before_value(j);
	as_text_char(j->text, bracket);
	flat = flat || j->flat[j->depth];
	j->depth++;
	j->flat[j->depth] = flat;
	j->in_row[j->depth] = 0;
	j->need_comma = false;
}

void as_json_open(struct as_json *j, char bracket)
{
	open_level(j, bracket, false);
}

void as_json_open_flat(struct as_json *j, char bracket)
{
	open_level(j, bracket, true);
}

void as_json_open_rows(struct as_json *j, char bracket)
{
	open_level(j, bracket, true);
	j->in_row[j->depth] = AS_JSON_ROW + 1;
}

void as_json_close(struct as_json *j, char bracket)
{
	bool empty = !j->need_comma, flat = j->flat[j->depth];

	assert(j->depth > 0);
	flat = flat && !j->in_row[j->depth];
	j->depth--;
	if (!empty && !flat)
		newline(j);
	as_text_char(j->text, bracket);
	j->need_comma = true;
}

static void add_unicode(struct as_text *t, uint32_t cp)
{
	if (cp < 0x10000)
		as_text_addf(t, "\\u%04x", (unsigned)cp);
	else
		as_text_addf(t, "\\u%04x\\u%04x", (unsigned)(0xD800 + ((cp - 0x10000) >> 10)),
			(unsigned)(0xDC00 + (cp & 0x3FF)));
}

/* A terminal that shows it must not act upon it, so that more is escaped than JSON demands. */
static void add_escaped(struct as_text *t, const char *s, size_t n)
{
	int marks = 0;

	for (size_t i = 0; i < n;) {
		uint32_t cp = 0xFFFD;
		size_t len = as_utf8_next(s + i, n - i, &cp);
		bool may = as_may_show(cp, &marks);

		if (!len)
			as_text_add(t, "\xEF\xBF\xBD");
		else if (cp == '"' || cp == '\\')
			as_text_addf(t, "\\%c", (char)cp);
		else if (cp == '\n')
			as_text_add(t, "\\n");
		else if (cp == '\t')
			as_text_add(t, "\\t");
		else if (!may)
			add_unicode(t, cp);
		else
			as_text_add_n(t, s + i, len);
		i += len ? len : 1;
	}
}

void as_json_string_n(struct as_json *j, const char *s, size_t n)
{
	before_value(j);
	as_text_char(j->text, '"');
	add_escaped(j->text, s, n);
	as_text_char(j->text, '"');
	j->need_comma = true;
}

void as_json_string(struct as_json *j, const char *s)
{
	if (s)
		as_json_string_n(j, s, strlen(s));
	else
		as_json_null(j);
}

void as_json_key(struct as_json *j, const char *key)
{
	as_json_string(j, key);
	as_text_add(j->text, j->indent ? ": " : ":");
	j->after_key = true;
}

static void add_literal(struct as_json *j, const char *s, size_t n)
{
	before_value(j);
	as_text_add_n(j->text, s, n);
	j->need_comma = true;
}

static void add_digits(struct as_json *j, uint64_t x, bool negative)
{
	char buf[25] = "-";
	const char *s = as_digits(x, buf + 1);
	const size_t n = (size_t)(buf + sizeof buf - 1 - s);

	if (negative)
		buf[s - buf - 1] = '-';
	add_literal(j, s - negative, n + negative);
}

/* x is a whole number that "%.15g" writes without point and exponent. */
static bool is_whole(double x)
{
	return fabs(x) < 1e15 && as_same_double(x, (double)(int64_t)x) && !(signbit(x) && !(x < 0));
}

void as_json_double(struct as_json *j, double x)
{
	char buf[32];

	if (is_whole(x)) {
		as_json_int(j, (int64_t)x);
		return;
	}

	if (!isfinite(x)) {
		as_json_null(j);
		return;
	}
	const size_t n = as_double_text(x, buf);
	add_literal(j, buf, n);
}

void as_json_int(struct as_json *j, int64_t x)
{
	add_digits(j, x < 0 ? 0 - (uint64_t)x : (uint64_t)x, x < 0);
}

void as_json_digits(struct as_json *j, uint64_t x)
{
	char buf[24];

	before_value(j);
	as_text_char(j->text, '"');
	as_text_add(j->text, as_digits(x, buf));
	as_text_char(j->text, '"');
	j->need_comma = true;
}

void as_json_bool(struct as_json *j, bool x)
{
	add_literal(j, x ? "true" : "false", x ? 4 : 5);
}

void as_json_null(struct as_json *j)
{
	add_literal(j, "null", 4);
}

void as_json_key_string(struct as_json *j, const char *key, const char *s)
{
	as_json_key(j, key);
	as_json_string(j, s);
}

void as_json_key_double(struct as_json *j, const char *key, double x)
{
	as_json_key(j, key);
	as_json_double(j, x);
}

void as_json_key_int(struct as_json *j, const char *key, int64_t x)
{
	as_json_key(j, key);
	as_json_int(j, x);
}

void as_json_key_bool(struct as_json *j, const char *key, bool x)
{
	as_json_key(j, key);
	as_json_bool(j, x);
}
