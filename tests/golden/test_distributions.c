/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/num.h"
#include "golden.h"
#include "stat/dist/dist.h"

/* "0.975:4:95" is p and up to two degrees of freedom. */
static size_t arguments(const char *key, double out[3])
{
	char copy[64], *rest = copy;
	size_t n = 0;

	assert_true(strlen(key) < sizeof copy);
	memcpy(copy, key, strlen(key) + 1);
	for (char *word = strsep(&rest, ":"); word && n < 3; word = strsep(&rest, ":"))
		assert_true(as_parse_double(word, &out[n++]));
	return n;
}

static double quantile(const char *name, const double a[3])
{
	double q = 0;
	enum as_status st = AS_ERR_ARG;

	if (!strcmp(name, "normal"))
		st = as_normal_quantile(a[0], &q);
	else if (!strcmp(name, "t"))
		st = as_t_quantile(a[0], a[1], &q);
	else if (!strcmp(name, "chi2"))
		st = as_chi2_quantile(a[0], a[1], &q);
	else if (!strcmp(name, "f"))
		st = as_f_quantile(a[0], a[1], a[2], &q);
	assert_int_equal(st, AS_OK);
	return q;
}

static void quantiles_are_the_reference_ones(void **state)
{
	json_t *root = golden_load("04_distributions.json"), *family, *want;
	const char *name, *key;
	size_t seen = 0;

	(void)state;
	json_object_foreach(golden_get(root, "expected"), name, family) {
		json_object_foreach(family, key, want) {
			double a[3] = {0};
			assert_true(arguments(key, a) > 0);
			golden_near(want, quantile(name, a), key);
			seen++;
		}
	}
	assert_int_equal(seen, 44);
	json_decref(root);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(quantiles_are_the_reference_ones),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
