/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "near.h"

#include "stat/dist/dist.h"
#include "stat/dist/planning/staged.h"
#include "stat/dist/planning/stein.h"

static void stage_1_is_what_fits_into_a_second(void **state)
{
	(void)state;
	assert_int_equal(as_stage1_units(0.0001, false, 30), 200);
	assert_int_equal(as_stage1_units(0.005, false, 30), 200);
	assert_int_equal(as_stage1_units(0.05, false, 30), 20);
	assert_int_equal(as_stage1_units(0.05, true, 15), 20);
	assert_int_equal(as_stage1_units(0, false, 30), 200);
	assert_int_equal(as_stage1_units(0.001, false, 1), 200);
}

static void stage_1_has_twelve_units_where_these_take_half_a_minute_at_most(void **state)
{
	(void)state;
	assert_int_equal(as_stage1_units(0.2, false, 30), 12);
	assert_int_equal(as_stage1_units(2.5, false, 30), 12);
	assert_int_equal(as_stage1_units(2.6, false, 30), 5);
	assert_int_equal(as_stage1_units(2.6, true, 30), 6);
	assert_int_equal(as_stage1_units(1.25, true, 15), 12);
	assert_int_equal(as_stage1_units(1.3, true, 15), 6);
	assert_int_equal(as_stage1_units(5, true, 60), 12);
	assert_int_equal(as_stage1_units(1e9, false, 30), 5);
}

static void what_is_missing_to_a_target_follows_from_the_width_reached(void **state)
{
	(void)state;
	assert_int_equal(as_units_to_meet(20, 1, 1), 20);
	assert_int_equal(as_units_to_meet(20, 1 + 1e-13, 1), 20);
	assert_int_equal(as_units_to_meet(20, 2, 1), 80);
	assert_int_equal(as_units_to_meet(20, 1.01, 1), 21);
	assert_int_equal(as_units_to_meet(20, 0.5, 1), 20);
	assert_true(as_units_to_meet(20, 1e9, 1e-9) == AS_UNITS_MAX);
	assert_true(as_units_to_meet(20, (double)NAN, 1) == AS_UNITS_MAX);
}

/* t with 9 degrees of freedom is 2.262157: (2.262157 * 2 / 1)^2 = 20.47 */
static void the_second_stage_is_rounded_up(void **state)
{
	size_t n = 0;

	(void)state;
	assert_int_equal(as_stein_n(2, 10, 1, 0.95, &n), AS_OK);
	assert_int_equal(n, 21);
	assert_int_equal(as_stein_n(0.1, 10, 1, 0.95, &n), AS_OK);
	assert_int_equal(n, 10); /* never fewer than there are */
	assert_int_equal(as_stein_n(0, 10, 1, 0.95, &n), AS_OK);
	assert_int_equal(n, 10);
	assert_int_equal(as_stein_n(1e9, 10, 1e-9, 0.95, &n), AS_OK);
	assert_true(n == AS_UNITS_MAX);
	assert_int_equal(as_stein_n(1e300, 10, 1e-300, 0.95, &n), AS_OK);
	assert_true(n == AS_UNITS_MAX);
}

static void steins_interval_keeps_the_scale_of_stage_1(void **state)
{
	const struct as_staged x = {.n = 100, .mean = 50, .s = 1, .n_first = 10, .s_first = 2};
	struct as_interval ci;

	(void)state;
	assert_int_equal(as_staged_interval(&x, 0.95, &ci), AS_OK);
	assert_near(ci.half_width, 2.2621571627982049 * 2 / 10, 1e-12);
	assert_near(ci.df, 9, 0);
	assert_near(ci.lo, 50 - ci.half_width, 0);
	assert_near(ci.hi, 50 + ci.half_width, 0);
}

static void a_fixed_plan_is_the_smallest_that_suffices(void **state)
{
	const double s[] = {0.001, 0.014, 0.05, 0.4, 30}, d = 0.01;

	(void)state;
	for (size_t i = 0; i < 5; i++) {
		size_t n = 0;
		double t = 0;

		assert_int_equal(as_units_for(s[i], d, 0.95, 5, &n), AS_OK);
		assert_true(n >= 5);
		assert_int_equal(as_t_factor(0.95, (double)n - 1, &t), AS_OK);
		assert_true(t * s[i] / sqrt((double)n) <= d);
		if (n == 5)
			continue;
		assert_int_equal(as_t_factor(0.95, (double)n - 2, &t), AS_OK);
		assert_true(t * s[i] / sqrt((double)n - 1) > d);
	}
	size_t n = 0;
	assert_int_equal(as_units_for(1e9, 1e-9, 0.95, 5, &n), AS_OK);
	assert_true(n == AS_UNITS_MAX);
	assert_int_equal(as_units_for(0, 1, 0.95, 2, &n), AS_OK);
	assert_int_equal(n, 2);
}

static void upper_limits_of_a_variance(void **state)
{
	double x = 0;

	(void)state;
	assert_int_equal(as_variance_upper(2, 9, 0.8, &x), AS_OK);
	assert_near(x, 2 * 9 / 5.380053211773292, 1e-11);
	assert_near(as_ratio_half_width(0.01), log(1.01), 1e-14);
}

static void bad_arguments_leave_out_untouched(void **state)
{
	const double nan = (double)NAN;
	double x = -7;
	size_t n = 77;

	(void)state;
	assert_int_equal(as_stein_n(1, 1, 1, 0.95, &n), AS_ERR_DATA);
	assert_int_equal(as_stein_n(nan, 10, 1, 0.95, &n), AS_ERR_ARG);
	assert_int_equal(as_stein_n(1, 10, 0, 0.95, &n), AS_ERR_ARG);
	assert_int_equal(as_stein_n(1, 10, nan, 0.95, &n), AS_ERR_ARG);
	assert_int_equal(as_stein_n(1, 10, 1, 1.5, &n), AS_ERR_ARG);
	assert_int_equal(as_units_for(1, 1, 0.95, 1, &n), AS_ERR_ARG);
	assert_int_equal(as_units_for(1, -1, 0.95, 2, &n), AS_ERR_ARG);
	assert_int_equal(as_units_for(1, 1, nan, 2, &n), AS_ERR_ARG);
	assert_int_equal(n, 77);
	assert_int_equal(as_variance_upper(-1, 9, 0.8, &x), AS_ERR_ARG);
	assert_int_equal(as_variance_upper(1, 0, 0.8, &x), AS_ERR_ARG);
	assert_near(x, -7, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(stage_1_is_what_fits_into_a_second),
		cmocka_unit_test(
			stage_1_has_twelve_units_where_these_take_half_a_minute_at_most),
		cmocka_unit_test(what_is_missing_to_a_target_follows_from_the_width_reached),
		cmocka_unit_test(the_second_stage_is_rounded_up),
		cmocka_unit_test(steins_interval_keeps_the_scale_of_stage_1),
		cmocka_unit_test(a_fixed_plan_is_the_smallest_that_suffices),
		cmocka_unit_test(upper_limits_of_a_variance),
		cmocka_unit_test(bad_arguments_leave_out_untouched),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
