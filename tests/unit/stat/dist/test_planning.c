/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "near.h"

#include <string.h>

#include "stat/dist/planning/counts.h"
#include "stat/dist/planning/stein.h"

static struct as_planned optimum(const struct as_planning *p)
{
	struct as_planned plan;

	assert_int_equal(as_plan_optimum(p, &plan), AS_OK);
	return plan;
}

static struct as_planned for_target(const struct as_planning *p, double target)
{
	struct as_planned plan;

	assert_int_equal(as_plan_for_target(p, target, &plan), AS_OK);
	return plan;
}

/* Iterations, executions, builds, of which the builds do not show. */
static struct as_tree_stats pilot(void)
{
	struct as_tree_stats s = {.n_levels = 3, .r_top = 5, .mean = 50};

	s.level[0] = (struct as_tree_level){
		.repeated = true, .s2 = 400, .t2 = 400, .r_max = 20, .df = 475};
	s.level[1] = (struct as_tree_level){
		.repeated = true, .s2 = 24, .t2 = 4, .r_max = 5, .df = 20};
	s.level[2] = (struct as_tree_level){
		.repeated = true, .s2 = 4, .t2 = -0.8, .r_max = 5, .df = 4};
	return s;
}

static void a_pilot_gives_floors_and_no_cap(void **state)
{
	const double cost_s[] = {1, 30, 600};
	struct as_tree_stats s = pilot();
	struct as_planning p;
	struct as_planned plan;

	(void)state;
	assert_int_equal(as_planning_of_tree(&s, cost_s, AS_PLAN_KAPPA, &p, NULL), AS_OK);
	assert_int_equal(p.n_levels, 3);
	assert_near(p.floor2[0], 0, 0);
	assert_near(p.floor2[1], 6, 0);
	assert_near(p.floor2[2], 1, 0);
	assert_near(p.t2[2], -0.8, 0);
	assert_int_equal(p.r_max[0], 0);
	assert_int_equal(p.r_max[1], 0);
	assert_int_equal(p.r_max[2], 0);
	assert_int_equal(p.df, 4);
	assert_near(p.mean, 50, 0);
	assert_near(p.confidence, 0.95, 0);
	plan = optimum(&p);
	assert_near(plan.optimum[0], sqrt(30 * 400 / 6.0), 1e-12);
	assert_near(plan.optimum[1], sqrt(20 * 6.0), 1e-12);
	/* the floor chooses, the estimate predicts */
	assert_near(plan.unit_var, (4 + 400.0 / (double)plan.r[0]) / (double)plan.r[1], 1e-12);
	assert_int_equal(as_planning_of_tree(&s, cost_s, 0, &p, NULL), AS_OK);
	assert_int_equal(optimum(&p).r[1], AS_COUNT_MAX); /* 2013: unbounded */
}

static void a_level_the_pilot_did_not_repeat_stays_single(void **state)
{
	const double cost_s[] = {1, 30, 600};
	struct as_tree_stats s = pilot();
	struct as_planning p;
	struct as_err err;

	(void)state;
	s.level[1] = (struct as_tree_level){.repeated = false, .r_max = 1};
	s.level[2].t2 = 3;
	assert_int_equal(as_planning_of_tree(&s, cost_s, AS_PLAN_KAPPA, &p, NULL), AS_OK);
	assert_int_equal(optimum(&p).r[1], 1);
	assert_true(optimum(&p).r[0] > 1);
	s.level[2].repeated = false;
	assert_int_equal(as_planning_of_tree(&s, cost_s, AS_PLAN_KAPPA, &p, &err), AS_ERR_DATA);
	assert_non_null(strstr(err.msg, "at least 2 units of the top level"));
	assert_int_equal(as_planning_of_tree(&s, cost_s, (double)NAN, &p, NULL), AS_ERR_ARG);
}

