/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

#include "probe/probe.h"

#define DATA TEST_DATA "/probe/"

static char *const no_variables[] = {NULL};

static struct as_machine machine_of(const char *root, struct as_arena *a)
{
	struct as_probe_root r = {.root = root, .env = no_variables};
	struct as_machine m = {0};
	struct as_err err = {0};

	assert_int_equal(as_probe_machine(&r, a, &m, &err), AS_OK);
	return m;
}

struct want {
	const char *name, *value;
};

static void has_facts(const char *root, const struct want *want, size_t n)
{
	struct as_arena a = {0};
	struct as_machine m = machine_of(root, &a);

	for (size_t i = 0; i < n; i++) {
		const char *value = as_machine_fact(&m, want[i].name);
		if (!value || strcmp(value, want[i].value) != 0)
			print_error("%s: '%s', expected '%s'\n", want[i].name, value ? value : "(none)",
				want[i].value);
		assert_true(value && !strcmp(value, want[i].value));
	}
	as_arena_release(&a);
}

static void a_guest_without_cpufreq_and_dmi_says_what_it_does_not_know(void **state)
{
	static const struct want want[] = {
		{"cpu.model", "AMD EPYC"},
		{"cpu.stepping", "family 25 model 17 stepping 1"},
		{"cpu.present", "2"},
		{"cpu.online", "2"},
		{"cpu.allowed", "0-1"},
		{"cpu.isolated", "none"},
		{"cpu.smt", "notsupported"},
		{"cpu.microcode", "0x1000065"},
		{"memory.class", "up to 24 GiB"},
		{"memory.total", "25276502016 bytes"},
		{"memory.huge_pages", "madvise"},
		{"memory.swap", "none"},
		{"virtual.machine", "yes, of a kind it does not name"},
		{"machine.vendor", "unknown (there is no /sys/class/dmi/id/sys_vendor)"},
		{"virtual.container", "none seen"},
		{"kernel.release", "6.18.44-fc-v669"},
		{"kernel.architecture", "x86_64"},
		{"kernel.clock", "tsc"},
		{"kernel.aslr", "full"},
		{"kernel.options", "mitigations=auto,no_guest_host,no_guest_guest"},
		{"frequency.governor",
			"unknown (there is no /sys/devices/system/cpu/cpu1/cpufreq/scaling_governor)"},
		{"frequency.boost", "unknown (there is no /sys/devices/system/cpu/cpufreq/boost)"},
		{"frequency.idle", "haltpoll"},
		{"cgroup.cpu_limit", "none"},
		{"cgroup.memory_limit", "8589934592 bytes"},
		{"cgroup.path", "/session/measure"},
	};

	(void)state;
	has_facts(DATA "recorded-guest", want, sizeof want / sizeof want[0]);
}

static void a_server_of_metal_shows_its_governors_and_limits(void **state)
{
	static const struct want want[] = {
		{"cpu.model", "Intel(R) Xeon(R) Gold 6338 CPU @ 2.00GHz"},
		{"cpu.present", "4"},
		{"cpu.allowed", "0-1"},
		{"cpu.isolated", "2-3"},
		{"cpu.smt", "on"},
		{"memory.class", "up to 64 GiB"},
		{"memory.huge_pages", "always"},
		{"memory.swap", "on"},
		{"virtual.machine", "no"},
		{"machine.vendor", "Dell Inc."},
		{"machine.product", "PowerEdge R650"},
		{"machine.firmware", "1.9.2"},
		{"kernel.architecture", "unknown (there is no /proc/sys/kernel/arch)"},
		{"kernel.aslr", "off for this process"},
		{"kernel.options", "isolcpus=2-3 mitigations=off"},
		{"frequency.driver", "intel_pstate"},
		{"frequency.governor", "mixed: performance, powersave"},
		{"frequency.range", "800000 to 3200000 kHz"},
		{"frequency.boost", "off"},
		{"cgroup.cpu_limit", "1.5 processors"},
		{"cgroup.memory_limit", "4294967296 bytes"},
		{"load.average", "1.25 0.80 0.40 3/512 4242"},
	};
	struct as_arena a = {0};

	(void)state;
	has_facts(DATA "constructed-bare-metal", want, sizeof want / sizeof want[0]);
	struct as_machine m = machine_of(DATA "constructed-bare-metal", &a);
	assert_string_equal(m.host, "node17");
	assert_string_equal(m.boot_id, "7c9e6679-7425-40de-944b-e07fc1f90ae7");
	assert_int_equal(strlen(m.machine_id), 16);
	assert_int_equal(strlen(m.environment_id), 16);
	assert_string_not_equal(m.machine_id, m.environment_id);
	as_arena_release(&a);
}

