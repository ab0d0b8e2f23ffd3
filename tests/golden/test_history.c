/* SPDX-License-Identifier: GPL-3.0-or-later */
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
#include "stat/core/moments.h"
#include "stat/dist/energy.h"
#include "stat/dist/history.h"

enum { ROOM = 2048 };

static enum as_history_level level_of(double alpha)
{
	for (int level = 0; level < AS_HISTORY_LEVELS; level++)
		if (fabs(as_history_level_share((enum as_history_level)level) - alpha) < 1e-9)
			return (enum as_history_level)level;
	fail_msg("no level of %g", alpha);
	return AS_HISTORY_LEVELS;
}

static void critical_values_are_those_of_the_reference(void **state)
{
	json_t *root = golden_load("20_history.json");
	const json_t *list = golden_get(root, "critical");

	(void)state;
	assert_int_equal(json_array_size(list), 30);
	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *c = json_array_get(list, i);
		size_t n = (size_t)json_integer_value(golden_get(c, "n"));
		double alpha = json_number_value(golden_get(c, "alpha"));
		golden_near(golden_get(c, "c"), as_history_critical(n, level_of(alpha)), "critical");
	}
	assert_true(isinf(as_history_critical(15, AS_HISTORY_1_PERCENT)));
	json_decref(root);
}

static void seeded_intervals_are_those_of_the_reference(void **state)
{
	json_t *root = golden_load("20_history.json"), *list = golden_get(root, "seeded_intervals");
	const char *m;
	json_t *want;

	(void)state;
	assert_int_equal(json_object_size(list), 4);
	json_object_foreach(list, m, want) {
		struct as_arena a = {0};
		struct as_span *got = NULL;
		size_t n = 0;
		assert_int_equal(as_seeded_spans((size_t)strtoul(m, NULL, 10), 10, &a, &got, &n), AS_OK);
		assert_int_equal(n, json_array_size(want));
		for (size_t i = 0; i < n; i++) {
			const json_t *one = json_array_get(want, i);
			assert_int_equal(got[i].from, json_integer_value(json_array_get(one, 0)));
			assert_int_equal(got[i].to, json_integer_value(json_array_get(one, 1)));
		}
		as_arena_release(&a);
	}
	json_decref(root);
}

static void normal_scores_share_ranks_as_in_the_reference(void **state)
{
	json_t *root = golden_load("20_history.json");
	const json_t *list = golden_get(root, "normal_scores");

	(void)state;
	assert_int_equal(json_array_size(list), 3);
	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *c = json_array_get(list, i);
		struct as_arena a = {0};
		double x[ROOM], scores[ROOM];
		size_t n = golden_numbers(golden_get(c, "x"), x, ROOM);
		assert_int_equal(as_normal_scores(x, n, &a, scores), AS_OK);
		for (size_t j = 0; j < n; j++)
			golden_near(json_array_get(golden_get(c, "scores"), j), scores[j], "score");
		as_arena_release(&a);
	}
	json_decref(root);
}

/* Means of the segments, and the variance that remains over the whole series. */
static void compare_segments(const json_t *want, const char *name, const double *x, size_t n,
	const struct as_steps *got)
{
	const json_t *means = golden_get(want, "means");
	struct as_residual noise;

	assert_int_equal(json_array_size(means), got->n + 1);
	for (size_t i = 0; i <= got->n; i++) {
		size_t from = i ? got->at[i - 1] : 0, to = i < got->n ? got->at[i] : n;
		golden_near(json_array_get(means, i), as_mean(x + from, to - from), name);
	}
	assert_int_equal(as_history_residual(x, n, got->at, got->n, SIZE_MAX, &noise), AS_OK);
	golden_near(golden_get(want, "residual_variance"), noise.s2, name);
	golden_near(golden_get(want, "df"), noise.df, name);
}

static void compare_steps(const json_t *want, const char *name, const struct as_steps *got)
{
	const json_t *changes = golden_get(want, "changes"), *t = golden_get(want, "T");

	golden_near(golden_get(want, "rho"), got->rho, name);
	golden_near(golden_get(want, "c"), got->critical, name);
	if (got->n != json_array_size(changes))
		fail_msg("%s: %zu changes instead of %zu", name, got->n, json_array_size(changes));
	for (size_t i = 0; i < got->n; i++) {
		assert_int_equal(got->at[i], json_integer_value(json_array_get(changes, i)));
		golden_near(json_array_get(t, i), got->t[i], name);
	}
}

static void compare_case(const char *name, const json_t *c)
{
	const json_t *options = golden_get(c, "options"), *want = golden_get(c, "expected");
	const json_t *alpha = json_object_get(options, "alpha"), *se2 = json_object_get(c, "se2");
	double x[ROOM], variances[ROOM];
	struct as_history_values h = {.x = x, .n = golden_numbers(golden_get(c, "x"), x, ROOM),
		.se2 = se2 ? variances : NULL};
	struct as_arena a = {0};
	struct as_steps got = {.n = 7};
	struct as_err err = {0};

	if (se2)
		assert_int_equal(golden_numbers(se2, variances, ROOM), h.n);
	enum as_status st = as_steps_find(&h, alpha ? level_of(json_number_value(alpha)) :
		AS_HISTORY_1_PERCENT, json_is_true(json_object_get(options, "independent")), &a, &got,
		&err);
	if (json_is_null(golden_get(want, "c"))) {
		assert_int_equal(st, AS_ERR_DATA);
		assert_non_null(strstr(err.msg, "measure 1 more"));
		assert_int_equal(got.n, 7);
	} else {
		assert_int_equal(st, AS_OK);
		compare_steps(want, name, &got);
		compare_segments(want, name, x, h.n, &got);
	}
	as_arena_release(&a);
}

static void changes_of_every_case_are_those_of_the_reference(void **state)
{
	json_t *root = golden_load("20_history.json"), *cases = golden_get(root, "cases"), *c;
	const char *name;

	(void)state;
	assert_int_equal(json_object_size(cases), 23);
	json_object_foreach(cases, name, c)
		compare_case(name, c);
	json_decref(root);
}

static void the_energy_of_every_split_is_that_of_the_reference(void **state)
{
	json_t *root = golden_load("10_changepoints.json"), *q, *one;
	const json_t *energy = golden_get(root, "energy"), *want = golden_get(energy, "expected");
	double x[ROOM], got[ROOM + 1];
	size_t n = golden_numbers(golden_get(energy, "data"), x, ROOM), best = 2;
	struct as_arena a = {0};
	const char *split;

	(void)state;
	assert_int_equal(as_energy_splits(x, n, &a, got), AS_OK);
	q = golden_get(want, "q");
	assert_int_equal(json_object_size(q), n - 3);
	json_object_foreach(q, split, one)
		golden_near(one, got[strtoul(split, NULL, 10)], split);
	for (size_t k = 0; k <= n; k++) {
		assert_int_equal(isnan(got[k]), k < 2 || k + 2 > n);
		best = got[k] > got[best] ? k : best;
	}
	assert_int_equal(best, json_integer_value(golden_get(want, "best_split")));
	as_arena_release(&a);
	json_decref(root);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(critical_values_are_those_of_the_reference),
		cmocka_unit_test(seeded_intervals_are_those_of_the_reference),
		cmocka_unit_test(normal_scores_share_ranks_as_in_the_reference),
		cmocka_unit_test(changes_of_every_case_are_those_of_the_reference),
		cmocka_unit_test(the_energy_of_every_split_is_that_of_the_reference),
	};

	return cmocka_run_group_tests_name("history", tests, NULL, NULL);
}
