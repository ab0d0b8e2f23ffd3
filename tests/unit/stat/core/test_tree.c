/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "near.h"

#include <string.h>

#include "grove.h"
#include "stat/core/moments.h"
#include "stat/core/tree/tree.h"

/* Two levels from a list of blocks; a block ends with NaN, the list with two. */
static void two_levels(struct grove *g, const double *x)
{
	grove_init(g, 2, 64);
	for (; !isnan(*x); x++) {
		for (; !isnan(*x); x++)
			grove_value(g, *x);
		grove_end(g, 2);
	}
}

#define END NAN_DOUBLE
#define NAN_DOUBLE ((double)NAN)

static void two_blocks_of_two_by_hand(void **state)
{
	const double x[] = {1, 3, END, 5, 7, END, END};
	struct as_tree_stats s;
	struct grove g;

	(void)state;
	two_levels(&g, x);
	as_tree_stats(&g.tree, &s);
	assert_near(s.mean, 4, 0);
	assert_near(s.level[0].s2, 2, 0);
	assert_near(s.level[1].s2, 8, 0);
	assert_near(s.level[1].t2, 7, 0); /* 8 - 2/2 */
	assert_near(s.level[0].weight, 0.25, 0);
	assert_near(s.level[1].weight, 0.5, 0);
	assert_near(s.level[0].share, 2.0 / 9, 1e-15);
	assert_near(s.level[1].share, 7.0 / 9, 1e-15);
	assert_near(s.level[0].share_of_uncertainty, 0.125, 0); /* 2/4 of 8/2 */
	assert_near(s.level[1].share_of_uncertainty, 0.875, 0);
	assert_int_equal(s.level[0].df, 2);
	assert_int_equal(s.level[1].df, 1);
	assert_int_equal(s.r_top, 2);
	assert_int_equal(s.n_values, 4);
	grove_release(&g);
}

/* S_2^2 is the variance of 2, 5, 10; T_2^2 = S_2^2 - S_1^2 mean(1/3, 1, 1/2). */
static void ragged_blocks_by_hand(void **state)
{
	const double x[] = {1, 2, 3, END, 5, END, 8, 12, END, END};
	struct as_tree_stats s;
	struct grove g;

	(void)state;
	two_levels(&g, x);
	as_tree_stats(&g.tree, &s);
	assert_near(s.mean, 17.0 / 3, 1e-15);
	assert_near(s.level[0].s2, (2 + 8) / 3.0, 1e-15);
	assert_near(s.level[1].s2, 49.0 / 3, 1e-15);
	assert_near(s.level[1].t2, 49.0 / 3 - 10.0 / 3 * (11.0 / 18), 1e-15);
	assert_int_equal(s.level[0].r_min, 1);
	assert_int_equal(s.level[0].r_max, 3);
	assert_near(s.level[0].r_mean, 2, 0);
	assert_int_equal(s.top_min, 1);
	assert_int_equal(s.top_max, 3);
	grove_release(&g);
}

static void one_level_is_a_plain_sample(void **state)
{
	const double x[] = {4, 8, 6};
	struct as_tree tree = {.n_levels = 1, .values = x, .count = {3}};
	struct as_tree_stats s;

	(void)state;
	as_tree_stats(&tree, &s);
	assert_near(s.mean, 6, 0);
	assert_near(s.level[0].s2, 4, 0);
	assert_near(s.level[0].share, 1, 0);
	assert_near(s.level[0].share_of_uncertainty, 1, 1e-15);
	assert_int_equal(s.level[0].df, 2);
	assert_int_equal(s.top_min, 1);
	assert_int_equal(s.top_max, 1);
}

