/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two programs at the same time: pairs of rounds, sides, and rounds in turns. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "golden.h"
#include "stat/dist/comparing/duet.h"

enum { MOST = 80 };

/* Means and sides of the pairs; the sides of the reference are 1 where new is on the second core. */
static size_t pairs_of(const json_t *c, double *mean, double *side)
{
	double d[MOST], on[MOST];
	const size_t n = golden_numbers(golden_get(c, "d"), d, MOST);

	assert_int_equal(golden_numbers(golden_get(c, "side"), on, MOST), n);
	for (size_t i = 0; i + 1 < n; i += 2) {
		const struct as_duet_value v = as_duet_value_of(&d[i], on[i] < 0);
		mean[i / 2] = v.mean;
		side[i / 2] = v.side;
	}
	return n / 2;
}

static void check_shift(const json_t *want, const struct as_duet_shift *s, const char *name)
{
	static const char *const words[] = {
		[AS_DUET_SHIFT_UNKNOWN] = "not known",
		[AS_DUET_SHIFT_NONE] = "undistorted within delta",
		[AS_DUET_SHIFT_SOME] = "distorts",
	};

	golden_near(golden_get(want, "distortion"), s->test.estimate, name);
	golden_near(golden_get(want, "df"), s->test.df, name);
	golden_near(golden_get(want, "lo"), s->test.lo, name);
	golden_near(golden_get(want, "hi"), s->test.hi, name);
	assert_string_equal(json_string_value(golden_get(want, "word")), words[s->word]);
}

static void duets_are_those_of_the_reference(void **state)
{
	json_t *root = golden_load("33_machines.json"), *c;
	double mean[MOST], side[MOST], turns[MOST];
	size_t at, seen = 0;

	(void)state;
	json_array_foreach(golden_get(root, "duet"), at, c) {
		const char *name = json_string_value(golden_get(c, "name"));
		const json_t *want = golden_get(c, "expected"), *duet = golden_get(want, "duet");
		const size_t n = pairs_of(c, mean, side);
		const size_t m = golden_numbers(golden_get(c, "turns"), turns, MOST);
		const struct as_duet_rows rows = {mean, turns, n, m};
		struct as_duet_shift s;
		struct as_test t;

		assert_int_equal(json_integer_value(golden_get(duet, "Q")), n);
		assert_int_equal(as_duet_side(mean, n, 0.95, &t), AS_OK); /* the same t */
		golden_near(golden_get(duet, "mean"), t.estimate, name);
		golden_near(golden_get(duet, "lo"), t.lo, name);
		golden_near(golden_get(duet, "hi"), t.hi, name);
		golden_near(golden_get(duet, "p"), t.p, name);
		assert_int_equal(as_duet_side(side, n, 0.95, &t), AS_OK);
		golden_near(golden_get(duet, "side"), t.estimate, name);
		golden_near(golden_get(duet, "side_p"), t.p, name);
		assert_int_equal(as_duet_shift(&rows, 0.95,
			json_number_value(golden_get(c, "delta")), &s), AS_OK);
		check_shift(golden_get(want, "distortion"), &s, name);
		seen++;
	}
	assert_int_equal(seen, 10);
	json_decref(root);
}

static void too_little_is_refused_and_what_does_not_vary_is_worth_nothing(void **state)
{
	const double same[] = {1, 1, 1}, other[] = {1, 2, 3};
	const struct as_duet_rows few = {same, other, 1, 3}, flat = {same, other, 3, 3};
	const struct as_duet_rows both = {other, other, 3, 3};
	struct as_duet_shift s;
	struct as_test t;

	(void)state;
	assert_int_equal(as_duet_side(other, 1, 0.95, &t), AS_ERR_DATA);
	assert_int_equal(as_duet_shift(&few, 0.95, 0.01, &s), AS_ERR_DATA);
	assert_int_equal(as_duet_shift(&both, 0.95, 0, &s), AS_ERR_ARG);
	assert_int_equal(as_duet_shift(&both, 0.95, (double)NAN, &s), AS_ERR_ARG);
	assert_true(isnan(as_duet_worth(&few, 1, 1)));
	assert_true(isnan(as_duet_worth(&flat, 1, 1)));
	assert_true(fabs(as_duet_worth(&both, 4, 1) - 2) < 1e-12);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(duets_are_those_of_the_reference),
		cmocka_unit_test(
			too_little_is_refused_and_what_does_not_vary_is_worth_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
