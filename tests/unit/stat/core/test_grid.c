/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The step of a clock. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "stat/core/grid.h"
#include "stat/core/quantile.h"
#include "stat/dist/random.h"

enum { N = 60 };

/* Times of about `mean`, to multiples of step. */
static void draw(double *x, uint64_t seed, double mean, double sd, double step)
{
	struct as_random r;

	as_random_init(&r, seed, AS_RANDOM_TEST, 0);
	for (size_t i = 0; i < N; i++) {
		x[i] = mean + sd * as_random_normal(&r);
		x[i] = step > 0 ? round(x[i] / step) * step : x[i];
	}
	as_sort(x, N);
}

static void multiples_of_a_step_show_it(void **state)
{
	double x[N];
	size_t kinds = 0;

	(void)state;
	draw(x, 1, 1e6, 3e4, 1e4);
	assert_true(fabs(as_grid_step(x, N, &kinds) - 1e4) < 1e-6);
	assert_in_range(kinds, 5, 30);
	draw(x, 2, 0.3, 0.2, 0.1);
	assert_true(fabs(as_grid_step(x, N, NULL) - 0.1) < 1e-12);
}

static void values_that_are_no_multiples_have_no_step(void **state)
{
	const double ties[] = {1, 1, 1, 1, 2, 2, 2, 2, 3.3, 3.3, 3.3, 3.3};
	const double apart[] = {7, 7, 7, 7, 7, 9.5, 9.5, 9.5, 9.5, 9.5};

	(void)state;
	assert_true(as_grid_step(ties, 12, NULL) <= 0);
	assert_true(as_grid_step(apart, 10, NULL) <= 0); /* two values, no multiples of what parts them */
}

static void four_hundred_series_without_a_clock_show_none(void **state)
{
	double x[N];
	size_t kinds = 0, shown = 0;

	(void)state;
	for (uint64_t seed = 1; seed <= 400; seed++) {
		draw(x, seed, 1e6, 1e4, 0);
		shown += as_grid_step(x, N, &kinds) > 0;
		assert_int_equal(kinds, N);
	}
	assert_int_equal(shown, 0);
}

static void whole_numbers_in_any_order_have_the_same_step_as_sorted(void **state)
{
	static const double steps[] = {1, 3, 10, 250};
	double x[N];

	(void)state;
	for (uint64_t seed = 1; seed <= 40; seed++) {
		unsigned char seen[1 << 16] = {0};
		size_t sorted = 0, any = 0;
		draw(x, seed, 1e5, 40 * steps[seed % 4], steps[seed % 4]);
		if (seed % 5 == 0)
			x[N - 1] += 1; /* no multiple any more, or one of 1 */
		const double want = as_grid_step(x, N, &sorted);
		as_grid_mark(x, N / 2, x[0], seen);
		as_grid_mark(x + N / 2, N - N / 2, x[0], seen);
		const double got = as_grid_step_marked(N, x[0], seen, sizeof seen, &any);
		assert_true(fabs(got - want) < 1e-9);
		assert_int_equal(any, sorted);
	}
}

static void few_and_equal_values_tell_nothing(void **state)
{
	const double equal[] = {5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5};
	const double nine[] = {1, 1, 1, 2, 2, 2, 3, 3, 3};
	size_t kinds = 9;

	(void)state;
	assert_true(as_grid_step(equal, 12, &kinds) <= 0);
	assert_int_equal(kinds, 1);
	assert_true(as_grid_step(nine, 9, NULL) <= 0);
	assert_true(as_grid_step(nine, 0, &kinds) <= 0);
	assert_int_equal(kinds, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(multiples_of_a_step_show_it),
		cmocka_unit_test(values_that_are_no_multiples_have_no_step),
		cmocka_unit_test(four_hundred_series_without_a_clock_show_none),
		cmocka_unit_test(few_and_equal_values_tell_nothing),
		cmocka_unit_test(whole_numbers_in_any_order_have_the_same_step_as_sorted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
