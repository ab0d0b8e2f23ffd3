/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <math.h>
#include <cmocka.h>

#include "stat/dist/influence/factor.h"
#include "stat/dist/random.h"

enum { N = 60 };

static void draw(double *y, size_t n, uint64_t seed)
{
	struct as_random r;

	as_random_init(&r, seed, AS_RANDOM_TEST, 0);
	for (size_t i = 0; i < n; i++)
		y[i] = 100 + as_random_normal(&r);
}

/* Two groups of two: T_1^2 = (0.5 + 0.5) / 2 = 0.5, S_2^2 = 8, T_2^2 = 8 - 0.25 = 7.75. */
static void the_share_is_that_of_the_levels(void **state)
{
	const double y[] = {1, 5, 2, 6, 1, 5, 2, 6, 1, 5, 2, 6};
	const uint8_t group[] = {0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1};
	struct as_factor_test t;

	(void)state;
	/* six a group: S_1^2 = 6 * 0.25 / 5 = 0.3, T_2^2 = 8 - 0.3 / 6 */
	assert_int_equal(as_factor_test(y, group, 12, AS_FACTOR_SHUFFLED, 1, &t), AS_OK);
	assert_int_equal(t.groups, 2);
	assert_true(fabs(t.share - 7.95 / 8.25) < 1e-12);
	assert_int_equal(t.reorderings, 999);
	assert_true(t.p < 0.01);
}

static void an_effect_is_found_and_chance_is_not(void **state)
{
	double y[N];
	uint8_t group[N];
	size_t found = 0;
	struct as_factor_test t;

	(void)state;
	for (size_t i = 0; i < N; i++)
		group[i] = (uint8_t)(i * 7 % 3);
	for (uint64_t seed = 1; seed <= 40; seed++) {
		draw(y, N, seed);
		assert_int_equal(as_factor_test(y, group, N, AS_FACTOR_SHUFFLED, seed, &t), AS_OK);
		found += t.p <= 0.05;
	}
	assert_in_range(found, 0, 6); /* 2 of 40 expected; more than 6 in 0.3 % of cases */
	draw(y, N, 1);
	for (size_t i = 0; i < N; i++)
		y[i] += 2 * group[i];
	assert_int_equal(as_factor_test(y, group, N, AS_FACTOR_SHUFFLED, 1, &t), AS_OK);
	assert_true(t.p <= 0.001 + 1e-12 && t.share > 0.5);
	assert_int_equal(as_factor_test(y, group, N, AS_FACTOR_ROTATED, 1, &t), AS_OK);
	assert_int_equal(t.reorderings, N - 1);
}

/* A slow wave in both: shuffling takes it for an effect, turning does not. */
static void what_follows_each_other_is_turned(void **state)
{
	double y[N];
	uint8_t group[N];
	struct as_factor_test shuffled, turned;

	(void)state;
	draw(y, N, 3);
	for (size_t i = 0; i < N; i++) {
		y[i] += 3 * sin((double)i / 10);
		group[i] = sin((double)i / 10 + 0.9) > 0;
	}
	assert_int_equal(as_factor_test(y, group, N, AS_FACTOR_SHUFFLED, 1, &shuffled), AS_OK);
	assert_int_equal(as_factor_test(y, group, N, AS_FACTOR_ROTATED, 1, &turned), AS_OK);
	assert_true(shuffled.p < 0.01);
	assert_true(turned.p > 0.05);
}

static void the_unit_does_not_matter_and_the_seed_repeats(void **state)
{
	double y[N], scaled[N];
	uint8_t group[N];
	struct as_factor_test a, b;

	(void)state;
	draw(y, N, 5);
	for (size_t i = 0; i < N; i++) {
		group[i] = (uint8_t)(i % 4);
		scaled[i] = y[i] * 4096;
	}
	assert_int_equal(as_factor_test(y, group, N, AS_FACTOR_SHUFFLED, 9, &a), AS_OK);
	assert_int_equal(as_factor_test(scaled, group, N, AS_FACTOR_SHUFFLED, 9, &b), AS_OK);
	assert_true(fabs(a.p - b.p) < 1e-12 && fabs(a.share - b.share) < 1e-9);
}

