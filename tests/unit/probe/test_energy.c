/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counters of energy in trees of files that are made here: constructed, untested on hardware. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <math.h>
#include <cmocka.h>

#include "probe/energy/energy.h"
#include "tree.h"

#define ZONE "/sys/class/powercap/intel-rapl:"
#define PMU "/sys/bus/event_source/devices/power/"

enum { NOBODY = 65534, PACKAGE = 0, CORE = 1, DRAM = 3, PSYS = 4 };

static char event_path[128]; /* what opens() opens */

static int begin(void **state)
{
	static struct tree t;

	*state = &t;
	return tree_begin(&t);
}

static int end(void **state)
{
	return tree_end(*state);
}

static void zone(struct tree *t, const char *number, const char *name, const char *uj)
{
	char path[128];

	snprintf(path, sizeof path, ZONE "%s/name", number);
	assert_true(tree_write(t, path, name));
	snprintf(path, sizeof path, ZONE "%s/max_energy_range_uj", number);
	assert_true(tree_write(t, path, "262143328850\n"));
	snprintf(path, sizeof path, ZONE "%s/energy_uj", number);
	assert_true(tree_write(t, path, uj));
}

/* Opens a file that holds a number of 8 bytes, as reading a counter gives them. */
static int opens(uint32_t pmu, uint64_t event, int cpu)
{
	assert_int_equal(pmu, 14);
	assert_int_equal(event, 2);
	assert_true(cpu == 0 || cpu == 18);
	return open(event_path, O_RDONLY | O_CLOEXEC);
}

static int is_forbidden(uint32_t pmu, uint64_t event, int cpu)
{
	(void)pmu;
	(void)event;
	(void)cpu;
	errno = EACCES;
	return -1;
}

static void pmu(struct tree *t, const char *cpus)
{
	assert_true(tree_write(t, PMU "type", "14\n"));
	assert_true(tree_write(t, PMU "cpumask", cpus));
	assert_true(tree_write(t, PMU "events/energy-pkg", "event=0x02\n"));
	assert_true(tree_write(t, PMU "events/energy-pkg.scale", "2.5e-1\n"));
	assert_true(tree_write(t, PMU "events/energy-pkg.unit", "Joules\n"));
}

static void is_refused(struct tree *t, size_t row, as_energy_opener *opener, const char *why)
{
	char reason[AS_PROBE_REASON] = "";
	struct as_energy e = {.n = 77};

	assert_false(as_energy_open(&t->root, row, opener, &e, reason));
	assert_string_equal(reason, why);
	assert_int_equal(e.n, 77);
}

static void a_machine_without_counters_says_so(void **state)
{
	is_refused(*state, PACKAGE, is_forbidden, "there are no counters of energy (neither "
		"/sys/class/powercap/intel-rapl:0 nor /sys/bus/event_source/devices/power), as in most virtual "
		"machines; --meter reads an external one");
}

static void a_counter_that_stands_still_is_none(void **state)
{
	struct tree *t = *state;

	zone(t, "0", "package-0\n", "3152337941\n");
	is_refused(t, PACKAGE, is_forbidden, "/sys/class/powercap/intel-rapl:0/energy_uj stands still while "
		"the processor is busy for 100 ms, as in some virtual machines");
}

static void a_domain_that_the_processor_does_not_count_says_so(void **state)
{
	struct tree *t = *state;

	zone(t, "0", "package-0\n", "1\n");
	is_refused(t, DRAM, is_forbidden, "the processor does not count it (no zone dram in "
		"/sys/class/powercap)");
}

static void a_counter_with_garbage_says_so(void **state)
{
	struct tree *t = *state;

	zone(t, "0", "package-0\n", "12 apples\n");
	is_refused(t, PACKAGE, is_forbidden, "/sys/class/powercap/intel-rapl:0/energy_uj holds no number");
}

static void what_only_root_may_read_names_the_cure(void **state)
{
	struct tree *t = *state;
	char path[128];

	zone(t, "0", "package-0\n", "1\n");
	snprintf(path, sizeof path, "%s" ZONE "0/energy_uj", t->path);
	assert_int_equal(chmod(t->path, 0755), 0);
	assert_int_equal(chmod(path, 0), 0);
	bool root = geteuid() == 0;
	if (root)
		assert_int_equal(seteuid(NOBODY), 0);
	is_refused(t, PACKAGE, is_forbidden, "no permission to read "
		"/sys/class/powercap/intel-rapl:0/energy_uj; sudo chmod a+r "
		"/sys/class/powercap/intel-rapl*/energy_uj allows it until the machine is started again");
	if (root)
		assert_int_equal(seteuid(0), 0);
}

