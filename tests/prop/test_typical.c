/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The typical run (methods-typical.md), on any data. */
#include "near.h"

#include <stdio.h>

#include "grove.h"
#include "stat/dist/random.h"
#include "stat/dist/typical.h"

enum { MOST = 60, EXPERIMENTS = 3000 };

/* Log ratios of rounds of the law's number, about theta. */
static void draw(struct as_random *r, int law, size_t n, double theta, double *d)
{
	for (size_t i = 0; i < n; i++) {
		const double z = as_random_normal(r), u = as_random_double(r), w = as_random_double(r);
		const double slow = law == 1 ? (u < 0.05 ? log(100) : 0) - (w < 0.05 ? log(100) : 0)
			: law == 2 ? (u < 0.2 ? log(2) : 0) - (w < 0.2 ? log(2) : 0)
			: law == 3 ? (u < 0.5 ? log(1.2) : 0) - (w < 0.5 ? log(1.2) : 0) : 0;
		d[i] = theta + 0.02 * z + slow;
	}
}

/* By symmetry alone: 5 % at most, whatever the law; the table of its section 2 says 2.9 to 5.1. */
static void identical_programs_are_called_different_in_one_of_twenty(void **state)
{
	static const size_t rounds[] = {6, 10, 12, 30, 60};
	struct as_random r;

	(void)state;
	as_random_init(&r, 41, AS_RANDOM_TEST, 0);
	for (int law = 0; law < 4; law++)
		for (size_t k = 0; k < sizeof rounds / sizeof *rounds; k++) {
			size_t called = 0;
			for (size_t e = 0; e < EXPERIMENTS; e++) {
				struct as_typical t;
				double d[MOST];
				draw(&r, law, rounds[k], 0, d);
				assert_int_equal(as_signed_ranks(d, rounds[k], 0, 0, 0.95, &t), AS_OK);
				called += t.test.p <= 0.05;
			}
			/* three errors of a rate of 5 % */
			assert_true((double)called / EXPERIMENTS < 0.05 + 3 * sqrt(0.05 * 0.95 / EXPERIMENTS));
		}
}

/* Swapped sides say the inverse, and a shift is only a shift. */
static void it_goes_along_with_shifts_and_turns_round_with_its_sides(void **state)
{
	struct as_random r;

	(void)state;
	as_random_init(&r, 42, AS_RANDOM_TEST, 0);
	for (size_t e = 0; e < EXPERIMENTS; e++) {
		const size_t n = 2 + as_random_below(&r, MOST - 2), first = e % 3 ? 0 : n / 2;
		double d[MOST], back[MOST], moved[MOST];
		struct as_typical one, other, third;

		draw(&r, (int)(e % 4), n, 0.01, d);
		for (size_t i = 0; i < n; i++) {
			back[i] = -d[i];
			moved[i] = d[i] + 1;
		}
		assert_int_equal(as_signed_ranks(d, n, first, 0, 0.95, &one), AS_OK);
		assert_int_equal(as_signed_ranks(back, n, first, 0, 0.95, &other), AS_OK);
		assert_int_equal(as_signed_ranks(moved, n, first, 1, 0.95, &third), AS_OK);
		assert_near(one.test.estimate, -other.test.estimate, 1e-12);
		assert_near(one.test.lo, -other.test.hi, 1e-12);
		assert_near(one.test.p, other.test.p, 1e-9);
		assert_near(one.test.lo + 1, third.test.lo, 1e-12);
		assert_near(one.test.p, third.test.p, 1e-6);
		assert_near(one.test.se, third.test.se, 1e-12);
	}
}

/* From 12 values on one far value on either side moves no end beyond the others (section 1). */
static void one_slow_run_does_not_move_the_ends_beyond_the_others(void **state)
{
	struct as_random r;

	(void)state;
	as_random_init(&r, 43, AS_RANDOM_TEST, 0);
	for (size_t n = AS_TYPICAL_ROUNDS; n < MOST; n++) {
		double d[MOST], most = 0;
		struct as_typical t;

		draw(&r, 0, n, 0, d);
		for (size_t i = 1; i < n; i++)
			most = fmax(most, fabs(d[i]));
		d[0] = 1e6;
		assert_int_equal(as_signed_ranks(d, n, 0, 0, 0.95, &t), AS_OK);
		assert_true(t.test.hi <= most && t.test.lo >= -most && t.test.se < most);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(identical_programs_are_called_different_in_one_of_twenty),
		cmocka_unit_test(it_goes_along_with_shifts_and_turns_round_with_its_sides),
		cmocka_unit_test(one_slow_run_does_not_move_the_ends_beyond_the_others),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
