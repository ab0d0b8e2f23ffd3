/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "report/draw/layout.h"
#include "say/number.h"

static const struct as_style unicode = {.unicode = true, .width = 80};

static void expect_text(struct as_text *t, const char *want, int line)
{
	as_layout_flat(t, 0);
	if (strcmp(as_text_str(t), want) != 0)
		fail_msg("line %d: '%s' and not '%s'", line, as_text_str(t), want);
	as_text_release(t);
}

static void expect_quantity(const char *unit, double value, double half_width, const char *want,
	int line)
{
	struct as_text t = {0};

	as_quantity_add(&t, &unicode, unit, value, half_width);
	expect_text(&t, want, line);
}

#define QUANTITY(unit, value, half_width, want) \
	expect_quantity(unit, value, (double)(half_width), want, __LINE__)

#define SHARE(add, share, want) \
	do { \
		struct as_text t_ = {0}; \
		add(&t_, share); \
		expect_text(&t_, want, __LINE__); \
	} while (0)

static void the_interval_decides_the_digits(void **state)
{
	(void)state;
	QUANTITY("ns", 51.472e6, 0.155e6, "51.47 ms");
	QUANTITY("ns", 51.472e6, 0.36e6, "51.5 ms");
	QUANTITY("ns", 51.472e6, 0.344e6, "51.47 ms");
	QUANTITY("ns", 51.472e6, 0.0996e6, "51.47 ms");
	QUANTITY("ns", 51.472e6, 4e6, "51 ms");
	QUANTITY("ns", 51.472e6, 400e6, "51 ms");
	QUANTITY("ns", 1.482e6, 0.027e6, "1.482 ms");
	QUANTITY("ns", 1.482e6, 27, "1.482000 ms");
	QUANTITY("count", 240.4, 0.51, "240.4");
	QUANTITY("count", 123456, 900, "123456");
}

static void one_of_a_unit_that_is_a_noun_has_no_s(void **state)
{
	(void)state;
	QUANTITY("tasks", 1, 4, "1 task");
	QUANTITY("tasks", 1, 0.4, "1.0 tasks");
	QUANTITY("tasks", 2, 4, "2 tasks");
	QUANTITY("processors", 1, 4, "1 processor");
	QUANTITY("items", 1, 4, "1 items"); /* a program's own words are left alone */
}

static void without_an_interval_there_are_three_digits(void **state)
{
	(void)state;
	QUANTITY("ns", 51.472e6, NAN, "51.5 ms");
	QUANTITY("ns", 51.472e6, 0, "51.5 ms");
	QUANTITY("ns", 51.472e6, INFINITY, "51.5 ms");
	QUANTITY("ns", 514.72e6, NAN, "515 ms");
	QUANTITY("ns", 5, NAN, "5.00 ns");
	QUANTITY("bytes", 1901234, NAN, "1.90 MB");
}

static void a_number_that_rounds_to_a_thousand_takes_the_next_unit(void **state)
{
	(void)state;
	QUANTITY("ns", 999.95e6, 4e6, "1.000 s");
	QUANTITY("ns", 999.95e6, 3e6, "1.0000 s");
	QUANTITY("ns", 999.95e6, 0.5e6, "1.0000 s");
	QUANTITY("ns", 999.94e6, 0.5e6, "999.9 ms");
	QUANTITY("ns", 999.95e6, 0.01e6, "999.950 ms");
	QUANTITY("ns", 999.4e6, NAN, "999 ms");
	QUANTITY("ns", 999.6e6, NAN, "1.00 s");
	QUANTITY("ns", 999.6, NAN, "1.00 µs");
	QUANTITY("ns", 999.6e3, NAN, "1.00 ms");
	QUANTITY("bytes", 999.6e3, NAN, "1.00 MB");
	QUANTITY("count", 999999.6, 4, "1.000000 M");
}

static void seconds_go_on_until_a_thousand(void **state)
{
	(void)state;
	QUANTITY("ns", 59.9e9, NAN, "59.9 s");
	QUANTITY("ns", 60e9, NAN, "60.0 s");
	QUANTITY("ns", 600e9, NAN, "600 s");
	QUANTITY("ns", 999.6e9, NAN, "16.7 min");
	QUANTITY("ns", 1e12, NAN, "16.7 min");
	QUANTITY("ns", 1e15, NAN, "16667 min");
	QUANTITY("ns", 1e25, NAN, "166666666666667 min");
	QUANTITY("ns", 1e28, NAN, "1.67e+17 min");
}

static void the_smallest_and_the_missing_are_written_too(void **state)
{
	(void)state;
	QUANTITY("ns", 0, NAN, "0 ns");
	QUANTITY("ns", 0, 0, "0 ns");
	QUANTITY("ns", 0.31, NAN, "0.310 ns");
	QUANTITY("ns", 0.31, 0.002, "0.3100 ns");
	QUANTITY("ns", 3e-7, NAN, "0.000000300 ns");
	QUANTITY("ns", 3e-12, NAN, "3e-12 ns");
	QUANTITY("ns", (double)NAN, NAN, "-");
	QUANTITY("ns", (double)INFINITY, 1, "-");
	QUANTITY("bytes", 512, NAN, "512 B");
	QUANTITY("bytes", 1e15, NAN, "1000 TB");
	QUANTITY("count", 12, NAN, "12.0");
	QUANTITY("count", 0.4, 0.3, "0.40");
}

