/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "near.h"

#include <string.h>

#include "grove.h"
#include "stat/core/tree/crossed.h"
#include "stat/dist/interval.h"

enum { ROOM = 64 };

#define GONE ((double)NAN)

static struct as_crossed crossed(const double *y, size_t l, size_t m)
{
	struct as_matrix matrix = {.y = y, .builds = l, .rounds = m};
	double build[ROOM], round[ROOM];
	struct as_crossed c;

	assert_int_equal(as_crossed(&matrix, 0, &c, build, round, NULL), AS_OK);
	return c;
}

/* Build means 3, 5; round means 2, 4, 6; residuals +-1, 0, -+1. */
static void two_builds_in_three_rounds_by_hand(void **state)
{
	const double y[] = {0, 3, 6, 4, 5, 6};
	struct as_matrix matrix = {.y = y, .builds = 2, .rounds = 3};
	double build[2], round[3];
	struct as_crossed c;
	struct as_interval ci;

	(void)state;
	assert_int_equal(as_crossed(&matrix, 0.25, &c, build, round, NULL), AS_OK);
	assert_near(c.mean, 4, 0);
	assert_near(build[0], 3, 0);
	assert_near(build[1], 5, 0);
	assert_near(round[2], 6, 0);
	assert_near(c.s_v2, 2, 0);
	assert_near(c.ms_res, 2, 0);    /* 4 of 1 over 1 x 2 */
	assert_near(c.ms_round, 8, 0);  /* 2 (4 + 0 + 4) / 2 */
	assert_near(c.t_build2, 2 - 2.0 / 3, 1e-15);
	assert_near(c.t_execution2, 1.75, 0);
	assert_near(c.t_round2, 3, 0);
	assert_int_equal(c.df_build, 1);
	assert_int_equal(c.df_res, 2);
	assert_int_equal(c.df_round, 2);
	assert_int_equal(c.complete, 3);
	assert_int_equal(c.missing, 0);
	assert_int_equal(as_interval_t(c.mean, c.s_v2, c.builds, 0.95, &ci), AS_OK);
	assert_near(ci.df, 1, 0);
	assert_near(ci.half_width, 12.706204736174694, 1e-12); /* sqrt(2 / 2) */
}

/* Round 2 lacks a build: it counts for the mean of the other build and for nothing else. */
static void incomplete_rounds_serve_the_build_means_alone(void **state)
{
	const double y[] = {0, 90, 3, 6, 4, GONE, 5, 6};
	struct as_matrix matrix = {.y = y, .builds = 2, .rounds = 4};
	double build[2], round[4];
	struct as_crossed c;

	(void)state;
	assert_int_equal(as_crossed(&matrix, 0, &c, build, round, NULL), AS_OK);
	assert_int_equal(c.complete, 3);
	assert_int_equal(c.missing, 1);
	assert_near(build[0], 24.75, 0);
	assert_near(build[1], 5, 0);
	assert_true(isnan(round[1]));
	assert_near(round[3], 6, 0);
	assert_near(c.mean, 14.875, 0);
	assert_near(c.ms_res, 2, 1e-15);
	assert_near(c.ms_round, 8, 1e-15);
	assert_int_equal(c.df_res, 2);
	/* MS_res times the mean of 1/4 and 1/3 */
	assert_near(c.t_build2, c.s_v2 - 2 * (0.25 + 1.0 / 3) / 2, 1e-14);
}

static void one_complete_round_is_merged_into_the_build(void **state)
{
	const double one[] = {1, 3, 8}, ragged[] = {1, 2, GONE, 3, GONE, 4};
	struct as_matrix matrix = {.y = one, .builds = 3, .rounds = 1};
	double build[3], round[3];
	struct as_crossed c;

	(void)state;
	assert_int_equal(as_crossed(&matrix, 1, &c, build, round, NULL), AS_OK);
	assert_true(c.build_repeated);
	assert_false(c.execution_repeated);
	assert_near(c.s_v2, 13, 0);
	assert_near(c.t_build2, 12, 0); /* the noise of the iterations alone is taken out */
	assert_near(c.ms_res, 0, 0);
	assert_near(c.t_execution2, 0, 0);
	assert_near(c.t_round2, 0, 0);
	assert_int_equal(c.df_res + c.df_round, 0);
	c = crossed(ragged, 2, 3);
	assert_int_equal(c.complete, 1);
	assert_false(c.execution_repeated);
	assert_near(c.t_build2, c.s_v2, 0);
}

