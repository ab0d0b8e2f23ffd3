/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/json/json.h"
#include "base/json/json_read.h"

/* A source that gives at most `step` bytes at a time. */
struct dripping {
	struct as_bytes bytes;
	size_t step;
};

static enum as_status drip(void *from, char *to, size_t room, size_t *n, struct as_err *err)
{
	struct dripping *d = from;
	const struct as_source all = as_source_of(&d->bytes);

	return all.read(all.from, to, room < d->step ? room : d->step, n, err);
}

static void copy(struct as_json_reader *r, struct as_json *j);

/* An element, and numbers that follow it as many at once as there are. */
static void copy_elements(struct as_json_reader *r, struct as_json *j)
{
	const bool number = as_json_peek(r) == AS_JSON_NUMBER;
	double v[5];

	copy(r, j);
	for (size_t n = 1; number && n && !as_json_failed(r);) {
		n = as_json_read_doubles(r, v, sizeof v / sizeof v[0]);
		for (size_t i = 0; i < n; i++)
			as_json_double(j, v[i]);
	}
}

/* Read whatever comes and write it again without blanks. */
static void copy(struct as_json_reader *r, struct as_json *j)
{
	const char *key;
	size_t n = 0;

	switch (as_json_peek(r)) {
	case AS_JSON_OBJECT:
		as_json_enter(r, '{');
		if (as_json_failed(r))
			return;
		as_json_open(j, '{');
		while (as_json_member(r, &key)) {
			as_json_key(j, key);
			copy(r, j);
		}
		as_json_close(j, '}');
		break;
	case AS_JSON_ARRAY:
		as_json_enter(r, '[');
		if (as_json_failed(r))
			return;
		as_json_open(j, '[');
		while (as_json_element(r))
			copy_elements(r, j);
		as_json_close(j, ']');
		break;
	case AS_JSON_STRING:
		key = as_json_read_string(r, &n);
		as_json_string_n(j, key, n);
		break;
	case AS_JSON_BOOL: as_json_bool(j, as_json_read_bool(r)); break;
	case AS_JSON_NULL:
		assert_true(as_json_read_null(r) || as_json_failed(r));
		as_json_null(j);
		break;
	case AS_JSON_NUMBER:
	case AS_JSON_NOTHING: as_json_double(j, as_json_read_double(r)); break;
	}
}

static enum as_status copied(const char *json, size_t step, struct as_text *out, struct as_err *err)
{
	struct dripping d = {{json, strlen(json)}, step};
	const struct as_source from = {drip, &d};
	struct as_json_reader *r = as_json_reader_new(&from, "x");
	struct as_json j;

	assert_non_null(r);
	as_text_clear(out);
	as_json_init(&j, out, 0);
	copy(r, &j);
	as_json_read_end(r);
	enum as_status st = as_json_reader_finish(r, err);
	as_json_reader_free(r);
	return st;
}

static void assert_copy(const char *json, const char *want)
{
	struct as_text t = {0};
	struct as_err err = {0};

	for (size_t step = 1; step < 8; step++) {
		if (copied(json, step, &t, &err))
			fail_msg("%s: %s", json, err.msg);
		assert_string_equal(as_text_str(&t), want);
	}
	as_text_release(&t);
}

static void assert_wrong(const char *json, const char *message)
{
	struct as_text t = {0};
	struct as_err err = {0};

	assert_int_equal(copied(json, 64, &t, &err), AS_ERR_DATA);
	assert_string_equal(err.msg, message);
	assert_int_equal(copied(json, 1, &t, &err), AS_ERR_DATA);
	assert_string_equal(err.msg, message);
	as_text_release(&t);
}

static void values_of_every_kind_are_read_whole_however_they_come(void **state)
{
	(void)state;
	assert_copy("{}", "{}");
	assert_copy(" [ ] \n", "[]");
	assert_copy("\xEF\xBB\xBF[1]", "[1]");
	assert_copy("{\"a\":[1,2.5,-3e2,true,false,null,\"x\"],\"b\":{\"\":{}}}",
		"{\"a\":[1,2.5,-300,true,false,null,\"x\"],\"b\":{\"\":{}}}");
	assert_copy("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e4\\ud83d\\ude00\\u0000.\"",
		"\"\\\"\\\\/\\u0008\\u000c\\n\\u000d\\tä😀\\u0000.\"");
	assert_copy("\"ä€😀\"", "\"ä€😀\"");
	assert_copy("0.1", "0.1");
}

