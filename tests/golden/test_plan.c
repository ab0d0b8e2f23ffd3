/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "golden.h"
#include "papers/kalibera.h"
#include "stat/core/moments.h"
#include "stat/dist/dist.h"
#include "stat/dist/planning/counts.h"
#include "stat/dist/planning/stein.h"

static size_t numbers(const json_t *list, double *out)
{
	double again[AS_LEVELS_MAX];

	return golden_pairs(list, list, out, again);
}

/* A list of counts in which null means that there is no optimum. */
static void compare(const json_t *want, const double *real, bool rounded, const char *name)
{
	for (size_t i = 0; i < json_array_size(want); i++) {
		const json_t *w = json_array_get(want, i);

		if (json_is_null(w))
			assert_true(isinf(real[i]));
		else
			golden_near(w, rounded ? (double)as_count_up(real[i]) : real[i], name);
	}
}

static void compare_counts(const json_t *want, const size_t *r, const char *name)
{
	for (size_t i = 0; i < json_array_size(want); i++)
		if (!json_is_null(json_array_get(want, i)))
			golden_near(json_array_get(want, i), (double)r[i], name);
}

static void optimum_counts_are_the_reference_ones(void **state)
{
	json_t *root = golden_load("02_plan.json"), *each;
	const char *name;
	size_t seen = 0;

	(void)state;
	json_object_foreach(golden_get(root, "cases"), name, each) {
		const json_t *want = golden_get(each, "expected");
		struct as_planning p = {.mean = 1, .confidence = 0.95};
		double published[AS_LEVELS_MAX];
		struct as_planned got;

		p.n_levels = numbers(golden_get(each, "T2"), p.t2);
		assert_int_equal(numbers(golden_get(each, "cost"), p.cost_s), p.n_levels);
		assert_int_equal(as_ismm2013_optimum(p.t2, p.cost_s, p.n_levels, published), AS_OK);
		compare(golden_get(want, "r_paper"), published, true, name);
		p.rounding = AS_ROUND_UP;
		assert_int_equal(as_plan_optimum(&p, &got), AS_OK);
		compare(golden_get(want, "r_real"), got.optimum, false, name);
		compare(golden_get(want, "r_ceil"), got.optimum, true, name);
		compare_counts(golden_get(want, "r_ceil"), got.r, name);
		p.rounding = AS_ROUND_BEST;
		assert_int_equal(as_plan_optimum(&p, &got), AS_OK);
		seen++;
		if (!json_object_get(want, "r_best"))
			continue;
		compare_counts(golden_get(want, "r_best"), got.r, name);
		golden_near(golden_get(want, "unit_cost_best"), got.unit_cost_s, name);
		golden_near(golden_get(want, "unit_var_best"), got.unit_var, name);
	}
	assert_int_equal(seen, 7);
	json_decref(root);
}

static void top_counts_for_a_target_are_the_reference_ones(void **state)
{
	json_t *root = golden_load("02_plan.json");
	const json_t *cases = golden_get(root, "target");

	(void)state;
	assert_int_equal(json_array_size(cases), 3);
	for (size_t i = 0; i < json_array_size(cases); i++) {
		const json_t *c = json_array_get(cases, i);
		struct as_planning p = {.confidence = 0.95};
		double lower[AS_LEVELS_MAX];
		size_t r[AS_LEVELS_MAX] = {0}, top = 0;

		p.n_levels = numbers(golden_get(c, "T2"), p.t2);
		for (size_t k = 0; k < numbers(golden_get(c, "r_lower"), lower); k++)
			r[k] = (size_t)lower[k];
		p.mean = json_number_value(golden_get(c, "mean"));
		p.r_min[p.n_levels - 1] = (size_t)json_integer_value(golden_get(c, "r_min"));
		assert_int_equal(as_plan_top(&p, r,
			json_number_value(golden_get(c, "rel_half_width")), &top), AS_OK);
		golden_near(golden_get(c, "expected_r_top"), (double)top, "r_n");
	}
	json_decref(root);
}

static void second_stages_are_the_reference_ones(void **state)
{
	json_t *root = golden_load("02_plan.json");
	const json_t *cases = golden_get(root, "stein");

	(void)state;
	assert_int_equal(json_array_size(cases), 3);
	for (size_t i = 0; i < json_array_size(cases); i++) {
		const json_t *c = json_array_get(cases, i), *want = golden_get(c, "expected");
		double x[AS_LEVELS_MAX], t = 0;
		size_t r = numbers(golden_get(c, "pilot_top_means"), x), n = 0;
		double s = sqrt(as_variance(x, r, as_mean(x, r)));
		double d = json_number_value(golden_get(c, "half_width"));

		golden_near(golden_get(want, "s0"), s, "S_0");
		assert_int_equal(as_t_factor(0.95, (double)(r - 1), &t), AS_OK);
		golden_near(golden_get(want, "t"), t, "t");
		assert_int_equal(as_stein_n(s, r, d, 0.95, &n), AS_OK);
		golden_near(golden_get(want, "N"), (double)n, "N");
	}
	json_decref(root);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(optimum_counts_are_the_reference_ones),
		cmocka_unit_test(top_counts_for_a_target_are_the_reference_ones),
		cmocka_unit_test(second_stages_are_the_reference_ones),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
