/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "golden.h"
#include "stat/core/tree/crossed.h"

enum { ROOM = 64 };

static void builds_crossed_with_rounds_are_the_reference_ones(void **state)
{
	json_t *root = golden_load("23_crossed.json");
	const json_t *cases = golden_get(root, "cases");

	(void)state;
	assert_int_equal(json_array_size(cases), 4);
	for (size_t i = 0; i < json_array_size(cases); i++) {
		const json_t *c = json_array_get(cases, i), *want = golden_get(c, "expected");
		const json_t *rows = golden_get(c, "y");
		const char *name = json_string_value(golden_get(c, "name"));
		double y[ROOM], copy[ROOM], build[ROOM], round[ROOM];
		size_t n = 0;
		struct as_crossed got;

		for (size_t k = 0; k < json_array_size(rows); k++) {
			const json_t *row = json_array_get(rows, k);
			n += golden_pairs(row, row, y + n, copy);
		}
		size_t l = json_array_size(rows);
		struct as_matrix matrix = {.y = y, .builds = l, .rounds = n / l};
		assert_int_equal(as_crossed(&matrix, 0, &got, build, round, NULL), AS_OK);
		golden_near(golden_get(want, "mean"), got.mean, name);
		golden_near(golden_get(want, "S_V2"), got.s_v2, name);
		golden_near(golden_get(want, "MS_res"), got.ms_res, name);
		golden_near(golden_get(want, "MS_round"), got.ms_round, name);
		golden_near(golden_get(want, "T_build2"), got.t_build2, name);
		golden_near(golden_get(want, "T_round2"), got.t_round2, name);
	}
	json_decref(root);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(builds_crossed_with_rounds_are_the_reference_ones),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
