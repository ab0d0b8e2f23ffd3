/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "near.h"

#include <string.h>

#include "grove.h"
#include "papers/kalibera.h"
#include "stat/dist/planning/counts.h"
#include "stat/dist/planning/stein.h"

static struct as_tree_stats drawn(size_t n_levels, size_t r1, size_t r2, size_t r3, bool ragged)
{
	struct grove_shape shape = {.n_levels = n_levels, .r = {r1, r2, r3}, .sd = {1, 2, 3},
		.mean = 100, .ragged = ragged};
	struct as_tree_stats s;
	struct as_random r;
	struct grove g;

	as_random_init(&r, 50, AS_RANDOM_TEST, 0);
	grove_random(&g, &shape, &r);
	as_tree_stats(&g.tree, &s);
	grove_release(&g);
	return s;
}

static void what_the_formulas_cannot_take_is_refused_in_words(void **state)
{
	const struct {
		struct as_tree_stats s;
		const char *words;
		bool of_2006;
	} cases[] = {
		{drawn(3, 3, 3, 3, false), "is for trees of 2 levels, and this one has 3", false},
		{drawn(2, 5, 4, 1, true), "level 1 has from", false},
		{drawn(2, 1, 4, 1, false), "at least 2 repetitions at level 1", false},
		{drawn(2, 3, 1, 1, false), "at least 2 units at the top", false},
		{drawn(2, 3, 3, 1, false), "is for trees of 3 levels, and this one has 2", true},
		{drawn(3, 5, 5, 4, true), "balanced", true},
		{drawn(3, 1, 3, 3, false), "at least 2 repetitions at level 1", true},
		{drawn(3, 3, 1, 3, false), "at least 2 repetitions at level 2", true},
	};
	struct as_interval ci = {.estimate = -7};
	bool one = false;
	struct as_err err;

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		const struct as_tree_stats *s = &cases[i].s;
		enum as_status st = cases[i].of_2006 ? as_epew2006(s, 0.95, &ci, &one, &err)
						     : as_spects2005(s, true, 0.95, &ci, &err);
		assert_int_equal(st, AS_ERR_DATA);
		assert_non_null(strstr(err.msg, cases[i].words));
	}
	assert_int_equal(as_spects2005(&cases[0].s, true, (double)NAN, &ci, NULL), AS_ERR_ARG);
	assert_int_equal(as_epew2006(&cases[0].s, 1, &ci, &one, NULL), AS_ERR_ARG);
	assert_near(ci.estimate, -7, 0);
	assert_false(one);
}

/* 2 executions of 2 iterations, (1, 3) and (5, 7): S(X)^2 = 2, S(A)^2 = 8, (2 8 + 2) / 4 = 4.5 */
static void the_interval_of_2005_by_hand(void **state)
{
	struct as_interval ci;
	struct as_tree_stats s;
	struct grove g;

	(void)state;
	grove_init(&g, 2, 4);
	for (size_t i = 0; i < 4; i++) {
		grove_value(&g, 1 + 2 * (double)i);
		if (i % 2)
			grove_end(&g, 2);
	}
	as_tree_stats(&g.tree, &s);
	assert_int_equal(as_spects2005(&s, false, 0.95, &ci, NULL), AS_OK);
	assert_near(ci.estimate, 4, 0);
	assert_near(ci.half_width, 1.959963984540054 * sqrt(4.5), 1e-14);
	assert_true(isinf(ci.df));
	assert_int_equal(as_spects2005(&s, true, 0.95, &ci, NULL), AS_OK);
	assert_near(ci.df, 2, 0); /* k (n - 1) */
	assert_near(ci.half_width, 4.302652729749464 * sqrt(4.5), 1e-12);
	assert_near(ci.hi - ci.lo, 2 * ci.half_width, 1e-15);
	grove_release(&g);
}

static void one_binary_gives_the_two_level_interval_and_says_so(void **state)
{
	struct as_tree_stats s = drawn(3, 4, 5, 1, false);
	struct as_interval ci;
	bool one = false;

	(void)state;
	assert_int_equal(as_epew2006(&s, 0.95, &ci, &one, NULL), AS_OK);
	assert_true(one);
	assert_near(ci.se, sqrt(s.level[0].s2 / 20 + s.level[1].s2 / 5), 1e-14);
}

