/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <math.h>

#include <cmocka.h>

#include "golden.h"
#include "stat/core/moments.h"
#include "stat/dist/changes/history_fast.h"
#include "stat/dist/changes/history_many.h"

enum { ROOM = 128 };

static double number(const json_t *object, const char *key)
{
	return json_number_value(golden_get(object, key));
}

static void compare_fast(const json_t *c)
{
	const json_t *in = golden_get(c, "input"), *want = golden_get(c, "expected");
	const json_t *looks = golden_get(want, "looks");
	double seg[ROOM], new[ROOM], units[ROOM];
	const size_t m = golden_numbers(golden_get(in, "seg"), seg, ROOM);
	const size_t n = golden_numbers(golden_get(in, "new"), new, ROOM);
	size_t r[ROOM];
	struct as_fast got;
	const struct as_fast_known known = {.mean = as_mean(seg, m), .m = m, .s2 = number(in, "S2"),
		.df = number(in, "nu"), .h = number(in, "h"), .w = number(in, "W"),
		.w_df = number(in, "nuW"), .rho = number(in, "rho")};

	assert_int_equal(golden_numbers(golden_get(in, "r_new"), units, ROOM), n);
	for (size_t i = 0; i < n; i++)
		r[i] = (size_t)units[i];
	assert_int_equal(as_fast_test(&known, new, r, NULL, n, &got, NULL), AS_OK);
	assert_int_equal(json_array_size(looks), got.n);
	for (size_t k = 0; k < got.n; k++) {
		const json_t *look = json_array_get(looks, k);
		golden_near(golden_get(look, "t"), got.look[k].t, "t");
		golden_near(golden_get(look, "nu"), got.look[k].df, "nu");
		golden_near(golden_get(look, "p"), got.look[k].p, "p");
		golden_near(golden_get(look, "var"), got.look[k].var, "var");
	}
	golden_near(golden_get(want, "p"), got.p, "p of all looks");
	assert_int_equal(got.suspect, json_is_true(golden_get(want, "suspect")));
}

static void the_newest_versions_are_judged_as_in_the_reference(void **state)
{
	json_t *root = golden_load("21_fast.json");
	const json_t *list = golden_get(root, "fast");

	(void)state;
	assert_int_equal(json_array_size(list), 8);
	for (size_t i = 0; i < json_array_size(list); i++)
		compare_fast(json_array_get(list, i));
	json_decref(root);
}

static void re_runs_are_combined_as_in_the_reference(void **state)
{
	json_t *root = golden_load("21_fast.json");
	const json_t *list = golden_get(root, "combine");

	(void)state;
	assert_int_equal(json_array_size(list), 5);
	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *c = json_array_get(list, i), *want = golden_get(c, "expected");
		double d[ROOM];
		size_t n = golden_numbers(golden_get(c, "d"), d, ROOM);
		struct as_rerun got;
		assert_int_equal(as_rerun_combine(number(c, "p1"), number(c, "sign") > 0, (struct as_values){d, n}, number(c, "w"), &got, NULL), AS_OK);
		golden_near(golden_get(want, "p2"), got.p2, "p2");
		golden_near(golden_get(want, "z1"), got.z1, "z1");
		golden_near(golden_get(want, "z2"), got.z2, "z2");
		golden_near(golden_get(want, "zc"), got.zc, "zc");
		golden_near(golden_get(want, "pc"), got.p, "pc");
		assert_int_equal(got.alert, json_is_true(golden_get(want, "alert")));
	}
	json_decref(root);
}

static void compare_hierarchy(const json_t *c)
{
	const json_t *table = golden_get(c, "p"), *want = golden_get(c, "expected");
	struct as_family family[ROOM];
	double p[ROOM];
	bool metric[ROOM];
	size_t n = json_array_size(table), tests = 0;

	for (size_t i = 0; i < n; i++) {
		family[i] = (struct as_family){.first = tests};
		family[i].n = golden_numbers(json_array_get(table, i), p + tests, ROOM);
		tests += family[i].n;
	}
	assert_int_equal(as_hierarchical(p, family, n, number(c, "q"), metric), AS_OK);
	for (size_t i = 0; i < n; i++) {
		const json_t *metrics = json_array_get(golden_get(want, "metrics"), i);
		golden_near(json_array_get(golden_get(want, "simes"), i), family[i].simes, "simes");
		golden_near(json_array_get(golden_get(want, "q"), i), family[i].q, "q");
		assert_int_equal(family[i].selected,
			json_is_true(json_array_get(golden_get(want, "selected"), i)));
		for (size_t k = 0; k < family[i].n; k++)
			assert_int_equal(metric[family[i].first + k],
				json_is_true(json_array_get(metrics, k)));
	}
}

