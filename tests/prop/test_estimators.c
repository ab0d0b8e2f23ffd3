/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What stat/core/estimator.h promises of all estimators, and what each claims for itself, on random data
 * of several shapes; and that of Hodges and Lehmann beside all its pairs. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "stat/core/estimator.h"
#include "stat/core/quantile.h"
#include "stat/dist/random.h"

enum { MOST = 60, TRIALS = 400 };

struct sample {
	double x[MOST];
	size_t n;
};

/* Trial t: of 1 to MOST values, near to a mean, skewed, in steps, with ties, or of all sizes. */
static void draw(uint64_t t, struct sample *s)
{
	struct as_random r;

	as_random_init(&r, 20261121, AS_RANDOM_RESAMPLE, t);
	s->n = 1 + (size_t)(t * 7 % MOST);
	for (size_t i = 0; i < s->n; i++) {
		double z = as_random_normal(&r);
		const double shapes[] = {100 + z, exp(z), (z > 0 ? 10 : 20) + 0.1 * z, 5 + floor(2 * z) / 4, exp(20 * z)};
		s->x[i] = fmax(shapes[t % 5], 1e-30);
	}
	as_sort(s->x, s->n);
}

static bool same(double a, double b)
{
	return fabs(a - b) <= 0;
}

static bool near(double a, double b)
{
	return fabs(a - b) <= 1e-11 * fmax(fabs(a), fabs(b));
}

typedef void each_fn(enum as_estimator e, const struct sample *s);

static void each(each_fn *check)
{
	for (uint64_t t = 0; t < TRIALS; t++) {
		struct sample s;
		draw(t, &s);
		for (unsigned e = 0; e < AS_ESTIMATORS; e++)
			check((enum as_estimator)e, &s);
	}
}

static void lies_within(enum as_estimator e, const struct sample *s)
{
	double v = as_estimate(e, s->x, s->n);

	assert_true(v >= s->x[0] && v <= s->x[s->n - 1]);
}

static void every_estimate_lies_within_the_sample(void **state)
{
	(void)state;
	each(lies_within);
}

static void equals_equal(enum as_estimator e, const struct sample *s)
{
	struct sample all = *s;

	for (size_t i = 0; i < all.n; i++)
		all.x[i] = s->x[0];
	assert_true(same(as_estimate(e, all.x, all.n), s->x[0]));
}

static void every_estimate_of_equal_values_is_their_value(void **state)
{
	(void)state;
	each(equals_equal);
}

static void scales(enum as_estimator e, const struct sample *s)
{
	struct sample more = *s;

	for (size_t i = 0; i < more.n; i++)
		more.x[i] *= 3.7;
	assert_true(near(as_estimate(e, more.x, more.n), 3.7 * as_estimate(e, s->x, s->n)));
}

static void every_estimate_grows_in_proportion(void **state)
{
	(void)state;
	each(scales);
}

static void never_falls(enum as_estimator e, const struct sample *s)
{
	for (size_t i = 0; i < s->n; i++) {
		struct sample risen = *s;
		risen.x[i] *= 1.5;
		as_sort(risen.x, risen.n);
		double before = as_estimate(e, s->x, s->n), after = as_estimate(e, risen.x, risen.n);
		assert_true(after >= before || near(after, before));
	}
}

static void no_estimate_falls_when_a_value_rises(void **state)
{
	(void)state;
	each(never_falls);
}

/* Whether it moves by c when all values do. */
static bool shifts(enum as_estimator e, const struct sample *s, double c)
{
	struct sample moved = *s;

	for (size_t i = 0; i < moved.n; i++)
		moved.x[i] += c;
	double want = as_estimate(e, s->x, s->n) + c, got = as_estimate(e, moved.x, moved.n);
	return fabs(got - want) <= 1e-9 * fabs(c) || near(got, want);
}

static void those_that_claim_it_shift_with_the_values_and_others_do_not(void **state)
{
	(void)state;
	for (unsigned e = 0; e < AS_ESTIMATORS; e++) {
		bool always = true;
		for (uint64_t t = 0; t < TRIALS; t++) {
			struct sample s;
			draw(t, &s);
			always = always && shifts((enum as_estimator)e, &s, s.x[s.n - 1]);
		}
		assert_int_equal(always, (as_estimators[e].claims & AS_CLAIM_SHIFTS) != 0);
	}
}