static void a_system_without_any_file_has_only_unknowns(void **state)
{
	struct as_arena a = {0};
	struct as_machine m = machine_of("/nonexistent", &a);

	(void)state;
	assert_string_equal(m.host, "unknown");
	assert_string_equal(m.boot_id, "unknown");
	assert_string_equal(as_machine_fact(&m, "cpu.model"), "unknown (there is no /proc/cpuinfo)");
	assert_string_equal(as_machine_fact(&m, "memory.class"), "unknown (there is no /proc/meminfo)");
	assert_null(as_machine_fact(&m, "no such fact"));
	as_arena_release(&a);
}

/* Trees that the tests make. */

struct tree {
	char root[64];
};

static void put(const struct tree *t, const char *path, const char *text)
{
	char full[256];

	snprintf(full, sizeof full, "%s%s", t->root, path);
	for (char *p = strchr(full + strlen(t->root) + 1, '/'); p; p = strchr(p + 1, '/')) {
		*p = 0;
		mkdir(full, 0700);
		*p = '/';
	}
	FILE *f = fopen(full, "w");
	assert_non_null(f);
	assert_true(fputs(text, f) >= 0);
	assert_int_equal(fclose(f), 0);
}

static void make_tree(struct tree *t)
{
	snprintf(t->root, sizeof t->root, "/tmp/test_machine.XXXXXX");
	assert_non_null(mkdtemp(t->root));
	put(t, "/proc/cpuinfo",
		"model name : X\ncpu MHz : 1000.1\nflags : fpu hypervisor\nbogomips : 10678\n");
	put(t, "/proc/meminfo", "MemTotal: 16300000 kB\n");
	put(t, "/proc/sys/kernel/osrelease", "6.1\n");
	put(t, "/proc/sys/kernel/random/boot_id", "7c9e6679-7425-40de-944b-e07fc1f90ae7\n");
	put(t, "/proc/loadavg", "0.1 0.1 0.1 1/2 3\n");
}

static int remove_one(const char *path, const struct stat *sb, int type, struct FTW *where)
{
	(void)sb;
	(void)type;
	(void)where;
	return remove(path);
}

static void remove_tree(const struct tree *t)
{
	assert_int_equal(nftw(t->root, remove_one, 8, FTW_DEPTH | FTW_PHYS), 0);
}

/* What the ids do when a file is changed. */
static void ids_after(struct tree *t, const char *path, const char *text, bool same_machine,
	bool same_environment)
{
	struct as_arena a = {0};
	struct as_machine before = machine_of(t->root, &a);

	put(t, path, text);
	struct as_machine after = machine_of(t->root, &a);
	if (!strcmp(before.machine_id, after.machine_id) != same_machine ||
		!strcmp(before.environment_id, after.environment_id) != same_environment)
		print_error("after a change of %s\n", path);
	assert_int_equal(!strcmp(before.machine_id, after.machine_id), same_machine);
	assert_int_equal(!strcmp(before.environment_id, after.environment_id), same_environment);
	as_arena_release(&a);
}

