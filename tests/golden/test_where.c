/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which versions are worth measuring next. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "golden.h"
#include "stat/dist/changes/where.h"

enum { MOST = 100 };

static void are_places(const json_t *want, const size_t *got, size_t n)
{
	assert_int_equal(json_array_size(want), n);
	for (size_t i = 0; i < n; i++)
		assert_int_equal(json_integer_value(json_array_get(want, i)), got[i]);
}

static void the_next_versions_are_those_of_the_reference(void **state)
{
	json_t *root = golden_load("33_where.json"), *c;
	size_t k, seen = 0;

	(void)state;
	json_array_foreach(golden_get(root, "next"), k, c) {
		const char *name = json_string_value(golden_get(c, "name"));
		const json_t *want = golden_get(c, "expected"), *p = golden_get(want, "P");
		double x[MOST], places[MOST];
		size_t at[MOST];
		struct as_arena a = {0};
		struct as_where_next next;
		const size_t n = golden_numbers(golden_get(c, "x"), x, MOST);
		assert_int_equal(golden_numbers(golden_get(c, "at"), places, MOST), n);
		for (size_t i = 0; i < n; i++)
			at[i] = (size_t)places[i];
		const struct as_where w = {x, at, n};
		const size_t take = (size_t)json_integer_value(golden_get(c, "take"));
		assert_int_equal(as_where_next(&w, take, &a, &next), AS_OK);
		golden_near(golden_get(want, "s"), next.s, name);
		for (size_t i = 0; i + 1 < n; i++)
			golden_near(json_array_get(p, i), next.p[i], name);
		are_places(golden_get(want, "measure"), next.measure, next.n_measure);
		are_places(golden_get(want, "again"), next.again, next.n_again);
		as_arena_release(&a);
		seen++;
	}
	assert_true(seen > 5);
	json_decref(root);
}

static void a_step_without_noise_is_cut_where_it_lies(void **state)
{
	const double x[] = {1, 1, 1, 1, 2, 2, 2, 2};
	const size_t at[] = {0, 10, 20, 30, 40, 50, 60, 70};
	const struct as_where w = {x, at, 8};
	struct as_arena a = {0};
	struct as_where_next next;

	(void)state;
	assert_int_equal(as_where_next(&w, 1, &a, &next), AS_OK);
	assert_int_equal(next.n_measure, 1);
	assert_int_equal(next.measure[0], 35);
	as_arena_release(&a);
}

static void where_nothing_lies_between_nothing_is_named(void **state)
{
	const double x[] = {1, 2, 1, 2, 1, 3};
	const size_t at[] = {0, 1, 2, 3, 4, 5}, wrong[] = {0, 1, 2, 2, 4, 5};
	struct as_where w = {x, at, 6};
	struct as_arena a = {0};
	struct as_where_next next;

	(void)state;
	assert_int_equal(as_where_next(&w, 5, &a, &next), AS_OK);
	assert_int_equal(next.n_measure + next.n_again, 0);
	w.at = wrong;
	assert_int_equal(as_where_next(&w, 5, &a, &next), AS_ERR_ARG);
	w = (struct as_where){x, at, 5};
	assert_int_equal(as_where_next(&w, 5, &a, &next), AS_ERR_ARG);
	as_arena_release(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_next_versions_are_those_of_the_reference),
		cmocka_unit_test(a_step_without_noise_is_cut_where_it_lies),
		cmocka_unit_test(where_nothing_lies_between_nothing_is_named),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
