/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <string.h>

#include "base/json/json_reader.h"
#include "base/number/decimal.h"

/* The number at hand, with v if that is not NULL. */
static bool scan_number(struct as_json_reader *r, struct as_decimal *d, double *v)
{
	const char *end = NULL;

	if (as_json_peek(r) != AS_JSON_NUMBER) {
		as_json_unexpected(r, "a number");
		return false;
	}
	for (;;) {
		end = as_decimal_scan(r->buffer + r->at, r->buffer + r->end, d);
		bool whole = end && end < r->buffer + r->end;
		if (whole || r->end - r->at > AS_JSON_NUMBER_MAX || !as_json_fill(r))
			break;
	}
	if (r->failed)
		return false;
	if (!end || end - (r->buffer + r->at) > AS_JSON_NUMBER_MAX) {
		as_json_bad(r, end ? "this number has too many digits" : "this is no number");
		return false;
	}
	if (v)
		*v = as_decimal_double(d, r->buffer + r->at);
	r->at = (size_t)(end - r->buffer);
	return true;
}

double as_json_read_double(struct as_json_reader *r)
{
	struct as_decimal d;
	double v;

	if (!scan_number(r, &d, &v))
		return (double)NAN;
	if (!isfinite(v)) {
		as_json_bad(r, "this number is larger than any that can be kept");
		return (double)NAN;
	}
	return v;
}

/* Past a comma, and the blanks and lines behind it; NULL: it is not there. */
static const char *past_comma(struct as_json_reader *r, const char *s)
{
	if (*s != ',')
		return NULL;
	for (s++; (unsigned char)(*s - 1) < ' '; s++) {
		if (*s == ' ') {
			s += as_json_spaces(s) - 1;
		} else if (*s == '\n') {
			r->line++;
			r->line_start = r->before + (uint64_t)(s - r->buffer) + 1;
		} else if (*s != '\t' && *s != '\r') {
			break;
		}
	}
	return s;
}

/* Those that lie in the buffer whole; whatever is odd is left to who reads them one by one. */
size_t as_json_read_doubles(struct as_json_reader *r, double *out, size_t room)
{
	static const double large = 1e290;
	struct as_json_level *l = &r->levels[r->depth];
	const char *const end = r->buffer + r->end;
	struct as_decimal d;
	size_t n = 0;

	while (n < room && !r->failed && l->begun && l->bracket == '[') {
		const uint64_t line = r->line, line_start = r->line_start;
		const char *from = past_comma(r, r->buffer + r->at), *to = NULL;
		if (from && *from != '-')
			to = as_decimal_scan(from, end, &d);
		if (to && to < end && to - from <= AS_JSON_NUMBER_MAX)
			out[n] = as_decimal_double(&d, from);
		else
			to = NULL;
		if (!to || out[n] > large) {
			r->line = line;
			r->line_start = line_start;
			break;
		}
		r->token = r->before + (uint64_t)(from - r->buffer);
		r->at = (size_t)(to - r->buffer);
		l->next++;
		n++;
	}
	return n;
}

int64_t as_json_read_int(struct as_json_reader *r, int64_t min, int64_t max)
{
	struct as_decimal d;
	int64_t v = 0;

	if (!scan_number(r, &d, NULL))
		return 0;
	if (!as_decimal_i64(&d, min, max, &v))
		as_json_bad(r, "expected a whole number from %lld to %lld", (long long)min,
			(long long)max);
	return v;
}

/* Take the word, if it comes next. */
static bool take_word(struct as_json_reader *r, const char *word)
{
	const size_t n = strlen(word);

	as_json_want(r, n);
	if (r->end - r->at < n || memcmp(r->buffer + r->at, word, n) != 0)
		return false;
	r->at += n;
	return true;
}

bool as_json_read_bool(struct as_json_reader *r)
{
	if (as_json_peek(r) == AS_JSON_BOOL) {
		if (take_word(r, "true"))
			return true;
		if (take_word(r, "false"))
			return false;
	}
	as_json_unexpected(r, "true or false");
	return false;
}

bool as_json_is_plain_null(struct as_json_reader *r)
{
	return as_json_peek(r) == AS_JSON_NULL && !(r->lenient && as_json_odd_word(r));
}

bool as_json_read_null(struct as_json_reader *r)
{
	if (as_json_peek(r) != AS_JSON_NULL)
		return false;
	if (take_word(r, "null"))
		return true;
	if (r->lenient && as_json_odd_word(r)) {
		r->at += as_json_odd_word(r);
		return true;
	}
	as_json_unexpected(r, "null");
	return false;
}

void as_json_read_end(struct as_json_reader *r)
{
	if (as_json_look(r) || r->at < r->end)
		as_json_unexpected(r, "nothing more");
}

void as_json_drop(struct as_json_reader *r)
{
	const char *key;
	size_t n; /* a text that nobody looks at may hold what it likes */

	switch (as_json_peek(r)) {
	case AS_JSON_OBJECT:
		as_json_enter(r, '{');
		while (as_json_member(r, &key))
			as_json_drop(r);
		break;
	case AS_JSON_ARRAY:
		as_json_enter(r, '[');
		while (as_json_element(r))
			as_json_drop(r);
		break;
	case AS_JSON_STRING:
		(void)as_json_read_string(r, &n);
		break;
	case AS_JSON_NUMBER:
		(void)as_json_read_double(r);
		break;
	case AS_JSON_BOOL:
		(void)as_json_read_bool(r);
		break;
	case AS_JSON_NULL:
	case AS_JSON_NOTHING:
		(void)as_json_read_null(r);
		break;
	}
}

void as_json_skip(struct as_json_reader *r)
{
	const enum as_json_kind kind = as_json_peek(r);
	const bool inside = kind == AS_JSON_OBJECT || kind == AS_JSON_ARRAY;

	as_json_drop(r);
	if (r->failed)
		return; /* nested too deep, for one: there is no level below */
	const bool empty = kind == AS_JSON_NULL || (inside && !r->levels[r->depth + 1].begun);
	if (!empty && !as_json_leave(r))
		as_json_no_memory(r);
}
