/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "golden.h"
#include "stat/core/moments.h"
#include "stat/dist/comparing/cluster.h"
#include "stat/dist/comparing/rank.h"
#include "stat/dist/comparing/many.h"

enum { MOST = 128 };

static void ranks_are_the_reference_ones(void **state)
{
	json_t *root = golden_load("09_tests.json");
	const json_t *cases = golden_get(root, "rank");

	(void)state;
	assert_true(json_array_size(cases) > 0);
	for (size_t i = 0; i < json_array_size(cases); i++) {
		const json_t *c = json_array_get(cases, i), *want = golden_get(c, "expected");
		const json_t *mw = golden_get(want, "mann_whitney");
		const json_t *hl = golden_get(want, "hodges_lehmann");
		double old[MOST], new[MOST];
		size_t n_old = golden_numbers(golden_get(c, "old"), old, MOST);
		size_t n_new = golden_numbers(golden_get(c, "new"), new, MOST);
		struct as_rank_test t;
		char what[64];

		(void)snprintf(what, sizeof what, "case %zu", i);
		assert_int_equal(as_rank_compare((struct as_values){old, n_old}, (struct as_values){new, n_new}, 0.95, NULL, &t, NULL), AS_OK);
		golden_near(golden_get(mw, "U"), t.u, what);
		golden_near(golden_get(mw, "p"), t.p, what);
		golden_near(golden_get(hl, "shift"), t.shift, what);
		golden_near(golden_get(hl, "lo"), t.lo, what);
		golden_near(golden_get(hl, "hi"), t.hi, what);
		golden_near(golden_get(hl, "k"), (double)t.k, what);
		golden_near(golden_get(hl, "confidence"), t.confidence, what);
	}
	json_decref(root);
}

static void false_discoveries_are_adjusted_as_in_the_reference(void **state)
{
	json_t *root = golden_load("09_tests.json");
	const json_t *all = golden_get(root, "bh"), *want = golden_get(all, "expected");
	double p[MOST], q[MOST];
	size_t n = golden_numbers(golden_get(all, "p"), p, MOST), tested = 0;

	(void)state;
	assert_int_equal(as_benjamini_hochberg(p, n, false, q, &tested), AS_OK);
	assert_int_equal(tested, n);
	for (size_t i = 0; i < n; i++)
		golden_near(json_array_get(want, i), q[i], "q");
	json_decref(root);
}

static struct as_side side(const json_t *row, size_t at)
{
	return (struct as_side){json_number_value(json_array_get(row, at)),
		json_number_value(json_array_get(row, at + 1)),
		(size_t)json_integer_value(json_array_get(row, at + 2))};
}

/* Rows alone, of sides that shared nothing: two parts each. */
static double add_row(const json_t *row, struct as_cluster_part *part)
{
	const struct as_side s[] = {side(row, 0), side(row, 3)};

	for (size_t i = 0; i < 2; i++) {
		const double v = s[i].s2 / ((double)s[i].r * s[i].mean * s[i].mean);
		const double df = (double)(s[i].r - 1);
		part[i] = (struct as_cluster_part){v, df, v, df};
	}
	return log(s[1].mean / s[0].mean);
}

static void the_ratio_of_a_suite_is_the_reference_one(void **state)
{
	json_t *root = golden_load("09_tests.json");
	const json_t *all = golden_get(root, "geomean"), *rows = golden_get(all, "rows");
	const json_t *want = golden_get(all, "expected");
	struct as_cluster_part part[2 * MOST];
	double log_ratio[MOST], lo = 0, hi = 0;
	size_t n = json_array_size(rows);
	struct as_clusters c = {.part = part, .n = 2 * n, .rows = n};
	struct as_clustered s;

	(void)state;
	for (size_t i = 0; i < n; i++)
		log_ratio[i] = add_row(json_array_get(rows, i), part + 2 * i);
	c.log_ratio = as_mean(log_ratio, n);
	assert_int_equal(as_cluster_mean(&c, 0.95, &s), AS_OK);
	golden_near(golden_get(want, "geomean"), exp(s.both.estimate), "geomean");
	golden_near(json_array_get(golden_get(want, "fixed"), 0), exp(s.both.lo), "lo");
	golden_near(json_array_get(golden_get(want, "fixed"), 1), exp(s.both.hi), "hi");
	golden_near(golden_get(want, "df_fixed"), s.both.df, "df");
	assert_int_equal(as_suite_sample(log_ratio, n, 0.95, &lo, &hi), AS_OK);
	golden_near(json_array_get(golden_get(want, "sampled"), 0), lo, "sample lo");
	golden_near(json_array_get(golden_get(want, "sampled"), 1), hi, "sample hi");
	json_decref(root);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ranks_are_the_reference_ones),
		cmocka_unit_test(false_discoveries_are_adjusted_as_in_the_reference),
		cmocka_unit_test(the_ratio_of_a_suite_is_the_reference_one),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
