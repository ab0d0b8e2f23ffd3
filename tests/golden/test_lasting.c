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
#include "stat/dist/series/lasting.h"

enum { ROOM = 1100 };

/* null stands for a number that does not exist. */
static void near(const json_t *want, const char *key, double got, const char *name)
{
	const json_t *v = golden_get(want, key);
	char what[80];

	(void)snprintf(what, sizeof what, "%s of %s", key, name);
	if (!json_is_null(v))
		golden_near(v, got, what);
	else if (!isnan(got))
		fail_msg("%s: got %.17g, want none", what, got);
}

static void check_pairs(const json_t *want, const struct as_lasting *got, const char *name)
{
	const json_t *tau = golden_get(want, "tau");

	for (size_t i = 0; i < got->n_pairs; i++) {
		const struct as_lasting_pair *p = &got->pair[i];
		golden_near(json_array_get(golden_get(want, "v"), i), p->factor, name);
		golden_near(json_array_get(golden_get(want, "w"), i), p->weight, name);
		golden_near(json_array_get(golden_get(want, "scale"), i), p->scale, name);
		if (i)
			golden_near(json_array_get(tau, (i - 1) / 3), p->tau, name);
	}
	if (json_is_null(golden_get(want, "v")))
		assert_int_equal(got->n_pairs, 0);
	else
		assert_int_equal(json_array_size(golden_get(want, "v")), got->n_pairs);
}

static const char *label_of(const struct as_lasting *l)
{
	if (as_lasts_as_long(l->slow))
		return "below";
	return as_lasting_tells(l->n) ? "full" : "independent";
}

static void check_case(const json_t *c)
{
	const json_t *want = golden_get(c, "expected"), *target = golden_get(c, "target");
	const char *name = json_string_value(golden_get(c, "name"));
	double x[ROOM];
	size_t n = golden_numbers(golden_get(c, "x"), x, ROOM);
	struct as_lasting got;

	assert_int_equal(
		as_lasting_mean(x, n, json_number_value(golden_get(c, "confidence")), &got), AS_OK);
	assert_int_equal(got.n / got.block, json_integer_value(golden_get(want, "n")));
	near(want, "b", (double)got.block, name);
	near(want, "mean", got.mean, name);
	near(want, "s", got.s, name);
	near(want, "h_t", got.half_width_t, name);
	near(want, "h_mix", got.half_width_mix, name);
	near(want, "h", got.half_width, name);
	near(want, "n_eff", got.effective_n, name);
	near(want, "slow", got.slow, name);
	check_pairs(want, &got, name);
	assert_string_equal(label_of(&got), json_string_value(golden_get(want, "label")));
	if (!json_is_null(target))
		near(want, "n_next",
			fmin((double)as_lasting_units(&got, json_number_value(target)),
				(double)(AS_LASTING_TIMES * n)),
			name);
}

static void means_of_dependent_values_are_the_reference_ones(void **state)
{
	json_t *root = golden_load("30_repairs.json");
	const json_t *cases = golden_get(root, "dependent_mean");

	(void)state;
	assert_int_equal(json_array_size(cases), 14);
	for (size_t i = 0; i < json_array_size(cases); i++)
		check_case(json_array_get(cases, i));
	json_decref(root);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(means_of_dependent_values_are_the_reference_ones),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
