/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Control groups in trees of files that are made here: constructed, untested on a kernel of version 2. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

#include "probe/counting/control_group.h"

enum { NOBODY = 65534 };

struct tree {
	char path[64];
	struct as_probe_root root;
	struct as_group_place place;
};

static int begin(void **state)
{
	static struct tree t;

	t = (struct tree){.path = "/tmp/assay-test-group-XXXXXX"};
	*state = &t;
	if (!mkdtemp(t.path))
		return 1;
	t.root.root = t.path;
	return 0;
}

static int end(void **state)
{
	struct tree *t = *state;
	char command[128];

	snprintf(command, sizeof command, "rm -rf '%s'", t->path);
	return system(command);
}

/* A folder and all above it. */
static void folder(struct tree *t, const char *path)
{
	char whole[512];

	snprintf(whole, sizeof whole, "%s%s/", t->path, path);
	for (char *s = strchr(whole + strlen(t->path) + 1, '/'); s; s = strchr(s + 1, '/')) {
		*s = '\0';
		assert_true(!mkdir(whole, 0755) || errno == EEXIST);
		*s = '/';
	}
}

static void file(struct tree *t, const char *where, const char *name, const char *text)
{
	char whole[512];

	folder(t, where);
	snprintf(whole, sizeof whole, "%s%s/%s", t->path, where, name);
	FILE *f = fopen(whole, "w");
	assert_non_null(f);
	fputs(text, f);
	assert_int_equal(fclose(f), 0);
}

static bool is_there(const struct tree *t, const char *path)
{
	char whole[512];

	snprintf(whole, sizeof whole, "%s%s", t->path, path);
	return access(whole, F_OK) == 0;
}

static void opens(struct tree *t, int version, const char *where)
{
	char why[AS_PROBE_REASON] = "";

	if (!as_group_open(&t->root, &t->place, why))
		fail_msg("not available: %s", why);
	assert_int_equal(t->place.version, version);
	assert_string_equal(t->place.folder, where);
}

static void fails(struct tree *t, const char *words)
{
	char why[AS_PROBE_REASON] = "";

	assert_false(as_group_open(&t->root, &t->place, why));
	assert_string_equal(why, words);
}

static void version_1_makes_groups_below_its_own(void **state)
{
	struct tree *t = *state;

	file(t, "/proc/self", "cgroup", "9:name=systemd:/x\n4:cpu,memory:/a/b\n0::/\n");
	folder(t, "/sys/fs/cgroup/memory/a/b");
	opens(t, 1, "/sys/fs/cgroup/memory/a/b");
}

static void in_a_container_its_root_is_taken(void **state)
{
	struct tree *t = *state;

	file(t, "/proc/self", "cgroup", "4:memory:/docker/0123\n");
	folder(t, "/sys/fs/cgroup/memory");
	opens(t, 1, "/sys/fs/cgroup/memory");
}

static void version_2_takes_its_own_group_if_memory_is_handed_on(void **state)
{
	struct tree *t = *state;

	file(t, "/proc/self", "cgroup", "0::/user.slice/a.scope\n");
	file(t, "/sys/fs/cgroup/user.slice/a.scope", "cgroup.subtree_control", "cpu memory pids\n");
	opens(t, 2, "/sys/fs/cgroup/user.slice/a.scope");
}

static void version_2_takes_the_group_above_where_its_own_holds_processes(void **state)
{
	struct tree *t = *state;

	file(t, "/proc/self", "cgroup", "0::/user.slice/a.scope\n");
	file(t, "/sys/fs/cgroup/user.slice/a.scope", "cgroup.subtree_control", "\n");
	file(t, "/sys/fs/cgroup/user.slice", "cgroup.subtree_control", "memory\n");
	opens(t, 2, "/sys/fs/cgroup/user.slice");
}

static void what_cannot_be_is_said_with_what_would_make_it_so(void **state)
{
	struct tree *t = *state;

	fails(t, "the kernel has no control groups (no /proc/self/cgroup)");
	file(t, "/proc/self", "cgroup", "garbage\n::\n:\n4:memoryx:/a\n");
	fails(t, "no control groups that count memory are mounted at /sys/fs/cgroup");
	file(t, "/proc/self", "cgroup", "0::/a\n");
	file(t, "/sys/fs/cgroup/a", "cgroup.subtree_control", "memoryx cpu\n");
	fails(t, "the control groups of version 2 do not count memory here; where systemd-run --user --scope "
		"-p Delegate=yes starts assay, they do");
}

