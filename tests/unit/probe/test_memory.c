/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory of processes in trees of files that are made here. The order of the mappings of `one` and
 * their lines are those of Linux 6.18; all numbers are constructed. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

#include "probe/counting/memory_sample.h"

enum { PARENT = 70, NOBODY = 65534 };

struct tree {
	char path[64];
	struct as_probe_root root;
	struct as_memory_sampler s;
	struct as_memory_sample out;
};

static const struct as_memory_want everything = {.mappings = true, .totals = true};

/* A mapping: where, which, how much of it is there, how much of that is its share. */
#define MAP(where, access, name, rss, pss) \
	where " " access " 00000000 fd:01 77  " name "\nSize: 4096 kB\nRss: " rss " kB\nPss: " pss \
	" kB\nShared_Clean: 1 kB\nShared_Dirty: 0 kB\nPrivate_Clean: 2 kB\nPrivate_Dirty: 3 kB\n" \
	"Swap: 4 kB\nVmFlags: rd mr mw me\n"
#define STATUS(threads) "Name:\tx\nVmPTE:\t      60 kB\nThreads:\t" threads "\n"

static const char one[] =
	MAP("1000-2000", "r--p", "/bin/one", "4", "4")
	MAP("2000-3000", "r-xp", "/bin/one", "16", "16")
	MAP("3000-4000", "r--p", "/bin/one", "8", "8")
	MAP("4000-5000", "rw-p", "/bin/one", "2", "2")
	MAP("5000-9000", "rw-p", "", "32", "32")                     /* what begins as zeroes */
	MAP("a000-b000", "rw-p", "[heap]", "100", "100")
	MAP("7f0000000000-7f0000001000", "---p", "", "0", "0")       /* below a thread's stack */
	MAP("7f0000001000-7f0000801000", "rw-p", "", "200", "200")
	MAP("7f0000900000-7f0000a00000", "rw-p", "", "1000", "1000") /* a large block */
	MAP("7f0001000000-7f0001001000", "r--p", "/lib/libc.so.6", "40", "4")
	MAP("7f0001001000-7f0001002000", "r-xp", "/lib/libc.so.6", "60", "6")
	MAP("7f0001002000-7f0001003000", "rw-p", "/lib/libc.so.6", "20", "20")
	MAP("7f0001003000-7f0001004000", "rw-p", "", "8", "8")
	MAP("7f0001100000-7f0001200000", "r--p", "/usr/lib/locale/locale-archive", "30", "3")
	MAP("7f0001200000-7f0001300000", "rw-s", "/dev/shm/x y", "50", "25")
	MAP("7ffd00000000-7ffd00021000", "rw-p", "[stack]", "12", "12")
	MAP("7ffd000f0000-7ffd000f2000", "r-xp", "[vdso]", "4", "0");

static const char rollup[] = "1000-7ffd000f2000 ---p 00000000 00:00 0    [rollup]\nRss: 500 kB\nPss: 300 kB\n"
	"Pss_Dirty: 7 kB\nShared_Clean: 250 kB\nShared_Dirty: 50 kB\nPrivate_Clean: 80 kB\nPrivate_Dirty: 120 kB\n"
	"Swap: 9 kB\nSwapPss: 5 kB\n";

static void file(struct tree *t, const char *path, const char *text)
{
	char whole[512];

	snprintf(whole, sizeof whole, "%s%s", t->path, path);
	for (char *s = strchr(whole + strlen(t->path) + 1, '/'); s; s = strchr(s + 1, '/')) {
		*s = '\0';
		assert_true(!mkdir(whole, 0755) || errno == EEXIST);
		*s = '/';
	}
	FILE *f = fopen(whole, "w");
	assert_non_null(f);
	fputs(text, f);
	assert_int_equal(fclose(f), 0);
}

static void of(struct tree *t, int pid, const char *name, const char *text)
{
	char path[256];

	snprintf(path, sizeof path, "/proc/%d/%s", pid, name);
	file(t, path, text);
}

