/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "probe/probe.h"

#define DATA TEST_DATA "/probe/"

static const struct as_probe_root guest = {.root = DATA "recorded-guest"};
static const struct as_probe_root metal = {.root = DATA "constructed-bare-metal"};
static const struct as_probe_root nowhere = {.root = "/nonexistent"};

static double value_of(const struct as_probe *p, const struct as_probe_root *root)
{
	struct as_probe_reader r = {.fd = -1};
	struct as_err err = {0};
	double v = (double)NAN;

	assert_int_equal(as_probe_open(p, root, &r, &err), AS_OK);
	assert_int_equal(as_probe_read(&r, &v, &err), AS_OK);
	assert_int_equal(as_probe_read(&r, &v, &err), AS_OK); /* again, from the same beginning */
	as_probe_close(&r);
	assert_int_equal(r.fd, -1);
	as_probe_close(&r);
	return v;
}

static void load_is_the_one_minute_average(void **state)
{
	(void)state;
	assert_true(fabs(value_of(&as_probe_load, &metal) - 1.25) < 1e-12);
}

static void steal_is_in_ns_over_all_processors(void **state)
{
	const double tick_ns = 1e9 / (double)sysconf(_SC_CLK_TCK);

	(void)state;
	assert_true(fabs(value_of(&as_probe_steal, &guest) - 36 * tick_ns) < 1);
	assert_true(fabs(value_of(&as_probe_steal, &metal)) < 1);
}

static void this_system_can_be_read(void **state)
{
	const struct as_probe_root here = {0};
	double load = value_of(&as_probe_load, &here), steal = value_of(&as_probe_steal, &here);

	(void)state;
	assert_true(load >= 0 && isfinite(load));
	assert_true(steal >= 0 && isfinite(steal));
}

static void what_cannot_be_opened_is_said_with_its_path(void **state)
{
	struct as_probe_reader r = {.fd = 77};
	struct as_err err = {0};

	(void)state;
	assert_int_equal(as_probe_open(&as_probe_load, &nowhere, &r, &err), AS_ERR_SYS);
	assert_string_equal(err.msg,
		"cannot open '/nonexistent/proc/loadavg' to read the load of the machine");
	assert_int_equal(r.fd, 77);
	assert_int_equal(as_probe_open(&as_probe_cpu, &guest, &r, &err), AS_ERR_ARG);
}

static void garbled_text_is_refused(void **state)
{
	static const char *const loads[] = {"", " ", "nan 0 0 1/2 3", "-1 0 0", "0.1", "inf 1 1", "x 1 1"};
	static const char *const stats[] = {"", "cpu", "cpu ", "cpu  1 2 3 4 5 6 7", "cpu0 1 2 3 4 5 6 7 8",
		"cpu  1 2 3 4 5 6 7 x", "cpu  1 2 3 4 5 6 7 -8", "intr 1 2 3 4 5 6 7 8"};
	double v = 77;

	(void)state;
	for (size_t i = 0; i < sizeof loads / sizeof loads[0]; i++)
		assert_false(as_probe_load.parse(loads[i], &v));
	for (size_t i = 0; i < sizeof stats / sizeof stats[0]; i++)
		assert_false(as_probe_steal.parse(stats[i], &v));
	assert_true(fabs(v - 77) < 1e-12);
	assert_true(as_probe_steal.parse("cpu  1 2 3 4 5 6 7 8", &v));
}

static void every_probe_that_is_unavailable_says_why_and_what_would_help(void **state)
{
	size_t missing = 0;

	(void)state;
	for (size_t i = 0; i < as_n_probes; i++) {
		char reason[AS_PROBE_REASON] = "";
		const struct as_probe *p = as_probes[i];
		assert_true(p->name && *p->name && p->summary && p->available);
		assert_true(p->facts || p->parse);
		assert_int_equal(p->parse != NULL, p->metric != AS_PROBE_NO_METRIC);
		if (p->available(&nowhere, reason))
			continue;
		missing++;
		assert_true(*reason && strpbrk(reason, ";"));
	}
	assert_true(missing >= 7);
	char reason[AS_PROBE_REASON] = "";
	assert_false(as_probe_frequency.available(&guest, reason));
	assert_string_equal(reason, "there is no /sys/devices/system/cpu/cpu0/cpufreq/scaling_governor; a "
		"virtual machine's host sets its frequency, other machines need a kernel with cpufreq");
	assert_true(as_probe_frequency.available(&metal, reason));
	assert_true(as_probe_steal.available(&metal, reason));
}

static void put(const char *path, const char *bytes, size_t n)
{
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	assert_int_equal(fwrite(bytes, 1, n, f), n);
	assert_int_equal(fclose(f), 0);
}

/* Expected values: `xxhsum -H2` of xxHash 0.8.1 over the same bytes. */
static void a_file_has_the_hash_that_xxhsum_gives(void **state)
{
	char path[] = "/tmp/test_probe.XXXXXX", hex[AS_HASH_HEX], again[AS_HASH_HEX];
	int fd = mkstemp(path);

	(void)state;
	assert_true(fd >= 0);
	close(fd);
	assert_int_equal(as_probe_file_hash(path, hex, NULL), AS_OK);
	assert_string_equal(hex, "99aa06d3014798d86001c324468d497f");
	put(path, "abc", 3);
	assert_int_equal(as_probe_file_hash(path, hex, NULL), AS_OK);
	assert_string_equal(hex, "06b05ab6733a618578af5f94892f3950");

	char *large = calloc(1, 200000); /* more than one buffer */
	assert_non_null(large);
	put(path, large, 200000);
	assert_int_equal(as_probe_file_hash(path, hex, NULL), AS_OK);
	assert_string_equal(hex, "259dc0dfa685d5c591c9851cfe25f231");
	large[199999] = 1;
	put(path, large, 200000);
	assert_int_equal(as_probe_file_hash(path, again, NULL), AS_OK);
	assert_string_not_equal(hex, again);
	free(large);
	assert_int_equal(unlink(path), 0);
}

static void what_is_no_file_has_no_hash(void **state)
{
	char hex[AS_HASH_HEX] = "kept";
	struct as_err err = {0};

	(void)state;
	assert_int_equal(as_probe_file_hash("/nonexistent", hex, &err), AS_ERR_SYS);
	assert_string_equal(err.msg, "cannot open '/nonexistent' to hash it");
	assert_int_equal(as_probe_file_hash("/tmp", hex, &err), AS_ERR_DATA);
	assert_string_equal(err.msg, "cannot hash '/tmp': it is not a regular file");
	assert_string_equal(hex, "kept");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(load_is_the_one_minute_average),
		cmocka_unit_test(steal_is_in_ns_over_all_processors),
		cmocka_unit_test(this_system_can_be_read),
		cmocka_unit_test(what_cannot_be_opened_is_said_with_its_path),
		cmocka_unit_test(garbled_text_is_refused),
		cmocka_unit_test(every_probe_that_is_unavailable_says_why_and_what_would_help),
		cmocka_unit_test(a_file_has_the_hash_that_xxhsum_gives),
		cmocka_unit_test(what_is_no_file_has_no_hash),
	};
	return cmocka_run_group_tests_name("probe", tests, NULL, NULL);
}
