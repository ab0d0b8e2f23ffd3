/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "near.h"

#include <string.h>

#include "stat/dist/comparing/decide.h"

/* Of 1, 2, 2, 3 and 3, 4, 5, 6, 9. */
static void welch_by_hand(void **state)
{
	struct as_side old = {.mean = 2, .s2 = 2.0 / 3, .r = 4};
	struct as_side new = {.mean = 5.4, .s2 = 5.3, .r = 5};
	struct as_test test;

	(void)state;
	assert_int_equal(as_welch(&old, &new, 0.95, &test, NULL), AS_OK);
	assert_near(test.estimate, 3.4, 1e-14);
	assert_near(test.se, sqrt(1.0 / 6 + 1.06), 1e-14);
	assert_near(test.t, 3.4 / sqrt(1.0 / 6 + 1.06), 1e-14);
	double v = 1.0 / 6 + 1.06;
	assert_near(test.df, v * v / (1.0 / 36 / 3 + 1.06 * 1.06 / 4), 1e-12);
	assert_true(test.has_p);
	assert_true(test.p > 0.02 && test.p < 0.04);
	assert_true(test.lo > 0 && test.hi < 7);
}

static void equal_groups_without_variance_have_no_p_value(void **state)
{
	struct as_side five = {.mean = 5, .r = 3}, six = {.mean = 6, .r = 3};
	struct as_test test;

	(void)state;
	assert_int_equal(as_welch(&five, &five, 0.95, &test, NULL), AS_OK);
	assert_false(test.has_p);
	assert_near(test.estimate, 0, 0);
	assert_near(test.lo, 0, 0);
	assert_near(test.hi, 0, 0);
	assert_int_equal(as_welch(&five, &six, 0.95, &test, NULL), AS_OK);
	assert_false(test.has_p);
	assert_near(test.lo, 1, 0);
}

static void welch_needs_two_units_a_side(void **state)
{
	struct as_side one = {.mean = 5, .r = 1}, three = {.mean = 6, .s2 = 1, .r = 3};
	struct as_side bad = {.mean = 6, .s2 = (double)NAN, .r = 3};
	struct as_test test = {.t = -7};
	struct as_err err = {0};

	(void)state;
	assert_int_equal(as_welch(&one, &three, 0.95, &test, &err), AS_ERR_DATA);
	assert_non_null(strstr(err.msg, "at least 2 units on each side; there are 1 and 3"));
	assert_int_equal(as_welch(&three, &bad, 0.95, &test, &err), AS_ERR_ARG);
	assert_int_equal(as_welch(&three, &three, 0, &test, &err), AS_ERR_ARG);
	assert_int_equal(as_test_t(1, -1, 3, 0.95, &test), AS_ERR_ARG);
	assert_int_equal(as_test_t(1, 1, 0, 0.95, &test), AS_ERR_ARG);
	assert_near(test.t, -7, 0);
}

static void the_plan_decides_the_analysis(void **state)
{
	(void)state;
	assert_int_equal(as_blocked_analysis(0), AS_BLOCKED_WELCH);
	assert_int_equal(as_blocked_analysis(5), AS_BLOCKED_WELCH);
	assert_int_equal(as_blocked_analysis(6), AS_BLOCKED_PAIRED);
	assert_int_equal(as_blocked_analysis(30), AS_BLOCKED_PAIRED);
}

/* ln ratios are ln 2 and ln 8: mean ln 4, sd ln 4 / sqrt 2. */
static void two_blocks_by_hand(void **state)
{
	const double old[] = {1, 2}, new[] = {2, 16};
	struct as_paired p;

	(void)state;
	assert_int_equal(as_paired_log_ratio(old, new, 2, 0.95, &p, NULL), AS_OK);
	assert_int_equal(p.blocks, 2);
	assert_near(p.ratio, 4, 1e-14);
	assert_near(p.sd, log(4) / sqrt(2), 1e-14);
	assert_near(p.log.df, 1, 0);
	assert_near(p.log.t, 2, 1e-14);
	assert_near(p.lo * p.hi, 16, 1e-12);
	assert_near(p.correlation, 1, 1e-14);
	/* variances of ln old and ln new are ln(2)^2/2 and ln(8)^2/2 */
	assert_near(p.gain, (1 + 9) / 4.0, 1e-12);
}

