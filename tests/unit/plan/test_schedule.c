/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver.h"

static void a_count_that_was_given_is_carried_out(void **state)
{
	struct driven d = {.seed = 1, .mean_s = 0.01, .spread = 0.01};
	struct as_schedule_rule rule = plain();

	(void)state;
	rule.amount.runs = 12;
	driven_open(&d, &rule, 3, false);
	run_all(&d);
	assert_int_equal(measured(&d), 36);
	assert_int_equal(driven_count(&d, AS_STEP_EXECUTE, AS_ROLE_WARMUP), 3);
	assert_int_equal(d.x->plan.stopping, AS_STOP_FIXED);
	assert_int_equal(d.x->plan.outcome, AS_OUTCOME_COMPLETE);
	assert_int_equal(d.x->plan.done, 12);
	driven_close(&d);
}

static void two_stages_end_when_the_precision_is_reached(void **state)
{
	struct driven d = {.seed = 2, .mean_s = 0.02, .spread = 0.04};
	const struct as_schedule_rule rule = plain();

	(void)state;
	driven_open(&d, &rule, 2, false);
	run_all(&d);
	assert_int_equal(d.x->plan.stopping, AS_STOP_TWO_STAGE);
	assert_in_range(d.x->plan.stage1, 45, 55); /* what fits into a second */
	assert_true(d.x->plan.planned > d.x->plan.stage1);
	assert_int_equal(d.x->plan.done,
		d.x->plan.extended ? d.x->plan.extended : d.x->plan.planned);
	assert_int_equal(measured(&d), 2 * d.x->plan.done);
	driven_close(&d);
}

/* Nothing is in the plan but what follows from the units: however many are out at once. */
static void the_plan_does_not_depend_on_how_many_are_out(void **state)
{
	static const size_t ahead[] = {1, 2, 5, 12};
	static struct driven d[4];

	(void)state;
	for (uint64_t seed = 10; seed < 20; seed++) {
		for (size_t k = 0; k < 4; k++) {
			const struct as_schedule_rule rule = plain();
			d[k] = (struct driven){.seed = seed, .mean_s = 0.02, .spread = 0.03,
				.fails = 0.05, .ahead = ahead[k]};
			driven_open(&d[k], &rule, 2, false);
			run_all(&d[k]);
			assert_int_equal(d[k].n_log, d[0].n_log);
			for (size_t i = 0; i < d[0].n_log; i++)
				assert_memory_equal(&d[k].log[i].seed, &d[0].log[i].seed,
					sizeof d[0].log[i].seed);
			assert_int_equal(d[k].x->plan.planned, d[0].x->plan.planned);
		}
		for (size_t k = 0; k < 4; k++)
			driven_close(&d[k]);
	}
}

/* Every round begun is complete, or was repeated once. */
static void a_round_that_failed_is_run_once_more(void **state)
{
	(void)state;
	for (uint64_t seed = 30; seed < 60; seed++) {
		struct driven d = {.seed = seed, .mean_s = 0.01, .spread = 0.01, .fails = 0.04,
			.ahead = 12};
		struct as_schedule_rule rule = plain();
		uint8_t failed[100] = {0};
		size_t rounds = 0, n_failed = 0;

		rule.amount.runs = 20;
		driven_open(&d, &rule, 2, false);
		run_all(&d);
		for (size_t i = 0; i < d.n_log; i++) {
			if (d.log[i].kind != AS_STEP_EXECUTE || d.log[i].role != AS_ROLE_MEASURED)
				continue;
			rounds = d.log[i].round + 1 > rounds ? d.log[i].round + 1 : rounds;
			failed[d.log[i].round] |= driven_fails(&d, &d.log[i]);
		}
		for (size_t r = 0; r < rounds; r++)
			n_failed += failed[r];
		assert_int_equal(measured(&d), 2 * rounds);
		assert_int_equal(d.x->plan.done, rounds - n_failed);
		size_t first = 0;
		for (size_t r = 0; r < 20; r++)
			first += failed[r];
		assert_int_equal(rounds, 20 + first);
		driven_close(&d);
	}
}

/* A budget is passed by no more than a round, whose executions the last ones are. */
static void a_budget_is_passed_by_no_more_than_a_round(void **state)
{
	(void)state;
	for (uint64_t seed = 100; seed < 140; seed++) {
		struct driven d = {.seed = seed, .mean_s = 0.05, .spread = 0.2};
		const struct as_schedule_rule rule = plain();

		driven_open(&d, &rule, 2, false);
		d.x->plan.budget_explicit = true;
		d.x->plan.budget_ns = 3000000000 + (int64_t)seed * 20000000;
		run_all(&d);
		assert_true(d.now_s < (double)d.x->plan.budget_ns / 1e9 + 2 * 0.05 * 2);
		assert_int_equal(d.x->plan.outcome, AS_OUTCOME_BUDGET);
		assert_true(d.x->plan.wanted > d.x->plan.done);
		driven_close(&d);
	}
}

