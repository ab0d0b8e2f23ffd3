/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What gating on one number a side costs, and estimates of small samples. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "stat/dist/resampling/gating.h"
#include "stat/dist/random.h"

enum { UNITS = 400 };

static void estimates_of_one_to_five_values(void **state)
{
	static const double x[] = {1, 2, 4, 8, 16};
	static const double want[5][AS_ESTIMATE_MIN + 1] = {{1, 1, 1, 1}, {1.5, 1.5, 1, 1}, {7 / 3.0, 2, 1, 1},
		{3.75, 3, 1.5, 1}, {6.2, 4, 1.5, 1}};

	(void)state;
	for (size_t n = 1; n <= 5; n++)
		for (unsigned e = 0; e <= AS_ESTIMATE_MIN; e++)
			assert_true(fabs(as_estimate((enum as_estimator)e, x, n) - want[n - 1][e]) < 1e-12);
}

static struct as_gating gate(const double *x, enum as_estimator e, size_t group, double shift,
	double tolerance)
{
	const struct as_resample how = {.group = group, .shift = shift, .resamples = 4000, .seed = 5};
	struct as_gating g;

	assert_int_equal(as_resample_gating((struct as_values){x, UNITS}, e, &how, tolerance, &g, NULL), AS_OK);
	return g;
}

/* Noise that only adds: now and then much. */
static void fill(double *x)
{
	struct as_random r;

	as_random_init(&r, 11, AS_RANDOM_TEST, 0);
	for (size_t i = 0; i < UNITS; i++)
		x[i] = 100 * exp(0.02 * as_random_normal(&r));
}

static void numbers_that_do_not_vary_are_never_called_different(void **state)
{
	double x[UNITS];

	(void)state;
	for (size_t i = 0; i < UNITS; i++)
		x[i] = 7;
	for (unsigned e = 0; e < AS_ESTIMATORS; e++) {
		struct as_gating g = gate(x, (enum as_estimator)e, 3, 0, 0);
		assert_true(g.rate <= 0 && g.error <= 0 && g.smallest <= 0);
		assert_true(gate(x, (enum as_estimator)e, 3, 0.02, 0.01).rate >= 1);
	}
}

static void false_alarms_of_the_mean_are_those_of_normal_theory(void **state)
{
	double x[UNITS];

	(void)state;
	fill(x);
	/* P(|Z| > 0.01 / (0.02 sqrt(2 / 10))) = 0.2636 */
	struct as_gating g = gate(x, AS_ESTIMATE_MEAN, 10, 0, 0.01);
	assert_true(fabs(g.rate - 0.2636) < 0.04);
	assert_true(fabs(g.error - sqrt(g.rate * (1 - g.rate) / 4000)) < 1e-12);
	assert_true(fabs(g.sd - 0.02 / sqrt(10)) < 0.0005);
	assert_true(gate(x, AS_ESTIMATE_MIN, 10, 0, 0.01).rate > g.rate);
	assert_true(gate(x, AS_ESTIMATE_MEAN, 10, 0, 0.05).rate < 0.001);
	assert_true(gate(x, AS_ESTIMATE_MEAN, 10, 0.1, 0.05).rate > 0.999);
}

static void the_groups_are_those_of_the_detectors(void **state)
{
	double x[UNITS];
	struct as_pool pool = {x, UNITS, NULL};
	struct as_rate rates[AS_DETECTORS];
	const struct as_resample how = {.group = 5, .resamples = 2000, .seed = 5, .confidence = 0.95,
		.shift = 0.05};

	(void)state;
	fill(x);
	assert_int_equal(as_resample_rates(&pool, &how, rates, NULL), AS_OK);
	struct as_gating g = gate(x, AS_ESTIMATE_MEAN, 5, 0.05, 0.01), again = gate(x, AS_ESTIMATE_MEAN, 5, 0.05, 0.01);
	assert_memory_equal(&g, &again, sizeof g);
	assert_true(g.rate > rates[AS_DETECTOR_WELCH].rate);
}

static void what_has_no_ratio_is_refused(void **state)
{
	double x[UNITS];
	struct as_resample how = {.group = 3, .resamples = 10};
	struct as_gating g = {.rate = 77};
	struct as_err err = {0};

	(void)state;
	fill(x);
	x[4] = 0;
	assert_int_equal(as_resample_gating((struct as_values){x, UNITS}, AS_ESTIMATE_MIN, &how, 0.01, &g, &err), AS_ERR_DATA);
	assert_non_null(strstr(err.msg, "unit 5 has 0: no ratio can be taken of it"));
	assert_int_equal(as_resample_gating((struct as_values){x, 4}, AS_ESTIMATE_MIN, &how, 0.01, &g, &err), AS_ERR_DATA);
	assert_non_null(strstr(err.msg, "two groups of 3 units cannot be drawn from 4"));
	assert_int_equal(as_resample_gating((struct as_values){x, 4}, AS_ESTIMATE_MIN, &how, (double)NAN, &g, &err), AS_ERR_ARG);
	how.group = 0;
	assert_int_equal(as_resample_gating((struct as_values){x, 4}, AS_ESTIMATE_MIN, &how, 0, &g, &err), AS_ERR_ARG);
	assert_true(g.rate > 76);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(estimates_of_one_to_five_values),
		cmocka_unit_test(numbers_that_do_not_vary_are_never_called_different),
		cmocka_unit_test(false_alarms_of_the_mean_are_those_of_normal_theory),
		cmocka_unit_test(the_groups_are_those_of_the_detectors),
		cmocka_unit_test(what_has_no_ratio_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