/* Differences are 1 and 5: mean 3, sd sqrt 8. */
static void differences_of_any_sign_by_hand(void **state)
{
	const double old[] = {-2, 0}, new[] = {-1, 5}, lost[] = {1, (double)NAN};
	struct as_paired_difference p;
	struct as_err err = {0};

	(void)state;
	assert_int_equal(as_paired_difference(old, new, 2, 0.95, &p, NULL), AS_OK);
	assert_int_equal(p.blocks, 2);
	assert_near(p.test.estimate, 3, 1e-15);
	assert_near(p.sd, sqrt(8), 1e-15);
	assert_near(p.test.t, 1.5, 1e-15);
	assert_near(p.test.lo + p.test.hi, 6, 1e-13);
	assert_near(p.correlation, 1, 1e-14);
	assert_near(p.gain, (2 + 18) / 8.0, 1e-14);
	assert_int_equal(as_paired_difference(old, lost, 2, 0.95, &p, &err), AS_ERR_ARG);
	assert_int_equal(as_paired_difference(old, new, 1, 0.95, &p, &err), AS_ERR_DATA);
	assert_near(p.test.estimate, 3, 1e-15);
}

static void a_difference_knows_no_tolerance(void **state)
{
	(void)state;
	assert_int_equal(as_judge_difference(0.001, 5), AS_JUDGED_SLOWER);
	assert_int_equal(as_judge_difference(-5, -0.001), AS_JUDGED_FASTER);
	assert_int_equal(as_judge_difference(-0.001, 0.001), AS_JUDGED_UNDECIDED);
	assert_int_equal(as_judge_difference(0, 1), AS_JUDGED_UNDECIDED);
	assert_int_equal(as_judge_difference((double)NAN, 1), AS_JUDGED_UNDECIDED);
	assert_int_equal(as_judge_difference(-1, (double)NAN), AS_JUDGED_UNDECIDED);
}

static void the_same_ratio_in_every_block_has_no_p_value(void **state)
{
	const double old[] = {1, 2, 4}, new[] = {2, 4, 8};
	struct as_paired p;

	(void)state;
	assert_int_equal(as_paired_log_ratio(old, new, 3, 0.95, &p, NULL), AS_OK);
	assert_false(p.log.has_p);
	assert_near(p.sd, 0, 0);
	assert_near(p.ratio, 2, 1e-15);
	assert_near(p.lo, p.hi, 0);
	assert_near(p.gain, 1, 0);
	assert_int_equal(as_paired_log_ratio(old, old, 3, 0.95, &p, NULL), AS_OK);
	assert_near(p.lo, 1, 0);
	assert_near(p.hi, 1, 0);
}

static void blocks_of_which_one_side_is_constant_have_no_correlation(void **state)
{
	const double old[] = {3, 3, 3, 3}, new[] = {3, 4, 5, 4};
	struct as_paired p;

	(void)state;
	assert_int_equal(as_paired_log_ratio(old, new, 4, 0.95, &p, NULL), AS_OK);
	assert_near(p.correlation, 0, 0);
	assert_near(p.gain, 1, 1e-14);
}

static void values_without_a_logarithm_are_named_by_their_round(void **state)
{
	const double good[] = {1, 2, 3}, zero[] = {1, 2, 0}, lost[] = {1, (double)NAN, 3};
	struct as_paired p = {.ratio = -7};
	struct as_err err = {0};

	(void)state;
	assert_int_equal(as_paired_log_ratio(good, zero, 3, 0.95, &p, &err), AS_ERR_DATA);
	assert_non_null(strstr(err.msg, "round 3"));
	assert_int_equal(as_paired_log_ratio(lost, good, 3, 0.95, &p, &err), AS_ERR_DATA);
	assert_non_null(strstr(err.msg, "round 2"));
	assert_int_equal(as_paired_log_ratio(good, good, 1, 0.95, &p, &err), AS_ERR_DATA);
	assert_int_equal(as_paired_log_ratio(good, good, 3, 1, &p, &err), AS_ERR_ARG);
	assert_near(p.ratio, -7, 0);
}

