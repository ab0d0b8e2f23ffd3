/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "near.h"

#include "stat/dist/interval.h"
#include "stat/dist/series/lasting.h"
#include "stat/dist/random.h"

enum { MOST = 3000 };

/* n values around 100, of which half the variance is a state with correlation rho. */
static void draw(struct as_random *r, double rho, double *x, size_t n)
{
	double state = as_random_normal(r);

	for (size_t i = 0; i < n; i++) {
		x[i] = 100 + state + as_random_normal(r);
		state = rho * state + sqrt(1 - rho * rho) * as_random_normal(r);
	}
}

static struct as_lasting mean_of(const double *x, size_t n)
{
	struct as_lasting l;

	assert_int_equal(as_lasting_mean(x, n, 0.95, &l), AS_OK);
	return l;
}

static void what_is_no_series_is_refused(void **state)
{
	const double x[] = {1, 2, (double)NAN};
	struct as_lasting l = {.n = 7};

	(void)state;
	assert_int_equal(as_lasting_mean(x, 0, 0.95, &l), AS_ERR_DATA);
	assert_int_equal(as_lasting_mean(x, 1, 0.95, &l), AS_ERR_DATA);
	assert_int_equal(as_lasting_mean(x, 2, 1, &l), AS_ERR_ARG);
	assert_int_equal(as_lasting_mean(x, 2, (double)NAN, &l), AS_ERR_ARG);
	assert_int_equal(as_lasting_mean(x, 3, 0.95, &l), AS_ERR_ARG);
	assert_int_equal(l.n, 7);
}

static void fewer_than_six_values_get_t(void **state)
{
	const double x[] = {1, 2, 4, 7, 11, 16};
	struct as_interval t;

	(void)state;
	for (size_t n = 2; n < 6; n++) {
		struct as_lasting l = mean_of(x, n);
		assert_int_equal(as_interval_t(l.mean, l.s * l.s, n, 0.95, &t), AS_OK);
		assert_near(l.half_width, t.half_width, 1e-14);
		assert_near(l.effective_n, (double)n, 1e-14);
		assert_true(isnan(l.half_width_mix) && isnan(l.slow));
	}
	assert_true(mean_of(x, 6).half_width_mix > 0);
}

static void values_that_are_all_equal_have_no_width(void **state)
{
	double x[60];

	(void)state;
	for (size_t i = 0; i < 60; i++)
		x[i] = 0.1;
	struct as_lasting l = mean_of(x, 60);
	assert_true(l.half_width <= 0 && isnan(l.effective_n) && !as_lasts_as_long(l.slow));
}

/* Blocks of two that are alike: all that varies is averaged away. */
static void blocks_that_do_not_vary_get_t(void **state)
{
	static double x[2000];

	(void)state;
	for (size_t i = 0; i < 2000; i++)
		x[i] = i % 2 ? 0.1 : 0.3;
	struct as_lasting l = mean_of(x, 2000);
	assert_int_equal(l.block, 2);
	assert_near(l.half_width, l.half_width_t, 1e-14);
	assert_true(isnan(l.half_width_mix) && !as_lasts_as_long(l.slow));
}

static void values_that_alternate_get_t(void **state)
{
	double x[100];
	struct as_random r;

	(void)state;
	as_random_init(&r, 160, AS_RANDOM_TEST, 0);
	for (size_t i = 0; i < 100; i++)
		x[i] = (i % 2 ? 1 : -1) + 0.1 * as_random_normal(&r);
	struct as_lasting l = mean_of(x, 100);
	assert_near(l.half_width, l.half_width_t, 0.01);
	assert_true(l.slow < 0.01);
}

/* The cosine sums have the variance of the values, whatever the values are. */
static void weights_sum_up_and_the_independent_scale_is_that_of_t(void **state)
{
	double x[73];
	struct as_random r;

	(void)state;
	as_random_init(&r, 161, AS_RANDOM_TEST, 0);
	draw(&r, 0.5, x, 73);
	struct as_lasting l = mean_of(x, 73);
	double sum = 0;
	for (size_t i = 0; i < l.n_pairs; i++)
		sum += l.pair[i].weight;
	assert_near(sum, 1, 1e-12);
	assert_near(l.pair[0].scale, l.s / sqrt(73), 1e-12);
}

static void another_unit_or_zero_and_reversed_time_change_nothing(void **state)
{
	static const size_t sizes[] = {6, 17, 60, 257, 1000, 2000};
	static double x[MOST], y[MOST], z[MOST];
	struct as_random r;

	(void)state;
	as_random_init(&r, 162, AS_RANDOM_TEST, 0);
	for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
		size_t n = sizes[k];
		draw(&r, 0.9, x, n);
		for (size_t i = 0; i < n; i++) {
			y[i] = 3e9 - 1e6 * x[i];
			z[i] = x[n - 1 - i];
		}
		struct as_lasting a = mean_of(x, n), b = mean_of(y, n), c = mean_of(z, n);
		assert_near(b.half_width, 1e6 * a.half_width, 1e-7);
		assert_near(b.slow + 1, a.slow + 1, 1e-7);
		assert_near(c.half_width, a.half_width, 1e-9);
		assert_true(a.half_width >= a.half_width_t);
	}
}

static void units_for_a_target_grow_with_the_square_of_the_width(void **state)
{
	const struct as_lasting l = {.n = 40, .half_width = 2};

	(void)state;
	assert_int_equal(as_lasting_units(&l, 3), 40);
	assert_int_equal(as_lasting_units(&l, 1), 160);
	assert_int_equal(as_lasting_units(&l, 0.1), 16000);
	assert_int_equal(as_lasting_units(&l, 1e-300), 1000000000000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_no_series_is_refused),
		cmocka_unit_test(fewer_than_six_values_get_t),
		cmocka_unit_test(values_that_are_all_equal_have_no_width),
		cmocka_unit_test(blocks_that_do_not_vary_get_t),
		cmocka_unit_test(values_that_alternate_get_t),
		cmocka_unit_test(weights_sum_up_and_the_independent_scale_is_that_of_t),
		cmocka_unit_test(another_unit_or_zero_and_reversed_time_change_nothing),
		cmocka_unit_test(units_for_a_target_grow_with_the_square_of_the_width),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
