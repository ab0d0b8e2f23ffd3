/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sample.h"

#include <string.h>

#include "analyse/result/analyse.h"
#include "analyse/estimate/interval_of_view.h"
#include "analyse/gates/looks.h"
#include "analyse/result/subtract.h"
#include "analyse/result/two_stage.h"

enum { ROUNDS = 6 };

static struct as_fact subtract[] = {{AS_FACT_STATE, AS_FACT_SUBTRACT, "c"}};

/* The last of them is subtracted. */
static struct as_experiment *subtracting(size_t subjects, const double *values)
{
	struct as_experiment *x = sample(subjects, ROUNDS, values);

	x->machine.facts = subtract;
	x->machine.n_facts = 1;
	assert_int_equal(as_subtract(x, NULL), AS_OK);
	return x;
}

static double net(const struct as_experiment *x, size_t subject, size_t unit)
{
	size_t m = as_experiment_find_metric(x, AS_METRIC_NET);
	const struct as_column *col = as_subject_column(&x->subjects[subject], AS_LEVEL_EXECUTION, m);

	return col ? as_column_at(col, unit) : (double)NAN;
}

static void what_is_left_is_the_difference_in_each_round(void **state)
{
	const double values[] = {10, 12, 11, 13, 10, 12, 3, 4, 2, 5, 3, 4};
	const double left[] = {7, 8, 9, 8, 7, 8};
	struct as_experiment *x = subtracting(2, values);

	(void)state;
	for (size_t i = 0; i < ROUNDS; i++) {
		CHECK_NEAR(net(x, 0, i), left[i], 0);
		assert_true(isnan(net(x, 1, i)));
	}
	as_experiment_free(x);
}

/* t(5) of 7, 8, 9, 8, 7, 8: mean 47/6, sd 0.752773, half-width 2.570582 * 0.752773 / sqrt 6. */
static void its_interval_is_that_of_the_paired_differences(void **state)
{
	const double values[] = {10, 12, 11, 13, 10, 12, 3, 4, 2, 5, 3, 4};
	struct as_experiment *x = subtracting(2, values);
	struct as_analysis a = {0};

	(void)state;
	x->plan.confidence = 0.95;
	assert_int_equal(as_analyse(x, as_experiment_find_metric(x, AS_METRIC_NET), &a, NULL), AS_OK);
	CHECK_NEAR(a.summaries[0].mean, 47.0 / 6, 1e-12);
	assert_int_equal(as_choose_interval(x, AS_INTERVAL_T, &a.summaries[0], NULL), AS_OK);
	CHECK_NEAR(a.summaries[0].half_width, 0.789989, 1e-5);
	assert_int_equal(a.summaries[1].n_values, 0);
	assert_int_equal(a.n_comparisons, 0);
	as_analysis_release(&a);
	as_experiment_free(x);
}

static void a_round_without_one_of_the_two_has_nothing_left(void **state)
{
	const double values[] = {10, (double)NAN, 11, 13, 10, 12, 3, 4, (double)NAN, 5, 3, 4};
	struct as_experiment *x = subtracting(2, values);

	(void)state;
	CHECK_NEAR(net(x, 0, 0), 7, 0);
	assert_true(isnan(net(x, 0, 1)));
	assert_true(isnan(net(x, 0, 2)));
	CHECK_NEAR(net(x, 0, 3), 8, 0);
	as_experiment_free(x);
}

static void less_than_nothing_may_be_left(void **state)
{
	const double values[] = {1, 2, 1, 2, 1, 2, 3, 4, 2, 5, 3, 4};
	struct as_experiment *x = subtracting(2, values);
	struct as_analysis a = {0};

	(void)state;
	x->plan.confidence = 0.95;
	assert_int_equal(as_analyse(x, as_experiment_find_metric(x, AS_METRIC_NET), &a, NULL), AS_OK);
	assert_true(a.summaries[0].hi < 0);
	as_analysis_release(&a);
	as_experiment_free(x);
}

static void what_is_subtracted_is_not_compared(void **state)
{
	const double values[] = {10, 12, 11, 13, 10, 12, 20, 24, 22, 26, 20, 24, 3, 4, 2, 5, 3, 4};
	struct as_experiment *x = subtracting(3, values);
	struct as_analysis a = {0};

	(void)state;
	x->plan.confidence = 0.95;
	assert_int_equal(as_experiment_n_compared(x), 2);
	assert_int_equal(as_experiment_pairs(x), 1);
	assert_true(as_target_is_ratio(x));
	x->all_pairs = true;
	assert_int_equal(as_experiment_pairs(x), 1);
	assert_int_equal(as_analyse(x, AS_METRIC_WALL, &a, NULL), AS_OK);
	assert_int_equal(a.n_comparisons, 1);
	assert_int_equal(a.comparisons[0].subject, 1);
	as_analysis_release(&a);
	as_experiment_free(x);
}

static void with_one_command_the_target_is_its_mean(void **state)
{
	const double values[] = {10, 12, 11, 13, 10, 12, 3, 4, 2, 5, 3, 4};
	struct as_experiment *x = subtracting(2, values);

	(void)state;
	assert_false(as_target_is_ratio(x));
	as_experiment_free(x);
}

static void without_the_fact_nothing_is_subtracted(void **state)
{
	const double values[] = {10, 12, 11, 13, 10, 12, 3, 4, 2, 5, 3, 4};
	struct as_experiment *x = sample(2, ROUNDS, values);

	(void)state;
	assert_int_equal(as_subtract(x, NULL), AS_OK);
	assert_int_equal(as_experiment_find_metric(x, AS_METRIC_NET), x->n_metrics);
	assert_int_equal(as_experiment_n_compared(x), 2);
	as_experiment_free(x);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_left_is_the_difference_in_each_round),
		cmocka_unit_test(its_interval_is_that_of_the_paired_differences),
		cmocka_unit_test(a_round_without_one_of_the_two_has_nothing_left),
		cmocka_unit_test(less_than_nothing_may_be_left),
		cmocka_unit_test(what_is_subtracted_is_not_compared),
		cmocka_unit_test(with_one_command_the_target_is_its_mean),
		cmocka_unit_test(without_the_fact_nothing_is_subtracted),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