static void long_texts_and_many_values_pass_the_edges_of_the_buffer(void **state)
{
	struct as_text in = {0}, out = {0};
	struct as_err err = {0};

	(void)state;
	as_text_char(&in, '[');
	for (int i = 0; i < 30000; i++)
		as_text_addf(&in, "%s123456.%d,\"%c\xC3\xA4\\u0041%d\"", i ? "," : "", i * 10 + 1,
			'a' + i % 26, i);
	as_text_char(&in, ']');
	assert_int_equal(copied(in.data, 100000, &out, &err), AS_OK);
	char *escape;
	while ((escape = strstr(in.data, "\\u0041"))) {
		*escape = 'A';
		memmove(escape + 1, escape + 6, strlen(escape + 6) + 1);
		if (escape - in.data > 3000)
			break;
	}
	assert_memory_equal(in.data, out.data, 3000);
	as_text_release(&in);
	as_text_release(&out);
}

static void names_and_rows_of_numbers_pass_the_edges_of_the_buffer_with_what_is_around_them(void **state)
{
	static const char *const names[] = {"a", "name with blanks", "q\\u0041\\\"uote", "\xC3\xA4", ""};
	static const char *const between[] = {", ", ",", ",\n        ", " ,\r\n\t", ",                    "};
	struct as_text in = {0}, want = {0}, out = {0};
	struct as_err err = {0};

	(void)state;
	as_text_char(&in, '[');
	as_text_char(&want, '[');
	for (int i = 0; i < 5000; i++) {
		const char *name = names[i % 5], *plain = i % 5 == 2 ? "qA\\\"uote" : name;
		as_text_addf(&in, "%s{\"%s\"%s: [%d.25e1", i ? ",\n  " : "", name, i % 7 ? "" : "  ", i);
		as_text_addf(&want, "%s{\"%s\":[%d%s", i ? "," : "", plain, i * 10 + 2, ".5");
		for (int k = 0; k < i % 40; k++) {
			as_text_addf(&in, "%s%d%s", between[(i + k) % 5], 12345678 + k, k % 3 ? ".00000125" : "");
			as_text_addf(&want, ",%d%s", 12345678 + k, k % 3 ? ".00000125" : "");
		}
		as_text_add(&in, "]}");
		as_text_add(&want, "]}");
	}
	as_text_add(&in, "]");
	as_text_add(&want, "]");
	for (size_t step = 1000; step < 70000; step += 9973) {
		if (copied(in.data, step, &out, &err))
			fail_msg("%s", err.msg);
		assert_int_equal(out.len, want.len);
		assert_memory_equal(out.data, want.data, want.len);
	}
	as_text_release(&in);
	as_text_release(&want);
	as_text_release(&out);
}

/* Takes only what is called "used", or stands in a list of that. */
static void use(struct as_json_reader *r)
{
	const char *key;

	if (as_json_peek(r) == AS_JSON_ARRAY) {
		as_json_enter(r, '[');
		while (as_json_element(r))
			use(r);
		return;
	}
	if (as_json_peek(r) != AS_JSON_OBJECT) {
		as_json_drop(r);
		return;
	}
	as_json_enter(r, '{');
	while (as_json_member(r, &key)) {
		if (!strncmp(key, "any", 3))
			as_json_any_name(r);
		if (!strcmp(key, "used") || !strncmp(key, "any", 3))
			use(r);
		else
			as_json_skip(r);
	}
}

static void assert_left(const char *json, const char *want)
{
	struct as_bytes bytes = {json, strlen(json)};
	const struct as_source from = as_source_of(&bytes);
	struct as_json_reader *r = as_json_reader_new(&from, "x");

	assert_non_null(r);
	use(r);
	as_json_read_end(r);
	assert_int_equal(as_json_reader_finish(r, NULL), AS_OK);
	assert_string_equal(as_json_left(r), want);
	assert_string_equal(as_json_left(r), want);
	as_json_reader_free(r);
}

static void what_is_skipped_is_told_once_for_each_place(void **state)
{
	(void)state;
	assert_left("{}", "");
	assert_left("{\"used\": {\"used\": [1, 2]}}", "");
	assert_left("{\"a\": 1, \"b\": null, \"c\": {}, \"d\": [], \"e\": [{\"f\": 1}]}", "a, e");
	assert_left("{\"used\": [{\"a\": 1}, {\"a\": 2, \"b\": [1]}, {\"used\": {\"c\": \"\"}}], \"a\": 1}",
		"used[].a, used[].b, used[].used.c, a");
	assert_left("{\"any1\": {\"a\": 1}, \"any2\": {\"a\": 1, \"b\": 2}, \"c\": 1}", "*.a, *.b, c");
	assert_left("{\"a\":1,\"b\":1,\"c\":1,\"d\":1,\"e\":1,\"f\":1,\"g\":1,\"h\":1,\"i\":1,\"j\":1,\"k\":1,\"l\":1,"
		    "\"m\":1}", "a, b, c, d, e, f, g, h, i, j, k, l and 1 other");
}

