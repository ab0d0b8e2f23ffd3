/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "golden.h"
#include "stat/dist/comparing/ratio.h"

static struct as_side side(const json_t *s)
{
	return (struct as_side){
		.mean = json_number_value(golden_get(s, "mean")),
		.s2 = json_number_value(golden_get(s, "S2")),
		.r = (size_t)json_integer_value(golden_get(s, "r")),
	};
}

static const char *kind_name(enum as_ratio_kind kind)
{
	switch (kind) {
	case AS_RATIO_BOUNDED:
		return "bounded";
	case AS_RATIO_COMPLEMENT:
		return "complement";
	case AS_RATIO_WHOLE_LINE:
		return "whole line";
	case AS_RATIO_HALF_LINE:
		return "half line";
	case AS_RATIO_NONE:
		return "none";
	}
	return "?";
}

static void compare(const json_t *want, const struct as_ratio *got, const char *what)
{
	assert_string_equal(kind_name(got->kind), json_string_value(golden_get(want, "kind")));
	if (json_is_null(golden_get(want, "lo")))
		assert_true(isinf(got->lo));
	else
		golden_near(golden_get(want, "lo"), got->lo, what);
	if (json_is_null(golden_get(want, "hi")))
		assert_true(isinf(got->hi));
	else
		golden_near(golden_get(want, "hi"), got->hi, what);
}

static void both_sets_of_fieller_are_the_reference_ones(void **state)
{
	json_t *root = golden_load("03_ratio.json");
	const json_t *cases = golden_get(root, "cases");

	(void)state;
	assert_int_equal(json_array_size(cases), 8);
	for (size_t i = 0; i < json_array_size(cases); i++) {
		const json_t *c = json_array_get(cases, i), *want = golden_get(c, "expected");
		struct as_side old = side(golden_get(c, "old")), new = side(golden_get(c, "new"));
		struct as_ratio got;
		char what[64];

		(void)snprintf(what, sizeof what, "case %zu", i);
		assert_int_equal(as_fieller(&old, &new, 0.95, &got, NULL), AS_OK);
		compare(golden_get(want, "fieller"), &got, what);
		assert_int_equal(as_fieller_welch(&old, &new, 0.95, &got, NULL), AS_OK);
		compare(golden_get(want, "welch"), &got, what);
	}
	json_decref(root);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(both_sets_of_fieller_are_the_reference_ones),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