static void a_level_without_repetition_is_merged_into_the_next(void **state)
{
	const double x[] = {5, END, 6, END, 7, END, END};
	struct as_tree_stats s;
	struct grove g;

	(void)state;
	two_levels(&g, x);
	as_tree_stats(&g.tree, &s);
	assert_false(s.level[0].repeated);
	assert_near(s.level[0].s2, 0, 0);
	assert_near(s.level[0].share, 0, 0);
	assert_true(s.level[1].repeated);
	assert_near(s.level[1].s2, 1, 0);
	assert_near(s.level[1].t2, 1, 0);
	assert_near(s.level[1].share, 1, 0);
	grove_release(&g);
}

static void one_top_level_unit_has_a_mean_and_no_variance(void **state)
{
	const double x[] = {5, 7, END, END};
	struct as_tree single = {.n_levels = 1, .values = x, .count = {1}};
	struct as_tree_stats s;
	struct grove g;

	(void)state;
	two_levels(&g, x);
	as_tree_stats(&g.tree, &s);
	assert_near(s.mean, 6, 0);
	assert_int_equal(s.r_top, 1);
	assert_true(s.level[0].repeated);
	assert_near(s.level[0].s2, 2, 0);
	assert_false(s.level[1].repeated);
	assert_near(s.level[1].s2, 0, 0);
	as_tree_stats(&single, &s);
	assert_near(s.mean, 5, 0);
	assert_false(s.level[0].repeated);
	grove_release(&g);
}

static void equal_values_vary_nowhere(void **state)
{
	const struct grove_shape shape = {.n_levels = 3, .r = {7, 3, 5}, .mean = 0.1};
	struct as_random r;
	struct as_tree_stats s;
	struct grove g;

	(void)state;
	as_random_init(&r, 2, AS_RANDOM_TEST, 0);
	grove_random(&g, &shape, &r);
	as_tree_stats(&g.tree, &s);
	assert_near(s.mean, 0.1, 0);
	for (size_t i = 0; i < 3; i++) {
		assert_near(s.level[i].s2, 0, 0);
		assert_near(s.level[i].t2, 0, 0);
		assert_near(s.level[i].share, 0, 0);
		assert_near(s.level[i].share_of_uncertainty, 0, 0);
	}
	grove_release(&g);
}

static void a_negative_estimate_stays_raw_and_has_no_share(void **state)
{
	const double x[] = {1, 5, END, 5, 1, END, 1, 5, END, END};
	struct as_tree_stats s;
	struct grove g;

	(void)state;
	two_levels(&g, x);
	as_tree_stats(&g.tree, &s);
	assert_near(s.level[1].s2, 0, 0);
	assert_near(s.level[1].t2, -4, 0);
	assert_near(s.level[1].share, 0, 0);
	assert_near(s.level[0].share, 1, 0);
	assert_near(s.level[1].share_of_uncertainty, 0, 0);
	grove_release(&g);
}

static void eight_levels_are_kept_apart(void **state)
{
	struct grove_shape shape = {.n_levels = AS_LEVELS_MAX, .mean = 100};
	struct as_random r;
	struct as_tree_stats s;
	struct grove g;

	(void)state;
	for (size_t i = 0; i < AS_LEVELS_MAX; i++)
		shape.r[i] = 2;
	shape.sd[5] = 1; /* level 6 alone varies */
	as_random_init(&r, 3, AS_RANDOM_TEST, 0);
	grove_random(&g, &shape, &r);
	as_tree_stats(&g.tree, &s);
	for (size_t i = 0; i < 5; i++)
		assert_near(s.level[i].s2, 0, 0);
	assert_true(s.level[5].s2 > 0);
	assert_near(s.level[5].weight, 1.0 / 8, 1e-15);
	assert_int_equal(s.level[5].df, 4);
	assert_int_equal(s.level[0].df, 128);
	assert_int_equal(s.top_max, 128);
	grove_release(&g);
}

static void means_of_units_at_every_level(void **state)
{
	const double x[] = {1, 2, 3, END, 5, END, 8, 12, END, END};
	double means[8] = {0};
	struct grove g;

	(void)state;
	two_levels(&g, x);
	as_tree_means(&g.tree, 2, means);
	assert_near(means[0], 2, 0);
	assert_near(means[1], 5, 0);
	assert_near(means[2], 10, 0);
	as_tree_means(&g.tree, 1, means);
	assert_near(means[3], 5, 0);
	grove_release(&g);
}