/* w = 16, S(X)^2 = 90, S(A)^2 = 10; and b = 600, w = 30, q = 3 of methods.md 3.2 */
static void optima_and_costs_by_hand(void **state)
{
	const double cost_s[] = {3, 90, 600}, variances[] = {400, 25, 4};
	struct as_published_costs c = {.w = 16, .q = 1};
	double m = 0, n = 0, r[2] = {0};

	(void)state;
	assert_int_equal(as_spects2005_optimum(&c, 90, 10, &n), AS_OK);
	assert_near(n, 12, 1e-15);
	assert_near(as_spects2005_cost(&c, 5, 12), 140, 0);
	assert_int_equal(as_published_costs_of(cost_s, 3, 3, &c), AS_OK);
	assert_near(c.b, 600, 1e-15);
	assert_near(c.w, 30, 1e-15);
	assert_int_equal(as_epew2006_optimum(&c, variances, &m, &n), AS_OK);
	assert_near(n, sqrt(480), 1e-15);
	assert_near(m, sqrt(125.0 / 3), 1e-15);
	assert_near(as_epew2006_cost(&c, 5, 7, 22), 5 * (600 + 52 * 7 * 3), 0);
	/* (23) is the formula of 2013 with these costs */
	assert_int_equal(as_ismm2013_optimum(variances, cost_s, 3, r), AS_OK);
	assert_near(r[0], n, 1e-15);
	assert_near(r[1], m, 1e-15);
	c.q = 1; /* (18) and (21) */
	assert_near(as_epew2006_cost(&c, 5, 7, 22), 5 * (600 + 52 * 7), 0);
	assert_int_equal(as_epew2006_optimum(&c, variances, &m, &n), AS_OK);
	assert_near(m, sqrt(125), 1e-15);
	assert_int_equal(as_published_costs_of(cost_s, 2, 1, &c), AS_OK);
	assert_near(c.b, 0, 0);
}

static void counts_are_rounded_up_and_are_at_least_one(void **state)
{
	(void)state;
	assert_int_equal(as_count_up(0), 1);
	assert_int_equal(as_count_up(0.3), 1);
	assert_int_equal(as_count_up(11.2), 12);
	assert_int_equal(as_count_up(12), 12);
	assert_int_equal(as_count_up(12 + 1e-12), 12);
	assert_int_equal(as_count_up(12 + 1e-6), 13);
	assert_true(as_count_up(HUGE_VAL) == AS_UNITS_MAX);
}

static void a_variance_of_nothing_has_no_optimum(void **state)
{
	const double t2[] = {4, 0, -3, 2}, cost_s[] = {1, 2, 3, 0};
	struct as_published_costs c = {.b = 600, .w = 30, .q = 1};
	double m = 0, n = 0, r[3] = {0};

	(void)state;
	assert_int_equal(as_spects2005_optimum(&c, 1, 0, &n), AS_OK);
	assert_true(isinf(n));
	assert_int_equal(as_epew2006_optimum(&c, t2, &m, &n), AS_OK);
	assert_true(isinf(m) && isinf(n));
	assert_int_equal(as_ismm2013_optimum(t2, cost_s, 4, r), AS_OK);
	assert_true(isinf(r[0]) && isinf(r[1]));
	assert_near(r[2], 0, 0);
}

static void bad_arguments_leave_out_untouched(void **state)
{
	const double nan = (double)NAN, t2[] = {4, 1, 1}, bad[] = {1, nan, 1}, cost_s[] = {0, 1, 1};
	struct as_published_costs c = {.b = 1, .w = 1, .q = 1}, none = {.b = 1, .w = 0, .q = 1};
	double m = -7, n = -7, r[2] = {-7, -7};

	(void)state;
	assert_int_equal(as_spects2005_optimum(&c, nan, 1, &n), AS_ERR_ARG);
	assert_int_equal(as_epew2006_optimum(&c, bad, &m, &n), AS_ERR_ARG);
	assert_int_equal(as_epew2006_optimum(&none, t2, &m, &n), AS_ERR_ARG);
	assert_int_equal(as_ismm2013_optimum(bad, cost_s, 3, r), AS_ERR_ARG);
	assert_int_equal(as_ismm2013_optimum(t2, bad, 3, r), AS_ERR_ARG);
	assert_near(m + n + r[0] + r[1], -28, 0);
	assert_int_equal(as_published_costs_of(cost_s, 3, 1, &c), AS_ERR_ARG);
	assert_int_equal(as_published_costs_of(t2, 4, 1, &c), AS_ERR_ARG);
	assert_int_equal(as_published_costs_of(t2, 3, 0, &c), AS_ERR_ARG);
	assert_int_equal(as_published_costs_of(bad, 3, 1, &c), AS_ERR_ARG);
	assert_near(c.b, 1, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_the_formulas_cannot_take_is_refused_in_words),
		cmocka_unit_test(the_interval_of_2005_by_hand),
		cmocka_unit_test(one_binary_gives_the_two_level_interval_and_says_so),
		cmocka_unit_test(optima_and_costs_by_hand),
		cmocka_unit_test(counts_are_rounded_up_and_are_at_least_one),
		cmocka_unit_test(a_variance_of_nothing_has_no_optimum),
		cmocka_unit_test(bad_arguments_leave_out_untouched),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
