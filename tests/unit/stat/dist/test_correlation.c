/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "near.h"

#include "stat/dist/influence/correlation.h"

enum { PAIRS = 9 };

/* Hollander and Wolfe 1973, p. 187: lightness of tuna by a colour meter and by people; r and interval as R's
 * cor.test has them in its documentation. */
static const double lightness[PAIRS] = {44.4, 45.9, 41.9, 53.3, 44.7, 44.1, 50.7, 45.2, 60.1};
static const double people[PAIRS] = {2.6, 3.1, 2.5, 5.0, 3.6, 4.0, 5.2, 2.8, 3.8};

static void the_correlation_of_one_group_and_its_interval_are_those_of_r(void **state)
{
	const size_t first[] = {0, PAIRS};
	const struct as_correlated p = {lightness, people, first, 1};
	struct as_correlation c;

	(void)state;
	assert_int_equal(as_correlation(&p, 0.95, &c, NULL), AS_OK);
	assert_near(c.r, 0.5711816, 5e-7);
	assert_near(c.lo, -0.1497426, 5e-7);
	assert_near(c.hi, 0.8955795, 5e-7);
	assert_int_equal(c.pairs, PAIRS);
	assert_int_equal(c.df, PAIRS - 1);
}

/* Groups that rise together, whose values fall inside each of them. */
static void inside_groups_their_means_do_not_count(void **state)
{
	const double x[] = {1, 2, 3, 11, 12, 13, 21, 22, 23},
		     y[] = {3, 2, 1, 13, 12, 11, 23, 22, 21};
	const size_t all[] = {0, 9}, three[] = {0, 3, 6, 9};
	struct as_correlated p = {x, y, all, 1};
	struct as_correlation c;

	(void)state;
	assert_int_equal(as_correlation(&p, 0.95, &c, NULL), AS_OK);
	assert_true(c.r > 0.9);
	p = (struct as_correlated){x, y, three, 3};
	assert_int_equal(as_correlation(&p, 0.95, &c, NULL), AS_OK);
	assert_near(c.r, -1, 1e-15);
	assert_near(c.lo, -1, 1e-15);
	assert_near(c.hi, -1, 1e-15);
	assert_int_equal(c.df, 6);
}

static void a_pair_of_which_one_is_missing_is_none_and_its_group_may_be_empty(void **state)
{
	double x[PAIRS + 2], y[PAIRS + 2];
	const size_t first[] = {0, 1, PAIRS + 1, PAIRS + 2, PAIRS + 2};
	const struct as_correlated p = {x, y, first, 4};
	struct as_correlation c;

	(void)state;
	for (size_t i = 0; i < PAIRS; i++) {
		x[i + 1] = lightness[i];
		y[i + 1] = people[i];
	}
	x[0] = (double)NAN;
	y[0] = 1;
	x[PAIRS + 1] = 1;
	y[PAIRS + 1] = (double)INFINITY;
	assert_int_equal(as_correlation(&p, 0.95, &c, NULL), AS_OK);
	assert_near(c.r, 0.5711816, 5e-7);
	assert_int_equal(c.pairs, PAIRS);
}

static void what_is_few_or_does_not_vary_is_refused(void **state)
{
	const double same[PAIRS] = {0};
	const size_t few[] = {0, 3}, all[] = {0, PAIRS}, none[] = {0, 0};
	struct as_correlation c = {.r = 7};
	struct as_err err = {0};
	struct as_correlated p = {lightness, people, few, 1};

	(void)state;
	assert_int_equal(as_correlation(&p, 0.95, &c, &err), AS_ERR_DATA);
	assert_string_equal(
		err.msg, "a correlation takes at least 3 pairs more than groups; there are 3 in 1");
	p.first = none;
	assert_int_equal(as_correlation(&p, 0.95, &c, NULL), AS_ERR_DATA);
	p = (struct as_correlated){lightness, same, all, 1};
	assert_int_equal(as_correlation(&p, 0.95, &c, NULL), AS_ERR_DATA);
	p.y = people;
	assert_int_equal(as_correlation(&p, (double)NAN, &c, NULL), AS_ERR_ARG);
	assert_int_equal(as_correlation(&p, 1, &c, NULL), AS_ERR_ARG);
	assert_near(c.r, 7, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_correlation_of_one_group_and_its_interval_are_those_of_r),
		cmocka_unit_test(inside_groups_their_means_do_not_count),
		cmocka_unit_test(a_pair_of_which_one_is_missing_is_none_and_its_group_may_be_empty),
		cmocka_unit_test(what_is_few_or_does_not_vary_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
