/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "analyse/diagnose/around_explain.h"
#include "analyse/diagnose/factors/factor_effects.h"
#include "analyse/result/analyse.h"
#include "sample.h"
#include "stat/dist/random.h"

enum { N = 40 };

static void put(struct as_packed *column, size_t i, uint64_t v)
{
	assert_true(as_packed_set(column, i, v));
}

/* n executions of 100 ms, 1 % about it; all that is planted is added by the tests. */
static struct as_experiment *quiet(uint64_t seed, size_t subjects, size_t n)
{
	double v[4 * N];
	struct as_random r;

	as_random_init(&r, seed, AS_RANDOM_TEST, 0);
	for (size_t i = 0; i < subjects * n; i++)
		v[i] = 1e8 * (1 + 0.01 * as_random_normal(&r));
	struct as_experiment *x = sample(subjects, n, v);
	x->plan.confidence = 0.95;
	x->plan.seed = seed;
	for (size_t s = 0; s < subjects; s++)
		for (size_t e = 0; e < n; e++) {
			struct as_level *l = &x->subjects[s].levels[AS_LEVEL_EXECUTION];
			put(&l->units[AS_UNIT_STARTED], e,
				(uint64_t)(1000000000000 + (int64_t)(e * subjects + s) * 110000000));
			put(&l->units[AS_UNIT_SEED], e, seed * 1000 + e * subjects + s);
		}
	return x;
}

static void set(struct as_experiment *x, size_t subject, size_t e, size_t metric, double value)
{
	assert_int_equal(as_subject_set(&x->subjects[subject], AS_LEVEL_EXECUTION, e, metric, value, NULL),
		AS_OK);
}

static double wall(const struct as_experiment *x, size_t subject, size_t e)
{
	return as_column_at(as_subject_column(&x->subjects[subject], AS_LEVEL_EXECUTION, AS_METRIC_WALL), e);
}

/* Others use a little, in ticks, of all executions. */
static void others(struct as_experiment *x, size_t subject, size_t n)
{
	for (size_t e = 0; e < n; e++) {
		set(x, subject, e, AS_METRIC_OTHERS_CPU, e % 3 ? 0 : 0.1);
		set(x, subject, e, AS_METRIC_LOAD, 0.2);
	}
}

static struct as_outlier_report around(const struct as_experiment *x)
{
	struct as_surrounds all;
	struct as_outlier_report r;

	assert_int_equal(as_surrounds_open(x, &all, NULL), AS_OK);
	assert_int_equal(as_analyse_around(&all, 0, AS_METRIC_WALL, &r, NULL), AS_OK);
	as_surrounds_close(&all);
	return r;
}

static void slow_executions_beside_others_are_explained_by_them(void **state)
{
	struct as_experiment *x = quiet(1, 1, N);

	(void)state;
	others(x, 0, N);
	for (size_t e = 5; e < 25; e += 5) /* 4 slow ones, 3 of them beside others */
		set(x, 0, e, AS_METRIC_WALL, 1.5 * wall(x, 0, e));
	for (size_t e = 5; e < 20; e += 5)
		set(x, 0, e, AS_METRIC_OTHERS_CPU, 0.9);
	struct as_outlier_report r = around(x);
	assert_int_equal(r.n, N);
	assert_int_equal(r.known, N);
	assert_int_equal(r.slow, 4);
	assert_int_equal(r.fast, 0);
	assert_int_equal(r.explained, 3);
	assert_int_equal(r.n_sources, 2);
	assert_int_equal(r.source[0].metric, AS_METRIC_OTHERS_CPU);
	assert_int_equal(r.source[0].slow, 3);
	assert_int_equal(r.source[0].rest, 0);
	CHECK_NEAR(r.source[0].there, 0.9, 1e-12);
	assert_int_equal(r.source[1].slow, 0);
	assert_true(r.slow_least > 1.4e8 && r.slow_most < 1.6e8);
	as_experiment_free(x);
}

static void clean_data_name_nothing(void **state)
{
	(void)state;
	for (uint64_t seed = 1; seed <= 20; seed++) {
		struct as_experiment *x = quiet(seed, 1, N);
		others(x, 0, N);
		struct as_outlier_report r = around(x);
		assert_int_equal(r.slow + r.fast, 0);
		assert_int_equal(r.explained, 0);
		as_experiment_free(x);
	}
}

