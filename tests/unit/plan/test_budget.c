/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Budgets, where builds take most of them. */
#include "driver.h"

static void open_with_budget(struct driven *d, const struct as_schedule_rule *rule, double s)
{
	driven_open(d, rule, 2, true);
	d->x->plan.budget_explicit = true;
	d->x->plan.budget_ns = (int64_t)(s * 1e9);
}

/* Builds of 12 s each in 60 s, as of a real project on a busy machine. */
static void a_budget_that_does_not_pay_for_builds_is_spent_on_one_of_each(void **state)
{
	struct driven d = {.seed = 9, .mean_s = 0.02, .spread = 0.05, .build_s = 12};
	struct as_schedule_rule rule = plain();

	(void)state;
	rule.compare = true;
	open_with_budget(&d, &rule, 60);
	run_all(&d);
	assert_int_equal(driven_count(&d, AS_STEP_BUILD, 0), 3);
	assert_int_equal(driven_count(&d, AS_STEP_ASK, 0), 1);
	assert_int_equal(d.x->plan.builds, 1);
	assert_true(measured(&d) > 100);
	assert_true(d.now_s < 60 + 12 + 0.1);
	driven_close(&d);
}

static void a_budget_that_a_second_build_does_not_fit_into_has_no_second(void **state)
{
	struct driven d = {.seed = 9, .mean_s = 0.02, .spread = 0.05, .build_s = 25};
	const struct as_schedule_rule rule = plain();

	(void)state;
	open_with_budget(&d, &rule, 60);
	run_all(&d);
	assert_int_equal(driven_count(&d, AS_STEP_BUILD, 0), 2);
	assert_int_equal(driven_count(&d, AS_STEP_MERGED, 0), 0);
	assert_true(d.now_s < 60.1);
	driven_close(&d);
}

/* The least that would do, of which more is allowed than the 60 s that were given. */
static double least_budget(bool compiled_once)
{
	struct driven d = {.seed = 9, .mean_s = 0.02, .spread = 0.05, .build_s = 25,
		.again_s = compiled_once ? 2.5 : 25, .allows = true};
	struct as_schedule_rule rule = plain();

	rule.compiled_once = compiled_once;
	open_with_budget(&d, &rule, 60);
	run_all(&d);
	const double s = (double)d.x->plan.budget_ns / 1e9;
	assert_true(d.now_s < s + 3);
	driven_close(&d);
	return s;
}

/* Two builds of 25 s are there. A second may be as dear; those after it are a tenth of it where their
 * objects are there by then. */
static void the_least_budget_knows_that_files_are_compiled_once(void **state)
{
	const double once_s = least_budget(true), each_s = least_budget(false);

	(void)state;
	assert_true(once_s >= 50 + 25 + 8 * 2.5 && once_s < 50 + 25 + 8 * 2.5 + 10);
	assert_true(each_s >= 50 + 8 * 25 && each_s < 50 + 8 * 25 + 10);
}

/* One build in flight may take all of the time that was left: what tells nothing helps nobody. */
static void a_budget_that_builds_have_taken_leaves_rounds_that_take_next_to_nothing(void **state)
{
	struct driven d = {.seed = 9, .mean_s = 0.02, .spread = 0.05, .build_s = 40};
	const struct as_schedule_rule rule = plain();

	(void)state;
	open_with_budget(&d, &rule, 60);
	run_all(&d);
	assert_int_equal(d.x->plan.done, 12);
	assert_int_equal(d.x->plan.outcome, AS_OUTCOME_BUDGET);
	driven_close(&d);
}

/* The machine has got other work after the second build. */
static void a_budget_that_slower_builds_eat_up_is_spent_on_one_of_each(void **state)
{
	struct driven d = {.seed = 9, .mean_s = 0.02, .spread = 0.05, .build_s = 2,
		.late = 2, .late_s = 15};
	const struct as_schedule_rule rule = plain();

	(void)state;
	open_with_budget(&d, &rule, 60);
	run_all(&d);
	assert_int_equal(driven_count(&d, AS_STEP_BUILD, 0), 6);
	assert_int_equal(driven_count(&d, AS_STEP_ASK, 0), 1);
	assert_int_equal(d.x->plan.builds, 1);
	assert_true(measured(&d) > 100);
	assert_true(d.now_s < 60.1);
	driven_close(&d);
}

/* ... and after those that a plan is made from. */
static void slower_builds_beyond_those_of_the_pilot_end_with_the_budget(void **state)
{
	struct driven d = {.seed = 9, .mean_s = 0.02, .spread = 0.3, .build_s = 0.5,
		.late = 7, .late_s = 20};
	const struct as_schedule_rule rule = plain();

	(void)state;
	open_with_budget(&d, &rule, 60);
	run_all(&d);
	assert_true(d.x->plan.builds >= 7);
	assert_in_range(driven_count(&d, AS_STEP_BUILD, 0), 14, 20);
	assert_true(d.now_s < 60 + 2 * 20);
	driven_close(&d);
}

static void builds_that_cost_little_again_are_made_within_the_budget(void **state)
{
	struct driven d = {.seed = 9, .mean_s = 0.02, .spread = 0.05, .build_s = 12,
		.again_s = 0.3};
	struct as_schedule_rule rule = plain();

	(void)state;
	rule.compare = true;
	open_with_budget(&d, &rule, 60);
	run_all(&d);
	assert_int_equal(driven_count(&d, AS_STEP_ASK, 0), 0);
	assert_true(d.x->plan.builds >= 10);
	assert_true(d.now_s < 60 + 1);
	driven_close(&d);
}

static void who_is_asked_may_allow_what_several_builds_take(void **state)
{
	struct driven d = {.seed = 9, .mean_s = 0.02, .spread = 0.05, .build_s = 12,
		.allows = true};
	struct as_schedule_rule rule = plain();

	(void)state;
	rule.compare = true;
	open_with_budget(&d, &rule, 60);
	run_all(&d);
	assert_int_equal(driven_count(&d, AS_STEP_ASK, 0), 1);
	assert_int_equal(d.x->plan.builds, 5);
	assert_int_equal(d.x->plan.builds_state, AS_BUILDS_DIFFER);
	assert_true(d.now_s < (double)d.x->plan.budget_ns / 1e9 + 1);
	driven_close(&d);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_budget_that_does_not_pay_for_builds_is_spent_on_one_of_each),
		cmocka_unit_test(a_budget_that_a_second_build_does_not_fit_into_has_no_second),
		cmocka_unit_test(the_least_budget_knows_that_files_are_compiled_once),
		cmocka_unit_test(a_budget_that_builds_have_taken_leaves_rounds_that_take_next_to_nothing),
		cmocka_unit_test(a_budget_that_slower_builds_eat_up_is_spent_on_one_of_each),
		cmocka_unit_test(slower_builds_beyond_those_of_the_pilot_end_with_the_budget),
		cmocka_unit_test(builds_that_cost_little_again_are_made_within_the_budget),
		cmocka_unit_test(who_is_asked_may_allow_what_several_builds_take),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
