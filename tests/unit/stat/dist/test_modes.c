/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Modes of a tree: at which level they part, and that there are none where nothing has any. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "grove.h"
#include "stat/dist/series/modes.h"

enum { ROOM = 4000 };

/* Iterations, executions, builds; the units of level `in` (from 1; 0: of none) are in turn 0, `by`, 0, `by`. */
struct world {
	size_t n_levels, r[3];
	double sd[3];
	size_t in;
	double by;
};

static double part(const struct world *w, size_t level, size_t unit)
{
	return w->in == level && unit % 2 ? w->by : 0;
}

static struct as_modes modes_of(const struct world *w, uint64_t seed)
{
	struct as_modes m = {.n = 99};
	struct as_random random;
	struct grove g;

	as_random_init(&random, seed, AS_RANDOM_TEST, 0);
	grove_init(&g, w->n_levels, ROOM);
	size_t tops = w->n_levels > 2 ? w->r[2] : 1, middle = w->n_levels > 1 ? w->r[1] : 1;
	for (size_t b = 0; b < tops; b++) {
		double build = 100 + w->sd[2] * as_random_normal(&random) + part(w, 3, b);
		for (size_t e = 0; e < middle; e++) {
			double at = build + w->sd[1] * as_random_normal(&random) + part(w, 2, b + e);
			for (size_t i = 0; i < w->r[0]; i++)
				grove_value(&g, at + w->sd[0] * as_random_normal(&random) + part(w, 1, i));
			if (w->n_levels > 1)
				grove_end(&g, 2);
		}
		if (w->n_levels > 2)
			grove_end(&g, 3);
	}
	assert_int_equal(as_modes_of(&g.tree, seed, 1, &m), AS_OK);
	grove_release(&g);
	return m;
}

static void modes_are_named_at_the_level_that_decides_them(void **state)
{
	const struct world flat = {1, {40}, {1}, 1, 10}, hop = {2, {20, 10}, {1, 1}, 1, 10},
		by_execution = {2, {20, 30}, {1, 1}, 2, 10},
		by_build = {3, {10, 4, 24}, {1, 1, 0.5}, 3, 10},
		in_builds = {3, {10, 6, 10}, {1, 1, 1}, 2, 12};

	(void)state;
	struct as_modes m = modes_of(&flat, 1);
	assert_int_equal(m.n, 2);
	assert_int_equal(m.level, 1);
	assert_true(fabs(m.mode[0].mean - 100) < 1 && fabs(m.mode[1].mean - 110) < 1);
	assert_true(fabs(m.mode[0].share - 0.5) < 1e-12 && fabs(m.mode[1].share - 0.5) < 1e-12);
	assert_true(m.at[0].p <= AS_MODES_LEVEL && m.at[0].share > 0.99);
	assert_int_equal(as_mode_of(&m, 101), 0);
	assert_int_equal(as_mode_of(&m, 109), 1);
	assert_int_equal(modes_of(&hop, 2).level, 1);
	assert_int_equal(modes_of(&by_execution, 3).level, 2);
	assert_int_equal(modes_of(&by_build, 4).level, 3);
	assert_int_equal(modes_of(&in_builds, 5).level, 2);
}

static void iterations_that_hop_in_pairs_are_no_modes_of_executions(void **state)
{
	/* Means of two iterations lie at 0, 1/2 and 1, which executions have not decided. */
	double values[120];
	size_t first[61];
	struct as_tree t = {.n_levels = 2, .values = values, .count = {120, 60}, .first = {NULL, first}};
	struct as_random r;
	struct as_modes m;

	(void)state;
	as_random_init(&r, 6, AS_RANDOM_TEST, 0);
	for (size_t i = 0; i < 120; i++)
		values[i] = 100 + as_random_normal(&r) + (as_random_double(&r) < 0.5 ? 20 : 0);
	for (size_t i = 0; i <= 60; i++)
		first[i] = 2 * i;
	assert_int_equal(as_modes_of(&t, 1, 1, &m), AS_OK);
	assert_int_equal(m.n, 2);
	assert_int_equal(m.level, 1);
	assert_true(m.at[0].share > 0.9);
}

