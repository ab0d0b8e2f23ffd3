/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What readings mean, and what a record of quanta says. */
#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "analyse/diagnose/judge/judge_machine.h"

static const double nan_ = (double)NAN;

static struct as_disturbance judged(enum as_check_id id, const char *value, double number, double limit,
	const char *more)
{
	static struct as_diagnosis d;

	memset(&d, 0, sizeof d);
	for (size_t i = 0; i < AS_CHECKS; i++)
		snprintf(d.reading[i].why, sizeof d.reading[i].why, "not read");
	struct as_reading *r = &d.reading[id];
	*r = (struct as_reading){.known = true, .number = number, .limit = limit};
	snprintf(r->value, sizeof r->value, "%s", value);
	snprintf(r->more, sizeof r->more, "%s", more);
	as_doctor_judge(&d);
	assert_int_equal(d.count[AS_WEIGHT_UNKNOWN], AS_CHECKS - 1);
	for (size_t i = 0; i < AS_CHECKS; i++)
		if (d.found[i].check == id)
			return d.found[i];
	fail();
	return d.found[0];
}

static const struct {
	enum as_check_id id;
	const char *value;
	double number, limit;
	const char *more;
	enum as_weight weight;
} cases[] = {
	{AS_CHECK_GOVERNOR, "performance", nan_, nan_, "", AS_WEIGHT_FINE},
	{AS_CHECK_GOVERNOR, "mixed: performance, powersave", nan_, nan_, "", AS_WEIGHT_MATTERS},
	{AS_CHECK_TURBO, "on", nan_, nan_, "/x/boost", AS_WEIGHT_MATTERS},
	{AS_CHECK_TURBO, "off", nan_, nan_, "", AS_WEIGHT_FINE},
	{AS_CHECK_SMT, "on", nan_, nan_, "", AS_WEIGHT_MAY},
	{AS_CHECK_SMT, "notsupported", nan_, nan_, "", AS_WEIGHT_FINE},
	{AS_CHECK_ISOLATED, "none", nan_, nan_, "0-3", AS_WEIGHT_FINE},
	{AS_CHECK_ISOLATED, "2-3", nan_, nan_, "2-3", AS_WEIGHT_FINE},
	{AS_CHECK_ISOLATED, "2-3", nan_, nan_, "0-1", AS_WEIGHT_MAY},
	{AS_CHECK_THROTTLE, "0 times", 0, nan_, "", AS_WEIGHT_FINE},
	{AS_CHECK_THROTTLE, "3 times", 3, nan_, "", AS_WEIGHT_MAY},
	{AS_CHECK_TEMPERATURE, "89 degrees", 89, 100, "", AS_WEIGHT_FINE},
	{AS_CHECK_TEMPERATURE, "90 degrees", 90, 100, "", AS_WEIGHT_MATTERS},
	{AS_CHECK_TEMPERATURE, "90 degrees", 90, nan_, "", AS_WEIGHT_FINE},
	{AS_CHECK_VIRTUAL, "no", nan_, nan_, "", AS_WEIGHT_FINE},
	{AS_CHECK_VIRTUAL, "yes, QEMU", nan_, nan_, "", AS_WEIGHT_MAY},
	{AS_CHECK_STEAL, "x", 0, nan_, "", AS_WEIGHT_FINE},
	{AS_CHECK_STEAL, "x", 0.005, nan_, "", AS_WEIGHT_MAY},
	{AS_CHECK_STEAL, "x", 0.02, nan_, "", AS_WEIGHT_MATTERS},
	{AS_CHECK_LOAD, "x", 0.1, 2, "", AS_WEIGHT_FINE},
	{AS_CHECK_LOAD, "x", 1, 2, "", AS_WEIGHT_MAY},
	{AS_CHECK_LOAD, "x", 2, 2, "", AS_WEIGHT_MATTERS},
	{AS_CHECK_LOAD, "x", 2, nan_, "", AS_WEIGHT_MATTERS},
	{AS_CHECK_ASLR, "full", nan_, nan_, "", AS_WEIGHT_FINE},
	{AS_CHECK_ASLR, "off", nan_, nan_, "", AS_WEIGHT_MATTERS},
	{AS_CHECK_HUGE_PAGES, "always", nan_, nan_, "", AS_WEIGHT_MAY},
	{AS_CHECK_HUGE_PAGES, "madvise", nan_, nan_, "", AS_WEIGHT_FINE},
	{AS_CHECK_SWAP, "none", nan_, nan_, "", AS_WEIGHT_FINE},
	{AS_CHECK_SWAP, "on", 1e6, 1, "", AS_WEIGHT_MATTERS},
	{AS_CHECK_SWAP, "on", 0, 60, "", AS_WEIGHT_MAY},
	{AS_CHECK_SWAP, "on", nan_, nan_, "", AS_WEIGHT_MAY},
	{AS_CHECK_SWAP, "on", 0, 1, "", AS_WEIGHT_FINE},
	{AS_CHECK_MEMORY, "x", 50, 100, "", AS_WEIGHT_FINE},
	{AS_CHECK_MEMORY, "x", 5, 100, "", AS_WEIGHT_MAY},
	{AS_CHECK_MEMORY, "x", 2, 100, "", AS_WEIGHT_MATTERS},
	{AS_CHECK_CLOCK, "tsc", nan_, nan_, "", AS_WEIGHT_FINE},
	{AS_CHECK_CLOCK, "acpi_pm", nan_, nan_, "hpet acpi_pm", AS_WEIGHT_MATTERS},
	{AS_CHECK_CGROUP, "none", (double)INFINITY, 4, "", AS_WEIGHT_FINE},
	{AS_CHECK_CGROUP, "4 processors", 4, 4, "", AS_WEIGHT_FINE},
	{AS_CHECK_CGROUP, "1.5 processors", 1.5, 4, "/a/cpu.max", AS_WEIGHT_MATTERS},
	{AS_CHECK_COUNTERS, "4", 4, nan_, "all", AS_WEIGHT_FINE},
	{AS_CHECK_COUNTERS, "1", 1, nan_, "", AS_WEIGHT_FINE},
	{AS_CHECK_COUNTERS, "2", 2, nan_, "", AS_WEIGHT_MAY},
	{AS_CHECK_TEMPORARY, "tmpfs", nan_, nan_, "/tmp", AS_WEIGHT_FINE},
	{AS_CHECK_TEMPORARY, "ext4", 5e9, nan_, "/tmp", AS_WEIGHT_FINE},
	{AS_CHECK_TEMPORARY, "nfs4", 5e9, nan_, "/tmp", AS_WEIGHT_MAY},
	{AS_CHECK_TEMPORARY, "ext4", 5e7, nan_, "/tmp", AS_WEIGHT_MATTERS},
};

