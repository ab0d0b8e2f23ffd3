/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "golden.h"
#include "stat/core/moments.h"
#include "stat/dist/influence/impact_draw.h"
#include "stat/dist/resampling/bootstrap.h"
#include "stat/dist/resampling/resample.h"

/* Any seed must fall into the bands of the reference: these were written down before the first run. */
static const uint64_t seeds[] = {1, 2, 3};
enum { SEEDS = sizeof seeds / sizeof *seeds, MOST_GROUPS = 64 };

static void inside(const json_t *band, double got, const char *what)
{
	double lo = json_number_value(golden_get(band, "lo"));
	double hi = json_number_value(golden_get(band, "hi"));

	if (!(got >= lo && got <= hi))
		fail_msg("%s is %.17g, outside of %.17g .. %.17g", what, got, lo, hi);
}

/* Groups of a case; *values is freed by the caller. */
static struct as_groups load(const json_t *data, double **values, size_t *first)
{
	size_t n = json_array_size(data), total = 0;

	assert_true(n < MOST_GROUPS);
	for (size_t g = 0; g < n; g++)
		total += json_array_size(json_array_get(data, g));
	*values = malloc(total * sizeof **values);
	assert_non_null(*values);
	first[0] = 0;
	for (size_t g = 0; g < n; g++) {
		const json_t *row = json_array_get(data, g);
		first[g + 1] = first[g] + json_array_size(row);
		for (size_t i = 0; i < json_array_size(row); i++)
			(*values)[first[g] + i] = json_number_value(json_array_get(row, i));
	}
	return (struct as_groups){.values = *values, .first = first, .n = n};
}

static void draw_case(const char *name, const json_t *c)
{
	const json_t *want = golden_get(c, "expected");
	const json_t *ends = golden_get(want, "bootstrap_top_pct");
	size_t first[MOST_GROUPS + 1], k = (size_t)json_integer_value(golden_get(c, "k"));
	double *values, means[MOST_GROUPS];
	struct as_groups g = load(golden_get(c, "data"), &values, first);

	for (size_t i = 0; i < g.n; i++)
		means[i] = as_mean(values + first[i], first[i + 1] - first[i]);
	for (size_t i = 0; i < SEEDS; i++) {
		struct as_resampling how = {.replicates = AS_BOOTSTRAP_REPLICATES, .seed = seeds[i], .confidence = 0.95};
		struct as_impact_draw d;
		struct as_bootstrap b;

		assert_int_equal(as_impact_by_draws(&g, k, false, seeds[i], &d, NULL), AS_OK);
		assert_int_equal(d.c, json_integer_value(golden_get(c, "c")));
		inside(golden_get(want, "impact"), d.factor, name);
		assert_int_equal(as_impact_by_draws(&g, k, true, seeds[i], &d, NULL), AS_OK);
		inside(golden_get(want, "impact_transformed"), d.factor, name);
		assert_int_equal(as_bootstrap_mean(means, g.n, &how, &b, NULL), AS_OK);
		inside(json_array_get(ends, 0), b.percentile.lo, name);
		inside(json_array_get(ends, 1), b.percentile.hi, name);
	}
	free(values);
}

static void draws_fall_into_the_bands_of_the_reference(void **state)
{
	json_t *root = golden_load("11_random.json"), *c;
	const char *name;

	(void)state;
	json_object_foreach(golden_get(root, "cases"), name, c)
		draw_case(name, c);
	json_decref(root);
}

static void rates_on_stored_units_fall_into_the_bands(void **state)
{
	json_t *root = golden_load("12_resample.json");
	const json_t *list = golden_get(root, "pool"), *cases = golden_get(root, "cases");
	double x[MOST_GROUPS];
	struct as_pool pool = {x, json_array_size(list), NULL};

	(void)state;
	assert_true(pool.n <= MOST_GROUPS && json_array_size(cases) > 0);
	for (size_t i = 0; i < pool.n; i++)
		x[i] = json_number_value(json_array_get(list, i));
	for (size_t i = 0; i < json_array_size(cases) * SEEDS; i++) {
		const json_t *c = json_array_get(cases, i / SEEDS), *want = golden_get(c, "expected");
		struct as_resample how = {.seed = seeds[i % SEEDS], .confidence = 0.95,
			.group = (size_t)json_integer_value(golden_get(c, "group")),
			.resamples = (size_t)json_integer_value(golden_get(c, "R")),
			.shift = json_number_value(golden_get(c, "shift"))};
		struct as_rate rates[AS_DETECTORS];

		assert_int_equal(as_resample_rates(&pool, &how, rates, NULL), AS_OK);
		inside(golden_get(want, "nonoverlap"), rates[AS_DETECTOR_NONOVERLAP].rate, "nonoverlap");
		inside(golden_get(want, "welch"), rates[AS_DETECTOR_WELCH].rate, "welch");
	}
	json_decref(root);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(draws_fall_into_the_bands_of_the_reference),
		cmocka_unit_test(rates_on_stored_units_fall_into_the_bands),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
