/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "format/table/csv.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "base/vec.h"

enum { PIECE = 1 << 18 };

void as_csv_init(struct as_csv *c, const struct as_source *source, const char *name)
{
	*c = (struct as_csv){.source = *source, .name = name, .next_line = 1};
}

void as_csv_release(struct as_csv *c)
{
	free(c->buf);
	free(c->plain);
	free(c->field);
	XXH3_freeState(c->hash);
	c->hash = NULL;
	c->buf = c->plain = NULL;
	c->field = NULL;
	c->n = c->cap_fields = 0;
}

enum as_status as_csv_bad(const struct as_csv *c, size_t i, struct as_err *err, const char *fmt,
	...)
{
	char what[600], column[40] = "";
	size_t line = c->line ? c->line : 1; /* names of columns that were made have no line */
	va_list args;

	va_start(args, fmt);
	vsnprintf(what, sizeof what, fmt, args);
	va_end(args);
	if (i < c->n && !c->made) {
		size_t at = 1;
		for (const char *s = c->buf + c->begin; s < c->buf + c->begin + c->field[i].at;
			s++) {
			line += *s == '\n';
			at = *s == '\n' ? 1 : at + ((*s & 0xc0) != 0x80);
		}
		snprintf(column, sizeof column, ", column %zu", at);
	}
	return as_fail(err, AS_ERR_DATA, "cannot read '%.200s', line %zu%s: %s", c->name, line,
		column, what);
}

/* Of all bytes, however many come at once. */
static bool add_to_hash(struct as_csv *c, const char *s, size_t n)
{
	if (!c->hash && (!(c->hash = XXH3_createState()) || XXH3_128bits_reset(c->hash)))
		return false;
	return XXH3_128bits_update(c->hash, s, n) == XXH_OK;
}

void as_csv_hash(const struct as_csv *c, uint64_t out[static 2])
{
	const XXH128_hash_t h = c->hash ? XXH3_128bits_digest(c->hash) : (XXH128_hash_t){0, 0};

	out[0] = h.high64;
	out[1] = h.low64;
}

/* Read more behind what is there; the record that begins at c->begin stays whole. */
static enum as_status fill_room(struct as_csv *c, struct as_err *err)
{
	size_t kept = c->filled - c->begin, n = 0;

	if (c->buf && kept)
		memmove(c->buf, c->buf + c->begin, kept);
	c->begin = 0;
	c->filled = kept;
	if (!as_grow(&c->buf, &c->cap, kept + PIECE + 1, 1))
		return as_fail_memory(err);
	enum as_status st = c->source.read(c->source.from, c->buf + kept, PIECE, &n, err);
	if (st)
		return st;
	if (!add_to_hash(c, c->buf + kept, n))
		return as_fail_memory(err);
	c->filled += n;
	c->buf[c->filled] = 0;
	c->at_end = !n;
	return AS_OK;
}

static size_t count(const char *s, size_t n, char what)
{
	const char *end = s + n;
	size_t found = 0;

	while ((s = memchr(s, what, (size_t)(end - s)))) {
		found++;
		s++;
	}
	return found;
}

/* c->end: the end of the record that begins at c->begin, with its line end. Line ends between an
 * odd and an even quote belong to a field. *quotes: are there any? */
static enum as_status find_end(struct as_csv *c, bool *quotes, struct as_err *err)
{
	size_t seen = 0; /* bytes of the record that were looked at */
	bool open = false;

	*quotes = false;
	for (;;) {
		const char *from = c->buf ? c->buf + c->begin + seen : NULL;
		size_t left = c->filled - c->begin - seen;
		const char *nl = from && left ? memchr(from, '\n', left) : NULL;
		size_t n = nl ? (size_t)(nl - from) + 1 : left;
		size_t found = from && n ? count(from, n, '"') : 0;

		*quotes = *quotes || found;
		open = open != (found % 2 == 1);
		seen += n;
		c->next_line += nl != NULL;
		if (nl ? !open : c->at_end)
			break;
		if (seen > AS_CSV_RECORD_MAX)
			return as_csv_bad(c, 0, err,
				"a line of more than 1 MiB; is a quote not closed, or "
				"is it no table?");
		if (nl)
			continue;
		enum as_status st = fill_room(c, err);
		if (st)
			return st;
	}
	c->end = c->begin + seen;
	return AS_OK;
}