static void one_build_has_a_mean_and_no_variance(void **state)
{
	const double y[] = {1, 2, 6};
	struct as_interval ci;
	struct as_crossed c;

	(void)state;
	c = crossed(y, 1, 3);
	assert_false(c.build_repeated);
	assert_false(c.execution_repeated);
	assert_near(c.mean, 3, 0);
	assert_near(c.s_v2, 0, 0);
	assert_near(c.t_build2, 0, 0);
	assert_int_equal(as_interval_t(c.mean, c.s_v2, c.builds, 0.95, &ci), AS_ERR_DATA);
}

/* A machine that gets slower and noisy executions, but builds that are alike. */
static void draw(struct as_random *r, double *y, size_t l, size_t m, double drift)
{
	for (size_t k = 0; k < l; k++)
		for (size_t j = 0; j < m; j++)
			y[k * m + j] = 100 + drift * (double)j + as_random_normal(r);
}

static void what_all_builds_share_is_never_called_a_build(void **state)
{
	double y[ROOM], moved[ROOM];
	struct as_random r;

	(void)state;
	as_random_init(&r, 30, AS_RANDOM_TEST, 0);
	for (int trial = 0; trial < 200; trial++) {
		size_t l = 2 + as_random_below(&r, 6), m = 2 + as_random_below(&r, 7);
		draw(&r, y, l, m, 0);
		for (size_t j = 0; j < m; j++) {
			double state_of_round = 100 * as_random_normal(&r);
			for (size_t k = 0; k < l; k++)
				moved[k * m + j] = y[k * m + j] + state_of_round;
		}
		struct as_crossed a = crossed(y, l, m), b = crossed(moved, l, m);
		assert_close(b.s_v2, a.s_v2, 1e-9);
		assert_close(b.ms_res, a.ms_res, 1e-9);
		assert_close(b.t_build2, a.t_build2, 1e-9);
		assert_true(b.ms_round > a.ms_round || m < 4);
	}
}

static void scale_and_order_change_nothing_else(void **state)
{
	double y[ROOM], other[ROOM];
	struct as_random r;

	(void)state;
	as_random_init(&r, 31, AS_RANDOM_TEST, 0);
	for (int trial = 0; trial < 200; trial++) {
		size_t l = 2 + as_random_below(&r, 6), m = 2 + as_random_below(&r, 7);
		draw(&r, y, l, m, 0.5);
		for (size_t k = 0; k < l; k++)
			for (size_t j = 0; j < m; j++)
				other[(l - 1 - k) * m + (m - 1 - j)] = 1024 * y[k * m + j];
		struct as_crossed a = crossed(y, l, m), b = crossed(other, l, m);
		assert_near(b.mean, 1024 * a.mean, 1e-14);
		assert_near(b.s_v2, 1048576 * a.s_v2, 1e-10);
		assert_near(b.ms_res, 1048576 * a.ms_res, 1e-10);
		assert_near(b.ms_round, 1048576 * a.ms_round, 1e-10);
	}
}

/* The averages over 400 drifting experiments, 6 builds in 8 rounds: 2 for s_V^2 = 0.25 + 1/8 and
 * 1 for MS_res, where nested sums of squares would see the drift of 4 sd as execution. */
static void a_drift_leaves_the_estimates_without_bias(void **state)
{
	double t_build = 0, t_execution = 0, y[ROOM];
	struct as_random r;

	(void)state;
	as_random_init(&r, 32, AS_RANDOM_TEST, 0);
	for (int trial = 0; trial < 400; trial++) {
		draw(&r, y, 6, 8, 0.5);
		for (size_t k = 0; k < 6; k++) {
			double build = 0.5 * as_random_normal(&r);
			for (size_t j = 0; j < 8; j++)
				y[k * 8 + j] += build;
		}
		struct as_crossed c = crossed(y, 6, 8);
		t_build += c.t_build2 / 400;
		t_execution += c.t_execution2 / 400;
	}
	/* standard errors 0.012 and 0.012 */
	assert_close(t_build, 0.25, 0.05);
	assert_close(t_execution, 1, 0.05);
}