static void what_is_wrong_is_named_with_line_column_and_path(void **state)
{
	(void)state;
	assert_wrong("", "cannot read 'x': line 1, column 1: expected a number, found the end of the file");
	assert_wrong("[1,\n2,]", "cannot read 'x': line 2, column 3, [2]: expected a number, found ']'");
	assert_wrong("{\"a\": {\"b\": [1, 2 3]}}",
		"cannot read 'x': line 1, column 19, a.b[1]: expected a comma or ], found '3'");
	assert_wrong("{\"a\" 1}", "cannot read 'x': line 1, column 6, a: expected a colon, found '1'");
	assert_wrong("{a: 1}",
		"cannot read 'x': line 1, column 2: expected the name of a member, in quotes, found 'a'");
	assert_wrong("[1] x", "cannot read 'x': line 1, column 5: expected nothing more, found 'x'");
	assert_wrong("[nul]", "cannot read 'x': line 1, column 2, [0]: expected null, found 'n'");
	assert_wrong("[-]", "cannot read 'x': line 1, column 2, [0]: this is no number");
	assert_wrong("[01]", "cannot read 'x': line 1, column 3, [0]: expected a comma or ], found '1'");
	assert_wrong("[1e999]",
		"cannot read 'x': line 1, column 2, [0]: this number is larger than any that can be kept");
	assert_wrong("\"abc", "cannot read 'x': line 1, column 1: this text has no end");
	assert_wrong("[\"a\\q\"]",
		"cannot read 'x': line 1, column 2, [0]: a text has a backslash in it before what it "
		"cannot stand before");
	assert_wrong("\"\\ud800x\"",
		"cannot read 'x': line 1, column 1: a text has \\u in it without the four digits of a "
		"character");
	assert_wrong("\"\\udc00\"",
		"cannot read 'x': line 1, column 1: a text has \\u in it without the four digits of a "
		"character");
	assert_wrong("\"\xC0\x80\"",
		"cannot read 'x': line 1, column 1: a text has bytes in it that are not UTF-8");
	assert_wrong("\"a\nb\"",
		"cannot read 'x': line 1, column 1: a text has a control character in it; write \\u000a");
	assert_wrong("[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]",
		"cannot read 'x': line 1, column 32, "
		"[0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0]: "
		"nested more than 31 deep");
}

/* It was hashed as if it were there: eight bytes behind a "" (found by libFuzzer). */
static void a_name_that_breaks_off_after_some_letters_is_no_name(void **state)
{
	(void)state;
	assert_wrong("{\"a\": 1, \"later\\q name\": 2}", "cannot read 'x': line 1, column 10, a: a text has a "
							   "backslash in it before what it cannot stand before");
	assert_wrong("{\"a\": 1, \"a name of twelve", "cannot read 'x': line 1, column 10, a: this text has no end");
}

static void a_number_of_a_million_digits_is_refused(void **state)
{
	struct as_text in = {0}, out = {0};
	struct as_err err = {0};

	(void)state;
	as_text_repeat(&in, "7", 1000000);
	assert_int_equal(copied(in.data, 100000, &out, &err), AS_ERR_DATA);
	assert_non_null(strstr(err.msg, "too many digits"));
	as_text_release(&in);
	as_text_release(&out);
}

static enum as_status no_disk(void *from, char *to, size_t room, size_t *n, struct as_err *err)
{
	(void)to;
	(void)room;
	(void)n;
	++*(int *)from;
	return as_fail(err, AS_ERR_SYS, "the disk is gone");
}

static void a_source_that_fails_is_asked_once(void **state)
{
	int asked = 0;
	const struct as_source from = {no_disk, &asked};
	struct as_json_reader *r = as_json_reader_new(&from, "x");
	struct as_err err = {0};

	(void)state;
	as_json_enter(r, '{');
	assert_true(isnan(as_json_read_double(r)));
	assert_int_equal(as_json_reader_finish(r, &err), AS_ERR_SYS);
	assert_string_equal(err.msg, "the disk is gone");
	assert_int_equal(asked, 1);
	as_json_reader_free(r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(values_of_every_kind_are_read_whole_however_they_come),
		cmocka_unit_test(long_texts_and_many_values_pass_the_edges_of_the_buffer),
		cmocka_unit_test(names_and_rows_of_numbers_pass_the_edges_of_the_buffer_with_what_is_around_them),
		cmocka_unit_test(what_is_skipped_is_told_once_for_each_place),
		cmocka_unit_test(what_is_wrong_is_named_with_line_column_and_path),
		cmocka_unit_test(a_name_that_breaks_off_after_some_letters_is_no_name),
		cmocka_unit_test(a_number_of_a_million_digits_is_refused),
		cmocka_unit_test(a_source_that_fails_is_asked_once),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
