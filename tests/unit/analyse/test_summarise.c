/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sample.h"

#include "analyse/result/analyse.h"
#include "stat/dist/dist.h"

static bool found(const struct as_findings *f, enum as_finding_id id)
{
	for (size_t i = 0; i < f->n; i++)
		if (f->v[i].id == (int)id)
			return true;
	return false;
}

static void the_interval_is_t_on_the_executions(void **state)
{
	const double v[] = {10e6, 12e6, 11e6, 13e6, 9e6};
	struct as_experiment *x = sample(1, 5, v);
	struct as_summary s;

	(void)state;
	assert_int_equal(as_summarise(x, 0, AS_METRIC_WALL, &s, NULL), AS_OK);
	assert_int_equal(s.n_top, 5);
	assert_int_equal(s.method, AS_INTERVAL_T);
	CHECK_NEAR(s.mean, 11e6, 1e-12);
	CHECK_NEAR(s.half_width, 2.7764451051977943 * sqrt(2.5e12 / 5), 1e-9);
	CHECK_NEAR(s.spread.median, 11e6, 1e-12);
	CHECK_NEAR(s.spread.min, 9e6, 1e-12);
	assert_false(found(&s.findings, AS_FINDING_FEW_UNITS));
	as_experiment_free(x);
}

static void warm_ups_and_failures_are_counted_and_left_out(void **state)
{
	const double v[] = {10e6, (double)NAN, 12e6, 11e6};
	struct as_experiment *x = sample(1, 4, v);
	struct as_unit warm = {.role = AS_ROLE_WARMUP, .round = AS_NO_ROUND};
	struct as_summary s;
	size_t e = 0;

	(void)state;
	assert_int_equal(as_subject_add_unit(&x->subjects[0], AS_LEVEL_EXECUTION, &warm, &e, NULL), 0);
	assert_int_equal(as_subject_set(&x->subjects[0], AS_LEVEL_EXECUTION, e, AS_METRIC_WALL, 1e9,
				 NULL), 0);
	assert_int_equal(as_summarise(x, 0, AS_METRIC_WALL, &s, NULL), AS_OK);
	assert_int_equal(s.n_top, 3);
	assert_int_equal(s.n_excluded, 1);
	assert_int_equal(s.failed[AS_ENDED_FAILED], 1);
	assert_int_equal(s.failed[AS_ENDED_OK], 3);
	CHECK_NEAR(s.mean, 11e6, 1e-12);
	assert_true(found(&s.findings, AS_FINDING_MANY_FAILED));
	assert_true(found(&s.findings, AS_FINDING_FEW_UNITS));
	as_experiment_free(x);
}

static void one_execution_has_no_interval(void **state)
{
	const double v[] = {10e6};
	struct as_experiment *x = sample(1, 1, v);
	struct as_summary s;

	(void)state;
	assert_int_equal(as_summarise(x, 0, AS_METRIC_WALL, &s, NULL), AS_OK);
	assert_int_equal(s.method, AS_INTERVAL_NONE);
	assert_true(isnan(s.lo) && isnan(s.half_width));
	assert_true(found(&s.findings, AS_FINDING_ONE_UNIT));
	as_experiment_free(x);
}

static void nothing_usable_gives_no_numbers_and_no_crash(void **state)
{
	const double v[] = {(double)NAN, (double)NAN};
	struct as_experiment *x = sample(1, 2, v);
	struct as_summary s;

	(void)state;
	assert_int_equal(as_summarise(x, 0, AS_METRIC_WALL, &s, NULL), AS_OK);
	assert_int_equal(s.n_top, 0);
	assert_true(isnan(s.mean));
	/* "those that survive may not be typical" would be said of none */
	assert_false(found(&s.findings, AS_FINDING_MANY_FAILED));
	assert_int_equal(as_summarise(x, 0, AS_METRIC_TIME, &s, NULL), AS_OK);
	assert_int_equal(s.n_top, 0);
	as_experiment_free(x);
}

static void equal_values_have_width_zero_and_a_warning(void **state)
{
	const double v[] = {7e6, 7e6, 7e6, 7e6, 7e6, 7e6};
	struct as_experiment *x = sample(1, 6, v);
	struct as_summary s;

	(void)state;
	assert_int_equal(as_summarise(x, 0, AS_METRIC_WALL, &s, NULL), AS_OK);
	assert_true(s.half_width >= 0 && s.half_width <= 0);
	assert_true(found(&s.findings, AS_FINDING_ALL_EQUAL));
	as_experiment_free(x);
}

