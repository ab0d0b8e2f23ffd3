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

#include "stat/core/moments.h"
#include "stat/core/quantile.h"
#include "stat/dist/random.h"
#include "stat/dist/tree_ranks.h"

enum { N = 300000, UNITS = 3 };

static const size_t first[] = {0, 100, 100001, N};

/* Values of several shapes: of one number, of few, far apart, of either sign. */
static void draw(int shape, double *x)
{
	struct as_random r;

	as_random_init(&r, 3, AS_RANDOM_TEST, (uint64_t)shape);
	for (size_t i = 0; i < N; i++) {
		const double z = as_random_normal(&r);
		const double of[] = {7, floor(2 * z), exp(20 * z), 1e9 + round(1000 * z), z,
			i ? 1e6 + floor(z) : 1e300};
		x[i] = of[shape];
	}
}

static void quantiles_are_those_of_sorted_values_bit_by_bit(void **state)
{
	static const double p[] = {0, 0.25, 1};
	double *x = malloc(N * sizeof *x);
	const struct as_tree t = {
		.n_levels = 2, .values = x, .count = {N, UNITS}, .first = {NULL, first}};

	(void)state;
	assert_non_null(x);
	for (int shape = 0; shape < 6; shape++) {
		double ends[2], got[3];
		draw(shape, x);
		as_extremes(x, N, &ends[0], &ends[1]);
		assert_int_equal(as_tree_quantiles(&t, ends, p, 3, got), AS_OK);
		as_sort(x, N);
		for (size_t i = 0; i < 3; i++) {
			double want = 0;
			assert_int_equal(as_quantile(x, N, p[i], &want), AS_OK);
			assert_memory_equal(&got[i], &want, sizeof want);
		}
	}
	free(x);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(quantiles_are_those_of_sorted_values_bit_by_bit),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
