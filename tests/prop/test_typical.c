/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The typical run against the mean (methods-repairs.md 9), on any data. */
#include "near.h"

#include <stdio.h>

#include "grove.h"
#include "stat/dist/estimand.h"
#include "stat/dist/random.h"

enum { SERIES = 6000, MOST = 1000 };

static const double alpha = 0.05;

/* Two sides in blocks; in one of them some runs take a few times as long. */
static struct as_blocks draw(struct as_random *r, double *old, double *new)
{
	/* Some are typically quicker, and slower in the mean: that is found in many rounds only. */
	const bool cross = as_random_double(r) < 0.05;
	const size_t first = cross ? 0 : 2 + as_random_below(r, 20);
	const size_t n = cross ? MOST : first + as_random_below(r, 100);
	const double effect = cross ? -0.14 : 0.06 * as_random_normal(r);
	const double noise = 0.01 + 0.1 * as_random_double(r);
	const double share = cross ? 0.03 : 0.15 * fmax(as_random_double(r) - 0.5, 0);
	const double times = cross ? 12 : 1.2 + 2 * as_random_double(r);

	for (size_t b = 0; b < n; b++) {
		const double machine = 0.1 * as_random_normal(r);
		old[b] = 7 * exp(machine + noise * as_random_normal(r));
		new[b] = 7 * exp(machine + effect + noise * as_random_normal(r)) *
			(as_random_double(r) < share ? times : 1);
	}
	return (struct as_blocks){old, new, n, first};
}

static struct as_estimand both_of(const struct as_blocks *b, struct as_paired *typical,
	struct as_ratio *means)
{
	struct as_estimand both;

	assert_int_equal(as_staged_log_ratio(b, 1 - alpha, typical, NULL), AS_OK);
	assert_int_equal(as_fieller_staged(b, 1 - alpha, means, NULL), AS_OK);
	assert_int_equal(as_estimand_of(b, typical, means, &both, NULL), AS_OK);
	return both;
}

static bool excludes_one(double lo, double hi)
{
	return lo > 1 || hi < 1;
}

static void a_word_needs_the_typical_run_and_the_mean_where_they_are_apart(void **state)
{
	int seen[AS_ESTIMAND_NO_MEAN + 1] = {0};
	struct as_random r;

	(void)state;
	as_random_init(&r, 91, AS_RANDOM_TEST, 0);
	for (int k = 0; k < SERIES; k++) {
		double old[MOST], new[MOST];
		const struct as_blocks b = draw(&r, old, new);
		struct as_paired typical;
		struct as_ratio means;
		const struct as_estimand both = both_of(&b, &typical, &means);
		const double by = fabs(log(means.estimate) - typical.log.estimate);

		seen[both.kind]++;
		assert_int_equal(both.kind != AS_ESTIMAND_ALIKE, by > typical.log.half_width / 4);
		assert_true(both.p >= typical.log.p);
		if (both.kind == AS_ESTIMAND_ALIKE) {
			assert_near(both.lo, typical.lo, 0);
			assert_near(both.hi, typical.hi, 0);
			assert_near(both.p, typical.log.p, 0);
		} else if (both.kind == AS_ESTIMAND_NO_MEAN) {
			assert_true(isnan(both.lo) && isnan(both.hi));
		} else {
			assert_true(both.lo >= 0 && both.lo <= typical.lo && both.hi >= typical.hi);
			assert_true(both.lo <= fmax(means.lo, 0) && both.hi >= means.hi);
			assert_int_equal(excludes_one(both.lo, both.hi), both.kind == AS_ESTIMAND_BOTH);
			assert_int_equal(both.p < alpha, both.kind == AS_ESTIMAND_BOTH ||
				both.kind == AS_ESTIMAND_OPPOSITE);
		}
	}
	for (int k = AS_ESTIMAND_ALIKE; k < AS_ESTIMAND_NO_MEAN; k++)
		assert_true(seen[k] > 4);
}

static void the_other_way_round_it_says_the_opposite(void **state)
{
	struct as_random r;
	int apart = 0;

	(void)state;
	as_random_init(&r, 92, AS_RANDOM_TEST, 0);
	for (int k = 0; k < SERIES; k++) {
		double old[MOST], new[MOST];
		const struct as_blocks b = draw(&r, old, new), back = {new, old, b.n, b.n_first};
		struct as_paired typical, mirrored;
		struct as_ratio means, inverse;
		const struct as_estimand one = both_of(&b, &typical, &means);
		const struct as_estimand other = both_of(&back, &mirrored, &inverse);

		if (one.kind == AS_ESTIMAND_NO_MEAN || other.kind == AS_ESTIMAND_NO_MEAN)
			continue;
		assert_int_equal(one.kind, other.kind);
		assert_near(one.lo * other.hi, 1, 1e-9);
		assert_near(one.hi * other.lo, 1, 1e-9);
		assert_near(one.p, other.p, 1e-9);
		apart += one.kind != AS_ESTIMAND_ALIKE;
	}
	assert_true(apart > SERIES / 10);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_word_needs_the_typical_run_and_the_mean_where_they_are_apart),
		cmocka_unit_test(the_other_way_round_it_says_the_opposite),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
