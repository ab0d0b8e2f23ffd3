/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Published methods: their costs, and the trees they are not for. Their intervals are held against
 * reference numbers in tests/golden/test_published.c. */
#include "sample.h"

#include <string.h>

#include "analyse/result/published_values.h"

enum { ITERATIONS = 4 };

static void add_build(struct as_experiment *x, double cost_s)
{
	const struct as_unit u = {.round = AS_NO_ROUND, .cost_s = cost_s};
	const struct as_build b = {.hash = NULL};

	assert_int_equal(as_subject_add_build(&x->subjects[0], &x->arena, &u, &b, NULL), AS_OK);
}

/* An execution of 10 us: one warm-up iteration of 1 us and four of 290 to 330 ns, of so many operations
 * each; they end 500 ns apart where `ends`. */
static void add_execution(struct as_experiment *x, uint32_t build, uint32_t round, bool ends,
	double batch)
{
	struct as_subject *s = &x->subjects[0];
	struct as_unit u = {.parent = build, .round = round};
	double ns[ITERATIONS + 1] = {1000}, sum = 1000;
	size_t e = 0;

	for (size_t i = 1; i <= ITERATIONS; i++)
		sum += ns[i] = 290 + 10 * (double)((i * (round + 1) + build) % 5);
	u.cost_s = (10000 - batch * sum) / 1e9;
	assert_int_equal(as_subject_add_unit(s, AS_LEVEL_EXECUTION, &u, &e, NULL), AS_OK);
	assert_int_equal(as_subject_set(s, AS_LEVEL_EXECUTION, e, AS_METRIC_WALL, 10000, NULL), AS_OK);
	for (size_t i = 0; i <= ITERATIONS; i++) {
		enum as_role role = i ? AS_ROLE_MEASURED : AS_ROLE_WARMUP;
		int64_t t = ends ? 100000 + 500 * (int64_t)i : 0;
		size_t n = s->levels[AS_LEVEL_ITERATION].n;
		assert_int_equal(as_subject_add_iteration(s, role, t, NULL), AS_OK);
		assert_int_equal(as_subject_set(s, AS_LEVEL_ITERATION, n, AS_METRIC_TIME, ns[i], NULL), AS_OK);
	}
}

static struct as_experiment *open_sample(uint32_t builds, uint32_t executions, bool ends)
{
	struct as_experiment *x = as_experiment_new();

	assert_non_null(x);
	assert_non_null(as_experiment_add_subject(x, "a", "a"));
	for (uint32_t k = 0; k < builds; k++)
		add_build(x, 0.002);
	for (uint32_t e = 0; e < executions; e++)
		for (uint32_t k = 0; k < (builds ? builds : 1); k++)
			add_execution(x, k, e, ends, 1);
	return x;
}

static struct as_published published(const struct as_experiment *x, enum as_published_method method)
{
	struct as_published p;

	assert_int_equal(as_analyse_published(x, 0, AS_METRIC_TIME, method, &p, NULL), AS_OK);
	return p;
}

static void an_iteration_costs_what_lies_between_the_ends_of_two(void **state)
{
	struct as_experiment *x = open_sample(0, 5, true);
	struct as_published p = published(x, AS_PUBLISHED_SPECTS2005);

	(void)state;
	assert_string_equal(p.refused, "");
	assert_false(p.q_assumed);
	assert_true(p.q > 500.0 / 330 && p.q < 500.0 / 290);
	/* 10 us but for four spans of 500 ns: the warm-up is part of what an execution costs. */
	CHECK_NEAR(p.w, 8000.0 / 500, 1e-12);
	CHECK_NEAR(p.cost, 5 * (16.0 + ITERATIONS), 1e-12);
	CHECK_NEAR(p.cost_s, 5 * (16.0 + ITERATIONS) * 500e-9, 1e-12);
	as_experiment_free(x);
}

static void without_ends_q_is_assumed_to_be_one(void **state)
{
	struct as_experiment *x = open_sample(0, 5, false);
	struct as_published p = published(x, AS_PUBLISHED_SPECTS2005);

	(void)state;
	assert_true(p.q_assumed);
	CHECK_NEAR(p.q, 1, 1e-12);
	assert_true(p.w > 8600.0 / 330 && p.w < 9000.0 / 290);
	as_experiment_free(x);
}

static void operations_timed_together_are_one_iteration(void **state)
{
	struct as_experiment *x = as_experiment_new();

	(void)state;
	assert_non_null(x);
	assert_non_null(as_experiment_add_subject(x, "a", "a"));
	for (uint32_t e = 0; e < 4; e++)
		add_execution(x, 0, e, false, 3);
	struct as_published p = published(x, AS_PUBLISHED_SPECTS2005);
	/* 10 us but for four iterations of three operations, 315 ns each in the median. */
	CHECK_NEAR(p.w, (10000.0 - 3 * 1260) / (3 * 315), 1e-9);
	as_experiment_free(x);
}

static void the_price_of_a_binary_is_in_measured_parts(void **state)
{
	struct as_experiment *x = open_sample(3, 4, true);
	struct as_published p = published(x, AS_PUBLISHED_EPEW2006);

	(void)state;
	assert_string_equal(p.refused, "");
	assert_int_equal(p.n_intervals, 1);
	CHECK_NEAR(p.b, 0.002 / (500e-9 / p.q), 1e-12);
	CHECK_NEAR(p.cost_s, 3 * (0.002 + 4 * (8000 + 4 * 500) * 1e-9), 1e-12);
	as_experiment_free(x);
}

static void another_number_of_levels_is_refused(void **state)
{
	struct as_experiment *x = open_sample(3, 4, true);
	struct as_published p = published(x, AS_PUBLISHED_SPECTS2005);

	(void)state;
	assert_string_equal(p.refused, "the method spects2005 is for trees of 2 levels, and this one has 3");
	assert_int_equal(p.n_intervals, 0);
	assert_true(isnan(p.cost) && isnan(p.optimum[0]));
	as_experiment_free(x);
	x = open_sample(0, 1, true);
	p = published(x, AS_PUBLISHED_SPECTS2005);
	assert_non_null(strstr(p.refused, "at least 2 units at the top"));
	as_experiment_free(x);
}

static void a_tree_without_values_is_refused(void **state)
{
	struct as_experiment *x = open_sample(0, 0, true);

	(void)state;
	assert_string_equal(published(x, AS_PUBLISHED_EPEW2006).refused, "there are no values");
	as_experiment_free(x);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_iteration_costs_what_lies_between_the_ends_of_two),
		cmocka_unit_test(without_ends_q_is_assumed_to_be_one),
		cmocka_unit_test(operations_timed_together_are_one_iteration),
		cmocka_unit_test(the_price_of_a_binary_is_in_measured_parts),
		cmocka_unit_test(another_number_of_levels_is_refused),
		cmocka_unit_test(a_tree_without_values_is_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
