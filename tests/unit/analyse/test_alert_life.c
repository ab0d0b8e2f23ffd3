/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The way of alerts: only where it may lead, told once, and hardly ever by luck. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "analyse/history/alert_life.h"
#include "stat/dist/changes/fresh.h"

enum { STORIES = 20000, STEPS = 40, SUSPICIONS = 100000, ROUNDS = 20 };
#define HOUR INT64_C(3600000000000)

static uint64_t seed = 20261124;

static uint64_t draw(void)
{
	seed = seed * 6364136223846793005u + 1442695040888963407u;
	return seed >> 33;
}

/* A normal number, by the sum of twelve uniform ones. */
static double normal(void)
{
	double sum = -6;

	for (int i = 0; i < 12; i++)
		sum += (double)draw() / 2147483648.0;
	return sum;
}

static struct as_history_point point = {.commit = "abc"};
static const struct as_history_series series = {.points = &point, .n_points = 1};
static struct as_alert_now now = {.s = &series, .ns = 1};

static struct as_alert_rerun rerun(double mean, double sd)
{
	struct as_alert_rerun r = {.experiment = 1, .boot = "a"};
	double d[ROUNDS];

	for (size_t i = 0; i < ROUNDS; i++)
		d[i] = mean + sd * normal();
	assert_int_equal(as_fresh_pairs((struct as_values){d, ROUNDS}, &r.test), AS_OK);
	r.rounds = ROUNDS;
	return r;
}

static struct as_alert suspicion(void)
{
	return (struct as_alert){.state = AS_ALERT_SUSPECTED, .up = true, .relative = true,
		.size = 0.05, .lo = 0.04, .hi = 0.06, .level = 105, .better = AS_BETTER_LESS};
}

/* Whatever happens to it next. */
static void happen(struct as_alert *a)
{
	const double effects[] = {-0.06, 0, 0.01, 0.05, 0.3};
	const struct as_alert_rerun r = rerun(effects[draw() % 5], 0.01);

	switch (draw() % 5) {
	case 0:
		as_alert_first(a, &now, &r, (enum as_rerun_word)(draw() % 4));
		break;
	case 1:
		as_alert_second(a, &now, &r);
		break;
	case 2:
		as_alert_left(a, &now, &r, 0.01);
		break;
	default:
		as_alert_go(a, &now, (enum as_alert_state)(draw() % AS_ALERT_STATES));
	}
}

static void an_alert_goes_only_where_its_way_may_lead(void **state)
{
	unsigned seen = 0;

	(void)state;
	for (int k = 0; k < STORIES; k++) {
		struct as_alert a = suspicion();
		for (int i = 0; i < STEPS; i++) {
			const enum as_alert_state was = a.state;
			happen(&a);
			assert_true(a.state == was || as_alert_may(was, a.state));
			if (as_alert_is_due(&a))
				a.told = a.state;
			assert_false(as_alert_is_due(&a));
			seen |= 1u << a.state;
		}
	}
	assert_int_equal(seen, (1u << AS_ALERT_STATES) - 1);
}

static void nothing_is_told_before_a_second_re_run(void **state)
{
	static const enum as_alert_state early[] = {AS_ALERT_SUSPECTED, AS_ALERT_WAITING,
		AS_ALERT_REJECTED, AS_ALERT_SUPERSEDED};

	(void)state;
	for (size_t i = 0; i < sizeof early / sizeof *early; i++) {
		struct as_alert a = suspicion();
		a.state = early[i];
		assert_false(as_alert_is_due(&a) || as_alert_is_bad(&a));
		assert_false(as_alert_may(a.state, AS_ALERT_CONFIRMED) &&
			a.state != AS_ALERT_WAITING);
	}
}

/* 0.2 % by 5 %: of 100 000 changes that are none 10 are confirmed; 25 would be beyond luck. */
static void of_changes_that_are_none_one_in_ten_thousand_is_confirmed(void **state)
{
	size_t first = 0, both = 0;

	(void)state;
	for (int k = 0; k < SUSPICIONS; k++) {
		struct as_alert a = suspicion();
		const struct as_alert_rerun one = rerun(0, 0.01);
		as_alert_first(&a, &now, &one, AS_RERUN_NONE);
		if (a.state != AS_ALERT_WAITING)
			continue;
		first++;
		const struct as_alert_rerun two = rerun(0, 0.01);
		as_alert_second(&a, &now, &two);
		both += a.state == AS_ALERT_CONFIRMED;
	}
	assert_in_range(first, 140, 260);
	assert_in_range(both, 1, 24);
}

static void a_real_change_is_confirmed(void **state)
{
	size_t both = 0;

	(void)state;
	for (int k = 0; k < 1000; k++) {
		struct as_alert a = suspicion();
		const struct as_alert_rerun one = rerun(0.05, 0.04), two = rerun(0.05, 0.04);
		as_alert_first(&a, &now, &one, AS_RERUN_NONE);
		as_alert_second(&a, &now, &two);
		both += a.state == AS_ALERT_CONFIRMED;
	}
	assert_true(both > 900);
}

static void another_session_is_another_boot_or_an_hour_later(void **state)
{
	struct as_alert a = suspicion();
	struct as_alert_rerun r = {.boot = "a", .started_ns = 2 * HOUR};

	(void)state;
	a.first_boot = "a";
	a.first_ended_ns = HOUR + 1;
	assert_false(as_alert_is_later(&a, &r));
	a.first_ended_ns = HOUR;
	assert_true(as_alert_is_later(&a, &r));
	a.first_ended_ns = 5 * HOUR; /* the clock was set back */
	assert_false(as_alert_is_later(&a, &r));
	r.boot = "b";
	assert_true(as_alert_is_later(&a, &r));
}

static void one_that_comes_again_has_the_level_of_the_one_that_was_fixed(void **state)
{
	struct as_alert fixed = suspicion(), new = suspicion();

	(void)state;
	fixed.state = AS_ALERT_FIXED;
	new.level = 106;
	assert_true(as_alert_is_again(&fixed, &new));
	new.level = 108;
	assert_false(as_alert_is_again(&fixed, &new));
	new.level = 105;
	new.up = false;
	assert_false(as_alert_is_again(&fixed, &new));
	new.up = true;
	fixed.state = AS_ALERT_CONFIRMED;
	assert_false(as_alert_is_again(&fixed, &new));
}

static void rounds_follow_the_noise_within_bounds(void **state)
{
	(void)state;
	assert_int_equal(as_fresh_rounds(1e-4, 0.5, 0.01), AS_FRESH_LEAST);
	assert_int_equal(as_fresh_rounds(1e-4, 0.01, 0.01), 35); /* ceil(4.16^2 2) */
	assert_int_equal(as_fresh_rounds(1e-4, 0, 0.01), 35);
	assert_int_equal(as_fresh_rounds(1e-2, 0.01, 0.01), AS_FRESH_MOST);
	assert_int_equal(as_fresh_rounds((double)NAN, 0.01, 0.01), AS_FRESH_MOST);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_alert_goes_only_where_its_way_may_lead),
		cmocka_unit_test(nothing_is_told_before_a_second_re_run),
		cmocka_unit_test(of_changes_that_are_none_one_in_ten_thousand_is_confirmed),
		cmocka_unit_test(a_real_change_is_confirmed),
		cmocka_unit_test(another_session_is_another_boot_or_an_hour_later),
		cmocka_unit_test(one_that_comes_again_has_the_level_of_the_one_that_was_fixed),
		cmocka_unit_test(rounds_follow_the_noise_within_bounds),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
