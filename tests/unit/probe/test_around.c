/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

#include "probe/around_read.h"

#define DATA TEST_DATA "/probe/"

static const struct as_probe_root laptop = {.root = DATA "constructed-laptop"};
static const struct as_probe_root guest = {.root = DATA "recorded-guest"};
static const struct as_probe_root nowhere = {.root = "/nonexistent"};

static bool is_near(double a, double b)
{
	return fabs(a - b) <= 1e-9 * fabs(b) + 1e-12;
}

static struct as_around_reading read_of(const struct as_probe_root *root,
	enum as_around_extent extent)
{
	struct as_around a;
	struct as_around_reading r, again;

	as_around_open(&a, root, extent);
	as_around_read(&a, &r);
	as_around_read(&a, &again); /* from the same beginning */
	assert_memory_equal(&r, &again, sizeof r);
	as_around_close(&a);
	as_around_close(&a);
	return r;
}

static void a_laptop_has_all_of_it(void **state)
{
	const double tick_ns = 1e9 / (double)sysconf(_SC_CLK_TCK);
	struct as_around_reading r = read_of(&laptop, AS_AROUND_ALL);

	(void)state;
	assert_true(is_near(r.load, 2.31));
	assert_true(is_near(r.run_queue, 3)); /* four ran, one of them the reader */
	assert_true(is_near(r.busy_ns, (912411 + 1022 + 301233 + 0 + 9021) * tick_ns));
	assert_true(is_near(r.steal_ns, 0));
	assert_true(is_near(r.frequency, (3 * 1.2e9 + 5 * 4.8e9) / 8));
	assert_true(is_near(r.temperature, 93));
	assert_true(is_near(r.throttles, 8 * 37));
}

static void what_has_to_be_looked_for_is_not_read_usually(void **state)
{
	struct as_around_reading r = read_of(&laptop, AS_AROUND_USUAL);

	(void)state;
	assert_true(isfinite(r.load) && isfinite(r.busy_ns) && isfinite(r.frequency));
	assert_true(isnan(r.temperature) && isnan(r.throttles));
	r = read_of(&laptop, AS_AROUND_NONE);
	assert_true(isnan(r.load) && isnan(r.run_queue) && isnan(r.busy_ns) && isnan(r.steal_ns) &&
		isnan(r.frequency));
}

static void a_guest_has_no_frequency(void **state)
{
	struct as_around_reading r = read_of(&guest, AS_AROUND_ALL);

	(void)state;
	assert_true(isfinite(r.load) && isfinite(r.run_queue) && isfinite(r.busy_ns));
	assert_true(isnan(r.frequency) && isnan(r.temperature) && isnan(r.throttles));
}

static void where_there_is_nothing_nothing_is_read(void **state)
{
	struct as_around a;
	struct as_around_reading r = read_of(&nowhere, AS_AROUND_ALL);
	char name[AS_AROUND_NAME] = "x";

	(void)state;
	assert_true(isnan(r.load) && isnan(r.run_queue) && isnan(r.busy_ns) && isnan(r.steal_ns));
	as_around_open(&a, &nowhere, AS_AROUND_ALL);
	assert_true(isnan(as_around_biggest(&a, 1, name)));
	assert_string_equal(name, "");
	as_around_close(&a);
}

static void garbled_files_say_nothing(void **state)
{
	static const char *const loads[] = {"", "x", "-1 0 0 1/2 3", "nan 0 0 1/2 3", "0.1"};
	static const char *const stats[] = {"", "cpu", "cpu  1 2 3 4 5 6", "cpu  1 2 x 4 5 6 7 8",
		"cpu0 1 2 3 4 5 6 7 8", "cpu  1 2 3 4 5 6 -7 8"};
	struct as_around_reading r = {.load = 7, .load_5 = 7, .run_queue = 7};
	double a = 7, b = 7;

	(void)state;
	for (size_t i = 0; i < sizeof loads / sizeof loads[0]; i++)
		assert_false(as_around_parse_load(loads[i], &r));
	for (size_t i = 0; i < sizeof stats / sizeof stats[0]; i++)
		assert_false(as_around_parse_stat(stats[i], &a, &b));
	assert_true(is_near(a, 7) && is_near(b, 7));
	assert_true(is_near(r.load, 7) && is_near(r.load_5, 7) && is_near(r.run_queue, 7));
	assert_true(as_around_parse_load("0.5 0.25 0 many 3", &r));
	assert_true(is_near(r.load, 0.5) && is_near(r.load_5, 0.25) && isnan(r.run_queue));
	assert_true(as_around_parse_load("0.5 x 0 0/9 3", &r));
	assert_true(isnan(r.load_5) && is_near(r.run_queue, 0));
	assert_true(as_around_parse_stat("cpu  1 2 3 4 5 6 7", &a, &b)); /* an old kernel: no steal */
	assert_true(isnan(b));
}

