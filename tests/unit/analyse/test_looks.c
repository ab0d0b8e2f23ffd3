/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sample.h"

#include "analyse/result/analyse.h"
#include "analyse/gates/looks.h"
#include "stat/dist/dist.h"

/* Eight rounds of two programs that hardly differ. */
static const double alike[] = {100, 103, 98, 101, 99, 102, 97, 100, 101, 102, 99, 100, 98, 103, 99, 99};

static struct as_experiment *open_looks(void)
{
	struct as_experiment *x = sample(2, 8, alike);

	x->plan.decide = true;
	x->plan.first_look = 8;
	return x;
}

static void each_look_has_a_level_of_its_own(void **state)
{
	struct as_experiment *x = open_looks();
	struct as_comparison c;

	(void)state;
	CHECK_NEAR(as_look_confidence(&x->plan), 0.995, 1e-15);
	assert_int_equal(as_compare_subjects(x, AS_METRIC_WALL, &c, NULL), AS_OK);
	assert_int_equal(c.stages.look, AS_LOOK_FIRST);
	CHECK_NEAR(c.confidence, 0.995, 1e-15);
	double wide = log(c.hi / c.lo);
	x->plan.last_look = 8;
	CHECK_NEAR(as_look_confidence(&x->plan), 0.952, 1e-15);
	assert_int_equal(as_compare_subjects(x, AS_METRIC_WALL, &c, NULL), AS_OK);
	assert_int_equal(c.stages.look, AS_LOOK_LAST);
	assert_true(log(c.hi / c.lo) < wide);
	x->plan.decide = false;
	CHECK_NEAR(as_look_confidence(&x->plan), 0.95, 1e-15);
	assert_int_equal(as_compare_subjects(x, AS_METRIC_WALL, &c, NULL), AS_OK);
	assert_int_equal(c.stages.look, AS_LOOK_ONLY);
	as_experiment_free(x);
}

/* p of these is 0.016: found at 0.048, and not at 0.005. */
static void what_is_found_at_the_last_level_may_be_open_at_the_first(void **state)
{
	static const double apart[] = {100, 103, 98, 101, 99, 102, 97, 100,
		103, 102.9, 101, 105, 102, 107, 101, 103};
	struct as_experiment *x = sample(2, 8, apart);
	bool open = false;

	(void)state;
	x->plan.decide = true;
	x->plan.first_look = 8;
	assert_int_equal(as_is_open(x, AS_METRIC_WALL, NULL, 0, &open, NULL), AS_OK);
	assert_true(open);
	x->plan.last_look = 8;
	assert_int_equal(as_is_open(x, AS_METRIC_WALL, NULL, 0, &open, NULL), AS_OK);
	assert_false(open);
	as_experiment_free(x);
}

/* 2.4 % more, between 1.4 and 3.4 % at 0.005. */
static void a_gate_that_is_undecided_is_open_and_one_on_another_metric_is_not(void **state)
{
	static const double apart[] = {1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000,
		1030, 1018, 1026, 1022, 1031, 1017, 1024, 1024};
	struct as_experiment *x = sample(2, 8, apart);
	struct as_gate gate = {.text = "slower by 3%", .of_time = true, .more = true, .limit = 0.03};
	bool open = true;

	(void)state;
	x->plan.decide = true;
	x->plan.first_look = 8;
	assert_int_equal(as_is_open(x, AS_METRIC_WALL, NULL, 0, &open, NULL), AS_OK);
	assert_false(open);
	assert_int_equal(as_is_open(x, AS_METRIC_WALL, &gate, 1, &open, NULL), AS_OK);
	assert_true(open);
	gate.limit = 0.01;
	assert_int_equal(as_is_open(x, AS_METRIC_WALL, &gate, 1, &open, NULL), AS_OK);
	assert_false(open);
	gate = (struct as_gate){.metric = "peak_memory", .more = true, .limit = 0.03};
	assert_int_equal(as_is_open(x, AS_METRIC_WALL, &gate, 1, &open, NULL), AS_OK);
	assert_false(open);
	as_experiment_free(x);
}

static void the_distance_found_does_not_decide_how_many_rounds_there_are(void **state)
{
	double shifted[16];
	struct as_experiment *x = open_looks(), *y;

	(void)state;
	for (size_t i = 0; i < 16; i++)
		shifted[i] = alike[i] * (i < 8 ? 1 : 1.012);
	y = sample(2, 8, shifted);
	y->plan.decide = true;
	y->plan.first_look = 8;
	x->plan.tolerance = y->plan.tolerance = 0.008;
	size_t rounds = as_rounds_to_decide(x, AS_METRIC_WALL);
	assert_true(rounds > 16);
	assert_int_equal(as_rounds_to_decide(y, AS_METRIC_WALL), rounds);
	x->plan.tolerance = 0.004; /* half of it: four times as many, rounded up */
	assert_in_range(as_rounds_to_decide(x, AS_METRIC_WALL), 4 * rounds - 5, 4 * rounds + 1);
	x->plan.tolerance = 0.5;
	assert_int_equal(as_rounds_to_decide(x, AS_METRIC_WALL), 16);
	x->plan.tolerance = 0;
	assert_true(as_rounds_to_decide(x, AS_METRIC_WALL) == SIZE_MAX);
	as_experiment_free(x);
	as_experiment_free(y);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_look_has_a_level_of_its_own),
		cmocka_unit_test(what_is_found_at_the_last_level_may_be_open_at_the_first),
		cmocka_unit_test(a_gate_that_is_undecided_is_open_and_one_on_another_metric_is_not),
		cmocka_unit_test(the_distance_found_does_not_decide_how_many_rounds_there_are),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