static void builds_that_differ_are_planned(void **state)
{
	struct driven d = {.seed = 7, .mean_s = 0.05, .spread = 0.01, .build_s = 1};
	const struct as_schedule_rule rule = plain();

	(void)state;
	driven_open(&d, &rule, 2, true);
	run_all(&d);
	assert_int_equal(d.x->plan.builds_state, AS_BUILDS_DIFFER);
	assert_true(d.x->plan.builds >= 10);
	assert_int_equal(driven_count(&d, AS_STEP_BUILD, 0), 2 * d.x->plan.builds);
	assert_int_equal(driven_count(&d, AS_STEP_EXECUTE, AS_ROLE_DIMENSIONING), 2 * 10 * 5);
	assert_int_equal(measured(&d), 2 * d.x->plan.builds * d.x->plan.planned);
	driven_close(&d);
}

static void builds_that_come_out_the_same_are_one(void **state)
{
	struct driven d = {.seed = 8, .mean_s = 0.05, .spread = 0.01, .build_s = 1,
		.identical = true};
	struct as_schedule_rule rule = plain();

	(void)state;
	rule.amount.runs = 6;
	driven_open(&d, &rule, 2, true);
	run_all(&d);
	assert_int_equal(d.x->plan.builds_state, AS_BUILDS_IDENTICAL);
	assert_int_equal(driven_count(&d, AS_STEP_BUILD, 0), 4);
	assert_int_equal(driven_count(&d, AS_STEP_MERGED, 0), 2);
	assert_int_equal(measured(&d), 12);
	driven_close(&d);
}

/* A second of the base tells for both. */
static void the_base_shows_that_builds_of_versions_come_out_the_same(void **state)
{
	struct driven d = {.seed = 8, .mean_s = 0.05, .spread = 0.01, .build_s = 1,
		.identical = true};
	struct as_schedule_rule rule = plain();

	(void)state;
	rule.compare = rule.measure_same = true;
	driven_open(&d, &rule, 2, true);
	run_all(&d);
	assert_int_equal(driven_count(&d, AS_STEP_BUILD, 0), 3);
	assert_int_equal(d.x->plan.builds, 1);
	assert_true(measured(&d) > 0);
	driven_close(&d);
}

static size_t builds_before_the_first_execution(const struct driven *d)
{
	size_t n = 0;

	while (n < d->n_log && d->log[n].kind != AS_STEP_EXECUTE)
		n++;
	return n;
}

static void a_command_is_tried_with_its_first_build_before_others_are_made(void **state)
{
	struct driven d = {.seed = 7, .mean_s = 0.05, .spread = 0.01, .build_s = 1};
	const struct as_schedule_rule rule = plain();

	(void)state;
	driven_open(&d, &rule, 2, true);
	run_all(&d);
	assert_in_range(builds_before_the_first_execution(&d), 2, 4); /* and set-up hooks */
	assert_int_equal(driven_count(&d, AS_STEP_EXECUTE, AS_ROLE_WARMUP), 20);
	driven_close(&d);
}

/* Twenty seconds for two commands, whatever the precision wants. */
static void without_a_budget_executions_take_no_longer_than_was_said(void **state)
{
	(void)state;
	for (uint64_t seed = 300; seed < 340; seed++) {
		struct driven d = {.seed = seed, .mean_s = 0.05, .spread = 0.08,
			.build_s = seed % 2 ? 3 : 0};
		const struct as_schedule_rule rule = plain();

		driven_open(&d, &rule, 2, seed % 2);
		run_all(&d);
		const double built_s = 3 * (double)driven_count(&d, AS_STEP_BUILD, 0);
		assert_true(d.now_s - built_s < 20.5 + (seed % 2 ? 2 : 0));
		driven_close(&d);
	}
}

