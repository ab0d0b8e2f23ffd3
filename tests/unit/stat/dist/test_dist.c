/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "near.h"

#include "stat/dist/dist.h"
#include "stat/dist/random.h"

#ifdef AS_HAVE_RMATH
#define MATHLIB_STANDALONE
#include <Rmath.h>

enum { DRAWS = 4000 };

/* Half of the probabilities anywhere, the others in a tail, down to 10^-7. */
static double draw_p(struct as_random *r)
{
	double u = as_random_double(r), tail = exp(-16 * as_random_double(r));

	if (u < 0.5)
		return as_random_double(r);
	return u < 0.75 ? tail : 1 - tail;
}

/* From 1 to max, evenly on the logarithm. */
static double draw_df(struct as_random *r, double max)
{
	return exp(log(max) * as_random_double(r));
}

static void normal_and_t_agree_with_r(void **state)
{
	struct as_random r;

	(void)state;
	as_random_init(&r, 4, AS_RANDOM_TEST, 0);
	for (int i = 0; i < DRAWS; i++) {
		double p = draw_p(&r), df = draw_df(&r, 1e9), q = 0, back = 0;

		assert_int_equal(as_normal_quantile(p, &q), AS_OK);
		assert_near(q, qnorm(p, 0, 1, 1, 0), 1e-14);
		assert_near(as_normal_cdf(q), pnorm(q, 0, 1, 1, 0), 1e-13);
		assert_int_equal(as_t_quantile(p, df, &q), AS_OK);
		assert_near(q, qt(p, df, 1, 0), 1e-11);
		assert_int_equal(as_t_two_sided_p(q, df, &back), AS_OK);
		assert_near(back, 2 * pt(fabs(q), df, 0, 0), 1e-10);
	}
}

/* Around 2000 and from 10^4 on are where the library's own routine fails (see dist.c). */
static void chi_square_agrees_with_r(void **state)
{
	struct as_random r;

	(void)state;
	as_random_init(&r, 5, AS_RANDOM_TEST, 0);
	for (int i = 0; i < DRAWS; i++) {
		double p = draw_p(&r), df = draw_df(&r, i % 2 ? 1e9 : 1e4), q = 0;

		assert_int_equal(as_chi2_quantile(p, df, &q), AS_OK);
		assert_near(q, qchisq(p, df, 1, 0), 1e-11);
	}
}

/* R's qf is itself only good to 1e-9 in the tails, so its probability is compared. */
static void f_agrees_with_r(void **state)
{
	struct as_random r;

	(void)state;
	as_random_init(&r, 6, AS_RANDOM_TEST, 0);
	for (int i = 0; i < DRAWS / 4; i++) {
		double p = draw_p(&r), df1 = draw_df(&r, 1e5), df2 = draw_df(&r, 1e5), q = 0;

		assert_int_equal(as_f_quantile(p, df1, df2, &q), AS_OK);
		if (p < 0.5)
			assert_near(pf(q, df1, df2, 1, 0), p, 1e-8);
		else
			assert_near(pf(q, df1, df2, 0, 0), 1 - p, 1e-8);
	}
}

#else

static void normal_and_t_agree_with_r(void **state)
{
	(void)state;
	skip();
}

static void chi_square_agrees_with_r(void **state)
{
	(void)state;
	skip();
}

static void f_agrees_with_r(void **state)
{
	(void)state;
	skip();
}

#endif

/* Closed forms: t with 1 degree of freedom is Cauchy, with 2 algebraic; chi-square with 2 is
 * exponential; F with (2, m) is algebraic. */
static void closed_forms_hold(void **state)
{
	const double pi = acos(-1), p[] = {1e-9, 0.01, 0.3, 0.5, 0.7, 0.975, 1 - 1e-9};

	(void)state;
	for (size_t i = 0; i < sizeof p / sizeof *p; i++) {
		double q = 0, a = 4 * p[i] * (1 - p[i]);

		assert_int_equal(as_t_quantile(p[i], 1, &q), AS_OK);
		assert_close(q, tan(pi * (p[i] - 0.5)), 1e-7 * fabs(q) + 1e-12);
		assert_int_equal(as_t_quantile(p[i], 2, &q), AS_OK);
		assert_close(q, 2 * (p[i] - 0.5) * sqrt(2 / a), 1e-12 * fabs(q));
		assert_int_equal(as_chi2_quantile(p[i], 2, &q), AS_OK);
		assert_near(q, -2 * log1p(-p[i]), 1e-12);
		assert_int_equal(as_f_quantile(p[i], 2, 10, &q), AS_OK);
		assert_near(q, 5 * expm1(-log1p(-p[i]) / 5), 1e-11);
	}
}

