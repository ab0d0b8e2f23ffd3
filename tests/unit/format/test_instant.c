/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <cmocka.h>

#include "format/instant.h"

static void assert_instant(int64_t ns, const char *text)
{
	char buf[AS_INSTANT_LENGTH + 1];
	int64_t back = 1;

	as_instant_text(ns, buf);
	if (text)
		assert_string_equal(buf, text);
	assert_true(as_instant_parse(buf, &back));
	assert_true(back == ns);
}

static void every_number_has_a_text_and_comes_back(void **state)
{
	(void)state;
	assert_instant(0, "1970-01-01T00:00:00.000000000Z");
	assert_instant(-1, "1969-12-31T23:59:59.999999999Z");
	assert_instant(INT64_C(951782400123456789), "2000-02-29T00:00:00.123456789Z");
	assert_instant(INT64_MAX, "2262-04-11T23:47:16.854775807Z");
	assert_instant(INT64_MIN, "1677-09-21T00:12:43.145224192Z");
	for (int64_t ns = INT64_MIN + 12345; ns < INT64_MAX - INT64_C(92233720368547758) * 2;
		ns += INT64_C(92233720368547758))
		assert_instant(ns, NULL);
}

static void days_are_those_of_the_library(void **state)
{
	char want[40], got[AS_INSTANT_LENGTH + 1];

	(void)state;
	for (int64_t day = -100000; day < 100000; day += 17) {
		time_t t = (time_t)(day * 86400 + 3723);
		struct tm tm;
		assert_non_null(gmtime_r(&t, &tm));
		assert_int_not_equal(strftime(want, sizeof want, "%Y-%m-%dT%H:%M:%S.000000000Z", &tm), 0);
		as_instant_text((int64_t)t * 1000000000, got);
		assert_string_equal(got, want);
	}
}

static void what_is_no_such_instant_is_refused(void **state)
{
	static const char *const wrong[] = {"", "2026-08-18", "2026-08-18T10:00:00Z",
		"2026-02-29T00:00:00.000000000Z", "2026-13-01T00:00:00.000000000Z",
		"2026-00-01T00:00:00.000000000Z", "2026-01-01T24:00:00.000000000Z",
		"2026-01-01T00:60:00.000000000Z", "2026-01-01T00:00:60.000000000Z",
		"2026-01-01T00:00:00.00000000xZ", "2026-01-01 00:00:00.000000000Z",
		"2026-01-01T00:00:00.000000000z", "2262-04-11T23:47:16.854775808Z",
		"1677-09-21T00:12:43.145224191Z", "9999-01-01T00:00:00.000000000Z",
		"0000-01-01T00:00:00.000000000Z", "xxxx-xx-xxTxx:xx:xx.xxxxxxxxxZ"};
	int64_t ns = 5;

	(void)state;
	for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
		if (as_instant_parse(wrong[i], &ns))
			fail_msg("%s was read", wrong[i]);
	assert_true(ns == 5);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_number_has_a_text_and_comes_back),
		cmocka_unit_test(days_are_those_of_the_library),
		cmocka_unit_test(what_is_no_such_instant_is_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
