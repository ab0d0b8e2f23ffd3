/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Alerts: which change is which, what two re-runs come to, and what is left after a fix. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "analyse/history/alert_match.h"
#include "golden.h"
#include "stat/dist/changes/fresh.h"

enum { PLACES = 64, ROUNDS = 100 };

static size_t place_in(const json_t *o, const char *key)
{
	return (size_t)json_integer_value(golden_get(o, key));
}

static size_t read_places(const json_t *list, bool alerts, struct as_alert_place *v)
{
	const size_t n = json_array_size(list);

	assert_true(n <= PLACES);
	for (size_t i = 0; i < n; i++) {
		const json_t *o = json_array_get(list, i);
		v[i] = (struct as_alert_place){.at = place_in(o, "at"),
			.first = place_in(o, "first"), .last = place_in(o, "last"),
			.up = json_is_true(golden_get(o, "up")),
			.open = alerts && json_is_true(golden_get(o, "open"))};
	}
	return n;
}

static void a_change_is_the_alert_that_the_reference_takes_it_for(void **state)
{
	json_t *root = golden_load("33_alerts.json"), *c;
	struct as_alert_place alerts[PLACES], found[PLACES];
	size_t at, of[PLACES], met = 0, new = 0;

	(void)state;
	json_array_foreach(golden_get(root, "match"), at, c) {
		const json_t *want = golden_get(golden_get(c, "expected"), "alert");
		const size_t n = read_places(golden_get(c, "alerts"), true, alerts);
		const size_t m = read_places(golden_get(c, "found"), false, found);
		assert_int_equal(json_array_size(want), m);
		as_alerts_match(alerts, n, found, m, of);
		for (size_t i = 0; i < m; i++) {
			const json_t *one = json_array_get(want, i);
			assert_int_equal(of[i], json_is_null(one) ? SIZE_MAX
				: (size_t)json_integer_value(one));
			met += of[i] != SIZE_MAX;
			new += of[i] == SIZE_MAX;
		}
	}
	assert_true(met > 5 && new > 5);
	json_decref(root);
}

static struct as_test test_of(const json_t *c, const char *key)
{
	double d[ROUNDS];
	struct as_test t;

	assert_int_equal(as_fresh_pairs((struct as_values){d,
		golden_numbers(golden_get(c, key), d, ROUNDS)}, &t), AS_OK);
	return t;
}

static void two_fresh_re_runs_confirm_reject_or_withdraw(void **state)
{
	json_t *root = golden_load("33_alerts.json"), *c;
	size_t at, seen = 0;

	(void)state;
	json_array_foreach(golden_get(root, "confirm"), at, c) {
		const char *name = json_string_value(golden_get(c, "name"));
		const json_t *want = golden_get(c, "expected");
		const bool up = json_is_true(golden_get(c, "up"));
		const bool fast = !strcmp(json_string_value(golden_get(c, "found_by")), "fast");
		const struct as_test first = test_of(c, "d2");
		const double p2 = as_fresh_p(&first, up);
		const bool agrees = p2 <= (fast ? 0.05 : AS_FRESH_FIRST);
		const char *word = agrees ? "waits" : "rejected";
		golden_near(golden_get(want, "p2"), p2, name);
		if (agrees && !json_is_null(golden_get(want, "p3"))) {
			const struct as_test second = test_of(c, "d3");
			const double p3 = as_fresh_p(&second, up);
			golden_near(golden_get(want, "p3"), p3, name);
			word = p3 <= AS_FRESH_SECOND ? "confirmed" : "withdrawn";
		}
		assert_string_equal(word, json_string_value(golden_get(want, "state")));
		seen++;
	}
	assert_int_equal(seen, 10);
	json_decref(root);
}

static void what_is_left_after_a_fix(void **state)
{
	static const char *const words[] = {[AS_REST_FIXED] = "fixed",
		[AS_REST_PARTLY] = "partly fixed", [AS_REST_NOT] = "not fixed",
		[AS_REST_WITHIN] = "back, within its uncertainty"};
	json_t *root = golden_load("33_alerts.json"), *c;
	size_t at, seen = 0;

	(void)state;
	json_array_foreach(golden_get(root, "rest"), at, c) {
		const char *name = json_string_value(golden_get(c, "name"));
		const json_t *want = golden_get(c, "expected");
		const double size = json_number_value(golden_get(c, "size"));
		const struct as_test t = test_of(c, "rest");
		golden_near(golden_get(want, "lo"), t.estimate - t.half_width, name);
		golden_near(golden_get(want, "hi"), t.estimate + t.half_width, name);
		double limit = 0;
		const enum as_rest word = as_rest_judge(&t, size,
			json_number_value(golden_get(c, "delta")), &limit);
		golden_near(golden_get(want, "limit"), limit, name);
		assert_string_equal(words[word], json_string_value(golden_get(want, "word")));
		seen++;
	}
	assert_int_equal(seen, 10);
	json_decref(root);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_change_is_the_alert_that_the_reference_takes_it_for),
		cmocka_unit_test(two_fresh_re_runs_confirm_reject_or_withdraw),
		cmocka_unit_test(what_is_left_after_a_fix),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
