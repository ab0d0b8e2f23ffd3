/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "golden_tree.h"
#include "stat/dist/interval.h"

static void compare_level(const char *name, const json_t *want, size_t i,
	const struct as_tree_level *got)
{
	const json_t *s2 = json_array_get(golden_get(want, "S2"), i);
	const json_t *t2 = json_array_get(golden_get(want, "T2"), i);
	char what[128];

	if (json_is_null(s2)) {
		assert_false(got->repeated);
		return;
	}
	assert_true(got->repeated);
	(void)snprintf(what, sizeof what, "%s: S_%zu^2", name, i + 1);
	golden_near(s2, got->s2, what);
	(void)snprintf(what, sizeof what, "%s: T_%zu^2", name, i + 1);
	golden_near(t2, got->t2, what);
}

static void compare_interval(const char *name, const json_t *want, const struct as_tree_stats *got)
{
	struct as_interval ci;
	double s2 = got->level[got->n_levels - 1].s2;
	enum as_status st = as_interval_t(got->mean, s2, got->r_top, 0.95, &ci);

	if (!json_object_get(want, "ci")) {
		assert_int_equal(st, AS_ERR_DATA);
		return;
	}
	assert_int_equal(st, AS_OK);
	golden_near(golden_get(want, "se"), ci.se, name);
	golden_near(golden_get(want, "df"), ci.df, name);
	golden_near(golden_get(want, "half_width"), ci.half_width, name);
	golden_near(json_array_get(golden_get(want, "ci"), 0), ci.lo, name);
	golden_near(json_array_get(golden_get(want, "ci"), 1), ci.hi, name);
}

static void every_tree_has_the_reference_variances_and_interval(void **state)
{
	json_t *root = golden_load("01_levels.json"), *each;
	const char *name;
	size_t seen = 0;

	(void)state;
	json_object_foreach(golden_get(root, "cases"), name, each) {
		const json_t *data = golden_get(each, "data"), *want = golden_get(each, "expected");
		struct as_tree_stats got;
		struct grove g;

		golden_tree(&g, data);
		assert_int_equal(as_tree_check(&g.tree, true, NULL, NULL), AS_OK);
		as_tree_stats(&g.tree, &got);
		golden_near(golden_get(want, "n"), (double)got.n_levels, name);
		golden_near(golden_get(want, "r_top"), (double)got.r_top, name);
		golden_near(golden_get(want, "mean"), got.mean, name);
		for (size_t i = 0; i < got.n_levels; i++)
			compare_level(name, want, i, &got.level[i]);
		compare_interval(name, want, &got);
		grove_release(&g);
		seen++;
	}
	assert_int_equal(seen, 16);
	json_decref(root);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_tree_has_the_reference_variances_and_interval),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