static void a_tick_more_explains_nothing(void **state)
{
	struct as_experiment *x = quiet(2, 1, N);

	(void)state;
	for (size_t e = 0; e < N; e++)
		set(x, 0, e, AS_METRIC_OTHERS_CPU, 0); /* its usual distance from the median is 0 */
	set(x, 0, 7, AS_METRIC_WALL, 2e8);
	set(x, 0, 7, AS_METRIC_OTHERS_CPU, 0.1);
	struct as_outlier_report r = around(x);
	assert_int_equal(r.slow, 1);
	assert_int_equal(r.explained, 0);
	set(x, 0, 7, AS_METRIC_OTHERS_CPU, 0.2);
	assert_int_equal(around(x).explained, 1);
	as_experiment_free(x);
}

static void without_readings_nothing_explains_them(void **state)
{
	struct as_experiment *x = quiet(3, 1, N);

	(void)state;
	set(x, 0, 7, AS_METRIC_WALL, 2e8);
	struct as_outlier_report r = around(x);
	assert_int_equal(r.slow, 1);
	assert_int_equal(r.n_sources, 0);
	assert_int_equal(r.slow_known, 0);
	as_experiment_free(x);
}

static void a_slow_clock_explains_by_its_low_frequency(void **state)
{
	struct as_experiment *x = quiet(4, 1, N);

	(void)state;
	for (size_t e = 0; e < N; e++)
		set(x, 0, e, AS_METRIC_FREQUENCY_AFTER, 3e9 + 1e6 * (double)(e % 5));
	set(x, 0, 3, AS_METRIC_WALL, 3e8);
	set(x, 0, 3, AS_METRIC_FREQUENCY_AFTER, 1e9);
	set(x, 0, 9, AS_METRIC_FREQUENCY_AFTER, 4e9); /* higher is no reason */
	struct as_outlier_report r = around(x);
	assert_int_equal(r.explained, 1);
	assert_int_equal(r.source[0].slow, 1);
	assert_int_equal(r.source[0].rest, 0);
	as_experiment_free(x);
}

/* Short executions: the last of a window has its reading, whoever's it is. */
static void executions_have_the_reading_of_their_window(void **state)
{
	struct as_experiment *x = quiet(5, 2, N);

	(void)state;
	for (size_t s = 0; s < 2; s++) /* 1 ms each instead */
		for (size_t e = 0; e < N; e++)
			put(&x->subjects[s].levels[AS_LEVEL_EXECUTION].units[AS_UNIT_STARTED], e,
				(uint64_t)(1000000000000 + (int64_t)(e * 2 + s) * 1000000));
	for (size_t e = 9; e < N; e += 10)
		set(x, 1, e, AS_METRIC_OTHERS_CPU, e == 19 ? 1 : 0); /* of b; a is in the same windows */
	set(x, 0, 15, AS_METRIC_WALL, 3e8);
	struct as_outlier_report r = around(x);
	assert_int_equal(r.known, N);
	assert_int_equal(r.slow, 1);
	assert_int_equal(r.explained, 1);
	assert_int_equal(r.source[0].rest, 9);
	as_experiment_free(x);
}

static void too_few_executions_are_never_far_out(void **state)
{
	struct as_experiment *x = quiet(6, 1, 5);

	(void)state;
	set(x, 0, 2, AS_METRIC_WALL, 9e8);
	assert_int_equal(around(x).slow, 0);
	as_experiment_free(x);
}

static struct as_factors factors(const struct as_experiment *x, size_t subject)
{
	struct as_surrounds all;
	struct as_summary y;
	struct as_factors f;

	assert_int_equal(as_summarise(x, subject, AS_METRIC_WALL, &y, NULL), AS_OK);
	assert_int_equal(as_surrounds_open(x, &all, NULL), AS_OK);
	assert_int_equal(as_analyse_factors(&all, &y, &f, NULL), AS_OK);
	as_surrounds_close(&all);
	return f;
}

