/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sample.h"

#include "analyse/result/analyse.h"
#include "stat/dist/dist.h"

enum { BUILDS = 4, ROUNDS = 5 };

/* Wall times of builds in rounds; builds differ by 2, executions by about 1. */
static const double times[BUILDS * ROUNDS] = {
	100.985, 98.427, 101.463, 101.159, 101.383, 101.045, 100.516, 99.683, 99.911, 101.726,
	99.36, 99.714, 99.217, 99.425, 99.635, 97.938, 97.387, 97.326, 97.064, 97.771,
};

/* A build and an execution cost the same, so that another one of either is as dear. */
static const double cost_s = 1.5;

static void add_build(struct as_experiment *x, size_t s, uint8_t ending, uint8_t role)
{
	const struct as_unit u = {.round = AS_NO_ROUND, .ending = ending, .role = role,
		.cost_s = cost_s};
	const struct as_build b = {.hash = NULL};

	assert_int_equal(as_subject_add_build(&x->subjects[s], &x->arena, &u, &b, NULL), AS_OK);
}

static void add_execution(struct as_experiment *x, size_t s, uint32_t build, uint32_t round,
	double wall)
{
	const struct as_unit u = {.parent = build, .round = round, .cost_s = cost_s};
	size_t e = 0;

	assert_int_equal(as_subject_add_unit(&x->subjects[s], AS_LEVEL_EXECUTION, &u, &e, NULL), AS_OK);
	assert_int_equal(as_subject_set(&x->subjects[s], AS_LEVEL_EXECUTION, e, AS_METRIC_WALL, wall,
				 NULL), AS_OK);
}

/* A subject with so many of the builds; its times are those above times `factor`. */
static void add_subject(struct as_experiment *x, const char *name, size_t builds, double factor)
{
	size_t s = x->n_subjects;

	assert_non_null(as_experiment_add_subject(x, name, name));
	for (size_t k = 0; k < builds; k++)
		add_build(x, s, AS_ENDED_OK, AS_ROLE_MEASURED);
	for (uint32_t j = 0; j < ROUNDS; j++)
		for (uint32_t k = 0; k < builds; k++)
			add_execution(x, s, k, j, factor * times[k * ROUNDS + j]);
}

/* Its first builds had an execution in a pilot. */
static void add_pilot(struct as_experiment *x, size_t s, uint32_t builds)
{
	for (uint32_t k = 0; k < builds; k++) {
		const struct as_unit u = {.parent = k, .cost_s = cost_s,
			.role = AS_ROLE_DIMENSIONING};
		size_t e = 0;

		assert_int_equal(as_subject_add_unit(&x->subjects[s], AS_LEVEL_EXECUTION, &u, &e,
					 NULL), AS_OK);
		assert_int_equal(as_subject_set(&x->subjects[s], AS_LEVEL_EXECUTION, e,
					 AS_METRIC_WALL, 100, NULL), AS_OK);
	}
}

static struct as_experiment *open_sample(enum as_builds_state state)
{
	struct as_experiment *x = as_experiment_new();

	assert_non_null(x);
	x->criterion = AS_METRIC_WALL;
	x->by_mean = true;
	x->plan = (struct as_plan){.confidence = 0.95, .tolerance = 0.01, .planned = ROUNDS,
		.done = ROUNDS, .stopping = AS_STOP_BUDGET, .builds = BUILDS, .builds_state = state};
	return x;
}

static void builds_are_crossed_with_rounds_and_have_an_impact(void **state)
{
	struct as_experiment *x = open_sample(AS_BUILDS_DIFFER);
	struct as_summary s;

	(void)state;
	add_subject(x, "a", BUILDS, 1);
	assert_int_equal(as_summarise(x, 0, AS_METRIC_WALL, &s, NULL), AS_OK);
	assert_int_equal(s.tree.n, 2);
	assert_int_equal(s.n_top, BUILDS);
	assert_int_equal(s.tree.v[1].level, AS_LEVEL_BUILD);
	/* Numbers of golden/23: S_V^2, MS_res, T_build^2. */
	CHECK_NEAR(s.tree.v[1].s2, 2.1859518766666706, 1e-10);
	CHECK_NEAR(s.tree.v[0].s2, 0.5806380083333303, 1e-10);
	CHECK_NEAR(s.tree.v[1].impact, sqrt(1 + 2.0698242750000047 / 0.5806380083333303), 1e-10);
	assert_true(s.tree.v[1].impact_lo > 1 && s.tree.v[1].impact_lo < s.tree.v[1].impact);
	assert_true(s.tree.v[1].impact_hi > s.tree.v[1].impact);
	assert_true(isnan(s.tree.v[0].impact) && isnan(s.tree.v[0].impact_hi));
	assert_true(s.tree.share_of_time > 0 && s.tree.share_of_time < 0.1);
	as_experiment_free(x);
}

