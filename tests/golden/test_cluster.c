/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The overall ratio of benchmarks that share builds and rounds (methods-repairs.md 8). */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "golden.h"
#include "stat/dist/comparing/cluster.h"

enum { MOST_UNITS = 64, MOST_PARTS = 16 };

/* Adds each row's numbers, over its mean where that is asked for, to the sums over the rows. */
static size_t sum_rows(const json_t *rows, bool relative, double *z)
{
	size_t n = 0;

	for (size_t i = 0; i < MOST_UNITS; i++)
		z[i] = 0;
	for (size_t r = 0; r < json_array_size(rows); r++) {
		double x[MOST_UNITS], mean = 0;
		n = golden_numbers(json_array_get(rows, r), x, MOST_UNITS);
		for (size_t i = 0; i < n; i++)
			mean += x[i] / (double)n;
		for (size_t i = 0; i < n; i++)
			z[i] += relative ? x[i] / mean : x[i];
	}
	return n;
}

static size_t add_parts(const json_t *cluster, struct as_cluster_part *part)
{
	const char *kind = json_string_value(golden_get(cluster, "kind"));
	const size_t first = (size_t)json_integer_value(golden_get(cluster, "stage1"));
	double z[MOST_UNITS], df[MOST_UNITS], least = HUGE_VAL;

	if (!strcmp(kind, "rounds")) {
		size_t n = sum_rows(golden_get(cluster, "d"), false, z);
		part[0] = as_cluster_units(z, n, first);
		return 1;
	}
	if (!strcmp(kind, "builds")) {
		size_t n = sum_rows(golden_get(cluster, "old"), true, z);
		part[0] = as_cluster_units(z, n, first);
		n = sum_rows(golden_get(cluster, "new"), true, z);
		part[1] = as_cluster_units(z, n, first);
		return 2;
	}
	size_t n = golden_numbers(golden_get(cluster, "se"), z, MOST_UNITS);
	assert_int_equal(golden_numbers(golden_get(cluster, "df"), df, MOST_UNITS), n);
	for (size_t i = 0; i < n; i++)
		least = fmin(least, df[i]);
	part[0] = as_cluster_bound(z, n, least);
	return 1;
}

static void check_test(const json_t *want, const struct as_test *t, const char *const key[static 4],
	const char *name)
{
	golden_near(golden_get(want, key[0]), t->se, name);
	golden_near(golden_get(want, key[1]), t->df, name);
	golden_near(golden_get(want, key[2]), t->half_width, name);
	golden_near(golden_get(want, key[3]), t->p_single, name);
}

static void check_case(const json_t *of)
{
	static const char *const all[] = {"se_N", "nu_N", "h_N", "p_N"};
	static const char *const first[] = {"se_0", "nu_0", "h_0", "p_0"};
	const json_t *want = golden_get(of, "expected"), *list = golden_get(of, "clusters");
	const char *name = json_string_value(golden_get(of, "name"));
	struct as_cluster_part part[MOST_PARTS];
	struct as_clusters c = {.part = part};
	struct as_clustered found;
	double sum = 0;

	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *one = json_array_get(list, i);
		double ratio[MOST_UNITS];
		size_t rows = golden_numbers(golden_get(one, "log_ratios"), ratio, MOST_UNITS);
		for (size_t k = 0; k < rows; k++)
			sum += ratio[k];
		c.rows += rows;
		c.n += add_parts(one, part + c.n);
	}
	c.log_ratio = sum / (double)c.rows;
	assert_int_equal(as_cluster_mean(&c, json_number_value(golden_get(of, "confidence")), &found),
		AS_OK);
	golden_near(golden_get(want, "log_ratio"), found.both.estimate, name);
	check_test(want, &found.all, all, name);
	check_test(want, &found.first, first, name);
	golden_near(golden_get(want, "p"), found.both.p, name);
	golden_near(golden_get(want, "lo"), exp(found.both.lo), name);
	golden_near(golden_get(want, "hi"), exp(found.both.hi), name);
}

static void benchmarks_that_share_units_are_put_together_as_in_the_reference(void **state)
{
	json_t *root = golden_load("30_repairs.json");
	const json_t *cases = golden_get(root, "overall");

	(void)state;
	assert_true(json_array_size(cases) > 0);
	for (size_t i = 0; i < json_array_size(cases); i++)
		check_case(json_array_get(cases, i));
	json_decref(root);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(benchmarks_that_share_units_are_put_together_as_in_the_reference),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