/* However far from the target: all of the time is used, to the last round that fits. */
static void the_whole_budget_is_used_where_the_precision_cannot_be_reached(void **state)
{
	(void)state;
	for (uint64_t seed = 60; seed < 80; seed++) {
		struct driven d = {.seed = seed, .mean_s = 0.1, .spread = seed % 2 ? 0.7 : 0.1};
		const struct as_schedule_rule rule = plain();
		const bool given = seed % 4 < 2;

		driven_open(&d, &rule, 2, false);
		d.x->plan.budget_explicit = given;
		run_all(&d);
		assert_int_equal(d.x->plan.outcome, AS_OUTCOME_BUDGET);
		assert_true(d.x->plan.wanted > d.x->plan.done);
		assert_true(d.now_s > 19 && d.now_s < 21.5);
		assert_true(d.x->plan.done > d.x->plan.stage1);
		driven_close(&d);
	}
}

/* A difference that anybody sees ends after stage 1, whatever one percent would take. */
static void an_obvious_difference_ends_after_stage_1(void **state)
{
	(void)state;
	for (uint64_t seed = 80; seed < 100; seed++) {
		struct driven d = {.seed = seed, .mean_s = 0.2, .spread = 0.03, .slower = 2.6};
		struct as_schedule_rule rule = plain();

		rule.target_follows = true;
		driven_open(&d, &rule, 2, false);
		run_all(&d);
		assert_int_equal(d.x->plan.stage1, 12);
		assert_int_equal(d.x->plan.done, 12);
		assert_int_equal(d.x->plan.outcome, AS_OUTCOME_COMPLETE);
		assert_true(d.x->plan.precision > 0.0499 && d.x->plan.precision < 0.0501);
		driven_close(&d);
	}
}

static void a_precision_that_was_asked_for_does_not_follow_the_difference(void **state)
{
	struct driven d = {.seed = 80, .mean_s = 0.2, .spread = 0.03, .slower = 2.6};
	const struct as_schedule_rule rule = plain();

	(void)state;
	driven_open(&d, &rule, 2, false);
	run_all(&d);
	assert_true(d.x->plan.done > 12);
	assert_true(d.x->plan.precision > 0.0099 && d.x->plan.precision < 0.0101);
	driven_close(&d);
}

/* Where no difference shows, 1 % is wanted as ever. */
static void without_a_difference_the_target_stays_one_percent(void **state)
{
	struct driven d = {.seed = 81, .mean_s = 0.05, .spread = 0.02};
	struct as_schedule_rule rule = plain();

	(void)state;
	rule.target_follows = true;
	driven_open(&d, &rule, 2, false);
	run_all(&d);
	assert_true(d.x->plan.precision > 0.0099 && d.x->plan.precision < 0.0101);
	assert_int_equal(d.x->plan.outcome, AS_OUTCOME_COMPLETE);
	driven_close(&d);
}

/* One slow run in a short stage 1 must not ask for hundreds of rounds. */
static void a_slow_run_in_stage_1_does_not_stretch_the_plan(void **state)
{
	(void)state;
	for (uint64_t seed = 500; seed < 510; seed++) {
		struct driven d = {.seed = seed, .mean_s = 0.1, .spread = 0.01, .hiccup = 5};
		struct as_schedule_rule rule = plain();

		rule.amount.stage1 = 12;
		driven_open(&d, &rule, 2, false);
		run_all(&d);
		assert_in_range(d.x->plan.planned, 12, 60);
		driven_close(&d);
	}
}

static void no_stage_of_a_comparison_is_shorter_than_six_rounds(void **state)
{
	struct driven d = {.seed = 82, .mean_s = 0.05, .spread = 0.02};
	struct as_schedule_rule rule = plain();

	(void)state;
	rule.amount.stage1 = 3;
	driven_open(&d, &rule, 2, false);
	run_all(&d);
	assert_int_equal(d.x->plan.stage1, 6);
	driven_close(&d);
}

static void versions_that_are_the_same_are_not_measured(void **state)
{
	struct driven d = {.seed = 8, .mean_s = 0.05, .build_s = 1, .identical = true};
	struct as_schedule_rule rule = plain();

	(void)state;
	rule.compare = true;
	driven_open(&d, &rule, 2, true);
	run_all(&d);
	assert_true(as_schedule_found_same(d.s));
	assert_int_equal(driven_count(&d, AS_STEP_BUILD, 0), 2);
	assert_int_equal(measured(&d), 0);
	driven_close(&d);
}

/* Whoever tells the recorded times and units again gets the same steps: from any unit on the clock
 * may be another, as after an interruption. */
