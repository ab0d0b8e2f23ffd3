/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Doubles as texts: the C library, which is asked for one digit more until it reads back the same, is
 * the oracle. usage: test_decimal_double [RANDOM NUMBERS] */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/num.h"
#include "base/number/decimal.h"

static size_t random_numbers = 100000;

static uint64_t bits_of(double x)
{
	uint64_t bits;

	memcpy(&bits, &x, sizeof bits);
	return bits;
}

static double of_bits(uint64_t bits)
{
	double x;

	memcpy(&x, &bits, sizeof x);
	return x;
}

static void assert_same(double x, double y, const char *text)
{
	if (bits_of(x) != bits_of(y))
		fail_msg("%a is written as %s, which is %a", x, text, y);
}

/* How many digits there are in "-1.25e-07", without zeros at the end. */
static int count_digits(const char *s)
{
	int n = 0, zeros = 0;
	bool begun = false;

	for (; *s && *s != 'e'; s++) {
		begun = begun || (*s >= '1' && *s <= '9');
		zeros = *s == '0' ? zeros + 1 : *s == '.' ? zeros : 0;
		n += begun && *s != '.';
	}
	return n - zeros;
}

/* No decimal of that few digits, next to x below or above it, reads back as x. */
static void assert_none_of(double x, int digits)
{
	char s[40];

	snprintf(s, sizeof s, "%.*e", digits - 1, fabs(x));
	char *e = strchr(s, 'e');
	const int exponent = atoi(e + 1) - digits + 1;
	*e = '\0';
	if (digits > 1)
		memmove(s + 1, s + 2, strlen(s + 2) + 1);
	const long long m = strtoll(s, NULL, 10);
	for (long long i = m - 1; i <= m + 1; i++) {
		snprintf(s, sizeof s, "%llde%d", i, exponent);
		if (bits_of(strtod(s, NULL)) == bits_of(fabs(x)))
			fail_msg("%a is shorter as %s", x, s);
	}
}

/* The first that reads back of "%.15g", "%.16g", "%.17g", unless x is denormal or a power of 2: then there
 * are shorter ones. */
static void assert_shortest(double x)
{
	char text[32] = "", want[32];
	const size_t length = as_double_text(x, text);

	assert_int_equal(length, strlen(text));
	assert_true(length <= 24);
	assert_same(x, strtod(text, NULL), text);
	if (fabs(x) >= DBL_MIN && bits_of(x) << 12) {
		for (int digits = 15; digits <= 17; digits++) {
			snprintf(want, sizeof want, "%.*g", digits, x);
			if (bits_of(strtod(want, NULL)) == bits_of(x))
				break;
		}
		assert_string_equal(text, want);
	} else if (count_digits(text) > 1) {
		assert_none_of(x, count_digits(text) - 1);
	}
}

static void assert_text(double x, const char *want)
{
	char text[32];

	as_double_text(x, text);
	assert_string_equal(text, want);
}

static void numbers_have_as_few_digits_as_read_back(void **state)
{
	(void)state;
	assert_text(0, "0");
	assert_text(-0.0, "-0.0");
	assert_text(1, "1");
	assert_text(-10, "-10");
	assert_text(0.1, "0.1");
	assert_text(0.1 + 0.2, "0.30000000000000004");
	assert_text(1e23, "1e+23");
	assert_text(9007199254740993.0, "9007199254740992");
	assert_text(5e-324, "5e-324");
	assert_text(-DBL_MIN, "-2.2250738585072014e-308");
	assert_text(2.225073858507201e-308, "2.225073858507201e-308");
	assert_text(DBL_MAX, "1.7976931348623157e+308");
	assert_text(0x1p-44, "5.684341886080802e-14");
	assert_text(-0x1.d9a0b12345678p+19, "-969989.5355555555");
}

static void the_point_stands_where_percent_g_puts_it(void **state)
{
	(void)state;
	assert_text(0.0001, "0.0001");
	assert_text(0.00001, "1e-05");
	assert_text(0.000123456789012345678, "0.00012345678901234567");
	assert_text(1.5e-7, "1.5e-07");
	assert_text(1.5e-107, "1.5e-107");
	assert_text(100000000000000, "100000000000000");
	assert_text(1000000000000000, "1e+15");
	assert_text(1234567890123456, "1234567890123456");
	assert_text(12345678901234560, "1.234567890123456e+16");
	assert_text(12345678901234568, "12345678901234568");
	assert_text(123456789012345680, "1.2345678901234568e+17");
	assert_text(1234.5, "1234.5");
}

static void numbers_that_are_not_finite_say_so(void **state)
{
	(void)state;
	assert_text((double)INFINITY, "inf");
	assert_text((double)-INFINITY, "-inf");
	assert_text(fabs((double)NAN), "nan");
}

static void powers_of_two_and_their_neighbours_are_shortest(void **state)
{
	(void)state;
	for (uint64_t e = 0; e < 0x7ff; e++)
		for (uint64_t i = 0; i < 5; i++) {
			const uint64_t bits = (e << 52) + i - 2;
			if (e || i >= 2)
				assert_shortest(of_bits(bits));
		}
	for (int i = 0; i < 52; i++) { /* denormal ones */
		assert_shortest(of_bits(UINT64_C(1) << i));
		assert_shortest(of_bits((UINT64_C(1) << i) + 1));
		assert_shortest(of_bits((UINT64_C(1) << i) - 1));
	}
}

static void powers_of_ten_and_their_neighbours_are_shortest(void **state)
{
	(void)state;
	for (int e = -323; e <= 308; e++) {
		char s[16];
		snprintf(s, sizeof s, "1e%d", e);
		const uint64_t bits = bits_of(strtod(s, NULL));
		for (uint64_t i = 0; i < 7; i++)
			if (bits + i >= 3)
				assert_shortest(of_bits(bits + i - 3));
	}
}

static uint64_t next(uint64_t *state)
{
	*state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return *state ^ *state >> 29;
}

static void any_bits_are_shortest(void **state)
{
	uint64_t random = 1;

	(void)state;
	for (size_t i = 0; i < random_numbers; i++) {
		const double x = of_bits(next(&random));
		if (isfinite(x))
			assert_shortest(x);
		assert_shortest((double)(int64_t)next(&random));
	}
}

/* What people write: up to 17 digits and an exponent. */
static void decimals_come_back_as_they_were(void **state)
{
	uint64_t random = 2;

	(void)state;
	for (size_t i = 0; i < random_numbers; i++) {
		const uint64_t m = 10000;
		char s[40], text[32];
		snprintf(s, sizeof s, "%llu.%llue%d", (unsigned long long)(next(&random) >> 20) % 9 + 1,
			(unsigned long long)(next(&random) >> 20) % (m * m * m) * 10 + 1,
			(int)((next(&random) >> 20) % 600) - 300);
		const double x = strtod(s, NULL);
		assert_shortest(x);
		as_double_text(x, text);
		assert_true(count_digits(text) <= count_digits(s));
	}
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_have_as_few_digits_as_read_back),
		cmocka_unit_test(the_point_stands_where_percent_g_puts_it),
		cmocka_unit_test(numbers_that_are_not_finite_say_so),
		cmocka_unit_test(powers_of_two_and_their_neighbours_are_shortest),
		cmocka_unit_test(powers_of_ten_and_their_neighbours_are_shortest),
		cmocka_unit_test(any_bits_are_shortest),
		cmocka_unit_test(decimals_come_back_as_they_were),
	};

	if (argc > 1)
		random_numbers = strtoul(argv[1], NULL, 10);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