/* A process with one thread that has these children. */
static void process(struct tree *t, int pid, const char *smaps, const char *children)
{
	char path[128];

	of(t, pid, "status", STATUS("1"));
	of(t, pid, "smaps", smaps);
	snprintf(path, sizeof path, "task/%d/children", pid);
	of(t, pid, path, children);
	snprintf(path, sizeof path, "%s/proc/%d/exe", t->path, pid);
	assert_int_equal(symlink("/bin/one", path), 0);
}

static void spawner(struct tree *t, const char *children)
{
	of(t, PARENT, "task/70/children", children);
}

static int begin(void **state)
{
	static struct tree t;
	char why[AS_PROBE_REASON];

	t = (struct tree){.path = "/tmp/assay-test-memory-XXXXXX"};
	*state = &t;
	if (!mkdtemp(t.path))
		return 1;
	t.root.root = t.path;
	file(&t, "/proc/self/status", "Name:\tx\n");
	file(&t, "/proc/self/smaps", one);
	file(&t, "/proc/meminfo", "MemTotal: 2000000 kB\nKernelStack:        1968 kB\n");
	file(&t, "/proc/loadavg", "5.95 5.51 3.68 8/123 2516\n");
	spawner(&t, "");
	if (!as_memory_open(&t.s, &t.root, why))
		return 1;
	as_memory_below(&t.s, PARENT);
	return 0;
}

static int end(void **state)
{
	struct tree *t = *state;
	char command[128];

	as_memory_close(&t->s);
	snprintf(command, sizeof command, "rm -rf '%s'", t->path);
	return system(command);
}

static void take(struct tree *t)
{
	as_memory_take(&t->s, everything, &t->out);
}

/* In KiB. */
static void is(const struct tree *t, enum as_memory_part part, double kib)
{
	if (!(fabs(t->out.part[part] - 1024 * kib) < 1e-6))
		fail_msg("%s is %g KiB and not %g", as_memory_metrics[part].name, t->out.part[part] / 1024, kib);
}

static void each_mapping_goes_to_what_it_is_for(void **state)
{
	struct tree *t = *state;

	spawner(t, "71 ");
	process(t, 71, one, "");
	take(t);
	assert_int_equal(t->out.processes, 1);
	is(t, AS_MEMORY_CODE, 16);
	is(t, AS_MEMORY_DATA, 4 + 8 + 2 + 32);
	is(t, AS_MEMORY_HEAP, 100);
	is(t, AS_MEMORY_STACK, 200 + 12);
	is(t, AS_MEMORY_LIBRARIES, 4 + 6 + 20);
	is(t, AS_MEMORY_ANONYMOUS, 1000 + 8);
	is(t, AS_MEMORY_FILES, 3 + 25);
	is(t, AS_MEMORY_PAGE_TABLES, 60);
	is(t, AS_MEMORY_KERNEL_STACK, 16);
}

static void the_parts_add_up_to_the_whole(void **state)
{
	struct tree *t = *state;
	double sum = 0;

	spawner(t, "71 ");
	process(t, 71, one, "");
	take(t);
	for (size_t i = AS_MEMORY_CODE; i <= AS_MEMORY_FILES; i++)
		sum += t->out.part[i];
	assert_true(fabs(sum - t->out.part[AS_MEMORY_PSS]) < 1e-6);
	is(t, AS_MEMORY_RESIDENT, 4 + 16 + 8 + 2 + 32 + 100 + 200 + 1000 + 40 + 60 + 20 + 8 + 30 + 50 + 12 + 4);
	is(t, AS_MEMORY_SHARED, 17);
	is(t, AS_MEMORY_PRIVATE, 17 * 5);
	is(t, AS_MEMORY_SWAP, 17 * 4);
}

