/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "near.h"

#include <string.h>

#include "grove.h"
#include "stat/dist/influence/impact.h"

/* 3 executions of 4 iterations with S_1^2 = 2 and the given S_2^2. */
static struct as_tree_stats two_levels(double s2)
{
	struct as_tree_stats s = {.n_levels = 2, .r_top = 3, .mean = 10};

	s.level[0] = (struct as_tree_level){
		.repeated = true, .s2 = 2, .t2 = 2, .weight = 1.0 / 12, .df = 9};
	s.level[1] = (struct as_tree_level){
		.repeated = true, .s2 = s2, .t2 = s2 - 0.5, .weight = 1.0 / 3, .df = 2};
	return s;
}

/* F with 2 and 9 degrees of freedom: 5.714705 (97.5 %), 0.025389163 (2.5 %), 4.256495 (95 %) */
static void a_factor_with_its_interval_by_hand(void **state)
{
	struct as_tree_stats s = two_levels(4);
	struct as_impact i;

	(void)state;
	assert_int_equal(as_impact(&s, 2, 0.95, &i, NULL), AS_OK);
	assert_near(i.factor, sqrt(1 + 3.5 / 2), 1e-15);
	assert_near(i.neighbour, i.factor, 0);
	assert_near(i.r, 4, 1e-15);
	assert_near(i.f, 8, 1e-15);
	assert_near(i.lo, sqrt(1 + (8 / 5.714705 - 1) / 4), 1e-6);
	assert_near(i.hi, sqrt(1 + (8 / 0.025389163 - 1) / 4), 1e-5);
	assert_true(i.established);
}

static void influence_is_established_beyond_the_quantile_only(void **state)
{
	struct as_tree_stats below = two_levels(4.256495 / 2 - 1e-6);
	struct as_tree_stats above = two_levels(4.256495 / 2 + 1e-6);
	struct as_impact i;

	(void)state;
	assert_int_equal(as_impact(&below, 2, 0.95, &i, NULL), AS_OK);
	assert_false(i.established);
	assert_near(i.lo, 1, 0);
	assert_int_equal(as_impact(&above, 2, 0.95, &i, NULL), AS_OK);
	assert_true(i.established);
}

static void a_negative_variance_is_no_influence(void **state)
{
	struct as_tree_stats s = two_levels(0.1);
	struct as_impact i;

	(void)state;
	assert_int_equal(as_impact(&s, 2, 0.95, &i, NULL), AS_OK);
	assert_near(i.factor, 1, 0);
	assert_near(i.lo, 1, 0);
	assert_true(i.hi > 1);
	assert_false(i.established);
}

static void samples_that_do_not_vary_make_it_infinite(void **state)
{
	struct as_tree_stats s = two_levels(4), flat = two_levels(0);
	struct as_impact i;

	(void)state;
	s.level[0].s2 = s.level[0].t2 = 0;
	s.level[1].t2 = 4;
	assert_int_equal(as_impact(&s, 2, 0.95, &i, NULL), AS_OK);
	assert_true(isinf(i.factor) && isinf(i.lo) && isinf(i.hi) && isinf(i.f));
	assert_true(i.established);
	flat.level[0].s2 = flat.level[0].t2 = flat.level[1].t2 = 0;
	assert_int_equal(as_impact(&flat, 2, 0.95, &i, NULL), AS_OK);
	assert_near(i.factor, 1, 0);
	assert_near(i.lo, 1, 0);
	assert_near(i.hi, 1, 0);
	assert_false(i.established);
}

/* sqrt(1 + T_3^2 / (T_2^2 + T_1^2 / r_1)) of 2006 */
static void builds_are_compared_with_means_of_executions(void **state)
{
	struct grove_shape shape = {
		.n_levels = 3, .r = {5, 4, 6}, .sd = {3, 1, 2}, .mean = 100};
	struct as_tree_stats s;
	struct as_random r;
	struct as_impact i;
	struct grove g;

	(void)state;
	as_random_init(&r, 40, AS_RANDOM_TEST, 0);
	grove_random(&g, &shape, &r);
	as_tree_stats(&g.tree, &s);
	assert_int_equal(as_impact(&s, 3, 0.95, &i, NULL), AS_OK);
	assert_int_equal(i.below, 2);
	assert_near(i.r, 4, 1e-12);
	assert_near(i.factor, sqrt(1 + s.level[2].t2 / (s.level[1].t2 + s.level[0].t2 / 5)), 1e-12);
	assert_near(i.neighbour, sqrt(1 + s.level[2].t2 / s.level[1].t2), 1e-12);
	assert_near(i.f, 4 * s.level[2].s2 / s.level[1].s2, 1e-12);
	grove_release(&g);
}

