/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "run/request/settings_fit.h"
#include "run/request/settings_take.h"

/* The members of one object, which are those rows that are of this part. */
static void take_part(struct as_request_reading *in, const struct as_setting_row *rows, size_t n,
	const char *part, char *base)
{
	const char *key;

	as_json_enter(in->r, '{');
	while (as_json_member(in->r, &key)) {
		size_t i = 0;
		while (i < n && !(!strcmp(rows[i].part, part) && !strcmp(rows[i].member, key)))
			i++;
		if (i < n)
			as_setting_take(in, &rows[i], base);
		else
			as_json_bad(in->r,
				"expected a setting that this version of assay knows, found "
				"\"%.60s\"",
				key);
	}
}

static void take_commands(struct as_request_reading *in, struct as_request *r)
{
	struct as_command *v = NULL;
	size_t n = 0, cap = 0;

	as_json_enter(in->r, '[');
	while (as_json_element(in->r)) {
		struct as_command c = {0};
		take_part(in, as_command_settings, as_n_command_settings, "command", (char *)&c);
		if (!as_json_failed(in->r) && (!c.command == !c.words || (c.words && !*c.words)))
			as_json_bad(in->r, "expected a command, or words of one");
		if (!as_json_failed(in->r) && (c.output == AS_OUTPUT_FILE) != !!c.output_file)
			as_json_bad(in->r, "expected an output_file where output is file");
		if (n >= AS_REQUEST_LIST_MAX)
			as_json_bad(in->r, "expected at most %d of these", AS_REQUEST_LIST_MAX);
		else if (!AS_PUSH(v, n, cap, c))
			as_json_no_memory(in->r);
	}
	r->what.commands = as_arena_array(in->a, n + 1, sizeof *v);
	r->what.n_commands = r->what.commands ? n : 0;
	if (!r->what.commands)
		as_json_no_memory(in->r);
	else if (n)
		memcpy(r->what.commands, v, n * sizeof *v);
	free(v);
}

/* The table's own text; the key is borrowed from the reader. */
static const char *part_of(const char *key)
{
	for (size_t i = 0; i < as_n_settings; i++)
		if (!strcmp(as_settings[i].part, key))
			return as_settings[i].part;
	return NULL;
}

static void take_version_number(struct as_request_reading *in, bool *known)
{
	const int64_t n = as_json_read_int(in->r, 1, INT64_MAX);

	if (n > AS_REQUEST_VERSION)
		as_json_bad(in->r,
			"expected version %d of a request or below: it was written by a newer "
			"assay",
			AS_REQUEST_VERSION);
	*known = true;
}

/* `bare`: it may be without commands. */
static enum as_status read_all(const struct as_bytes *bytes, const char *name, struct as_arena *a,
	bool bare, struct as_request *out, struct as_err *err)
{
	struct as_bytes all = *bytes;
	const struct as_source source = as_source_of(&all);
	struct as_request_reading in = {.r = as_json_reader_new(&source, name), .a = a};
	struct as_request r = as_request_defaults();
	bool known = false;
	const char *key;

	if (!in.r)
		return as_fail_memory(err);
	as_json_enter(in.r, '{');
	while (as_json_member(in.r, &key)) {
		if (!strcmp(key, "assay_request"))
			take_version_number(&in, &known);
		else if (!known)
			as_json_bad(in.r, "expected \"assay_request\" as the first member");
		else if (!strcmp(key, "commands"))
			take_commands(&in, &r);
		else if (part_of(key))
			take_part(&in, as_settings, as_n_settings, part_of(key), (char *)&r);
		else
			as_json_bad(in.r, "expected a part of a request, found \"%.60s\"", key);
	}
	as_json_read_end(in.r);
	enum as_status st = as_json_reader_finish(in.r, err);
	struct as_misfit bad = {.path = "assay_request", .expected = known ? NULL : "the version"};
	if (!st && known)
		bad = bare && !r.what.n_commands ? as_settings_misfit(&r) : as_request_misfit(&r);
	if (!st && bad.expected)
		st = as_fail(err, AS_ERR_DATA, "cannot read '%.300s': %s: expected %s", name,
			bad.path, bad.expected);
	as_json_reader_free(in.r);
	if (!st)
		*out = r;
	return st;
}

enum as_status as_request_read(const char *bytes, size_t n, const char *name, struct as_arena *a,
	struct as_request *out, struct as_err *err)
{
	return read_all(&(struct as_bytes){bytes, n}, name, a, false, out, err);
}

enum as_status as_settings_read(const char *text, const char *name, struct as_arena *a,
	struct as_request *out, struct as_err *err)
{
	return read_all(&(struct as_bytes){text, strlen(text)}, name, a, true, out, err);
}
