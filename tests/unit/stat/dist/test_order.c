/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "stat/core/quantile.h"
#include "stat/dist/interval.h"

/* Numbers of scipy's binomial distribution (methods-quantiles.md 1.8). */
static void ranks_are_those_of_the_reference(void **state)
{
	static const struct {
		size_t n;
		double p;
		size_t l, u;
		double confidence;
	} cases[] = {
		{6, 0.5, 1, 6, 0.96875},
		{20, 0.5, 6, 15, 0.9586105346679688},
		{36, 0.9, 29, 36, 0.9539621052026521},
		{72, 0.95, 64, 72, 0.9654900479083739},
		{100, 0.95, 90, 100, 0.9826070607121813},
		{368, 0.99, 360, 368, 0.9624158204108586},
		{500, 0.99, 490, 500, 0.9801859498578059},
	};
	struct as_ranks r;

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		assert_int_equal(as_interval_order(cases[i].n, cases[i].p, 0.95, &r), AS_OK);
		assert_int_equal(r.lower, cases[i].l);
		assert_int_equal(r.upper, cases[i].u);
		assert_true(fabs(r.confidence - cases[i].confidence) < 1e-12);
	}
}

static void too_few_values_have_no_such_interval(void **state)
{
	struct as_ranks r;

	(void)state;
	assert_int_equal(as_interval_order(5, 0.5, 0.95, &r), AS_ERR_DATA);
	assert_int_equal(as_interval_order(35, 0.9, 0.95, &r), AS_ERR_DATA);
	assert_int_equal(as_interval_order(367, 0.99, 0.95, &r), AS_ERR_DATA);
	assert_int_equal(as_interval_order(0, 0.5, 0.95, &r), AS_ERR_ARG);
	assert_int_equal(as_interval_order(10, 1, 0.95, &r), AS_ERR_ARG);
	assert_int_equal(as_interval_order(10, (double)NAN, 0.95, &r), AS_ERR_ARG);
	assert_int_equal(as_interval_order(10, 0.5, 1, &r), AS_ERR_ARG);
}

static void distances_from_the_median_have_a_median(void **state)
{
	static const double x[] = {1, 2, 4, 8, 1000}, equal[] = {3, 3};
	double room[5];

	(void)state;
	assert_true(fabs(as_median_deviation(x, 5, room) - 3) < 1e-12); /* 3 2 0 4 996 */
	assert_true(fabs(as_median_deviation(x, 1, room)) < 1e-12);
	assert_true(fabs(as_median_deviation(x, 2, room) - 0.5) < 1e-12);
	assert_true(fabs(as_median_deviation(equal, 2, room)) < 1e-12);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ranks_are_those_of_the_reference),
		cmocka_unit_test(too_few_values_have_no_such_interval),
		cmocka_unit_test(distances_from_the_median_have_a_median),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
