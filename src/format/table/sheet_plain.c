/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A plain column of numbers, one a line, as ministat takes it: a table of executions whose lines
 * are numbered on the way. Lines that begin with # are comments. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/num.h"
#include "format/native/data.h"
#include "format/table/sheet.h"

enum { PIECE = 4096, PREFIX_BYTES = 24, NUMBER_BYTES = 64 };

static const char first_line[] = "execution,value\n";

struct numbering {
	const struct as_source *from;
	char in[PIECE];
	size_t at, n;
	uint64_t number; /* of executions so far */
	bool headed, inside, comment;
};

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

/* One byte of the column to what the table has in its place; how many bytes that are. */
static size_t pass(struct numbering *p, char c, char *to)
{
	size_t n = 0;

	if (c == '\n') {
		p->inside = p->comment = false;
	} else if (p->comment || (!p->inside && is_blank(c))) {
		return 0;
	} else if (!p->inside && c == '#') {
		p->comment = true;
		return 0;
	} else if (!p->inside) {
		p->inside = true;
		n = (size_t)snprintf(to, PREFIX_BYTES, "%llu,", (unsigned long long)++p->number);
	}
	to[n++] = c;
	return n;
}

static enum as_status read_numbered(
	void *from, char *to, size_t room, size_t *n, struct as_err *err)
{
	struct numbering *p = from;
	enum as_status st = AS_OK;

	*n = 0;
	if (!p->headed) {
		p->headed = true;
		*n = sizeof first_line - 1;
		memcpy(to, first_line, *n);
		return AS_OK;
	}
	while (!st && !*n) { /* comments may give nothing */
		if (p->at == p->n) {
			p->at = 0;
			st = p->from->read(p->from->from, p->in, sizeof p->in, &p->n, err);
			if (st || !p->n)
				return st;
		}
		while (p->at < p->n && room - *n > PREFIX_BYTES)
			*n += pass(p, p->in[p->at++], to + *n);
	}
	return st;
}

static enum as_status read_plain(const struct as_source *from, const char *name,
	struct as_experiment **out, struct as_err *err)
{
	struct numbering p = {.from = from};

	return as_sheet_read_plain(&(struct as_source){read_numbered, &p}, name, out, err);
}

/* The first line that says something is a number and nothing else. */
static int probe(const struct as_head *head)
{
	const char *bytes = head->bytes;
	const size_t n = head->n;

	for (size_t at = 0; at < n;) {
		const char *end = memchr(bytes + at, '\n', n - at);
		size_t to = end ? (size_t)(end - bytes) : n;
		const size_t next = to + 1;
		char number[NUMBER_BYTES];
		double v;
		while (at < to && is_blank(bytes[at]))
			at++;
		while (to > at && is_blank(bytes[to - 1]))
			to--;
		if (at < to && bytes[at] != '#') {
			if (to - at >= sizeof number || memchr(bytes + at, 0, to - at))
				return 0;
			snprintf(number, sizeof number, "%.*s", (int)(to - at), bytes + at);
			return as_parse_double(number, &v) ? 30 : 0;
		}
		at = next;
	}
	return 0;
}

const struct as_data_format as_data_numbers = {
	.name = "numbers",
	.summary = "a number a line",
	.extension = ".txt",
	.probe = probe,
	.read = read_plain,
	.only_named = true,
};