/* The first two builds are alike, so that all four make the wider interval; of the first three it
 * is the other way round with their two degrees of freedom. */
static void builds_after_a_pilot_have_the_wider_of_two_intervals(void **state)
{
	static const struct {
		uint32_t pilot;
		enum as_interval_method method;
		double df;
	} cases[] = {
		{0, AS_INTERVAL_T, 3}, /* from an earlier dimensioning */
		{2, AS_INTERVAL_TWO_STAGE, 1},
		{3, AS_INTERVAL_TWO_STAGE, 2},
		{BUILDS, AS_INTERVAL_T, 3}, /* the pilot was enough, or their number was given */
	};
	double t_width = 0;

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct as_experiment *x = open_sample(AS_BUILDS_DIFFER);
		struct as_summary s;

		add_subject(x, "a", BUILDS, 1);
		add_pilot(x, 0, cases[i].pilot);
		assert_int_equal(as_summarise(x, 0, AS_METRIC_WALL, &s, NULL), AS_OK);
		assert_int_equal(s.n_top, BUILDS);
		assert_int_equal(s.method, cases[i].method);
		t_width = i ? t_width : s.half_width;
		assert_true(s.half_width >= t_width * (1 - 1e-12));
		if (s.half_width > t_width * (1 + 1e-12))
			assert_int_equal((int)s.df, (int)cases[i].df);
		as_experiment_free(x);
	}
}

static void a_comparison_of_builds_after_a_pilot_has_the_larger_p(void **state)
{
	(void)state;
	for (uint32_t pilot = 0; pilot <= BUILDS; pilot += BUILDS - 1) {
		struct as_experiment *x = open_sample(AS_BUILDS_DIFFER);
		struct as_comparison c;

		add_subject(x, "a", BUILDS, 1);
		add_subject(x, "b", BUILDS, 1.02);
		add_pilot(x, 0, pilot);
		add_pilot(x, 1, pilot);
		assert_int_equal(as_compare_subjects(x, AS_METRIC_WALL, &c, NULL), AS_OK);
		assert_int_equal(c.stages.two, pilot == BUILDS - 1);
		assert_true(c.p >= c.stages.p_single);
		assert_int_equal(c.lo > 1 || c.hi < 1, c.p <= 0.05);
		as_experiment_free(x);
	}
}

static void builds_in_place_are_build_or_time(void **state)
{
	struct as_experiment *x = open_sample(AS_BUILDS_IN_PLACE);
	struct as_summary s;

	(void)state;
	add_subject(x, "a", BUILDS, 1);
	assert_int_equal(as_summarise(x, 0, AS_METRIC_WALL, &s, NULL), AS_OK);
	assert_true(s.tree.build_or_time);
	assert_true(isnan(s.tree.share_of_time));
	assert_true(s.tree.v[1].impact > 1);
	as_experiment_free(x);
}

static void the_level_of_a_single_build_has_no_impact(void **state)
{
	struct as_experiment *x = open_sample(AS_BUILDS_DIFFER);
	struct as_summary s;

	(void)state;
	add_subject(x, "a", 1, 1);
	assert_int_equal(as_summarise(x, 0, AS_METRIC_WALL, &s, NULL), AS_OK);
	assert_int_equal(s.tree.n, 1);
	assert_true(isnan(s.tree.v[0].impact));
	as_experiment_free(x);
}

/* With a build as dear as an execution, and more luck in it: more builds, fewer executions. What 24
 * such units cost buys 8 builds of 2 executions. */