static void the_factor_is_the_upper_quantile(void **state)
{
	double factor = 0, q = 0;

	(void)state;
	assert_int_equal(as_t_factor(0.95, 1, &factor), AS_OK);
	assert_near(factor, 12.706204736174694, 1e-12);
	assert_int_equal(as_t_factor(0.999, 9.5, &factor), AS_OK);
	assert_int_equal(as_t_quantile(0.9995, 9.5, &q), AS_OK);
	assert_near(factor, q, 1e-11);
	assert_int_equal(as_t_factor(0.95, 1e300, &factor), AS_OK);
	assert_near(factor, 1.959963984540054, 1e-8);
}

static void an_infinite_t_has_p_zero(void **state)
{
	double p = 1;

	(void)state;
	assert_int_equal(as_t_two_sided_p(-HUGE_VAL, 3, &p), AS_OK);
	assert_near(p, 0, 0);
	assert_int_equal(as_t_two_sided_p(0, 3, &p), AS_OK);
	assert_near(p, 1, 1e-15);
	assert_near(as_normal_cdf(-HUGE_VAL), 0, 0);
	assert_near(as_normal_cdf(HUGE_VAL), 1, 0);
	assert_near(as_normal_cdf(-30), 4.906713927148187e-198, 1e-12);
}

/* Far tails and many degrees of freedom, where GSL's own quantiles end the program or are not
 * numbers: everything inside the ranges has a finite answer of the right sign. */
static void every_argument_inside_the_ranges_has_an_answer(void **state)
{
	const double p[] = {1e-300, 1e-100, 1e-12, 0.5, 0.999, 1 - 0x1p-53};
	const double df[] = {1, 1.01, 2, 30.5, 2341, 9999, 1e5, 1e9, 1e300};

	(void)state;
	for (size_t i = 0; i < 6; i++) {
		for (size_t j = 0; j < 9; j++) {
			double q = 0;

			assert_int_equal(as_t_quantile(p[i], df[j], &q), AS_OK);
			assert_true(isfinite(q) && (q < 0) == (p[i] < 0.5));
			assert_int_equal(as_chi2_quantile(p[i], df[j], &q), AS_OK);
			assert_true(isfinite(q) && q > 0);
			if (df[j] > 1e5)
				continue;
			assert_int_equal(as_f_quantile(p[i], df[j], 7.5, &q), AS_OK);
			assert_true(isfinite(q) && q > 0);
			assert_int_equal(as_f_quantile(p[i], 1e5, df[j], &q), AS_OK);
			assert_true(isfinite(q) && q > 0);
		}
	}
}

/* GSL would end the program on most of these. */
static void arguments_outside_the_ranges_are_refused(void **state)
{
	const double not_p[] = {0, 1, -0.5, 1.5, (double)NAN, HUGE_VAL, 1e-301};
	const double not_df[] = {0, 0.99, -1, (double)NAN, -HUGE_VAL};
	double q = -7;

	(void)state;
	for (size_t i = 0; i < 7; i++) {
		assert_int_equal(as_normal_quantile(not_p[i], &q), AS_ERR_ARG);
		assert_int_equal(as_t_quantile(not_p[i], 5, &q), AS_ERR_ARG);
		if (i < 6) /* so small a confidence is possible */
			assert_int_equal(as_t_factor(not_p[i], 5, &q), AS_ERR_ARG);
		assert_int_equal(as_chi2_quantile(not_p[i], 5, &q), AS_ERR_ARG);
		assert_int_equal(as_f_quantile(not_p[i], 5, 5, &q), AS_ERR_ARG);
	}
	for (size_t i = 0; i < 5; i++) {
		assert_int_equal(as_t_quantile(0.3, not_df[i], &q), AS_ERR_ARG);
		assert_int_equal(as_t_factor(0.3, not_df[i], &q), AS_ERR_ARG);
		assert_int_equal(as_t_two_sided_p(0.3, not_df[i], &q), AS_ERR_ARG);
		assert_int_equal(as_chi2_quantile(0.3, not_df[i], &q), AS_ERR_ARG);
		assert_int_equal(as_f_quantile(0.3, not_df[i], 5, &q), AS_ERR_ARG);
		assert_int_equal(as_f_quantile(0.3, 5, not_df[i], &q), AS_ERR_ARG);
	}
	assert_int_equal(as_f_quantile(0.3, 5, 1e6, &q), AS_ERR_ARG);
	assert_int_equal(as_t_two_sided_p((double)NAN, 5, &q), AS_ERR_ARG);
	assert_near(q, -7, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(normal_and_t_agree_with_r),
		cmocka_unit_test(chi_square_agrees_with_r),
		cmocka_unit_test(f_agrees_with_r),
		cmocka_unit_test(closed_forms_hold),
		cmocka_unit_test(the_factor_is_the_upper_quantile),
		cmocka_unit_test(an_infinite_t_has_p_zero),
		cmocka_unit_test(every_argument_inside_the_ranges_has_an_answer),
		cmocka_unit_test(arguments_outside_the_ranges_are_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
