/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <errno.h>
#include <linux/perf_event.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

#include "probe/counting/counter.h"

/* A root with this as kernel.perf_event_paranoid (NULL: without), and a processor's counters or none. */
struct tree {
	char path[64];
	struct as_probe_root root;
};

static void make(const char *root, const char *path)
{
	char whole[256];

	snprintf(whole, sizeof whole, "%s%s", root, path);
	for (char *s = strchr(whole + strlen(root) + 1, '/'); s; s = strchr(s + 1, '/')) {
		*s = '\0';
		mkdir(whole, 0755);
		*s = '/';
	}
	mkdir(whole, 0755);
}

static void put(const char *root, const char *path, const char *text)
{
	char whole[256];

	snprintf(whole, sizeof whole, "%s%s", root, path);
	FILE *f = fopen(whole, "w");
	assert_non_null(f);
	fprintf(f, "%s\n", text);
	assert_int_equal(fclose(f), 0);
}

static void plant(struct tree *t, const char *paranoid, bool pmu)
{
	strcpy(t->path, "/tmp/assay-test-counter-XXXXXX");
	assert_non_null(mkdtemp(t->path));
	t->root = (struct as_probe_root){.root = t->path};
	make(t->path, "/proc/sys/kernel");
	make(t->path, "/sys/bus/event_source/devices/cpu");
	if (pmu)
		put(t->path, "/sys/bus/event_source/devices/cpu/type", "4");
	if (paranoid)
		put(t->path, "/proc/sys/kernel/perf_event_paranoid", paranoid);
}

static void fell(struct tree *t)
{
	static const char *const parts[] = {"/proc/sys/kernel/perf_event_paranoid", "/proc/sys/kernel",
		"/proc/sys", "/proc", "/sys/bus/event_source/devices/cpu/type", "/sys/bus/event_source/devices/cpu", "/sys/bus/event_source/devices",
		"/sys/bus/event_source", "/sys/bus", "/sys", ""};
	char path[256];

	for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
		snprintf(path, sizeof path, "%s%s", t->path, parts[i]);
		remove(path);
	}
}

static struct as_counter counter(struct as_arena *a, const char *word)
{
	struct as_counter c = {0};
	bool found = false;

	assert_int_equal(as_counter_find(word, a, &c, &found, NULL), AS_OK);
	assert_true(found);
	return c;
}

static void assert_why(const char *word, int error, const char *paranoid, bool pmu, const char *words)
{
	struct as_arena a = {0};
	struct as_counter c = counter(&a, word);
	char why[AS_PROBE_REASON];
	struct tree t;

	plant(&t, paranoid, pmu);
	as_counter_why(&c, error, &t.root, why);
	fell(&t);
	assert_string_equal(why, words);
	as_arena_release(&a);
}

static void names_are_perfs_with_either_dash(void **state)
{
	struct as_arena a = {0};
	struct as_counter c = counter(&a, "branch-misses");

	(void)state;
	assert_string_equal(c.metric.name, "branch_misses");
	assert_string_equal(c.metric.unit, "count");
	assert_int_equal(c.metric.better, AS_BETTER_LESS);
	assert_int_equal(c.metric.level, AS_LEVEL_EXECUTION);
	assert_int_equal(c.type, PERF_TYPE_HARDWARE);
	assert_int_equal(c.config, PERF_COUNT_HW_BRANCH_MISSES);
	assert_false(c.no_user || c.no_kernel);
	c = counter(&a, "L1-dcache-load-misses");
	assert_string_equal(c.metric.name, "L1_dcache_load_misses");
	assert_int_equal(c.type, PERF_TYPE_HW_CACHE);
	assert_int_equal(c.config, 0x10000);
	assert_string_equal(counter(&a, "task_clock").metric.unit, "ns");
	for (size_t i = 0; i < as_n_counters; i++)
		assert_string_equal(counter(&a, as_counter_names[i]).metric.name, as_counter_names[i]);
	as_arena_release(&a);
}

static void a_suffix_leaves_out_the_other_side(void **state)
{
	struct as_arena a = {0};
	struct as_counter c = counter(&a, "page-faults:u");

	(void)state;
	assert_string_equal(c.metric.name, "page_faults:u");
	assert_true(c.no_kernel && !c.no_user);
	c = counter(&a, "instructions:k");
	assert_string_equal(c.metric.name, "instructions:k");
	assert_true(c.no_user && !c.no_kernel);
	as_arena_release(&a);
}

static void a_suffix_that_cannot_be_is_refused_with_the_reason(void **state)
{
	static const struct {
		const char *word, *message;
	} cases[] = {
		{"context-switches:u", "cannot count 'context_switches:u': it happens in the kernel only; "
			"leave out the suffix"},
		{"task_clock:k", "cannot count 'task_clock:k': it is not told apart; the metrics user and "
			"system are"},
		{"cycles:", "cannot count 'cycles:': expected :u, what the program does itself, or :k, what "
			"the kernel does for it"},
		{"cycles:uk", "cannot count 'cycles:uk': expected :u, what the program does itself, or :k, "
			"what the kernel does for it"},
	};
	struct as_arena a = {0};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct as_counter c;
		struct as_err err = {0};
		bool found;

		assert_int_equal(as_counter_find(cases[i].word, &a, &c, &found, &err), AS_ERR_USAGE);
		assert_string_equal(err.msg, cases[i].message);
	}
	as_arena_release(&a);
}