static void the_same_time_would_be_better_spent_on_builds(void **state)
{
	struct as_experiment *x = open_sample(AS_BUILDS_DIFFER);
	struct as_summary s;
	double t = 0, v1 = 2.0698242750000047 + 0.5806380083333303 / 2;

	(void)state;
	add_subject(x, "a", BUILDS, 1);
	assert_int_equal(as_summarise(x, 0, AS_METRIC_WALL, &s, NULL), AS_OK);
	assert_int_equal(s.next.same_time.counts[AS_LEVEL_BUILD], 8);
	assert_int_equal(s.next.same_time.counts[AS_LEVEL_EXECUTION], 2);
	assert_int_equal(s.next.same_time.counts[AS_LEVEL_ITERATION], 0);
	assert_int_equal(s.next.same_time.counts[AS_LEVEL_SESSION], 0);
	CHECK_NEAR(s.next.same_time.seconds, 24 * cost_s, 1e-12);
	/* of 8 units, known as well as by this experiment */
	assert_int_equal(as_t_factor(0.95, BUILDS - 1, &t), AS_OK);
	CHECK_NEAR(s.next.same_time.half_width, t * sqrt(v1 / 8) / s.mean, 1e-9);
	assert_true(s.next.same_time.half_width < s.half_width / s.mean);
	assert_int_equal(s.next.for_target.counts[AS_LEVEL_BUILD], 0);
	as_experiment_free(x);
}

static void a_missed_precision_says_what_would_reach_it(void **state)
{
	struct as_experiment *x = open_sample(AS_BUILDS_DIFFER);
	struct as_summary s;

	(void)state;
	x->plan.precision = 0.005;
	add_subject(x, "a", BUILDS, 1);
	assert_int_equal(as_summarise(x, 0, AS_METRIC_WALL, &s, NULL), AS_OK);
	assert_int_equal(s.next.for_target.counts[AS_LEVEL_EXECUTION], 2);
	assert_in_range(s.next.for_target.counts[AS_LEVEL_BUILD], 90, 105);
	assert_true(s.next.for_target.half_width <= 0.005);
	CHECK_NEAR(s.next.for_target.seconds,
		3 * cost_s * (double)s.next.for_target.counts[AS_LEVEL_BUILD], 1e-12);
	x->plan.precision = 0.05; /* it was reached */
	assert_int_equal(as_summarise(x, 0, AS_METRIC_WALL, &s, NULL), AS_OK);
	assert_int_equal(s.next.for_target.counts[AS_LEVEL_BUILD], 0);
	as_experiment_free(x);
}

/* The fewest builds of two executions whose interval is half of this one's. */
static void what_halves_the_interval_is_told_with_its_cost(void **state)
{
	struct as_experiment *x = open_sample(AS_BUILDS_DIFFER);
	double v1 = 2.0698242750000047 + 0.5806380083333303 / 2, t = 0;
	struct as_summary s;

	(void)state;
	add_subject(x, "a", BUILDS, 1);
	assert_int_equal(as_summarise(x, 0, AS_METRIC_WALL, &s, NULL), AS_OK);
	const size_t n = s.next.halved.counts[AS_LEVEL_BUILD];
	assert_int_equal(s.next.halved.counts[AS_LEVEL_EXECUTION], 2);
	assert_in_range(n, 2 * BUILDS, 5 * BUILDS);
	CHECK_NEAR(s.next.halved.half_width, s.half_width / s.mean / 2, 1e-12);
	CHECK_NEAR(s.next.halved.seconds, 3 * cost_s * (double)n, 1e-12);
	assert_int_equal(as_t_factor(0.95, BUILDS - 1, &t), AS_OK);
	assert_true(t * sqrt(v1 / (double)n) <= s.half_width / 2 * (1 + 1e-9));
	assert_true(t * sqrt(v1 / (double)(n - 1)) > s.half_width / 2);
	as_experiment_free(x);
}

static void nothing_is_advised_where_it_cannot_be_followed(void **state)
{
	struct as_experiment *x = open_sample(AS_BUILDS_DIFFER);
	struct as_summary s;

	(void)state;
	add_subject(x, "a", BUILDS, 1);
	assert_int_equal(as_summarise(x, 0, AS_METRIC_USER, &s, NULL), AS_OK);
	assert_int_equal(s.next.same_time.counts[AS_LEVEL_BUILD], 0);
	assert_int_equal(s.next.halved.counts[AS_LEVEL_BUILD], 0);
	add_subject(x, "b", BUILDS, 1); /* both share one plan */
	assert_int_equal(as_summarise(x, 0, AS_METRIC_WALL, &s, NULL), AS_OK);
	assert_int_equal(s.next.same_time.counts[AS_LEVEL_BUILD], 0);
	as_experiment_free(x);
}