static void stacks_and_malloc_that_libc_names_are_known_by_it(void **state)
{
	static const char named[] = MAP("1000-2000", "rw-p", "[anon:glibc: pthread stack: 7]", "10", "10")
		MAP("3000-4000", "rw-p", "[anon:glibc: malloc arena]", "20", "20")
		MAP("5000-6000", "rw-p", "[anon:other]", "30", "30")
		MAP("7000-8000", "rw-p", "[anon_shmem:x]", "40", "40");
	struct tree *t = *state;

	spawner(t, "71 ");
	process(t, 71, named, "");
	take(t);
	is(t, AS_MEMORY_STACK, 10);
	is(t, AS_MEMORY_HEAP, 20);
	is(t, AS_MEMORY_ANONYMOUS, 30);
	is(t, AS_MEMORY_FILES, 40);
}

/* malloc's further arenas reserve 64 MiB of which the tail is a large mapping without access. */
static void what_follows_a_large_reservation_is_no_stack(void **state)
{
	static const char arena[] = MAP("7f0000000000-7f0000100000", "rw-p", "", "10", "10")
		MAP("7f0000100000-7f0004000000", "---p", "", "0", "0")
		MAP("7f0004000000-7f0004100000", "rw-p", "", "20", "20");
	struct tree *t = *state;

	spawner(t, "71 ");
	process(t, 71, arena, "");
	take(t);
	is(t, AS_MEMORY_STACK, 0);
	is(t, AS_MEMORY_ANONYMOUS, 30);
}

static void without_mappings_the_rollup_is_read(void **state)
{
	struct tree *t = *state;

	spawner(t, "71 ");
	process(t, 71, "", "");
	of(t, 71, "smaps_rollup", rollup);
	as_memory_take(&t->s, (struct as_memory_want){.totals = true}, &t->out);
	is(t, AS_MEMORY_PSS, 300);
	is(t, AS_MEMORY_RESIDENT, 500);
	is(t, AS_MEMORY_SHARED, 300);
	is(t, AS_MEMORY_PRIVATE, 200);
	is(t, AS_MEMORY_SWAP, 9);
	assert_true(isnan(t->out.part[AS_MEMORY_HEAP]));
	process(t, 72, one, "");
	spawner(t, "72 "); /* a kernel before 4.14 */
	as_memory_take(&t->s, (struct as_memory_want){.totals = true}, &t->out);
	is(t, AS_MEMORY_SWAP, 17 * 4);
}

static void all_processes_below_the_spawner_count(void **state)
{
	struct tree *t = *state;

	spawner(t, "71 75 ");
	process(t, 71, one, "72 73");
	process(t, 72, one, "");
	process(t, 73, one, "74 ");
	process(t, 74, one, "");
	process(t, 75, one, ""); /* its parent has ended */
	take(t);
	assert_int_equal(t->out.processes, 5);
	is(t, AS_MEMORY_HEAP, 500);
	is(t, AS_MEMORY_KERNEL_STACK, 5 * 16);
}

static void children_of_any_thread_count_and_so_does_each_threads_stack(void **state)
{
	struct tree *t = *state;

	spawner(t, "71 ");
	process(t, 71, one, "");
	of(t, 71, "status", STATUS("3"));
	of(t, 71, "task/80/children", "72 ");
	of(t, 71, "task/81/children", "");
	process(t, 72, one, "");
	take(t);
	assert_int_equal(t->out.processes, 2);
	is(t, AS_MEMORY_KERNEL_STACK, 4 * 16);
}

static void what_was_there_before_is_left_out(void **state)
{
	struct tree *t = *state;

	spawner(t, "60 ");
	process(t, 60, one, "61 ");
	process(t, 61, one, "");
	as_memory_keep(&t->s);
	spawner(t, "60 71 ");
	process(t, 71, one, "");
	take(t);
	assert_int_equal(t->out.processes, 1);
	is(t, AS_MEMORY_HEAP, 100);
}

