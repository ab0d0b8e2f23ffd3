/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "near.h"

#include <stdlib.h>
#include <string.h>

#include "stat/core/histogram.h"
#include "stat/core/moments.h"
#include "stat/core/quantile.h"
#include "stat/dist/random.h"

static void moments_of_a_few_numbers(void **state)
{
	const double x[] = {2, 4, 4, 4, 5, 5, 7, 9}, y[] = {1, 1, 2, 2, 3, 3, 4, 4};
	double mean = as_mean(x, 8), lo = 0, hi = 0;

	(void)state;
	assert_near(mean, 5, 0);
	assert_near(as_variance(x, 8, mean), 32.0 / 7, 1e-15);
	assert_near(as_covariance(x, y, 8, mean, as_mean(y, 8)), 16.0 / 7, 1e-15);
	assert_near(as_covariance(x, x, 8, mean, mean), 32.0 / 7, 1e-15);
	as_extremes(x, 8, &lo, &hi);
	assert_near(lo, 2, 0);
	assert_near(hi, 9, 0);
	assert_near(as_mean(x, 1), 2, 0);
}

/* 0.1 is not a double: sum / n would be off by one unit and the variance not 0. */
static void equal_values_have_their_mean_and_no_variance(void **state)
{
	(void)state;
	for (size_t n = 2; n < 100; n++) {
		double x[100];
		for (size_t i = 0; i < n; i++)
			x[i] = 0.1;
		assert_near(as_mean(x, n), 0.1, 0);
		assert_near(as_variance(x, n, 0.1), 0, 0);
	}
}

/* The sum of squares minus the square of the sum gives 0 here. */
static void variance_survives_a_large_offset(void **state)
{
	const double x[] = {1e9 + 1, 1e9 + 2, 1e9 + 3};
	double mean = as_mean(x, 3);

	(void)state;
	assert_near(mean, 1e9 + 2, 0);
	assert_near(as_variance(x, 3, mean), 1, 1e-15);
}

/* as_mean rounds; what it is off by must not be squared into the variance. */
static void variance_takes_out_the_error_of_the_mean(void **state)
{
	const double x[] = {1, 2, 4, 9};

	(void)state;
	assert_near(as_variance(x, 4, 4 + 0.125), as_variance(x, 4, 4), 1e-14);
	assert_near(as_covariance(x, x, 4, 4 + 0.125, 4 - 0.25), as_variance(x, 4, 4), 1e-14);
}

/* R: quantile(c(1, 2, 4, 8, 9), c(0, .1, .25, .5, .9, 1)) */
static void quantiles_are_type_7(void **state)
{
	const double x[] = {1, 2, 4, 8, 9}, p[] = {0, 0.1, 0.25, 0.5, 0.9, 1};
	const double want[] = {1, 1.4, 2, 4, 8.6, 9};

	(void)state;
	for (size_t i = 0; i < 6; i++) {
		double q = 0;
		assert_int_equal(as_quantile(x, 5, p[i], &q), AS_OK);
		assert_near(q, want[i], 1e-15);
	}
	assert_near(as_median(x, 5), 4, 0);
	assert_near(as_median(x, 4), 3, 0);
	assert_near(as_median(x, 1), 1, 0);
}

static void the_largest_p_below_one_stays_inside(void **state)
{
	const double x[] = {1, 2, 3, 4, 5, 6, 7};
	double q = 0;

	(void)state;
	assert_int_equal(as_quantile(x, 7, nextafter(1, 0), &q), AS_OK);
	assert_near(q, 7, 1e-14);
	assert_true(q <= 7);
}

static void bad_quantiles_are_refused_and_leave_out_untouched(void **state)
{
	const double x[] = {1, 2};
	double q = -1;

	(void)state;
	assert_int_equal(as_quantile(x, 0, 0.5, &q), AS_ERR_ARG);
	assert_int_equal(as_quantile(x, 2, -0.1, &q), AS_ERR_ARG);
	assert_int_equal(as_quantile(x, 2, 1.1, &q), AS_ERR_ARG);
	assert_int_equal(as_quantile(x, 2, nan(""), &q), AS_ERR_ARG);
	assert_near(q, -1, 0);
}

static int ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* What quicksorts trip over: sorted, reversed, few different values, saw teeth, an organ pipe. */
static void fill(double *x, size_t n, int pattern, struct as_random *r)
{
	for (size_t i = 0; i < n; i++) {
		double v = (double)i;
		switch (pattern) {
		case 0: v = as_random_normal(r); break;
		case 1: break;
		case 2: v = -v; break;
		case 3: v = (double)as_random_below(r, 4); break;
		case 4: v = (double)(i % 17); break;
		case 5: v = i < n / 2 ? v : (double)(n - i); break;
		case 6: v = 7; break;
		default: v = i % 100 ? as_random_double(r) : -v; break;
		}
		x[i] = v;
	}
}

