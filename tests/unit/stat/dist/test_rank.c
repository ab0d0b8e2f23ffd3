/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "near.h"

#include <string.h>

#include "stat/dist/random.h"
#include "stat/dist/comparing/rank.h"
#include "stat/dist/comparing/many.h"

static struct as_rank_test compare(const double *old, size_t n_old, const double *new, size_t n_new)
{
	struct as_rank_test t;

	assert_int_equal(as_rank_compare((struct as_values){old, n_old}, (struct as_values){new, n_new}, 0.95, NULL, &t, NULL), AS_OK);
	return t;
}

/* p by an enumeration in Python (itertools.combinations, fractions), of which the numbers of splits
 * are given. */
static void ties_are_counted_and_not_approximated(void **state)
{
	static const double old[] = {1.1, 2.2, 2.2, 3.3, 4.4, 5.0};
	static const double new[] = {2.2, 3.9, 4.4, 5.5, 6.1, 7.2, 8.0};
	static const double few[] = {1, 1, 3, 3}, many[] = {3, 3, 3, 9, 9, 9, 9};
	struct as_rank_test t = compare(old, 6, new, 7);

	(void)state;
	assert_true(t.exact);
	assert_near(t.u, 34.5, 0);
	assert_near(t.p, 2 * 47 / 1716.0, 1e-14);
	assert_near(compare(few, 4, many, 7).p, 2 * 10 / 330.0, 1e-14);
	assert_near(compare(many, 7, few, 4).p, 2 * 10 / 330.0, 1e-14);
	assert_near(compare(many, 3, many, 3).p, 1, 0);
}

/* The normal law gave 0.0040 where 2 of 252 splits are the least that there can be. */
static void p_of_ties_is_never_below_the_least_possible(void **state)
{
	static const double old[] = {10, 10, 10, 10, 10}, new[] = {11, 11, 11, 11, 11};
	struct as_rank_test t = compare(old, 5, new, 5);

	(void)state;
	assert_near(t.p, 2 / 252.0, 1e-14);
	assert_near(t.p, t.smallest_p, 1e-14);
}

/* Twenty a side: C(40, 20) splits. Past that, p by hand in another program. */
static void ties_are_exact_up_to_twenty_a_side(void **state)
{
	double old[21], new[21];

	(void)state;
	for (size_t i = 0; i < 21; i++) {
		old[i] = 3;
		new[i] = 4;
	}
	assert_near(compare(old, 20, new, 20).p, 2 / 137846528820.0, 1e-12);
	assert_true(compare(old, 20, new, 20).exact);
	for (size_t i = 0; i < 21; i++) {
		old[i] = (double)(i % 7);
		new[i] = (double)(i % 7 + i % 3);
	}
	assert_false(compare(old, 21, new, 21).exact);
	assert_near(compare(old, 21, new, 21).p, 0.16293751543745, 1e-10);
}

/* 2 U of the units whose bit is set against the others. */
static int doubled_u(const double *x, size_t n, unsigned set)
{
	int u = 0;

	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < n; j++)
			if (set >> j & 1 && !(set >> i & 1))
				u += x[j] > x[i] ? 2 : x[j] < x[i] ? 0 : 1;
	return u;
}

/* Two-sided p of the first n_old values against the others, by all splits, one after the other. */
static double enumerate(const double *x, size_t n_old, size_t n)
{
	unsigned all = 1U << n, own = (all - 1) & ~((1U << n_old) - 1);
	int u = doubled_u(x, n, own), splits = 0, below = 0, above = 0;

	for (unsigned set = 0; set < all; set++) {
		if ((size_t)__builtin_popcount(set) != n - n_old)
			continue;
		int other = doubled_u(x, n, set);
		splits++;
		below += other <= u;
		above += other >= u;
	}
	return fmin(1, 2.0 * (below < above ? below : above) / splits);
}

