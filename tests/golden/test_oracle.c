/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How many operations to time together: the oracles of Chen and Revels, and their Algorithm 1. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "analyse/gates/gate_judge.h"
#include "golden.h"
#include "stat/core/repetitions.h"
#include "stat/dist/comparing/decide.h"

static int load(void **state)
{
	*state = golden_load("08_oracle.json");
	return 0;
}

static int leave(void **state)
{
	json_decref(*state);
	return 0;
}

static double number(const json_t *object, const char *key)
{
	return json_number_value(golden_get(object, key));
}

static void the_oracle_gives_the_reference_counts(void **state)
{
	const json_t *cases = golden_get(*state, "cases");

	assert_true(json_array_size(cases) > 20);
	for (size_t i = 0; i < json_array_size(cases); i++) {
		const json_t *one = json_array_get(cases, i);
		const struct as_precision p = {.precision = number(one, "prec"), .accuracy = number(one, "acc")};
		double t = number(one, "t");
		golden_near(golden_get(one, "table"), (double)as_oracle_table(t, &p), "table");
	}
}

/* (11) with a = 0.009 / tau_prec and b = 0.5, of figure 5. */
static void the_logistic_function_is_that_of_the_paper(void **state)
{
	static const struct {
		double t;
		uint64_t n;
	} cases[] = {{1, 988}, {100, 973}, {250, 904}, {500, 500}, {750, 96}, {999, 12}, {2000, 1},
		{1e9, 1}};
	const struct as_precision p = {.precision = 1, .accuracy = 1000};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
		assert_int_equal(as_oracle_logistic(cases[i].t, &p), cases[i].n);
}

static void the_table_goes_through_its_anchors(void **state)
{
	const struct as_precision p = {.precision = 1, .accuracy = 1000};
	const json_t *table = golden_get(*state, "table");

	assert_int_equal(json_array_size(table), 23);
	for (size_t i = 0; i < json_array_size(table); i++) {
		const json_t *anchor = json_array_get(table, i);
		golden_near(json_array_get(anchor, 1),
			(double)as_oracle_table(json_number_value(json_array_get(anchor, 0)), &p), "anchor");
	}
}

/* Gates judge a chosen estimate as the reference does, where they have nothing against it. */
static void a_ratio_is_judged_by_its_tolerance(void **state)
{
	const json_t *list = golden_get(*state, "judge");
	const struct as_metric metric = {.name = "time", .unit = "ns", .better = AS_BETTER_LESS};

	assert_int_equal(json_array_size(list), 8);
	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *one = json_array_get(list, i);
		const char *verdict = json_string_value(golden_get(one, "verdict"));
		const struct as_estimated e = {.metric = &metric, .ratio = number(one, "ratio"),
			.limit = number(one, "tol")};
		for (int more = 0; more < 2; more++) {
			const struct as_gate gate = {.more = more, .limit = e.limit};
			struct as_gated g = {.gate = &gate, .metric = &metric,
				.c = {.verdict = AS_VERDICT_UNDECIDED}};
			as_gate_judge_estimate(&g, &e, 0.05, false);
			assert_int_equal(g.state == AS_GATE_FAILED,
				!strcmp(verdict, more ? "regression" : "improvement"));
			assert_int_not_equal(g.state, AS_GATE_UNDECIDED);
		}
	}
}

static void the_table_never_rises_and_ends_at_one(void **state)
{
	const struct as_precision p = {.precision = 20, .accuracy = 1000};
	uint64_t before = as_repetitions_limit(&p);

	(void)state;
	assert_int_equal(before, 50);
	for (double t = 0; t < 20000; t += 7) {
		uint64_t n = as_oracle_table(t, &p);
		assert_in_range(n, 1, before);
		before = n;
	}
	assert_int_equal(before, 1);
	assert_int_equal(as_oracle_table(HUGE_VAL, &p), 1);
}

static void extreme_exponents_stay_in_range(void **state)
{
	const struct as_precision p = {.precision = 1e-6, .accuracy = 1000};

	(void)state;
	assert_int_equal(as_repetitions_limit(&p), AS_REPETITIONS_MAX);
}

/* Of a ratio without an interval, the judge of Chen and Revels: what is within the tolerance is invariant. */
static const char *judged(double ratio, double tol)
{
	switch (as_judge(ratio, ratio, tol)) {
	case AS_JUDGED_SLOWER:
		return "regression";
	case AS_JUDGED_FASTER:
		return "improvement";
	case AS_JUDGED_SLOWER_LITTLE:
	case AS_JUDGED_FASTER_LITTLE:
	case AS_JUDGED_EQUIVALENT:
		return "invariant";
	case AS_JUDGED_UNDECIDED:
		break;
	}
	return "undefined";
}