/* Whether it stays within the others when one value becomes `wild`. */
static bool resists(enum as_estimator e, const struct sample *s, bool high)
{
	struct sample odd = *s;
	double low = s->x[high ? 0 : 1], top = s->x[high ? s->n - 2 : s->n - 1];

	odd.x[high ? s->n - 1 : 0] = high ? 1e200 : -1e200;
	double v = as_estimate(e, odd.x, odd.n);
	return v >= low && v <= top;
}

static void those_that_claim_it_resist_one_wild_value_of_ten_and_others_do_not(void **state)
{
	(void)state;
	for (unsigned e = 0; e < AS_ESTIMATORS; e++) {
		bool always[2] = {true, true};
		for (uint64_t t = 0; t < TRIALS; t++) {
			struct sample s;
			draw(t, &s);
			for (int high = 0; high < 2 && s.n >= 10; high++)
				always[high] = always[high] && resists((enum as_estimator)e, &s, high);
		}
		assert_int_equal(always[1], (as_estimators[e].claims & AS_CLAIM_RESISTS_HIGH) != 0);
		assert_int_equal(always[0], (as_estimators[e].claims & AS_CLAIM_RESISTS_LOW) != 0);
	}
}

static void those_of_positive_values_say_that_there_is_none_of_others(void **state)
{
	(void)state;
	for (unsigned e = 0; e < AS_ESTIMATORS; e++) {
		const double zero[] = {0, 1, 2}, below[] = {-3, 1, 2};
		bool none = isnan(as_estimate((enum as_estimator)e, zero, 3)) &&
			isnan(as_estimate((enum as_estimator)e, below, 3));
		assert_int_equal(none, (as_estimators[e].claims & AS_CLAIM_POSITIVE) != 0);
	}
}

static void that_of_hodges_and_lehmann_is_the_median_of_all_pairs(void **state)
{
	double *all = malloc(sizeof *all * MOST * (MOST + 1) / 2);

	(void)state;
	assert_non_null(all);
	for (uint64_t t = 0; t < TRIALS; t++) {
		struct sample s;
		size_t m = 0;
		draw(t, &s);
		for (size_t i = 0; t % 2 && i < s.n; i++) /* of either sign */
			s.x[i] = (double)i < (double)s.n / 3 ? -s.x[i] : s.x[i];
		as_sort(s.x, s.n);
		for (size_t i = 0; i < s.n; i++)
			for (size_t j = i; j < s.n; j++)
				all[m++] = s.x[i] / 2 + s.x[j] / 2;
		as_sort(all, m);
		assert_true(same(as_hodges_lehmann(s.x, s.n), all[(m - 1) / 2] / 2 + all[m / 2] / 2));
	}
	free(all);
}

static void it_takes_values_whose_sum_is_infinite(void **state)
{
	const double huge[] = {-1.7e308, 1.6e308, 1.7e308}, one[] = {0};

	(void)state;
	/* -1.7, -0.05, 0, 1.6, 1.65, 1.7 */
	assert_true(same(as_hodges_lehmann(huge, 3), 1.6e308 / 2));
	assert_true(same(as_hodges_lehmann(one, 1), 0));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_estimate_lies_within_the_sample),
		cmocka_unit_test(every_estimate_of_equal_values_is_their_value),
		cmocka_unit_test(every_estimate_grows_in_proportion),
		cmocka_unit_test(no_estimate_falls_when_a_value_rises),
		cmocka_unit_test(those_that_claim_it_shift_with_the_values_and_others_do_not),
		cmocka_unit_test(those_that_claim_it_resist_one_wild_value_of_ten_and_others_do_not),
		cmocka_unit_test(those_of_positive_values_say_that_there_is_none_of_others),
		cmocka_unit_test(that_of_hodges_and_lehmann_is_the_median_of_all_pairs),
		cmocka_unit_test(it_takes_values_whose_sum_is_infinite),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
