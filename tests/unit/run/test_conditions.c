/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "probe/probe.h"
#include "run/conditions/conditions.h"

static void a_list_of_processors_becomes_bits(void **state)
{
	uint64_t out[AS_SPAWN_CPU_WORDS] = {7};

	(void)state;
	assert_true(as_cpu_list_read("0-2,5,63-65,1023", out));
	assert_true(out[0] == (UINT64_C(1) << 63 | 0x27));
	assert_true(out[1] == 3);
	assert_true(out[15] == UINT64_C(1) << 63);
}

static void what_is_no_list_of_processors_is_refused_and_leaves_the_bits(void **state)
{
	static const char *const bad[] = {"", ",", "1,", ",1", "2-1", "1024", "0-1024", "1-", "-1", "a", "1 2", "1,,2",
		"1-2-3", "99999999999999999999"};
	uint64_t out[AS_SPAWN_CPU_WORDS] = {7};

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
		assert_false(as_cpu_list_read(bad[i], out));
		assert_true(out[0] == 7);
	}
}

static void a_wait_is_within_its_limits_and_follows_from_the_seed(void **state)
{
	const struct as_conditions c = {.pause_min_ns = 10, .pause_max_ns = 13};
	bool seen[4] = {false};

	(void)state;
	for (uint64_t seed = 0; seed < 200; seed++) {
		int64_t ns = as_conditions_draw(&c, seed);
		assert_in_range(ns, 10, 13);
		assert_int_equal(ns, as_conditions_draw(&c, seed));
		seen[ns - 10] = true;
	}
	assert_true(seen[0] && seen[1] && seen[2] && seen[3]);
	assert_int_equal(as_conditions_draw(&(struct as_conditions){0}, 1), 0);
}

static struct as_machine stated(const struct as_conditions *c, struct as_arena *a)
{
	struct as_machine m = {.environment_id = "bare"};

	assert_int_equal(as_conditions_state(c, a, &m, NULL), AS_OK);
	return m;
}

static void without_conditions_the_environment_is_the_same(void **state)
{
	struct as_arena a = {0};
	struct as_machine m = stated(&(struct as_conditions){.parallel = 1}, &a);

	(void)state;
	assert_int_equal(m.n_facts, 0);
	assert_string_equal(m.environment_id, "bare");
	as_arena_release(&a);
}

static void conditions_are_facts_of_the_environment_and_can_be_carried(void **state)
{
	const struct as_conditions c = {.pause_min_ns = 1500000, .pause_max_ns = INT64_C(2000000000), .parallel = 4,
		.cpus = "0-1", .cpuset = "1", .on_node = true, .node = 2, .policy = AS_POLICY_FIFO, .priority = 50};
	struct as_arena a = {0};
	struct as_machine m = stated(&c, &a), n = {.environment_id = "bare"};

	(void)state;
	assert_int_equal(m.n_facts, 6);
	assert_string_equal(as_machine_fact(&m, "load.pause"), "1500us..2s");
	assert_string_equal(as_machine_fact(&m, "load.parallel"), "4");
	assert_string_equal(as_machine_fact(&m, "isolation.cpu"), "0-1");
	assert_string_equal(as_machine_fact(&m, "isolation.numa"), "node 2");
	assert_string_equal(as_machine_fact(&m, "isolation.cpuset"), "1");
	assert_string_equal(as_machine_fact(&m, "isolation.priority"), "fifo 50");
	assert_int_equal(as_conditions_carry(&m, &a, &n, NULL), AS_OK);
	assert_string_equal(n.environment_id, m.environment_id);
	assert_int_equal(as_conditions_carry(&m, &a, &n, NULL), AS_OK); /* once is enough */
	assert_int_equal(n.n_facts, 6);
	as_arena_release(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_list_of_processors_becomes_bits),
		cmocka_unit_test(what_is_no_list_of_processors_is_refused_and_leaves_the_bits),
		cmocka_unit_test(a_wait_is_within_its_limits_and_follows_from_the_seed),
		cmocka_unit_test(without_conditions_the_environment_is_the_same),
		cmocka_unit_test(conditions_are_facts_of_the_environment_and_can_be_carried),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
