/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "near.h"

#include <string.h>

#include "stat/dist/rank.h"
#include "stat/dist/suite.h"

static void ties_are_approximated_with_their_own_variance(void **state)
{
	static const double old[] = {1.1, 2.2, 2.2, 3.3, 4.4, 5.0};
	static const double new[] = {2.2, 3.9, 4.4, 5.5, 6.1, 7.2, 8.0};
	struct as_rank_test t;

	(void)state;
	assert_int_equal(as_rank_compare(old, 6, new, 7, 0.95, NULL, &t, NULL), AS_OK);
	assert_false(t.exact);
	assert_near(t.u, 34.5, 0);
	assert_near(t.p, 0.06147952877356, 1e-10); /* by hand, in another program */
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
	assert_int_equal(as_rank_compare(old, 60, new, 60, 0.95, NULL, &t, NULL), AS_OK);
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
	assert_int_equal(as_rank_compare(old, 4, new, 4, 0.95, &law, &with, NULL), AS_OK);
	assert_int_equal(as_rank_compare(old, 4, new, 4, 0.95, NULL, &without, NULL), AS_OK);
	assert_near(with.p, without.p, 0);
	assert_near(with.lo, without.lo, 0);
	as_rank_law_release(&law);
}

static void three_units_a_side_can_never_reach_five_percent(void **state)
{
	static const double old[] = {1, 2, 3}, new[] = {14, 15, 16};
	struct as_rank_test t;

	(void)state;
	assert_int_equal(as_rank_compare(old, 3, new, 3, 0.95, NULL, &t, NULL), AS_OK);
	assert_near(t.smallest_p, 0.1, 1e-12);
	assert_near(t.p, 0.1, 1e-12);
}

static void one_unit_a_side_has_a_shift_and_no_confidence(void **state)
{
	static const double old[] = {1}, new[] = {3};
	struct as_rank_test t;

	(void)state;
	assert_int_equal(as_rank_compare(old, 1, new, 1, 0.95, NULL, &t, NULL), AS_OK);
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
	assert_int_equal(as_rank_compare(odd, 2, fine, 2, 0.95, NULL, &t, &err), AS_ERR_DATA);
	assert_non_null(strstr(err.msg, "finite"));
	assert_int_equal(as_rank_compare(fine, 2, fine, 0, 0.95, NULL, &t, &err), AS_ERR_DATA);
	assert_int_equal(as_rank_compare(fine, 2, fine, 2, 1, NULL, &t, &err), AS_ERR_ARG);
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

static void a_suite_names_the_benchmark_without_a_ratio(void **state)
{
	struct as_suite_pair rows[] = {{{10, 1, 5}, {11, 1, 5}}, {{10, 1, 5}, {0, 1, 5}}};
	struct as_suite_value s;
	struct as_err err = {0};

	(void)state;
	assert_int_equal(as_suite_ratio(rows, 2, 0.95, &s, &err), AS_ERR_DATA);
	assert_non_null(strstr(err.msg, "benchmark 2"));
	assert_int_equal(as_suite_ratio(rows, 0, 0.95, &s, &err), AS_ERR_DATA);
	assert_int_equal(as_suite_ratio(rows, 1, 0.95, &s, &err), AS_OK);
	assert_false(s.has_sample);
	assert_near(s.ratio, 1.1, 1e-14);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ties_are_approximated_with_their_own_variance),
		cmocka_unit_test(many_units_are_approximated),
		cmocka_unit_test(the_largest_exact_law_keeps_its_digits),
		cmocka_unit_test(a_law_can_serve_many_samples),
		cmocka_unit_test(three_units_a_side_can_never_reach_five_percent),
		cmocka_unit_test(one_unit_a_side_has_a_shift_and_no_confidence),
		cmocka_unit_test(values_without_an_order_are_refused),
		cmocka_unit_test(tests_that_cannot_say_are_left_out_of_the_correction),
		cmocka_unit_test(a_suite_names_the_benchmark_without_a_ratio),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