static void the_machine_id_stays_over_a_reboot(void **state)
{
	struct tree t;

	(void)state;
	make_tree(&t);
	ids_after(&t, "/proc/cpuinfo",
		"model name : X\ncpu MHz : 2999.9\nflags : fpu hypervisor\nbogomips : 10681\n", true, true);
	ids_after(&t, "/proc/meminfo", "MemTotal: 16298732 kB\n", true, true);
	ids_after(&t, "/proc/sys/kernel/random/boot_id", "0f8fad5b-d9cb-469f-a165-70867728950e\n", true,
		true);
	ids_after(&t, "/proc/loadavg", "9.1 0.1 0.1 1/2 3\n", true, true);
	remove_tree(&t);
}

static void the_environment_id_follows_kernel_and_governor_and_the_machine_id_does_not(void **state)
{
	struct tree t;

	(void)state;
	make_tree(&t);
	ids_after(&t, "/proc/sys/kernel/osrelease", "6.2\n", true, false);
	ids_after(&t, "/sys/devices/system/cpu/online", "0\n", true, false);
	ids_after(&t, "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "powersave\n", true, false);
	ids_after(&t, "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "performance\n", true,
		false);
	remove_tree(&t);
}

static void another_processor_or_memory_is_another_machine(void **state)
{
	struct tree t;

	(void)state;
	make_tree(&t);
	ids_after(&t, "/proc/meminfo", "MemTotal: 32600000 kB\n", false, false);
	ids_after(&t, "/proc/cpuinfo", "model name : Y\nflags : fpu hypervisor\n", false, false);
	remove_tree(&t);
}

/* Two ways of not knowing the same thing are one environment. */
static void the_reason_of_an_unknown_fact_is_no_part_of_the_ids(void **state)
{
	struct tree t;

	(void)state;
	make_tree(&t);
	ids_after(&t, "/sys/kernel/mm/transparent_hugepage/enabled", "garbage\n", true, true);
	ids_after(&t, "/sys/devices/system/cpu/present", "-\n", true, true);
	ids_after(&t, "/proc/sys/kernel/randomize_va_space", "7\n", true, true);
	remove_tree(&t);
}

static void garbled_files_are_unknown(void **state)
{
	static const struct {
		const char *path, *text, *fact;
	} cases[] = {
		{"/proc/cpuinfo", "\xff\xfe garbage", "cpu.model"},
		{"/proc/meminfo", "MemTotal: lots kB\n", "memory.class"},
		{"/proc/meminfo", "MemTotal: -5 kB\n", "memory.class"},
		{"/proc/meminfo", "MemTotal: 5 parsec\n", "memory.class"},
		{"/proc/meminfo", "", "memory.total"},
		{"/sys/devices/system/cpu/present", "0-99999999999\n", "cpu.present"},
		{"/sys/devices/system/cpu/present", "3-1\n", "cpu.present"},
		{"/sys/devices/system/cpu/present", "\n", "cpu.present"},
		{"/proc/self/status", "Name: x\n", "cpu.allowed"},
		{"/sys/devices/system/cpu/cpufreq/boost", "maybe\n", "frequency.boost"},
	};
	struct tree t;

	(void)state;
	make_tree(&t);
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct as_arena a = {0};
		put(&t, cases[i].path, cases[i].text);
		struct as_machine m = machine_of(t.root, &a);
		const char *value = as_machine_fact(&m, cases[i].fact);
		assert_non_null(value);
		assert_memory_equal(value, "unknown (", 9);
		as_arena_release(&a);
	}
	put(&t, "/proc/sys/kernel/random/boot_id", "7c9e6679_7425_40de_944b_e07fc1f90ae7\n");
	struct as_arena a = {0};
	struct as_machine m = machine_of(t.root, &a);
	assert_string_equal(m.boot_id, "unknown");
	as_arena_release(&a);
	remove_tree(&t);
}

