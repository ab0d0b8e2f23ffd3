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
#include "stat/dist/comparing/decide.h"
#include "stat/dist/planning/stein.h"

enum { ROOM = 64 };

static struct as_side side(const double *x, size_t n)
{
	double mean = as_mean(x, n);

	return (struct as_side){.mean = mean, .s2 = as_variance(x, n, mean), .r = n};
}

static void compare_paired(const json_t *want, const struct as_paired *got, const char *name)
{
	golden_near(golden_get(want, "B"), (double)got->blocks, name);
	golden_near(golden_get(want, "ratio"), got->ratio, name);
	golden_near(golden_get(want, "lo"), got->lo, name);
	golden_near(golden_get(want, "hi"), got->hi, name);
	golden_near(golden_get(want, "sd"), got->sd, name);
	golden_near(golden_get(want, "t"), got->log.t, name);
	assert_true(got->log.has_p);
	golden_near(golden_get(want, "p"), got->log.p, name);
}

static void compare_means(const json_t *want, const double *old, const double *new, size_t n,
	const char *name)
{
	const json_t *fieller = golden_get(want, "fieller"), *welch = golden_get(want, "welch");
	struct as_side a = side(old, n), b = side(new, n);
	struct as_ratio ratio;
	struct as_test test;

	assert_int_equal(as_fieller_paired(old, new, n, 0.95, &ratio, NULL), AS_OK);
	assert_int_equal(ratio.kind, AS_RATIO_BOUNDED);
	golden_near(golden_get(fieller, "ratio"), ratio.estimate, name);
	golden_near(golden_get(fieller, "lo"), ratio.lo, name);
	golden_near(golden_get(fieller, "hi"), ratio.hi, name);
	assert_int_equal(as_welch(&a, &b, 0.95, &test, NULL), AS_OK);
	golden_near(golden_get(welch, "t"), test.t, name);
	golden_near(golden_get(welch, "nu"), test.df, name);
	golden_near(golden_get(welch, "p"), test.p, name);
}

static void paired_comparisons_are_the_reference_ones(void **state)
{
	json_t *root = golden_load("22_blocks.json");
	const json_t *cases = golden_get(root, "paired");

	(void)state;
	assert_int_equal(json_array_size(cases), 6);
	for (size_t i = 0; i < json_array_size(cases); i++) {
		const json_t *c = json_array_get(cases, i), *want = golden_get(c, "expected");
		const char *name = json_string_value(golden_get(c, "name"));
		double old[ROOM], new[ROOM];
		size_t n = golden_pairs(golden_get(c, "old"), golden_get(c, "new"), old, new);
		struct as_paired got;

		assert_int_equal(as_paired_log_ratio(old, new, n, 0.95, &got, NULL), AS_OK);
		compare_paired(golden_get(want, "paired"), &got, name);
		if (json_object_get(want, "fieller"))
			compare_means(want, old, new, n, name);
	}
	json_decref(root);
}

/* Differences of logarithms are log ratios: the same t, on the scale of its values. */
static void differences_are_judged_by_the_t_of_the_reference(void **state)
{
	json_t *root = golden_load("22_blocks.json");
	const json_t *cases = golden_get(root, "paired");

	(void)state;
	for (size_t i = 0; i < json_array_size(cases); i++) {
		const json_t *c = json_array_get(cases, i);
		const json_t *want = golden_get(golden_get(c, "expected"), "paired");
		const char *name = json_string_value(golden_get(c, "name"));
		double old[ROOM], new[ROOM];
		size_t n = golden_pairs(golden_get(c, "old"), golden_get(c, "new"), old, new);
		struct as_paired_difference got;

		for (size_t k = 0; k < n; k++) {
			old[k] = log(old[k]);
			new[k] = log(new[k]);
		}
		assert_int_equal(as_paired_difference(old, new, n, 0.95, &got, NULL), AS_OK);
		golden_near(golden_get(want, "B"), (double)got.blocks, name);
		golden_near(golden_get(want, "ratio"), exp(got.test.estimate), name);
		golden_near(golden_get(want, "lo"), exp(got.test.lo), name);
		golden_near(golden_get(want, "hi"), exp(got.test.hi), name);
		golden_near(golden_get(want, "sd"), got.sd, name);
		golden_near(golden_get(want, "t"), got.test.t, name);
		golden_near(golden_get(want, "p"), got.test.p, name);
	}
	json_decref(root);
}