static const struct as_factor *factor(const struct as_factors *f, enum as_factor_id id, size_t metric)
{
	for (size_t i = 0; i < f->n_factors; i++)
		if (f->v[i].id == id && (id != AS_FACTOR_AROUND || f->v[i].metric == metric))
			return &f->v[i];
	fail();
	return &f->v[0];
}

static void load_that_slows_down_is_the_factor(void **state)
{
	struct as_experiment *x = quiet(7, 1, N);

	(void)state;
	for (size_t e = 0; e < N; e++) {
		double used = (double)(e * 7 % 10) / 5;
		set(x, 0, e, AS_METRIC_OTHERS_CPU, used);
		set(x, 0, e, AS_METRIC_LOAD, 0.5);
		set(x, 0, e, AS_METRIC_WALL, wall(x, 0, e) * (1 + 0.05 * used));
	}
	struct as_factors f = factors(x, 0);
	const struct as_factor *by = factor(&f, AS_FACTOR_AROUND, AS_METRIC_OTHERS_CPU);
	assert_true(by->established);
	assert_int_equal(by->values, 10);
	assert_true(by->share > 0.5 && by->ratio > 1.05 && by->lo > 1 && by->hi < 1.15);
	assert_int_equal(factor(&f, AS_FACTOR_AROUND, AS_METRIC_LOAD)->told, AS_FACTOR_SAME);
	assert_int_equal(factor(&f, AS_FACTOR_LAYOUT, 0)->told, AS_FACTOR_SAME);
	assert_int_equal(factor(&f, AS_FACTOR_POSITION, 0)->told, AS_FACTOR_SAME);
	assert_false(factor(&f, AS_FACTOR_TIME, 0)->established);
	/* The load did not vary: strata are by what others used. */
	assert_int_equal(f.strata_metric, AS_METRIC_OTHERS_CPU);
	assert_int_equal(f.n_strata, 4);
	assert_true(f.stratum[3].mean > f.stratum[0].mean && f.stratum[3].min <= f.stratum[3].quartile);
	assert_int_equal(f.stratum[0].n + f.stratum[1].n + f.stratum[2].n + f.stratum[3].n, N);
	as_experiment_free(x);
}

static void clean_data_have_no_factor(void **state)
{
	size_t found = 0;

	(void)state;
	for (uint64_t seed = 1; seed <= 20; seed++) {
		struct as_experiment *x = quiet(seed, 2, N);
		x->plan.randomize = AS_RANDOMIZE_ENVIRONMENT;
		others(x, 0, N);
		struct as_factors f = factors(x, 0);
		for (size_t i = 0; i < f.n_factors; i++)
			found += f.v[i].established;
		as_experiment_free(x);
	}
	assert_in_range(found, 0, 3); /* 5 % of 20 expected */
}

static void the_environment_is_that_which_was_drawn(void **state)
{
	struct as_experiment *x = quiet(8, 1, N);

	(void)state;
	struct as_factors none = factors(x, 0);
	assert_int_equal(factor(&none, AS_FACTOR_ENVIRONMENT, 0)->told, AS_FACTOR_ABSENT);
	x->plan.randomize = AS_RANDOMIZE_ENVIRONMENT;
	for (size_t e = 0; e < N; e++)
		set(x, 0, e, AS_METRIC_WALL, wall(x, 0, e) * (as_random_padding(8000 + e) > 3000 ? 1.1 : 1));
	struct as_factors f = factors(x, 0);
	const struct as_factor *by = factor(&f, AS_FACTOR_ENVIRONMENT, 0);
	assert_true(by->established && by->ratio > 1.05);
	assert_int_equal(by->values, N);
	as_experiment_free(x);
}

static void a_pause_is_a_factor_where_there_are_pauses(void **state)
{
	const struct as_metric m = {.name = "pause", .unit = "ns", .better = AS_BETTER_NEITHER,
		.level = AS_LEVEL_EXECUTION};
	struct as_experiment *x = quiet(12, 1, N);
	size_t pause = 0;

	(void)state;
	assert_int_equal(as_experiment_metric(x, &m, &pause, NULL), AS_OK);
	struct as_factors none = factors(x, 0);
	for (size_t i = 0; i < none.n_factors; i++)
		assert_int_not_equal(none.v[i].id, AS_FACTOR_PAUSE);
	for (size_t e = 0; e < N; e++) {
		double wait = (double)(e * 17 % N) / N;
		set(x, 0, e, pause, 1e9 * wait);
		set(x, 0, e, AS_METRIC_WALL, wall(x, 0, e) * (1 + 0.1 * wait));
	}
	struct as_factors f = factors(x, 0);
	const struct as_factor *by = factor(&f, AS_FACTOR_PAUSE, 0);
	assert_true(by->established && !by->rotated && by->lo > 1);
	as_experiment_free(x);
}