static void going_second_costs_what_was_put_in(void **state)
{
	const double d[] = {0.03, 0.01, 0.031, 0.009, 0.029, 0.011};
	const bool new_second[] = {true, false, true, false, true, false};
	const bool once[] = {true, false, false, false, false, false};
	const double flat[] = {0.02, 0.01, 0.02, 0.01, 0.02, 0.01};
	struct as_position p;

	(void)state;
	assert_int_equal(as_position_effect(d, new_second, 6, &p), AS_OK);
	assert_near(p.effect, 0.01, 1e-12);
	assert_true(p.has_p && p.p < 0.001);
	assert_int_equal(as_position_effect(flat, new_second, 6, &p), AS_OK);
	assert_false(p.has_p);
	assert_int_equal(as_position_effect(d, once, 6, &p), AS_ERR_DATA);
}

/* R: p.adjust(c(.01, .04, .03, .005), "holm") */
static void holm_agrees_with_r(void **state)
{
	const double p[] = {0.01, 0.04, 0.03, 0.005}, want[] = {0.03, 0.06, 0.06, 0.02};
	const double ties[] = {0.5, 0.5, 0.5}, out[] = {0.1, 1.5}, lost[] = {(double)NAN};
	double q[4] = {0};

	(void)state;
	assert_int_equal(as_holm(p, 4, q), AS_OK);
	for (int i = 0; i < 4; i++)
		assert_near(q[i], want[i], 1e-15);
	assert_int_equal(as_holm(ties, 3, q), AS_OK);
	for (int i = 0; i < 3; i++)
		assert_near(q[i], 1, 0);
	assert_int_equal(as_holm(p, 0, q), AS_OK);
	q[0] = -7;
	assert_int_equal(as_holm(out, 2, q), AS_ERR_ARG);
	assert_int_equal(as_holm(lost, 1, q), AS_ERR_ARG);
	assert_near(q[0], -7, 0);
}

static void an_interval_is_judged_in_the_order_of_the_table(void **state)
{
	const double nan = (double)NAN, inf = HUGE_VAL;
	const struct {
		double lo, hi, tol;
		enum as_judgement want;
	} rows[] = {
		{1.02, 1.04, 0.01, AS_JUDGED_SLOWER},
		{1.02, 1.04, 0, AS_JUDGED_SLOWER},
		{1.002, 1.004, 0.01, AS_JUDGED_SLOWER_LITTLE},
		{0.9, 0.95, 0.01, AS_JUDGED_FASTER},
		{0.993, 0.997, 0.01, AS_JUDGED_FASTER_LITTLE},
		{0.995, 1.005, 0.01, AS_JUDGED_EQUIVALENT},
		{1, 1, 0.01, AS_JUDGED_EQUIVALENT},
		{1, 1, 0, AS_JUDGED_UNDECIDED},
		{1, 1.02, 0.01, AS_JUDGED_UNDECIDED},
		{0.98, 1, 0.01, AS_JUDGED_UNDECIDED},
		{0.9, 1.1, 0.01, AS_JUDGED_UNDECIDED},
		{-inf, inf, 0.01, AS_JUDGED_UNDECIDED},
		{nan, 1.1, 0.01, AS_JUDGED_UNDECIDED},
		{1.1, nan, 0.01, AS_JUDGED_UNDECIDED},
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		assert_int_equal(as_judge(rows[i].lo, rows[i].hi, rows[i].tol), rows[i].want);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(welch_by_hand),
		cmocka_unit_test(equal_groups_without_variance_have_no_p_value),
		cmocka_unit_test(welch_needs_two_units_a_side),
		cmocka_unit_test(the_plan_decides_the_analysis),
		cmocka_unit_test(two_blocks_by_hand),
		cmocka_unit_test(differences_of_any_sign_by_hand),
		cmocka_unit_test(a_difference_knows_no_tolerance),
		cmocka_unit_test(the_same_ratio_in_every_block_has_no_p_value),
		cmocka_unit_test(blocks_of_which_one_side_is_constant_have_no_correlation),
		cmocka_unit_test(values_without_a_logarithm_are_named_by_their_round),
		cmocka_unit_test(going_second_costs_what_was_put_in),
		cmocka_unit_test(holm_agrees_with_r),
		cmocka_unit_test(an_interval_is_judged_in_the_order_of_the_table),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
