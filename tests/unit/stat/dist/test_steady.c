/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "stat/dist/random.h"
#include "stat/dist/series/steady.h"

enum { MOST = 2000 };

enum shape { FLAT, WARM, SLOW, LATE, CYCLE, SHAPES };

/* n iterations of about 100 with 1 % noise, as the shape wants them. */
static void draw(uint64_t series, enum shape shape, double *x, size_t n)
{
	struct as_random r;

	as_random_init(&r, 13, AS_RANDOM_TEST, series);
	for (size_t i = 0; i < n; i++) {
		double level = 100;
		if (shape == WARM && i < n / 4)
			level = 130;
		if (shape == SLOW && i < n / 4)
			level = 80;
		if (shape == LATE && i >= n - n / 10)
			level = 115;
		if (shape == CYCLE)
			level = i / 20 % 2 ? 120 : 100;
		x[i] = level + as_random_normal(&r);
	}
}

static struct as_steady classify(const double *x, size_t n)
{
	struct as_arena room = {0};
	struct as_segments s;
	struct as_steady out;

	assert_int_equal(as_segment_run(x, n, 0, &room, &s, NULL), AS_OK);
	assert_int_equal(as_steady_of(x, n, &s, &out, NULL), AS_OK);
	as_arena_release(&room);
	return out;
}

static void executions_are_of_the_class_they_were_made_for(void **state)
{
	static const enum as_steady_class want[SHAPES] = {AS_STEADY_FLAT, AS_STEADY_WARMUP,
		AS_STEADY_SLOWDOWN, AS_STEADY_NONE, AS_STEADY_CYCLIC};
	double x[MOST];

	(void)state;
	for (uint64_t k = 0; k < 40; k++)
		for (int shape = 0; shape < SHAPES; shape++) {
			draw(k, (enum shape)shape, x, 400);
			struct as_steady s = classify(x, 400);
			assert_int_equal(s.class, want[shape]);
			assert_int_equal(s.reached, shape != LATE && shape != CYCLE);
			if (shape == WARM || shape == SLOW)
				assert_in_range(s.from, 98, 102);
			if (shape == CYCLE)
				assert_int_equal(s.period, 40);
			if (shape == WARM)
				assert_true(fabs(s.first - 130) < 1 && fabs(s.last - 100) < 1);
		}
}

static void classes_do_not_depend_on_the_unit(void **state)
{
	double x[MOST], y[MOST];

	(void)state;
	for (int shape = 0; shape < SHAPES; shape++) {
		draw(99, (enum shape)shape, x, 300);
		for (size_t i = 0; i < 300; i++)
			y[i] = x[i] / 1024;
		struct as_steady a = classify(x, 300), b = classify(y, 300);
		assert_int_equal(a.class, b.class);
		assert_int_equal(a.from, b.from);
		assert_int_equal(a.period, b.period);
	}
}

static void a_constant_execution_is_flat_and_has_no_period(void **state)
{
	double x[64];

	(void)state;
	for (size_t i = 0; i < 64; i++)
		x[i] = 5;
	assert_int_equal(classify(x, 64).class, AS_STEADY_FLAT);
	assert_int_equal(classify(x, 64).period, 0);
	x[3] = 9; /* all equal but one */
	assert_int_equal(classify(x, 64).class, AS_STEADY_FLAT);
}

static void an_execution_too_short_to_be_cut_is_of_no_class(void **state)
{
	const double x[] = {9, 9, 9, 9, 9, 1, 1, 1, 1};

	(void)state;
	for (size_t n = 1; n <= 9; n++) {
		struct as_steady s = classify(x, n);
		assert_int_equal(s.class, AS_STEADY_UNKNOWN);
		assert_false(s.reached);
	}
}

/* ---- short executions ---- */

/* k executions of n iterations: each at its own level, a decay of so much over so many first. */
static void draw_short(uint64_t series, double excess, double decay, double *x, size_t k, size_t n)
{
	struct as_random r;

	as_random_init(&r, 17, AS_RANDOM_TEST, series);
	for (size_t j = 0; j < k; j++) {
		double level = 100 * (1 + 0.02 * as_random_normal(&r));
		for (size_t i = 0; i < n; i++)
			x[j * n + i] = level * (1 + excess * exp(-(double)i / decay)) + as_random_normal(&r);
	}
}