/* Two subjects, in each round in another order: who ran before, and which place it had. */
static void places_and_predecessors_are_those_of_the_order(void **state)
{
	struct as_experiment *x = quiet(9, 2, N);

	(void)state;
	for (size_t e = 0; e < N; e++)
		for (size_t s = 0; s < 2; s++) {
			bool second = (e * 5 % 3 == 0) != (s == 1);
			struct as_level *l = &x->subjects[s].levels[AS_LEVEL_EXECUTION];
			put(&l->units[AS_UNIT_ORDER], e, e * 10 + second);
			if (second)
				set(x, s, e, AS_METRIC_WALL, wall(x, s, e) * 1.05);
		}
	struct as_factors f = factors(x, 0);
	const struct as_factor *place = factor(&f, AS_FACTOR_POSITION, 0);
	assert_int_equal(place->values, 2);
	assert_int_equal(place->n, N);
	assert_true(place->established && place->share > 0.8);
	assert_true(isnan(place->ratio));
	assert_int_equal(factor(&f, AS_FACTOR_PREDECESSOR, 0)->values, 2);
	as_experiment_free(x);
}

/* Load and times drift together, which may be chance: of one drift there is no telling. */
static void of_one_drift_there_is_no_telling(void **state)
{
	struct as_experiment *x = quiet(10, 1, N);

	(void)state;
	for (size_t e = 0; e < N; e++) {
		set(x, 0, e, AS_METRIC_LOAD, 1 + 0.1 * (double)e);
		set(x, 0, e, AS_METRIC_WALL, wall(x, 0, e) * (1 + 0.004 * (double)e));
	}
	struct as_factors f = factors(x, 0);
	const struct as_factor *by = factor(&f, AS_FACTOR_AROUND, AS_METRIC_LOAD);
	assert_true(f.dependence <= 0.01);
	assert_true(by->rotated && !by->established && isnan(by->lo) && by->ratio > 1.05);
	assert_true(factor(&f, AS_FACTOR_TIME, 0)->established);
	assert_int_equal(f.strata_metric, AS_METRIC_LOAD);
	as_experiment_free(x);
}

static void of_few_executions_nothing_is_told(void **state)
{
	struct as_experiment *x = quiet(11, 1, 9);

	(void)state;
	others(x, 0, 9);
	struct as_factors f = factors(x, 0);
	assert_int_equal(f.n_told, 0);
	assert_int_equal(f.n_strata, 0);
	assert_int_equal(factor(&f, AS_FACTOR_TIME, 0)->told, AS_FACTOR_FEW);
	as_experiment_free(x);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(slow_executions_beside_others_are_explained_by_them),
		cmocka_unit_test(clean_data_name_nothing),
		cmocka_unit_test(a_tick_more_explains_nothing),
		cmocka_unit_test(without_readings_nothing_explains_them),
		cmocka_unit_test(a_slow_clock_explains_by_its_low_frequency),
		cmocka_unit_test(executions_have_the_reading_of_their_window),
		cmocka_unit_test(too_few_executions_are_never_far_out),
		cmocka_unit_test(load_that_slows_down_is_the_factor),
		cmocka_unit_test(clean_data_have_no_factor),
		cmocka_unit_test(the_environment_is_that_which_was_drawn),
		cmocka_unit_test(a_pause_is_a_factor_where_there_are_pauses),
		cmocka_unit_test(places_and_predecessors_are_those_of_the_order),
		cmocka_unit_test(of_one_drift_there_is_no_telling),
		cmocka_unit_test(of_few_executions_nothing_is_told),
	};
	return cmocka_run_group_tests_name("around", tests, NULL, NULL);
}
