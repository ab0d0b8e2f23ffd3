/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Noisy bisection: what the rounds say of each commit. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "golden.h"
#include "stat/core/moments.h"
#include "stat/dist/changes/bisect.h"

enum { COMMITS = 32, VALUES = 400 };

struct bench {
	struct as_bisect_commit v[COMMITS];
	double e[VALUES], culprit[COMMITS], open[COMMITS], room[AS_BISECT_ROOM(COMMITS)];
	struct as_bisect_seen seen;
	struct as_bisect out;
};

static void read_candidates(json_t *z, struct as_bisect_commit *v)
{
	const char *key;
	json_t *list;

	json_object_foreach(z, key, list) {
		double x[VALUES];
		struct as_bisect_commit *c = &v[strtoul(key, NULL, 10)];
		c->n = golden_numbers(list, x, VALUES);
		c->mean = as_mean(x, c->n);
		c->spread = as_squares(x, c->n, c->mean);
	}
}

static void read_case(const json_t *c, struct bench *b)
{
	const json_t *no = golden_get(c, "does_not_build");

	*b = (struct bench){0};
	b->seen = (struct as_bisect_seen){.e = b->e, .v = b->v,
		.n = (size_t)json_integer_value(golden_get(c, "n")),
		.own = json_number_value(golden_get(c, "sb2"))};
	assert_true(b->seen.n < COMMITS);
	b->seen.rounds = golden_numbers(golden_get(c, "e"), b->e, VALUES);
	read_candidates(golden_get(c, "z"), b->v);
	for (size_t i = 0; i < json_array_size(no); i++)
		b->v[json_integer_value(json_array_get(no, i))].unbuildable = true;
	b->out.culprit = b->culprit;
	b->out.open = b->open;
	b->out.room = b->room;
}

static void check_case(const json_t *want, const struct bench *b, const char *name)
{
	const json_t *culprits = golden_get(want, "C"), *best = golden_get(want, "best");

	golden_near(golden_get(want, "delta"), b->out.delta, name);
	golden_near(golden_get(want, "s2"), b->out.s2, name);
	assert_int_equal(json_integer_value(golden_get(want, "df")), (long)b->out.df);
	golden_near(golden_get(want, "two"), b->out.two, name);
	for (size_t k = 1; k <= b->seen.n; k++)
		golden_near(json_array_get(culprits, k - 1), b->culprit[k], name);
	assert_int_equal(json_integer_value(golden_get(want, "next")), b->out.next[0]);
	assert_int_equal(json_integer_value(json_array_get(best, 0)), b->out.first);
	assert_int_equal(json_integer_value(json_array_get(best, 1)), b->out.last);
	golden_near(golden_get(want, "best_p"), b->out.share, name);
}

static void rounds_say_of_commits_what_the_reference_says(void **state)
{
	json_t *root = golden_load("33_bisect.json"), *c;
	size_t at;
	static struct bench b;

	(void)state;
	json_array_foreach(golden_get(root, "bisect"), at, c) {
		read_case(c, &b);
		assert_int_equal(as_bisect_weigh(&b.seen, &b.out, NULL), AS_OK);
		check_case(golden_get(c, "expected"), &b,
			json_string_value(golden_get(c, "name")));
	}
	assert_true(at >= 12);
	json_decref(root);
}

static void a_commit_that_is_the_same_program_is_no_culprit(void **state)
{
	json_t *root = golden_load("33_bisect.json");
	static struct bench b;
	double sum = 0;

	(void)state;
	read_case(json_array_get(golden_get(root, "bisect"), 2), &b);
	b.v[13].same_as_before = true;
	assert_int_equal(as_bisect_weigh(&b.seen, &b.out, NULL), AS_OK);
	assert_true(b.culprit[13] <= 0);
	for (size_t k = 1; k <= b.seen.n; k++)
		sum += b.out.culprit[k];
	assert_true(sum > 1 && sum <= 1 + b.out.two + 1e-9);
	json_decref(root);
}

static void ends_that_differ_little_are_measured_on_and_then_refused(void **state)
{
	double far[] = {3, 3.5, 2.5, 3.2, 2.8, 3.1, 2.9, 3, 3.3, 2.7};
	double near[] = {.3, -.5, .5, .2, -.8, .1, .9, 0, .3, -.7};

	(void)state;
	assert_int_equal(as_bisect_ends_needed(far, 10), 10);
	assert_int_equal(as_bisect_ends_needed(far, 4), 10);
	assert_true(as_bisect_ends_differ(far, 10));
	assert_int_equal(as_bisect_ends_needed(near, 10), 200);
	assert_false(as_bisect_ends_differ(near, 10));
}

static void the_credible_set_begins_with_the_likeliest(void **state)
{
	double culprit[] = {0, .1, .03, .6, .27};
	const struct as_bisect b = {.culprit = culprit};
	size_t set[4];

	(void)state;
	assert_int_equal(as_bisect_credible(&b, 4, set), 3);
	assert_int_equal(set[0], 3);
	assert_int_equal(set[1], 4);
	assert_int_equal(set[2], 1);
}

static void values_that_never_vary_decide_nothing(void **state)
{
	static struct bench b;

	(void)state;
	b.seen = (struct as_bisect_seen){.e = b.e, .v = b.v, .n = 4, .rounds = 10};
	b.out.culprit = b.culprit;
	b.out.open = b.open;
	b.out.room = b.room;
	assert_int_equal(as_bisect_weigh(&b.seen, &b.out, NULL), AS_ERR_USAGE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rounds_say_of_commits_what_the_reference_says),
		cmocka_unit_test(a_commit_that_is_the_same_program_is_no_culprit),
		cmocka_unit_test(ends_that_differ_little_are_measured_on_and_then_refused),
		cmocka_unit_test(the_credible_set_begins_with_the_likeliest),
		cmocka_unit_test(values_that_never_vary_decide_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