static void fill(struct grove *g, struct as_random *r, double *means)
{
	grove_init(g, 3, 200);
	for (size_t k = 0; k < 4; k++) {
		for (size_t j = 0; j < 5; j++) {
			double sum = 0;
			for (size_t i = 0; i < 3; i++) {
				double v = 50 + 2 * (double)j + (double)k + as_random_normal(r);
				grove_value(g, v);
				sum += v;
			}
			means[k * 5 + j] = sum / 3;
			grove_end(g, 2);
		}
		grove_end(g, 3);
	}
}

static void the_table_of_the_tree_takes_over_the_crossed_variances(void **state)
{
	struct as_matrix matrix = {.builds = 4, .rounds = 5};
	double y[ROOM], build[4], round[5], rounds = 0, shares = 0, parts = 0;
	struct as_tree_stats s;
	struct as_random r;
	struct as_crossed c;
	struct grove g;

	(void)state;
	as_random_init(&r, 33, AS_RANDOM_TEST, 0);
	fill(&g, &r, y);
	as_tree_stats(&g.tree, &s);
	double noise = s.level[1].s2 - s.level[1].t2, iteration = s.level[0].t2;
	assert_near(noise, s.level[0].s2 / 3, 1e-12);
	matrix.y = y;
	assert_int_equal(as_crossed(&matrix, noise, &c, build, round, NULL), AS_OK);
	assert_near(c.mean, s.mean, 1e-14);
	assert_near(c.s_v2, s.level[2].s2, 1e-10);
	assert_true(c.t_build2 > s.level[2].t2); /* the drift was taken for execution */
	as_crossed_apply(&c, s.n_levels - 1, &s, &rounds);
	assert_near(s.level[0].t2, iteration, 0);
	assert_near(s.level[1].s2, c.ms_res, 0);
	assert_near(s.level[1].t2, c.t_execution2, 0);
	assert_near(s.level[2].t2, c.t_build2, 0);
	assert_int_equal(s.level[1].df, 12);
	assert_int_equal(s.level[2].df, 3);
	for (size_t i = 0; i < 3; i++) {
		shares += s.level[i].share;
		parts += s.level[i].weight * s.level[i].t2;
	}
	assert_near(shares + rounds, 1, 1e-14);
	assert_true(rounds > 0.5);
	assert_near(parts, c.s_v2 / 4, 1e-10);
	grove_release(&g);
}

static void equal_values_have_no_shares(void **state)
{
	const double y[] = {7, 7, 7, 7};
	struct as_tree_stats s = {.n_levels = 2, .level = {{.weight = 0.25}, {.weight = 0.5}}};
	struct as_crossed c = crossed(y, 2, 2);
	double rounds = 9;

	(void)state;
	as_crossed_apply(&c, s.n_levels - 1, &s, &rounds);
	assert_near(rounds, 0, 0);
	assert_near(s.level[0].share + s.level[1].share, 0, 0);
	assert_near(s.level[1].share_of_uncertainty, 0, 0);
	assert_true(s.level[0].repeated && s.level[1].repeated);
}

static void what_cannot_be_analysed_is_named(void **state)
{
	const double empty[] = {1, 2, GONE, GONE}, huge[] = {1, 2, 3, (double)INFINITY};
	struct as_matrix matrix = {.y = empty, .builds = 2, .rounds = 2};
	struct as_crossed c = {.builds = 77};
	double build[2] = {-7, -7}, round[2] = {-7, -7};
	struct as_err err;

	(void)state;
	assert_int_equal(as_crossed(&matrix, 0, &c, build, round, &err), AS_ERR_DATA);
	assert_non_null(strstr(err.msg, "build 2"));
	matrix.y = huge;
	assert_int_equal(as_crossed(&matrix, 0, &c, build, round, &err), AS_ERR_DATA);
	assert_non_null(strstr(err.msg, "build 2 has an infinite value in round 2"));
	assert_int_equal(as_crossed(&matrix, GONE, &c, build, round, NULL), AS_ERR_ARG);
	assert_int_equal(as_crossed(&matrix, -1, &c, build, round, NULL), AS_ERR_ARG);
	matrix.rounds = 0;
	assert_int_equal(as_crossed(&matrix, 0, &c, build, round, NULL), AS_ERR_ARG);
	assert_int_equal(c.builds, 77);
	assert_near(build[0] + round[1], -14, 0);
}