static void a_folder_that_cannot_be_written_is_said(void **state)
{
	struct tree *t = *state;
	char why[AS_PROBE_REASON] = "", path[128];

	file(t, "/proc/self", "cgroup", "4:memory:/\n");
	folder(t, "/sys/fs/cgroup/memory");
	snprintf(path, sizeof path, "%s/sys/fs/cgroup/memory", t->path);
	assert_int_equal(chmod(path, 0555), 0);
	assert_int_equal(chmod(t->path, 0755), 0);
	const uid_t own = geteuid();
	if (!own) /* root may write everywhere */
		assert_int_equal(seteuid(NOBODY), 0);
	bool opened = as_group_open(&t->root, &t->place, why);
	if (!own)
		assert_int_equal(seteuid(own), 0);
	assert_false(opened);
	assert_non_null(strstr(why, "no control group can be made in /sys/fs/cgroup/memory"));
	assert_int_equal(chmod(path, 0755), 0);
}

static void plant_1(struct tree *t)
{
	file(t, "/proc/self", "cgroup", "4:memory:/\n");
	folder(t, "/sys/fs/cgroup/memory");
	opens(t, 1, "/sys/fs/cgroup/memory");
}

/* The folder of group 7 of this process. */
static const char *seven(char path[static 128])
{
	snprintf(path, 128, "/sys/fs/cgroup/memory/assay-%d-7", (int)getpid());
	return path;
}

/* What group `number` states of one metric. */
static double reads(const struct tree *t, uint32_t number, const char *name)
{
	bool wanted[AS_GROUPS_KNOWN] = {false};
	double out[AS_GROUPS_KNOWN];
	size_t row = as_group_find(name);

	assert_true(row < AS_GROUPS_KNOWN);
	wanted[row] = true;
	as_group_read(&t->place, number, wanted, out);
	for (size_t i = 0; i < AS_GROUPS_KNOWN; i++)
		assert_true(i == row || isnan(out[i]));
	return out[row];
}

static void each_metric_is_read_from_its_file(void **state)
{
	struct tree *t = *state;
	char path[PATH_MAX], where[128];

	plant_1(t);
	assert_true(as_group_make(&t->place, 7, path));
	assert_non_null(strstr(path, "/tasks"));
	file(t, seven(where), "memory.max_usage_in_bytes", "1048576\n");
	file(t, where, "memory.stat", "cache 1\ntotal_cached 2\ntotal_cache 3\n");
	assert_true(fabs(reads(t, 7, "group_memory") - 1048576) < 1e-9);
	assert_true(fabs(reads(t, 7, "group_cache") - 3) < 1e-9);
	assert_true(isnan(reads(t, 7, "group_kernel")));
	assert_true(isnan(reads(t, 8, "group_memory")));
}

static void garbled_files_have_no_value(void **state)
{
	static const char *const texts[] = {"", "x\n", "-1\n", "1.5\n", "9999999999999999999\n", "1 2\n", "max\n"};
	static const char *const stats[] = {"", "total_cache\n", "total_cache \n", "total_cache x\n", "total_cache"};
	struct tree *t = *state;
	char path[PATH_MAX], where[128];

	plant_1(t);
	assert_true(as_group_make(&t->place, 7, path));
	for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
		file(t, seven(where), "memory.max_usage_in_bytes", texts[i]);
		assert_true(isnan(reads(t, 7, "group_memory")));
	}
	for (size_t i = 0; i < sizeof stats / sizeof stats[0]; i++) {
		file(t, seven(where), "memory.stat", stats[i]);
		assert_true(isnan(reads(t, 7, "group_cache")));
	}
}

static void each_version_says_which_it_does_not_state(void **state)
{
	struct tree *t = *state;
	char why[AS_PROBE_REASON] = "";

	file(t, "/proc/self", "cgroup", "0::/\n");
	file(t, "/sys/fs/cgroup", "cgroup.subtree_control", "memory");
	opens(t, 2, "/sys/fs/cgroup");
	for (size_t i = 0; i < AS_GROUPS_KNOWN; i++)
		assert_true(as_group_states(&t->place, i, why));
	assert_false(as_group_is_sampled(&t->place, as_group_find("group_memory")));
	assert_true(as_group_is_sampled(&t->place, as_group_find("group_slab")));
	plant_1(t);
	assert_true(as_group_states(&t->place, as_group_find("group_kernel"), why));
	assert_false(as_group_is_sampled(&t->place, as_group_find("group_kernel")));
	assert_false(as_group_states(&t->place, as_group_find("group_slab"), why));
	assert_string_equal(why, "control groups of version 1 do not state it; memory_page_tables and "
		"memory_kernel_stack are there without");
}

