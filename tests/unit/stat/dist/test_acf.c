/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "stat/dist/series/acf.h"
#include "stat/dist/random.h"

enum { MOST = 600 };

static void draw(uint64_t series, double rho, double *x, size_t n)
{
	struct as_random r;
	double last = 0;

	as_random_init(&r, 11, AS_RANDOM_TEST, series);
	for (size_t i = 0; i < n; i++) {
		last = rho * last + as_random_normal(&r) * sqrt(1 - rho * rho);
		x[i] = 100 + last;
	}
}

/* The formula, word for word. */
static double lag(const double *x, size_t n, size_t h)
{
	double mean = 0, products = 0, squares = 0;

	for (size_t i = 0; i < n; i++)
		mean += x[i] / (double)n;
	for (size_t i = 0; i < n; i++) {
		squares += (x[i] - mean) * (x[i] - mean);
		if (i + h < n)
			products += (x[i] - mean) * (x[i + h] - mean);
	}
	return products / squares;
}

static void many_lags_at_once_are_those_of_the_formula(void **state)
{
	double x[MOST], r[MOST];

	(void)state;
	for (uint64_t k = 0; k < 12; k++) {
		size_t n = 60 + (size_t)k * 49, lags = k % 2 ? n - 1 : n / 6;
		draw(k, 0.7, x, n);
		assert_int_equal(as_acf(x, n, lags, r, NULL), AS_OK);
		for (size_t h = 1; h <= lags; h++)
			assert_true(fabs(r[h - 1] - lag(x, n, h)) < 1e-10);
	}
}

static void unit_and_zero_point_change_nothing(void **state)
{
	const struct as_reorder how = {.orders = 99, .seed = 3};
	double x[MOST], y[MOST], r[AS_LAGS_MAX], q[AS_LAGS_MAX];

	(void)state;
	for (uint64_t k = 0; k < 20; k++) {
		struct as_reordering a, b;
		struct as_runs c, d;
		draw(k, 0.3, x, 120);
		for (size_t i = 0; i < 120; i++)
			y[i] = 64 * x[i] - 4096;
		assert_int_equal(as_acf(x, 120, AS_LAGS_MAX, r, NULL), AS_OK);
		assert_int_equal(as_acf(y, 120, AS_LAGS_MAX, q, NULL), AS_OK);
		for (size_t h = 0; h < AS_LAGS_MAX; h++)
			assert_true(fabs(r[h] - q[h]) < 1e-12);
		assert_int_equal(as_reorder_test(x, 120, &how, &a, NULL), AS_OK);
		assert_int_equal(as_reorder_test(y, 120, &how, &b, NULL), AS_OK);
		assert_int_equal(a.as_large, b.as_large);
		assert_int_equal(as_runs_test(x, 120, &c, NULL), AS_OK);
		assert_int_equal(as_runs_test(y, 120, &d, NULL), AS_OK);
		assert_true(c.runs == d.runs && fabs(c.p - d.p) < 1e-12);
	}
}

static void a_series_read_backwards_depends_as_much(void **state)
{
	double x[MOST], y[MOST], r[AS_LAGS_MAX], q[AS_LAGS_MAX];

	(void)state;
	draw(1, 0.5, x, 200);
	for (size_t i = 0; i < 200; i++)
		y[i] = x[199 - i];
	assert_int_equal(as_acf(x, 200, AS_LAGS_MAX, r, NULL), AS_OK);
	assert_int_equal(as_acf(y, 200, AS_LAGS_MAX, q, NULL), AS_OK);
	for (size_t h = 0; h < AS_LAGS_MAX; h++)
		assert_true(fabs(r[h] - q[h]) < 1e-12);
}

/* Share of 400 series that the test by reordering calls dependent at 1 %. */
static double rate(double rho, size_t n)
{
	const struct as_reorder how = {.orders = 999, .enough = 10, .seed = 5};
	double x[MOST];
	size_t found = 0;

	for (uint64_t k = 0; k < 400; k++) {
		struct as_reordering r;
		struct as_reorder own = how;
		own.series = k;
		draw(1000 + k, rho, x, n);
		assert_int_equal(as_reorder_test(x, n, &own, &r, NULL), AS_OK);
		found += r.p <= 0.01;
	}
	return (double)found / 400;
}

static void independent_values_are_called_dependent_in_one_of_a_hundred(void **state)
{
	(void)state;
	assert_true(rate(0, 20) < 0.03);
	assert_true(rate(0, 100) < 0.03);
}

static void dependent_values_are_found(void **state)
{
	(void)state;
	assert_true(rate(0.6, 100) > 0.97);
	assert_true(rate(0.9, 30) > 0.8);
}

