/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "stat/core/quantile.h"
#include "stat/dist/series/trend.h"

static enum as_status trend(const double *x, size_t n, double *rho, double *p)
{
	double sorted[16];

	memcpy(sorted, x, n * sizeof *x);
	as_sort(sorted, n);
	return as_rank_trend(x, sorted, n, rho, p);
}

/* Without ties it is 1 - 6 sum d^2 / (n (n^2 - 1)), here with d^2 = 0 4 1 1 1 9. */
static void it_is_the_rank_correlation_with_the_places(void **state)
{
	const double x[] = {10, 40, 20, 50, 60, 30};
	double rho = 0, p = 0;

	(void)state;
	assert_int_equal(trend(x, 6, &rho, &p), AS_OK);
	assert_true(fabs(rho - (1 - 6 * 16.0 / 210)) < 1e-12);
	double t = rho * sqrt(4 / (1 - rho * rho)); /* the law of t with 4 in closed form */
	double s = t / sqrt(4 + t * t);
	assert_true(fabs(p - (1 - 1.5 * s + 0.5 * s * s * s)) < 1e-9);
}

static void a_series_that_only_rises_has_one_and_ties_share_ranks(void **state)
{
	const double up[] = {1, 2, 3, 4, 5}, down[] = {5, 4, 3, 2, 1}, ties[] = {1, 1, 2, 2, 2};
	double rho = 0, p = 1;

	(void)state;
	assert_int_equal(trend(up, 5, &rho, &p), AS_OK);
	assert_true(fabs(rho - 1) < 1e-12 && p < 1e-9);
	assert_int_equal(trend(down, 5, &rho, &p), AS_OK);
	assert_true(fabs(rho + 1) < 1e-12);
	/* Ranks 1.5 1.5 4 4 4 with places 1 to 5: products 7.5, squares 7.5 and 10. */
	assert_int_equal(trend(ties, 5, &rho, &p), AS_OK);
	assert_true(fabs(rho - 7.5 / sqrt(7.5 * 10)) < 1e-12);
}

static void too_few_or_equal_values_have_none(void **state)
{
	const double x[] = {1, 2, 3}, equal[] = {2, 2, 2, 2};
	double rho = 7, p = 7;

	(void)state;
	assert_int_equal(trend(x, 3, &rho, &p), AS_ERR_DATA);
	assert_int_equal(trend(equal, 4, &rho, &p), AS_ERR_DATA);
	assert_true(rho > 6 && p > 6);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(it_is_the_rank_correlation_with_the_places),
		cmocka_unit_test(a_series_that_only_rises_has_one_and_ties_share_ranks),
		cmocka_unit_test(too_few_or_equal_values_have_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
