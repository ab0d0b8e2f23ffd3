/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/json/json_reader.h"
#include "base/text/utf8.h"

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c |= 0x20;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The four digits of \uXXXX, past the u; -1 if they are none. */
static int32_t read_unit(struct as_json_reader *r)
{
	int32_t v = 0;

	as_json_want(r, 4);
	for (size_t i = 0; i < 4; i++) {
		int d = r->at + i < r->end ? hex_digit(r->buffer[r->at + i]) : -1;
		if (d < 0)
			return -1;
		v = v * 16 + d;
	}
	r->at += 4;
	return v;
}

static void add_code_point(struct as_text *t, uint32_t cp)
{
	char s[4];
	size_t n = 0;

	if (cp < 0x80) {
		s[n++] = (char)cp;
	} else {
		if (cp < 0x800) {
			s[n++] = (char)(0xC0 | cp >> 6);
		} else {
			if (cp < 0x10000) {
				s[n++] = (char)(0xE0 | cp >> 12);
			} else {
				s[n++] = (char)(0xF0 | cp >> 18);
				s[n++] = (char)(0x80 | (cp >> 12 & 0x3F));
			}
			s[n++] = (char)(0x80 | (cp >> 6 & 0x3F));
		}
		s[n++] = (char)(0x80 | (cp & 0x3F));
	}
	as_text_add_n(t, s, n);
}

static void read_unicode(struct as_json_reader *r)
{
	int32_t first = read_unit(r), second = 0;

	if (first >= 0xD800 && first < 0xDC00) {
		as_json_want(r, 2);
		if (r->end - r->at >= 2 && !memcmp(r->buffer + r->at, "\\u", 2)) {
			r->at += 2;
			second = read_unit(r);
		}
		if (second < 0xDC00 || second > 0xDFFF)
			first = -1;
		else
			first = 0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00);
	} else if (first >= 0xDC00 && first <= 0xDFFF) {
		first = -1;
	}
	if (first < 0)
		as_json_bad(r, "a text has \\u in it without the four digits of a character");
	else
		add_code_point(&r->text, (uint32_t)first);
}

static void read_escape(struct as_json_reader *r)
{
	static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
	const char *found;

	as_json_want(r, 2);
	const char c = r->end - r->at >= 2 ? r->buffer[r->at + 1] : '\0';
	r->at += r->end - r->at >= 2 ? 2 : 1;
	if (c == 'u')
		read_unicode(r);
	else if (c && (found = strchr(from, c)))
		as_text_char(&r->text, to[found - from]);
	else
		as_json_bad(r, "a text has a backslash in it before what it cannot stand before");
}

/* One character of more than one byte. */
static void read_wide(struct as_json_reader *r)
{
	uint32_t cp;

	as_json_want(r, 4);
	size_t n = as_utf8_next(r->buffer + r->at, r->end - r->at, &cp);
	if (!n) {
		as_json_bad(r, "a text has bytes in it that are not UTF-8");
		return;
	}
	as_text_add_n(&r->text, r->buffer + r->at, n);
	r->at += n;
}

/* Which of eight bytes are a quote, a backslash, a control character or part of a wider one: their highest
 * bits, where the lowest such byte is right. */
static uint64_t odd_bytes(uint64_t v)
{
	const uint64_t ones = UINT64_C(0x0101010101010101), high = UINT64_C(0x8080808080808080);
	const uint64_t quote = v ^ ones * '"', backslash = v ^ ones * '\\';

	return ((quote - ones) | (backslash - ones) | (v - ones * 0x20) | v) & high;
}

size_t as_json_plain(const struct as_json_reader *r, size_t from)
{
	const char *s = r->buffer;
	size_t i = from;
	uint64_t v;

	for (; i < r->end; i += sizeof v) { /* the slack is behind it, and a 0 before that */
		memcpy(&v, s + i, sizeof v);
		if (odd_bytes(v))
			break;
	}
	while (s[i] != '"' && s[i] != '\\' && (unsigned char)(s[i] - 0x20) < 0x60)
		i++;
	return i - from;
}

static void read_plain(struct as_json_reader *r)
{
	const size_t n = as_json_plain(r, r->at);

	as_text_add_n(&r->text, r->buffer + r->at, n);
	r->at += n;
}

const char *as_json_read_string(struct as_json_reader *r, size_t *n)
{
	if (n)
		*n = 0;
	as_text_clear(&r->text);
	if (as_json_peek(r) != AS_JSON_STRING) {
		as_json_unexpected(r, "a text in quotes");
		return "";
	}
	r->at++;
	while (!r->failed) {
		read_plain(r);
		if (r->at == r->end && as_json_fill(r))
			continue;
		const unsigned char c = (unsigned char)r->buffer[r->at];
		if (c == '"' && r->at < r->end)
			break;
		if (r->at == r->end)
			as_json_bad(r, "this text has no end");
		else if (c == '\\')
			read_escape(r);
		else if (c >= 0x80)
			read_wide(r);
		else
			as_json_bad(r, "a text has a control character in it; write \\u%04x", c);
	}
	if (r->text.failed)
		as_json_no_memory(r);
	if (r->failed)
		return "";
	r->at++;
	if (n)
		*n = r->text.len;
	else if (r->text.len && memchr(r->text.data, 0, r->text.len))
		as_json_bad(r, "a text has \\u0000 in it, which would cut it short");
	return r->failed ? "" : as_text_str(&r->text);
}
