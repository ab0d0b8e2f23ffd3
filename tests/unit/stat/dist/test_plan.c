/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "near.h"

#include "stat/dist/planning/counts.h"
#include "stat/dist/planning/stein.h"

/* Iterations, executions, builds: r_1 = sqrt(480) = 21.9, r_2 = sqrt(125) = 11.2 */
static struct as_planning three(void)
{
	return (struct as_planning){
		.n_levels = 3,
		.t2 = {400, 25, 4},
		.cost_s = {1, 30, 600},
		.mean = 1000,
		.confidence = 0.95,
	};
}

static struct as_planned optimum(const struct as_planning *p)
{
	struct as_planned plan;

	assert_int_equal(as_plan_optimum(p, &plan), AS_OK);
	return plan;
}

static struct as_planned for_budget(const struct as_planning *p, double budget_s)
{
	struct as_planned plan;

	assert_int_equal(as_plan_for_budget(p, budget_s, &plan), AS_OK);
	return plan;
}

static struct as_planned for_target(const struct as_planning *p, double target)
{
	struct as_planned plan;

	assert_int_equal(as_plan_for_target(p, target, &plan), AS_OK);
	return plan;
}

static void cost_and_variance_of_a_unit_by_hand(void **state)
{
	const size_t r[] = {22, 11, 5};
	struct as_planning p = three();
	struct as_planned plan;

	(void)state;
	assert_near(as_unit_cost(&p, r), 600 + 11 * (30 + 22), 0);
	assert_near(as_unit_var(&p, r), 4 + 25.0 / 11 + 400.0 / 242, 1e-15);
	assert_int_equal(as_plan_predict(&p, r, &plan), AS_OK);
	assert_true(plan.met);
	assert_near(plan.cost_s, 5 * 1172, 0);
	/* t with 4 degrees of freedom */
	assert_near(plan.half_width, 2.7764451051977987 * sqrt(as_unit_var(&p, r) / 5) / 1000, 1e-12);
}

static void a_level_without_variance_is_not_repeated(void **state)
{
	struct as_planning p = three();
	struct as_planned plan;

	(void)state;
	p.t2[0] = 0;
	plan = optimum(&p);
	assert_int_equal(plan.r[0], 1);
	assert_near(plan.optimum[1], sqrt(600.0 / 31 * 25 / 4), 1e-12); /* levels 1 and 2 are one */
	p = three();
	p.t2[1] = -3;
	plan = optimum(&p);
	assert_int_equal(plan.r[0], 251);
	assert_int_equal(plan.r[1], 1);
	assert_near(plan.unit_var, 4 + 400.0 / 251, 1e-15); /* -3 counts as 0 */
}

static void only_r_max_ends_what_nothing_above_limits(void **state)
{
	struct as_planning p = three();
	struct as_planned plan;

	(void)state;
	p.t2[2] = 0;
	plan = optimum(&p);
	assert_true(isinf(plan.optimum[1]));
	assert_int_equal(plan.r[1], AS_COUNT_MAX);
	assert_int_equal(plan.r[0], 22);
	p.r_max[1] = 40;
	plan = optimum(&p);
	assert_true(isinf(plan.optimum[1]));
	assert_int_equal(plan.r[1], 40);
	/* an execution then costs 30 and its share of 600 */
	assert_int_equal(plan.r[0], 27); /* sqrt((30 + 600 / 40) / 1 * 400 / 25) = 26.8 */
	p.t2[0] = p.t2[1] = 0;
	plan = optimum(&p);
	assert_int_equal(plan.r[0], 1);
	assert_int_equal(plan.r[1], 1);
}

static void nothing_that_varies_needs_no_repetition(void **state)
{
	struct as_planning p = three();
	struct as_planned plan;

	(void)state;
	p.t2[0] = p.t2[1] = p.t2[2] = 0;
	plan = for_target(&p, 0.01);
	assert_true(plan.met);
	assert_int_equal(plan.r[0], 1);
	assert_int_equal(plan.r[1], 1);
	assert_int_equal(plan.r[2], AS_TOP_MIN);
	assert_near(plan.half_width, 0, 0);
	plan = for_budget(&p, 1e4);
	assert_true(plan.met);
	assert_near(plan.half_width, 0, 0);
	assert_true(plan.cost_s <= 1e4);
}

