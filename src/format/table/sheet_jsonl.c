/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines of JSON, an object a value, as a table: its columns are the members of the objects that lie
 * in the first 64 KiB, in the order in which they stand there, and each object becomes a line. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/json/json_read.h"
#include "base/num.h"
#include "base/text.h"
#include "format/foreign/foreign.h"
#include "format/native/data.h"
#include "format/table/csv_field.h"
#include "format/table/sheet.h"

enum { COLUMNS_MOST = 24, PIECE = 1 << 15 };

static const char value_name[] = "value";

struct objects {
	struct as_begun begun;
	struct as_json_reader *r;
	struct as_text name[COLUMNS_MOST], field[COLUMNS_MOST];
	size_t n; /* columns */
	struct as_text out;
	size_t at; /* of out, what was taken already */
	uint64_t lines; /* of the table after its head, so far */
};

/* The column of that name; n: there is none. */
static size_t column_of(const struct objects *o, const char *name)
{
	size_t i = 0;

	while (i < o->n && strcmp(as_text_str(&o->name[i]), name) != 0)
		i++;
	return i;
}

/* A new column at that place. */
static void insert(struct objects *o, size_t at, const char *name)
{
	struct as_text own = {0};

	if (o->n == COLUMNS_MOST) {
		as_json_bad(o->r, "more than %d members, which are the columns of a table",
			COLUMNS_MOST);
		return;
	}
	as_text_add(&own, name);
	if (own.failed)
		as_json_no_memory(o->r);
	memmove(&o->name[at + 1], &o->name[at], (o->n - at) * sizeof o->name[0]);
	o->name[at] = own;
	o->n++;
}

/* What an object has that those before it did not have stands behind what stood before it there. */
static void find_columns(struct objects *o)
{
	const char *key;

	while (as_json_peek(o->r) != AS_JSON_NOTHING) {
		size_t next = 0;
		as_json_enter(o->r, '{');
		while (as_json_member(o->r, &key)) {
			const size_t i = column_of(o, key);
			if (i == o->n)
				insert(o, next, key);
			next = (i == o->n - 1 || i < next ? next : i) + 1;
			as_json_skip(o->r);
		}
	}
	as_json_read_end(o->r);
}

/* The value is the last column, as levels stand left of it. */
static void add_head(struct objects *o)
{
	size_t at = 0;

	while (at < o->n && strcasecmp(as_text_str(&o->name[at]), value_name) != 0)
		at++;
	if (at < o->n) {
		const struct as_text value = o->name[at];
		memmove(&o->name[at], &o->name[at + 1], (o->n - at - 1) * sizeof o->name[0]);
		o->name[o->n - 1] = value;
	}
	for (size_t i = 0; i < o->n; i++) {
		as_text_add(&o->out, i ? "," : "");
		as_csv_field_add(&o->out, as_text_str(&o->name[i]));
	}
	as_text_char(&o->out, '\n');
}

static void take_field(struct objects *o, struct as_text *to)
{
	char number[32];

	switch (as_json_peek(o->r)) {
	case AS_JSON_STRING:
		as_csv_field_add(to, as_json_read_string(o->r, NULL));
		break;
	case AS_JSON_NUMBER:
		as_text_add_n(to, number, as_double_text(as_json_read_double(o->r), number));
		break;
	case AS_JSON_BOOL:
		as_text_add(to, as_json_read_bool(o->r) ? "true" : "false");
		break;
	case AS_JSON_NULL:
		(void)as_json_read_null(o->r);
		break;
	case AS_JSON_OBJECT:
	case AS_JSON_ARRAY:
	case AS_JSON_NOTHING:
		as_json_bad(o->r, "expected a number, a text, true, false or null");
	}
}

static void add_object(struct objects *o)
{
	const char *key;

	for (size_t i = 0; i < o->n; i++)
		as_text_clear(&o->field[i]);
	as_json_enter(o->r, '{');
	while (as_json_member(o->r, &key)) {
		const size_t i = column_of(o, key);
		if (i < o->n)
			take_field(o, &o->field[i]);
		else
			as_json_bad(o->r, "this member is new here; the columns are the members of "
					  "the first 64 KiB, so give the first object each of "
					  "them, as null where it "
					  "has no value");
	}
	for (size_t i = 0; i < o->n; i++) {
		as_text_add(&o->out, i ? "," : "");
		as_text_add_n(&o->out, as_text_str(&o->field[i]), o->field[i].len);
		o->out.failed = o->out.failed || o->field[i].failed;
	}
	as_text_char(&o->out, '\n');
	o->lines++;
}