static void stopping_early_changes_no_decision(void **state)
{
	double x[MOST];

	(void)state;
	for (uint64_t k = 0; k < 100; k++) {
		struct as_reorder all = {.orders = 999, .seed = 9, .series = k}, early = all;
		struct as_reordering a, b;
		early.enough = 10;
		draw(k, k % 3 ? 0.2 : 0, x, 80);
		assert_int_equal(as_reorder_test(x, 80, &all, &a, NULL), AS_OK);
		assert_int_equal(as_reorder_test(x, 80, &early, &b, NULL), AS_OK);
		assert_int_equal(a.p <= 0.01, b.p <= 0.01);
		assert_true(b.orders <= a.orders && b.lag == a.lag);
	}
}

/* 0 1 0 1 ...: half of all orders of five values in two kinds look as regular, and none more so. */
static void a_series_is_as_regular_as_itself(void **state)
{
	const double x[] = {0, 1, 0, 1, 0};
	const struct as_reorder how = {.orders = 999, .seed = 1};
	struct as_reordering r;

	(void)state;
	assert_int_equal(as_reorder_test(x, 5, &how, &r, NULL), AS_OK);
	assert_int_equal(r.lag, 1);
	/* Of the ten places of the two ones, only one gives |r_1| this large. */
	assert_true(fabs(r.p - 0.1) < 0.03);
}

static void thinning_lags_are_as_many_as_a_fifth_of_the_values_and_at_most_ten(void **state)
{
	(void)state;
	assert_int_equal(as_lags(0), 0);
	assert_int_equal(as_lags(4), 0);
	assert_int_equal(as_lags(5), 1);
	assert_int_equal(as_lags(49), 9);
	assert_int_equal(as_lags(50), 10);
	assert_int_equal(as_lags(1000000), 10);
}

static void what_cannot_be_told_is_refused_with_the_reason(void **state)
{
	const double equal[] = {3, 3, 3, 3, 3, 3}, bad[] = {1, 2, 3, (double)NAN, 5, 6};
	const double one[] = {3, 3, 3, 3, 3, 4};
	const struct as_reorder how = {.orders = 99};
	struct as_reordering r;
	struct as_runs runs;
	struct as_ljung_box box;
	struct as_err err;
	double out[2] = {7, 7};

	(void)state;
	assert_int_equal(as_acf(equal, 6, 2, out, &err), AS_ERR_DATA);
	assert_string_equal(err.msg, "all 6 values are equal: whether they depend on each other cannot "
		"be told (timer resolution?)");
	assert_int_equal(as_acf(bad, 6, 2, out, &err), AS_ERR_DATA);
	assert_string_equal(err.msg, "value 4 of 6 is no finite number");
	for (size_t n = 0; n < 3; n++)
		assert_int_equal(as_acf(one, n, 2, out, &err), AS_ERR_DATA);
	assert_true(out[0] > 6 && out[1] > 6);
	assert_int_equal(as_acf(one, 6, 1, out, NULL), AS_OK);
	for (size_t n = 0; n < 5; n++)
		assert_int_equal(as_reorder_test(one, n, &how, &r, &err), AS_ERR_DATA);
	assert_int_equal(as_reorder_test(equal, 6, &how, &r, &err), AS_ERR_DATA);
	assert_int_equal(as_runs_test(one, 6, &runs, &err), AS_ERR_DATA);
	assert_string_equal(err.msg,
		"the runs test needs 5 values above and below the median; there are 1 and 0");
	assert_int_equal(as_runs_test(bad, 6, &runs, &err), AS_ERR_DATA);
	assert_int_equal(as_runs_test(one, 0, &runs, &err), AS_ERR_DATA);
	assert_int_equal(as_ljung_box(out, 0, 6, &box), AS_ERR_ARG);
	assert_int_equal(as_ljung_box(out, 6, 6, &box), AS_ERR_ARG);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(many_lags_at_once_are_those_of_the_formula),
		cmocka_unit_test(unit_and_zero_point_change_nothing),
		cmocka_unit_test(a_series_read_backwards_depends_as_much),
		cmocka_unit_test(independent_values_are_called_dependent_in_one_of_a_hundred),
		cmocka_unit_test(dependent_values_are_found),
		cmocka_unit_test(stopping_early_changes_no_decision),
		cmocka_unit_test(a_series_is_as_regular_as_itself),
		cmocka_unit_test(thinning_lags_are_as_many_as_a_fifth_of_the_values_and_at_most_ten),
		cmocka_unit_test(what_cannot_be_told_is_refused_with_the_reason),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
