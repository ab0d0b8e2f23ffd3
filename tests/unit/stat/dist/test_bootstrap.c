/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "near.h"

#include <string.h>

#include "grove.h"
#include "stat/core/quantile.h"
#include "stat/dist/interval.h"
#include "stat/dist/resampling/bootstrap.h"

/* Skewed: one unit in four is slow. */
static const double x[] = {10.2, 10.4, 9.9, 10.8, 12.5, 10.1, 10.0, 10.3, 11.9, 10.6, 10.2, 15.0};
static const double y[] = {11.32, 11.24, 11.19, 11.88, 13.95, 11.01, 11.1, 11.73, 12.79, 11.86, 11.32,
	16.5};
enum { N = sizeof x / sizeof *x };

static const struct as_resampling usual = {
	.replicates = AS_BOOTSTRAP_REPLICATES, .seed = 11, .confidence = 0.95};

/* The bands are those of 200 000 replicates drawn by another program, and wide enough for the luck
 * of 9999. */
static void the_three_intervals_of_a_skewed_mean_are_those_of_another_program(void **state)
{
	struct as_bootstrap b;

	(void)state;
	assert_int_equal(as_bootstrap_mean(x, N, &usual, &b, NULL), AS_OK);
	assert_close(b.estimate, 10.991666666666667, 1e-12);
	assert_int_equal(b.kinds, AS_BOOTSTRAP_PERCENTILE | AS_BOOTSTRAP_BCA | AS_BOOTSTRAP_T);
	assert_close(b.percentile.lo, 10.308, 0.02);
	assert_close(b.percentile.hi, 11.892, 0.04);
	assert_close(b.bca.lo, 10.417, 0.02);
	assert_close(b.bca.hi, 12.225, 0.08);
	assert_close(b.t.lo, 10.314, 0.03);
	assert_close(b.t.hi, 14.238, 0.4);
	assert_int_equal(b.left_out, 0);
}

static void a_ratio_is_resampled_on_each_side(void **state)
{
	struct as_bootstrap b;

	(void)state;
	assert_int_equal(as_bootstrap_ratio((struct as_values){x, N}, (struct as_values){y, N}, &usual, &b, NULL), AS_OK);
	assert_close(b.estimate, 1.1060652, 1e-7);
	assert_int_equal(b.kinds, AS_BOOTSTRAP_PERCENTILE | AS_BOOTSTRAP_T);
	assert_close(b.percentile.lo, 0.9987, 0.01);
	assert_close(b.percentile.hi, 1.2244, 0.01);
	assert_true(b.t.lo < b.estimate && b.estimate < b.t.hi);
}

static void the_same_seed_gives_the_same_interval(void **state)
{
	struct as_resampling other = usual;
	struct as_bootstrap a, b, c;

	(void)state;
	other.seed = 12;
	assert_int_equal(as_bootstrap_mean(x, N, &usual, &a, NULL), AS_OK);
	assert_int_equal(as_bootstrap_mean(x, N, &usual, &b, NULL), AS_OK);
	assert_int_equal(as_bootstrap_mean(x, N, &other, &c, NULL), AS_OK);
	assert_memory_equal(&a.t, &b.t, sizeof a.t);
	assert_memory_not_equal(&a.t, &c.t, sizeof a.t);
}

/* Parts in another order, and of different sizes. */
static void backwards(size_t n, void (*work)(void *, size_t, size_t), void *context)
{
	for (size_t to = n, part = 1; to; part = part % 97 + 1) {
		const size_t from = to > part ? to - part : 0;
		work(context, from, to);
		to = from;
	}
}

static void work_that_is_shared_out_gives_the_same_ends(void **state)
{
	struct as_resampling shared = usual;
	struct as_values old = {x, N}, new = {y, N};
	struct as_bootstrap a, b;

	(void)state;
	shared.share = backwards;
	assert_int_equal(as_bootstrap_mean(x, N, &usual, &a, NULL), AS_OK);
	assert_int_equal(as_bootstrap_mean(x, N, &shared, &b, NULL), AS_OK);
	assert_memory_equal(&a.t, &b.t, sizeof a.t);
	assert_memory_equal(&a.percentile, &b.percentile, sizeof a.percentile);
	assert_memory_equal(&a.bca, &b.bca, sizeof a.bca);
	assert_int_equal(as_bootstrap_ratio(old, new, &usual, &a, NULL), AS_OK);
	assert_int_equal(as_bootstrap_ratio(old, new, &shared, &b, NULL), AS_OK);
	assert_memory_equal(&a.t, &b.t, sizeof a.t);
}

