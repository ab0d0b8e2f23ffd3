/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "analyse/plan/share.h"

static double sum_of(const double *x, size_t n)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += x[i];
	return sum;
}

static void assert_near(double got, double want)
{
	if (!(fabs(got - want) <= 1e-6 * fabs(want)))
		print_error("%g is not %g\n", got, want);
	assert_true(fabs(got - want) <= 1e-6 * fabs(want));
}

/* At 1 % each, 4 s for 2 % and 1 s for 2 %: 16 s and 4 s for 1 %; 10 s give both the same width. */
static void the_widest_interval_is_as_narrow_as_it_gets(void **state)
{
	const struct as_share_need need[] = {{4, 0.02, 0.01, 0}, {1, 0.02, 0.01, 0}};
	double out[2];

	(void)state;
	assert_int_equal(as_share_budget(need, 2, 10, out), AS_OK);
	assert_near(out[0], 8);
	assert_near(out[1], 2);
}

static void who_wants_less_gets_what_that_costs(void **state)
{
	const struct as_share_need need[] = {{1, 0.1, 0.1, 0}, {1, 0.1, 0.01, 0}};
	double out[2];

	(void)state;
	assert_int_equal(as_share_budget(need, 2, 50, out), AS_OK);
	assert_near(out[0], 1);
	assert_near(out[1], 49);
}

static void what_is_left_over_is_given_in_proportion(void **state)
{
	const struct as_share_need need[] = {{1, 0.01, 0.01, 0}, {3, 0.01, 0.01, 0}};
	double out[2];

	(void)state;
	assert_int_equal(as_share_budget(need, 2, 40, out), AS_OK);
	assert_near(out[0], 10);
	assert_near(out[1], 30);
}

static void nobody_gets_less_than_makes_sense(void **state)
{
	const struct as_share_need need[] = {{100, 0.1, 0.01, 1}, {0.001, 0.01, 0.01, 3}};
	double out[2];

	(void)state;
	assert_int_equal(as_share_budget(need, 2, 10, out), AS_OK);
	assert_near(out[0], 7);
	assert_near(out[1], 3);
	assert_int_equal(as_share_budget(need, 2, 2, out), AS_OK); /* not even that: in proportion */
	assert_near(out[0], 0.5);
	assert_near(out[1], 1.5);
}

static void what_nothing_is_known_of_gets_the_mean_share(void **state)
{
	const struct as_share_need need[] = {{(double)NAN, 0, 0.01, 0}, {4, 0.02, 0.01, 0},
		{1, 0.02, 0.01, 0}, {1, (double)NAN, 0.01, 0}};
	double out[4];

	(void)state;
	assert_int_equal(as_share_budget(need, 4, 20, out), AS_OK);
	assert_near(out[0], 5);
	assert_near(out[3], 5);
	assert_near(out[1], 8);
	assert_near(sum_of(out, 4), 20);
	assert_int_equal(as_share_budget(need, 1, 20, out), AS_OK);
	assert_near(out[0], 20);
}

static void without_a_precision_it_is_as_narrow_as_it_gets(void **state)
{
	const struct as_share_need need[] = {{1, 0.01, 0, 0}, {2, 0.01, 0.005, 0}};
	double out[2];

	(void)state;
	assert_int_equal(as_share_budget(need, 2, 100, out), AS_OK);
	assert_near(out[1], 8);
	assert_near(out[0], 92);
}

static void bad_numbers_leave_the_shares_untouched(void **state)
{
	const struct as_share_need bad[] = {{1, 1, (double)NAN, 0}}, worse[] = {{1, 1, 1, -1}},
		good[] = {{1, 1, 1, 1}};
	double out = -1;

	(void)state;
	assert_int_equal(as_share_budget(bad, 1, 1, &out), AS_ERR_ARG);
	assert_int_equal(as_share_budget(worse, 1, 1, &out), AS_ERR_ARG);
	assert_int_equal(as_share_budget(good, 0, 1, &out), AS_ERR_ARG);
	assert_int_equal(as_share_budget(good, 1, 0, &out), AS_ERR_ARG);
	assert_int_equal(as_share_budget(good, 1, (double)NAN, &out), AS_ERR_ARG);
	assert_int_equal(as_share_budget(good, 1, (double)INFINITY, &out), AS_ERR_ARG);
	assert_true(out < 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_widest_interval_is_as_narrow_as_it_gets),
		cmocka_unit_test(who_wants_less_gets_what_that_costs),
		cmocka_unit_test(what_is_left_over_is_given_in_proportion),
		cmocka_unit_test(nobody_gets_less_than_makes_sense),
		cmocka_unit_test(what_nothing_is_known_of_gets_the_mean_share),
		cmocka_unit_test(without_a_precision_it_is_as_narrow_as_it_gets),
		cmocka_unit_test(bad_numbers_leave_the_shares_untouched),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
