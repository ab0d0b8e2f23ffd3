/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "probe/two_cores.h"

#include <stdio.h>
#include <string.h>

#include "probe/machine_facts.h"

enum { WORD_BITS = 64, VALUE_BYTES = 256 };

/* What a processor says of itself in a file; "" where it says nothing. */
static void ask(const struct as_probe_root *root, unsigned cpu, const char *file,
	char out[static VALUE_BYTES])
{
	char path[128];

	snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%u/%s", cpu, file);
	as_probe_slurp(root, path, out, VALUE_BYTES, NULL);
}

static bool says_the_same(const struct as_probe_root *root, unsigned a, unsigned b,
	const char *file)
{
	char of_a[VALUE_BYTES], of_b[VALUE_BYTES];

	ask(root, a, file, of_a);
	ask(root, b, file, of_b);
	return !strcmp(of_a, of_b);
}

/* Threads of one core name each other. */
static bool is_sibling(const struct as_probe_root *root, unsigned a, unsigned b)
{
	enum { THREADS = 64 };
	char list[VALUE_BYTES];
	long v[THREADS];

	ask(root, a, "topology/thread_siblings_list", list);
	const long n = as_probe_list(list, v, THREADS);
	for (long i = 0; i < n && i < THREADS; i++)
		if (v[i] == (long)b)
			return true;
	return false;
}

static bool are_alike(const struct as_probe_root *root, unsigned a, unsigned b)
{
	static const char *const files[] = {
		"topology/physical_package_id", "cpu_capacity", "cpufreq/cpuinfo_max_freq"};

	for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
		if (!says_the_same(root, a, b, files[i]))
			return false;
	return true;
}

static bool may_take(const uint64_t *may, unsigned cpu)
{
	return may[cpu / WORD_BITS] >> cpu % WORD_BITS & 1;
}

/* The first one behind `a` that goes with it. */
static bool find_other(const struct as_probe_root *root, const uint64_t *may, unsigned a,
	unsigned end, unsigned *out)
{
	for (unsigned b = a + 1; b < end; b++)
		if (may_take(may, b) && !is_sibling(root, a, b) && are_alike(root, a, b)) {
			*out = b;
			return true;
		}
	return false;
}

bool as_probe_two_cores(const struct as_probe_root *root, const uint64_t *may, size_t n,
	unsigned out[static 2], char reason[static AS_PROBE_REASON])
{
	const unsigned end = (unsigned)n * WORD_BITS;
	size_t known = 0;

	for (unsigned a = 0; a < end; a++) {
		if (!may_take(may, a))
			continue;
		known++;
		if (find_other(root, may, a, end, &out[1])) {
			out[0] = a;
			return true;
		}
	}
	snprintf(reason, AS_PROBE_REASON, known < 2
		? "only one processor may be used here"
		: "no two of the processors that may be used are cores of one kind: they are "
		  "threads of one core, or differ in package, capacity or frequency");
	return false;
}