static void bootstrap_t_alone_is_that_of_all_three(void **state)
{
	struct as_resampling alone = usual;
	struct as_bootstrap a, b;

	(void)state;
	alone.t_alone = true;
	assert_int_equal(as_bootstrap_mean(x, N, &usual, &a, NULL), AS_OK);
	assert_int_equal(as_bootstrap_mean(x, N, &alone, &b, NULL), AS_OK);
	assert_int_equal(b.kinds, AS_BOOTSTRAP_T);
	assert_memory_equal(&a.t, &b.t, sizeof a.t);
}

static void intervals_scale_with_the_data(void **state)
{
	struct as_bootstrap a, b;
	double scaled[N];

	(void)state;
	for (size_t i = 0; i < N; i++)
		scaled[i] = x[i] * 1024;
	assert_int_equal(as_bootstrap_mean(x, N, &usual, &a, NULL), AS_OK);
	assert_int_equal(as_bootstrap_mean(scaled, N, &usual, &b, NULL), AS_OK);
	assert_near(b.percentile.lo, a.percentile.lo * 1024, 1e-14);
	assert_near(b.bca.hi, a.bca.hi * 1024, 1e-14);
	assert_near(b.t.hi, a.t.hi * 1024, 1e-12);
}

/* 1 in 9 resamples of three units is one unit three times. */
static void three_units_have_no_bootstrap_t(void **state)
{
	struct as_bootstrap b;

	(void)state;
	assert_int_equal(as_bootstrap_mean(x, 3, &usual, &b, NULL), AS_OK);
	assert_int_equal(b.kinds & AS_BOOTSTRAP_T, 0);
	assert_close((double)b.left_out / AS_BOOTSTRAP_REPLICATES, 1.0 / 9, 0.015);
}

static void values_that_are_all_equal_have_intervals_of_no_width(void **state)
{
	static const double same[] = {3, 3, 3, 3, 3};
	struct as_bootstrap b;

	(void)state;
	assert_int_equal(as_bootstrap_mean(same, 5, &usual, &b, NULL), AS_OK);
	assert_near(b.percentile.lo, 3, 0);
	assert_near(b.percentile.hi, 3, 0);
	assert_near(b.bca.lo, 3, 0);
	assert_near(b.t.hi, 3, 0);
}

static void what_cannot_be_resampled_is_refused_with_words(void **state)
{
	static const double odd[] = {1, (double)INFINITY, 2};
	static const double negative[] = {1, -1, 2};
	struct as_resampling few = {.replicates = 20, .seed = 1, .confidence = 0.95};
	struct as_bootstrap b;
	struct as_err err = {0};

	(void)state;
	assert_int_equal(as_bootstrap_mean(x, 2, &usual, &b, &err), AS_ERR_DATA);
	assert_string_equal(err.msg, "a bootstrap needs at least 3 units to draw from; there are 2");
	assert_int_equal(as_bootstrap_mean(odd, 3, &usual, &b, &err), AS_ERR_DATA);
	assert_non_null(strstr(err.msg, "unit 2"));
	assert_int_equal(as_bootstrap_ratio((struct as_values){x, N}, (struct as_values){negative, 3}, &usual, &b, &err), AS_ERR_DATA);
	assert_non_null(strstr(err.msg, "positive"));
	assert_int_equal(as_bootstrap_mean(x, N, &few, &b, &err), AS_ERR_ARG);
}