static void a_ratio_alone_is_judged_as_the_reference_does(void **state)
{
	const json_t *cases = golden_get(*state, "judge");

	assert_int_equal(json_array_size(cases), 8);
	for (size_t i = 0; i < json_array_size(cases); i++) {
		const json_t *one = json_array_get(cases, i);
		assert_string_equal(judged(number(one, "ratio"), number(one, "tol")),
			json_string_value(golden_get(one, "verdict")));
	}
	assert_string_equal(judged((double)NAN, 0.05), "undefined");
}

/* Times of i operations of t ns each, and 25 ns for reading the clock. */
static uint64_t calibrated(struct as_calibration *c, const struct as_precision *p, double t)
{
	uint64_t i;

	as_calibration_begin(c, p, 1e9);
	while ((i = as_calibration_next(c)))
		as_calibration_add(c, (double)i * t + 25);
	return as_calibration_end(c);
}

static void it_times_one_to_j_operations_and_keeps_all_times(void **state)
{
	const struct as_precision p = {.precision = 25, .accuracy = 1000};
	static struct as_calibration c;

	(void)state;
	assert_int_equal(calibrated(&c, &p, 10), 40);
	assert_int_equal(c.n, 40);
	for (size_t k = 0; k < c.n; k++) {
		assert_int_equal(c.i[k], k + 1);
		assert_true(fabs(c.t[k] - (10 * (double)(k + 1) + 25)) < 1e-9);
	}
	assert_true(fabs(c.least - (10 + 25.0 / 40)) < 1e-9);
}

static void a_long_operation_is_timed_once(void **state)
{
	const struct as_precision p = {.precision = 25, .accuracy = 1000};
	static struct as_calibration c;

	(void)state;
	assert_int_equal(calibrated(&c, &p, 10000), 1);
	assert_int_equal(c.n, 1);
}

static void more_than_a_thousand_counts_are_taken_from_a_geometric_grid(void **state)
{
	const struct as_precision p = {.precision = 1, .accuracy = 1e6};
	static struct as_calibration c;

	(void)state;
	calibrated(&c, &p, 0.001);
	assert_int_equal(c.n, AS_CALIBRATION_STEPS);
	assert_int_equal(c.i[c.n - 1], 1000000);
	for (size_t k = 1; k < c.n; k++)
		assert_true(c.i[k] > c.i[k - 1]);
}

static void it_ends_when_its_time_is_spent(void **state)
{
	const struct as_precision p = {.precision = 1, .accuracy = 1000};
	static struct as_calibration c;

	(void)state;
	as_calibration_begin(&c, &p, 1000);
	for (uint64_t i; (i = as_calibration_next(&c));)
		as_calibration_add(&c, 100 * (double)i);
	assert_int_equal(c.n, 4); /* 100 + 200 + 300 + 400 */
	assert_int_equal(as_calibration_end(&c), as_oracle_table(100, &p));
}

static void a_clock_that_stands_still_gives_the_limit(void **state)
{
	const struct as_precision p = {.precision = 1, .accuracy = 100};
	static struct as_calibration c;

	(void)state;
	as_calibration_begin(&c, &p, 1e9);
	for (uint64_t i; (i = as_calibration_next(&c));)
		as_calibration_add(&c, 0);
	assert_true(isinf(c.least));
	assert_int_equal(as_calibration_end(&c), 100);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_oracle_gives_the_reference_counts),
		cmocka_unit_test(the_logistic_function_is_that_of_the_paper),
		cmocka_unit_test(a_ratio_alone_is_judged_as_the_reference_does),
		cmocka_unit_test(the_table_goes_through_its_anchors),
		cmocka_unit_test(a_ratio_is_judged_by_its_tolerance),
		cmocka_unit_test(the_table_never_rises_and_ends_at_one),
		cmocka_unit_test(extreme_exponents_stay_in_range),
		cmocka_unit_test(it_times_one_to_j_operations_and_keeps_all_times),
		cmocka_unit_test(a_long_operation_is_timed_once),
		cmocka_unit_test(more_than_a_thousand_counts_are_taken_from_a_geometric_grid),
		cmocka_unit_test(it_ends_when_its_time_is_spent),
		cmocka_unit_test(a_clock_that_stands_still_gives_the_limit),
	};

	return cmocka_run_group_tests(tests, load, leave);
}