/* Of 60 experiments of each kind none, or one by luck: docs/validity.md has 400 of each. */
static void nothing_is_named_where_nothing_is(void **state)
{
	const struct world kinds[] = {{1, {20}, {1}, 0, 0}, {1, {100}, {1}, 0, 0},
		{2, {20, 12}, {1, 1}, 0, 0}, {3, {5, 4, 12}, {0.1, 0.1, 1}, 0, 0}};

	(void)state;
	for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
		size_t named = 0;
		for (uint64_t seed = 1; seed <= 60; seed++)
			named += modes_of(&kinds[k], seed).n > 0;
		assert_in_range(named, 0, 1);
	}
}

static void too_few_units_and_equal_values_say_nothing(void **state)
{
	const struct world few = {1, {4}, {0.001}, 1, 10}, equal = {1, {30}, {0}, 0, 0},
		one = {1, {1}, {1}, 0, 0}, but_one = {1, {2}, {0}, 1, 1};

	(void)state;
	assert_int_equal(modes_of(&few, 1).n, 0);
	assert_int_equal(modes_of(&few, 1).at[0].units, 0);
	assert_int_equal(modes_of(&equal, 1).n, 0);
	assert_int_equal(modes_of(&one, 1).n, 0);
	assert_int_equal(modes_of(&but_one, 1).n, 0);
}

static void all_equal_but_one_is_no_mode(void **state)
{
	double values[40];
	struct as_tree t = {.n_levels = 1, .values = values, .count = {40}};
	struct as_modes m;

	(void)state;
	for (size_t i = 0; i < 40; i++)
		values[i] = i == 17 ? 9 : 5;
	assert_int_equal(as_modes_of(&t, 1, 1, &m), AS_OK);
	assert_int_equal(m.n, 0);
}

static void scale_and_shift_change_nothing_but_the_means(void **state)
{
	double a[50], b[50];
	struct as_tree t = {.n_levels = 1, .values = a, .count = {50}};
	struct as_random r;
	struct as_modes m, scaled;

	(void)state;
	as_random_init(&r, 8, AS_RANDOM_TEST, 0);
	for (size_t i = 0; i < 50; i++) {
		a[i] = 100 + as_random_normal(&r) + (i % 3 ? 0 : 12);
		b[i] = 4 * a[i];
	}
	assert_int_equal(as_modes_of(&t, 3, 1, &m), AS_OK);
	t.values = b;
	assert_int_equal(as_modes_of(&t, 3, 1, &scaled), AS_OK);
	assert_int_equal(m.n, 2);
	assert_int_equal(scaled.n, 2);
	assert_true(fabs(scaled.mode[1].mean - 4 * m.mode[1].mean) < 1e-9);
	assert_true(fabs(scaled.at[0].p - m.at[0].p) < 1e-12);
}

/* More values than are looked at: every so many. */
static void many_values_are_thinned(void **state)
{
	static double values[30000];
	struct as_tree t = {.n_levels = 1, .values = values, .count = {30000}};
	struct as_random r;
	struct as_modes m;

	(void)state;
	as_random_init(&r, 9, AS_RANDOM_TEST, 0);
	for (size_t i = 0; i < 30000; i++)
		values[i] = 100 + as_random_normal(&r) + (as_random_double(&r) < 0.4 ? 15 : 0);
	assert_int_equal(as_modes_of(&t, 3, 1, &m), AS_OK);
	assert_int_equal(m.n, 2);
	assert_int_equal(m.at[0].units, 30000);
	assert_true(fabs(m.mode[1].share - 0.4) < 0.02);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(modes_are_named_at_the_level_that_decides_them),
		cmocka_unit_test(iterations_that_hop_in_pairs_are_no_modes_of_executions),
		cmocka_unit_test(nothing_is_named_where_nothing_is),
		cmocka_unit_test(too_few_units_and_equal_values_say_nothing),
		cmocka_unit_test(all_equal_but_one_is_no_mode),
		cmocka_unit_test(scale_and_shift_change_nothing_but_the_means),
		cmocka_unit_test(many_values_are_thinned),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
