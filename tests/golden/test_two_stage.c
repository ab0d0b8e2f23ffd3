/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "golden.h"
#include "stat/dist/planning/staged.h"
#include "stat/dist/planning/stein.h"
#include "stat/dist/comparing/many.h"

enum { ROOM = 128 };

static size_t count(const json_t *of, const char *key)
{
	return (size_t)json_integer_value(golden_get(of, key));
}

static double number(const json_t *of, const char *key)
{
	return json_number_value(golden_get(of, key));
}

/* The two halves of it by themselves, as the text names them. */
static void compare_series(const json_t *want, const struct as_staged *got, const char *name)
{
	const struct as_staged all = {.n = got->n, .mean = got->mean, .s = got->s};
	struct as_test both, alone;

	assert_int_equal(count(want, "N"), got->n);
	golden_near(golden_get(want, "mean"), got->mean, name);
	golden_near(golden_get(want, "S_N"), got->s, name);
	golden_near(golden_get(want, "S_0"), got->s_first, name);
	assert_int_equal(as_staged_test(got, 0.95, &both), AS_OK);
	assert_int_equal(as_staged_test(&all, 0.95, &alone), AS_OK);
	golden_near(golden_get(want, "h_N"), alone.half_width, name);
	golden_near(golden_get(want, "p_N"), alone.p, name);
	golden_near(golden_get(want, "p_N"), both.p_single, name);
	golden_near(golden_get(want, "p"), both.p, name);
	golden_near(golden_get(want, "lo"), both.lo, name);
	golden_near(golden_get(want, "hi"), both.hi, name);
	if (both.p > alone.p)
		golden_near(golden_get(want, "p_0"), both.p, name);
	if (both.half_width > alone.half_width)
		golden_near(golden_get(want, "h_0"), both.half_width, name);
}

/* Of each alone: A, C, E and D follow from the ends, which are what is shown. */
static void compare_means(const json_t *want, const struct as_blocks *blocks, const char *name)
{
	const struct as_blocks alone = {blocks->old, blocks->new, blocks->n, 0};
	struct as_ratio one, both;
	struct as_paired_difference d;

	assert_int_equal(as_fieller_staged(&alone, 0.95, &one, NULL), AS_OK);
	assert_int_equal(as_fieller_staged(blocks, 0.95, &both, NULL), AS_OK);
	assert_int_equal(as_staged_difference(blocks, 0.95, &d, NULL), AS_OK);
	golden_near(golden_get(want, "lo_N"), one.lo, name);
	golden_near(golden_get(want, "hi_N"), one.hi, name);
	golden_near(golden_get(want, "ratio"), both.estimate, name);
	golden_near(golden_get(want, "lo"), both.lo, name);
	golden_near(golden_get(want, "hi"), both.hi, name);
	golden_near(golden_get(want, "p"), d.test.p, name);
	if (both.lo < one.lo)
		golden_near(golden_get(want, "lo_0"), both.lo, name);
	if (both.hi > one.hi)
		golden_near(golden_get(want, "hi_0"), both.hi, name);
	/* the product of the ends is C / A, their sum 2 E / A, their distance 2 sqrt(D) / A */
	for (const char *const *end = (const char *const[]){"N", "0", NULL}; *end; end++) {
		const bool n = **end == 'N';
		double a = json_number_value(golden_get(golden_get(want, n ? "A_N" : "A_0"), "v"));
		double c = json_number_value(golden_get(golden_get(want, n ? "C_N" : "C_0"), "v"));
		double e = json_number_value(golden_get(golden_get(want, n ? "E_N" : "E_0"), "v"));
		double sq = json_number_value(golden_get(golden_get(want, n ? "D_N" : "D_0"), "v"));

		assert_true(fabs(e * e - a * c - sq) < 1e-9);
	}
}

static void series_after_two_stages_are_those_of_the_reference(void **state)
{
	json_t *root = golden_load("30_repairs.json");
	const json_t *cases = golden_get(root, "two_stage");

	(void)state;
	assert_int_equal(json_array_size(cases), 12);
	for (size_t i = 0; i < json_array_size(cases); i++) {
		const json_t *c = json_array_get(cases, i), *want = golden_get(c, "expected");
		const char *name = json_string_value(golden_get(c, "name"));
		double old[ROOM], new[ROOM], d[ROOM];
		size_t n = golden_pairs(golden_get(c, "old"), golden_get(c, "new"), old, new);
		const struct as_blocks blocks = {old, new, n, count(c, "stage1")};

		assert_true(fabs(number(c, "confidence") - 0.95) < 1e-12);
		for (size_t b = 0; b < n; b++)
			d[b] = new[b] - old[b];
		struct as_staged series = as_staged_of(d, n, blocks.n_first);
		compare_series(golden_get(want, "difference"), &series, name);
		compare_means(golden_get(want, "means"), &blocks, name);
		if (!json_object_get(want, "log"))
			continue;
		for (size_t b = 0; b < n; b++)
			d[b] = log(new[b]) - log(old[b]);
		series = as_staged_of(d, n, blocks.n_first);
		compare_series(golden_get(want, "log"), &series, name);
		struct as_paired p;
		assert_int_equal(as_staged_log_ratio(&blocks, 0.95, &p, NULL), AS_OK);
		golden_near(golden_get(golden_get(want, "log"), "p"), p.log.p, name);
		golden_near(golden_get(golden_get(want, "log"), "hi"), log(p.hi), name);
	}
	json_decref(root);
}

