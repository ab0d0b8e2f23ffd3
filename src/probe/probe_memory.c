/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "probe/machine_facts.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool available(const struct as_probe_root *root, char reason[static AS_PROBE_REASON])
{
	return as_probe_has(root, "/proc/meminfo", "mount /proc", reason);
}

/* MemTotal is what the kernel left of the memory, and differs by some MB from boot to boot and by
 * more from kernel to kernel. Rounded up to the next of 1, 1.5, 2, 3, 4, 6, ... it names the size
 * that was bought, and stays. */
static void add_class(struct as_probe_facts *f, long long kib)
{
	const long long gib = 1024LL * 1024;
	long long size = 1024;

	while (size < kib && size + size / 2 < kib)
		size *= 2;
	if (size < kib)
		size += size / 2;
	if (size >= gib && size % gib == 0)
		as_fact_addf(f, AS_FACT_MACHINE, "memory.class", "up to %lld GiB", size / gib);
	else
		as_fact_addf(f, AS_FACT_MACHINE, "memory.class", "up to %lld MiB", size / 1024);
}

static void total(struct as_probe_facts *f)
{
	char text[4096], why[AS_PROBE_REASON] = "/proc/meminfo does not say", value[64];
	char *end = NULL;
	long long kib = 0;

	if (as_probe_slurp(f->root, "/proc/meminfo", text, sizeof text, why) &&
		as_probe_field(text, "MemTotal", value, sizeof value) &&
		isdigit((unsigned char)value[0]))
		kib = strtoll(value, &end, 10);
	if (kib > 0 && kib < 1LL << 50 && end && !strcmp(end, " kB")) {
		add_class(f, kib);
		as_fact_addf(f, AS_FACT_STATE, "memory.total", "%lld bytes", kib * 1024);
	} else {
		as_fact_unknown(f, AS_FACT_MACHINE, "memory.class", why);
		as_fact_unknown(f, AS_FACT_STATE, "memory.total", why);
	}
}

/* "always [madvise] never": the choice stands in brackets. */
static void huge_pages(struct as_probe_facts *f)
{
	char text[256], why[AS_PROBE_REASON];

	if (!as_probe_slurp(f->root, "/sys/kernel/mm/transparent_hugepage/enabled", text,
		    sizeof text, why)) {
		as_fact_unknown(f, AS_FACT_ENVIRONMENT, "memory.huge_pages", why);
		return;
	}
	char *from = strchr(text, '['), *to = from ? strchr(from, ']') : NULL;
	if (to) {
		*to = 0;
		as_fact_add(f, AS_FACT_ENVIRONMENT, "memory.huge_pages", from + 1);
	} else {
		as_fact_unknown(f, AS_FACT_ENVIRONMENT, "memory.huge_pages",
			"the kernel's choice cannot be understood");
	}
}

static void swap(struct as_probe_facts *f)
{
	char text[4096], why[AS_PROBE_REASON];

	if (!as_probe_slurp(f->root, "/proc/swaps", text, sizeof text, why))
		as_fact_unknown(f, AS_FACT_ENVIRONMENT, "memory.swap", why);
	else
		as_fact_add(f, AS_FACT_ENVIRONMENT, "memory.swap",
			strchr(text, '\n') ? "on" : "none");
}

static void facts(struct as_probe_facts *f)
{
	total(f);
	as_fact_file(f, AS_FACT_ENVIRONMENT, "memory.nodes", "/sys/devices/system/node/online",
		"none");
	huge_pages(f);
	swap(f);
}

const struct as_probe as_probe_memory = {
	.name = "memory",
	.summary = "how much memory, in what pages, and whether it is swapped",
	.available = available,
	.facts = facts,
	.metric = AS_PROBE_NO_METRIC,
};
