/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Impact factors by drawing, of the levels of an experiment. */
#include "sample.h"

#include "analyse/result/analyse.h"
#include "analyse/diagnose/level_impact.h"
#include "analyse/diagnose/modality.h"
#include "analyse/diagnose/steady_state.h"
#include "analyse/result/question.h"
#include "stat/dist/random.h"

/* Builds, executions of each and iterations of each, and by how much each level varies. */
struct shape {
	uint32_t builds, executions, iterations;
	double sd[3];   /* of iterations, executions, builds */
	double uneven;  /* iterations of odd executions vary by so much more */
};

static void add_unit(struct as_subject *s, enum as_level_index level, uint32_t parent,
	uint32_t round)
{
	const struct as_unit u = {.parent = parent, .round = round};
	size_t at = 0;

	assert_int_equal(as_subject_add_unit(s, level, &u, &at, NULL), AS_OK);
}

static void add_execution(struct as_subject *s, const struct shape *shape, uint32_t build,
	uint32_t round, double level, struct as_random *r)
{
	double sd = shape->sd[0] * (round % 2 ? shape->uneven : 1);

	add_unit(s, AS_LEVEL_EXECUTION, build, round);
	for (uint32_t i = 0; i < shape->iterations; i++) {
		size_t at = s->levels[AS_LEVEL_ITERATION].n;
		assert_int_equal(as_subject_add_iteration(s, AS_ROLE_MEASURED, 0, NULL), AS_OK);
		assert_int_equal(as_subject_set(s, AS_LEVEL_ITERATION, at, AS_METRIC_TIME,
			level + sd * as_random_normal(r), NULL), AS_OK);
	}
}

static struct as_experiment *open_shape(const struct shape *shape)
{
	struct as_experiment *x = as_experiment_new();
	struct as_subject *s = x ? as_experiment_add_subject(x, "a", "a") : NULL;
	struct as_random r;

	assert_non_null(s);
	x->criterion = AS_METRIC_TIME;
	x->plan = (struct as_plan){.confidence = 0.95, .seed = 7, .builds = shape->builds,
		.builds_state = shape->builds > 1 ? AS_BUILDS_DIFFER : AS_BUILDS_NONE};
	as_random_init(&r, 3, AS_RANDOM_TEST, 0);
	for (uint32_t b = 0; b < shape->builds; b++) {
		double of_build = 1e6 + shape->sd[2] * as_random_normal(&r);
		if (shape->builds > 1)
			add_unit(s, AS_LEVEL_BUILD, 0, AS_NO_ROUND);
		for (uint32_t j = 0; j < shape->executions; j++)
			add_execution(s, shape, b, j, of_build + shape->sd[1] * as_random_normal(&r), &r);
	}
	return x;
}

static struct as_summary drawn(const struct shape *shape)
{
	struct as_experiment *x = open_shape(shape);
	struct as_summary y;

	assert_int_equal(as_summarise(x, 0, AS_METRIC_TIME, &y, NULL), AS_OK);
	assert_int_equal(y.tree.v[y.tree.n - 1].drawn.draws, 0);
	assert_int_equal(as_draw_impact(x, &y, NULL, NULL), AS_OK);
	as_experiment_free(x);
	return y;
}

/* By drawing and in closed form the factors have the same limit. */
static void every_pair_of_levels_has_a_factor_near_the_closed_form(void **state)
{
	const struct shape shape = {20, 12, 20, {100, 150, 200}, 1};
	struct as_summary y = drawn(&shape);

	(void)state;
	assert_int_equal(y.tree.n, 3);
	assert_int_equal(y.tree.v[0].drawn.draws, 0);
	for (size_t i = 1; i < 3; i++) {
		const struct as_summary_draws *d = &y.tree.v[i].drawn;
		assert_int_equal(d->draws, 10000);
		CHECK_NEAR(d->factor, y.tree.v[i].impact, 0.15 * y.tree.v[i].impact);
		CHECK_NEAR(d->transformed, 1, 0.05);
		assert_int_equal(d->influence, AS_INFLUENCE_ADDITIVE);
	}
	assert_int_equal(y.tree.v[1].drawn.c, 9);  /* of 12 executions in one build */
	assert_int_equal(y.tree.v[2].drawn.c, 11); /* of 12 executions, one less */
}

static void the_same_experiment_gives_the_same_factors(void **state)
{
	const struct shape shape = {4, 8, 20, {100, 150, 200}, 1};
	struct as_summary a = drawn(&shape), b = drawn(&shape);

	(void)state;
	for (size_t i = 0; i < 3; i++)
		assert_memory_equal(&a.tree.v[i].drawn, &b.tree.v[i].drawn,
			sizeof a.tree.v[i].drawn);
}