static void a_process_may_be_called_anything(void **state)
{
	struct as_around_task t = {.pid = 5};

	(void)state;
	assert_true(as_around_parse_task("12 (a) R 7 (b) R 7 1 1 0 -1 0 0 0 0 0 40 2 0 0 20 0 1 0 99 0", &t));
	assert_int_equal(t.pid, 12);
	assert_string_equal(t.name, "a) R 7 (b");
	assert_int_equal(t.parent, 7);
	assert_int_equal(t.ticks, 42);
	assert_int_equal(t.started, 99);
	assert_true(as_around_parse_task("1 () S 0 1 1 0 -1 0 0 0 0 0 1 2 0 0 20 0 1 0 3 0", &t));
	assert_string_equal(t.name, "");
	assert_false(as_around_parse_task("", &t));
	assert_false(as_around_parse_task("x (a) R 7", &t));
	assert_false(as_around_parse_task("12 )a( R 7 1 1 0 -1 0 0 0 0 0 40 2 0 0 20 0 1 0 99 0", &t));
	assert_false(as_around_parse_task("12 (a) R 7 1 1 0 -1 0 0 0 0 0 40 2", &t));
	assert_false(as_around_parse_task("12 (a) R 7 1 1 0 -1 0 0 0 0 0 x y 0 0 20 0 1 0 99 0", &t));
	assert_string_equal(t.name, "");
}

static void put_task(const char *root, int pid, const char *name, int parent, int ticks, int started)
{
	char path[PATH_MAX];

	snprintf(path, sizeof path, "%s/proc/%d", root, pid);
	assert_true(!mkdir(path, 0700) || access(path, F_OK) == 0);
	snprintf(path, sizeof path, "%s/proc/%d/stat", root, pid);
	FILE *f = fopen(path, "w");
	assert_non_null(f);
	fprintf(f, "%d (%s) R %d 1 1 0 -1 0 0 0 0 0 %d 0 0 0 20 0 1 0 %d 0\n", pid, name, parent, ticks,
		started);
	assert_int_equal(fclose(f), 0);
}

static void remove_task(const char *root, int pid)
{
	char path[PATH_MAX];

	snprintf(path, sizeof path, "%s/proc/%d/stat", root, pid);
	assert_int_equal(unlink(path), 0);
	snprintf(path, sizeof path, "%s/proc/%d", root, pid);
	assert_int_equal(rmdir(path), 0);
}

static void the_biggest_is_that_of_the_others_since_the_last_look(void **state)
{
	const double tick_ns = 1e9 / (double)sysconf(_SC_CLK_TCK);
	char root[] = "/tmp/test_around.XXXXXX", proc[64], name[AS_AROUND_NAME];
	struct as_around a;

	(void)state;
	assert_non_null(mkdtemp(root));
	snprintf(proc, sizeof proc, "%s/proc", root);
	assert_int_equal(mkdir(proc, 0700), 0);
	put_task(root, 10, "assay", 1, 100, 1);
	put_task(root, 11, "assay-spawn", 10, 100, 1);
	put_task(root, 12, "old", 1, 5000, 1);
	put_task(root, 13, "reused", 1, 700, 1);
	as_around_open(&a, &(struct as_probe_root){.root = root}, AS_AROUND_ALL);
	assert_true(isnan(as_around_biggest(&a, 10, name)));
	put_task(root, 10, "assay", 1, 900, 1);
	put_task(root, 11, "assay-spawn", 10, 900, 1);
	put_task(root, 12, "old", 1, 5003, 1);
	put_task(root, 13, "reused", 1, 7, 2); /* another process: all of it is new */
	assert_true(is_near(as_around_biggest(&a, 10, name), 7 * tick_ns));
	assert_string_equal(name, "reused");
	put_task(root, 12, "old", 1, 4000, 1); /* backwards */
	put_task(root, 14, "a name that is far too long for it", 1, 2, 9);
	assert_true(is_near(as_around_biggest(&a, 10, name), 2 * tick_ns));
	assert_string_equal(name, "a name that is ");
	assert_true(is_near(as_around_biggest(&a, 10, name), 0));
	assert_string_equal(name, "");
	as_around_close(&a);
	for (int pid = 10; pid <= 14; pid++)
		remove_task(root, pid);
	assert_int_equal(rmdir(proc), 0);
	assert_int_equal(rmdir(root), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_laptop_has_all_of_it),
		cmocka_unit_test(what_has_to_be_looked_for_is_not_read_usually),
		cmocka_unit_test(a_guest_has_no_frequency),
		cmocka_unit_test(where_there_is_nothing_nothing_is_read),
		cmocka_unit_test(garbled_files_say_nothing),
		cmocka_unit_test(a_process_may_be_called_anything),
		cmocka_unit_test(the_biggest_is_that_of_the_others_since_the_last_look),
	};
	return cmocka_run_group_tests_name("around", tests, NULL, NULL);
}
