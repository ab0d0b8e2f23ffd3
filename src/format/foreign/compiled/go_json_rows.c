/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "format/foreign/parts/harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json/json_read.h"
#include "base/text.h"
#include "base/vec.h"
#include "format/foreign/compiled/go_rows.h"

enum { PACKAGES = 10000 };

/* Packages are tested side by side: a line of one comes in pieces, with those of others between. */
struct go_package {
	char *name;
	struct as_text begun; /* what has come of a line */
};

struct go_json {
	struct as_json_reader *r;
	struct as_go_reading rows;
	struct go_package *v;
	size_t n, cap;
	size_t event; /* number of the one at hand */
	struct as_text package, output; /* of the event at hand */
};

static struct go_package *package_of(struct go_json *j, const char *name)
{
	for (size_t i = j->n; i-- > 0;)
		if (!strcmp(j->v[i].name, name))
			return &j->v[i];
	const struct go_package p = {.name = strdup(name)};
	if (p.name && j->n < PACKAGES && AS_PUSH(j->v, j->n, j->cap, p))
		return &j->v[j->n - 1];
	free(p.name);
	return NULL;
}

static enum as_status take_line(struct go_json *j, const struct go_package *p, char *line, size_t n)
{
	struct as_lines l = {.line = line, .n = n, .number = j->event};

	const enum as_status st = *p->name
		? as_go_config(&j->rows, AS_GO_PACKAGE, p->name) : AS_OK;

	if (st)
		return st;
	n -= n && line[n - 1] == '\r';
	line[n] = '\0';
	l.odd = strlen(line) < n;
	return as_go_line(&j->rows, &l);
}

/* What is in the output of an event: pieces of lines, and their ends. */
static enum as_status take_output(struct go_json *j, struct go_package *p)
{
	const char *s = as_text_str(&j->output);
	enum as_status st = AS_OK;

	for (const char *end; !st && (end = strchr(s, '\n')); s = end + 1) {
		as_text_add_n(&p->begun, s, (size_t)(end - s));
		if (p->begun.failed)
			st = as_fail_memory(j->rows.err);
		else if (p->begun.len)
			st = take_line(j, p, p->begun.data, p->begun.len);
		as_text_clear(&p->begun);
	}
	if (p->begun.len < AS_LINE_BYTES) /* what is longer is no result */
		as_text_add(&p->begun, s);
	return st;
}

static void keep_output(struct as_json_reader *r, struct as_text *out)
{
	size_t n = 0;
	const char *s = as_json_read_string(r, &n);

	as_text_clear(out);
	as_text_add(out, s); /* up to a byte of value 0: it is no result */
}

static enum as_status read_event(struct go_json *j)
{
	const char *key;

	j->event++;
	as_text_clear(&j->package);
	as_text_clear(&j->output);
	as_json_enter(j->r, '{');
	while (as_json_member(j->r, &key)) {
		const bool text = as_json_peek(j->r) == AS_JSON_STRING;
		if (text && !strcmp(key, "Package"))
			keep_output(j->r, &j->package);
		else if (text && !strcmp(key, "Output"))
			keep_output(j->r, &j->output);
		else
			as_json_skip(j->r);
	}
	if (as_json_failed(j->r) || !j->output.len)
		return AS_OK;
	struct go_package *p = package_of(j, as_text_str(&j->package));
	return p ? take_output(j, p) : as_fail_memory(j->rows.err);
}

static void release(struct go_json *j)
{
	for (size_t i = 0; i < j->n; i++) {
		free(j->v[i].name);
		as_text_release(&j->v[i].begun);
	}
	free(j->v);
	as_text_release(&j->package);
	as_text_release(&j->output);
	as_go_release(&j->rows);
	as_json_reader_free(j->r);
}

enum as_status as_go_json_rows(
	const struct as_source *from, struct as_rows *out, struct as_err *err)
{
	struct as_json_lines among = {.from = *from};
	const struct as_source documents = as_json_lines_source(&among);
	struct go_json j = {.r = as_json_reader_new(&documents, "its JSON"),
		.rows = {.out = out, .err = err}};
	enum as_status st = j.r ? AS_OK : as_fail_memory(err);

	while (!st && !as_json_failed(j.r) && as_json_peek(j.r) != AS_JSON_NOTHING)
		st = read_event(&j);
	if (!st) {
		as_json_read_end(j.r);
		st = as_json_reader_finish(j.r, err);
	}
	if (!st)
		st = as_go_finish(&j.rows);
	if (!st && among.n_others) {
		char words[AS_OTHER_LINE_SHOWN + 120];
		snprintf(words, sizeof words,
			"%zu of its lines %s no JSON and %s left out, the first in line %zu: '%s'",
			among.n_others, among.n_others == 1 ? "is" : "are",
			among.n_others == 1 ? "is" : "are", among.first, among.shown);
		st = as_rows_remark(out, words) ? AS_OK : as_fail_memory(err);
	}
	release(&j);
	if (st)
		as_rows_release(out);
	return st;
}
