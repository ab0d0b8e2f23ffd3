/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Estimates of groups: those of Haveraaen and Hundvebakke's tables, and how much the minimum of drawn
 * groups varies. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "golden.h"
#include "stat/core/estimator.h"
#include "stat/core/quantile.h"
#include "stat/core/rotation.h"
#include "stat/dist/influence/factor.h"
#include "stat/dist/resampling/gating.h"

enum { MOST = 64 };
static double data[MOST];
static size_t n;

static int load(void **state)
{
	json_t *root = golden_load("07_estimators.json");
	const json_t *list = golden_get(root, "data");

	n = json_array_size(list);
	assert_in_range(n, 30, MOST);
	for (size_t i = 0; i < n; i++)
		data[i] = json_number_value(json_array_get(list, i));
	*state = root;
	return 0;
}

static int leave(void **state)
{
	json_decref(*state);
	return 0;
}

static void the_tables_of_rotating_groups_are_reproduced(void **state)
{
	static const char *const names[] = {"average", "median", "quartile", "minimum"};
	json_t *table = golden_get(golden_get(*state, "expected"), "table"), *row;
	const char *key;

	json_object_foreach(table, key, row) {
		size_t k = (size_t)strtoul(key + 2, NULL, 10);
		for (unsigned e = 0; e < sizeof names / sizeof *names; e++) {
			double room[2 * MOST];
			struct as_spread found;
			const json_t *want = golden_get(row, names[e]);
			assert_int_equal(as_rotate(data, n, k, (enum as_estimator)e, room, &found), AS_OK);
			golden_near(golden_get(want, "mean"), found.average, key);
			golden_near(golden_get(want, "rel_sd"), found.rel_sd, key);
		}
	}
}

/* The first k of the data, in the order in which they were measured. */
static void estimates_of_a_few_observations_are_reproduced(void **state)
{
	static const char *const names[] = {"average", "median", "quartile", "minimum"};
	json_t *root = golden_load("06_kde_quantiles.json"), *row;
	const json_t *part = golden_get(root, "haveraaen");
	double x[MOST], sorted[MOST];
	const enum as_estimator by_name[] = {AS_ESTIMATE_MEAN, AS_ESTIMATE_MEDIAN, AS_ESTIMATE_Q1,
		AS_ESTIMATE_MIN};
	size_t most = golden_numbers(golden_get(part, "data"), x, MOST);
	const char *key;

	(void)state;
	json_object_foreach(golden_get(part, "expected"), key, row) {
		size_t k = (size_t)strtoul(key + 2, NULL, 10);
		assert_in_range(k, 1, most);
		for (size_t i = 0; i < k; i++)
			sorted[i] = x[i];
		as_sort(sorted, k);
		for (unsigned e = 0; e < sizeof names / sizeof *names; e++)
			golden_near(golden_get(row, names[e]), as_estimate(by_name[e], sorted, k), key);
	}
	json_decref(root);
}

static void minima_over_all_choices_are_exact(void **state)
{
	json_t *table = golden_get(golden_get(*state, "expected"), "subset_minimum"), *row;
	double sorted[MOST];
	const char *key;

	for (size_t i = 0; i < n; i++)
		sorted[i] = data[i];
	as_sort(sorted, n);
	json_object_foreach(table, key, row) {
		struct as_spread found;
		assert_int_equal(as_drawn_minimum(sorted, n, (size_t)strtoul(key + 2, NULL, 10), &found), AS_OK);
		golden_near(golden_get(row, "mean"), found.average, key);
		golden_near(golden_get(row, "sd"), found.rel_sd * found.average, key);
	}
}

/* The file has them of the minimum, k = 1, 3, .. 11. */
static void numbers_of_observations_needed_are_reproduced(void **state)
{
	json_t *needed = golden_get(golden_get(*state, "expected"), "observations_needed");
	size_t k[6];
	double rel_sd[6], room[2 * MOST];

	for (size_t i = 0; i < 6; i++) {
		struct as_spread found;
		k[i] = 2 * i + 1;
		assert_int_equal(as_rotate(data, n, k[i], AS_ESTIMATE_MIN, room, &found), AS_OK);
		rel_sd[i] = found.rel_sd;
	}
	for (int published = 0; published < 2; published++) {
		json_t *list = golden_get(needed, published ? "published" : "default"), *want;
		const char *key;
		json_object_foreach(list, key, want) {
			double apart = 0, sure = 0;
			assert_int_equal(sscanf(key, "delta=%lf,g=%lf", &apart, &sure), 2);
			assert_int_equal(as_rotation_needed(k, rel_sd, 6, apart, sure, published),
				json_integer_value(want));
		}
	}
}

/* Fewer than a quarter are at low load, so that all of them are in the lowest stratum. */
static void observations_at_low_load_are_the_lowest_stratum(void **state)
{
	const json_t *want = golden_get(golden_get(*state, "expected"), "n_low_load");
	double load[MOST], cut[AS_FACTOR_STRATA];
	uint8_t group[MOST];
	size_t used = 0, low = 0;

	assert_int_equal(golden_numbers(golden_get(*state, "load"), load, MOST), n);
	assert_int_equal(as_strata(load, n, group, cut, &used), AS_OK);
	assert_int_equal(used, AS_FACTOR_STRATA);
	assert_true(cut[0] > 80);
	for (size_t i = 0; i < n; i++)
		low += group[i] == 0 && load[i] < 80;
	assert_int_equal(low, json_integer_value(want));
}

static void minima_of_drawn_groups_vary_as_those_of_all_groups_do(void **state)
{
	json_t *table = golden_get(golden_get(*state, "expected"), "subset_minimum"), *row;
	const char *key;

	json_object_foreach(table, key, row) {
		struct as_resample how = {.group = (size_t)strtoul(key + 2, NULL, 10), .resamples = 20000,
			.seed = 1};
		struct as_gating g;
		if (2 * how.group > n)
			continue;
		assert_int_equal(as_resample_gating((struct as_values){data, n}, AS_ESTIMATE_MIN, &how, 0.01, &g, NULL), AS_OK);
		double want = json_number_value(golden_get(golden_get(row, "sd"), "v")) /
			json_number_value(golden_get(golden_get(row, "mean"), "v"));
		if (!(fabs(g.sd - want) < 0.05 * want))
			fail_msg("%s: %g is not %g", key, g.sd, want);
		assert_true(fabs(g.smallest - 2 * sqrt(2) * g.sd) < 1e-12);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(the_tables_of_rotating_groups_are_reproduced, load, leave),
		cmocka_unit_test(estimates_of_a_few_observations_are_reproduced),
		cmocka_unit_test_setup_teardown(minima_over_all_choices_are_exact, load, leave),
		cmocka_unit_test_setup_teardown(numbers_of_observations_needed_are_reproduced, load, leave),
		cmocka_unit_test_setup_teardown(observations_at_low_load_are_the_lowest_stratum, load, leave),
		cmocka_unit_test_setup_teardown(minima_of_drawn_groups_vary_as_those_of_all_groups_do, load, leave),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
