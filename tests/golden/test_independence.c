/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Autocorrelation and the tests for independence, and where series change, are classed and settle. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "golden.h"
#include "stat/dist/series/acf.h"
#include "stat/dist/series/steady.h"

enum { MOST = 512 };

struct series {
	double v[MOST];
	size_t n;
};

static void take(struct series *s, const json_t *list)
{
	size_t n = json_array_size(list);

	assert_in_range(n, 1, MOST - s->n);
	for (size_t i = 0; i < n; i++)
		s->v[s->n++] = json_number_value(json_array_get(list, i));
}

static void lags_and_tests_of_independence_are_reproduced(void **state)
{
	json_t *root = golden_load("05_independence.json"), *one;
	const char *name;

	(void)state;
	json_object_foreach(golden_get(root, "cases"), name, one) {
		const json_t *want = golden_get(one, "expected");
		const json_t *box = golden_get(want, "ljung_box"), *runs = golden_get(want, "runs");
		size_t lags = json_array_size(golden_get(want, "acf"));
		double r[AS_LAGS_MAX], bound = 0;
		struct series s = {.n = 0};
		struct as_ljung_box lb;
		struct as_runs got;
		take(&s, golden_get(one, "data"));
		assert_in_range(lags, 1, AS_LAGS_MAX);
		assert_int_equal(as_acf(s.v, s.n, lags, r, NULL), AS_OK);
		for (size_t h = 0; h < lags; h++)
			golden_near(json_array_get(golden_get(want, "acf"), h), r[h], name);
		assert_int_equal(as_acf_bound(s.n, 0.95, &bound), AS_OK);
		golden_near(golden_get(want, "bound"), bound, name);
		assert_int_equal(as_ljung_box(r, lags, s.n, &lb), AS_OK);
		golden_near(golden_get(box, "Q"), lb.q, name);
		golden_near(golden_get(box, "df"), (double)lb.df, name);
		golden_near(golden_get(box, "p"), lb.p, name);
		assert_int_equal(as_runs_test(s.v, s.n, &got, NULL), AS_OK);
		golden_near(golden_get(runs, "n1"), (double)got.above, name);
		golden_near(golden_get(runs, "n2"), (double)got.below, name);
		golden_near(golden_get(runs, "R"), (double)got.runs, name);
		golden_near(golden_get(runs, "z"), got.z, name);
		golden_near(golden_get(runs, "p"), got.p, name);
	}
	json_decref(root);
}

static void segments_and_classes_of_executions_are_reproduced(void **state)
{
	json_t *root = golden_load("10_changepoints.json"), *one;
	const char *name;

	(void)state;
	json_object_foreach(golden_get(root, "segmentation"), name, one) {
		const json_t *want = golden_get(one, "expected"), *cuts = golden_get(want, "cuts");
		const json_t *from = golden_get(want, "steady_from"), *period = golden_get(want, "period");
		struct as_cutting how = {.penalty = json_number_value(golden_get(one, "penalty")),
			.least = (size_t)json_integer_value(golden_get(one, "min_len")),
			.floor = json_number_value(golden_get(one, "var_floor"))};
		static const char *const words[AS_STEADY_CLASSES] = {"unknown", "flat", "warm-up",
			"slowdown", "cyclic", "no steady state", "inconsistent"};
		struct series s = {.n = 0};
		struct as_segments cut;
		struct as_steady steady;
		struct as_arena room = {0};
		take(&s, golden_get(one, "data"));
		assert_int_equal(as_segment(s.v, s.n, &how, &room, &cut, NULL), AS_OK);
		assert_int_equal(cut.n, json_array_size(cuts) + 1);
		for (size_t i = 1; i < cut.n; i++)
			golden_near(json_array_get(cuts, i - 1), (double)cut.start[i], name);
		golden_near(golden_get(want, "total_cost"), cut.cost, name);
		assert_int_equal(as_steady_of(s.v, s.n, &cut, &steady, NULL), AS_OK);
		assert_string_equal(words[steady.class],
			json_string_value(golden_get(want, "cls")));
		golden_near(golden_get(want, "tol"), steady.tolerance, name);
		assert_int_equal(steady.reached, !json_is_null(from));
		if (steady.reached)
			golden_near(from, (double)steady.from, name);
		if (json_is_null(period))
			assert_int_equal(steady.period, 0);
		else
			golden_near(period, (double)steady.period, name);
		as_arena_release(&room);
	}
	json_decref(root);
}

static void warm_ups_of_short_executions_are_reproduced(void **state)
{
	json_t *root = golden_load("10_changepoints.json"), *one;
	const char *name;

	(void)state;
	json_object_foreach(golden_get(root, "short_runs"), name, one) {
		const json_t *want = golden_get(one, "expected"), *runs = golden_get(one, "runs");
		size_t k = json_array_size(runs);
		struct series s = {.n = 0};
		struct as_settling got;
		for (size_t i = 0; i < k; i++)
			take(&s, json_array_get(runs, i));
		assert_int_equal(as_settling_of(s.v, k, s.n / k, &got, NULL), AS_OK);
		golden_near(golden_get(want, "d"), (double)got.d, name);
		assert_int_equal(got.settled, json_is_true(golden_get(want, "settled")));
		golden_near(golden_get(want, "p"), got.p, name);
		golden_near(golden_get(want, "p_drift"), got.p_drift, name);
		golden_near(golden_get(want, "drift"), got.drift, name);
	}
	json_decref(root);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lags_and_tests_of_independence_are_reproduced),
		cmocka_unit_test(segments_and_classes_of_executions_are_reproduced),
		cmocka_unit_test(warm_ups_of_short_executions_are_reproduced),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
