/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/json.h"

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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(strings_are_escaped_as_json_demands),
		cmocka_unit_test(what_a_terminal_acts_upon_is_escaped_too),
		cmocka_unit_test(invalid_bytes_become_the_replacement_character),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