static void an_arm_machine_is_virtual_only_where_a_name_says_so(void **state)
{
	const struct want metal[] = {
		{"cpu.model", "ARM implementer 0x41 part 0xd0c"},
		{"cpu.stepping", "variant 0x3 revision 1"},
		{"virtual.machine", "unknown (this processor's kernel does not say)"},
	};
	const struct want guest[] = {{"virtual.machine", "yes, QEMU"}};
	struct tree t;

	(void)state;
	make_tree(&t);
	put(&t, "/proc/cpuinfo",
		"processor\t: 0\nBogoMIPS\t: 243.75\nCPU implementer\t: 0x41\nCPU architecture: 8\n"
		"CPU variant\t: 0x3\nCPU part\t: 0xd0c\nCPU revision\t: 1\n");
	put(&t, "/sys/class/dmi/id/sys_vendor", "Amazon EC2\n");
	has_facts(t.root, metal, sizeof metal / sizeof metal[0]);
	put(&t, "/sys/class/dmi/id/sys_vendor", "QEMU\n");
	has_facts(t.root, guest, 1);
	remove_tree(&t);
}

static void a_container_is_seen_by_its_marks(void **state)
{
	struct tree t;

	(void)state;
	make_tree(&t);
	put(&t, "/run/systemd/container", "lxc\n");
	has_facts(t.root, &(struct want){"virtual.container", "lxc"}, 1);
	put(&t, "/.dockerenv", "");
	has_facts(t.root, &(struct want){"virtual.container", "docker"}, 1);
	remove_tree(&t);
}

static void cpu_lists_and_memory_sizes(void **state)
{
	static const struct {
		const char *kib, *class;
	} sizes[] = {
		{"500000", "up to 512 MiB"}, {"1", "up to 1 MiB"}, {"1500000", "up to 1536 MiB"},
		{"1048577", "up to 1536 MiB"}, {"1048576", "up to 1 GiB"}, {"2097152", "up to 2 GiB"},
		{"3900000", "up to 4 GiB"}, {"12000000", "up to 12 GiB"}, {"2113000000", "up to 2048 GiB"},
	};
	struct tree t;
	char text[64];

	(void)state;
	make_tree(&t);
	for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
		snprintf(text, sizeof text, "MemTotal: %s kB\n", sizes[i].kib);
		put(&t, "/proc/meminfo", text);
		has_facts(t.root, &(struct want){"memory.class", sizes[i].class}, 1);
	}
	put(&t, "/sys/devices/system/cpu/online", "0-3,8,10-11\n");
	has_facts(t.root, &(struct want){"cpu.online", "7"}, 1);
	remove_tree(&t);
}

static void variables_that_change_speed_are_kept_and_others_only_by_name(void **state)
{
	char lang[] = "LANG=C.UTF-8", threads[] = "OMP_NUM_THREADS=4", shell[] = "ASHELL=x";
	char secret[] = "SECRET=hunter2", new_secret[] = "SECRET=hunter3";
	char *const env[] = {secret, lang, threads, shell, NULL};
	char *const other[] = {new_secret, lang, threads, shell, NULL};
	char *const turned[] = {shell, threads, lang, secret, NULL};
	struct as_probe_root r = {.root = "/nonexistent", .env = env};
	struct as_machine m = {0}, changed = {0}, same = {0};
	struct as_arena a = {0};

	(void)state;
	assert_int_equal(as_probe_machine(&r, &a, &m, NULL), AS_OK);
	assert_string_equal(as_machine_fact(&m, "env.LANG"), "C.UTF-8");
	assert_string_equal(as_machine_fact(&m, "env.OMP_NUM_THREADS"), "4");
	assert_string_equal(as_machine_fact(&m, "variables.names"), "ASHELL SECRET");
	for (size_t i = 0; i < m.n_facts; i++)
		assert_null(strstr(m.facts[i].value, "hunter"));
	r.env = other;
	assert_int_equal(as_probe_machine(&r, &a, &changed, NULL), AS_OK);
	assert_string_not_equal(as_machine_fact(&m, "variables.hash"),
		as_machine_fact(&changed, "variables.hash"));
	assert_string_equal(m.environment_id, changed.environment_id);
	r.env = turned;
	assert_int_equal(as_probe_machine(&r, &a, &same, NULL), AS_OK);
	assert_string_equal(as_machine_fact(&m, "variables.hash"),
		as_machine_fact(&same, "variables.hash"));
	as_arena_release(&a);
}

