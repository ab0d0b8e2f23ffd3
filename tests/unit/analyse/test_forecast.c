/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a precision costs, and what a budget gives. */
#include "sample.h"

#include "analyse/plan/forecast_make.h"
#include "base/num.h"

/* The case three_plain of golden/02: 11 executions of 22 iterations, 1172 s a build. */
static const struct as_planning three = {.n_levels = 3, .t2 = {400, 25, 4}, .cost_s = {1, 30, 600},
	.mean = 1000, .confidence = 0.95, .df = 4};

static struct as_forecast forecast(double precision, double budget_s)
{
	const struct as_wish wish = {.precision = precision, .budget_s = budget_s};
	struct as_forecast f;

	assert_int_equal(as_forecast_of(&three, &wish, NULL, &f), AS_OK);
	return f;
}

static void without_a_wish_the_fewest_units_have_the_best_counts(void **state)
{
	struct as_forecast f = forecast(0, HUGE_VAL);

	(void)state;
	assert_int_equal(f.level[0].count, 22);
	assert_int_equal(f.level[1].count, 11);
	assert_int_equal(f.level[2].count, 5);
	CHECK_NEAR(f.unit_cost_s, 1172, 1e-12);
	CHECK_NEAR(f.cost_s, 5 * 1172.0, 1e-12);
	CHECK_NEAR(f.level[1].optimum, 11.180339887498949, 1e-10);
	assert_int_equal(f.level[1].published, 12);
	assert_true(isnan(f.level[2].optimum) && !f.level[2].published);
	assert_true(f.met && isnan(f.budget_s) && isnan(f.precision_s) && !f.sure && !f.needed);
}

static void a_precision_has_its_price_and_what_it_takes_to_be_sure(void **state)
{
	struct as_forecast f = forecast(0.002, HUGE_VAL);

	(void)state;
	const size_t builds = f.level[2].count;
	assert_int_equal(builds, 15); /* of 5 the pilot had */
	assert_true(f.met && f.half_width <= 0.002);
	assert_true(f.sure > builds);
	f = forecast(0.002, f.cost_s + 1);
	assert_true(f.met);
	assert_int_equal(f.level[2].count, builds);
}

static void a_budget_that_is_too_small_for_it_says_what_it_gives(void **state)
{
	struct as_forecast f = forecast(0.002, 2 * 3600);

	(void)state;
	assert_false(f.met);
	assert_true(f.cost_s <= 2 * 3600 && f.half_width > 0.002);
	CHECK_NEAR(f.precision_s, forecast(0.002, HUGE_VAL).cost_s, 1e-12);
	assert_int_equal(f.needed, 0);
}

static void a_budget_that_is_too_small_for_any_plan_says_what_it_takes(void **state)
{
	struct as_forecast f = forecast(0.002, 2 * 631.5);

	(void)state;
	assert_false(f.met);
	assert_int_equal(f.level[2].count, 2);
	assert_int_equal(f.needed, 5);
	CHECK_NEAR(f.needed_s, 5 * 631.0, 1e-12);
	assert_int_equal(forecast(0, 0).needed, 5);
}

/* Twice as wide takes four times as many, and what more are sure of is as before. */
static void units_that_depend_on_each_other_are_stretched(void **state)
{
	const struct as_planning known = {.n_levels = 1, .t2 = {100}, .cost_s = {1}, .mean = 1000,
		.confidence = 0.95};
	struct as_wish wish = {.precision = 0.001, .budget_s = HUGE_VAL, .stretch = 2};
	struct as_forecast one, two;

	(void)state;
	assert_int_equal(as_forecast_of(&known, &wish, NULL, &two), AS_OK);
	wish.stretch = 1;
	assert_int_equal(as_forecast_of(&known, &wish, NULL, &one), AS_OK);
	assert_true(one.met && two.met && one.half_width <= 0.001 && two.half_width <= 0.001);
	assert_true(fabs((double)two.level[0].count / (double)one.level[0].count - 4) < 0.05);
	CHECK_NEAR(two.precision, 0.001, 0);
	CHECK_NEAR(two.unit_var, one.unit_var, 0);
}

static void a_state_that_lasts_as_long_leaves_no_half_width(void **state)
{
	struct as_forecast f = forecast(0.002, HUGE_VAL);

	(void)state;
	as_forecast_hold(&f, AS_HOLDS_IF_INDEPENDENT);
	assert_true(f.met && isfinite(f.half_width));
	as_forecast_hold(&f, AS_HOLDS_BELOW);
	assert_true(!f.met && isnan(f.half_width) && isnan(f.precision_s) && !f.sure);
}

static void wishes_that_are_none_are_refused(void **state)
{
	const struct as_wish bad[] = {{-0.1, 10, 0}, {(double)NAN, 10, 0}, {0.1, -1, 0},
		{0.1, (double)NAN, 0}};
	struct as_forecast f;

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
		assert_int_equal(as_forecast_of(&three, &bad[i], NULL, &f), AS_ERR_ARG);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(without_a_wish_the_fewest_units_have_the_best_counts),
		cmocka_unit_test(a_precision_has_its_price_and_what_it_takes_to_be_sure),
		cmocka_unit_test(a_budget_that_is_too_small_for_it_says_what_it_gives),
		cmocka_unit_test(a_budget_that_is_too_small_for_any_plan_says_what_it_takes),
		cmocka_unit_test(units_that_depend_on_each_other_are_stretched),
		cmocka_unit_test(a_state_that_lasts_as_long_leaves_no_half_width),
		cmocka_unit_test(wishes_that_are_none_are_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
