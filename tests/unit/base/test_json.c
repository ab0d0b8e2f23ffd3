/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/json/json.h"

static void assert_written(const char *s, const char *json)
{
	struct as_text t = {0};
	struct as_json j;

	as_json_init(&j, &t, 0);
	as_json_string(&j, s);
	assert_string_equal(as_text_str(&t), json);
	as_text_release(&t);
}

static void strings_are_escaped_as_json_demands(void **state)
{
	(void)state;
	assert_written("plain \xC3\xA4 \xE5\xA4\xA7", "\"plain \xC3\xA4 \xE5\xA4\xA7\"");
	assert_written("\"\\/\n\t\r\x01", "\"\\\"\\\\/\\n\\t\\u000d\\u0001\"");
	assert_written(NULL, "null");
}

static void what_a_terminal_acts_upon_is_escaped_too(void **state)
{
	(void)state;
	assert_written("\x7F\xC2\x9B", "\"\\u007f\\u009b\"");
	assert_written("\xE2\x80\xAE\xEF\xBB\xBF", "\"\\u202e\\ufeff\"");
	assert_written("\xF3\xA0\x80\x81", "\"\\udb40\\udc01\""); /* U+E0001, a tag */
}

static void invalid_bytes_become_the_replacement_character(void **state)
{
	(void)state;
	assert_written("a\xFF\xC0\x80z", "\"a\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBDz\"");
}

static void assert_double(double x, const char *json)
{
	struct as_text t = {0};
	struct as_json j;

	as_json_init(&j, &t, 0);
	as_json_double(&j, x);
	assert_string_equal(as_text_str(&t), json);
	as_text_release(&t);
}

static void numbers_have_the_digits_they_need(void **state)
{
	struct as_text t = {0};
	struct as_json j;

	(void)state;
	assert_double(0, "0");
	assert_double(-0.0, "-0.0");
	assert_double(-1, "-1");
	assert_double(999999999999999, "999999999999999");
	assert_double(1e15, "1e+15");
	assert_double(-123456789012345, "-123456789012345");
	assert_double(0.1, "0.1");
	assert_double(0.1 + 0.2, "0.30000000000000004");
	assert_double(5e-324, "5e-324");
	assert_double((double)NAN, "null");
	as_json_init(&j, &t, 0);
	as_json_open(&j, '[');
	as_json_int(&j, INT64_MIN);
	as_json_int(&j, INT64_MAX);
	as_json_int(&j, 0);
	as_json_digits(&j, UINT64_MAX);
	as_json_digits(&j, 0);
	as_json_close(&j, ']');
	assert_string_equal(as_text_str(&t),
		"[-9223372036854775808,9223372036854775807,0,\"18446744073709551615\",\"0\"]");
	as_text_release(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(strings_are_escaped_as_json_demands),
		cmocka_unit_test(what_a_terminal_acts_upon_is_escaped_too),
		cmocka_unit_test(invalid_bytes_become_the_replacement_character),
		cmocka_unit_test(numbers_have_the_digits_they_need),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
