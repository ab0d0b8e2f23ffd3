/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "format/foreign/parts/lines.h"

#include <stdlib.h>
#include <string.h>

enum { ROOM = 2 * AS_LINE_BYTES };

void as_lines_init(struct as_lines *l, const struct as_source *from)
{
	*l = (struct as_lines){.from = *from};
}

void as_lines_release(struct as_lines *l)
{
	free(l->bytes);
	l->bytes = l->line = NULL;
}

/* More behind what is left, which moves to the front. */
static enum as_status fill_lines(struct as_lines *l, struct as_err *err)
{
	size_t n = 0;

	if (!l->bytes && !(l->bytes = malloc(ROOM + 1)))
		return as_fail_memory(err);
	l->filled -= l->at;
	memmove(l->bytes, l->bytes + l->at, l->filled);
	l->at = 0;
	enum as_status st =
		l->from.read(l->from.from, l->bytes + l->filled, ROOM - l->filled, &n, err);
	l->filled += n;
	l->at_end = !n;
	return st;
}

static char *end_of(const struct as_lines *l)
{
	return l->filled > l->at ? memchr(l->bytes + l->at, '\n', l->filled - l->at) : NULL;
}

static enum as_status fail_long(size_t number, struct as_err *err)
{
	return as_fail(err, AS_ERR_DATA, "line %zu is longer than %d MiB: this is no text of lines",
		number, AS_LINE_MOST >> 20);
}

/* What is left of a line of which the first bytes have been given. */
static enum as_status skip_rest(struct as_lines *l, struct as_err *err)
{
	enum as_status st = AS_OK;
	size_t skipped = 0;
	char *end;

	while (!(end = end_of(l)) && !l->at_end && !st) {
		skipped += l->filled - l->at;
		if (skipped > AS_LINE_MOST)
			return fail_long(l->number, err);
		l->at = l->filled;
		st = fill_lines(l, err);
	}
	l->at = end ? (size_t)(end - l->bytes) + 1 : l->filled;
	return st;
}

enum as_status as_lines_next(struct as_lines *l, struct as_err *err)
{
	enum as_status st = l->rest ? skip_rest(l, err) : AS_OK;
	char *end = NULL;

	l->rest = false;
	l->line = NULL;
	while (!st && !(end = end_of(l)) && !l->at_end && l->filled - l->at < AS_LINE_BYTES)
		st = fill_lines(l, err);
	if (st || (!end && l->at == l->filled))
		return st;
	l->line = l->bytes + l->at;
	l->n = end ? (size_t)(end - l->line) : l->filled - l->at;
	l->rest = l->n >= AS_LINE_BYTES;
	l->n = l->rest ? AS_LINE_BYTES - 1 : l->n;
	l->at += l->n + (end && !l->rest);
	l->odd = l->rest || memchr(l->line, 0, l->n);
	l->n -= l->n && l->line[l->n - 1] == '\r';
	l->line[l->n] = '\0';
	l->number++;
	return AS_OK;
}

/* ---- documents among lines ---- */

/* Whether the byte is one of a document, or the end of a line. */
static bool is_of_document(struct as_json_lines *l, char c)
{
	if (l->inside) {
		if (l->quoted) {
			l->quoted = l->escaped || c != '"';
			l->escaped = !l->escaped && c == '\\';
		} else {
			l->quoted = c == '"';
			l->depth += c == '{' || c == '[';
			l->depth -= l->depth && (c == '}' || c == ']');
		}
		l->inside = l->depth || c != '\n';
		l->line += c == '\n';
		return true;
	}
	if (c == '\n') {
		l->line++;
		l->other = false;
		return true;
	}
	if (l->other) {
		if (l->n_others == 1 && l->n_shown < AS_OTHER_LINE_SHOWN && c != '\r')
			l->shown[l->n_shown++] = c;
		return false;
	}
	if (c == '{') {
		l->inside = true;
		l->depth = 1;
	} else if (c != ' ' && c != '\t' && c != '\r') {
		l->other = true;
		if (!l->n_others++) {
			l->first = l->line + 1;
			l->shown[l->n_shown++] = c;
		}
		return false;
	}
	return true;
}

static enum as_status read_documents(
	void *from, char *to, size_t room, size_t *n, struct as_err *err)
{
	struct as_json_lines *l = from;
	size_t got = 1;

	for (*n = 0; !*n && got;) {
		const enum as_status st = l->from.read(l->from.from, to, room, &got, err);
		if (st)
			return st;
		for (size_t i = 0; i < got; i++) {
			if (is_of_document(l, to[i])) {
				to[(*n)++] = to[i];
				l->skipped = 0;
			} else if (++l->skipped > AS_LINE_MOST) {
				return fail_long(l->line + 1, err);
			}
		}
	}
	return AS_OK;
}

struct as_source as_json_lines_source(struct as_json_lines *l)
{
	return (struct as_source){read_documents, l};
}
