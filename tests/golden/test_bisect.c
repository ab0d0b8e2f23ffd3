/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "golden.h"
#include "stat/core/moments.h"
#include "stat/dist/bisect.h"

enum { MOST = 64 };

static double number(const json_t *object, const char *key)
{
	return json_number_value(golden_get(object, key));
}

static double option(const json_t *c, const char *key)
{
	return json_number_value(json_object_get(golden_get(c, "options"), key));
}

static size_t read_seen(json_t *list, struct as_bisect_seen *seen)
{
	const char *commit;
	json_t *values;
	size_t n = 0;

	json_object_foreach(list, commit, values) {
		double y[MOST];
		size_t times = golden_numbers(values, y, MOST);
		seen[n++] = (struct as_bisect_seen){.commit = (size_t)strtoul(commit, NULL, 10),
			.times = times, .mean = as_mean(y, times)};
	}
	return n;
}

static void compare_case(const json_t *c)
{
	const json_t *want = golden_get(c, "expected"), *credible = golden_get(want, "credible");
	const json_t *prior = json_object_get(golden_get(c, "options"), "prior");
	const json_t *next = golden_get(want, "next");
	struct as_bisect_known known = {.good = number(c, "m0"), .bad = number(c, "m1"),
		.s2 = number(c, "s2"), .own = option(c, "sb2"), .ends = option(c, "lv")};
	struct as_bisect_seen seen[MOST];
	double shares[MOST], p[MOST];
	bool in[MOST];
	size_t n = (size_t)json_integer_value(golden_get(c, "n"));
	size_t n_seen = read_seen(golden_get(c, "obs"), seen), found = 0;

	assert_in_range(n, 1, MOST);
	if (prior) {
		assert_int_equal(golden_numbers(prior, shares, MOST), n);
		known.prior = shares;
	}
	assert_int_equal(as_bisect_posterior(&known, seen, n_seen, n, p), AS_OK);
	assert_int_equal(json_array_size(golden_get(want, "P")), n);
	for (size_t k = 0; k < n; k++)
		golden_near(json_array_get(golden_get(want, "P"), k), p[k], "P");
	golden_near(golden_get(want, "best"), (double)as_bisect_best(p, n), "best");
	size_t commit = as_bisect_next(&known, seen, n_seen, p, n);
	if (json_is_null(next))
		assert_int_equal(commit, 0);
	else
		golden_near(next, (double)commit, "next");
	assert_int_equal(as_bisect_credible(p, n, in), json_array_size(credible));
	for (size_t k = 0; k < n; k++)
		if (in[k])
			golden_near(json_array_get(credible, found++), (double)k + 1, "credible");
	assert_int_equal(found, json_array_size(credible));
}

static void posteriors_of_a_search_are_those_of_the_reference(void **state)
{
	json_t *root = golden_load("21_fast.json");
	const json_t *list = golden_get(root, "bisect");

	(void)state;
	assert_int_equal(json_array_size(list), 7);
	for (size_t i = 0; i < json_array_size(list); i++)
		compare_case(json_array_get(list, i));
	json_decref(root);
}

static void a_commit_that_was_executed_often_gives_way_to_its_neighbour(void **state)
{
	struct as_bisect_known known = {.bad = 1, .s2 = 1, .own = 0.1};
	const struct as_bisect_seen often[] = {{.commit = 4, .times = 6, .mean = 0.5}};
	double p[8];

	(void)state;
	assert_int_equal(as_bisect_posterior(&known, often, 1, 8, p), AS_OK);
	assert_true(fabs(p[0] - 0.125) < 1e-12); /* half way between the levels says nothing */
	assert_int_equal(as_bisect_next(&known, often, 1, p, 8), 4);
	const double steep[] = {0.1, 0.1, 0.1, 0.15, 0.1, 0.15, 0.15, 0.15};
	assert_int_equal(as_bisect_next(&known, often, 1, steep, 8), 5);
	known.own = 0;
	assert_int_equal(as_bisect_next(&known, often, 1, steep, 8), 4);
}

static void what_makes_no_sense_is_refused_and_nothing_written(void **state)
{
	const struct as_bisect_known known = {.bad = 1, .s2 = 1};
	const struct as_bisect_seen end = {.commit = 8, .times = 1, .mean = 1};
	const struct as_bisect_seen lost = {.commit = 2, .times = 1, .mean = (double)NAN};
	const double none[8] = {0};
	struct as_bisect_known bad = known;
	double p[8] = {77};

	(void)state;
	assert_int_equal(as_bisect_posterior(&known, NULL, 0, 0, p), AS_ERR_ARG);
	assert_int_equal(as_bisect_posterior(&known, &end, 1, 8, p), AS_ERR_ARG);
	assert_int_equal(as_bisect_posterior(&known, &lost, 1, 8, p), AS_ERR_ARG);
	bad.bad = 0;
	assert_int_equal(as_bisect_posterior(&bad, NULL, 0, 8, p), AS_ERR_ARG);
	bad = known;
	bad.s2 = 0;
	assert_int_equal(as_bisect_posterior(&bad, NULL, 0, 8, p), AS_ERR_ARG);
	bad = known;
	bad.prior = none;
	assert_int_equal(as_bisect_posterior(&bad, NULL, 0, 8, p), AS_ERR_ARG);
	assert_true(p[0] > 76);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(posteriors_of_a_search_are_those_of_the_reference),
		cmocka_unit_test(a_commit_that_was_executed_often_gives_way_to_its_neighbour),
		cmocka_unit_test(what_makes_no_sense_is_refused_and_nothing_written),
	};

	return cmocka_run_group_tests_name("bisect", tests, NULL, NULL);
}
