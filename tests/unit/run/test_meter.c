/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "run/metrics/meter.h"

#define S INT64_C(1000000000)

struct fixture {
	struct as_meter m;
	char why[AS_METER_WORDS];
};

static int begin(void **state)
{
	static struct fixture f;

	f = (struct fixture){.why = ""};
	*state = &f;
	return 0;
}

static int end(void **state)
{
	struct fixture *f = *state;

	as_meter_release(&f->m);
	return 0;
}

/* The meter prints this, and it comes at that time. */
static void prints(struct fixture *f, int64_t now_ns, const char *text)
{
	assert_true(as_meter_feed(&f->m, text, strlen(text), now_ns));
}

/* A line each so many ms, from 100 s to `to`, at watts + slope times the seconds since 100 s. */
static void runs(struct fixture *f, int64_t step_ms, int64_t to_ms, double watts, double slope)
{
	char line[64];

	for (int64_t ms = 100000; ms <= to_ms; ms += step_ms) {
		snprintf(line, sizeof line, "%" PRId64 ".%03d %.9g\n", ms / 1000, (int)(ms % 1000),
			watts + slope * ((double)ms / 1e3 - 100));
		prints(f, ms * 1000000, line);
	}
}

static double joules(struct fixture *f, double from_s, double to_s)
{
	return as_meter_joules(&f->m, llround(from_s * 1e9), llround(to_s * 1e9), AS_METER_LEAST, f->why);
}

static void is_lost(struct fixture *f, const char *why)
{
	assert_true(f->m.lost);
	assert_string_equal(f->m.why, why);
}

static void a_line_is_seconds_and_watts_and_nothing_else(void **state)
{
	static const char *const bad[] = {"", "1", "1 2 3", "a 2", "1 b", "-1 2", "1 -2", "1 nan", "1 inf", "nan 2",
		"1e300 2", "1,2", "0x10 2", "1 2 W", "1 2;", "12345678901234567890123456789012345678901 2"};
	struct as_meter_sample s = {0};

	(void)state;
	assert_true(as_meter_line("12.5 7", &s));
	assert_int_equal(s.ns, 12500000000);
	assert_true(fabs(s.watts - 7) < 1e-12);
	assert_true(as_meter_line(" 12.000000001\t7.25 \r", &s));
	assert_int_equal(s.ns, 12000000001);
	assert_true(as_meter_line("0 0", &s));
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
		if (as_meter_line(bad[i], &s))
			fail_msg("took '%s'", bad[i]);
}

static void constant_power_is_watts_times_seconds(void **state)
{
	struct fixture *f = *state;

	runs(f, 100, 110000, 42, 0);
	assert_true(fabs(joules(f, 101.234, 105.5) - 42 * (105.5 - 101.234)) < 1e-6);
	assert_true(fabs(joules(f, 100, 110) - 420) < 1e-6);
}

static void a_power_that_grows_is_integrated_exactly_also_at_the_ends(void **state)
{
	struct fixture *f = *state;
	double a = 1.2345, b = 7.7, want = 10 * (b - a) + 3 * (b * b - a * a) / 2;

	runs(f, 100, 110000, 10, 3);
	assert_true(fabs(joules(f, 100 + a, 100 + b) - want) < 1e-6);
}

/* Between lines it is taken to go straight: a step between two of them is a ramp. */
static void a_step_between_two_lines_is_a_ramp(void **state)
{
	struct fixture *f = *state;

	prints(f, 101 * S, "100 0\n100.5 0\n101 10\n");
	double got = as_meter_joules(&f->m, 100 * S, 101 * S, 1, f->why);
	assert_true(fabs(got - 2.5) < 1e-9);
	got = as_meter_joules(&f->m, 100 * S + S / 2 + S / 4, 101 * S, 0, f->why); /* from 5 to 10 W */
	assert_true(fabs(got - 1.875) < 1e-9);
}

static void what_no_line_covers_has_no_value(void **state)
{
	struct fixture *f = *state;

	runs(f, 100, 110000, 42, 0);
	assert_true(isnan(joules(f, 99.95, 105)));
	assert_string_equal(f->why, "it printed nothing before they began");
	assert_true(isnan(joules(f, 105, 110.001)));
	assert_string_equal(f->why, "it printed nothing after they had ended; a meter that buffers its lines has "
		"to flush each (stdbuf -oL)");
	assert_true(isnan(joules(f, 105, 105.9)));
	assert_string_equal(f->why, "they are too short for it: fewer than 10 lines fell into them, one every "
		"100 ms");
}

static void a_silence_has_no_value(void **state)
{
	struct fixture *f = *state;

	runs(f, 100, 102000, 42, 0);
	prints(f, 105 * S, "104.5 42\n");
	for (int i = 6; i < 9; i++)
		prints(f, 106 * S, i == 6 ? "104.6 42\n" : i == 7 ? "104.7 42\n" : "105 42\n");
	assert_true(isnan(joules(f, 100.5, 104.65)));
	assert_string_equal(f->why, "it was silent for 2.5 s");
	assert_true(fabs(joules(f, 100.2, 101.9) - 42 * 1.7) < 1e-6);
}

static void a_slow_meter_has_more_patience(void **state)
{
	struct fixture *f = *state;

	assert_int_equal(as_meter_patience(&f->m), 2 * S);
	runs(f, 1000, 140000, 42, 0);
	assert_int_equal(as_meter_gap(&f->m), S);
	assert_int_equal(as_meter_patience(&f->m), 5 * S);
	assert_true(fabs(joules(f, 101.5, 121.5) - 840) < 1e-6);
}

