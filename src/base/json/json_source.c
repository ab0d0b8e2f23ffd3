/* SPDX-License-Identifier: MIT */
/* The bytes at hand, where they stand, and what is wrong there. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/json/json_reader.h"

static void fail_at(struct as_json_reader *r, uint64_t place, const char *words)
{
	struct as_text path = {0};

	if (r->failed)
		return;
	r->failed = true;
	as_json_path(r, false, &path);
	as_fail(&r->err, AS_ERR_DATA, "cannot read '%.300s': line %llu, column %llu%s%s: %s",
		r->name, (unsigned long long)r->line + 1,
		(unsigned long long)(place - r->line_start) + 1, path.len ? ", " : "",
		as_text_str(&path), words);
	as_text_release(&path);
}

void as_json_bad(struct as_json_reader *r, const char *fmt, ...)
{
	char words[512];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(words, sizeof words, fmt, ap);
	va_end(ap);
	fail_at(r, r->token, words);
}

void as_json_unexpected(struct as_json_reader *r, const char *expected)
{
	char words[160], found[24] = "the end of the file";
	unsigned char c = (unsigned char)r->buffer[r->at];

	if (r->at < r->end && c > ' ' && c < 0x7F)
		snprintf(found, sizeof found, "'%c'", c);
	else if (r->at < r->end)
		snprintf(found, sizeof found, "byte 0x%02x", c);
	snprintf(words, sizeof words, "expected %s, found %s", expected, found);
	fail_at(r, r->before + r->at, words);
}

void as_json_no_memory(struct as_json_reader *r)
{
	if (!r->failed)
		as_fail_memory(&r->err);
	r->failed = true;
}

bool as_json_failed(const struct as_json_reader *r)
{
	return r->failed;
}

uint64_t as_json_line(const struct as_json_reader *r)
{
	return r->line + 1;
}

enum as_status as_json_reader_finish(const struct as_json_reader *r, struct as_err *err)
{
	if (!r->failed)
		return AS_OK;
	if (err)
		*err = r->err;
	return r->err.code;
}

bool as_json_fill(struct as_json_reader *r)
{
	size_t n = 0;

	if (r->ended || r->failed || r->end - r->at >= AS_JSON_BUFFER)
		return false;
	memmove(r->buffer, r->buffer + r->at, r->end - r->at);
	r->before += r->at;
	r->end -= r->at;
	r->at = 0;
	if (r->source.read(
		    r->source.from, r->buffer + r->end, AS_JSON_BUFFER - r->end, &n, &r->err)) {
		r->failed = true;
		n = 0;
	}
	r->ended = n == 0;
	r->end += n;
	r->buffer[r->end] = '\0';
	return n > 0;
}

void as_json_want(struct as_json_reader *r, size_t n)
{
	while (r->end - r->at < n && as_json_fill(r))
		;
}

char as_json_look_on(struct as_json_reader *r)
{
	for (;;) {
		const char c = r->buffer[r->at];
		if (r->at == r->end) {
			if (!as_json_fill(r))
				return '\0';
			continue;
		}
		if (c == '\n') {
			r->at++;
			r->line++;
			r->line_start = r->before + r->at;
		} else if (c == ' ') {
			r->at += as_json_spaces(r->buffer + r->at);
		} else if (c == '\t' || c == '\r') {
			r->at++;
		} else {
			break;
		}
	}
	r->token = r->before + r->at;
	return r->failed ? '\0' : r->buffer[r->at];
}

static bool is_start(const struct as_json_reader *r)
{
	return r->before == 0 && r->at == 0;
}

static void skip_mark(struct as_json_reader *r)
{
	as_json_want(r, 3);
	if (r->end - r->at >= 3 && !memcmp(r->buffer + r->at, "\xEF\xBB\xBF", 3)) {
		r->at += 3;
		r->line_start = 3;
	}
}

size_t as_json_odd_word(struct as_json_reader *r)
{
	static const char *const words[] = {"infinity", "inf", "nan"};
	const char c = r->buffer[r->at];

	if (!c || !strchr("+-NnIi", c))
		return 0;
	as_json_want(r, sizeof "-infinity");
	const char *s = r->buffer + r->at;
	const size_t sign = c == '-' || c == '+', room = r->end - r->at;
	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
		const size_t n = strlen(words[i]);
		if (room >= sign + n && !strncasecmp(s + sign, words[i], n))
			return sign + n;
	}
	return 0;
}

enum as_json_kind as_json_peek(struct as_json_reader *r)
{
	if (r->failed)
		return AS_JSON_NOTHING;
	if (is_start(r))
		skip_mark(r);
	const char c = as_json_look(r);
	if (c >= '0' && c <= '9')
		return AS_JSON_NUMBER;
	switch (c) {
	case '{':
		return AS_JSON_OBJECT;
	case '[':
		return AS_JSON_ARRAY;
	case '"':
		return AS_JSON_STRING;
	case 't':
	case 'f':
		return AS_JSON_BOOL;
	default:
		if (c == 'n' || (r->lenient && as_json_odd_word(r)))
			return AS_JSON_NULL;
		return c == '-' ? AS_JSON_NUMBER : AS_JSON_NOTHING;
	}
}
