/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What units teach, plans from that, and when it no longer holds. */
#include "sample.h"

#include "analyse/plan/pilot.h"
#include "base/num.h"
#include "stat/dist/dist.h"

static const struct as_lesson both = {
	.metric = AS_METRIC_WALL, .from = 0, .to = 2, .role = AS_ROLE_MEASURED};
static const struct as_lesson first = {
	.metric = AS_METRIC_WALL, .from = 0, .to = 1, .role = AS_ROLE_MEASURED};

static void set_cost(struct as_subject *s, size_t e, double cost_s)
{
	struct as_packed *costs = &s->levels[AS_LEVEL_EXECUTION].units[AS_UNIT_COST];

	assert_true(as_packed_set_real(costs, e, cost_s));
}

static void one_command_teaches_its_mean_and_variance(void **state)
{
	const double v[] = {10, 12, 14, 16, 18};
	struct as_experiment *x = sample(1, 5, v);
	struct as_dimension d;

	(void)state;
	for (size_t e = 0; e < 5; e++)
		set_cost(&x->subjects[0], e, (double)e);
	assert_int_equal(as_learn(x, &first, &d, NULL), AS_OK);
	assert_int_equal(d.n_levels, 1);
	assert_int_equal(d.bottom, AS_LEVEL_EXECUTION);
	CHECK_NEAR(d.mean, 14, 1e-12);
	CHECK_NEAR(d.level[AS_LEVEL_EXECUTION].s2, 10, 1e-12);
	CHECK_NEAR(d.level[AS_LEVEL_EXECUTION].t2, 10, 1e-12);
	CHECK_NEAR(d.level[AS_LEVEL_EXECUTION].df, 4, 1e-12);
	CHECK_NEAR(d.level[AS_LEVEL_EXECUTION].cost_s, 2, 1e-12); /* the median */
	assert_int_equal(d.level[AS_LEVEL_EXECUTION].pilot, 5);
	as_experiment_free(x);
}

static void a_comparison_teaches_the_log_ratios_of_its_rounds(void **state)
{
	const double v[] = {10, 12, 14, 16, 18, 20, 20.4, 25.2, 27.2, 30.6, 42, 41};
	struct as_experiment *x = sample(2, 6, v);
	double mean = 0, s2 = 0;
	struct as_planning p;
	struct as_dimension d;

	(void)state;
	for (size_t i = 0; i < 6; i++)
		mean += log(v[6 + i] / v[i]) / 6;
	for (size_t i = 0; i < 6; i++)
		s2 += pow(log(v[6 + i] / v[i]) - mean, 2) / 5;
	for (size_t e = 0; e < 6; e++) {
		set_cost(&x->subjects[0], e, 1);
		set_cost(&x->subjects[1], e, 2);
	}
	assert_int_equal(as_learn(x, &both, &d, NULL), AS_OK);
	CHECK_NEAR(d.level[AS_LEVEL_EXECUTION].s2, s2, 1e-10);
	CHECK_NEAR(d.mean, 1, 1e-12);
	CHECK_NEAR(d.level[AS_LEVEL_EXECUTION].cost_s, 3, 1e-12); /* of a round */
	assert_int_equal(as_planning_of(&d, 0.25, &p, NULL), AS_OK);
	CHECK_NEAR(p.t2[0], s2, 1e-10);
	assert_int_equal(p.df, 5);
	as_experiment_free(x);
}

static void too_few_units_teach_nothing(void **state)
{
	const double v[] = {10, (double)NAN};
	struct as_experiment *x = sample(1, 2, v);
	struct as_dimension d;
	struct as_err err = {0};

	(void)state;
	assert_int_equal(as_learn(x, &first, &d, &err), AS_ERR_DATA);
	assert_string_equal(err.msg, "'a' has too few units to plan from; 2 are the least");
	as_experiment_free(x);
}

/* Three levels: iterations vary by 100, executions by 10, builds by 4, in the units' own variance. */
static struct as_dimension three(uint32_t iterations, uint32_t executions, uint32_t builds)
{
	struct as_dimension d = {.n_levels = 3, .mean = 50,
		.level = {{.t2 = 100, .cost_s = 1, .pilot = iterations},
			{.t2 = 10, .cost_s = 10, .pilot = executions},
			{.t2 = 4, .cost_s = 100, .pilot = builds}}};
	double units = builds, r1 = iterations, r2 = executions;