static void what_is_no_counter_is_not_found(void **state)
{
	static const char *const words[] = {"", ":", ":u", "-", "instruction", "instructionss", "wall",
		"no_such_counter", "NO_SUCH::COUNTER", "perf::", "\xff::\xfe"};
	struct as_arena a = {0};

	(void)state;
	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
		struct as_counter c;
		bool found = true;

		assert_int_equal(as_counter_find(words[i], &a, &c, &found, NULL), AS_OK);
		assert_false(found);
	}
	as_arena_release(&a);
}

static void libpfm_names_become_numbers_in_assay(void **state)
{
	struct as_arena a = {0};
	struct as_counter c;
	bool found = false;

	(void)state;
	assert_int_equal(as_counter_find("perf::PAGE-FAULTS:u", &a, &c, &found, NULL), AS_OK);
	if (!found)
		skip(); /* built without libpfm4 */
	assert_string_equal(c.metric.name, "perf::PAGE-FAULTS:u");
	assert_int_equal(c.type, PERF_TYPE_SOFTWARE);
	assert_int_equal(c.config, PERF_COUNT_SW_PAGE_FAULTS);
	assert_true(c.no_kernel && !c.no_user);
	as_arena_release(&a);
}

static void without_permission_the_setting_that_allows_it_is_named(void **state)
{
	(void)state;
	assert_why("cycles", EACCES, "2", true, "kernel.perf_event_paranoid is 2, which leaves it to root; "
		"sysctl kernel.perf_event_paranoid=1 allows it, and :u behind the name counts without the "
		"kernel");
	assert_why("cycles", EPERM, "4", true, "kernel.perf_event_paranoid is 4, which leaves it to root; "
		"sysctl kernel.perf_event_paranoid=1 allows it");
	assert_why("cycles:u", EACCES, "3", true, "kernel.perf_event_paranoid is 3, which leaves it to "
		"root; sysctl kernel.perf_event_paranoid=2 allows it");
}

static void without_permission_though_the_setting_allows_it_something_else_forbids(void **state)
{
	static const char *const settings[] = {"1", "-1", "", "x", NULL};

	(void)state;
	for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++)
		assert_why("cycles", EACCES, settings[i], true, "the system forbids perf_event_open, as "
			"containers do; one that is started with --cap-add PERFMON may be allowed it");
	assert_why("cycles:u", EACCES, "2", true, "the system forbids perf_event_open, as containers do; "
		"one that is started with --cap-add PERFMON may be allowed it");
}

static void without_hardware_it_is_the_machine_that_has_none(void **state)
{
	(void)state;
	assert_why("instructions", ENOENT, "2", false, "the machine has no hardware counters, as most "
		"virtual ones; a machine of its own has them, and so has a guest whose host passes the PMU "
		"through");
	assert_why("instructions", EOPNOTSUPP, "2", true, "the processor does not count it");
}

static void each_refusal_has_words_of_its_own(void **state)
{
	(void)state;
	assert_why("page_faults", EMFILE, "2", true,
		"too many files are open; ulimit -n 4096 in this shell allows more");
	assert_why("page_faults", ENOSYS, "2", true,
		"the kernel was built without counters (CONFIG_PERF_EVENTS)");
	assert_why("cycles", EBUSY, "2", true, "the counters are taken; sysctl kernel.nmi_watchdog=0 frees "
		"the one of the watchdog");
	assert_why("cycles", EINVAL, "2", true, "the kernel does not know it, or not with this suffix");
	assert_why("page_faults", ENOENT, "2", false,
		"perf_event_open says: No such file or directory");
	assert_why("page_faults", ENOMEM, "2", true, "perf_event_open says: Cannot allocate memory");
}

static void a_share_of_the_time_is_scaled_to_all_of_it(void **state)
{
	double share = 0;

	(void)state;
	assert_true(fabs(as_counter_scaled(1000, 4000, 1000, &share) - 4000) < 1e-9);
	assert_true(fabs(share - 0.25) < 1e-12);
	assert_true(fabs(as_counter_scaled(7, 5000, 5000, &share) - 7) < 1e-12);
	assert_true(fabs(share - 1) < 1e-12);
	assert_true(fabs(as_counter_scaled(7, 5000, 5001, &share) - 7) < 1e-12);
	assert_true(fabs(as_counter_scaled(0, 5000, 1, &share)) < 1e-12);
	assert_true(fabs(as_counter_scaled(INT64_MAX, INT64_MAX, 1, &share) / 8.507e37 - 1) < 1e-3);
}

static void what_never_ran_has_no_value_instead_of_none(void **state)
{
	static const int64_t never[][3] = {{0, 5000, 0}, {3, 5000, 0}, {0, 0, 0}, {3, 0, 5}, {3, -1, 5},
		{3, 5, -1}, {-1, 5, 5}};
	double share;

	(void)state;
	for (size_t i = 0; i < sizeof never / sizeof never[0]; i++) {
		assert_true(isnan(as_counter_scaled(never[i][0], never[i][1], never[i][2], &share)));
		assert_true(isnan(share));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_are_perfs_with_either_dash),
		cmocka_unit_test(a_suffix_leaves_out_the_other_side),
		cmocka_unit_test(a_suffix_that_cannot_be_is_refused_with_the_reason),
		cmocka_unit_test(what_is_no_counter_is_not_found),
		cmocka_unit_test(libpfm_names_become_numbers_in_assay),
		cmocka_unit_test(without_permission_the_setting_that_allows_it_is_named),
		cmocka_unit_test(without_permission_though_the_setting_allows_it_something_else_forbids),
		cmocka_unit_test(without_hardware_it_is_the_machine_that_has_none),
		cmocka_unit_test(each_refusal_has_words_of_its_own),
		cmocka_unit_test(a_share_of_the_time_is_scaled_to_all_of_it),
		cmocka_unit_test(what_never_ran_has_no_value_instead_of_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