static void a_child_that_is_not_yet_the_program_is_left_out(void **state)
{
	struct tree *t = *state;
	char path[128];

	snprintf(path, sizeof path, "%s/proc/%d/exe", t->path, PARENT);
	assert_int_equal(symlink("/bin/one", path), 0);
	as_memory_below(&t->s, PARENT);
	spawner(t, "71 ");
	process(t, 71, one, "");
	take(t);
	assert_int_equal(t->out.processes, 0);
}

static void without_lists_of_children_every_process_is_asked_for_its_parent(void **state)
{
	struct tree *t = *state;
	char path[128];

	snprintf(path, sizeof path, "%s/proc/%d/task/%d/children", t->path, PARENT, PARENT);
	assert_int_equal(unlink(path), 0);
	for (int pid = 71; pid <= 74; pid++)
		process(t, pid, one, "");
	of(t, 71, "stat", "71 (a b) c) S 70 71 71 0\n");
	of(t, 72, "stat", "72 (x) S 71 71 71 0\n");
	of(t, 73, "stat", "73 (x) S 1 71 71 0\n");
	of(t, 74, "stat", "74 (");
	take(t);
	assert_int_equal(t->out.processes, 2);
	is(t, AS_MEMORY_HEAP, 200);
}

static void what_vanishes_while_it_is_read_is_left_out(void **state)
{
	struct tree *t = *state;
	char path[128];

	spawner(t, "71 72 73 74 ");
	process(t, 71, one, "");
	process(t, 72, "", ""); /* it has ended: nothing is mapped */
	of(t, 73, "status", "Name:\tx\nState:\tZ (zombie)\nThreads:\t1\n");
	take(t);
	assert_int_equal(t->out.processes, 1);
	assert_int_equal(t->out.refused, 0);
	snprintf(path, sizeof path, "%s/proc/71/smaps", t->path);
	assert_int_equal(unlink(path), 0);
	take(t);
	assert_int_equal(t->out.processes, 0);
	for (size_t i = 0; i < AS_MEMORY_PARTS; i++)
		assert_true(isnan(t->out.part[i]));
}

static void garbled_files_say_nothing_and_do_no_harm(void **state)
{
	static const char *const texts[] = {"garbage", "\n\n\n", "Rss: 5 kB\nPss: 7 kB\n", "1000-2000",
		"2000-1000 r-xp 0 0 0 /x\nPss: 1 kB\n", "-1000 r-xp 0\nPss: 1 kB\n",
		"1000-20000000000000000 r-xp 0 0 0 /x\nPss: 1 kB\n", "1000-2000 rwxpq 0\nPss: 1 kB\n"};
	struct tree *t = *state;

	spawner(t, "71 x 0 -5 99999999999999999999 \n");
	process(t, 71, "", "");
	for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
		of(t, 71, "smaps", texts[i]);
		take(t);
		assert_int_equal(t->out.processes, 0);
	}
	of(t, 71, "smaps", "1000-2000 rw-p \nPss: x kB\nPss: 7\nPss: -7 kB\nPss: 9999999999999999999 kB\nPss: 3 kB\n");
	take(t);
	is(t, AS_MEMORY_PSS, 3);
	of(t, 71, "status", "garbage");
	take(t);
	assert_int_equal(t->out.processes, 0);
}

static void names_as_long_as_there_are_do_no_harm(void **state)
{
	static struct as_memory_maps m;
	char name[3 * PATH_MAX];

	(void)state;
	memset(name, 'x', sizeof name);
	as_memory_maps_begin(&m, "/bin/one");
	as_memory_maps_feed(&m, "1000-2000 r-xp 00000000 fd:01 77 /", 34);
	as_memory_maps_feed(&m, name, sizeof name);
	as_memory_maps_feed(&m, "\nPss: 5 kB", 10);
	as_memory_maps_end(&m);
	assert_int_equal(m.n, 1);
	assert_true(fabs(m.part[AS_MEMORY_LIBRARIES] - 5 * 1024) < 1e-9);
	name[sizeof name - 1] = '\0';
	as_memory_maps_begin(&m, name); /* no path is so long: nobody knows it then */
	assert_string_equal(m.own, "");
}