static void p_is_that_of_all_splits(void **state)
{
	double x[10], turned[10], grown[10];
	struct as_random r;

	(void)state;
	as_random_init(&r, 34, AS_RANDOM_TEST, 0);
	for (int trial = 0; trial < 400; trial++) {
		size_t n_old = 1 + as_random_below(&r, 5), n_new = 1 + as_random_below(&r, 5);
		size_t n = n_old + n_new, kinds = 1 + as_random_below(&r, 12);
		for (size_t i = 0; i < n; i++) {
			x[i] = (double)as_random_below(&r, kinds) - 3;
			turned[i] = -x[i];
			grown[i] = exp(x[i]);
		}
		struct as_rank_test t = compare(x, n_old, x + n_old, n_new);
		assert_near(t.p, enumerate(x, n_old, n), 1e-13);
		assert_true(t.p <= 1 && t.p >= t.smallest_p * (1 - 1e-13));
		struct as_rank_test alone;
		assert_int_equal(as_rank_p((struct as_values){x, n_old}, (struct as_values){x + n_old, n_new}, NULL, &alone, NULL), AS_OK);
		assert_near(alone.p, t.p, 0);
		assert_near(alone.u, t.u, 0);
		assert_near(compare(x + n_old, n_new, x, n_old).p, t.p, 1e-13);
		assert_near(compare(turned, n_old, turned + n_old, n_new).p, t.p, 1e-13);
		assert_near(compare(grown, n_old, grown + n_old, n_new).p, t.p, 0);
	}
}

static void many_units_are_approximated(void **state)
{
	double old[60], new[60];
	struct as_rank_test t;

	(void)state;
	for (size_t i = 0; i < 60; i++) {
		old[i] = (double)i;
		new[i] = (double)i + 20.5;
	}
	assert_int_equal(as_rank_compare((struct as_values){old, 60}, (struct as_values){new, 60}, 0.95, NULL, &t, NULL), AS_OK);
	assert_false(t.exact);
	assert_near(t.shift, 20.5, 1e-12);
	assert_true(t.lo < 20.5 && 20.5 < t.hi && t.p < 1e-4);
}

static void the_largest_exact_law_keeps_its_digits(void **state)
{
	struct as_rank_law law;

	(void)state;
	assert_int_equal(as_rank_law_init(&law, 50, 50, 0), AS_OK);
	assert_near(law.cdf[0], 9.911653021418834e-30, 1e-12); /* 1 / C(100, 50) */
	assert_near(law.cdf[1249] + (law.cdf[1250] - law.cdf[1249]) / 2, 0.5, 1e-12);
	assert_near(law.cdf[2500], 1, 1e-15);
	as_rank_law_release(&law);
}

static void a_law_can_serve_many_samples(void **state)
{
	static const double old[] = {1, 2, 3, 4}, new[] = {2.5, 3.5, 4.5, 5.5};
	struct as_rank_law law;
	struct as_rank_test with, without;

	(void)state;
	assert_int_equal(as_rank_law_init(&law, 4, 4, 0), AS_OK);
	assert_int_equal(as_rank_compare((struct as_values){old, 4}, (struct as_values){new, 4}, 0.95, &law, &with, NULL), AS_OK);
	assert_int_equal(as_rank_compare((struct as_values){old, 4}, (struct as_values){new, 4}, 0.95, NULL, &without, NULL), AS_OK);
	assert_near(with.p, without.p, 0);
	assert_near(with.lo, without.lo, 0);
	as_rank_law_release(&law);
}

static void three_units_a_side_can_never_reach_five_percent(void **state)
{
	static const double old[] = {1, 2, 3}, new[] = {14, 15, 16};
	struct as_rank_test t;

	(void)state;
	assert_int_equal(as_rank_compare((struct as_values){old, 3}, (struct as_values){new, 3}, 0.95, NULL, &t, NULL), AS_OK);
	assert_near(t.smallest_p, 0.1, 1e-12);
	assert_near(t.p, 0.1, 1e-12);
}