/* 5 executions of 4 iterations; they differ a hundred times as much as the iterations. */
static struct as_experiment *open_iterating(void)
{
	struct as_experiment *x = open_sample(AS_BUILDS_NONE);

	assert_non_null(as_experiment_add_subject(x, "a", "a"));
	x->plan.builds = 0;
	x->plan.iterations = 4;
	x->criterion = AS_METRIC_TIME;
	for (uint32_t e = 0; e < 5; e++) {
		add_execution(x, 0, 0, e, 5.5e9);
		for (uint32_t i = 0; i < 4; i++) {
			assert_int_equal(as_subject_add_iteration(&x->subjects[0], AS_ROLE_MEASURED, 0,
						 NULL), AS_OK);
			assert_int_equal(as_subject_set(&x->subjects[0], AS_LEVEL_ITERATION, 4 * e + i,
						 AS_METRIC_TIME, 1e9 + 1e7 * e + 1e5 * i, NULL), AS_OK);
		}
	}
	return x;
}

static void iterations_of_a_program_that_makes_its_own_are_left_alone(void **state)
{
	struct as_experiment *x = open_iterating();
	struct as_summary s;

	(void)state;
	assert_int_equal(as_summarise(x, 0, AS_METRIC_TIME, &s, NULL), AS_OK);
	/* One iteration of 1 s and one start of 1.5 s an execution, where four were made. */
	assert_int_equal(s.next.same_time.counts[AS_LEVEL_ITERATION], 1);
	assert_int_equal(s.next.same_time.counts[AS_LEVEL_EXECUTION], 11);
	x->plan.iterations = 20; /* it was asked for these, and makes 4 */
	assert_int_equal(as_summarise(x, 0, AS_METRIC_TIME, &s, NULL), AS_OK);
	assert_int_equal(s.next.same_time.counts[AS_LEVEL_EXECUTION], 0);
	x->plan.precision = 0.001;
	assert_int_equal(as_summarise(x, 0, AS_METRIC_TIME, &s, NULL), AS_OK);
	assert_int_equal(s.next.for_target.counts[AS_LEVEL_ITERATION], 4);
	as_experiment_free(x);
}

static bool found(const struct as_findings *f, enum as_finding_id id)
{
	for (size_t i = 0; i < f->n; i++)
		if (f->v[i].id == (int)id)
			return true;
	return false;
}

/* Methods-blocks.md 10: neither by round nor by number of the build, in rounds or in place. */
static void builds_are_compared_by_their_means(void **state)
{
	(void)state;
	for (int i = 0; i < 2; i++) {
		struct as_experiment *x = open_sample(i ? AS_BUILDS_IN_PLACE : AS_BUILDS_DIFFER);
		struct as_comparison c;
		add_subject(x, "a", BUILDS, 1);
		add_subject(x, "b", BUILDS, 1.1);
		assert_int_equal(as_compare_subjects(x, AS_METRIC_WALL, &c, NULL), AS_OK);
		assert_int_equal(c.method, AS_COMPARE_WELCH);
		assert_true(c.of.builds);
		assert_int_equal(c.n, BUILDS);
		assert_int_equal(c.n_reference, BUILDS);
		CHECK_NEAR(c.ratio, 1.1, 1e-12);
		assert_int_equal(c.verdict, AS_VERDICT_SLOWER);
		assert_int_equal(c.findings.n, 0);
		as_experiment_free(x);
	}
}

static void two_builds_give_no_verdict_and_say_why(void **state)
{
	struct as_experiment *x = open_sample(AS_BUILDS_DIFFER);
	struct as_comparison c;

	(void)state;
	add_subject(x, "a", 2, 1);
	add_subject(x, "b", 2, 1.1);
	assert_int_equal(as_compare_subjects(x, AS_METRIC_WALL, &c, NULL), AS_OK);
	assert_int_equal(c.verdict, AS_VERDICT_NONE);
	assert_true(found(&c.findings, AS_FINDING_TOO_FEW_BUILDS));
	assert_true(c.ratio > 1);
	as_experiment_free(x);
}