static void one_level_and_eight_levels_are_planned_alike(void **state)
{
	struct as_planning one = {.n_levels = 1, .t2 = {4}, .cost_s = {2}, .mean = 100,
		.confidence = 0.95};
	struct as_planning eight = {.n_levels = 8, .mean = 100, .confidence = 0.95};
	struct as_planned plan;
	size_t units = 0;

	(void)state;
	plan = optimum(&one);
	assert_near(plan.unit_cost_s, 2, 0);
	assert_near(plan.unit_var, 4, 0);
	plan = for_budget(&one, 100);
	assert_int_equal(plan.r[0], 50);
	plan = for_target(&one, 0.01);
	assert_int_equal(as_units_for(2, 1, 0.95, AS_TOP_MIN, &units), AS_OK);
	assert_int_equal(plan.r[0], units);
	for (size_t i = 0; i < 8; i++) {
		eight.t2[i] = pow(3, -(double)i);
		eight.cost_s[i] = pow(3, (double)i);
	}
	plan = optimum(&eight);
	for (size_t i = 0; i < 7; i++)
		assert_int_equal(plan.r[i], 3); /* sqrt(3 x 3) */
	plan = for_budget(&eight, 20 * plan.unit_cost_s);
	assert_true(plan.met);
	assert_true(plan.cost_s <= 20 * optimum(&eight).unit_cost_s);
	plan = for_target(&eight, 0.01);
	assert_true(plan.met && plan.half_width <= 0.01);
}

static void a_cost_of_0_is_a_nanosecond(void **state)
{
	struct as_planning p = three();
	struct as_planned plan;

	(void)state;
	p.cost_s[0] = 0;
	plan = optimum(&p);
	assert_near(plan.optimum[0], sqrt(30e9 * 16), 1e-12);
	p.cost_s[1] = p.cost_s[2] = 0;
	plan = optimum(&p);
	assert_near(plan.optimum[0], 4, 1e-12);
	assert_near(plan.unit_cost_s, 1e-9 * (1 + (double)plan.r[1] * (1 + 4)), 1e-12);
	plan = for_budget(&p, 1);
	assert_true(plan.met);
}

/* A fixed count is merged into the level above: cost 30 + 10, variance 25 + 400 / 10. */
static void a_fixed_count_is_merged_into_the_level_above(void **state)
{
	struct as_planning p = three(), merged = {.n_levels = 2, .t2 = {65, 4},
		.cost_s = {40, 600}, .mean = 1000, .confidence = 0.95};
	struct as_planned a, b;

	(void)state;
	p.r_min[0] = p.r_max[0] = 10;
	a = optimum(&p);
	b = optimum(&merged);
	assert_int_equal(a.r[0], 10);
	assert_near(a.optimum[1], b.optimum[0], 1e-12);
	assert_int_equal(a.r[1], b.r[0]);
	a = for_budget(&p, 2e4);
	b = for_budget(&merged, 2e4);
	assert_int_equal(a.r[0], 10);
	assert_int_equal(a.r[1], b.r[0]);
	assert_int_equal(a.r[2], b.r[1]);
	assert_near(a.half_width, b.half_width, 1e-12);
	a = for_target(&p, 0.002);
	b = for_target(&merged, 0.002);
	assert_memory_equal(a.r + 1, b.r, 2 * sizeof *a.r);
}

/* 8 executions of each build: 1 of 8 executions has cost 30 + 600 / 8 and variance 25 + 8 x 4. */
static void a_fixed_count_in_the_middle_leaves_the_one_below_free(void **state)
{
	struct as_planning p = three();
	struct as_planned plan;

	(void)state;
	p.r_min[1] = p.r_max[1] = 8;
	plan = optimum(&p);
	assert_int_equal(plan.r[1], 8);
	assert_near(plan.optimum[0], sqrt((30 + 600.0 / 8) * 400 / (25 + 8 * 4)), 1e-12);
}

static void a_minimum_holds_and_the_rest_makes_up_for_it(void **state)
{
	struct as_planning p = three();
	struct as_planned plan;

	(void)state;
	p.t2[1] = 0;
	p.r_min[1] = 2; /* its variance is to be estimated again */
	plan = optimum(&p);
	assert_int_equal(plan.r[1], 2);
	assert_near(plan.optimum[0], sqrt((600 + 2 * 30) / 2.0 * 400 / (2 * 4)), 1e-12);
}