static void one_unit_a_side_has_a_shift_and_no_confidence(void **state)
{
	static const double old[] = {1}, new[] = {3};
	struct as_rank_test t;

	(void)state;
	assert_int_equal(as_rank_compare((struct as_values){old, 1}, (struct as_values){new, 1}, 0.95, NULL, &t, NULL), AS_OK);
	assert_near(t.shift, 2, 0);
	assert_near(t.lo, 2, 0);
	assert_near(t.hi, 2, 0);
	assert_near(t.p, 1, 0);
	assert_near(t.confidence, 0, 1e-15);
}

static void values_without_an_order_are_refused(void **state)
{
	static const double odd[] = {1, (double)NAN}, fine[] = {1, 2};
	struct as_rank_test t;
	struct as_err err = {0};

	(void)state;
	assert_int_equal(as_rank_compare((struct as_values){odd, 2}, (struct as_values){fine, 2}, 0.95, NULL, &t, &err), AS_ERR_DATA);
	assert_non_null(strstr(err.msg, "finite"));
	assert_int_equal(as_rank_compare((struct as_values){fine, 2}, (struct as_values){fine, 0}, 0.95, NULL, &t, &err), AS_ERR_DATA);
	assert_int_equal(as_rank_compare((struct as_values){fine, 2}, (struct as_values){fine, 2}, 1, NULL, &t, &err), AS_ERR_ARG);
}

static void tests_that_cannot_say_are_left_out_of_the_correction(void **state)
{
	const double p[] = {0.01, (double)NAN, 0.02, 0.5};
	double q[4];
	size_t tested = 0;

	(void)state;
	assert_int_equal(as_benjamini_hochberg(p, 4, false, q, &tested), AS_OK);
	assert_int_equal(tested, 3);
	assert_near(q[0], 0.03, 1e-15);
	assert_true(isnan(q[1]));
	assert_near(q[2], 0.03, 1e-15);
	assert_near(q[3], 0.5, 1e-15);
	assert_int_equal(as_benjamini_hochberg(p, 4, true, q, NULL), AS_OK);
	assert_near(q[0], 0.03 * (1 + 1.0 / 2 + 1.0 / 3), 1e-15);
	assert_int_equal(as_benjamini_hochberg((double[]){1.5}, 1, false, q, NULL), AS_ERR_ARG);
}

static void programs_like_these_take_two_benchmarks_at_least(void **state)
{
	const double logs[] = {0.1, 0.3};
	double lo = 0, hi = 0;

	(void)state;
	assert_int_equal(as_suite_sample(logs, 0, 0.95, &lo, &hi), AS_ERR_DATA);
	assert_int_equal(as_suite_sample(logs, 1, 0.95, &lo, &hi), AS_OK);
	assert_true(isnan(lo) && isnan(hi));
	assert_int_equal(as_suite_sample(logs, 2, 1, &lo, &hi), AS_ERR_ARG);
	/* t_{.975,1} = 12.706204736 times 0.1 */
	assert_int_equal(as_suite_sample(logs, 2, 0.95, &lo, &hi), AS_OK);
	assert_near(hi, exp(0.2 + 1.2706204736), 1e-8);
	assert_near(lo, exp(0.2 - 1.2706204736), 1e-8);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ties_are_counted_and_not_approximated),
		cmocka_unit_test(p_of_ties_is_never_below_the_least_possible),
		cmocka_unit_test(ties_are_exact_up_to_twenty_a_side),
		cmocka_unit_test(p_is_that_of_all_splits),
		cmocka_unit_test(many_units_are_approximated),
		cmocka_unit_test(the_largest_exact_law_keeps_its_digits),
		cmocka_unit_test(a_law_can_serve_many_samples),
		cmocka_unit_test(three_units_a_side_can_never_reach_five_percent),
		cmocka_unit_test(one_unit_a_side_has_a_shift_and_no_confidence),
		cmocka_unit_test(values_without_an_order_are_refused),
		cmocka_unit_test(tests_that_cannot_say_are_left_out_of_the_correction),
		cmocka_unit_test(programs_like_these_take_two_benchmarks_at_least),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
