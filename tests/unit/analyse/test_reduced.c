/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sample.h"

#include "analyse/estimate/reduced.h"
#include "analyse/result/analyse.h"

/* Two subjects, so many rounds, n iterations an execution; b's tail is `tail` times a's. */
static struct as_experiment *tails(size_t rounds, size_t n, double tail)
{
	struct as_experiment *x = as_experiment_new();

	assert_non_null(x);
	x->plan.planned = x->plan.done = (uint32_t)rounds;
	assert_non_null(as_experiment_add_subject(x, "a", "a"));
	assert_non_null(as_experiment_add_subject(x, "b", "b"));
	for (size_t r = 0; r < rounds; r++)
		for (size_t s = 0; s < 2; s++) {
			add(x, s, (uint32_t)r, 1e9);
			for (size_t i = 0; i < n; i++) {
				struct as_subject *of = &x->subjects[s];
				double v = 1e6 * (1 + 0.001 * (double)((r * 31 + s * 17 + i * 7) % 97));
				if (i % 10 == 9)
					v *= s ? tail : 1;
				assert_int_equal(as_subject_add_iteration(of, AS_ROLE_MEASURED, 0, NULL),
					AS_OK);
				assert_int_equal(as_subject_set(of, AS_LEVEL_ITERATION, r * n + i,
							 AS_METRIC_TIME, v, NULL), AS_OK);
			}
		}
	return x;
}

static struct as_comparison compare(struct as_experiment *x, const char *name)
{
	struct as_comparison c;
	size_t m = 0;

	assert_int_equal(as_experiment_ask_metric(x, name, &m, NULL), AS_OK);
	assert_true(m < x->n_metrics);
	assert_int_equal(as_compare_subjects(x, m, &c, NULL), AS_OK);
	return c;
}

static void a_worse_tail_is_seen_by_its_quantile_and_not_by_the_median(void **state)
{
	struct as_experiment *x = tails(8, 120, 1.5);
	struct as_comparison p95 = compare(x, "time:p95"), median = compare(x, "time:median");

	(void)state;
	assert_int_equal(p95.verdict, AS_VERDICT_SLOWER);
	assert_true(p95.ratio > 1.3);
	assert_true(p95.of.reduced && !p95.of.means);
	assert_true(median.ratio < 1.02);
	as_experiment_free(x);
}

static void five_rounds_give_no_verdict_on_a_quantile(void **state)
{
	struct as_experiment *x = tails(5, 60, 1.5);
	struct as_comparison c = compare(x, "time:p90");

	(void)state;
	assert_int_equal(c.verdict, AS_VERDICT_NONE);
	as_experiment_free(x);
}

static void batches_take_the_rounds_that_are_left_over(void **state)
{
	struct as_experiment *x = tails(20, 20, 1.5);
	struct as_comparison c = compare(x, "time:p90");

	(void)state;
	/* 50 iterations: 3 rounds of 20; 6 batches, the last of 5 rounds */
	assert_int_equal(c.pairs.batch_rounds, 3);
	assert_int_equal(c.n, 6);
	as_experiment_free(x);
}

static void too_short_executions_are_left_out_and_above_a_tenth_there_is_no_verdict(void **state)
{
	struct as_experiment *x = tails(10, 60, 1.5);
	struct as_subject *b = &x->subjects[1];

	(void)state;
	for (size_t e = 0; e < 2; e++)
		for (size_t i = 0; i < 30; i++)
			assert_true(as_packed_set(&b->iterations.role, e * 60 + i, AS_ROLE_DROPPED));
	struct as_comparison c = compare(x, "time:p90");
	assert_int_equal(c.n, 8);
	assert_int_equal(c.verdict, AS_VERDICT_NONE);
	as_experiment_free(x);
}

static void a_name_of_a_statistic_is_read_whole(void **state)
{
	struct as_experiment *x = tails(6, 60, 1);
	static const char *const bad[] = {"time:p0", "time:p100", "time:p", "time:p.5", "time:p5.5.5",
		"time:p1e1", "time:", "time:p99 ", "time:P99", "time:p99999999999999999999"};
	size_t m = 0;

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
		assert_int_not_equal(as_experiment_ask_metric(x, bad[i], &m, NULL), AS_OK);
	assert_int_equal(as_experiment_ask_metric(x, "time:p99.9", &m, NULL), AS_OK);
	assert_string_equal(x->metrics[m].name, "time:p99.9");
	assert_int_equal(as_experiment_base(x, m), AS_METRIC_TIME);
	assert_int_equal(as_experiment_ask_metric(x, "nothing:p99", &m, NULL), AS_OK);
	assert_int_equal(m, x->n_metrics);
	as_experiment_free(x);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_worse_tail_is_seen_by_its_quantile_and_not_by_the_median),
		cmocka_unit_test(five_rounds_give_no_verdict_on_a_quantile),
		cmocka_unit_test(batches_take_the_rounds_that_are_left_over),
		cmocka_unit_test(too_short_executions_are_left_out_and_above_a_tenth_there_is_no_verdict),
		cmocka_unit_test(a_name_of_a_statistic_is_read_whole),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
