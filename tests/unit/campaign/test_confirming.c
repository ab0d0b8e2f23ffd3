/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which re-runs assay confirm makes now, and in which order. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "campaign/confirming.h"

#define HOUR_NS INT64_C(3600000000000)

static const struct as_confirming_here here = {
	.command = "./x", .machine_id = "this", .boot_id = "now"};

static struct as_alert alert(int64_t id, enum as_alert_state state, double size)
{
	return (struct as_alert){.id = id, .state = state, .size = size, .command = "./x",
		.machine = "this", .before = "old", .after = id % 2 ? "odd" : "even",
		.rounds = 10};
}

static struct as_confirming choose(struct as_alert *v, size_t n, const int64_t *ids, size_t n_ids)
{
	static struct as_arena arena;
	const struct as_alerting u = {
		.arena = &arena, .v = v, .n = n, .now_ns = INT64_C(1790000000000000000)};
	struct as_confirming out;

	as_arena_release(&arena);
	assert_int_equal(as_confirming_choose(&u, &here, ids, n_ids, &out, NULL), AS_OK);
	return out;
}

static void the_largest_change_comes_first_and_a_pair_of_versions_once(void **state)
{
	struct as_alert v[] = {alert(1, AS_ALERT_SUSPECTED, 0.02),
		alert(2, AS_ALERT_SUSPECTED, -0.3), alert(3, AS_ALERT_SUSPECTED, 0.1),
		alert(4, AS_ALERT_CONFIRMED, 0.9), alert(5, AS_ALERT_ACKNOWLEDGED, 0.9)};

	(void)state;
	v[0].rounds = 14;
	const struct as_confirming c = choose(v, 5, NULL, 0);
	assert_int_equal(c.n, 2);
	assert_int_equal(c.v[0].alert, 2);
	assert_string_equal(c.v[0].after, "even");
	assert_int_equal(c.v[1].alert, 3);
	assert_int_equal(c.v[1].rounds, 14); /* alert 1 asks for more */
	assert_int_equal(c.later + c.others, 0);
}

static void a_second_rerun_waits_for_another_session(void **state)
{
	struct as_alert v[] = {alert(1, AS_ALERT_WAITING, 0.1)};
	const int64_t now = INT64_C(1790000000000000000);

	(void)state;
	v[0].first_boot = "now";
	v[0].first_ended_ns = now - HOUR_NS + 1;
	assert_int_equal(choose(v, 1, NULL, 0).later, 1);
	v[0].first_ended_ns = now - HOUR_NS;
	assert_int_equal(choose(v, 1, NULL, 0).n, 1);
	v[0].first_ended_ns = now;
	v[0].first_boot = "another";
	assert_int_equal(choose(v, 1, NULL, 0).v[0].kind, AS_RERUN_SECOND);
}

static void what_is_left_is_measured_beside_the_version_that_took_it_back(void **state)
{
	struct as_alert v[] = {alert(1, AS_ALERT_CONFIRMED, 0.1)};

	(void)state;
	v[0].left_by = "later";
	const struct as_confirming c = choose(v, 1, NULL, 0);
	assert_int_equal(c.n, 1);
	assert_int_equal(c.v[0].kind, AS_RERUN_REST);
	assert_string_equal(c.v[0].after, "later");
}

static void other_commands_machines_and_numbers_are_left_alone(void **state)
{
	struct as_alert v[] = {alert(1, AS_ALERT_SUSPECTED, 0.1),
		alert(2, AS_ALERT_SUSPECTED, 0.1), alert(3, AS_ALERT_SUSPECTED, 0.1)};
	const int64_t one[] = {3};

	(void)state;
	v[0].command = "./y";
	v[1].machine = "that";
	assert_int_equal(choose(v, 3, NULL, 0).others, 2);
	assert_int_equal(choose(v, 3, NULL, 0).n, 1);
	assert_int_equal(choose(v, 3, one, 1).others, 0);
	v[2].machine = NULL;
	assert_int_equal(choose(v, 3, one, 1).n, 1);
	assert_int_equal(choose(v, 0, NULL, 0).n, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_largest_change_comes_first_and_a_pair_of_versions_once),
		cmocka_unit_test(a_second_rerun_waits_for_another_session),
		cmocka_unit_test(what_is_left_is_measured_beside_the_version_that_took_it_back),
		cmocka_unit_test(other_commands_machines_and_numbers_are_left_alone),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
