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
#include "stat/core/moments.h"
#include "stat/core/quantile.h"
#include "stat/dist/gating.h"

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
	static const char *const names[AS_ESTIMATORS] = {"average", "median", "quartile", "minimum"};
	json_t *table = golden_get(golden_get(*state, "expected"), "table"), *row;
	const char *key;

	json_object_foreach(table, key, row) {
		size_t k = (size_t)strtoul(key + 2, NULL, 10);
		for (unsigned e = 0; e < AS_ESTIMATORS; e++) {
			double of[MOST], group[MOST];
			for (size_t s = 0; s < n; s++) {
				for (size_t i = 0; i < k; i++)
					group[i] = data[(s + i) % n];
				as_sort(group, k);
				of[s] = as_estimate((enum as_estimator)e, group, k);
			}
			double mean = as_mean(of, n);
			const json_t *want = golden_get(row, names[e]);
			golden_near(golden_get(want, "mean"), mean, key);
			golden_near(golden_get(want, "rel_sd"), sqrt(as_variance(of, n, mean)) / mean, key);
		}
	}
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
		assert_int_equal(as_resample_gating(data, n, AS_ESTIMATE_MIN, &how, 0.01, &g, NULL), AS_OK);
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
		cmocka_unit_test_setup_teardown(minima_of_drawn_groups_vary_as_those_of_all_groups_do, load, leave),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