static void the_cores_of_an_amd_processor_are_not_one_of_them(void **state)
{
	struct tree *t = *state;

	assert_true(tree_write(t, "/proc/cpuinfo", "processor\t: 0\nvendor_id\t: AuthenticAMD\n"));
	zone(t, "0:0", "core\n", "1\n");
	is_refused(t, CORE, is_forbidden, "on processors of AMD Linux reads it of one core only; "
		"energy_package is that of all");
}

static void sockets_are_summed_and_other_ways_to_them_are_not(void **state)
{
	struct tree *t = *state;
	char reason[AS_PROBE_REASON] = "", said[64];
	struct as_energy e;
	double joules = 0, before = 0;

	zone(t, "0", "package-0\n", "5\n");
	zone(t, "0:0", "dram\n", "5\n");
	zone(t, "1", "package-1\n", "1000000\n");
	assert_true(tree_write(t, "/sys/class/powercap/intel-rapl-mmio:0/name", "package-0\n"));
	assert_true(tree_write(t, "/sys/class/powercap/intel-rapl-mmio:0/energy_uj", "9\n"));
	assert_true(tree_move(t, ZONE "0/energy_uj", 5, 1));
	assert_true(as_energy_open(&t->root, PACKAGE, is_forbidden, &e, reason));
	tree_stop(t);
	assert_int_equal(e.n, 2);
	assert_true(e.step_ns > 0);
	as_energy_say(&e, said, sizeof said);
	assert_string_equal(said, "powercap, 2 sockets");
	assert_true(as_energy_read(&e, &before, reason));
	assert_true(tree_write(t, ZONE "1/energy_uj", "4000000\n"));
	assert_true(as_energy_read(&e, &joules, reason));
	assert_true(fabs(joules - before - 3) < 1e-9);
	as_energy_close(&e);
}

static void open_moving(struct tree *t, struct as_energy *e)
{
	char reason[AS_PROBE_REASON] = "";

	zone(t, "0", "package-0\n", "5\n");
	assert_true(tree_move(t, ZONE "0/energy_uj", 5, 1));
	assert_true(as_energy_open(&t->root, PACKAGE, is_forbidden, e, reason));
	tree_stop(t);
}

static void a_counter_that_is_full_begins_anew(void **state)
{
	struct tree *t = *state;
	struct as_energy e;
	double joules = 0, before = 0;

	open_moving(t, &e);
	/* To near its end in steps that it can have taken. */
	for (int i = 1; i <= 3; i++) {
		static const char *const at[] = {"", "100000000000\n", "200000000000\n", "262143328840\n"};
		assert_true(tree_write(t, ZONE "0/energy_uj", at[i]));
		assert_true(as_energy_read(&e, &before, NULL));
	}
	assert_true(tree_write(t, ZONE "0/energy_uj", "1999990\n"));
	assert_true(as_energy_read(&e, &joules, NULL));
	assert_true(fabs(joules - before - 2) < 1e-4);
	assert_int_equal(e.breaks, 0);
	as_energy_close(&e);
}

static void a_counter_that_goes_backwards_breaks_and_is_taken_up_again(void **state)
{
	struct tree *t = *state;
	char reason[AS_PROBE_REASON] = "";
	struct as_energy e;
	double joules = 0, before = 0;

	open_moving(t, &e);
	assert_true(tree_write(t, ZONE "0/energy_uj", "90000000\n"));
	assert_true(as_energy_read(&e, &before, reason));
	assert_true(tree_write(t, ZONE "0/energy_uj", "80000000\n"));
	assert_false(as_energy_read(&e, &joules, reason));
	assert_string_equal(reason, "/sys/class/powercap/intel-rapl:0/energy_uj has gone backwards, or on by "
		"more than it can have");
	assert_false(as_energy_read(&e, &joules, reason)); /* only says where it stands */
	assert_true(as_energy_read(&e, &before, reason));
	assert_true(tree_write(t, ZONE "0/energy_uj", "81000000\n"));
	assert_true(as_energy_read(&e, &joules, reason));
	assert_true(fabs(joules - before - 1) < 1e-9);
	assert_true(e.breaks >= 2);
	as_energy_close(&e);
}

static void a_counter_that_vanishes_breaks(void **state)
{
	struct tree *t = *state;
	char path[128], reason[AS_PROBE_REASON] = "";
	struct as_energy e;
	double joules = 0;

	open_moving(t, &e);
	snprintf(path, sizeof path, "%s" ZONE "0/energy_uj", t->path);
	assert_int_equal(unlink(path), 0);
	assert_false(as_energy_read(&e, &joules, reason));
	assert_string_equal(reason, "there is no /sys/class/powercap/intel-rapl:0/energy_uj");
	as_energy_close(&e);
}