static void nothing_is_less_than_zero_by_rounding(void **state)
{
	(void)state;
	QUANTITY("frogs", -0.0004, 4, "0 frogs");
	QUANTITY("frogs", -0.5, 4, "0 frogs");
	QUANTITY("frogs", -3.2, 4, "-3 frogs");
	QUANTITY("ns", -2e6, 1e5, "-2.00 ms");
}

static void a_unit_of_a_program_cannot_act_on_the_terminal(void **state)
{
	(void)state;
	QUANTITY("\x1b[2Jx", 3, NAN, "3.00 \\e[2Jx");
	QUANTITY("", 3, NAN, "3.00");
}

static void a_forced_unit_is_kept(void **state)
{
	const double unit[] = {1, 1e3, 1e6, 1e9, 60e9};
	const char *const want[] = {"51472000 ns", "51472 us", "51.5 ms", "0.0515 s", "0.000858 min"};

	(void)state;
	for (size_t i = 0; i < 5; i++) {
		struct as_style style = {.force_time_unit = unit[i]};
		struct as_text t = {0};
		as_quantity_add(&t, &style, "ns", 51.472e6, (double)NAN);
		expect_text(&t, want[i], __LINE__);
	}
	struct as_style style = {.force_time_unit = 1e9};
	struct as_text t = {0};
	as_quantity_add(&t, &style, "bytes", 2e6, (double)NAN);
	expect_text(&t, "2.00 MB", __LINE__);
}

static void shares_have_as_many_digits_as_one_reads(void **state)
{
	(void)state;
	SHARE(as_percent_add, 0, "0 %");
	SHARE(as_percent_add, 0.0031, "0.3 %");
	SHARE(as_percent_add, 0.01, "1.0 %");
	SHARE(as_percent_add, 0.0995, "10 %");
	SHARE(as_percent_add, 0.0994, "9.9 %");
	SHARE(as_percent_add, 1.234, "123 %");
	SHARE(as_percent_add, 0.00096, "0.1 %");
	SHARE(as_percent_add, 0.00094, "0.09 %");
	SHARE(as_percent_add, 0.0000413, "0.004 %");
	SHARE(as_percent_add, -0.031, "-3.1 %");
	SHARE(as_percent_add, (double)NAN, "-");
}

static void a_bound_is_rounded_up(void **state)
{
	(void)state;
	SHARE(as_percent_above_add, 0.00611, "0.7 %");
	SHARE(as_percent_above_add, 0.007, "0.7 %");
	SHARE(as_percent_above_add, 0.101, "11 %");
	SHARE(as_percent_above_add, 0.000411, "0.05 %");
	SHARE(as_percent_above_add, 0, "0 %");
}

static void a_level_is_written_as_it_was_asked_for(void **state)
{
	(void)state;
	SHARE(as_percent_exact_add, 0.95, "95 %");
	SHARE(as_percent_exact_add, 0.975, "97.5 %");
	SHARE(as_percent_exact_add, 1 - 0.05 / 3, "98.33 %");
	SHARE(as_percent_exact_add, 0.999, "99.9 %");
	SHARE(as_percent_exact_add, 0.999975, "99.9975 %");
	SHARE(as_percent_exact_add, 1, "100 %");
	SHARE(as_percent_exact_add, 0.01, "1 %");
}

static void stretches_of_time_have_two_units_at_most(void **state)
{
	(void)state;
	SHARE(as_duration_add, 0.0351, "35 ms");
	SHARE(as_duration_add, 1.06, "1.1 s");
	SHARE(as_duration_add, 9.96, "10 s");
	SHARE(as_duration_add, 119.4, "119 s");
	SHARE(as_duration_add, 119.6, "2 min");
	SHARE(as_duration_add, 200, "3 min 20 s");
	SHARE(as_duration_add, 7199, "119 min 59 s");
	SHARE(as_duration_add, 7500, "2 h 5 min");
	SHARE(as_duration_add, 0, "0 ms");
	SHARE(as_duration_add, -1, "-");
	SHARE(as_duration_add, (double)NAN, "-");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_interval_decides_the_digits),
		cmocka_unit_test(one_of_a_unit_that_is_a_noun_has_no_s),
		cmocka_unit_test(without_an_interval_there_are_three_digits),
		cmocka_unit_test(a_number_that_rounds_to_a_thousand_takes_the_next_unit),
		cmocka_unit_test(seconds_go_on_until_a_thousand),
		cmocka_unit_test(the_smallest_and_the_missing_are_written_too),
		cmocka_unit_test(nothing_is_less_than_zero_by_rounding),
		cmocka_unit_test(a_unit_of_a_program_cannot_act_on_the_terminal),
		cmocka_unit_test(a_forced_unit_is_kept),
		cmocka_unit_test(shares_have_as_many_digits_as_one_reads),
		cmocka_unit_test(a_bound_is_rounded_up),
		cmocka_unit_test(a_level_is_written_as_it_was_asked_for),
		cmocka_unit_test(stretches_of_time_have_two_units_at_most),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