/* The next lines; an object has the number of the line that it begins in. */
static void add_lines(struct objects *o)
{
	while (o->out.len < PIECE && !as_json_failed(o->r)) {
		const enum as_json_kind kind = as_json_peek(o->r);
		if (kind == AS_JSON_NOTHING)
			break;
		if (o->lines + 1 < as_json_line(o->r)) {
			as_text_char(&o->out, '\n');
			o->lines++;
		} else {
			add_object(o);
		}
	}
	if (!o->out.len)
		as_json_read_end(o->r);
}

static enum as_status read_lines(void *from, char *to, size_t room, size_t *n, struct as_err *err)
{
	struct objects *o = from;
	enum as_status st = AS_OK;

	if (o->at == o->out.len) {
		as_text_clear(&o->out);
		o->at = 0;
		add_lines(o);
		st = as_json_reader_finish(o->r, err);
	}
	if (!st && o->out.failed)
		st = as_fail_memory(err);
	*n = o->out.len - o->at < room ? o->out.len - o->at : room;
	if (st || !*n)
		return st;
	memcpy(to, o->out.data + o->at, *n);
	o->at += *n;
	return AS_OK;
}

/* The columns, from the whole lines that lie in these bytes. */
static enum as_status read_columns(
	struct objects *o, const char *bytes, size_t n, const char *name, struct as_err *err)
{
	struct as_bytes head = {bytes, n};

	while (n == AS_DATA_PROBED && head.n && bytes[head.n - 1] != '\n')
		head.n--;
	const struct as_source lines = as_source_of(&head);
	if (!head.n)
		return as_fail(err, AS_ERR_DATA,
			"cannot read '%.300s': %s, so it is no table of lines of JSON, an object a "
			"value",
			name, n ? "line 1 has more than 65536 bytes" : "it is empty");
	o->r = as_json_reader_new(&lines, name);
	if (!o->r)
		return as_fail_memory(err);
	as_json_lenient(o->r);
	find_columns(o);
	const enum as_status st = as_json_reader_finish(o->r, err);
	as_json_reader_free(o->r);
	o->r = NULL;
	if (!st)
		add_head(o);
	return st;
}

/* Everything up to the table that is made of it. */
static enum as_status begin(struct objects *o, const struct as_source *from, char *bytes,
	const char *name, struct as_source *all, struct as_err *err)
{
	enum as_status st = as_begun_read(&o->begun, from, bytes, AS_DATA_PROBED, err);

	if (!st)
		st = read_columns(o, o->begun.head.bytes, o->begun.head.n, name, err);
	if (st)
		return st;
	*all = as_source_begun(&o->begun);
	o->r = as_json_reader_new(all, name);
	if (!o->r)
		return as_fail_memory(err);
	as_json_lenient(o->r);
	return AS_OK;
}

enum as_status as_sheet_read_lines(const struct as_source *from, const char *name,
	enum as_status (*read)(const void *context, const struct as_source *table,
		const char *name, struct as_experiment **out, struct as_err *err),
	const void *context, struct as_experiment **out, struct as_err *err)
{
	struct objects *o = calloc(1, sizeof *o);
	char *bytes = malloc(AS_DATA_PROBED);
	struct as_source all;
	enum as_status st = o && bytes ? begin(o, from, bytes, name, &all, err)
				       : as_fail_memory(err);

	if (!st)
		st = read(context, &(struct as_source){read_lines, o}, name, out, err);
	for (size_t i = 0; o && i < COLUMNS_MOST; i++) {
		as_text_release(&o->name[i]);
		as_text_release(&o->field[i]);
	}
	if (o) {
		as_json_reader_free(o->r);
		as_text_release(&o->out);
	}
	free(bytes);
	free(o);
	return st;
}

static enum as_status read_sheet(const void *context, const struct as_source *table,
	const char *name, struct as_experiment **out, struct as_err *err)
{
	(void)context;
	return as_sheet_read_plain(table, name, out, err);
}

static enum as_status read_jsonl(const struct as_source *from, const char *name,
	struct as_experiment **out, struct as_err *err)
{
	return as_sheet_read_lines(from, name, read_sheet, NULL, out, err);
}

/* The first line is an object with a member of that name. */
static int probe(const struct as_head *head)
{
	const char *bytes = head->bytes;
	const size_t n = head->n;
	const char *nl = n ? memchr(bytes, '\n', n) : NULL;
	const size_t end = nl ? (size_t)(nl - bytes) : n;

	struct as_head line;

	as_head_init(&line, bytes, end);
	const bool has = n && bytes[0] == '{' && as_head_has(&line, "$.value");
	as_head_release(&line);
	return has ? 85 : 0;
}

const struct as_data_format as_data_jsonl = {
	.name = "jsonl",
	.summary = "lines of JSON, an object a value, with its levels",
	.extension = ".jsonl",
	.probe = probe,
	.read = read_jsonl,
};