static bool push(struct as_csv *c, const char *s, size_t n, size_t at)
{
	const struct as_csv_field f = {s, n, at};

	return AS_PUSH(c->field, c->n, c->cap_fields, f);
}

/* What stands between two separators, without the blanks around it. */
static bool push_plain(struct as_csv *c, const char *begin, const char *s, const char *end)
{
	while (s < end && *s == ' ')
		s++;
	while (end > s && end[-1] == ' ')
		end--;
	return push(c, s, (size_t)(end - s), (size_t)(s - begin));
}

static bool split_plain(struct as_csv *c, const char *s, const char *end)
{
	const char *begin = s;

	for (const char *field = s;; field = ++s) {
		while (s < end && *s != c->separator)
			s++;
		if (!push_plain(c, begin, field, s))
			return false;
		if (s == end)
			return true;
	}
}

/* Copy the field in quotes at s to *to, with a 0 behind it, and move *to there; returns what
 * follows the closing quote, or NULL if there is none. */
static const char *unquote(const char *s, const char *end, char **to)
{
	for (s++; s < end && (*s != '"' || (s + 1 < end && s[1] == '"')); s++) {
		s += *s == '"';
		*(*to)++ = *s;
	}
	*(*to)++ = 0;
	return s < end ? s + 1 : NULL;
}

static enum as_status split_quoted(struct as_csv *c, const char *s, const char *end,
	struct as_err *err)
{
	const char *begin = s;

	if (!as_grow(&c->plain, &c->cap_plain, (size_t)(end - s) + 1, 1))
		return as_fail_memory(err);
	for (char *to = c->plain;; s++) {
		const char *field = s, *text = to;
		bool quoted = s < end && *s == '"';
		s = quoted ? unquote(s, end, &to) : s;
		while (!quoted && s < end && *s != c->separator)
			s++;
		if (quoted ? !push(c, text, (size_t)(to - text) - 1, (size_t)(field - begin))
			   : !push_plain(c, begin, field, s))
			return as_fail_memory(err);
		if (!s)
			return as_csv_bad(c, c->n - 1, err,
				"a quote begins here that is not closed");
		if (quoted ? s < end && *s != c->separator
			   : memchr(field, '"', (size_t)(s - field)) != NULL)
			return as_csv_bad(c, c->n - 1, err,
				"a quote inside a field; put all of the field "
				"in quotes, and write each quote in it twice");
		if (s == end)
			return AS_OK;
	}
}

/* The first line decides what stands between fields. */
static void find_separator(struct as_csv *c, const char *s, const char *end)
{
	while (s < end && *s != ',' && *s != ';' && *s != '\t')
		s++;
	c->separator = s < end ? *s : ',';
}

enum as_status as_csv_next(struct as_csv *c, struct as_err *err)
{
	bool quotes = false;

	c->n = 0;
	for (;;) {
		c->begin = c->end;
		c->line = c->next_line;
		enum as_status st = find_end(c, &quotes, err);
		if (st)
			return st;
		const char *s = c->buf + c->begin, *end = c->buf + c->end;
		if (s == end)
			return AS_OK;
		if (c->line == 1 && end - s >= 3 && !memcmp(s, "\xef\xbb\xbf", 3)) {
			s += 3;
			c->begin += 3;
		}
		end -= end > s && end[-1] == '\n';
		end -= end > s && end[-1] == '\r';
		if (s == end)
			continue;
		if (!c->separator)
			find_separator(c, s, end);
		if (quotes)
			return split_quoted(c, s, end, err);
		return split_plain(c, s, end) ? AS_OK : as_fail_memory(err);
	}
}