/* Two sides of mean 100 and 50: on the log scale T_1^2 is 4 / 10^4 + 9 / 2500. */
static void blocks_are_planned_on_the_log_scale(void **state)
{
	const double cost_s[] = {2, 10};
	struct as_tree_stats old = {.n_levels = 2, .r_top = 8, .mean = 100}, new = old;
	struct as_blocked_pilot b = {.old = &old, .new = &new, .s_d2 = 0.002, .blocks = 8,
		.cost_s = cost_s};
	struct as_planning p;
	struct as_planned plan;
	struct as_err err;
	size_t want = 0;

	(void)state;
	old.level[0] = (struct as_tree_level){.repeated = true, .s2 = 4, .t2 = 4, .r_max = 10};
	old.level[1] = (struct as_tree_level){.repeated = true, .s2 = 9, .t2 = 9 - 0.4};
	new.mean = 50;
	new.level[0] = (struct as_tree_level){.repeated = true, .s2 = 9, .t2 = 9, .r_max = 10};
	new.level[1] = (struct as_tree_level){.repeated = true, .s2 = 7, .t2 = 7 - 0.9};
	assert_int_equal(as_planning_of_blocks(&b, AS_PLAN_KAPPA, &p, NULL), AS_OK);
	assert_near(p.t2[0], 4e-4 + 9.0 / 2500, 1e-14);
	assert_near(p.t2[1], 0.002 - 0.4e-4 - 0.9 / 2500, 1e-14);
	assert_near(p.floor2[1], 0.0005, 1e-14);
	assert_near(p.mean, 1, 0);
	assert_int_equal(p.r_max[0], 0);
	assert_int_equal(p.r_min[1], 6);
	assert_int_equal(p.df, 7);
	/* at the pilot's own counts a unit has S_d^2 */
	const size_t r[] = {10, 8};
	assert_near(as_unit_var(&p, r), 0.002, 1e-14);
	plan = for_target(&p, as_ratio_half_width(0.01));
	const struct as_learnt_width wanted = {.half_width = log(1.01), .confidence = 0.95, .df = 7};
	assert_int_equal(as_units_learnt(sqrt(plan.unit_var), &wanted, 6, &want), AS_OK);
	assert_int_equal(plan.r[1], want);
	b.blocks = 1;
	assert_int_equal(as_planning_of_blocks(&b, AS_PLAN_KAPPA, &p, &err), AS_ERR_DATA);
	assert_non_null(strstr(err.msg, "at least 2 complete rounds"));
	b.blocks = 8;
	new.mean = 0;
	assert_int_equal(as_planning_of_blocks(&b, AS_PLAN_KAPPA, &p, &err), AS_ERR_DATA);
	assert_non_null(strstr(err.msg, "must be positive"));
	b.s_d2 = (double)NAN;
	assert_int_equal(as_planning_of_blocks(&b, AS_PLAN_KAPPA, &p, NULL), AS_ERR_ARG);
}

/* Builds of both sides in each round; the executions were not repeated. */
static void blocks_of_three_levels_keep_single_what_was_single(void **state)
{
	const double cost_s[] = {1, 30, 600};
	struct as_tree_stats side = pilot();
	struct as_blocked_pilot b = {.old = &side, .new = &side, .s_d2 = 0.004, .blocks = 8,
		.cost_s = cost_s};
	struct as_planning p;

	(void)state;
	assert_int_equal(as_planning_of_blocks(&b, AS_PLAN_KAPPA, &p, NULL), AS_OK);
	assert_near(p.floor2[0], 0, 0);
	assert_near(p.floor2[1], 2 * 0.25 * 24 / 2500, 1e-14);
	assert_near(p.t2[2], 0.004 - 2 * 4.8 / 2500, 1e-12);
	assert_int_equal(p.r_max[1], 0);
	side.level[1] = (struct as_tree_level){.repeated = false, .r_max = 1};
	assert_int_equal(as_planning_of_blocks(&b, AS_PLAN_KAPPA, &p, NULL), AS_OK);
	assert_int_equal(p.r_max[1], 1);
	assert_int_equal(optimum(&p).r[1], 1);
}

/* F with 9 and 4 degrees of freedom: 0.5 % 0.1257, 99.5 % 21.139 */
static void a_dimensioning_is_stale_when_a_variance_has_moved(void **state)
{
	bool moved = true;

	(void)state;
	assert_int_equal(as_variance_moved(1, 4, 21.1, 9, &moved), AS_OK);
	assert_false(moved);
	assert_int_equal(as_variance_moved(1, 4, 21.2, 9, &moved), AS_OK);
	assert_true(moved);
	assert_int_equal(as_variance_moved(2, 4, 2 * 0.127, 9, &moved), AS_OK);
	assert_false(moved);
	assert_int_equal(as_variance_moved(2, 4, 2 * 0.124, 9, &moved), AS_OK);
	assert_true(moved);
	assert_int_equal(as_variance_moved(0, 4, 0, 9, &moved), AS_OK);
	assert_false(moved);
	assert_int_equal(as_variance_moved(0, 4, 1, 9, &moved), AS_OK);
	assert_true(moved);
	assert_int_equal(as_variance_moved(1, 10000000, 1, 10000000, &moved), AS_OK);
	assert_false(moved);
	moved = true;
	assert_int_equal(as_variance_moved(1, 0, 1, 9, &moved), AS_ERR_ARG);
	assert_int_equal(as_variance_moved((double)NAN, 4, 1, 9, &moved), AS_ERR_ARG);
	assert_int_equal(as_variance_moved(1, 4, -1, 9, &moved), AS_ERR_ARG);
	assert_true(moved);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_pilot_gives_floors_and_no_cap),
		cmocka_unit_test(a_level_the_pilot_did_not_repeat_stays_single),
		cmocka_unit_test(blocks_are_planned_on_the_log_scale),
		cmocka_unit_test(blocks_of_three_levels_keep_single_what_was_single),
		cmocka_unit_test(a_dimensioning_is_stale_when_a_variance_has_moved),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
