/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What was found in a history before is taken for what has not changed, and is the same. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "analyse/history/history_analyse.h"
#include "analyse/history/history_inside.h"
#include "format/json/assay_json.h"

enum { SERIES = 24, VERSIONS = 45 };

static struct as_history_source sources[SERIES * VERSIONS];
static struct as_history_row rows[SERIES * VERSIONS];
static char names[SERIES][16], commits[VERSIONS][41];

static double draw(uint64_t *seed)
{
	*seed = *seed * UINT64_C(6364136223846793005) + 1442695040888963407U;
	return (double)(*seed >> 11) / (double)(UINT64_C(1) << 53);
}

/* n versions of all; every fourth series has a step. */
static struct as_history_rows make(size_t n)
{
	uint64_t seed = 7;
	size_t k = 0;

	for (size_t v = 0; v < VERSIONS; v++)
		(void)snprintf(commits[v], sizeof commits[v], "%040zx", v + 1);
	for (size_t s = 0; s < SERIES; s++)
		(void)snprintf(names[s], sizeof names[s], "bench-%zu", s);
	for (size_t v = 0; v < VERSIONS; v++)
		for (size_t s = 0; s < SERIES; s++) {
			const double step = s % 4 == 1 && v > 20 + s % 3 ? 1.1 : 1;
			const double value = 100 * step * (1 + 0.01 * draw(&seed));
			if (v >= n)
				continue;
			sources[k] = (struct as_history_source){.experiment = (int64_t)v + 1,
				.started_ns = (int64_t)v + 1, .name = names[s], .command = names[s], .parameters = "",
				.version = {.project = "p", .commit = commits[v], .date_ns = (int64_t)v + 1,
					.changes = AS_CHANGES_NONE}};
			rows[k] = (struct as_history_row){.source = k, .metric = "wall", .unit = "ns",
				.better = AS_BETTER_LESS, .mean = value, .sd = 0.5, .n_top = 5};
			k++;
		}
	return (struct as_history_rows){sources, k, rows, k};
}

static const char *told(const struct as_history *h, struct as_text *t)
{
	as_json_history(t, h);
	return as_text_str(t);
}

/* As from nothing, and from what was found in `before` versions. */
static void check(size_t before, size_t drop)
{
	struct as_history_how how = {.since_ns = INT64_MIN, .tolerance = 0.01, .confidence = 0.95};
	struct as_arena a[3] = {{0}, {0}, {0}};
	struct as_history old, fresh, again;
	struct as_text x = {0}, y = {0};
	struct as_history_rows r = make(before);

	assert_int_equal(as_histories(&r, &how, &a[0], &old, NULL), AS_OK);
	r = make(VERSIONS);
	r.n_rows -= drop; /* the last benchmarks have nothing new */
	assert_int_equal(as_histories(&r, &how, &a[1], &fresh, NULL), AS_OK);
	how.before = &old;
	assert_int_equal(as_histories(&r, &how, &a[2], &again, NULL), AS_OK);
	assert_string_equal(told(&again, &y), told(&fresh, &x));
	as_text_release(&x);
	as_text_release(&y);
	for (size_t i = 0; i < 3; i++)
		as_arena_release(&a[i]);
}

static void a_history_is_the_same_whatever_was_known_of_it(void **state)
{
	(void)state;
	check(VERSIONS, 0);
	check(VERSIONS - 1, 0);
	check(VERSIONS - 1, 20);
	check(10, 3);
	check(0, 0);
}

/* That it is taken shows where it is made of another thing than what is there. */
static void what_has_not_changed_is_not_looked_for_again(void **state)
{
	struct as_history_how how = {.since_ns = INT64_MIN, .tolerance = 0.01, .confidence = 0.95};
	struct as_arena a[2] = {{0}, {0}};
	const struct as_history_rows r = make(VERSIONS);
	struct as_history old, again;

	(void)state;
	assert_int_equal(as_histories(&r, &how, &a[0], &old, NULL), AS_OK);
	size_t changed = 0;
	while (!old.series[changed].n_changes)
		changed++;
	old.series[changed].changes[0].size = 42;
	how.before = &old;
	assert_int_equal(as_histories(&r, &how, &a[1], &again, NULL), AS_OK);
	assert_true(again.series[changed].changes[0].size > 41);
	as_arena_release(&a[1]);
	/* asked for otherwise it is looked for */
	how.tolerance = 0.02;
	a[1] = (struct as_arena){0};
	assert_int_equal(as_histories(&r, &how, &a[1], &again, NULL), AS_OK);
	assert_true(again.series[changed].changes[0].size < 1);
	as_arena_release(&a[0]);
	as_arena_release(&a[1]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_history_is_the_same_whatever_was_known_of_it),
		cmocka_unit_test(what_has_not_changed_is_not_looked_for_again),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
