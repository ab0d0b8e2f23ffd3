/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "golden.h"
#include "stat/dist/planning/staged.h"
#include "stat/dist/planning/stein.h"

enum { ROOM = 64 };

static double number(const json_t *of, const char *key)
{
	return json_number_value(golden_get(of, key));
}

static void compare_mean(const json_t *want, const double *x, size_t n, size_t pilot,
	const char *name)
{
	const struct as_staged s = as_staged_of(x, n, pilot);
	const struct as_staged all = {.n = n, .mean = s.mean, .s = s.s};
	struct as_interval both, alone;

	assert_int_equal(json_integer_value(golden_get(want, "N")), n);
	golden_near(golden_get(want, "mean"), s.mean, name);
	golden_near(golden_get(want, "S_N"), s.s, name);
	golden_near(golden_get(want, "S_0"), s.s_first, name);
	assert_int_equal(as_staged_interval(&s, 0.95, &both), AS_OK);
	assert_int_equal(as_staged_interval(&all, 0.95, &alone), AS_OK);
	golden_near(golden_get(want, "h_N"), alone.half_width, name);
	golden_near(golden_get(want, "lo"), both.lo, name);
	golden_near(golden_get(want, "hi"), both.hi, name);
	if (both.half_width > alone.half_width)
		golden_near(golden_get(want, "h_0"), both.half_width, name);
}

/* The reference has 0 where there is no other half: nothing of stage 1, or all of it. */
static void compare_sides(const json_t *want, const struct as_staged_sides *s, const char *name)
{
	const struct as_side *old = s->first_old.r ? &s->first_old : &s->old;
	const struct as_side *new = s->first_new.r ? &s->first_new : &s->new;
	struct as_test both, all, first;
	struct as_ratio set;

	assert_int_equal(as_staged_welch(s, 0.95, &both, NULL), AS_OK);
	assert_int_equal(as_welch(&s->old, &s->new, 0.95, &all, NULL), AS_OK);
	assert_int_equal(as_welch(old, new, 0.95, &first, NULL), AS_OK);
	golden_near(golden_get(want, "difference"), both.estimate, name);
	golden_near(golden_get(want, "se_N"), all.se, name);
	golden_near(golden_get(want, "nu_N"), all.df, name);
	golden_near(golden_get(want, "p_N"), all.p, name);
	golden_near(golden_get(want, "h_N"), all.half_width, name);
	golden_near(golden_get(want, "se_0"), first.se, name);
	golden_near(golden_get(want, "nu_0"), first.df, name);
	golden_near(golden_get(want, "p_0"), first.p, name);
	golden_near(golden_get(want, "h_0"), first.half_width, name);
	golden_near(golden_get(want, "p"), both.p, name);
	golden_near(golden_get(want, "lo"), both.lo, name);
	golden_near(golden_get(want, "hi"), both.hi, name);
	/* the set of the ratio, at the level at which it just excludes 1 */
	const double edge[] = {1.001, 0.999};
	for (size_t i = 0; i < 2; i++) {
		assert_int_equal(as_fieller_welch_staged(s, 1 - both.p * edge[i], &set, NULL),
			AS_OK);
		assert_int_equal(set.lo > 1 || set.hi < 1, i == 0);
	}
}

static void builds_after_a_pilot_are_those_of_the_reference(void **state)
{
	json_t *root = golden_load("30_repairs.json");
	const json_t *cases = golden_get(root, "builds");

	(void)state;
	assert_int_equal(json_array_size(cases), 12);
	for (size_t i = 0; i < json_array_size(cases); i++) {
		const json_t *c = json_array_get(cases, i), *want = golden_get(c, "expected");
		const char *name = json_string_value(golden_get(c, "name"));
		const size_t pilot = (size_t)json_integer_value(golden_get(c, "pilot_builds"));
		const json_t *plan = golden_get(c, "plan");
		const struct as_learnt_width wanted = {.half_width = number(plan, "half_width"),
			.confidence = number(c, "confidence"), .df = pilot - 1};
		double old[ROOM], new[ROOM];
		struct as_staged_sides s;
		size_t builds = 0;
		size_t n = golden_pairs(golden_get(c, "old"), golden_get(c, "new"), old, new);

		compare_mean(golden_get(want, "mean_old"), old, n, pilot, name);
		s.old = as_staged_side(old, n, pilot, &s.first_old);
		s.new = as_staged_side(new, n, pilot, &s.first_new);
		compare_sides(golden_get(want, "compare"), &s, name);
		assert_int_equal(as_units_learnt(sqrt(number(plan, "V1")), &wanted, pilot,
					 &builds), AS_OK);
		golden_near(golden_get(want, "plan_builds"), (double)builds, name);
	}
	json_decref(root);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(builds_after_a_pilot_are_those_of_the_reference),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
