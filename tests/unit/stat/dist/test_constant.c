/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "stat/dist/comparing/constant.h"

static struct as_constant_found found(struct as_constant k, double alpha)
{
	struct as_constant_found f;

	assert_int_equal(as_constant_compare(&k, alpha, &f), AS_OK);
	return f;
}

/* 2 / C(6, 3) = 0.1, 2 / C(8, 4) = 0.0286, 2 / C(7, 3) = 0.0571; pairs 2^-2, 2^-5. */
static void the_exact_p_says_how_many_can_tell(void **state)
{
	(void)state;
	assert_float_equal(found((struct as_constant){10, 20, 3, 3, false, 0, false}, 0.05).p, 0.1, 1e-15);
	assert_float_equal(found((struct as_constant){10, 20, 3, 4, false, 0, false}, 0.05).p, 2.0 / 35, 1e-15);
	assert_float_equal(found((struct as_constant){10, 20, 3, 3, true, 0, false}, 0.05).p, 0.25, 1e-15);
	assert_float_equal(found((struct as_constant){10, 20, 1, 1, false, 0, false}, 0.05).p, 1, 1e-15);
	assert_true(found((struct as_constant){10, 20, 5000, 5000, true, 0, false}, 0.05).p < 1e-300);
	static const double alpha[] = {0.05, 0.01, 0.005};
	static const size_t unpaired[] = {4, 5, 6}, pairs[] = {6, 8, 9};
	for (size_t i = 0; i < 3; i++) {
		assert_int_equal(found((struct as_constant){1, 2, 3, 3, false, 0, false}, alpha[i]).fewest,
			unpaired[i]);
		assert_int_equal(found((struct as_constant){1, 2, 3, 3, true, 0, false}, alpha[i]).fewest,
			pairs[i]);
	}
}

static void either_mean_is_known_to_one_step_only(void **state)
{
	struct as_constant_found f = found((struct as_constant){50, 40, 5, 5, false, 1, false}, 0.05);

	(void)state;
	assert_true(f.bounded);
	assert_float_equal(f.lo, 39.0 / 50, 1e-15);
	assert_float_equal(f.hi, 41.0 / 50, 1e-15);
	assert_float_equal(f.difference_lo, -11, 0);
	assert_float_equal(f.difference_hi, -9, 0);
	f = found((struct as_constant){10, 20, 5, 5, false, 0, false}, 0.05);
	assert_false(f.bounded); /* the old one may be nothing but a step */
	assert_float_equal(f.difference_lo, 0, 0);
	assert_float_equal(f.difference_hi, 20, 0);
	f = found((struct as_constant){10, 10, 5, 5, false, 0, false}, 0.05);
	assert_false(f.has_p);
	assert_float_equal(f.step, 0, 0);
	f = found((struct as_constant){10, 12, 5, 5, false, 0, true}, 0.05);
	assert_float_equal(f.lo, 1.2, 1e-15); /* things counted one by one */
	assert_float_equal(f.hi, 1.2, 1e-15);
	f = found((struct as_constant){10, 10, 5, 5, false, 0, false}, 0.05);
	assert_float_equal(f.lo, 1, 0);
	assert_float_equal(f.hi, 1, 0);
}

static void numbers_that_cannot_be_are_refused(void **state)
{
	const struct as_constant bad[] = {{(double)NAN, 1, 3, 3, false, 0, false},
		{1, (double)INFINITY, 3, 3, false, 0, false},
		{1, 2, 0, 3, false, 0, false}, {1, 2, 3, 4, true, 0, false}, {1, 2, 3, 3, false, -1, false},
		{1, 2, 3, 3, false, (double)NAN, false}};
	struct as_constant_found f = {.p = 7};
	const struct as_constant good = {1, 2, 3, 3, false, 0, false};

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		assert_int_equal(as_constant_compare(&bad[i], 0.05, &f), AS_ERR_ARG);
	assert_int_equal(as_constant_compare(&good, 0, &f), AS_ERR_ARG);
	assert_int_equal(as_constant_compare(&good, (double)NAN, &f), AS_ERR_ARG);
	assert_float_equal(f.p, 7, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_exact_p_says_how_many_can_tell),
		cmocka_unit_test(either_mean_is_known_to_one_step_only),
		cmocka_unit_test(numbers_that_cannot_be_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
