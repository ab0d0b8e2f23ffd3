/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/number/decimal.h"

static double read_all(const char *s)
{
	struct as_decimal d;
	const char *end = as_decimal_scan(s, s + strlen(s), &d);

	assert_non_null(end);
	assert_int_equal(*end, '\0');
	return as_decimal_double(&d, s);
}

static void assert_nearest(const char *s)
{
	double want = strtod(s, NULL), got = read_all(s);

	if (memcmp(&want, &got, sizeof want) != 0)
		fail_msg("%s: %a is not %a", s, got, want);
}

static size_t long_decimals = 200000;

static void numbers_are_those_that_the_library_reads(void **state)
{
	static const char *const numbers[] = {"0", "-0", "-0.0", "1", "0.1", "123456789012345678",
		"9007199254740993", "9007199254740992", "9007199254740991", "1e22", "1e23", "-1e-22",
		"1e-23", "5e-324", "2.4703282292062327e-324", "2.4703282292062328e-324",
		"2.2250738585072011e-308", "2.2250738585072014e-308", "1.7976931348623157e308",
		"1.7976931348623158e308", "1.7976931348623159e308", "1e309", "-1e400", "1e-400",
		"0e999999999999", "1e999999999999", "1e-999999999999", "0.000000000000000000000001",
		"100000000000000000000000", "18446744073709551615", "18446744073709551616",
		"9223372036854775807.5", "1.00000000000000000000000000000000000000000001",
		"8.5e-1", "7.0e+2", "0.30000000000000004", "1.1754943508222875e-38",
		"179769313486231570000000000000000000000", "6.02214076E23"};

	(void)state;
	for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
		assert_nearest(numbers[i]);
}

static uint64_t next(uint64_t *state)
{
	*state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return *state >> 11 ^ *state << 40;
}

static void random_doubles_come_back_from_any_number_of_digits(void **state)
{
	uint64_t random = 4;
	char s[64];

	(void)state;
	for (int i = 0; i < 200000; i++) {
		uint64_t bits = next(&random);
		double x;
		memcpy(&x, &bits, sizeof x);
		if (!isfinite(x))
			continue;
		if (i % 3 == 0)
			x = (double)(bits >> 20) / 1000;
		snprintf(s, sizeof s, "%.*g", (int)(bits % 21) + 1, x);
		char *plus = strstr(s, "e+");
		assert_nearest(s);
		if (plus)
			memmove(plus + 1, plus + 2, strlen(plus + 1));
		assert_nearest(s);
	}
}

/* 16 to 19 digits, which no power of ten that is a double reaches, and any exponent. */
static void long_decimals_are_those_that_the_library_reads(void **state)
{
	uint64_t random = 5;
	char s[64];

	(void)state;
	for (size_t i = 0; i < long_decimals; i++) {
		const uint64_t digits = next(&random), few = i % 4 ? digits >> i % 11 : digits / 1000 * 1000;
		snprintf(s, sizeof s, "%s%llue%d", i % 2 ? "-" : "", (unsigned long long)few,
			(int)(next(&random) >> 20) % 680 - 350);
		assert_nearest(s);
	}
}

/* Half way between two doubles, and as little beside it as whole numbers can be. */
static void halves_go_to_even_and_what_is_beside_them_to_its_side(void **state)
{
	uint64_t random = 6;
	char s[64];

	(void)state;
	for (int i = 0; i < 20000; i++) {
		const uint64_t half = (next(&random) >> 11 | UINT64_C(1) << 53 | 1) << i % 10;
		for (uint64_t beside = 0; beside < 3; beside++) {
			snprintf(s, sizeof s, "%llu", (unsigned long long)(half + beside - 1));
			assert_nearest(s);
			snprintf(s, sizeof s, "%llue%d", (unsigned long long)(half + beside - 1), i % 40 - 20);
			assert_nearest(s);
		}
	}
}

static void what_is_no_number_is_none(void **state)
{
	static const char *const words[] = {"", "-", "+1", ".5", "-.5", "1.", "1.e5", "1e", "1e+", "e5",
		"nan", "inf", "x1", " 1", "--1"};
	struct as_decimal d;

	(void)state;
	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
		assert_null(as_decimal_scan(words[i], words[i] + strlen(words[i]), &d));
}

static void a_number_ends_where_no_more_of_it_comes(void **state)
{
	struct as_decimal d;
	static const char *const words[] = {"01", "0x10", "1,2", "1.5.5", "1e5e5", "7 ", "1-2"};
	static const size_t lengths[] = {1, 1, 1, 3, 3, 1, 1};

	(void)state;
	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
		assert_ptr_equal(as_decimal_scan(words[i], words[i] + strlen(words[i]), &d),
			words[i] + lengths[i]);
	assert_null(as_decimal_scan("12", "12", &d)); /* not a byte of it may be looked at */
}

static void integers_are_exact_or_refused(void **state)
{
	struct as_decimal d;
	int64_t v = 7;
	static const char largest[] = "9223372036854775807", smallest[] = "-9223372036854775808";
	static const char *const refused[] = {"9223372036854775808", "-9223372036854775809", "1.0", "1e2",
		"99999999999999999999999"};

	(void)state;
	assert_non_null(as_decimal_scan(largest, largest + strlen(largest), &d));
	assert_true(as_decimal_i64(&d, INT64_MIN, INT64_MAX, &v));
	assert_true(v == INT64_MAX);
	assert_non_null(as_decimal_scan(smallest, smallest + strlen(smallest), &d));
	assert_true(as_decimal_i64(&d, INT64_MIN, INT64_MAX, &v));
	assert_true(v == INT64_MIN);
	assert_false(as_decimal_i64(&d, INT64_MIN + 1, INT64_MAX, &v));
	for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
		assert_non_null(as_decimal_scan(refused[i], refused[i] + strlen(refused[i]), &d));
		assert_false(as_decimal_i64(&d, INT64_MIN, INT64_MAX, &v));
	}
	assert_true(v == INT64_MIN);
}

/* usage: test_decimal [LONG DECIMALS] */
int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_are_those_that_the_library_reads),
		cmocka_unit_test(random_doubles_come_back_from_any_number_of_digits),
		cmocka_unit_test(long_decimals_are_those_that_the_library_reads),
		cmocka_unit_test(halves_go_to_even_and_what_is_beside_them_to_its_side),
		cmocka_unit_test(what_is_no_number_is_none),
		cmocka_unit_test(a_number_ends_where_no_more_of_it_comes),
		cmocka_unit_test(integers_are_exact_or_refused),
	};

	if (argc > 1)
		long_decimals = strtoul(argv[1], NULL, 10);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
