/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_read.h"
#include "base/text.h"
#include "format/harness.h"

enum { COMMANDS_MOST = 10000 };

/* What is read, and the commands so far. */
struct reading {
	struct as_json_reader *r;
	struct as_rows *rows;
	const char *command[COMMANDS_MOST];
	size_t n;
};

/* Name the rows from `first` on; the second of the same command is "COMMAND (2)". */
static void name_rows(struct reading *d, size_t first, const char *command)
{
	struct as_arena *a = &d->rows->arena;
	const char *name = as_arena_strdup(a, command);
	int k = 1;

	if (d->n == COMMANDS_MOST) {
		as_json_bad(d->r, "more than %d commands", COMMANDS_MOST);
		return;
	}
	for (size_t i = 0; name && i < d->n; i++)
		k += !strcmp(d->command[i], name);
	d->command[d->n++] = name;
	if (name && k > 1)
		name = as_arena_printf(a, "%s (%d)", command, k);
	if (!name)
		as_json_no_memory(d->r);
	for (size_t i = first; name && i < d->rows->n; i++)
		d->rows->v[i].benchmark = name;
}

static void read_times(struct as_json_reader *r, struct as_rows *out)
{
	as_json_enter(r, '[');
	while (as_json_element(r)) {
		const double s = as_json_read_double(r);
		struct as_row *row = as_rows_add(out, "");
		if (!row)
			as_json_no_memory(r);
		else if (!(s >= 0) || !isfinite(s))
			as_json_bad(r, "a time that is none");
		else
			row->ns = s * 1e9;
	}
}

/* null: a signal ended it. Codes beyond the times are not looked at. */
static void read_codes(struct as_json_reader *r, struct as_rows *out, size_t first)
{
	as_json_enter(r, '[');
	for (size_t i = first; as_json_element(r); i++) {
		bool killed = as_json_read_null(r);
		int64_t code = killed ? 0 : as_json_read_int(r, INT32_MIN, INT32_MAX);
		if (i >= out->n || (!killed && !code))
			continue;
		out->v[i].failed = killed ? "a signal ended it" : NULL;
		out->v[i].code = (int)code;
	}
}

/* Of one command. hyperfine writes the codes behind the times; before them they say nothing. */
static void read_result(struct reading *d)
{
	struct as_json_reader *r = d->r;
	struct as_rows *out = d->rows;
	const size_t first = out->n;
	struct as_text command = {0};
	const char *key;

	as_json_enter(r, '{');
	while (as_json_member(r, &key)) {
		if (!strcmp(key, "command")) {
			as_text_clear(&command);
			as_text_add(&command, as_json_read_string(r, NULL));
		} else if (!strcmp(key, "times") && as_json_peek(r) == AS_JSON_ARRAY) {
			read_times(r, out);
		} else if (!strcmp(key, "exit_codes") && as_json_peek(r) == AS_JSON_ARRAY) {
			read_codes(r, out, first);
		} else {
			as_json_skip(r);
		}
	}
	if (command.failed)
		as_json_no_memory(r);
	else if (!as_json_failed(r) && !command.len)
		as_json_bad(r, "a result without a command");
	else if (!as_json_failed(r) && command.len > AS_ROWS_NAME_BYTES)
		as_json_bad(r, "a command of more than %d bytes", AS_ROWS_NAME_BYTES);
	else if (!as_json_failed(r) && out->n == first)
		as_json_bad(r,
			"a result without times: hyperfine leaves them out of its summaries");
	else
		name_rows(d, first, as_text_str(&command));
	as_text_release(&command);
}

static void read_document(struct reading *d)
{
	const char *key;

	as_json_enter(d->r, '{');
	while (as_json_member(d->r, &key)) {
		if (strcmp(key, "results") != 0) {
			as_json_skip(d->r);
			continue;
		}
		as_json_enter(d->r, '[');
		while (as_json_element(d->r))
			read_result(d);
	}
	as_json_read_end(d->r);
}

enum as_status as_hyperfine_rows(const char *bytes, size_t n, struct as_rows *out,
	struct as_err *err)
{
	struct as_bytes plain = {bytes, n};
	const struct as_source from = as_source_of(&plain);
	struct reading *d = calloc(1, sizeof *d);
	enum as_status st;

	if (d)
		*d = (struct reading){.rows = out, .r = as_json_reader_new(&from, "its JSON")};
	if (d && d->r) {
		out->executions = true;
		read_document(d);
		st = as_json_reader_finish(d->r, err);
		as_json_reader_free(d->r);
	} else {
		st = as_fail_memory(err);
	}
	free(d);
	if (st)
		as_rows_release(out);
	return st;
}