static void benchmarks_and_metrics_are_selected_as_in_the_reference(void **state)
{
	json_t *root = golden_load("21_fast.json");
	const json_t *list = golden_get(root, "hierarchical");

	(void)state;
	assert_int_equal(json_array_size(list), 2);
	for (size_t i = 0; i < json_array_size(list); i++)
		compare_hierarchy(json_array_get(list, i));
	json_decref(root);
}

/* ---- edges (3.4) ---- */

static void too_little_knowledge_is_refused_with_what_would_cure_it(void **state)
{
	struct as_fast_known known = {.mean = 1, .m = 2, .s2 = 1, .df = 1, .h = 0.1};
	const double x[4] = {1, 2, 3, 4};
	const size_t r[4] = {10, 10, 10, 10};
	struct as_fast out = {.n = 77};
	struct as_err err = {0};

	(void)state;
	assert_int_equal(as_fast_test(&known, x, r, NULL, 1, &out, &err), AS_ERR_DATA);
	assert_non_null(strstr(err.msg, "3 more versions will do"));
	known.df = 20;
	known.s2 = 0;
	assert_int_equal(as_fast_test(&known, x, r, NULL, 1, &out, &err), AS_ERR_DATA);
	assert_non_null(strstr(err.msg, "the same value"));
	known.s2 = 1;
	assert_int_equal(as_fast_test(&known, x, r, NULL, 4, &out, &err), AS_ERR_ARG);
	assert_int_equal(as_fast_test(&known, x, r, NULL, 0, &out, &err), AS_ERR_ARG);
	known.mean = (double)NAN;
	assert_int_equal(as_fast_test(&known, x, r, NULL, 1, &out, &err), AS_ERR_ARG);
	assert_int_equal(out.n, 77);
	known.mean = 1;
	assert_int_equal(as_fast_test(&known, x, r, NULL, 1, &out, &err), AS_OK);
	assert_false(out.suspect);
}

static void a_re_run_of_equal_differences_has_no_p_value(void **state)
{
	const double d[3] = {1, 1, 1};
	struct as_rerun out = {.p = 5};
	struct as_err err = {0};

	(void)state;
	assert_int_equal(as_rerun_combine(0.01, true, (struct as_values){d, 3}, 0.4, &out, &err), AS_ERR_DATA);
	assert_int_equal(as_rerun_combine(0.01, true, (struct as_values){d, 1}, 0.4, &out, &err), AS_ERR_DATA);
	assert_int_equal(as_rerun_combine((double)NAN, true, (struct as_values){d, 3}, 0.4, &out, &err), AS_ERR_ARG);
	assert_true(out.p > 4);
	assert_int_equal(as_rerun_blocks(3), 10);
	assert_int_equal(as_rerun_blocks(10), 20);
	assert_int_equal(as_rerun_blocks(500), 30);
}

static void an_opposite_re_run_is_told(void **state)
{
	const double d[10] = {-1, -1.1, -0.9, -1.2, -1, -0.8, -1, -1.05, -0.95, -1};
	struct as_rerun out;

	(void)state;
	assert_int_equal(as_rerun_combine(0.001, true, (struct as_values){d, 10}, 0.4, &out, NULL), AS_OK);
	assert_true(out.opposite);
	assert_false(out.alert);
	assert_int_equal(as_rerun_combine(0.001, false, (struct as_values){d, 10}, 0.4, &out, NULL), AS_OK);
	assert_true(out.alert);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_newest_versions_are_judged_as_in_the_reference),
		cmocka_unit_test(re_runs_are_combined_as_in_the_reference),
		cmocka_unit_test(benchmarks_and_metrics_are_selected_as_in_the_reference),
		cmocka_unit_test(too_little_knowledge_is_refused_with_what_would_cure_it),
		cmocka_unit_test(a_re_run_of_equal_differences_has_no_p_value),
		cmocka_unit_test(an_opposite_re_run_is_told),
	};

	return cmocka_run_group_tests_name("history fast", tests, NULL, NULL);
}