static void a_slow_first_iteration_is_found_and_flat_executions_are_left_alone(void **state)
{
	double x[5 * 30];
	size_t wrong = 0, unsettled = 0;

	(void)state;
	for (uint64_t k = 0; k < 400; k++) {
		struct as_settling s;
		draw_short(k, 0, 1, x, 5, 30);
		assert_int_equal(as_settling_of(x, 5, 30, &s, NULL), AS_OK);
		wrong += s.d > 0 || !s.settled;
		draw_short(k, 1, 0.01, x, 5, 30);
		assert_int_equal(as_settling_of(x, 5, 30, &s, NULL), AS_OK);
		assert_true(s.d >= 1 && s.excess > 0.05);
		unsettled += !s.settled;
	}
	assert_true(unsettled <= 20);
	assert_true(wrong <= 16); /* 1.3 % discard something, 1 % drift */
}

static void a_drift_over_the_whole_execution_is_not_settled(void **state)
{
	double x[5 * 30];
	size_t found = 0;

	(void)state;
	for (uint64_t k = 0; k < 100; k++) {
		struct as_settling s;
		draw_short(k, 0, 1, x, 5, 30);
		for (size_t i = 0; i < 150; i++)
			x[i] *= 1.1 - 0.1 * (double)(i % 30) / 29;
		assert_int_equal(as_settling_of(x, 5, 30, &s, NULL), AS_OK);
		found += !s.settled;
	}
	assert_in_range(found, 95, 100);
}

static void the_order_of_the_executions_does_not_matter(void **state)
{
	double x[6 * 20], y[6 * 20];

	(void)state;
	for (uint64_t k = 0; k < 30; k++) {
		struct as_settling a, b;
		draw_short(k, 0.3, 2, x, 6, 20);
		for (size_t j = 0; j < 6; j++)
			memcpy(&y[(5 - j) * 20], &x[j * 20], 20 * sizeof *x);
		assert_int_equal(as_settling_of(x, 6, 20, &a, NULL), AS_OK);
		assert_int_equal(as_settling_of(y, 6, 20, &b, NULL), AS_OK);
		assert_int_equal(a.d, b.d);
		assert_int_equal(a.settled, b.settled);
		assert_true(fabs(a.p_drift - b.p_drift) < 1e-9);
	}
}

static void constant_executions_are_settled_from_the_start(void **state)
{
	double x[3 * 8];
	struct as_settling s;

	(void)state;
	for (size_t i = 0; i < 24; i++)
		x[i] = 4;
	assert_int_equal(as_settling_of(x, 3, 8, &s, NULL), AS_OK);
	assert_true(!s.d && s.settled && isnan(s.p));
	for (size_t j = 0; j < 3; j++)
		x[j * 8] = 8; /* the same in each: p is 0, not 0/0 */
	assert_int_equal(as_settling_of(x, 3, 8, &s, NULL), AS_OK);
	assert_true(s.d == 1 && s.settled && !(s.p > 0) && fabs(s.excess - 1) < 1e-12);
}

static void too_few_executions_or_iterations_are_refused(void **state)
{
	double x[3 * 8] = {0};
	struct as_settling s = {.d = 77};
	struct as_err err;

	(void)state;
	assert_int_equal(as_settling_of(x, 2, 8, &s, &err), AS_ERR_DATA);
	assert_string_equal(err.msg, "a warm-up over executions needs 3 of them with 4 iterations each; "
		"there are 2 of 8");
	assert_int_equal(as_settling_of(x, 3, 3, &s, NULL), AS_ERR_DATA);
	x[9] = (double)NAN;
	assert_int_equal(as_settling_of(x, 3, 8, &s, &err), AS_ERR_DATA);
	assert_string_equal(err.msg, "value 10 of 24 is no finite number");
	assert_int_equal(s.d, 77);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(executions_are_of_the_class_they_were_made_for),
		cmocka_unit_test(classes_do_not_depend_on_the_unit),
		cmocka_unit_test(a_constant_execution_is_flat_and_has_no_period),
		cmocka_unit_test(an_execution_too_short_to_be_cut_is_of_no_class),
		cmocka_unit_test(a_slow_first_iteration_is_found_and_flat_executions_are_left_alone),
		cmocka_unit_test(a_drift_over_the_whole_execution_is_not_settled),
		cmocka_unit_test(the_order_of_the_executions_does_not_matter),
		cmocka_unit_test(constant_executions_are_settled_from_the_start),
		cmocka_unit_test(too_few_executions_or_iterations_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
