/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Coarse clocks and few runs: nothing varies (methods-repairs.md 6). */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "golden.h"
#include "stat/dist/comparing/constant.h"

enum { MOST = 16 };

static const char *word_of(const struct as_constant_found *f, const struct as_constant *k, double alpha)
{
	if (!f->has_p)
		return "no difference found";
	if (f->p > alpha)
		return "undecided";
	return k->new > k->old ? "slower" : "faster";
}

static void check_case(const json_t *of)
{
	const json_t *want = golden_get(of, "expected"), *step = golden_get(of, "step");
	const char *name = json_string_value(golden_get(of, "name"));
	const double alpha = json_number_value(golden_get(of, "alpha"));
	double old[MOST], new[MOST];
	struct as_constant k = {.paired = json_is_true(golden_get(of, "paired")),
		.step = json_is_null(step) ? 0 : json_number_value(step)};
	struct as_constant_found f;

	k.n_old = golden_numbers(golden_get(of, "old"), old, MOST);
	k.n_new = golden_numbers(golden_get(of, "new"), new, MOST);
	k.old = old[0];
	k.new = new[0];
	assert_int_equal(as_constant_compare(&k, alpha, &f), AS_OK);
	assert_int_equal(f.has_p, !json_is_null(golden_get(want, "p")));
	if (f.has_p)
		golden_near(golden_get(want, "p"), f.p, name);
	golden_near(golden_get(want, "step_used"), f.step, name);
	golden_near(golden_get(want, "lo"), f.lo, name);
	golden_near(golden_get(want, "hi"), f.hi, name);
	golden_near(golden_get(want, "fewest"), (double)f.fewest, name);
	assert_string_equal(word_of(&f, &k, alpha), json_string_value(golden_get(want, "word")));
}

static void what_does_not_vary_is_told_apart_as_in_the_reference(void **state)
{
	json_t *root = golden_load("30_repairs.json");
	const json_t *cases = golden_get(root, "clock");

	(void)state;
	assert_true(json_array_size(cases) > 0);
	for (size_t i = 0; i < json_array_size(cases); i++)
		check_case(json_array_get(cases, i));
	json_decref(root);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_does_not_vary_is_told_apart_as_in_the_reference),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
