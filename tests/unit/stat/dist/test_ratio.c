/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "near.h"

#include <string.h>

#include "stat/dist/dist.h"
#include "stat/dist/interval.h"
#include "stat/dist/comparing/ratio.h"

static void two_units_have_an_interval_with_one_degree_of_freedom(void **state)
{
	struct as_interval ci;

	(void)state;
	assert_int_equal(as_interval_t(10, 2, 2, 0.95, &ci), AS_OK);
	assert_near(ci.se, 1, 0);
	assert_near(ci.df, 1, 0);
	assert_near(ci.half_width, 12.706204736174694, 1e-12);
	assert_near(ci.lo, 10 - ci.half_width, 0);
	assert_near(ci.hi, 10 + ci.half_width, 0);
	assert_near(ci.confidence, 0.95, 0);
}

static void no_variance_gives_an_interval_of_no_width(void **state)
{
	struct as_interval ci;

	(void)state;
	assert_int_equal(as_interval_t(3, 0, 5, 0.99, &ci), AS_OK);
	assert_near(ci.lo, 3, 0);
	assert_near(ci.hi, 3, 0);
}

static void one_unit_has_no_interval(void **state)
{
	struct as_interval ci = {.estimate = -7};

	(void)state;
	assert_int_equal(as_interval_t(3, 0, 1, 0.95, &ci), AS_ERR_DATA);
	assert_int_equal(as_interval_t(3, 0, 0, 0.95, &ci), AS_ERR_DATA);
	assert_int_equal(as_interval_t((double)NAN, 1, 5, 0.95, &ci), AS_ERR_ARG);
	assert_int_equal(as_interval_t(3, -1, 5, 0.95, &ci), AS_ERR_ARG);
	assert_int_equal(as_interval_t(3, (double)NAN, 5, 0.95, &ci), AS_ERR_ARG);
	assert_int_equal(as_interval_t(3, 1, 5, 1, &ci), AS_ERR_ARG);
	assert_int_equal(as_interval_t(3, 1, 5, (double)NAN, &ci), AS_ERR_ARG);
	assert_near(ci.estimate, -7, 0);
}

/* r = 2 and s2 = 2 make the standard error 1, so a mean of t has a half-width of itself. */
static void an_old_mean_just_touching_zero_leaves_a_half_line(void **state)
{
	struct as_side old = {.s2 = 2, .r = 2}, new = {.mean = 100, .s2 = 2, .r = 2};
	struct as_ratio ratio;
	double t = 0;

	(void)state;
	assert_int_equal(as_t_factor(0.95, 1, &t), AS_OK);
	old.mean = t;
	assert_int_equal(as_fieller(&old, &new, 0.95, &ratio, NULL), AS_OK);
	assert_int_equal(ratio.kind, AS_RATIO_HALF_LINE);
	assert_near(ratio.lo, (100 * 100 - t * t) / (2 * 100 * t), 1e-12);
	assert_true(isinf(ratio.hi) && ratio.hi > 0);
	assert_true(ratio.refused);
}

static void a_noisy_old_side_is_refused_with_its_cure(void **state)
{
	struct as_side old = {.mean = 10, .s2 = 100, .r = 5}, new = {.mean = 10, .s2 = 1, .r = 5};
	struct as_ratio ratio;
	struct as_interval ci;

	(void)state;
	assert_int_equal(as_fieller_welch(&old, &new, 0.95, &ratio, NULL), AS_OK);
	assert_true(ratio.refused);
	assert_near(ratio.old_relative, 2.7764451051977943 / sqrt(5), 1e-12);
	/* the smallest number of units with a half-width of at most half the mean */
	assert_int_equal(as_interval_t(10, 100, ratio.cure_r, 0.95, &ci), AS_OK);
	assert_true(ci.half_width <= 5);
	assert_int_equal(as_interval_t(10, 100, ratio.cure_r - 1, 0.95, &ci), AS_OK);
	assert_true(ci.half_width > 5);
}

static void a_quiet_old_side_is_not_refused(void **state)
{
	struct as_side old = {.mean = 100, .s2 = 4, .r = 10}, new = old;
	struct as_ratio ratio;

	(void)state;
	assert_int_equal(as_fieller(&old, &new, 0.95, &ratio, NULL), AS_OK);
	assert_false(ratio.refused);
	assert_int_equal(ratio.cure_r, 0);
	assert_near(ratio.estimate, 1, 0);
	assert_near(ratio.confidence, 0.95, 0);
	assert_int_equal(as_t_factor(0.95, 1, &old.mean), AS_OK);
	old.mean *= 2.0001;
	old.s2 = 2;
	old.r = 2;
	assert_int_equal(as_fieller(&old, &new, 0.95, &ratio, NULL), AS_OK);
	assert_near(ratio.old_relative, 1 / 2.0001, 1e-14);
	assert_false(ratio.refused);
}

static void a_ratio_with_a_side_without_noise_is_that_of_a_mean(void **state)
{
	struct as_side old = {.mean = 10, .s2 = 0, .r = 2}, new = {.mean = 20, .s2 = 5, .r = 5};
	struct as_ratio ratio;
	double h = 2.7764451051977943;

	(void)state;
	/* nu is that of the side that varies */
	assert_int_equal(as_fieller_welch(&old, &new, 0.95, &ratio, NULL), AS_OK);
	assert_near(ratio.lo, (20 - h) / 10, 1e-12);
	assert_near(ratio.hi, (20 + h) / 10, 1e-12);
	assert_int_equal(as_fieller(&old, &new, 0.95, &ratio, NULL), AS_OK);
	assert_near(ratio.hi, (20 + h) / 10, 1e-12);
}

