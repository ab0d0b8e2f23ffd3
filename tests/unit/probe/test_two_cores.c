/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two cores of one kind, in trees of files that say what processors are. */
#include <ftw.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <cmocka.h>

#include "probe/two_cores.h"

enum { PATH_BYTES = 400 };

static char root[64];

/* A file below the root, with its folders. */
static void say(unsigned cpu, const char *file, const char *value)
{
	char path[PATH_BYTES];

	snprintf(path, sizeof path, "%s/sys/devices/system/cpu/cpu%u/%s", root, cpu, file);
	for (char *p = path + strlen(root) + 1; (p = strchr(p, '/')); p++) {
		*p = '\0';
		mkdir(path, 0755);
		*p = '/';
	}
	FILE *f = fopen(path, "w");
	assert_non_null(f);
	fprintf(f, "%s\n", value);
	assert_int_equal(fclose(f), 0);
}

static int set_up(void **state)
{
	(void)state;
	snprintf(root, sizeof root, "/tmp/assay-cores-XXXXXX");
	return !mkdtemp(root);
}

static int remove_one(const char *path, const struct stat *s, int type, struct FTW *at)
{
	(void)s;
	(void)type;
	(void)at;
	return remove(path);
}

static int tear_down(void **state)
{
	(void)state;
	return nftw(root, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

static bool choose(uint64_t may, unsigned out[2], char *reason)
{
	const struct as_probe_root at = {.root = root};

	return as_probe_two_cores(&at, &may, 1, out, reason);
}

static void threads_of_one_core_are_no_two_cores(void **state)
{
	char reason[AS_PROBE_REASON] = "";
	unsigned v[2] = {9, 9};

	(void)state;
	for (unsigned i = 0; i < 4; i++)
		say(i, "topology/thread_siblings_list", i < 2 ? "0-1" : "2,3");
	assert_true(choose(0xf, v, reason));
	assert_int_equal(v[0], 0);
	assert_int_equal(v[1], 2);
	assert_false(choose(0x3, v, reason));
	assert_non_null(strstr(reason, "threads of one core"));
}

static void cores_of_other_kinds_and_packages_are_passed_over(void **state)
{
	char reason[AS_PROBE_REASON] = "";
	unsigned v[2] = {9, 9};

	(void)state;
	say(0, "cpu_capacity", "1024");
	say(1, "cpu_capacity", "400");
	say(2, "cpu_capacity", "1024");
	say(2, "topology/physical_package_id", "1");
	say(0, "topology/physical_package_id", "0");
	say(3, "cpu_capacity", "400");
	assert_true(choose(0xf, v, reason));
	assert_int_equal(v[0], 1);
	assert_int_equal(v[1], 3);
	say(3, "cpufreq/cpuinfo_max_freq", "2000000");
	say(1, "cpufreq/cpuinfo_max_freq", "3000000");
	assert_false(choose(0xf, v, reason));
}

static void what_the_system_does_not_say_is_alike_and_one_processor_is_too_few(void **state)
{
	char reason[AS_PROBE_REASON] = "";
	unsigned v[2] = {9, 9};

	(void)state;
	assert_true(choose(UINT64_C(1) << 63 | 0x20, v, reason));
	assert_int_equal(v[0], 5);
	assert_int_equal(v[1], 63);
	assert_false(choose(0x20, v, reason));
	assert_string_equal(reason, "only one processor may be used here");
	assert_false(choose(0, v, reason));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(threads_of_one_core_are_no_two_cores, set_up,
			tear_down),
		cmocka_unit_test_setup_teardown(
			cores_of_other_kinds_and_packages_are_passed_over, set_up, tear_down),
		cmocka_unit_test_setup_teardown(
			what_the_system_does_not_say_is_alike_and_one_processor_is_too_few, set_up,
			tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