static void several_subjects_are_adjusted_as_in_the_reference(void **state)
{
	json_t *root = golden_load("22_blocks.json");
	const json_t *cases = golden_get(root, "many");

	(void)state;
	assert_int_equal(json_array_size(cases), 3);
	for (size_t i = 0; i < json_array_size(cases); i++) {
		const json_t *c = json_array_get(cases, i), *y = golden_get(c, "Y");
		const json_t *want = golden_get(c, "expected");
		size_t n = json_array_size(want);
		double p[8], adjusted[8];

		for (size_t k = 0; k < n; k++) {
			double old[ROOM], new[ROOM], level = 1 - 0.05 / (double)n;
			size_t b = golden_pairs(json_array_get(y, 0), json_array_get(y, k + 1), old,
				new);
			struct as_paired got;

			assert_int_equal(as_paired_log_ratio(old, new, b, level, &got, NULL), AS_OK);
			compare_paired(json_array_get(want, k), &got, "many");
			p[k] = got.log.p;
		}
		assert_int_equal(as_holm(p, n, adjusted), AS_OK);
		for (size_t k = 0; k < n; k++)
			golden_near(golden_get(json_array_get(want, k), "p_holm"), adjusted[k],
				"Holm");
	}
	json_decref(root);
}

static void plans_and_second_stages_are_the_reference_ones(void **state)
{
	json_t *root = golden_load("22_blocks.json");
	const json_t *planning = golden_get(root, "planning"), *stein = golden_get(root, "stein");

	(void)state;
	assert_int_equal(json_array_size(planning), 4);
	for (size_t i = 0; i < json_array_size(planning); i++) {
		const json_t *c = json_array_get(planning, i);
		double s = json_number_value(golden_get(c, "S_d"));
		double h = as_ratio_half_width(json_number_value(golden_get(c, "e")));
		size_t n = 0;

		assert_int_equal(as_units_for(s, h, 0.95, AS_BLOCKS_PAIRED, &n), AS_OK);
		golden_near(golden_get(c, "expected"), (double)n, "blocks planned");
	}
	assert_int_equal(json_array_size(stein), 3);
	for (size_t i = 0; i < json_array_size(stein); i++) {
		const json_t *c = json_array_get(stein, i), *want = golden_get(c, "expected");
		const json_t *pilot = golden_get(c, "d_pilot");
		double d[ROOM], again[ROOM];
		size_t r = golden_pairs(pilot, pilot, d, again), n = 0;
		double s = sqrt(side(d, r).s2);
		double h = as_ratio_half_width(json_number_value(golden_get(c, "e")));

		golden_near(golden_get(want, "S0"), s, "S_0");
		assert_int_equal(as_stein_n(s, r, h, 0.95, &n), AS_OK);
		golden_near(golden_get(want, "N"), (double)n, "N");
	}
	json_decref(root);
}

static void the_position_effect_is_the_reference_one(void **state)
{
	json_t *root = golden_load("22_blocks.json");
	const json_t *c = golden_get(root, "position"), *want = golden_get(c, "expected");
	double d[ROOM], orders[ROOM];
	size_t n = golden_pairs(golden_get(c, "d"), golden_get(c, "orders"), d, orders);
	bool new_second[ROOM];
	struct as_position got;

	(void)state;
	for (size_t b = 0; b < n; b++)
		new_second[b] = orders[b] < 0.5; /* 0: the old one first */
	assert_int_equal(as_position_effect(d, new_second, n, &got), AS_OK);
	golden_near(golden_get(want, "effect"), got.effect, "effect");
	assert_true(got.has_p);
	golden_near(golden_get(want, "p"), got.p, "p");
	json_decref(root);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(paired_comparisons_are_the_reference_ones),
		cmocka_unit_test(differences_are_judged_by_the_t_of_the_reference),
		cmocka_unit_test(several_subjects_are_adjusted_as_in_the_reference),
		cmocka_unit_test(plans_and_second_stages_are_the_reference_ones),
		cmocka_unit_test(the_position_effect_is_the_reference_one),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