/* The number of 8 bytes goes on until it is killed. */
static void move_event(struct tree *t)
{
	const struct timespec nap = {.tv_nsec = 1000000};
	int fd = tree_open(t, "/event");

	assert_true(fd >= 0);
	snprintf(event_path, sizeof event_path, "%s/event", t->path);
	int64_t count = 8;
	assert_int_equal(pwrite(fd, &count, sizeof count, 0), sizeof count);
	t->mover = fork();
	for (; t->mover == 0; count++) {
		if (pwrite(fd, &count, sizeof count, 0) != (ssize_t)sizeof count)
			_exit(1);
		nanosleep(&nap, NULL);
	}
	close(fd);
}

static void perf_is_read_where_powercap_is_not_there(void **state)
{
	struct tree *t = *state;
	char reason[AS_PROBE_REASON] = "", said[64];
	struct as_energy e;
	double joules = 0, before = 0;

	pmu(t, "0,18\n");
	move_event(t);
	assert_true(as_energy_open(&t->root, PACKAGE, opens, &e, reason));
	tree_stop(t);
	as_energy_say(&e, said, sizeof said);
	assert_string_equal(said, "perf, 2 sockets");
	assert_true(as_energy_read(&e, &before, reason));
	int fd = tree_open(t, "/event");
	int64_t count = 0;
	assert_int_equal(pread(fd, &count, sizeof count, 0), sizeof count);
	count += 8;
	assert_int_equal(pwrite(fd, &count, sizeof count, 0), sizeof count);
	close(fd);
	assert_true(as_energy_read(&e, &joules, reason));
	assert_true(fabs(joules - before - 2 * 8 * 0.25) < 1e-9);
	as_energy_close(&e);
}

static void perf_that_is_forbidden_names_the_setting(void **state)
{
	struct tree *t = *state;

	pmu(t, "0\n");
	assert_true(tree_write(t, "/proc/sys/kernel/perf_event_paranoid", "2\n"));
	is_refused(t, PACKAGE, is_forbidden, "kernel.perf_event_paranoid is 2, which leaves it to root; sysctl "
		"kernel.perf_event_paranoid=0 allows it");
	is_refused(t, PSYS, is_forbidden, "the processor does not count it (no energy-psys in joules in "
		"/sys/bus/event_source/devices/power/events)");
}

static void a_garbled_pmu_says_what_is_wrong(void **state)
{
	struct tree *t = *state;

	pmu(t, "none\n");
	is_refused(t, PACKAGE, opens, "/sys/bus/event_source/devices/power/cpumask does not say which "
		"processors count it");
	assert_true(tree_write(t, PMU "events/energy-pkg.unit", "Watts\n"));
	is_refused(t, PACKAGE, opens, "the processor does not count it (no energy-pkg in joules in "
		"/sys/bus/event_source/devices/power/events)");
	assert_true(tree_write(t, PMU "type", "power\n"));
	is_refused(t, PACKAGE, opens, "/sys/bus/event_source/devices/power/type holds no number");
}

/* The trap of deps.md: a PMU that counts whole joules and never any. */
static void an_event_that_stands_still_is_no_zero(void **state)
{
	struct tree *t = *state;
	const int64_t nothing = 0;
	int fd = tree_open(t, "/event");

	pmu(t, "0\n");
	assert_int_equal(pwrite(fd, &nothing, sizeof nothing, 0), sizeof nothing);
	close(fd);
	snprintf(event_path, sizeof event_path, "%s/event", t->path);
	is_refused(t, PACKAGE, opens, "power/energy-pkg/ of processor 0 stands still while the processor is "
		"busy for 100 ms, as in some virtual machines");
}

#define WITH_A_TREE(f) cmocka_unit_test_setup_teardown(f, begin, end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_A_TREE(a_machine_without_counters_says_so),
		WITH_A_TREE(a_counter_that_stands_still_is_none),
		WITH_A_TREE(a_domain_that_the_processor_does_not_count_says_so),
		WITH_A_TREE(a_counter_with_garbage_says_so),
		WITH_A_TREE(what_only_root_may_read_names_the_cure),
		WITH_A_TREE(the_cores_of_an_amd_processor_are_not_one_of_them),
		WITH_A_TREE(sockets_are_summed_and_other_ways_to_them_are_not),
		WITH_A_TREE(a_counter_that_is_full_begins_anew),
		WITH_A_TREE(a_counter_that_goes_backwards_breaks_and_is_taken_up_again),
		WITH_A_TREE(a_counter_that_vanishes_breaks),
		WITH_A_TREE(perf_is_read_where_powercap_is_not_there),
		WITH_A_TREE(perf_that_is_forbidden_names_the_setting),
		WITH_A_TREE(a_garbled_pmu_says_what_is_wrong),
		WITH_A_TREE(an_event_that_stands_still_is_no_zero),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
