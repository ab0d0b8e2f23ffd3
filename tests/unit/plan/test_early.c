/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Looks at which gates end it (methods-quantiles.md 4). */
#include "driver.h"

static const struct as_gate clear = {.text = "slower by 10%", .of_time = true, .more = true,
	.limit = 0.1};
static const struct as_gate never = {.text = "slower by 0%", .of_time = true, .more = true};
static const struct as_gate never_either = {.text = "faster by 0%", .of_time = true};

static struct as_schedule_rule early(const struct as_gate *gates, size_t n, uint32_t runs)
{
	struct as_schedule_rule rule = plain();

	rule.early = true;
	rule.gates = gates;
	rule.n_gates = n;
	rule.amount.runs = runs;
	return rule;
}

static void run_early(struct driven *d, const struct as_schedule_rule *rule)
{
	driven_open(d, rule, 2, false);
	d->x->plan.precision = 0;
	run_all(d);
	assert_int_equal(d->x->plan.stopping, AS_STOP_LOOKS);
}

static void a_gate_that_is_clear_ends_it_at_the_first_look(void **state)
{
	static const struct {
		uint32_t runs, first;
	} cases[] = {{80, 10}, {81, 11}, {48, 6}, {47, 12}, {24, 6}, {23, 23}, {12, 12}};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct driven d = {.seed = 3, .mean_s = 0.02, .spread = 0.002};
		const struct as_schedule_rule rule = early(&clear, 1, cases[i].runs);
		run_early(&d, &rule);
		assert_int_equal(d.x->plan.planned, cases[i].runs);
		assert_int_equal(d.x->plan.done, cases[i].first);
		assert_int_equal(d.x->plan.outcome, AS_OUTCOME_COMPLETE);
		driven_close(&d);
	}
}

/* No value is on either side of two limits that are one: proven of the one is it passed of the other. */
static void what_stays_open_is_measured_to_the_end(void **state)
{
	const struct as_gate both[] = {never, never_either};
	struct driven d = {.seed = 4, .mean_s = 0.02, .spread = 0.05};
	const struct as_schedule_rule rule = early(both, 2, 80);

	(void)state;
	run_early(&d, &rule);
	assert_int_equal(d.x->plan.done, 80);
	assert_int_equal(d.x->plan.outcome, AS_OUTCOME_COMPLETE);
	driven_close(&d);
}

static void one_gate_that_is_open_keeps_another_waiting(void **state)
{
	const struct as_gate both[] = {clear, never};
	struct driven d = {.seed = 4, .mean_s = 0.02, .spread = 0.01};
	const struct as_schedule_rule rule = early(both, 2, 80);

	(void)state;
	run_early(&d, &rule);
	assert_true(d.x->plan.done > 10);
	driven_close(&d);
}

/* A multiple of 8 that the time pays for, whatever the ratio looks like: from 24 to 400. */
static void without_a_count_the_time_says_how_many_there_are_at_most(void **state)
{
	static const struct {
		double mean_s;
		uint32_t most;
	} cases[] = {{0.1, 96}, {0.2, 48}, {1, 24}, {0.001, 400}};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct driven d = {.seed = 5, .mean_s = cases[i].mean_s, .spread = 0.001};
		const struct as_schedule_rule rule = early(&clear, 1, 0);
		run_early(&d, &rule);
		assert_int_equal(d.x->plan.planned, cases[i].most);
		driven_close(&d);
	}
}

static void an_explicit_budget_ends_it_between_looks(void **state)
{
	struct driven d = {.seed = 6, .mean_s = 0.5, .spread = 0.05};
	const struct as_schedule_rule rule = early(&never, 1, 0);

	(void)state;
	driven_open(&d, &rule, 2, false);
	d.x->plan.precision = 0;
	d.x->plan.budget_explicit = true;
	d.x->plan.budget_ns = 20000000000;
	run_all(&d);
	assert_int_equal(d.x->plan.planned, 24);
	assert_in_range(d.x->plan.done, 16, 23);
	assert_int_equal(d.x->plan.outcome, AS_OUTCOME_BUDGET);
	driven_close(&d);
}

static void looks_do_not_depend_on_how_many_are_out(void **state)
{
	static const size_t ahead[] = {1, 5, 12};
	static struct driven d[3];

	(void)state;
	for (size_t k = 0; k < 3; k++) {
		const struct as_schedule_rule rule = early(&never, 1, 80);
		d[k] = (struct driven){.seed = 11, .mean_s = 0.02, .spread = 0.03, .fails = 0.05,
			.ahead = ahead[k]};
		run_early(&d[k], &rule);
		assert_int_equal(d[k].n_log, d[0].n_log);
		assert_int_equal(d[k].x->plan.done, d[0].x->plan.done);
		assert_true(d[k].x->plan.done >= 80);
	}
	for (size_t k = 0; k < 3; k++)
		driven_close(&d[k]);
}

static void what_fails_all_the_time_ends(void **state)
{
	struct driven d = {.seed = 12, .mean_s = 0.02, .spread = 0.03, .fails = 1};
	const struct as_schedule_rule rule = early(&never, 1, 40);

	(void)state;
	run_early(&d, &rule);
	assert_true(d.x->plan.done < 6);
	assert_in_range(driven_count(&d, AS_STEP_EXECUTE, AS_ROLE_MEASURED), 80, 400);
	driven_close(&d);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_gate_that_is_clear_ends_it_at_the_first_look),
		cmocka_unit_test(what_stays_open_is_measured_to_the_end),
		cmocka_unit_test(one_gate_that_is_open_keeps_another_waiting),
		cmocka_unit_test(without_a_count_the_time_says_how_many_there_are_at_most),
		cmocka_unit_test(an_explicit_budget_ends_it_between_looks),
		cmocka_unit_test(looks_do_not_depend_on_how_many_are_out),
		cmocka_unit_test(what_fails_all_the_time_ends),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