static void what_cannot_be_told_is_refused(void **state)
{
	double y[N];
	uint8_t group[N] = {0};
	struct as_factor_test t = {.groups = 77};

	(void)state;
	draw(y, N, 1);
	assert_int_equal(as_factor_test(y, group, N, AS_FACTOR_SHUFFLED, 1, &t), AS_ERR_DATA);
	for (size_t i = 0; i < N; i++)
		group[i] = (uint8_t)i;
	assert_int_equal(as_factor_test(y, group, 12, AS_FACTOR_SHUFFLED, 1, &t), AS_ERR_DATA);
	group[3] = AS_FACTOR_GROUPS;
	assert_int_equal(as_factor_test(y, group, N, AS_FACTOR_SHUFFLED, 1, &t), AS_ERR_ARG);
	for (size_t i = 0; i < N; i++)
		group[i] = i % 2;
	assert_int_equal(as_factor_test(y, group, 9, AS_FACTOR_SHUFFLED, 1, &t), AS_ERR_DATA);
	assert_int_equal(as_factor_test(y, group, 0, AS_FACTOR_SHUFFLED, 1, &t), AS_ERR_DATA);
	for (size_t i = 0; i < N; i++)
		y[i] = 7;
	assert_int_equal(as_factor_test(y, group, N, AS_FACTOR_SHUFFLED, 1, &t), AS_ERR_DATA);
	assert_int_equal(t.groups, 77);
}

static void strata_are_quarters_by_size(void **state)
{
	double x[] = {8, 1, (double)NAN, 2, 7, 3, 6, 4, 5}, cut[AS_FACTOR_STRATA];
	uint8_t group[9];
	const uint8_t want[] = {3, 0, UINT8_MAX, 0, 3, 1, 2, 1, 2};
	size_t used = 0;

	(void)state;
	assert_int_equal(as_strata(x, 9, group, cut, &used), AS_OK);
	assert_int_equal(used, 4);
	for (size_t i = 0; i < 9; i++)
		assert_int_equal(group[i], want[i]);
	assert_true(fabs(cut[0] - 2) < 1e-12 && fabs(cut[3] - 8) < 1e-12);
}

static void few_values_are_groups_and_empty_ones_are_none(void **state)
{
	double x[] = {0, 0, 0, 0, 0, 0, 0, 5, 6, 7, 8}, cut[AS_FACTOR_STRATA];
	uint8_t group[11];
	size_t used = 0;

	(void)state;
	/* Five values: quartiles 0, 0 and 5.5; what is on a border is above it. */
	assert_int_equal(as_strata(x, 11, group, cut, &used), AS_OK);
	assert_int_equal(used, 2);
	assert_int_equal(group[6], 0);
	assert_int_equal(group[7], 0);
	assert_int_equal(group[8], 1);
	for (size_t i = 7; i < 11; i++)
		x[i] = 1;
	assert_int_equal(as_strata(x, 11, group, cut, &used), AS_OK);
	assert_int_equal(used, 2);
	assert_int_equal(group[10], 1);
	for (size_t i = 0; i < 11; i++)
		x[i] = (double)NAN;
	assert_int_equal(as_strata(x, 11, group, cut, &used), AS_OK);
	assert_int_equal(used, 0);
}

static void the_padding_is_below_a_page_and_repeats(void **state)
{
	(void)state;
	for (uint64_t seed = 0; seed < 200; seed++)
		assert_in_range(as_random_padding(seed), 0, 4095);
	assert_int_equal(as_random_padding(7), as_random_padding(7));
	assert_int_not_equal(as_random_padding(7), as_random_padding(8));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_share_is_that_of_the_levels),
		cmocka_unit_test(an_effect_is_found_and_chance_is_not),
		cmocka_unit_test(what_follows_each_other_is_turned),
		cmocka_unit_test(the_unit_does_not_matter_and_the_seed_repeats),
		cmocka_unit_test(what_cannot_be_told_is_refused),
		cmocka_unit_test(strata_are_quarters_by_size),
		cmocka_unit_test(few_values_are_groups_and_empty_ones_are_none),
		cmocka_unit_test(the_padding_is_below_a_page_and_repeats),
	};
	return cmocka_run_group_tests_name("factor", tests, NULL, NULL);
}