static void executions_that_differ_in_spread_are_not_just_shifted(void **state)
{
	const struct shape shape = {1, 20, 40, {100, 100, 0}, 10};
	struct as_summary y = drawn(&shape);

	(void)state;
	assert_int_equal(y.tree.n, 2);
	assert_true(y.tree.v[1].drawn.transformed > 1.05);
	assert_true(y.tree.v[1].drawn.influence == AS_INFLUENCE_PARTLY ||
		y.tree.v[1].drawn.influence == AS_INFLUENCE_OTHER);
}

static void two_executions_tell_nothing_of_the_model(void **state)
{
	const struct shape shape = {1, 2, 40, {100, 100, 0}, 1};
	struct as_summary y = drawn(&shape);

	(void)state;
	assert_int_equal(y.tree.v[1].drawn.draws, 0);
	assert_int_equal(y.tree.v[1].drawn.influence, AS_INFLUENCE_UNKNOWN);
}

/* One iteration in each execution: that level is merged, and builds stand against executions. */
static void a_level_that_was_not_repeated_is_passed_over(void **state)
{
	const struct shape shape = {12, 8, 1, {0, 100, 300}, 1};
	struct as_summary y = drawn(&shape);

	(void)state;
	assert_int_equal(y.tree.n, 3);
	assert_int_equal(y.tree.v[1].drawn.draws, 0);
	assert_int_equal(y.tree.v[2].drawn.draws, 10000);
	CHECK_NEAR(y.tree.v[2].drawn.factor, sqrt(1 + 9.0), 0.8);
}

/* 300 executions of 300 iterations: 225 values a draw, and as many values in all as usual. */
static void many_values_in_a_draw_take_fewer_draws(void **state)
{
	const struct shape shape = {1, 300, 300, {100, 100, 0}, 1};
	struct as_summary y = drawn(&shape);

	(void)state;
	assert_int_equal(y.tree.v[1].drawn.c, 225);
	assert_int_equal(y.tree.v[1].drawn.draws, 1200000 / 225);
	CHECK_NEAR(y.tree.v[1].drawn.factor, y.tree.v[1].impact, 0.02);
}

/* Times with fractions have to be sorted to find the step of the clock, and what comes after wants
 * them as they came: in ascending order every iteration would depend on the one before. */
static void what_is_looked_at_in_one_view_is_what_each_sees_alone(void **state)
{
	const struct shape shape = {1, 8, 200, {100, 150, 0}, 1};
	struct as_experiment *x = open_shape(&shape);
	struct as_analysis a;
	struct as_summary y;

	(void)state;
	assert_int_equal(as_analyse_closely(x, AS_METRIC_TIME, &a, NULL), AS_OK);
	assert_int_equal(as_summarise(x, 0, AS_METRIC_TIME, &y, NULL), AS_OK);
	assert_int_equal(as_draw_impact(x, &y, NULL, NULL), AS_OK);
	assert_int_equal(as_look_at_shape(x, &y, NULL), AS_OK);
	assert_int_equal(as_look_at_time(x, &y, NULL), AS_OK);
	const struct as_summary *all = &a.summaries[0];
	const struct as_dependence *one = &all->steadiness.dependence;
	assert_float_equal(all->tree.v[1].drawn.factor, y.tree.v[1].drawn.factor, 0);
	assert_float_equal(all->shape.clock.step, y.shape.clock.step, 0);
	assert_int_equal(all->steadiness.state.warmup, y.steadiness.state.warmup);
	assert_int_equal(one->executions, 8);
	assert_int_equal(one->rejected, y.steadiness.dependence.rejected);
	assert_float_equal(one->lag1, y.steadiness.dependence.lag1, 0);
	assert_true(y.tree.v[1].drawn.draws > 0 && y.steadiness.state.executions > 0);
	as_analysis_release(&a);
	as_experiment_free(x);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_pair_of_levels_has_a_factor_near_the_closed_form),
		cmocka_unit_test(the_same_experiment_gives_the_same_factors),
		cmocka_unit_test(executions_that_differ_in_spread_are_not_just_shifted),
		cmocka_unit_test(two_executions_tell_nothing_of_the_model),
		cmocka_unit_test(a_level_that_was_not_repeated_is_passed_over),
		cmocka_unit_test(many_values_in_a_draw_take_fewer_draws),
		cmocka_unit_test(what_is_looked_at_in_one_view_is_what_each_sees_alone),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