static void p_after_two_stages_enters_holm_and_bh(void **state)
{
	json_t *root = golden_load("30_repairs.json");
	const json_t *cases = golden_get(root, "two_stage_p");

	(void)state;
	assert_int_equal(json_array_size(cases), 12);
	for (size_t i = 0; i < json_array_size(cases); i++) {
		const json_t *c = json_array_get(cases, i), *want = golden_get(c, "expected");
		const json_t *rows = golden_get(c, "rows");
		const char *name = json_string_value(golden_get(c, "name"));
		size_t n = json_array_size(rows);
		double p[ROOM], holm[ROOM], bh[ROOM];

		for (size_t k = 0; k < n; k++) {
			const json_t *row = json_array_get(rows, k);
			const struct as_staged s = {count(row, "N"), number(row, "mean"),
				number(row, "S_N"), count(row, "stage1"), number(row, "S_0")};
			const json_t *p_0 = json_array_get(golden_get(want, "p_0"), k);
			struct as_test t;

			assert_int_equal(as_staged_test(&s, 0.95, &t), AS_OK);
			golden_near(json_array_get(golden_get(want, "p_N"), k), t.p_single, name);
			golden_near(json_array_get(golden_get(want, "p"), k), t.p, name);
			assert_int_equal(json_is_null(p_0), !t.two_stage);
			if (t.p > t.p_single)
				golden_near(p_0, t.p, name);
			p[k] = t.p;
		}
		assert_int_equal(as_holm(p, n, holm), AS_OK);
		assert_int_equal(as_benjamini_hochberg(p, n, false, bh, NULL), AS_OK);
		for (size_t k = 0; k < n; k++) {
			golden_near(json_array_get(golden_get(want, "holm"), k), holm[k], name);
			golden_near(json_array_get(golden_get(want, "bh"), k), bh[k], name);
		}
	}
	json_decref(root);
}

/* Where a budget cut stage 2: the same interval, and what the target would have taken. */
static void stage_2_that_was_cut_is_judged_by_both_stages(void **state)
{
	json_t *root = golden_load("30_repairs.json");
	const json_t *cases = golden_get(root, "cut");

	(void)state;
	assert_int_equal(json_array_size(cases), 12);
	for (size_t i = 0; i < json_array_size(cases); i++) {
		const json_t *c = json_array_get(cases, i), *want = golden_get(c, "expected");
		const char *name = json_string_value(golden_get(c, "name"));
		const struct as_staged both = {.n = count(c, "N"),
			.s = number(c, "S_N"),
			.n_first = count(c, "stage1"),
			.s_first = number(c, "S_0")};
		const struct as_staged all = {.n = both.n, .s = both.s};
		double d = number(c, "target");
		struct as_test h, h_n;
		size_t planned = 0;

		assert_int_equal(as_stein_n(both.s_first, both.n_first, d, 0.95, &planned), AS_OK);
		assert_int_equal(planned, count(want, "wanted_after_stage1"));
		assert_int_equal(as_staged_test(&both, 0.95, &h), AS_OK);
		assert_int_equal(as_staged_test(&all, 0.95, &h_n), AS_OK);
		golden_near(golden_get(want, "h"), h.half_width, name);
		golden_near(golden_get(want, "h_N"), h_n.half_width, name);
		if (h.half_width > h_n.half_width)
			golden_near(golden_get(want, "h_0"), h.half_width, name);
		size_t now = as_units_to_meet(both.n, h.half_width, d);
		assert_int_equal(now, count(want, "wanted_now"));
		assert_int_equal(now == both.n, json_is_true(golden_get(want, "met")));
	}
	json_decref(root);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(series_after_two_stages_are_those_of_the_reference),
		cmocka_unit_test(p_after_two_stages_enters_holm_and_bh),
		cmocka_unit_test(stage_2_that_was_cut_is_judged_by_both_stages),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
