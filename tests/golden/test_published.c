/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "golden_tree.h"
#include "papers/kalibera.h"
#include "stat/dist/influence/impact.h"

static void ends(const json_t *want, const struct as_interval *got, const char *name)
{
	golden_near(json_array_get(want, 0), got->lo, name);
	golden_near(json_array_get(want, 1), got->hi, name);
}

static void the_intervals_of_2005_are_the_reference_ones(void **state)
{
	json_t *root = golden_load("01_levels.json"), *each;
	const char *name;
	size_t seen = 0;

	(void)state;
	json_object_foreach(golden_get(root, "cases"), name, each) {
		const json_t *want = json_object_get(each, "expected_2005");
		struct as_interval z, t;

		if (!want)
			continue;
		struct as_tree_stats s = golden_stats(golden_get(each, "data"));
		golden_near(golden_get(want, "S_X2"), s.level[0].s2, name);
		golden_near(golden_get(want, "S_A2"), s.level[1].s2, name);
		assert_int_equal(as_spects2005(&s, false, 0.95, &z, NULL), AS_OK);
		assert_int_equal(as_spects2005(&s, true, 0.95, &t, NULL), AS_OK);
		ends(golden_get(want, "ci_eq5_z"), &z, name);
		ends(golden_get(want, "ci_eq5_t"), &t, name);
		seen++;
	}
	assert_int_equal(seen, 5);
	json_decref(root);
}

static void the_intervals_of_2006_are_the_reference_ones(void **state)
{
	json_t *root = golden_load("01_levels.json"), *each;
	const char *name;
	size_t seen = 0;

	(void)state;
	json_object_foreach(golden_get(root, "cases"), name, each) {
		const json_t *want = json_object_get(each, "expected_2006");
		struct as_interval ci;
		bool one_binary = true;

		if (!want)
			continue;
		struct as_tree_stats s = golden_stats(golden_get(each, "data"));
		golden_near(golden_get(want, "S_E2"), s.level[0].s2, name);
		golden_near(golden_get(want, "S_B2"), s.level[1].s2, name);
		golden_near(golden_get(want, "S_V2"), s.level[2].s2, name);
		assert_int_equal(as_epew2006(&s, 0.95, &ci, &one_binary, NULL), AS_OK);
		assert_false(one_binary);
		ends(golden_get(want, "ci_eq17"), &ci, name);
		seen++;
	}
	assert_int_equal(seen, 3);
	json_decref(root);
}

static void the_analytic_impact_factors_are_the_reference_ones(void **state)
{
	json_t *root = golden_load("11_random.json"), *each;
	const char *name;
	size_t seen = 0;

	(void)state;
	json_object_foreach(golden_get(root, "cases"), name, each) {
		struct as_tree_stats s = golden_stats(golden_get(each, "data"));
		const json_t *want = golden_get(golden_get(each, "expected"), "impact_analytic");
		struct as_impact got;

		assert_int_equal(as_impact(&s, 2, 0.95, &got, NULL), AS_OK);
		golden_near(want, got.factor, name);
		golden_near(want, got.neighbour, name);
		assert_true(got.lo <= got.factor && got.factor <= got.hi);
		seen++;
	}
	assert_int_equal(seen, 3);
	json_decref(root);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_intervals_of_2005_are_the_reference_ones),
		cmocka_unit_test(the_intervals_of_2006_are_the_reference_ones),
		cmocka_unit_test(the_analytic_impact_factors_are_the_reference_ones),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
