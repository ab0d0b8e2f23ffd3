/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What may be private is in no text of an experiment any more. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "format/redact.h"

static struct as_fact facts[] = {
	{AS_FACT_MACHINE, "cpu.model", "Core/7"},
	{AS_FACT_ENVIRONMENT, "kernel.build", "#1 root@BUILD7.corp.example"},
	{AS_FACT_ENVIRONMENT, "env.LD_PRELOAD", "/home/alice/x.so"},
	{AS_FACT_ENVIRONMENT, "env.TZ", "Moon/Crater"},
	{AS_FACT_ENVIRONMENT, "frequency.driver", "unknown (there is no /sys/x)"},
	{AS_FACT_STATE, "toolchain.cc", "/home/al ice/gcc 720339de"},
	{AS_FACT_STATE, "toolchain.ld", "/home/alice/ld"},
	{AS_FACT_STATE, "variables.names", "ALICE_TOKEN HOME"},
	{AS_FACT_STATE, "load.average", "0.5 0.4 0.3 1/168 9"},
};

static const char *const left[] = {"Core/7", "#1 root@host", "redacted", "redacted",
	"unknown (there is no /sys/x)", "redacted 720339de", "redacted", "redacted",
	"0.5 0.4 0.3 1/168 9"};

static void facts_lose_paths_and_the_names_of_variables(void **state)
{
	struct as_experiment *x = as_experiment_new();
	struct as_fact copy[sizeof facts / sizeof facts[0]];

	(void)state;
	assert_non_null(x);
	memcpy(copy, facts, sizeof facts);
	x->machine.host = "build7.corp.example";
	x->machine.facts = copy;
	x->machine.n_facts = sizeof facts / sizeof facts[0];
	assert_int_equal(as_redact(x, NULL), AS_OK);
	for (size_t i = 0; i < x->machine.n_facts; i++)
		assert_string_equal(copy[i].value, left[i]);
	x->machine.facts = NULL;
	x->machine.n_facts = 0;
	as_experiment_free(x);
}

static void the_host_is_found_with_its_domain_and_without(void **state)
{
	struct as_experiment *x = as_experiment_new();

	(void)state;
	assert_non_null(x);
	x->machine.host = "build7.corp.example";
	x->label = "on build7";
	x->note = "Build7.Corp.Example: as fast as build7";
	assert_int_equal(as_redact(x, NULL), AS_OK);
	assert_string_equal(x->machine.host, "redacted");
	assert_string_equal(x->label, "on host");
	assert_string_equal(x->note, "host: as fast as host");
	as_experiment_free(x);
}

static void a_name_that_shows_the_command_is_replaced(void **state)
{
	struct as_experiment *x = as_experiment_new();

	(void)state;
	assert_non_null(x);
	assert_non_null(as_experiment_add_subject(x, "prog --key=1", "prog --key=1"));
	assert_non_null(as_experiment_add_subject(x, "fast", "prog --key=2"));
	x->command_line = "assay run 'prog --key=1'";
	x->directory = "/home/alice";
	assert_int_equal(as_redact(x, NULL), AS_OK);
	assert_string_equal(x->subjects[0].name, "command 1");
	assert_string_equal(x->subjects[1].name, "fast");
	assert_string_equal(x->subjects[0].command, "redacted");
	assert_string_equal(x->command_line, "redacted");
	assert_string_equal(x->directory, "redacted");
	as_experiment_free(x);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(facts_lose_paths_and_the_names_of_variables),
		cmocka_unit_test(the_host_is_found_with_its_domain_and_without),
		cmocka_unit_test(a_name_that_shows_the_command_is_replaced),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
