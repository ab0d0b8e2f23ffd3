/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sample.h"

#include "analyse/result/analyse.h"
#include "analyse/compare/together.h"
#include "base/num.h"

enum { ROUNDS = 8, ROWS = 3 };

/* An experiment of two subjects, the second `factor` times the first, with a noise of its own. */
static struct as_experiment *pair(double factor, double noise)
{
	static const double wobble[ROUNDS] = {0, 1, -1, 2, -2, 1, 0, -1};
	double v[2 * ROUNDS];
	struct as_experiment *x;

	for (size_t i = 0; i < ROUNDS; i++) {
		v[i] = 100 + wobble[i];
		v[ROUNDS + i] = factor * (100 + wobble[i]) + noise * wobble[(3 * i + 1) % ROUNDS];
	}
	x = sample(2, ROUNDS, v);
	x->plan.confidence = 0.95;
	x->plan.tolerance = 0.01;
	return x;
}

struct rows {
	struct as_experiment *x[ROWS];
	struct as_inside v[ROWS];
};

static struct rows open_rows(void)
{
	struct rows r = {.x = {pair(1.05, 0.3), pair(1.012, 0.9), pair(1, 0.7)}};

	for (size_t i = 0; i < ROWS; i++)
		r.v[i] = (struct as_inside){r.x[i], AS_METRIC_WALL, 0, 1};
	return r;
}

static void close_rows(struct rows *r)
{
	for (size_t i = 0; i < ROWS; i++)
		as_experiment_free(r->x[i]);
}

static void one_pair_is_compared_as_inside_its_experiment(void **state)
{
	struct as_experiment *x = pair(1.05, 0.3);
	const struct as_inside v = {x, AS_METRIC_WALL, 0, 1};
	struct as_comparison alone, together;

	(void)state;
	assert_int_equal(as_compare_subjects(x, AS_METRIC_WALL, &alone, NULL), AS_OK);
	assert_int_equal(as_compare_together(&v, 1, AS_ADJUST_HOLM, &together, NULL), AS_OK);
	assert_true(as_same_double(together.lo, alone.lo) && as_same_double(together.hi, alone.hi));
	assert_true(as_same_double(together.p_adjusted, alone.p_adjusted));
	assert_int_equal(together.verdict, alone.verdict);
	assert_int_equal(together.verdict, AS_VERDICT_SLOWER);
	as_experiment_free(x);
}

/* t_{.975 7} = 2.364624, t_{1 - 0.05 / 6, 7} = 3.127572: by scipy. */
static void with_holm_each_interval_is_at_one_minus_alpha_over_n(void **state)
{
	struct rows r = open_rows();
	struct as_comparison c[ROWS], alone;

	(void)state;
	assert_int_equal(as_compare_together(r.v, ROWS, AS_ADJUST_HOLM, c, NULL), AS_OK);
	for (size_t i = 0; i < ROWS; i++) {
		assert_int_equal(as_compare_subjects(r.x[i], AS_METRIC_WALL, &alone, NULL), AS_OK);
		CHECK_NEAR(c[i].confidence, 1 - 0.05 / 3, 1e-12);
		CHECK_NEAR(log(c[i].hi / c[i].lo) / log(alone.hi / alone.lo), 3.127572 / 2.364624, 1e-3);
		assert_true(as_same_double(c[i].p, alone.p));
		assert_int_equal(c[i].n_comparisons, ROWS);
	}
	/* The smallest p counts three times, the next twice. */
	CHECK_NEAR(c[0].p_adjusted, 3 * c[0].p, 1e-12);
	CHECK_NEAR(c[1].p_adjusted, 2 * c[1].p, 1e-12);
	close_rows(&r);
}

static void with_bh_the_intervals_know_the_number_of_reports(void **state)
{
	struct rows r = open_rows();
	struct as_comparison c[ROWS];

	(void)state;
	assert_int_equal(as_compare_together(r.v, ROWS, AS_ADJUST_BH, c, NULL), AS_OK);
	assert_true(c[0].p_adjusted <= 0.05 && c[1].p_adjusted <= 0.05 && c[2].p_adjusted > 0.05);
	for (size_t i = 0; i < ROWS; i++)
		CHECK_NEAR(c[i].confidence, 1 - 0.05 * 2 / 3, 1e-12);
	CHECK_NEAR(c[1].p_adjusted, 1.5 * c[1].p, 1e-12);
	close_rows(&r);
}

static void each_row_keeps_its_own_confidence_and_tolerance(void **state)
{
	struct rows r = open_rows();
	struct as_comparison c[ROWS];

	(void)state;
	r.x[1]->plan.confidence = 0.9;
	r.x[1]->plan.tolerance = 0.1;
	assert_int_equal(as_compare_together(r.v, ROWS, AS_ADJUST_HOLM, c, NULL), AS_OK);
	CHECK_NEAR(c[0].confidence, 1 - 0.05 / 3, 1e-12);
	CHECK_NEAR(c[1].confidence, 1 - 0.1 / 3, 1e-12);
	assert_int_equal(c[1].verdict, AS_VERDICT_SLOWER_SMALL);
	close_rows(&r);
}

static void a_second_look_has_no_verdict_here_either(void **state)
{
	struct rows r = open_rows();
	struct as_comparison c[ROWS];

	(void)state;
	r.x[0]->second_look = true;
	assert_int_equal(as_compare_together(r.v, ROWS, AS_ADJUST_HOLM, c, NULL), AS_OK);
	assert_int_equal(c[0].verdict, AS_VERDICT_NONE);
	assert_true(c[0].lo > 1);
	close_rows(&r);
}

static void of_nothing_nothing_comes(void **state)
{
	(void)state;
	assert_int_equal(as_compare_together(NULL, 0, AS_ADJUST_HOLM, NULL, NULL), AS_OK);
	assert_int_equal(as_compare_together(NULL, 0, AS_ADJUST_BH, NULL, NULL), AS_OK);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_pair_is_compared_as_inside_its_experiment),
		cmocka_unit_test(with_holm_each_interval_is_at_one_minus_alpha_over_n),
		cmocka_unit_test(with_bh_the_intervals_know_the_number_of_reports),
		cmocka_unit_test(each_row_keeps_its_own_confidence_and_tolerance),
		cmocka_unit_test(a_second_look_has_no_verdict_here_either),
		cmocka_unit_test(of_nothing_nothing_comes),
	};
	samples_of_means = true;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
