/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One number of each side, and how often it calls identical programs different. */
#include "sample.h"

#include "analyse/estimate/estimated.h"
#include "analyse/study/false_alarms.h"
#include "stat/dist/resampling/resample.h"

enum { ROUNDS = 20 };

/* Two programs of so many rounds, the second slower by a share; every fifth execution stands apart. */
static struct as_experiment *two(size_t rounds, double slower)
{
	double v[2 * ROUNDS];

	for (size_t i = 0; i < 2 * rounds; i++)
		v[i] = (1e6 + (double)(i * 7919 % 13) * 1e4 + (double)(i % 5 == 0) * 2e5) *
			(i < rounds ? 1 : 1 + slower);
	return sample(2, rounds, v);
}

static struct as_estimated pair(struct as_experiment *x, enum as_estimator e, double limit)
{
	const struct as_place at[] = {{x, 0, AS_METRIC_WALL}, {x, 1, AS_METRIC_WALL}};
	struct as_estimated out = {0};

	x->plan.seed = 7;
	assert_int_equal(as_estimate_pair(at, e, limit, &out, NULL), AS_OK);
	return out;
}

static void the_ratio_is_that_of_the_number_asked_for(void **state)
{
	struct as_experiment *x = two(ROUNDS, 0.1);

	(void)state;
	const struct as_estimated min = pair(x, AS_ESTIMATE_MIN, 0.01);
	const struct as_estimated mean = pair(x, AS_ESTIMATE_MEAN, 0.01);
	CHECK_NEAR(min.base, 1e6, 1e-12);
	CHECK_NEAR(min.head, 1.1e6, 1e-12);
	CHECK_NEAR(min.ratio, 1.1, 1e-12);
	assert_true(mean.base > min.base);
	assert_string_equal(min.title, "minimum");
	as_experiment_free(x);
}

/* The rate is the one that assay aa RESULT shows for these groups. */
static void false_alarms_are_those_of_the_old_alone(void **state)
{
	struct as_experiment *x = two(ROUNDS, 0.5);
	const size_t half = ROUNDS / 2;
	const struct as_alarms_request r = {.metric = AS_METRIC_WALL, .groups = &half, .n_groups = 1,
		.estimators = 1U << AS_ESTIMATE_MEDIAN, .tolerance = 0.02, .resamples = AS_RESAMPLES,
		.confidence = 0.95, .seed = 7};
	struct as_alarms a;

	(void)state;
	assert_int_equal(as_alarms_of(x, &r, &a, NULL), AS_OK);
	const struct as_estimated e = pair(x, AS_ESTIMATE_MEDIAN, 0.02);
	assert_int_equal(e.group, ROUNDS / 2);
	assert_int_equal(e.units, ROUNDS);
	CHECK_NEAR(e.rate, a.gating[0][0][0].rate, 0);
	CHECK_NEAR(e.error, a.gating[0][0][0].error, 0);
	assert_true(e.rate > 0 && e.rate < 1);
	assert_string_equal(e.none, "");
	as_experiment_free(x);
}

static void too_few_units_have_no_rate_and_say_so(void **state)
{
	struct as_experiment *x = two(3, 0.5);

	(void)state;
	const struct as_estimated e = pair(x, AS_ESTIMATE_MIN, 0.02);
	assert_true(e.ratio > 1.3);
	assert_true(isnan(e.rate));
	assert_string_equal(e.none, "the baseline has 3 units at the top, and 4 are needed to draw two groups");
	as_experiment_free(x);
}

static void a_side_without_values_has_no_number(void **state)
{
	const double none[] = {1, 1, 1, 1, (double)NAN, (double)NAN, (double)NAN, (double)NAN};
	struct as_experiment *x = sample(2, 4, none);

	(void)state;
	const struct as_estimated e = pair(x, AS_ESTIMATE_MIN, 0.02);
	assert_true(isnan(e.head));
	assert_true(isnan(e.ratio));
	assert_true(isnan(e.rate));
	assert_string_equal(e.none, "one of the two has no value");
	as_experiment_free(x);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_ratio_is_that_of_the_number_asked_for),
		cmocka_unit_test(false_alarms_are_those_of_the_old_alone),
		cmocka_unit_test(too_few_units_have_no_rate_and_say_so),
		cmocka_unit_test(a_side_without_values_has_no_number),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