static void each_reading_has_its_weight(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct as_disturbance f =
			judged(cases[i].id, cases[i].value, cases[i].number, cases[i].limit, cases[i].more);
		if (f.weight != cases[i].weight)
			print_error("%s '%s' %g\n", as_check_names[cases[i].id].name, cases[i].value, cases[i].number);
		assert_int_equal(f.weight, cases[i].weight);
		assert_true(*f.says);
		assert_int_equal(f.kind != AS_CURE_NONE, f.weight >= AS_WEIGHT_MAY);
		assert_int_equal(f.kind != AS_CURE_NONE, *f.cure != 0);
	}
}

static void what_a_shell_would_act_upon_is_in_no_command(void **state)
{
	static const char *const bad[] = {"/a b", "/$(x)", "/a;b", "a", "/a'b", "/a\nb", "", "/*"};

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
		assert_int_equal(judged(AS_CHECK_CGROUP, "1 processors", 1, 4, bad[i]).kind, AS_CURE_DO);
		assert_int_equal(judged(AS_CHECK_TEMPORARY, "ext4", 0, nan_, bad[i]).kind, AS_CURE_DO);
	}
	assert_int_equal(judged(AS_CHECK_CGROUP, "1 processors", 1, 4, "/sys/fs/cgroup/a/cpu.max").kind, AS_CURE_COMMAND);
}

static void the_weightiest_come_first(void **state)
{
	static struct as_diagnosis d;

	(void)state;
	for (size_t i = 0; i < AS_CHECKS; i++)
		snprintf(d.reading[i].why, sizeof d.reading[i].why, "not read");
	d.reading[AS_CHECK_GOVERNOR] = (struct as_reading){.known = true, .value = "performance"};
	d.reading[AS_CHECK_SMT] = (struct as_reading){.known = true, .value = "on"};
	d.reading[AS_CHECK_ASLR] = (struct as_reading){.known = true, .value = "off"};
	as_doctor_judge(&d);
	assert_int_equal(d.found[0].check, AS_CHECK_ASLR);
	assert_int_equal(d.found[1].check, AS_CHECK_SMT);
	assert_int_equal(d.found[2].check, AS_CHECK_TURBO);
	assert_int_equal(d.found[AS_CHECKS - 1].check, AS_CHECK_GOVERNOR);
	assert_string_equal(d.found[2].says, "not read");
}

enum { N = 1000 };

static void nothing_is_taken_where_all_quanta_are_alike(void **state)
{
	struct as_arena a = {0};
	struct as_quanta_found f;
	uint32_t ns[N];

	(void)state;
	for (size_t i = 0; i < N; i++)
		ns[i] = 100000;
	const struct as_quanta_core core = {.cpu = 3, .ns = ns, .n = N};
	const struct as_quanta q = {.core = &core, .n_cores = 1, .steal_ns = nan_, .seconds = 0.1};
	assert_int_equal(as_doctor_quanta(&q, &a, &f, NULL), AS_OK);
	assert_int_equal(f.core[0].cpu, 3);
	assert_true(f.all.taken < 1e-12 && f.all.per_s < 1e-12 && f.all.max_ns < 1e-9);
	assert_true(fabs(f.all.median_ns - 100000) < 1e-9);
	assert_true(f.sd < 1e-12 && f.smallest < 1e-9);
	assert_true(isnan(f.steal));
	as_arena_release(&a);
}

