/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Histories whose noise changes its size, against the reference of methods-calm.md 1. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

#include <cmocka.h>

#include "golden.h"
#include "stat/dist/changes/history_fast.h"
#include "stat/dist/changes/seeking.h"

enum { ROOM = 1024 };

/* To 1e-9, as both computations of the reference agree. */
static void near(const json_t *want, double got, const char *what)
{
	const double v = json_number_value(want);

	if (!json_is_number(want) || !(fabs(got - v) <= 1e-9 * fmax(1, fabs(v))))
		fail_msg("%s: got %.17g, want %.17g", what, got, v);
}

static void compare_pieces(const char *name, const json_t *want, const struct as_noise_pieces *got, bool df)
{
	const json_t *end = golden_get(want, "end"), *scale = golden_get(want, "scale");

	if (json_array_size(end) != got->n)
		fail_msg("%s: %zu pieces instead of %zu", name, got->n, json_array_size(end));
	for (size_t i = 0; i < got->n; i++) {
		assert_int_equal(got->end[i], json_integer_value(json_array_get(end, i)));
		near(json_array_get(scale, i), got->scale[i], name);
		if (df)
			near(json_array_get(golden_get(want, "df"), i), got->df[i], name);
	}
}

/* p of the newest versions, which are not of the level that they would begin. */
static double newest(const double *x, size_t n, const struct as_steps *steps, bool calm)
{
	const size_t last = steps->n ? steps->at[steps->n - 1] : 0, level = n - last;
	const size_t looks = level > AS_FAST_LOOKS ? AS_FAST_LOOKS : level - 1;
	const size_t units[AS_FAST_LOOKS] = {1, 1, 1};
	const struct as_history_values before = {.x = x, .n = n - looks};
	struct as_fast_known known = {0};
	struct as_arena a = {0};
	struct as_fast f = {0};
	size_t changes = 0, from = 0;

	while (changes < steps->n && steps->at[changes] < n - looks)
		changes++;
	const struct as_steps earlier = {.at = steps->at, .n = changes};
	assert_int_equal(as_fast_learn(&before, &earlier, false, &a, &known, &from), AS_OK);
	if (!calm)
		known.n_u = 0;
	known.h = 1;
	assert_int_equal(as_fast_test(&known, x + n - looks, units, NULL, looks, &f, NULL), AS_OK);
	as_arena_release(&a);
	return f.p;
}

static void compare_news(const char *name, const json_t *want, const struct as_noise_news *got)
{
	if (json_is_null(want)) { /* one piece, or values of a coarse clock */
		assert_false(got->told);
		return;
	}
	assert_int_equal(got->at, json_integer_value(golden_get(want, "from_")));
	near(golden_get(want, "ratio"), got->ratio, name);
	near(golden_get(want, "G"), got->g, name);
	near(golden_get(want, "limit"), got->limit, name);
	assert_int_equal(got->told, json_is_true(golden_get(want, "told")));
}

static void compare_case(const json_t *c)
{
	const char *name = json_string_value(golden_get(c, "name"));
	const json_t *at = golden_get(c, "changes"), *s = golden_get(c, "S");
	const json_t *before = golden_get(golden_get(c, "before"), "changes");
	double x[ROOM];
	const struct as_history_values h = {
		.x = x, .n = golden_numbers(golden_get(c, "x"), x, ROOM)};
	struct as_seeking plain = {.level = AS_HISTORY_1_PERCENT};
	struct as_arena a = {0};
	struct as_steps got = {0};
	struct as_noise_news news = {0};

	assert_int_equal(as_seek_init(&plain, &h, &a), AS_OK);
	assert_int_equal(as_seek_changes(&plain), AS_OK);
	assert_int_equal(plain.n_changes, json_array_size(before));
	for (size_t i = 0; i < plain.n_changes; i++)
		assert_int_equal(plain.change[i].at, json_integer_value(json_array_get(before, i)));

	assert_int_equal(as_steps_find(&h, AS_HISTORY_1_PERCENT, false, &a, &got, NULL), AS_OK);
	if (got.n != json_array_size(at))
		fail_msg("%s: %zu changes instead of %zu", name, got.n, json_array_size(at));
	for (size_t i = 0; i < got.n; i++) {
		assert_int_equal(got.at[i], json_integer_value(json_array_get(at, i)));
		near(json_array_get(s, i), got.t[i], name);
	}
	near(golden_get(c, "rho"), got.rho, name);
	compare_pieces(name, golden_get(c, "pieces"), &got.noise, false);
	compare_pieces(name, golden_get(c, "local"), &got.around, true);
	assert_int_equal(as_noise_news(x, h.n, &got, &news), AS_OK);
	compare_news(name, golden_get(c, "noise_news"), &news);
	near(golden_get(c, "p_newest"), newest(x, h.n, &got, true), name);
	as_arena_release(&a);
}

static void histories_whose_noise_changes_are_those_of_the_reference(void **state)
{
	json_t *root = golden_load("40_calm_history.json");
	const json_t *cases = golden_get(root, "cases");

	(void)state;
	assert_string_equal(json_string_value(golden_get(root, "rule")), "methods-calm.md 1");
	assert_true(json_is_string(golden_get(root, "values")));
	near(golden_get(root, "level"), 0.01, "level");
	assert_int_equal(json_array_size(cases), 17);
	for (size_t i = 0; i < json_array_size(cases); i++)
		compare_case(json_array_get(cases, i));
	json_decref(root);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(histories_whose_noise_changes_are_those_of_the_reference),
	};

	return cmocka_run_group_tests_name("calm_history", tests, NULL, NULL);
}
