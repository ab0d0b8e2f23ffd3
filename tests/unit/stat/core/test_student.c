/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "stat/core/student.h"
#include "stat/dist/comparing/decide.h"
#include "stat/dist/dist.h"

static void quantiles_are_those_of_the_library_of_distributions(void **state)
{
	const size_t dfs[] = {1, 2, 3, 4, 5, 9, 10, 29, 30, 120, 999, 1000};
	const double ps[] = {0.5, 0.9, 0.95, 0.99};

	(void)state;
	for (size_t i = 0; i < sizeof dfs / sizeof *dfs; i++)
		for (size_t k = 0; k < 4; k++) {
			double t = as_student_quantile(ps[k], dfs[i]), want = 0;
			assert_int_equal(as_t_quantile((1 + ps[k]) / 2, (double)dfs[i], &want), AS_OK);
			assert_true(fabs(t / want - 1) < 1e-9);
			assert_true(fabs(as_student_within(t, dfs[i]) - ps[k]) < 1e-12);
		}
}

static void many_degrees_of_freedom_cost_no_more_and_err_to_the_wide_side(void **state)
{
	double t = as_student_quantile(0.95, 1000000);

	(void)state;
	assert_true(t > 1.959964 && t < 1.9625);
}

static void a_pairing_is_the_paired_log_ratio_of_the_program(void **state)
{
	double x[40], y[40];
	struct as_pairing got = {0};
	struct as_paired want = {0};

	(void)state;
	for (size_t i = 0; i < 40; i++) {
		x[i] = 100 + 20 * sin((double)i);
		y[i] = x[i] * (0.9 + 0.05 * cos(3.0 * (double)i));
	}
	assert_int_equal(as_pairing(x, y, 40, &got), AS_OK);
	assert_int_equal(as_paired_log_ratio(x, y, 40, 0.95, &want, NULL), AS_OK);
	assert_true(fabs(got.ratio - want.ratio) < 1e-12);
	assert_true(fabs(got.low - want.lo) < 1e-9);
	assert_true(fabs(got.high - want.hi) < 1e-9);
	assert_int_equal(got.blocks, 40);
}

static void few_blocks_and_times_that_are_none_are_refused(void **state)
{
	const double x[] = {1, 2, 3, 4, 5, 6}, zero[] = {1, 2, 0, 4, 5, 6}, nan_[] = {1, 2, (double)NAN, 4, 5, 6};
	struct as_pairing out = {.ratio = 7};

	(void)state;
	assert_int_equal(as_pairing(x, x, 5, &out), AS_ERR_DATA);
	assert_int_equal(as_pairing(x, zero, 6, &out), AS_ERR_DATA);
	assert_int_equal(as_pairing(nan_, x, 6, &out), AS_ERR_DATA);
	assert_true(fabs(out.ratio - 7) < 1e-15);
	assert_int_equal(as_pairing(x, x, 6, &out), AS_OK);
	assert_true(fabs(out.low - 1) < 1e-15 && fabs(out.high - 1) < 1e-15);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(quantiles_are_those_of_the_library_of_distributions),
		cmocka_unit_test(many_degrees_of_freedom_cost_no_more_and_err_to_the_wide_side),
		cmocka_unit_test(a_pairing_is_the_paired_log_ratio_of_the_program),
		cmocka_unit_test(few_blocks_and_times_that_are_none_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