static void going_on_after_any_unit_gives_the_plan_of_before(void **state)
{
	static struct driven whole, again;

	(void)state;
	for (uint64_t seed = 200; seed < 210; seed++) {
		struct as_schedule_rule rule = plain();

		whole = (struct driven){.seed = seed, .mean_s = 0.05, .spread = 0.05,
			.build_s = 0.3, .fails = 0.03, .ahead = 12};
		driven_open(&whole, &rule, 2, seed % 2);
		whole.x->plan.budget_explicit = true;
		run_all(&whole);
		again = whole;
		again.n_log = again.n_out = 0;
		again.ahead = 1;
		again.now_s = 1e6; /* what its clock says does not count */
		again.n_told = whole.n_time;
		driven_open(&again, &rule, 2, seed % 2);
		again.x->plan.budget_explicit = true;
		run_all(&again);
		assert_int_equal(again.n_log, whole.n_log);
		for (size_t i = 0; i < whole.n_log; i++) {
			assert_int_equal(again.log[i].kind, whole.log[i].kind);
			assert_int_equal(again.log[i].order, whole.log[i].order);
			assert_int_equal(again.log[i].subject, whole.log[i].subject);
			assert_int_equal(again.log[i].build, whole.log[i].build);
		}
		assert_int_equal(again.x->plan.outcome, whole.x->plan.outcome);
		driven_close(&whole);
		driven_close(&again);
	}
}

static void a_stop_leaves_the_complete_rounds(void **state)
{
	struct driven d = {.seed = 3, .mean_s = 0.01, .spread = 0.01};
	struct as_schedule_rule rule = plain();

	(void)state;
	rule.amount.runs = 20;
	driven_open(&d, &rule, 2, false);
	while (measured(&d) < 11)
		assert_true(driven_step(&d));
	as_schedule_stop(d.s);
	assert_false(driven_step(&d));
	assert_int_equal(d.x->plan.outcome, AS_OUTCOME_STOPPED);
	assert_int_equal(d.x->plan.done, 5);
	driven_close(&d);
}

/* Whether or not it was asked what comes next. */
static void a_stop_counts_the_round_that_has_just_ended(void **state)
{
	struct driven d = {.seed = 3, .mean_s = 0.01, .spread = 0.01};
	struct as_schedule_rule rule = plain();

	(void)state;
	rule.amount.runs = 20;
	driven_open(&d, &rule, 2, false);
	while (measured(&d) < 2)
		assert_true(driven_step(&d));
	as_schedule_stop(d.s);
	assert_int_equal(d.x->plan.done, 1);
	driven_close(&d);
}

static void what_is_not_out_is_not_taken(void **state)
{
	struct driven d = {.seed = 3, .mean_s = 0.01};
	const struct as_schedule_rule rule = plain();
	struct as_unit_end end = {.step = {.kind = AS_STEP_EXECUTE, .order = 5}};

	(void)state;
	driven_open(&d, &rule, 2, false);
	assert_int_equal(as_schedule_take(d.s, &end, NULL), AS_ERR_ARG);
	assert_true(driven_step(&d));
	assert_int_equal(as_schedule_take(d.s, &end, NULL), AS_ERR_ARG);
	driven_close(&d);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_count_that_was_given_is_carried_out),
		cmocka_unit_test(two_stages_end_when_the_precision_is_reached),
		cmocka_unit_test(the_plan_does_not_depend_on_how_many_are_out),
		cmocka_unit_test(a_round_that_failed_is_run_once_more),
		cmocka_unit_test(a_budget_is_passed_by_no_more_than_a_round),
		cmocka_unit_test(builds_that_differ_are_planned),
		cmocka_unit_test(builds_that_come_out_the_same_are_one),
		cmocka_unit_test(the_base_shows_that_builds_of_versions_come_out_the_same),
		cmocka_unit_test(a_command_is_tried_with_its_first_build_before_others_are_made),
		cmocka_unit_test(without_a_budget_executions_take_no_longer_than_was_said),
		cmocka_unit_test(the_whole_budget_is_used_where_the_precision_cannot_be_reached),
		cmocka_unit_test(an_obvious_difference_ends_after_stage_1),
		cmocka_unit_test(a_precision_that_was_asked_for_does_not_follow_the_difference),
		cmocka_unit_test(without_a_difference_the_target_stays_one_percent),
		cmocka_unit_test(a_slow_run_in_stage_1_does_not_stretch_the_plan),
		cmocka_unit_test(no_stage_of_a_comparison_is_shorter_than_six_rounds),
		cmocka_unit_test(versions_that_are_the_same_are_not_measured),
		cmocka_unit_test(going_on_after_any_unit_gives_the_plan_of_before),
		cmocka_unit_test(a_stop_leaves_the_complete_rounds),
		cmocka_unit_test(a_stop_counts_the_round_that_has_just_ended),
		cmocka_unit_test(what_is_not_out_is_not_taken),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