static void a_budget_that_is_too_small_says_what_would_do(void **state)
{
	struct as_planning p = three();
	struct as_planned plan;

	(void)state;
	plan = for_budget(&p, 2000);
	assert_false(plan.met);
	assert_int_equal(plan.r[0], 1);
	assert_int_equal(plan.r[1], 1);
	assert_int_equal(plan.r[2], 3); /* of 631 s each */
	assert_near(plan.needed_s, 5 * 631, 0);
	assert_true(isfinite(plan.half_width));
	plan = for_budget(&p, 100);
	assert_int_equal(plan.r[2], 0);
	assert_true(isinf(plan.half_width));
	plan = for_budget(&p, 0);
	assert_int_equal(plan.r[2], 0);
	plan = for_budget(&p, 5 * 631);
	assert_true(plan.met);
	assert_int_equal(plan.r[2], 5);
	assert_near(plan.needed_s, 0, 0);
	p.r_min[2] = 2;
	plan = for_budget(&p, 2000);
	assert_true(plan.met);
}

static void few_units_are_weighed_against_large_t(void **state)
{
	struct as_planning p = three();
	struct as_planned plan, rigid;

	(void)state;
	plan = for_budget(&p, 3 * 1172);
	rigid = optimum(&p);
	assert_true(plan.met);
	assert_true(plan.r[2] >= 5); /* floor(budget / C1) would be 3 */
	assert_true(plan.r[1] < rigid.r[1]);
	assert_true(plan.cost_s <= 3 * 1172 && plan.cost_s > 0.95 * 3 * 1172);
}

static void huge_budgets_and_tiny_targets_end(void **state)
{
	struct as_planning p = three();
	struct as_planned plan;

	(void)state;
	plan = for_budget(&p, 1e300);
	assert_true(plan.met && plan.r[2] == AS_UNITS_MAX);
	plan = for_target(&p, 1e-300);
	assert_true(!plan.met && plan.r[2] == AS_UNITS_MAX);
	for (size_t i = 0; i < 3; i++)
		p.t2[i] *= 1e250;
	plan = optimum(&p);
	assert_int_equal(plan.r[0], 22);
	assert_int_equal(plan.r[1], 11);
}

static void a_fixed_top_that_cannot_reach_the_target_says_so(void **state)
{
	struct as_planning p = three();
	struct as_planned plan;

	(void)state;
	p.r_min[2] = p.r_max[2] = 6;
	plan = for_target(&p, 0.001); /* 2.57 sqrt(4 / 6) / 1000 alone is 0.0021 */
	assert_false(plan.met);
	assert_int_equal(plan.r[2], 6);
	assert_true(plan.half_width > 0.0021);
	plan = for_target(&p, 0.0025);
	assert_true(plan.met && plan.half_width <= 0.0025);
	p.r_min[2] = 0; /* at most 6 */
	plan = for_target(&p, 0.0025);
	assert_true(plan.met);
	assert_int_equal(plan.r[2], 6);
}

/* chi-square with 4 degrees of freedom, 20 %: 1.648777 */
static void to_be_sure_takes_more_units(void **state)
{
	struct as_planning p = three();
	struct as_planned plan;
	size_t want = 0;

	(void)state;
	assert_int_equal(for_target(&p, 0.002).sure_top, 0);
	p.df = 4;
	plan = for_target(&p, 0.002);
	assert_int_equal(as_units_for(sqrt(plan.unit_var * 4 / 1.6487766), 2, 0.95, 5, &want), AS_OK);
	assert_int_equal(plan.sure_top, want);
	assert_true(want > plan.r[2]);
}

static void rounding_up_is_the_published_way(void **state)
{
	struct as_planning p = three();
	struct as_planned plan;

	(void)state;
	p.rounding = AS_ROUND_UP;
	plan = optimum(&p);
	assert_int_equal(plan.r[0], 22);
	assert_int_equal(plan.r[1], 12);
	p.r_max[1] = 7;
	assert_int_equal(optimum(&p).r[1], 7);
}

