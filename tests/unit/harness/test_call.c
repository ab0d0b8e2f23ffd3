/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "harness/call.h"

static uint64_t operations;

static void count_operations(struct assay_state *state)
{
	operations = 0;
	assay_loop (state)
		operations++;
}

static void prepare(void *input, void *with)
{
	(void)with;
	memset(input, 1, 1);
}

struct megabyte {
	char bytes[1 << 20];
};

static void use_inputs(struct assay_state *state)
{
	const struct assay_inputs in = {sizeof(struct megabyte), prepare, NULL, NULL};
	struct megabyte *it;

	assay_loop_inputs (state, it, &in)
		it->bytes[0] = 0;
}

static void use_wrong_inputs(struct assay_state *state)
{
	const struct assay_inputs in = {1, prepare, NULL, NULL};
	struct megabyte *it;

	assay_loop_inputs (state, it, &in)
		it->bytes[0] = 0;
}

/* Runs a function as a benchmark; the result is to be released. */
static struct as_call_result call(void (*run)(struct assay_state *), unsigned threads,
	const struct as_timer *timer, const struct as_harness_wish *wish)
{
	const struct assay_entry_ entry = {"x", NULL, ASSAY_PLAIN_, run, "x.c", 1, 1, NULL, NULL};
	const struct as_harness_subject subject = {.entry = &entry, .name = "x", .threads = threads};
	struct as_call_result r = {0};

	assert_int_equal(as_call_run(&subject, timer, wish, &r, NULL), AS_OK);
	return r;
}

/* A clock on which no time passes. */
static struct as_timer still(void)
{
	struct as_timer t = as_timer_system();

	t.ns_per_tick = 0;
	t.resolution_ns = 10;
	t.overhead_ns = 20;
	t.accuracy_ns = 1000;
	return t;
}

static void a_clock_that_shows_no_time_is_said_and_ends_after_a_few_measurements(void **state)
{
	const struct as_timer timer = still();
	const struct as_harness_wish wish = {.calibrations = 1, .budget_ns = 1};
	struct as_call_result r = call(count_operations, 1, &timer, &wish);

	(void)state;
	assert_string_equal(r.failed, "");
	assert_true(r.timeless);
	assert_int_equal(r.repetitions, 100); /* j */
	assert_int_equal(r.n_samples, AS_SAMPLES_LEAST);
	for (size_t i = 0; i < r.n_samples; i++)
		assert_true(fabs(r.samples[i].ns) < 1e-300);
	assert_int_equal(operations, 100 * 101 / 2 + 100 * AS_SAMPLES_LEAST);
	as_call_result_release(&r);
}

static void as_many_measurements_are_made_as_were_wished_for(void **state)
{
	const struct as_timer timer = as_timer_system();
	const struct as_harness_wish wish = {.repetitions = 7, .warmup = 2, .wanted = 5};
	struct as_call_result r = call(count_operations, 1, &timer, &wish);

	(void)state;
	assert_int_equal(r.n_samples, 7);
	assert_int_equal(r.n_warmup, 2);
	assert_int_equal(operations, 7 * 7);
	assert_int_equal(r.operations, operations);
	for (size_t i = 1; i < r.n_samples; i++)
		assert_true(r.samples[i].end_ns >= r.samples[i - 1].end_ns);
	as_call_result_release(&r);
}

static void the_clock_takes_at_most_a_thousandth_of_a_measurement(void **state)
{
	struct as_timer timer = as_timer_system();
	const struct as_harness_wish wish = {.calibrations = 1, .wanted = 1};

	(void)state;
	as_timer_measure(&timer);
	assert_true(timer.resolution_ns > 0 && timer.accuracy_ns >= 1000);
	struct as_call_result r = call(count_operations, 1, &timer, &wish);
	assert_int_equal(r.n_calibrations, 1);
	double wanted = AS_OVERHEAD_SHARE * timer.overhead_ns / r.calibrations[0].least;
	assert_true((double)r.repetitions >= fmin(floor(wanted), AS_REPETITIONS_MAX));
	as_call_result_release(&r);
}

static void threads_make_the_same_measurements_each(void **state)
{
	static const struct as_harness_wish wish = {.repetitions = 3, .wanted = 4};
	const struct as_timer timer = as_timer_system();
	struct as_call_result r = call(use_inputs, 3, &timer, &wish);

	(void)state;
	assert_string_equal(r.failed, "");
	assert_int_equal(r.n_samples, 4);
	assert_int_equal(r.operations, 12);
	for (int i = 0; i < 3; i++)
		assert_true(r.thread_ns[i] >= 0);
	as_call_result_release(&r);
}

static void more_inputs_than_have_room_are_not_prepared(void **state)
{
	const struct as_timer timer = as_timer_system();
	const struct as_harness_wish wish = {.repetitions = 1000, .wanted = 1};
	struct as_call_result r = call(use_inputs, 1, &timer, &wish);

	(void)state;
	assert_int_equal(r.repetitions, 16);
	assert_true(r.limited);
	as_call_result_release(&r);
}

static void inputs_of_another_size_than_the_pointers_are_refused(void **state)
{
	const struct as_timer timer = as_timer_system();
	const struct as_harness_wish wish = {.repetitions = 1, .wanted = 1};
	struct as_call_result r = call(use_wrong_inputs, 1, &timer, &wish);

	(void)state;
	assert_string_equal(r.failed, "its inputs need a function that prepares them, and a size of 1048576 bytes, "
		"that of what the pointer points to, of at most 16 MiB");
	assert_int_equal(r.n_samples, 0);
	as_call_result_release(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_clock_that_shows_no_time_is_said_and_ends_after_a_few_measurements),
		cmocka_unit_test(as_many_measurements_are_made_as_were_wished_for),
		cmocka_unit_test(the_clock_takes_at_most_a_thousandth_of_a_measurement),
		cmocka_unit_test(threads_make_the_same_measurements_each),
		cmocka_unit_test(more_inputs_than_have_room_are_not_prepared),
		cmocka_unit_test(inputs_of_another_size_than_the_pointers_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