/* 3 executions of 2, 3 and 4 iterations: an execution with more of them does not count more. */
static void iterations_count_within_their_execution(void **state)
{
	struct as_experiment *x = sample(1, 0, NULL);
	struct as_subject *sub = &x->subjects[0];
	struct as_summary s;
	size_t e = 0, i = 0;

	(void)state;
	for (size_t k = 0; k < 3; k++) {
		struct as_unit u = {.round = (uint32_t)k};
		assert_int_equal(as_subject_add_unit(sub, AS_LEVEL_EXECUTION, &u, &e, NULL), AS_OK);
		for (size_t n = 0; n < k + 2; n++, i++) {
			assert_int_equal(as_subject_add_iteration(sub, AS_ROLE_MEASURED, 0, NULL), AS_OK);
			assert_int_equal(as_subject_set(sub, AS_LEVEL_ITERATION, i, AS_METRIC_TIME,
						 100.0 * (double)(k + 1) + (double)(n % 2), NULL), AS_OK);
		}
	}
	x->criterion = AS_METRIC_TIME;
	assert_int_equal(as_summarise(x, 0, AS_METRIC_TIME, &s, NULL), AS_OK);
	assert_int_equal(s.tree.n, 2);
	assert_int_equal(s.n_values, 9);
	assert_int_equal(s.n_top, 3);
	assert_int_equal(s.tree.v[0].r_min, 2);
	assert_int_equal(s.tree.v[0].r_max, 4);
	CHECK_NEAR(s.mean, (100.5 + 200 + 1.0 / 3 + 300.5) / 3, 1e-12);
	assert_true(s.tree.v[1].share > 0.99);
	as_experiment_free(x);
}

/* Stage 1 spread widely and stage 2 did not: the promise made after stage 1 is the wider one. */
static void a_two_stage_plan_prints_the_wider_interval(void **state)
{
	const double v[] = {80e6, 120e6, 90e6, 110e6, 100e6, 100e6, 100.1e6, 99.9e6, 100e6, 100e6,
		100.1e6, 99.9e6};
	struct as_experiment *x = sample(1, 12, v);
	struct as_summary s;
	double t = 0;

	(void)state;
	x->plan.stopping = AS_STOP_TWO_STAGE;
	x->plan.stage1 = 5;
	x->plan.precision = 0.2;
	assert_int_equal(as_summarise(x, 0, AS_METRIC_WALL, &s, NULL), AS_OK);
	assert_int_equal(s.method, AS_INTERVAL_TWO_STAGE);
	assert_int_equal(as_t_factor(0.95, 4, &t), AS_OK);
	CHECK_NEAR(s.half_width, t * sqrt(2.5e14) / sqrt(12), 1e-9);
	for (enum as_outcome cut = AS_OUTCOME_BUDGET; cut <= AS_OUTCOME_STOPPED; cut++) {
		x->plan.outcome = cut;
		x->plan.stopping = cut == AS_OUTCOME_BUDGET ? AS_STOP_BUDGET : AS_STOP_TWO_STAGE;
		assert_int_equal(as_summarise(x, 0, AS_METRIC_WALL, &s, NULL), AS_OK);
		assert_int_equal(s.method, AS_INTERVAL_TWO_STAGE);
		CHECK_NEAR(s.half_width, t * sqrt(2.5e14) / sqrt(12), 1e-9);
	}
	x->plan.stage1 = 0;
	assert_int_equal(as_summarise(x, 0, AS_METRIC_WALL, &s, NULL), AS_OK);
	assert_int_not_equal(s.method, AS_INTERVAL_TWO_STAGE);
	as_experiment_free(x);
}

/* The number of rounds followed from what is promised of another metric, or of the ratio. */
static void two_stages_hold_for_each_metric_and_where_the_target_is_the_ratio(void **state)
{
	const double v[] = {80e6, 120e6, 90e6, 110e6, 100e6, 100e6, 80e6, 120e6, 90e6, 110e6, 99e6,
		101e6};
	struct as_experiment *x = sample(2, 6, v);
	struct as_summary s;

	(void)state;
	x->plan.stopping = AS_STOP_TWO_STAGE;
	x->plan.stage1 = 4;
	x->plan.precision = 0.2;
	x->criterion = AS_METRIC_USER;
	for (size_t i = 0; i < 2; i++) {
		assert_int_equal(as_summarise(x, i, AS_METRIC_WALL, &s, NULL), AS_OK);
		assert_int_equal(s.method, AS_INTERVAL_TWO_STAGE);
	}
	as_experiment_free(x);
}

static void a_value_that_is_no_number_is_named(void **state)
{
	const double v[] = {10e6, (double)INFINITY, 12e6};
	struct as_experiment *x = sample(1, 3, v);
	struct as_summary s;
	struct as_err err = {0};

	(void)state;
	assert_int_equal(as_summarise(x, 0, AS_METRIC_WALL, &s, &err), AS_ERR_DATA);
	assert_true(err.msg[0]);
	as_experiment_free(x);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_interval_is_t_on_the_executions),
		cmocka_unit_test(warm_ups_and_failures_are_counted_and_left_out),
		cmocka_unit_test(one_execution_has_no_interval),
		cmocka_unit_test(nothing_usable_gives_no_numbers_and_no_crash),
		cmocka_unit_test(equal_values_have_width_zero_and_a_warning),
		cmocka_unit_test(iterations_count_within_their_execution),
		cmocka_unit_test(a_two_stage_plan_prints_the_wider_interval),
		cmocka_unit_test(two_stages_hold_for_each_metric_and_where_the_target_is_the_ratio),
		cmocka_unit_test(a_value_that_is_no_number_is_named),
	};
	samples_of_means = true;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