/* The lines are those of Linux 6.1. */
static void version_2_states_what_the_kernel_holds_one_by_one(void **state)
{
	static const char stat[] = "anon 1000\nfile 2000\nkernel 3000\nkernel_stack 4000\npagetables 5000\n"
		"percpu 6000\nsock 7000\nvmalloc 8000\nslab_reclaimable 9000\nslab_unreclaimable 100\nslab 9100\n";
	static const struct {
		const char *name;
		double bytes;
	} want[] = {{"group_kernel", 3000}, {"group_page_tables", 5000}, {"group_kernel_stack", 4000},
		{"group_slab", 9100}, {"group_sockets", 7000}, {"group_cache", 2000}, {"group_memory", 12345}};
	struct tree *t = *state;
	char path[PATH_MAX], where[128];

	file(t, "/proc/self", "cgroup", "0::/\n");
	file(t, "/sys/fs/cgroup", "cgroup.subtree_control", "memory");
	opens(t, 2, "/sys/fs/cgroup");
	assert_true(as_group_make(&t->place, 7, path));
	assert_non_null(strstr(path, "/cgroup.procs"));
	snprintf(where, sizeof where, "/sys/fs/cgroup/assay-%d-7", (int)getpid());
	file(t, where, "memory.stat", stat);
	file(t, where, "memory.peak", "12345\n");
	for (size_t i = 0; i < sizeof want / sizeof want[0]; i++)
		assert_true(fabs(reads(t, 7, want[i].name) - want[i].bytes) < 1e-9);
	file(t, where, "memory.stat", "anon 1000\n"); /* of an older kernel */
	assert_true(isnan(reads(t, 7, "group_slab")));
}

static void a_group_is_removed_and_one_that_has_vanished_is_too(void **state)
{
	struct tree *t = *state;
	char path[PATH_MAX], where[128];

	plant_1(t);
	assert_true(as_group_make(&t->place, 7, path));
	assert_true(is_there(t, seven(where)));
	assert_true(as_group_make(&t->place, 7, path)); /* one that is there is taken */
	assert_true(as_group_remove(&t->place, 7));
	assert_false(is_there(t, where));
	assert_true(as_group_remove(&t->place, 7));
}

static void only_what_dead_processes_left_is_swept(void **state)
{
	static const char *const others[] = {"assay-x-1", "assay-1", "assay--1", "assay-1-", "assay-1-x", "other",
		"assay-1-1"};
	struct tree *t = *state;
	char path[PATH_MAX], where[128];

	plant_1(t);
	for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
		snprintf(where, sizeof where, "/sys/fs/cgroup/memory/%s", others[i]);
		folder(t, where);
	}
	folder(t, "/sys/fs/cgroup/memory/assay-2147483647-1"); /* no process has that number */
	assert_true(as_group_make(&t->place, 7, path));
	assert_int_equal(as_group_sweep(&t->place, true), 0);
	assert_false(is_there(t, "/sys/fs/cgroup/memory/assay-2147483647-1"));
	assert_true(is_there(t, seven(where)));
	assert_int_equal(as_group_sweep(&t->place, false), 0);
	assert_false(is_there(t, seven(where)));
	for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
		snprintf(where, sizeof where, "/sys/fs/cgroup/memory/%s", others[i]);
		assert_true(is_there(t, where));
	}
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, begin, end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(version_1_makes_groups_below_its_own),
		TEST(in_a_container_its_root_is_taken),
		TEST(version_2_takes_its_own_group_if_memory_is_handed_on),
		TEST(version_2_takes_the_group_above_where_its_own_holds_processes),
		TEST(what_cannot_be_is_said_with_what_would_make_it_so),
		TEST(a_folder_that_cannot_be_written_is_said),
		TEST(each_metric_is_read_from_its_file),
		TEST(garbled_files_have_no_value),
		TEST(each_version_says_which_it_does_not_state),
		TEST(version_2_states_what_the_kernel_holds_one_by_one),
		TEST(a_group_is_removed_and_one_that_has_vanished_is_too),
		TEST(only_what_dead_processes_left_is_swept),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