static void a_level_that_was_not_repeated_is_passed_over(void **state)
{
	struct grove_shape shape = {.n_levels = 3, .r = {5, 1, 6}, .sd = {3, 1, 2}, .mean = 100};
	struct as_tree_stats s;
	struct as_random r;
	struct as_err err;
	struct as_impact i = {.level = 77};
	struct grove g;

	(void)state;
	as_random_init(&r, 41, AS_RANDOM_TEST, 0);
	grove_random(&g, &shape, &r);
	as_tree_stats(&g.tree, &s);
	assert_int_equal(as_impact(&s, 2, 0.95, &i, &err), AS_ERR_DATA);
	assert_non_null(strstr(err.msg, "level 2 cannot be told: it was not repeated"));
	assert_int_equal(i.level, 77);
	assert_int_equal(as_impact(&s, 3, 0.95, &i, NULL), AS_OK);
	assert_int_equal(i.below, 1);
	assert_near(i.r, 5, 1e-12);
	s.level[0].repeated = false;
	assert_int_equal(as_impact(&s, 3, 0.95, &i, &err), AS_ERR_DATA);
	assert_non_null(strstr(err.msg, "nothing below it"));
	grove_release(&g);
}

/* Share of 1500 seeded trees, 6 executions of 8 iterations, whose interval holds the true factor,
 * and of those that call the influence established. */
static void simulate(double sd, double *covered, double *established)
{
	struct grove_shape shape = {.n_levels = 2, .r = {8, 6}, .sd = {1, sd}, .mean = 100};
	double truth = sqrt(1 + sd * sd);
	struct as_random r;

	*covered = *established = 0;
	as_random_init(&r, 42, AS_RANDOM_TEST, 0);
	for (int k = 0; k < 1500; k++) {
		struct as_tree_stats s;
		struct as_impact i;
		struct grove g;

		grove_random(&g, &shape, &r);
		as_tree_stats(&g.tree, &s);
		assert_int_equal(as_impact(&s, 2, 0.95, &i, NULL), AS_OK);
		*covered += i.lo <= truth && truth <= i.hi ? 1.0 / 1500 : 0;
		*established += i.established ? 1.0 / 1500 : 0;
		grove_release(&g);
	}
}

/* Four standard errors of 95 % of 1500 are 2.3 %. */
static void the_interval_covers_and_the_test_keeps_its_level(void **state)
{
	double covered = 0, established = 0;

	(void)state;
	simulate(1, &covered, &established);
	assert_close(covered, 0.95, 0.023);
	assert_true(established > 0.9);
	simulate(0, &covered, &established);
	assert_true(covered > 0.95); /* lo is 1 whenever its formula is below, so one side cannot miss */
	assert_close(established, 0.05, 0.023);
}

static void bad_arguments_leave_out_untouched(void **state)
{
	struct as_tree_stats s = two_levels(4);
	struct as_impact i = {.level = 77};

	(void)state;
	assert_int_equal(as_impact(&s, 1, 0.95, &i, NULL), AS_ERR_ARG);
	assert_int_equal(as_impact(&s, 3, 0.95, &i, NULL), AS_ERR_ARG);
	assert_int_equal(as_impact(&s, 2, 1, &i, NULL), AS_ERR_ARG);
	assert_int_equal(as_impact(&s, 2, (double)NAN, &i, NULL), AS_ERR_ARG);
	assert_int_equal(i.level, 77);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_factor_with_its_interval_by_hand),
		cmocka_unit_test(influence_is_established_beyond_the_quantile_only),
		cmocka_unit_test(a_negative_variance_is_no_influence),
		cmocka_unit_test(samples_that_do_not_vary_make_it_infinite),
		cmocka_unit_test(builds_are_compared_with_means_of_executions),
		cmocka_unit_test(a_level_that_was_not_repeated_is_passed_over),
		cmocka_unit_test(the_interval_covers_and_the_test_keeps_its_level),
		cmocka_unit_test(bad_arguments_leave_out_untouched),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