static void the_pool_of_one_session_is_that_session(void **state)
{
	const double y[] = {10, 12, 17, 13, 11, 19};
	struct as_crossed c = crossed(y, 2, 3), all = as_crossed_pool(&c, 1);

	(void)state;
	assert_near(all.mean, c.mean, 0);
	assert_near(all.s_v2, c.s_v2, 0);
	assert_near(all.ms_res, c.ms_res, 0);
	assert_near(all.ms_round, c.ms_round, 0);
	assert_near(all.t_build2, c.t_build2, 0);
	assert_near(all.t_execution2, c.t_execution2, 0);
	assert_near(all.t_round2, c.t_round2, 0);
	assert_int_equal(all.df_res, c.df_res);
	assert_true(all.build_repeated && all.execution_repeated);
}

static void sessions_weigh_by_their_degrees_of_freedom(void **state)
{
	const double y[] = {10, 12, 17, 13, 11, 19}, z[] = {1, 2, 3, 5, 4, 9, 7, 7}, w[] = {3, 4, 5};
	const struct as_crossed c[] = {crossed(y, 2, 3), crossed(z, 4, 2), crossed(w, 1, 3)};
	struct as_crossed all = as_crossed_pool(c, 3);

	(void)state;
	assert_int_equal(all.df_build, 4);
	assert_int_equal(all.df_res, 5);
	assert_near(all.s_v2, (c[0].s_v2 + 3 * c[1].s_v2) / 4, 1e-14);
	assert_near(all.t_build2, (c[0].t_build2 + 3 * c[1].t_build2) / 4, 1e-14);
	assert_near(all.ms_res, (2 * c[0].ms_res + 3 * c[1].ms_res) / 5, 1e-14);
	assert_near(all.t_round2, (2 * c[0].t_round2 + c[1].t_round2) / 3, 1e-13);
	assert_near(all.mean, (c[0].mean + c[1].mean + c[2].mean) / 3, 1e-14);
}

/* One round cannot tell executions from builds: such a session has no build of its own to give. */
static void a_session_of_one_round_says_nothing_of_builds_alone(void **state)
{
	const double y[] = {10, 12, 17, 13, 11, 19}, z[] = {1, 5};
	const struct as_crossed c[] = {crossed(y, 2, 3), crossed(z, 2, 1)};
	struct as_crossed all = as_crossed_pool(c, 2);

	(void)state;
	assert_near(all.t_build2, c[0].t_build2, 0);
	assert_near(all.s_v2, (c[0].s_v2 + c[1].s_v2) / 2, 1e-14);
}

/* Multiples of 1/8, so that adding 10^15 to them loses nothing. */
static void what_is_common_to_all_values_costs_no_digits(void **state)
{
	double y[5 * 7], far[5 * 7];

	(void)state;
	for (size_t i = 0; i < 5 * 7; i++) {
		y[i] = (double)((i / 7 * 31 + i % 7 * 17 + i * i) % 23) / 8;
		far[i] = 1e15 + y[i];
	}
	y[9] = far[9] = GONE;
	struct as_crossed a = crossed(y, 5, 7), b = crossed(far, 5, 7);
	assert_int_equal(b.complete, 6);
	assert_near(b.s_v2, a.s_v2, 1e-12);
	assert_near(b.ms_res, a.ms_res, 1e-12);
	assert_near(b.ms_round, a.ms_round, 1e-12);
	assert_near(b.t_build2, a.t_build2, 1e-11);
	assert_near(b.t_round2, a.t_round2, 1e-11);
	assert_close(b.mean - 1e15, a.mean, 0.0625); /* a double near 10^15 is a multiple of 1/8 */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(two_builds_in_three_rounds_by_hand),
		cmocka_unit_test(incomplete_rounds_serve_the_build_means_alone),
		cmocka_unit_test(one_complete_round_is_merged_into_the_build),
		cmocka_unit_test(one_build_has_a_mean_and_no_variance),
		cmocka_unit_test(what_all_builds_share_is_never_called_a_build),
		cmocka_unit_test(scale_and_order_change_nothing_else),
		cmocka_unit_test(a_drift_leaves_the_estimates_without_bias),
		cmocka_unit_test(the_table_of_the_tree_takes_over_the_crossed_variances),
		cmocka_unit_test(equal_values_have_no_shares),
		cmocka_unit_test(what_cannot_be_analysed_is_named),
		cmocka_unit_test(the_pool_of_one_session_is_that_session),
		cmocka_unit_test(what_is_common_to_all_values_costs_no_digits),
		cmocka_unit_test(sessions_weigh_by_their_degrees_of_freedom),
		cmocka_unit_test(a_session_of_one_round_says_nothing_of_builds_alone),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