static void add_tool(const char *folder, const char *name, const char *text)
{
	char path[512];

	snprintf(path, sizeof path, "%s/%s", folder, name);
	FILE *f = fopen(path, "w");
	assert_non_null(f);
	fputs(text, f);
	fclose(f);
	assert_int_equal(chmod(path, 0755), 0);
}

static void a_compiler_is_the_file_behind_its_name_in_path(void **state)
{
	char folder[] = "/tmp/assay-tools-XXXXXX", sub[64], link[80];
	char path[] = "PATH=relative::/nothing:/one:/two";
	char *const env[] = {path, NULL};
	struct as_probe_root r = {.root = folder, .env = env};
	struct as_machine m = {0};
	struct as_arena a = {0};

	(void)state;
	assert_non_null(mkdtemp(folder));
	snprintf(sub, sizeof sub, "%s/one", folder);
	assert_int_equal(mkdir(sub, 0755), 0);
	add_tool(sub, "ccache", "a cache");
	snprintf(link, sizeof link, "%s/cc", sub);
	assert_int_equal(symlink("ccache", link), 0);
	snprintf(sub, sizeof sub, "%s/two", folder);
	assert_int_equal(mkdir(sub, 0755), 0);
	add_tool(sub, "gcc-12", "a compiler");
	snprintf(link, sizeof link, "%s/cc", sub);
	assert_int_equal(symlink("gcc-12", link), 0);
	assert_int_equal(as_probe_machine(&r, &a, &m, NULL), AS_OK);
	const char *cc = as_machine_fact(&m, "toolchain.cc");
	assert_int_equal(strncmp(cc, "/two/gcc-12 ", 12), 0);
	assert_int_equal(strspn(cc + 12, "0123456789abcdef"), 16);
	assert_string_equal(as_machine_fact(&m, "toolchain.ld"), "unknown (there is no ld in PATH)");
	add_tool(sub, "gcc-12", "another");
	assert_int_equal(as_probe_machine(&r, &a, &m, NULL), AS_OK);
	assert_string_not_equal(as_machine_fact(&m, "toolchain.cc"), cc);
	as_arena_release(&a);
	assert_int_equal(nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS), 0);
}

static void names_of_facts_are_unique(void **state)
{
	struct as_arena a = {0};
	struct as_machine m = machine_of(DATA "constructed-bare-metal", &a);

	(void)state;
	assert_true(m.n_facts > 30);
	for (size_t i = 0; i < m.n_facts; i++)
		for (size_t k = 0; k < i; k++)
			assert_string_not_equal(m.facts[i].name, m.facts[k].name);
	as_arena_release(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_guest_without_cpufreq_and_dmi_says_what_it_does_not_know),
		cmocka_unit_test(a_server_of_metal_shows_its_governors_and_limits),
		cmocka_unit_test(a_system_without_any_file_has_only_unknowns),
		cmocka_unit_test(the_machine_id_stays_over_a_reboot),
		cmocka_unit_test(the_environment_id_follows_kernel_and_governor_and_the_machine_id_does_not),
		cmocka_unit_test(another_processor_or_memory_is_another_machine),
		cmocka_unit_test(the_reason_of_an_unknown_fact_is_no_part_of_the_ids),
		cmocka_unit_test(garbled_files_are_unknown),
		cmocka_unit_test(an_arm_machine_is_virtual_only_where_a_name_says_so),
		cmocka_unit_test(a_container_is_seen_by_its_marks),
		cmocka_unit_test(cpu_lists_and_memory_sizes),
		cmocka_unit_test(variables_that_change_speed_are_kept_and_others_only_by_name),
		cmocka_unit_test(a_compiler_is_the_file_behind_its_name_in_path),
		cmocka_unit_test(names_of_facts_are_unique),
	};
	return cmocka_run_group_tests_name("machine", tests, NULL, NULL);
}
