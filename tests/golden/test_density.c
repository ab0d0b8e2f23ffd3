/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kernel density: bandwidth and curve of the reference, and the modes one sees in it. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "golden.h"
#include "stat/core/density.h"
#include "stat/core/quantile.h"

enum { MOST = 64, MANY = 30000 };

static size_t load(double *x)
{
	json_t *root = golden_load("06_kde_quantiles.json");
	const json_t *list = golden_get(golden_get(root, "kde"), "data");
	size_t n = json_array_size(list);

	assert_in_range(n, 30, MOST);
	for (size_t i = 0; i < n; i++)
		x[i] = json_number_value(json_array_get(list, i));
	as_sort(x, n);
	json_decref(root);
	return n;
}

/* The formula as it stands (methods.md 9.5). */
static double formula(const double *x, size_t n, double h, double at)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += exp(-(at - x[i]) * (at - x[i]) / (2 * h * h));
	return sum / ((double)n * h * sqrt(2 * acos(-1)));
}

static void bandwidth_and_density_are_those_of_the_reference(void **state)
{
	json_t *root = golden_load("06_kde_quantiles.json");
	const json_t *kde = golden_get(root, "kde"), *want = golden_get(kde, "expected");
	const json_t *points = golden_get(kde, "points");
	double x[MOST];
	size_t n = load(x);
	double h = as_bandwidth(x, n);

	(void)state;
	golden_near(golden_get(want, "bandwidth"), h, "bandwidth");
	assert_int_equal(json_array_size(points), 8);
	for (size_t i = 0; i < json_array_size(points); i++)
		golden_near(json_array_get(golden_get(want, "density"), i),
			formula(x, n, h, json_number_value(json_array_get(points, i))), "density");
	json_decref(root);
}

static void the_curve_spans_three_bandwidths_more_and_has_unit_area(void **state)
{
	static struct as_density d;
	double x[MOST], area = 0;
	size_t n = load(x);

	(void)state;
	as_density(x, n, &d);
	assert_true(fabs(d.from - (x[0] - 3 * d.h)) < 1e-12);
	assert_true(fabs(d.from + 511 * d.step - (x[n - 1] + 3 * d.h)) < 1e-9);
	for (size_t i = 0; i < AS_DENSITY_POINTS; i++)
		area += d.f[i] * d.step;
	assert_true(fabs(area - 1) < 0.005);
	assert_int_equal(as_density_modes(&d), 2); /* 25 values about 10, 15 about 12 */
}

static void the_curve_is_the_formula_wherever_values_lie(void **state)
{
	static struct as_density d;
	double x[300], top = 0;
	unsigned k = 1;

	(void)state;
	for (size_t i = 0; i < 300; i++) {
		k = k * 1664525 + 1013904223;
		x[i] = (double)(k >> 8) / (1 << 24) + (i < 100 ? 0 : i < 290 ? 7 : 40);
	}
	as_sort(x, 300);
	as_density(x, 300, &d);
	for (size_t i = 0; i < AS_DENSITY_POINTS; i++)
		top = fmax(top, d.f[i]);
	for (size_t i = 0; i < AS_DENSITY_POINTS; i++)
		assert_true(fabs(d.f[i] - formula(x, 300, d.h, d.from + (double)i * d.step)) <
			1e-12 * top);
}

static void equal_values_have_one_mode_whatever_they_are(void **state)
{
	static struct as_density d;
	const double fives[] = {5, 5, 5, 5}, zeros[] = {0, 0, 0}, one[] = {-2};

	(void)state;
	as_density(fives, 4, &d);
	assert_true(fabs(d.h - 0.9 * 5 * pow(4, -0.2)) < 1e-12);
	assert_int_equal(as_density_modes(&d), 1);
	as_density(zeros, 3, &d);
	assert_true(fabs(d.h - 0.9 * pow(3, -0.2)) < 1e-12);
	assert_int_equal(as_density_modes(&d), 1);
	as_density(one, 1, &d);
	assert_true(fabs(d.h - 1.8) < 1e-12);
}

/* Where the quartiles are equal, the deviation is taken. */
static void equal_quartiles_are_no_bandwidth_of_zero(void **state)
{
	const double x[] = {1, 2, 2, 2, 2, 2, 2, 5};

	(void)state;
	double s = sqrt((1.5625 + 6 * 0.0625 + 7.5625) / 7); /* about 2.25 */
	assert_true(fabs(as_bandwidth(x, 8) - 0.9 * s * pow(8, -0.2)) < 1e-12);
}

static void many_values_are_binned_and_give_the_same_curve(void **state)
{
	static struct as_density d;
	static double x[MANY];

	(void)state;
	/* A triangle from 0 to 2, evenly spaced quantiles of it. */
	for (size_t i = 0; i < MANY; i++) {
		double p = ((double)i + 0.5) / MANY;
		x[i] = p < 0.5 ? sqrt(2 * p) : 2 - sqrt(2 * (1 - p));
	}
	as_density(x, MANY, &d);
	for (size_t i = 0; i < AS_DENSITY_POINTS; i += 37) {
		double at = d.from + (double)i * d.step, exact = formula(x, MANY, d.h, at);
		assert_true(fabs(d.f[i] - exact) < 1e-4);
	}
	assert_int_equal(as_density_modes(&d), 1);
}

/* Of the three types in the file one is ours, and its median is that of all. */
static void quantiles_are_of_the_seventh_type(void **state)
{
	json_t *root = golden_load("06_kde_quantiles.json"), *one;
	const json_t *part = golden_get(root, "quantiles"), *types = golden_get(part, "expected");
	double x[MOST];
	size_t n = golden_numbers(golden_get(part, "data"), x, MOST);
	const char *p;

	(void)state;
	as_sort(x, n);
	assert_int_equal(json_object_size(golden_get(types, "type7")), 5);
	json_object_foreach(golden_get(types, "type7"), p, one) {
		double q = 0;
		assert_int_equal(as_quantile(x, n, strtod(p, NULL), &q), AS_OK);
		golden_near(one, q, p);
	}
	golden_near(golden_get(golden_get(types, "type6"), "0.5"), as_median(x, n), "type 6");
	golden_near(golden_get(golden_get(types, "type8"), "0.5"), as_median(x, n), "type 8");
	json_decref(root);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bandwidth_and_density_are_those_of_the_reference),
		cmocka_unit_test(the_curve_spans_three_bandwidths_more_and_has_unit_area),
		cmocka_unit_test(the_curve_is_the_formula_wherever_values_lie),
		cmocka_unit_test(equal_values_have_one_mode_whatever_they_are),
		cmocka_unit_test(equal_quartiles_are_no_bandwidth_of_zero),
		cmocka_unit_test(quantiles_are_of_the_seventh_type),
		cmocka_unit_test(many_values_are_binned_and_give_the_same_curve),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