static void refuse(const struct as_planning *p)
{
	const size_t r[AS_LEVELS_MAX] = {1, 1, 5};
	struct as_planned plan = {.sure_top = 77};
	size_t top = 77;

	assert_int_equal(as_plan_optimum(p, &plan), AS_ERR_ARG);
	assert_int_equal(as_plan_for_budget(p, 1000, &plan), AS_ERR_ARG);
	assert_int_equal(as_plan_for_target(p, 0.01, &plan), AS_ERR_ARG);
	assert_int_equal(as_plan_predict(p, r, &plan), AS_ERR_ARG);
	assert_int_equal(as_plan_top(p, r, 0.01, &top), AS_ERR_ARG);
	assert_int_equal(plan.sure_top, 77);
	assert_int_equal(top, 77);
}

static void what_is_no_number_is_refused(void **state)
{
	const double nan = (double)NAN, infinite = (double)INFINITY;
	struct as_planning p;

	(void)state;
#define REFUSE(member, value) \
	p = three(); \
	p.member = (value); \
	refuse(&p)
	REFUSE(n_levels, 0);
	REFUSE(n_levels, 9);
	REFUSE(t2[1], nan);
	REFUSE(t2[2], -infinite);
	REFUSE(floor2[1], nan);
	REFUSE(floor2[1], -1);
	REFUSE(cost_s[0], nan);
	REFUSE(cost_s[0], -1);
	REFUSE(cost_s[2], infinite);
	REFUSE(mean, 0);
	REFUSE(mean, nan);
	REFUSE(confidence, 1);
	REFUSE(confidence, nan);
	REFUSE(r_max[2], 1); /* --builds 1 */
	REFUSE(r_min[2], 1);
	REFUSE(r_max[0], AS_COUNT_MAX + 1);
#undef REFUSE
	p = three();
	p.r_min[0] = 5;
	p.r_max[0] = 4;
	refuse(&p);
}

static void other_bad_arguments_leave_out_untouched(void **state)
{
	const double bad[] = {(double)NAN, -1, (double)INFINITY};
	size_t r[] = {1, 0, 5}, top = 77;
	struct as_planning p = three();
	struct as_planned plan = {.sure_top = 77};

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		assert_int_equal(as_plan_for_budget(&p, bad[i], &plan), AS_ERR_ARG);
		assert_int_equal(as_plan_for_target(&p, bad[i], &plan), AS_ERR_ARG);
		assert_int_equal(as_plan_top(&p, r, bad[i], &top), AS_ERR_ARG);
	}
	assert_int_equal(as_plan_for_target(&p, 0, &plan), AS_ERR_ARG);
	assert_int_equal(as_plan_top(&p, r, 0.01, &top), AS_ERR_ARG); /* r_2 = 0 */
	assert_int_equal(as_plan_predict(&p, r, &plan), AS_ERR_ARG);
	assert_int_equal(plan.sure_top, 77);
	assert_int_equal(top, 77);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cost_and_variance_of_a_unit_by_hand),
		cmocka_unit_test(a_level_without_variance_is_not_repeated),
		cmocka_unit_test(only_r_max_ends_what_nothing_above_limits),
		cmocka_unit_test(nothing_that_varies_needs_no_repetition),
		cmocka_unit_test(one_level_and_eight_levels_are_planned_alike),
		cmocka_unit_test(a_cost_of_0_is_a_nanosecond),
		cmocka_unit_test(a_fixed_count_is_merged_into_the_level_above),
		cmocka_unit_test(a_fixed_count_in_the_middle_leaves_the_one_below_free),
		cmocka_unit_test(a_minimum_holds_and_the_rest_makes_up_for_it),
		cmocka_unit_test(a_budget_that_is_too_small_says_what_would_do),
		cmocka_unit_test(few_units_are_weighed_against_large_t),
		cmocka_unit_test(huge_budgets_and_tiny_targets_end),
		cmocka_unit_test(a_fixed_top_that_cannot_reach_the_target_says_so),
		cmocka_unit_test(to_be_sure_takes_more_units),
		cmocka_unit_test(rounding_up_is_the_published_way),
		cmocka_unit_test(what_is_no_number_is_refused),
		cmocka_unit_test(other_bad_arguments_leave_out_untouched),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
