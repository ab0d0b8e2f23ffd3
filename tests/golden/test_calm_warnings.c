/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the order of executions says of the machine's speed, and how far a confidence holds, against the
 * reference of methods-calm.md 2. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

#include <cmocka.h>

#include "analyse/diagnose/warnings.h"
#include "analyse/estimate/dependent.h"
#include "golden.h"

enum { ROOM = 512 };

/* To 1e-9, but for widths, of which both computations of the reference agree to 4e-9; odds of 1e14 are
 * 1 / (1 - weight), of which rounding leaves two digits. */
static void near_by(const json_t *want, double got, const char *what, double least)
{
	const double v = json_number_value(want), slack = fabs(v) > 1e9 ? 0.1 : least;

	if (!json_is_number(want) || !(fabs(got - v) <= slack * fmax(1, fabs(v))))
		fail_msg("%s: got %.17g, want %.17g", what, got, v);
}

static void near(const json_t *want, double got, const char *what)
{
	near_by(want, got, what, 1e-9);
}

static const char *const labels[AS_HOLDS] = {[AS_HOLDS_YES] = "yes",
	[AS_HOLDS_IF_INDEPENDENT] = "if independent", [AS_HOLDS_LIKE_THESE] = "for runs like these",
	[AS_HOLDS_BELOW] = "less than 95 %", [AS_HOLDS_AS_IF] = "-"};
static const char *const rows[] = {[AS_SPEED_STEADY] = NULL, [AS_SPEED_TREND] = "DRIFTED",
	[AS_SPEED_SLOWLY] = "STATE_OF_HOUR", [AS_SPEED_CHANGES] = "STATE_LASTS"};

static void compare_case(const json_t *c)
{
	const char *name = json_string_value(golden_get(c, "name"));
	const json_t *row = golden_get(c, "row");
	double x[ROOM], work[ROOM];
	const size_t n = golden_numbers(golden_get(c, "x"), x, ROOM);
	struct as_summary_lasting got = {0};
	struct as_lasting l;

	assert_int_equal(as_lasting_mean(x, n, 0.95, &l), AS_OK);
	assert_int_equal(as_speed_judge(x, &l, 1, &got), AS_OK);
	near(golden_get(c, "w_dependent"), l.dependent, name);
	near(golden_get(c, "odds"), got.odds, name);
	near(golden_get(c, "slow"), got.slow, name);
	near_by(golden_get(c, "wide"), got.wide, name, 4e-9);
	near(golden_get(c, "trend_p"), got.trend_p, name);
	near(golden_get(c, "change"), got.change, name);
	near_by(golden_get(c, "half_width"), l.half_width, name, 4e-9);
	assert_int_equal(got.is_slow, json_is_true(golden_get(c, "less_than_95")));
	assert_int_equal(got.speed == AS_SPEED_TREND, json_is_true(golden_get(c, "trend")));
	const struct as_evidence lasts = {.p = 1 / got.odds, .effect = l.half_width,
		.half_width = l.half_width_t, .among = 1};
	assert_int_equal(as_warning_holds(AS_WARNING_SPEED_CHANGES, &lasts),
		json_is_true(golden_get(c, "lasts")));
	if (json_is_null(row))
		assert_null(rows[got.speed]);
	else
		assert_string_equal(rows[got.speed], json_string_value(row));
	assert_string_equal(labels[as_lasting_holds(&l, x, work, 1)],
		json_string_value(golden_get(c, "label")));
	/* what the program printed before is named for people */
	assert_true(json_is_array(golden_get(c, "old_rows")) &&
		json_is_string(golden_get(c, "old_holds")));
}

static void what_is_said_of_the_speed_is_that_of_the_reference(void **state)
{
	json_t *root = golden_load("41_calm_warnings.json");
	const json_t *cases = golden_get(root, "cases");

	(void)state;
	assert_string_equal(json_string_value(golden_get(root, "rule")), "methods-calm.md 2");
	assert_int_equal(json_integer_value(golden_get(root, "commands")), 1);
	assert_int_equal(json_array_size(cases), 17);
	for (size_t i = 0; i < json_array_size(cases); i++)
		compare_case(json_array_get(cases, i));
	json_decref(root);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_said_of_the_speed_is_that_of_the_reference),
	};

	return cmocka_run_group_tests_name("calm_warnings", tests, NULL, NULL);
}
