/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <math.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "run/metrics/around_watch.h"

static const double none = (double)NAN;
static const struct as_around_reading before = {1.5, 1.25, 2, 10e9, 1e9, 3e9, 50, 7};

static double value_of(const struct as_around_span *s, enum as_metric_id metric)
{
	struct as_around_values out = as_around_between(s);

	for (size_t i = 0; i < AS_AROUND_VALUES; i++)
		if (out.v[i].metric == metric)
			return out.v[i].value;
	fail();
	return 0;
}

static bool is_near(double a, double b)
{
	return fabs(a - b) <= 1e-12 * (1 + fabs(b));
}

static void a_window_has_what_it_began_with_and_what_went_on_in_it(void **state)
{
	const struct as_around_span s = {.before = before,
		.after = {9, 7, 8, 10.9e9, 1.02e9, 2e9, 60, 9}, .ns = 0.5e9, .own_ns = 0.4e9,
		.biggest_ns = 0.3e9};

	(void)state;
	assert_true(is_near(value_of(&s, AS_METRIC_LOAD), 1.5));
	assert_true(is_near(value_of(&s, AS_METRIC_LOAD_5), 1.25));
	assert_true(is_near(value_of(&s, AS_METRIC_RUN_QUEUE), 2));
	assert_true(is_near(value_of(&s, AS_METRIC_OTHERS_CPU), 1));
	assert_true(fabs(value_of(&s, AS_METRIC_STEAL) - 0.02e9) < 1);
	assert_true(is_near(value_of(&s, AS_METRIC_FREQUENCY_BEFORE), 3e9));
	assert_true(is_near(value_of(&s, AS_METRIC_FREQUENCY_AFTER), 2e9));
	assert_true(is_near(value_of(&s, AS_METRIC_TEMPERATURE), 60));
	assert_true(is_near(value_of(&s, AS_METRIC_THROTTLES), 2));
	assert_true(is_near(value_of(&s, AS_METRIC_BIGGEST_OTHER), 0.6));
}

static void counters_that_go_backwards_say_nothing(void **state)
{
	struct as_around_span s = {.before = before, .after = {1, 1, 1, 9e9, 0.5e9, 3e9, 50, 6}, .ns = 1e9,
		.biggest_ns = none};

	(void)state;
	assert_true(isnan(value_of(&s, AS_METRIC_OTHERS_CPU)));
	assert_true(isnan(value_of(&s, AS_METRIC_STEAL)));
	assert_true(isnan(value_of(&s, AS_METRIC_THROTTLES)));
	assert_true(isnan(value_of(&s, AS_METRIC_BIGGEST_OTHER)));
	assert_true(is_near(value_of(&s, AS_METRIC_LOAD), 1.5));
	s.after.busy_ns = none; /* gone in between */
	assert_true(isnan(value_of(&s, AS_METRIC_OTHERS_CPU)));
}

static void others_are_never_less_than_nobody(void **state)
{
	const struct as_around_span s = {.before = before, .after = before, .ns = 0.05e9,
		.own_ns = 0.049e9};

	(void)state;
	assert_true(is_near(value_of(&s, AS_METRIC_OTHERS_CPU), 0));
}

static void short_executions_share_a_window_and_long_ones_have_their_own(void **state)
{
	const struct as_probe_root here = {0};
	struct as_surroundings s;

	(void)state;
	as_surroundings_open(&s, &here, AS_AROUND_ALL, getpid());
	assert_int_equal(s.least_ns, 50000000);
	assert_true(as_surroundings_due(&s, 60000000));
	assert_true(as_surroundings_due(&s, INT64_MAX));
	s.since_ns += INT64_C(1000000000000); /* it began just now, however slow this machine is */
	assert_false(as_surroundings_due(&s, 1000000));
	assert_true(as_surroundings_due(&s, 60000000));
	assert_true(isnan(as_surroundings_after(&s).v[0].value));
	s.since_ns -= INT64_C(1000100000000);
	assert_true(as_surroundings_due(&s, 0));
	struct as_around_values v = as_surroundings_after(&s);
	assert_int_equal(v.v[0].metric, AS_METRIC_LOAD);
	assert_true(v.v[0].value >= 0);
	as_surroundings_close(&s);
}

static void nothing_is_read_where_nothing_is_wanted(void **state)
{
	const struct as_probe_root here = {0};
	struct as_surroundings s;

	(void)state;
	as_surroundings_open(&s, &here, AS_AROUND_NONE, 0);
	assert_false(as_surroundings_due(&s, INT64_MAX));
	as_surroundings_before(&s, INT64_MAX);
	assert_true(isnan(as_surroundings_after(&s).v[0].value));
	as_surroundings_close(&s);
}

static void the_biggest_are_named_with_what_they_used(void **state)
{
	struct as_experiment *x = as_experiment_new();
	struct as_surroundings s = {.named = {{"ld", 0.4e9}, {"cc1", 12.34e9}, {"sh", 0.1e9}, {"sed", 0.2e9}}};

	(void)state;
	assert_int_equal(as_surroundings_name(&s, x, NULL), AS_OK);
	assert_int_equal(x->machine.n_facts, 1);
	assert_string_equal(x->machine.facts[0].name, AS_FACT_OTHERS);
	assert_string_equal(x->machine.facts[0].value, "cc1 12.3 s, ld 0.4 s, sed 0.2 s");
	s = (struct as_surroundings){.spawner = 0};
	assert_int_equal(as_surroundings_name(&s, x, NULL), AS_OK);
	assert_int_equal(x->machine.n_facts, 1);
	as_experiment_free(x);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_window_has_what_it_began_with_and_what_went_on_in_it),
		cmocka_unit_test(counters_that_go_backwards_say_nothing),
		cmocka_unit_test(others_are_never_less_than_nobody),
		cmocka_unit_test(short_executions_share_a_window_and_long_ones_have_their_own),
		cmocka_unit_test(nothing_is_read_where_nothing_is_wanted),
		cmocka_unit_test(the_biggest_are_named_with_what_they_used),
	};
	return cmocka_run_group_tests_name("around", tests, NULL, NULL);
}