static void bad_values_are_named(void **state)
{
	const double bad[] = {(double)NAN, HUGE_VAL, -HUGE_VAL, -1};
	const enum as_tree_fault fault[] = {
		AS_TREE_NAN, AS_TREE_INFINITE, AS_TREE_INFINITE, AS_TREE_NEGATIVE};
	const char *const words[] = {"observation 3 is not a number", "observation 3 is infinite",
		"observation 3 is infinite",
		"observation 3 is a negative time: the clock went backwards"};
	double x[] = {0, 1, 2, 3};
	struct as_tree tree = {.n_levels = 1, .values = x, .count = {4}};

	(void)state;
	for (size_t i = 0; i < 4; i++) {
		struct as_tree_finding f;
		struct as_err err = {0};

		x[2] = bad[i];
		assert_int_equal(as_tree_check(&tree, true, &f, &err), AS_ERR_DATA);
		assert_int_equal(f.fault, fault[i]);
		assert_int_equal(f.at, 2);
		assert_string_equal(err.msg, words[i]);
	}
}

static void zeros_are_counted_and_other_metrics_may_be_negative(void **state)
{
	const double x[] = {0, -1, 0, 3};
	struct as_tree tree = {.n_levels = 1, .values = x, .count = {4}};
	struct as_tree_finding f;

	(void)state;
	assert_int_equal(as_tree_check(&tree, false, &f, NULL), AS_OK);
	assert_int_equal(f.fault, AS_TREE_SOUND);
	assert_int_equal(f.zeros, 2);
	assert_int_equal(as_tree_check(&tree, true, NULL, NULL), AS_ERR_DATA);
}

static void offsets_that_are_no_tree_are_refused(void **state)
{
	const double x[] = {1, 2, 3};
	size_t first[] = {0, 2, 3};
	struct as_tree tree = {
		.n_levels = 2, .values = x, .count = {3, 2}, .first = {NULL, first}};
	struct as_tree_finding f;

	(void)state;
	assert_int_equal(as_tree_check(&tree, true, &f, NULL), AS_OK);
	first[2] = 2;
	assert_int_equal(as_tree_check(&tree, true, &f, NULL), AS_ERR_ARG);
	assert_int_equal(f.fault, AS_TREE_SHAPE);
	assert_int_equal(f.level, 2);
	first[2] = 3;
	first[1] = 4;
	assert_int_equal(as_tree_check(&tree, true, &f, NULL), AS_ERR_ARG);
	first[1] = 3;
	assert_int_equal(as_tree_check(&tree, true, &f, NULL), AS_ERR_DATA);
	assert_int_equal(f.fault, AS_TREE_CHILDLESS);
	assert_int_equal(f.at, 1);
	first[0] = 1;
	assert_int_equal(as_tree_check(&tree, true, &f, NULL), AS_ERR_ARG);
	tree.n_levels = AS_LEVELS_MAX + 1;
	assert_int_equal(as_tree_check(&tree, true, &f, NULL), AS_ERR_ARG);
	tree.n_levels = 0;
	assert_int_equal(as_tree_check(&tree, true, &f, NULL), AS_ERR_ARG);
	tree = (struct as_tree){.n_levels = 1, .values = x};
	assert_int_equal(as_tree_check(&tree, true, &f, NULL), AS_ERR_ARG);
}

/* Sums of means that are all near 10^15 kept an eighth of each: S_2^2 was off by 0.6 %, S_3^2 by 6 %.
 * Values are multiples of 1/8, so that adding 10^15 to them loses nothing. */