	d.level[0].s2 = 100;
	d.level[1].s2 = 10 + 100 / r1;
	d.level[2].s2 = 4 + d.level[1].s2 / r2;
	d.level[2].df = units - 1;
	d.level[1].df = units * (r2 - 1);
	d.level[0].df = units * r2 * (r1 - 1);
	return d;
}

static void a_plan_is_made_with_the_floor_of_a_pilot_and_without_caps(void **state)
{
	struct as_dimension d = three(20, 5, 6);
	struct as_planning p;

	(void)state;
	assert_int_equal(as_planning_of(&d, 0.5, &p, NULL), AS_OK);
	CHECK_NEAR(p.floor2[2], 0.5 * d.level[2].s2, 1e-12);
	CHECK_NEAR(p.floor2[1], 0.5 * d.level[1].s2, 1e-12);
	assert_true(as_same_double(p.floor2[0], 0));
	assert_int_equal(p.r_max[0], 0);
	assert_int_equal(p.r_max[1], 0);
	assert_int_equal(p.df, 5);
	d.level[0].pilot = 1; /* not repeated: its variation is in the level above */
	assert_int_equal(as_planning_of(&d, 0.5, &p, NULL), AS_OK);
	assert_int_equal(p.r_max[0], 1);
	assert_int_equal(as_planning_of(&d, (double)NAN, &p, NULL), AS_ERR_ARG);
}

static void other_counts_alone_move_nothing(void **state)
{
	static const uint32_t counts[][3] = {
		{20, 5, 6}, {2, 2, 40}, {1000, 2, 40}, {2, 100, 40}, {1000, 100, 1000}};
	struct as_dimension then = three(20, 5, 6);

	(void)state;
	for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
		struct as_dimension now = three(counts[i][0], counts[i][1], counts[i][2]);
		assert_false(as_has_moved(&then, &now, NULL));
		assert_false(as_has_moved(&now, &then, NULL));
	}
}

static void a_variance_beyond_the_quantiles_of_f_has_moved(void **state)
{
	struct as_dimension then = three(20, 5, 6), now = three(20, 5, 12);
	struct as_moved moved;
	double high = 0;

	(void)state;
	assert_int_equal(as_f_quantile(0.995, now.level[1].df, then.level[1].df, &high), AS_OK);
	now.level[1].s2 = then.level[1].s2 * high * 0.999;
	assert_false(as_has_moved(&then, &now, &moved));
	now.level[1].s2 = then.level[1].s2 * high * 1.001;
	assert_true(as_has_moved(&then, &now, &moved));
	assert_int_equal(moved.level, AS_LEVEL_EXECUTION);
	CHECK_NEAR(moved.ratio, high * 1.001, 1e-9);
}

static void a_level_that_was_not_repeated_tells_nothing(void **state)
{
	struct as_dimension then = three(20, 5, 6), now = three(20, 5, 6);

	(void)state;
	now.level[0].pilot = 1;
	now.level[0].s2 = now.level[0].t2 = now.level[0].df = 0;
	now.level[1].s2 = 10 + 100;
	now.level[1].t2 = 110;
	now.level[2].s2 = 4 + now.level[1].s2 / 5;
	assert_false(as_has_moved(&then, &now, NULL));
}

static void other_levels_have_moved(void **state)
{
	struct as_dimension then = three(20, 5, 6), now = three(20, 5, 6);
	struct as_moved moved;

	(void)state;
	now.n_levels = 2;
	assert_true(as_has_moved(&then, &now, &moved));
	assert_true(isnan(moved.ratio));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_command_teaches_its_mean_and_variance),
		cmocka_unit_test(a_comparison_teaches_the_log_ratios_of_its_rounds),
		cmocka_unit_test(too_few_units_teach_nothing),
		cmocka_unit_test(a_plan_is_made_with_the_floor_of_a_pilot_and_without_caps),
		cmocka_unit_test(other_counts_alone_move_nothing),
		cmocka_unit_test(a_variance_beyond_the_quantiles_of_f_has_moved),
		cmocka_unit_test(a_level_that_was_not_repeated_tells_nothing),
		cmocka_unit_test(other_levels_have_moved),
	};
	samples_of_means = true;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