static void ten_thousand_processes_are_added_up(void **state)
{
	enum { MANY = 10000 };
	static char children[MANY * 8];
	struct tree *t = *state;
	char *p = children;

	for (int i = 0; i < MANY; i++)
		p += sprintf(p, "%d ", 100 + i);
	spawner(t, "71 ");
	process(t, 71, one, children);
	process(t, 100, one, "");
	process(t, 100 + MANY - 1, one, ""); /* all between have vanished */
	take(t);
	assert_int_equal(t->out.processes, 3);
}

static void what_one_may_not_look_into_is_counted(void **state)
{
	struct tree *t = *state;
	char path[128];
	const uid_t own = geteuid();

	spawner(t, "71 ");
	process(t, 71, one, "");
	snprintf(path, sizeof path, "%s/proc/71/smaps", t->path);
	assert_int_equal(chmod(path, 0), 0);
	assert_int_equal(chmod(t->path, 0755), 0);
	if (!own) /* root may read everything */
		assert_int_equal(seteuid(NOBODY), 0);
	take(t);
	if (!own)
		assert_int_equal(seteuid(own), 0);
	assert_int_equal(t->out.processes, 0);
	assert_int_equal(t->out.refused, 1);
}

static void what_is_missing_is_said_with_what_would_help(void **state)
{
	struct tree *t = *state;
	char why[AS_PROBE_REASON], path[128];
	struct as_memory_sampler s;

	snprintf(path, sizeof path, "%s/proc/self/smaps", t->path);
	assert_int_equal(unlink(path), 0);
	assert_false(as_memory_open(&s, &t->root, why));
	assert_string_equal(why, "the kernel was built without /proc/PID/smaps (CONFIG_PROC_PAGE_MONITOR)");
	snprintf(path, sizeof path, "%s/proc/self/status", t->path);
	assert_int_equal(unlink(path), 0);
	assert_false(as_memory_open(&s, &t->root, why));
	assert_string_equal(why,
		"there is no /proc; mount -t proc proc /proc, in a container as its root, mounts it");
}

static void a_kernel_that_does_not_state_its_stacks_has_none(void **state)
{
	static const char *const texts[] = {"", "KernelStack: x kB\n", "KernelStack: 0 kB\n", "KernelStack: 9 kB\n"};
	struct tree *t = *state;
	struct as_memory_sampler s;
	char why[AS_PROBE_REASON];

	for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
		file(t, "/proc/meminfo", texts[i]);
		assert_true(as_memory_open(&s, &t->root, why));
		assert_true(isnan(s.stack_bytes));
	}
	file(t, "/proc/meminfo", "KernelStack: 1968 kB\n");
	file(t, "/proc/loadavg", "5.95 5.51\n");
	assert_true(as_memory_open(&s, &t->root, why));
	assert_true(isnan(s.stack_bytes));
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, begin, end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(each_mapping_goes_to_what_it_is_for),
		TEST(the_parts_add_up_to_the_whole),
		TEST(stacks_and_malloc_that_libc_names_are_known_by_it),
		TEST(what_follows_a_large_reservation_is_no_stack),
		TEST(without_mappings_the_rollup_is_read),
		TEST(all_processes_below_the_spawner_count),
		TEST(children_of_any_thread_count_and_so_does_each_threads_stack),
		TEST(what_was_there_before_is_left_out),
		TEST(a_child_that_is_not_yet_the_program_is_left_out),
		TEST(without_lists_of_children_every_process_is_asked_for_its_parent),
		TEST(what_vanishes_while_it_is_read_is_left_out),
		TEST(garbled_files_say_nothing_and_do_no_harm),
		TEST(names_as_long_as_there_are_do_no_harm),
		TEST(ten_thousand_processes_are_added_up),
		TEST(what_one_may_not_look_into_is_counted),
		TEST(what_is_missing_is_said_with_what_would_help),
		TEST(a_kernel_that_does_not_state_its_stacks_has_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