/* One value a unit: the mixture is the sample itself. */
static void a_quantile_of_a_flat_tree_is_type_7(void **state)
{
	struct as_tree flat = {.n_levels = 1, .values = x, .count = {N}};
	struct as_bootstrap b;
	double sorted[N], want = 0;

	(void)state;
	memcpy(sorted, x, sizeof x);
	as_sort(sorted, N);
	for (double p = 0.1; p < 0.95; p += 0.2) {
		assert_int_equal(as_quantile(sorted, N, p, &want), AS_OK);
		assert_int_equal(as_bootstrap_quantile(&flat, p, &usual, &b, NULL), AS_OK);
		assert_near(b.estimate, want, 1e-12);
	}
	assert_int_equal(as_bootstrap_quantile(&flat, 0.5, &usual, &b, NULL), AS_OK);
	assert_close(b.percentile.lo, 10.15, 0.051);
	assert_close(b.percentile.hi, 11.35, 0.101);
}

/* Unit 0 has a thousand values, the others one each: they weigh alike. */
static void each_top_level_unit_weighs_the_same_in_a_quantile(void **state)
{
	enum { UNITS = 11, LARGE = 1000, ALL = LARGE + UNITS - 1 };
	static double values[ALL];
	size_t first[UNITS + 1] = {0};
	struct as_bootstrap b;

	(void)state;
	for (size_t i = 0; i < ALL; i++)
		values[i] = i < LARGE ? 100 : (double)(i - LARGE + 1);
	for (size_t u = 1; u <= UNITS; u++)
		first[u] = LARGE + u - 1;
	struct as_tree tree = {.n_levels = 2, .values = values, .count = {ALL, UNITS},
		.first = {NULL, first}};
	assert_int_equal(as_bootstrap_quantile(&tree, 0.5, &usual, &b, NULL), AS_OK);
	assert_true(b.estimate >= 5 && b.estimate <= 7);
}

static void the_smallest_value_has_no_bootstrap(void **state)
{
	struct as_tree flat = {.n_levels = 1, .values = x, .count = {N}};
	struct as_tree small = {.n_levels = 1, .values = x, .count = {9}};
	struct as_bootstrap b;
	struct as_err err = {0};

	(void)state;
	assert_int_equal(as_bootstrap_quantile(&flat, 0, &usual, &b, &err), AS_ERR_DATA);
	assert_non_null(strstr(err.msg, "lower quartile"));
	assert_int_equal(as_bootstrap_quantile(&small, 0.5, &usual, &b, &err), AS_ERR_DATA);
	assert_non_null(strstr(err.msg, "at least 10 units"));
}

static void a_ratio_of_equal_quantiles_holds_one(void **state)
{
	struct as_tree a = {.n_levels = 1, .values = x, .count = {N}};
	struct as_tree b = {.n_levels = 1, .values = y, .count = {N}};
	struct as_bootstrap r;

	(void)state;
	assert_int_equal(as_bootstrap_quantile_ratio(&a, &a, 0.5, &usual, &r, NULL), AS_OK);
	assert_near(r.estimate, 1, 0);
	assert_true(r.percentile.lo < 1 && r.percentile.hi > 1);
	assert_int_equal(as_bootstrap_quantile_ratio(&a, &b, 0.5, &usual, &r, NULL), AS_OK);
	assert_near(r.estimate, (11.32 + 11.73) / 2 / 10.35, 1e-12);
}

static void skewness_is_that_of_another_program(void **state)
{
	(void)state;
	assert_near(as_skewness(x, N), 1.8383829527688609, 1e-12);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_three_intervals_of_a_skewed_mean_are_those_of_another_program),
		cmocka_unit_test(a_ratio_is_resampled_on_each_side),
		cmocka_unit_test(the_same_seed_gives_the_same_interval),
		cmocka_unit_test(work_that_is_shared_out_gives_the_same_ends),
		cmocka_unit_test(bootstrap_t_alone_is_that_of_all_three),
		cmocka_unit_test(intervals_scale_with_the_data),
		cmocka_unit_test(three_units_have_no_bootstrap_t),
		cmocka_unit_test(values_that_are_all_equal_have_intervals_of_no_width),
		cmocka_unit_test(what_cannot_be_resampled_is_refused_with_words),
		cmocka_unit_test(a_quantile_of_a_flat_tree_is_type_7),
		cmocka_unit_test(each_top_level_unit_weighs_the_same_in_a_quantile),
		cmocka_unit_test(the_smallest_value_has_no_bootstrap),
		cmocka_unit_test(a_ratio_of_equal_quantiles_holds_one),
		cmocka_unit_test(skewness_is_that_of_another_program),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