static void garbage_is_left_out_and_counted(void **state)
{
	struct fixture *f = *state;
	char longest[400];

	memset(longest, '7', sizeof longest);
	memcpy(longest + sizeof longest - 2, "\n", 2);
	prints(f, 101 * S, "# power of the whole rack\n100 5\n\n   \n100.1 5\nwhat?\n100.2 5\n");
	prints(f, 101 * S, longest);
	assert_true(as_meter_feed(&f->m, "100.\0 5\n", 8, 101 * S));
	assert_int_equal(f->m.lines, 3);
	assert_int_equal(f->m.garbled, 4);
	assert_string_equal(f->m.first_garbled, "# power of the whole rack");
	assert_false(f->m.lost);
	prints(f, 101 * S, "100.3 5\n");
	assert_int_equal(f->m.lines, 4);
}

static void a_line_may_come_in_pieces(void **state)
{
	struct fixture *f = *state;

	prints(f, 101 * S, "10");
	prints(f, 101 * S, "0.5");
	prints(f, 101 * S, " 4");
	assert_int_equal(f->m.lines, 0);
	prints(f, 101 * S, "2\n1");
	assert_int_equal(f->m.lines, 1);
	assert_true(fabs(f->m.v[0].watts - 42) < 1e-12);
}

static void a_time_of_day_is_of_another_clock(void **state)
{
	struct fixture *f = *state;

	prints(f, 100 * S, "1795305064.25 5\n");
	is_lost(f, "it printed 1795305064.250 s when CLOCK_MONOTONIC was at 100.000 s: its times are of another "
		"clock, CLOCK_REALTIME probably");
}

static void seconds_since_its_start_are_of_another_clock(void **state)
{
	struct fixture *f = *state;

	prints(f, 100 * S, "0.1 5\n");
	is_lost(f, "its first line is of 0.100 s when CLOCK_MONOTONIC was at 100.000 s: its times are of another "
		"clock");
}

static void a_time_to_come_is_a_lie_and_what_was_before_it_stays(void **state)
{
	struct fixture *f = *state;

	runs(f, 100, 103000, 42, 0);
	prints(f, 103 * S, "103.5 42\n103.1 42\n");
	is_lost(f, "it printed 103.500 s when CLOCK_MONOTONIC was at 103.000 s: a time to come");
	assert_true(fabs(joules(f, 101, 103) - 84) < 1e-6);
	assert_true(isnan(joules(f, 101, 103.05)));
	assert_string_equal(f->why, f->m.why);
}

static void a_time_that_goes_back_or_stands_is_a_lie(void **state)
{
	struct fixture *f = *state;

	prints(f, 103 * S, "101 4\n102 4\n101.5 4\n103 4\n");
	is_lost(f, "its time did not go on: 101.500 s after 102.000 s");
	assert_int_equal(f->m.lines, 2);
	as_meter_release(&f->m);
	prints(f, 103 * S, "101 4\n101 5\n");
	is_lost(f, "its time did not go on: 101.000 s after 101.000 s");
}

static void a_flood_is_not_read_on(void **state)
{
	struct fixture *f = *state;

	for (int i = 0; i < 30000 && !f->m.lost; i++)
		prints(f, 100 * S, "y\n");
	is_lost(f, "it printed over 20000 lines within a second; a hundred lines are plenty");
	as_meter_release(&f->m);
	for (int i = 0; i < 200000 && !f->m.lost; i++)
		prints(f, 100 * S, "yyyyyyyyyyyyyyyy");
	is_lost(f, "it printed over 1 MiB within a second; a hundred lines are plenty");
	assert_int_equal(f->m.n, 0);
}

static void a_long_time_of_many_lines_is_no_flood(void **state)
{
	struct fixture *f = *state;

	runs(f, 1, 160000, 42, 0);
	assert_false(f->m.lost);
	assert_true(fabs(joules(f, 101, 159) - 42 * 58) < 1e-5);
}

static void what_lies_behind_is_forgotten_but_the_line_before(void **state)
{
	struct fixture *f = *state;

	runs(f, 100, 110000, 42, 0);
	as_meter_forget(&f->m, 105 * S + 1);
	assert_int_equal(f->m.v[0].ns, 105 * S);
	assert_true(fabs(joules(f, 105.05, 107) - 42 * 1.95) < 1e-6);
	as_meter_forget(&f->m, 50 * S);
	assert_int_equal(f->m.v[0].ns, 105 * S);
}

#define WITH_A_METER(f) cmocka_unit_test_setup_teardown(f, begin, end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_line_is_seconds_and_watts_and_nothing_else),
		WITH_A_METER(constant_power_is_watts_times_seconds),
		WITH_A_METER(a_power_that_grows_is_integrated_exactly_also_at_the_ends),
		WITH_A_METER(a_step_between_two_lines_is_a_ramp),
		WITH_A_METER(what_no_line_covers_has_no_value),
		WITH_A_METER(a_silence_has_no_value),
		WITH_A_METER(a_slow_meter_has_more_patience),
		WITH_A_METER(garbage_is_left_out_and_counted),
		WITH_A_METER(a_line_may_come_in_pieces),
		WITH_A_METER(a_time_of_day_is_of_another_clock),
		WITH_A_METER(seconds_since_its_start_are_of_another_clock),
		WITH_A_METER(a_time_to_come_is_a_lie_and_what_was_before_it_stays),
		WITH_A_METER(a_time_that_goes_back_or_stands_is_a_lie),
		WITH_A_METER(a_flood_is_not_read_on),
		WITH_A_METER(a_long_time_of_many_lines_is_no_flood),
		WITH_A_METER(what_lies_behind_is_forgotten_but_the_line_before),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