static void what_is_common_to_all_values_costs_no_digits(void **state)
{
	struct as_tree_stats s[2];

	(void)state;
	for (size_t far = 0; far < 2; far++) {
		struct grove g;
		grove_init(&g, 3, 512);
		for (size_t b = 0; b < 5; b++) {
			for (size_t e = 0; e < 7; e++) {
				for (size_t i = 0; i < 9; i++)
					grove_value(&g, (far ? 1e15 : 0) + (double)((b * 31 + e * 17 + i * 11 +
						b * e * i) % 23) / 8);
				grove_end(&g, 2);
			}
			grove_end(&g, 3);
		}
		as_tree_stats(&g.tree, &s[far]);
		grove_release(&g);
	}
	for (size_t i = 0; i < 3; i++)
		assert_near(s[1].level[i].s2, s[0].level[i].s2, 1e-12);
}

/* What is kept of the values of each unit of level 2, as thinning keeps it. */
static void sum_up(const struct as_tree *t, double *firsts, double *offsets, double *squares)
{
	for (size_t u = 0; u < t->count[1]; u++) {
		const double *x = t->values + t->first[1][u];
		const size_t n = t->first[1][u + 1] - t->first[1][u];
		offsets[u] = 0;
		for (size_t i = 1; i < n; i++)
			offsets[u] += x[i] - x[0];
		firsts[u] = x[0];
		offsets[u] /= (double)n;
		squares[u] = as_squares(x, n, x[0] + offsets[u]);
	}
}

static void sums_in_place_of_values_give_the_same_bit_by_bit(void **state)
{
	enum { TREES = 500, UNITS = 4000 };
	static double firsts[UNITS], offsets[UNITS], squares[UNITS], means[2][UNITS];

	(void)state;
	for (uint64_t k = 0; k < TREES; k++) {
		struct as_random r;
		struct grove g;
		struct as_tree_stats s[2];
		as_random_init(&r, 22, AS_RANDOM_TEST, k);
		const struct grove_shape shape = {.n_levels = 2 + k % 3, .r = {1 + k % 9, 7, 5, 4},
			.sd = {3, 2, 1, 1}, .mean = k % 2 ? 1e9 : 1, .ragged = k % 5 > 0};
		grove_random(&g, &shape, &r);
		assert_true(g.tree.count[1] <= UNITS);
		sum_up(&g.tree, firsts, offsets, squares);
		struct as_tree summed = g.tree;
		summed.values = NULL;
		summed.firsts = firsts;
		summed.offsets = offsets;
		summed.squares = squares;
		assert_int_equal(as_tree_check(&summed, true, NULL, NULL), AS_OK);
		memset(s, 0, sizeof s);
		as_tree_stats(&g.tree, &s[0]);
		as_tree_stats(&summed, &s[1]);
		assert_memory_equal(&s[0], &s[1], sizeof s[0]);
		for (size_t level = 2; level <= shape.n_levels; level++) {
			as_tree_means(&g.tree, level, means[0]);
			as_tree_means(&summed, level, means[1]);
			assert_memory_equal(means[0], means[1],
				g.tree.count[level - 1] * sizeof means[0][0]);
		}
		grove_release(&g);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(two_blocks_of_two_by_hand),
		cmocka_unit_test(ragged_blocks_by_hand),
		cmocka_unit_test(one_level_is_a_plain_sample),
		cmocka_unit_test(a_level_without_repetition_is_merged_into_the_next),
		cmocka_unit_test(one_top_level_unit_has_a_mean_and_no_variance),
		cmocka_unit_test(equal_values_vary_nowhere),
		cmocka_unit_test(a_negative_estimate_stays_raw_and_has_no_share),
		cmocka_unit_test(eight_levels_are_kept_apart),
		cmocka_unit_test(means_of_units_at_every_level),
		cmocka_unit_test(bad_values_are_named),
		cmocka_unit_test(zeros_are_counted_and_other_metrics_may_be_negative),
		cmocka_unit_test(offsets_that_are_no_tree_are_refused),
		cmocka_unit_test(what_is_common_to_all_values_costs_no_digits),
		cmocka_unit_test(sums_in_place_of_values_give_the_same_bit_by_bit),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