/* Every 100th takes 1 ms more, one of 4 us more is no pause: 10 pauses in 0.11 s. */
static void pauses_are_counted_and_what_they_took(void **state)
{
	struct as_arena a = {0};
	struct as_quanta_found f;
	uint32_t ns[N];

	(void)state;
	for (size_t i = 0; i < N; i++)
		ns[i] = i % 100 == 7 ? 1100000 : i == 50 ? 104000 : 100000;
	const struct as_quanta_core core[2] = {{.cpu = 0, .ns = ns, .n = N, .switches = 11}, {.cpu = 1, .ns = ns, .n = N}};
	const struct as_quanta q = {.core = core, .n_cores = 2, .steal_ns = 2e7, .seconds = 0.11};
	const double all_s = (N * 1e5 + 10 * 1e6 + 4e3) / 1e9;

	assert_int_equal(as_doctor_quanta(&q, &a, &f, NULL), AS_OK);
	assert_true(fabs(f.core[0].taken - 0.01 / all_s) < 1e-12);
	assert_true(fabs(f.core[0].per_s - 10 / all_s) < 1e-9);
	assert_true(fabs(f.all.per_s - 20 / all_s) < 1e-9);
	assert_true(fabs(f.all.taken - f.core[0].taken) < 1e-12);
	assert_true(fabs(f.core[0].switches_per_s - 11 / all_s) < 1e-9);
	assert_true(fabs(f.all.switches_per_s - 11 / all_s) < 1e-9);
	assert_true(fabs(f.core[0].max_ns - 1e6) < 1e-6);
	assert_true(fabs(f.steal - 0.02 / 0.22) < 1e-12);
	as_arena_release(&a);
}

/* Stretches of 50 quanta: ten take 1 % more than the other ten. With s^2 = 20/19 (ln 1.01 / 2)^2 of each
 * core, the factors of t with 18 degrees of freedom are 2.100922 and 0.862. */
static void what_differences_can_be_told_follows_from_the_stretches(void **state)
{
	struct as_arena a = {0};
	struct as_quanta_found f;
	uint32_t ns[N];
	const double sd = log(1.01) / 2 * sqrt(20. / 19);

	(void)state;
	for (size_t i = 0; i < N; i++)
		ns[i] = i / 50 % 2 ? 101000 : 100000;
	const struct as_quanta_core core[2] = {{.cpu = 0, .ns = ns, .n = N}, {.cpu = 1, .ns = ns, .n = N}};
	const struct as_quanta q = {.core = core, .n_cores = 2, .steal_ns = nan_, .seconds = 0.1};
	assert_int_equal(as_doctor_quanta(&q, &a, &f, NULL), AS_OK);
	assert_true(fabs(f.sd - sd) < 1e-12);
	assert_true(fabs(f.df - 18) < 1e-9);
	assert_int_equal(f.group, 10);
	assert_true(fabs(f.smallest - expm1((2.100922 + 0.862049) * sd * sqrt(0.2))) < 1e-6);
	assert_true(fabs(f.stretch_s - 50 * 100500e-9) < 1e-12);
	as_arena_release(&a);
}

static void few_quanta_say_nothing_of_differences_and_none_is_an_error(void **state)
{
	struct as_arena a = {0};
	struct as_quanta_found f;
	struct as_err err = {0};
	uint32_t ns[N] = {0};

	(void)state;
	for (size_t i = 0; i < 100; i++)
		ns[i] = 100000;
	struct as_quanta_core core = {.cpu = 5, .ns = ns, .n = 100};
	const struct as_quanta q = {.core = &core, .n_cores = 1, .steal_ns = nan_, .seconds = 0.1};
	assert_int_equal(as_doctor_quanta(&q, &a, &f, NULL), AS_OK);
	assert_true(isnan(f.smallest) && isnan(f.sd));
	core.n = 0;
	assert_int_equal(as_doctor_quanta(&q, &a, &f, &err), AS_ERR_DATA);
	assert_string_equal(err.msg, "cannot say how noisy processor 5 is: it recorded nothing");
	core.ns = ns + 200;
	core.n = 10;
	assert_int_equal(as_doctor_quanta(&q, &a, &f, &err), AS_ERR_DATA);
	as_arena_release(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_reading_has_its_weight),
		cmocka_unit_test(what_a_shell_would_act_upon_is_in_no_command),
		cmocka_unit_test(the_weightiest_come_first),
		cmocka_unit_test(nothing_is_taken_where_all_quanta_are_alike),
		cmocka_unit_test(pauses_are_counted_and_what_they_took),
		cmocka_unit_test(what_differences_can_be_told_follows_from_the_stretches),
		cmocka_unit_test(few_quanta_say_nothing_of_differences_and_none_is_an_error),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