static void paired_sides_without_noise_of_their_own_are_exact(void **state)
{
	const double old[] = {1, 2, 3, 4}, new[] = {2, 4, 6, 8};
	struct as_ratio ratio;

	(void)state;
	/* perfectly correlated: the ratio is known although neither mean is */
	assert_int_equal(as_fieller_paired(old, new, 4, 0.95, &ratio, NULL), AS_OK);
	assert_int_equal(ratio.kind, AS_RATIO_BOUNDED);
	assert_near(ratio.lo, 2, 1e-7);
	assert_near(ratio.hi, 2, 1e-7);
	assert_true(ratio.refused);
}

static void a_paired_set_that_is_no_interval_is_none(void **state)
{
	const double old[] = {0.1, 9, 0.1, 9}, new[] = {5, 5.1, 5.2, 5.1};
	struct as_ratio ratio;

	(void)state;
	assert_int_equal(as_fieller_paired(old, new, 4, 0.95, &ratio, NULL), AS_OK);
	assert_int_equal(ratio.kind, AS_RATIO_NONE);
	assert_true(isinf(ratio.lo) && isinf(ratio.hi));
	assert_true(ratio.refused);
}

static void sides_that_have_no_ratio_are_refused_in_words(void **state)
{
	struct as_side good = {.mean = 10, .s2 = 1, .r = 5}, one = {.mean = 10, .r = 1};
	struct as_side zero = {.mean = 0, .s2 = 1, .r = 5}, less = {.mean = -1, .s2 = 1, .r = 5};
	struct as_side lost = {.mean = (double)NAN, .s2 = 1, .r = 5};
	struct as_ratio ratio = {.estimate = -7};
	struct as_err err = {0};

	(void)state;
	assert_int_equal(as_fieller(&one, &good, 0.95, &ratio, &err), AS_ERR_DATA);
	assert_non_null(strstr(err.msg, "at least 2 units on each side; the old side has 1"));
	assert_int_equal(as_fieller_welch(&good, &zero, 0.95, &ratio, &err), AS_ERR_DATA);
	assert_non_null(strstr(err.msg, "the mean of the new side is 0"));
	assert_int_equal(as_fieller(&less, &good, 0.95, &ratio, &err), AS_ERR_DATA);
	assert_non_null(strstr(err.msg, "the mean of the old side is -1"));
	assert_int_equal(as_fieller(&lost, &good, 0.95, &ratio, &err), AS_ERR_ARG);
	assert_int_equal(as_fieller(&good, &good, 95, &ratio, &err), AS_ERR_ARG);
	assert_int_equal(as_fieller_paired(&good.mean, &good.mean, 1, 0.95, &ratio, &err), AS_ERR_DATA);
	assert_non_null(strstr(err.msg, "at least 2 complete rounds; there are 1"));
	assert_near(ratio.estimate, -7, 0);
}

/* R: binom.test(k, n)$conf.int. */
static void the_interval_of_a_share_is_the_exact_one(void **state)
{
	static const struct {
		size_t k, n;
		double lo, hi;
	} cases[] = {
		{0, 20, 0, 0.168433470983085},
		{9, 20, 0.2305778967759241, 0.6847218669594515},
		{20, 20, 0.831566529016915, 1},
		{1, 1, 0.025, 1},
		{100, 2000, 0.04086426771825134, 0.06048172208315183},
	};
	double lo = -1, hi = -1;

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		assert_int_equal(as_interval_rate(cases[i].k, cases[i].n, 0.95, &lo, &hi), AS_OK);
		assert_true(fabs(lo - cases[i].lo) < 1e-9);
		assert_true(fabs(hi - cases[i].hi) < 1e-9);
	}
	lo = hi = -1;
	assert_int_equal(as_interval_rate(0, 0, 0.95, &lo, &hi), AS_ERR_ARG);
	assert_int_equal(as_interval_rate(3, 2, 0.95, &lo, &hi), AS_ERR_ARG);
	assert_int_equal(as_interval_rate(1, 2, (double)NAN, &lo, &hi), AS_ERR_ARG);
	assert_true(lo < 0 && hi < 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(two_units_have_an_interval_with_one_degree_of_freedom),
		cmocka_unit_test(no_variance_gives_an_interval_of_no_width),
		cmocka_unit_test(one_unit_has_no_interval),
		cmocka_unit_test(an_old_mean_just_touching_zero_leaves_a_half_line),
		cmocka_unit_test(a_noisy_old_side_is_refused_with_its_cure),
		cmocka_unit_test(the_interval_of_a_share_is_the_exact_one),
		cmocka_unit_test(a_quiet_old_side_is_not_refused),
		cmocka_unit_test(a_ratio_with_a_side_without_noise_is_that_of_a_mean),
		cmocka_unit_test(paired_sides_without_noise_of_their_own_are_exact),
		cmocka_unit_test(a_paired_set_that_is_no_interval_is_none),
		cmocka_unit_test(sides_that_have_no_ratio_are_refused_in_words),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
