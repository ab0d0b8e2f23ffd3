/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A plain column of numbers, one a line, as ministat takes it: a table of executions whose lines
 * are numbered on the way. Lines that begin with # are comments. */
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/num.h"
#include "base/text/fixed.h"
#include "format/native/data.h"
#include "format/table/sheet.h"

enum { PIECE = 4096, PREFIX_BYTES = 24, NUMBER_BYTES = 64 };

static const char first_line[] = "execution,value\n";

struct numbering {
	const struct as_source *from;
	char in[PIECE];
	size_t at, n;
	char out[PREFIX_BYTES]; /* what the last byte became, from at_out to n_out still to be given */
	size_t at_out, n_out;
	uint64_t number; /* of executions so far */
	bool inside, comment;
};

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

/* What the table has in the place of a byte that is inside nothing, or ends it, as a text of PREFIX_BYTES; how many bytes that are. */
static size_t pass(struct numbering *p, char c, char to[static PREFIX_BYTES])
{
	size_t n = 0;

	if (c == '\n') {
		p->inside = p->comment = false;
	} else if (is_blank(c)) {
		return 0;
	} else if (c == '#') {
		p->comment = true;
		return 0;
	} else {
		p->inside = true;
		(void)as_putf(to, PREFIX_BYTES, &n, "%llu,", (unsigned long long)++p->number);
	}
	(void)as_put_char(to, PREFIX_BYTES, &n, c);
	return n;
}

static enum as_status read_numbered(
	void *from, char *to, size_t room, size_t *n, struct as_err *err)
{
	struct numbering *p = from;

	*n = 0;
	while (*n < room) {
		const size_t left = p->n_out - p->at_out, k = left < room - *n ? left : room - *n;
		memcpy(to + *n, p->out + p->at_out, k);
		*n += k;
		p->at_out += k;
		if (p->at_out < p->n_out)
			break;
		if (p->at == p->n) {
			if (*n)
				break;
			p->at = 0;
			const enum as_status st =
				p->from->read(p->from->from, p->in, sizeof p->in, &p->n, err);
			if (st || !p->n)
				return st;
		}
		const char *in = p->in + p->at, *end = memchr(in, '\n', p->n - p->at);
		const size_t rest = end ? (size_t)(end - in) : p->n - p->at;
		if (rest && p->comment) {
			p->at += rest;
			continue;
		}
		if (rest && p->inside) {
			const size_t whole = rest < room - *n ? rest : room - *n;
			memcpy(to + *n, in, whole);
			*n += whole;
			p->at += whole;
			continue;
		}
		p->at_out = 0; /* blanks give nothing */
		p->n_out = pass(p, p->in[p->at++], p->out);
	}
	return AS_OK;
}

static enum as_status read_plain(const struct as_source *from, const char *name,
	struct as_experiment **out, struct as_err *err)
{
	struct numbering p = {.from = from, .n_out = sizeof first_line - 1};

	static_assert(sizeof first_line <= sizeof p.out, "the head is given as a byte's text is");
	memcpy(p.out, first_line, sizeof first_line);
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
