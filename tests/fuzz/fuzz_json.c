/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The JSON reader: what it takes it takes again when it has been written. */
#include <string.h>

#include "base/json/json.h"
#include "base/json/json_read.h"
#include "fuzz.h"

static void copy(struct as_json_reader *r, struct as_json *j);

/* Numbers that follow one in an array, as many at once as there are. */
static void copy_numbers(struct as_json_reader *r, struct as_json *j)
{
	double v[3];

	for (size_t n = 1; n;) {
		n = as_json_read_doubles(r, v, sizeof v / sizeof v[0]);
		for (size_t i = 0; i < n; i++)
			as_json_double(j, v[i]);
	}
}

static void copy_inside(struct as_json_reader *r, struct as_json *j, bool object)
{
	const char *key;

	as_json_enter(r, object ? '{' : '[');
	if (as_json_failed(r))
		return;
	as_json_open(j, object ? '{' : '[');
	while (object ? as_json_member(r, &key) : as_json_element(r)) {
		const bool number = as_json_peek(r) == AS_JSON_NUMBER;
		if (object)
			as_json_key(j, key);
		copy(r, j);
		if (!object && number)
			copy_numbers(r, j);
	}
	as_json_close(j, object ? '}' : ']');
}

static void copy(struct as_json_reader *r, struct as_json *j)
{
	const enum as_json_kind kind = as_json_peek(r);
	size_t n = 0;

	if (kind == AS_JSON_OBJECT || kind == AS_JSON_ARRAY) {
		copy_inside(r, j, kind == AS_JSON_OBJECT);
	} else if (kind == AS_JSON_STRING) {
		const char *s = as_json_read_string(r, &n);
		as_json_string_n(j, s, n);
	} else if (kind == AS_JSON_BOOL) {
		as_json_bool(j, as_json_read_bool(r));
	} else if (kind == AS_JSON_NULL) {
		as_json_read_null(r);
		as_json_null(j);
	} else {
		as_json_double(j, as_json_read_double(r));
	}
}

static bool copied(const char *s, size_t n, struct as_text *out)
{
	struct as_bytes bytes = {s, n};
	const struct as_source from = as_source_of(&bytes);
	struct as_json_reader *r = as_json_reader_new(&from, "x");
	struct as_err err = {0};
	struct as_json j;

	MUST(r);
	as_json_init(&j, out, 0);
	copy(r, &j);
	as_json_read_end(r);
	bool good = as_json_reader_finish(r, &err) == AS_OK;
	MUST(good || err.msg[0]);
	as_json_reader_free(r);
	return good;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct as_text first = {0}, second = {0};

	if (copied((const char *)data, size, &first)) {
		MUST(copied(first.data, first.len, &second));
		MUST(first.len == second.len && !memcmp(first.data, second.data, first.len));
	}
	as_text_release(&first);
	as_text_release(&second);
	return 0;
}