static void a_lone_build_does_not_stand_for_others(void **state)
{
	struct as_experiment *x = open_sample(AS_BUILDS_DIFFER);
	struct as_comparison c;

	(void)state;
	add_subject(x, "a", BUILDS, 1);
	add_subject(x, "b", 1, 1.1);
	add_build(x, 1, AS_ENDED_FAILED, AS_ROLE_MEASURED);
	assert_int_equal(as_compare_subjects(x, AS_METRIC_WALL, &c, NULL), AS_OK);
	assert_int_equal(c.verdict, AS_VERDICT_NONE);
	assert_int_equal(c.method, AS_COMPARE_NONE);
	assert_true(found(&c.findings, AS_FINDING_ONE_BUILD));
	as_experiment_free(x);
}

static void one_of_identical_builds_stands_for_all(void **state)
{
	struct as_experiment *x = open_sample(AS_BUILDS_DIFFER);
	struct as_comparison c;

	(void)state;
	add_subject(x, "a", BUILDS, 1);
	add_subject(x, "b", 1, 1.1);
	add_build(x, 1, AS_ENDED_OK, AS_ROLE_SURPLUS);
	assert_int_equal(as_compare_subjects(x, AS_METRIC_WALL, &c, NULL), AS_OK);
	assert_int_equal(c.n, ROUNDS);
	assert_int_equal(c.n_reference, BUILDS);
	assert_int_equal(c.verdict, AS_VERDICT_SLOWER);
	as_experiment_free(x);
}

/* One build each, wanted or identical: executions are the units, and rounds are blocks. */
static void one_build_each_is_compared_by_executions(void **state)
{
	struct as_experiment *x = open_sample(AS_BUILDS_IDENTICAL);
	struct as_comparison c;

	(void)state;
	x->plan.builds = 1;
	add_subject(x, "a", 1, 1);
	add_subject(x, "b", 1, 1.1);
	assert_int_equal(as_compare_subjects(x, AS_METRIC_WALL, &c, NULL), AS_OK);
	assert_false(c.of.builds);
	assert_int_equal(c.n, ROUNDS);
	as_experiment_free(x);
}

static void builds_measured_one_command_after_the_other_get_no_verdict(void **state)
{
	struct as_experiment *x = open_sample(AS_BUILDS_DIFFER);
	struct as_comparison c;

	(void)state;
	x->plan.design = AS_DESIGN_SEQUENTIAL;
	add_subject(x, "a", BUILDS, 1);
	add_subject(x, "b", BUILDS, 1.1);
	assert_int_equal(as_compare_subjects(x, AS_METRIC_WALL, &c, NULL), AS_OK);
	assert_int_equal(c.verdict, AS_VERDICT_NONE);
	assert_true(found(&c.findings, AS_FINDING_SEQUENTIAL));
	as_experiment_free(x);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(builds_are_crossed_with_rounds_and_have_an_impact),
		cmocka_unit_test(builds_after_a_pilot_have_the_wider_of_two_intervals),
		cmocka_unit_test(a_comparison_of_builds_after_a_pilot_has_the_larger_p),
		cmocka_unit_test(builds_in_place_are_build_or_time),
		cmocka_unit_test(the_level_of_a_single_build_has_no_impact),
		cmocka_unit_test(the_same_time_would_be_better_spent_on_builds),
		cmocka_unit_test(a_missed_precision_says_what_would_reach_it),
		cmocka_unit_test(what_halves_the_interval_is_told_with_its_cost),
		cmocka_unit_test(nothing_is_advised_where_it_cannot_be_followed),
		cmocka_unit_test(iterations_of_a_program_that_makes_its_own_are_left_alone),
		cmocka_unit_test(builds_are_compared_by_their_means),
		cmocka_unit_test(two_builds_give_no_verdict_and_say_why),
		cmocka_unit_test(a_lone_build_does_not_stand_for_others),
		cmocka_unit_test(one_of_identical_builds_stands_for_all),
		cmocka_unit_test(one_build_each_is_compared_by_executions),
		cmocka_unit_test(builds_measured_one_command_after_the_other_get_no_verdict),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