static void sorting_agrees_with_the_library_on_every_pattern(void **state)
{
	const size_t sizes[] = {0, 1, 2, 3, 24, 25, 26, 255, 256, 1000, 20011};
	double *x = calloc(20011, sizeof *x), *y = calloc(20011, sizeof *y);
	struct as_random r;

	(void)state;
	assert_non_null(x);
	assert_non_null(y);
	as_random_init(&r, 1, AS_RANDOM_TEST, 0);
	for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
		for (int pattern = 0; pattern < 8; pattern++) {
			size_t n = sizes[s];
			fill(x, n, pattern, &r);
			memcpy(y, x, n * sizeof *x);
			as_sort(x, n);
			qsort(y, n, sizeof *y, ascending);
			assert_memory_equal(x, y, n * sizeof *x);
		}
	}
	free(x);
	free(y);
}

static void a_value_is_put_into_its_place_on_every_pattern(void **state)
{
	const size_t sizes[] = {1, 2, 25, 26, 1000, 1024, 20011};
	double *x = calloc(20011, sizeof *x), *y = calloc(20011, sizeof *y);
	struct as_random r;

	(void)state;
	assert_non_null(x);
	assert_non_null(y);
	as_random_init(&r, 1, AS_RANDOM_TEST, 0);
	for (size_t s = 0; s < 8 * 5 * sizeof sizes / sizeof *sizes; s++) {
		const size_t n = sizes[s / 40], k = (s % 5) * (n - 1) / 4;
		fill(x, n, (int)(s / 5 % 8), &r);
		memcpy(y, x, n * sizeof *x);
		as_select(x, n, k);
		qsort(y, n, sizeof *y, ascending);
		assert_true(x[k] <= y[k] && x[k] >= y[k]);
		for (size_t i = 0; i < n; i++)
			assert_true(i < k ? x[i] <= x[k] : x[i] >= x[k]);
		as_sort(x, n); /* none is lost */
		assert_memory_equal(x, y, n * sizeof *x);
	}
	free(x);
	free(y);
}

static void a_histogram_counts_every_value_once(void **state)
{
	const double x[] = {0, 0.5, 1, 1.5, 2, 2.5, 3, 4, -1, 5};
	const double range[] = {0, 4}, flat[] = {2, 2};
	size_t counts[4];

	(void)state;
	assert_int_equal(as_histogram(x, 10, range, counts, 4), AS_OK);
	assert_int_equal(counts[0], 2);
	assert_int_equal(counts[1], 2);
	assert_int_equal(counts[2], 2);
	assert_int_equal(counts[3], 2); /* 3 and 4; -1 and 5 lie outside */
	assert_int_equal(as_histogram(x, 10, flat, counts, 4), AS_OK);
	assert_int_equal(counts[0], 1);
	assert_int_equal(counts[3], 0);
}

static void a_histogram_without_bins_or_range_is_refused(void **state)
{
	const double x[] = {1}, back[] = {2, 1}, bad[] = {0, nan("")}, wide[] = {0, HUGE_VAL};
	const double good[] = {0, 2};
	size_t counts[2] = {7, 7};

	(void)state;
	assert_int_equal(as_histogram(x, 1, good, counts, 0), AS_ERR_ARG);
	assert_int_equal(as_histogram(x, 1, back, counts, 2), AS_ERR_ARG);
	assert_int_equal(as_histogram(x, 1, bad, counts, 2), AS_ERR_ARG);
	assert_int_equal(as_histogram(x, 1, wide, counts, 2), AS_ERR_ARG);
	assert_int_equal(counts[0], 7);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(moments_of_a_few_numbers),
		cmocka_unit_test(equal_values_have_their_mean_and_no_variance),
		cmocka_unit_test(variance_survives_a_large_offset),
		cmocka_unit_test(variance_takes_out_the_error_of_the_mean),
		cmocka_unit_test(quantiles_are_type_7),
		cmocka_unit_test(the_largest_p_below_one_stays_inside),
		cmocka_unit_test(bad_quantiles_are_refused_and_leave_out_untouched),
		cmocka_unit_test(sorting_agrees_with_the_library_on_every_pattern),
		cmocka_unit_test(a_value_is_put_into_its_place_on_every_pattern),
		cmocka_unit_test(a_histogram_counts_every_value_once),
		cmocka_unit_test(a_histogram_without_bins_or_range_is_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
