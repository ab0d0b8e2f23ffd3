/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The noise probe's recorder, on a clock that does as it is told. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <sched.h>
#include <stdint.h>
#include <cmocka.h>

#include "probe/examine/quanta.h"

/* Each reading is so much later; the one with the number `at` by `jump` more. */
struct told {
	int64_t now, step, jump;
	int n, at;
};

static int64_t now(void *of)
{
	struct told *t = of;

	t->now += t->step + (++t->n == t->at ? t->jump : 0);
	return t->now;
}

static void quanta_follow_each_other_without_a_gap_until_the_time_is_over(void **state)
{
	struct told t = {.step = 100, .jump = 5000, .at = 4};
	const struct as_quanta_clock clock = {.now = now, .of = &t};
	uint32_t ns[64];
	size_t n = as_quanta_record(&clock, 1, 6000, ns, 64);

	(void)state;
	assert_int_equal(n, 9); /* 100 .. 6000 */
	for (size_t i = 0; i < n; i++)
		assert_int_equal(ns[i], i == 2 ? 5100 : 100);
}

static void the_room_ends_it_too(void **state)
{
	struct told t = {.step = 1};
	const struct as_quanta_clock clock = {.now = now, .of = &t};
	uint32_t ns[4];

	(void)state;
	assert_int_equal(as_quanta_record(&clock, 1, 1000, ns, 4), 4);
	assert_int_equal(as_quanta_record(&clock, 1, 1000, ns, 0), 0);
}

/* A machine may be so busy that the time is over before it begins. */
static void one_quantum_is_recorded_however_late_it_is(void **state)
{
	struct told t = {.step = 100};
	const struct as_quanta_clock clock = {.now = now, .of = &t};
	uint32_t ns[4];

	(void)state;
	assert_int_equal(as_quanta_record(&clock, 1, 0, ns, 4), 1);
	assert_int_equal(ns[0], 100);
}

static void a_pause_beyond_its_number_is_the_largest_and_a_clock_that_goes_back_zero(void **state)
{
	struct told t = {.step = 10, .jump = 5000000000, .at = 2};
	struct told back = {.now = 100, .step = 10, .jump = -50, .at = 2};
	const struct as_quanta_clock clock = {.now = now, .of = &t}, other = {.now = now, .of = &back};
	uint32_t ns[1];

	(void)state;
	assert_int_equal(as_quanta_record(&clock, 1, 100, ns, 1), 1);
	assert_true(ns[0] == UINT32_MAX);
	assert_int_equal(as_quanta_record(&other, 1, 1000, ns, 1), 1);
	assert_int_equal(ns[0], 0);
}

static void calibration_takes_the_quickest_try_and_is_never_zero(void **state)
{
	struct told t = {.step = 500, .jump = 70000, .at = 2}, still = {0};
	const struct as_quanta_clock clock = {.now = now, .of = &t}, stands = {.now = now, .of = &still};

	(void)state;
	assert_true(as_quanta_calibrate(&clock, 100000) == 200000); /* 1000 rounds in 500 ns */
	assert_true(as_quanta_calibrate(&clock, 0) >= 1);
	assert_true(as_quanta_calibrate(&stands, 100) >= 1);
}

static void every_processor_that_may_be_used_records(void **state)
{
	struct as_arena a = {0};
	struct as_quanta q;
	cpu_set_t allowed;

	(void)state;
	assert_int_equal(sched_getaffinity(0, sizeof allowed, &allowed), 0);
	assert_int_equal(as_quanta_measure(0.01, &a, &q, NULL), AS_OK);
	assert_int_equal(q.n_cores + q.n_failed, CPU_COUNT(&allowed));
	for (size_t i = 0; i < q.n_cores; i++) {
		assert_true(CPU_ISSET((size_t)q.core[i].cpu, &allowed));
		assert_true(q.core[i].n > 0);
	}
	as_arena_release(&a);
}

static void a_time_that_cannot_be_is_refused(void **state)
{
	struct as_arena a = {0};
	struct as_quanta q;

	(void)state;
	assert_int_equal(as_quanta_measure(0, &a, &q, NULL), AS_ERR_ARG);
	assert_int_equal(as_quanta_measure(-1, &a, &q, NULL), AS_ERR_ARG);
	assert_int_equal(as_quanta_measure(1e9, &a, &q, NULL), AS_ERR_ARG);
	as_arena_release(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(quanta_follow_each_other_without_a_gap_until_the_time_is_over),
		cmocka_unit_test(the_room_ends_it_too),
		cmocka_unit_test(one_quantum_is_recorded_however_late_it_is),
		cmocka_unit_test(a_pause_beyond_its_number_is_the_largest_and_a_clock_that_goes_back_zero),
		cmocka_unit_test(calibration_takes_the_quickest_try_and_is_never_zero),
		cmocka_unit_test(every_processor_that_may_be_used_records),
		cmocka_unit_test(a_time_that_cannot_be_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
