/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "probe/machine_facts.h"

#include <stdio.h>
#include <string.h>

#define SYS_CPU "/sys/devices/system/cpu/"

/* Long enough for the first processor, which stands for all; the file repeats it for each. */
enum { CPUINFO_BYTES = 16 * 1024 };

static bool available(const struct as_probe_root *root, char reason[static AS_PROBE_REASON])
{
	return as_probe_has(root, "/proc/cpuinfo", "mount /proc", reason);
}

/* What the processor calls itself: x86 and others by name, ARM by numbers. */
static void model(struct as_probe_facts *f, const char *info, const char *why)
{
	static const char *const keys[] = {"model name", "cpu model", "uarch", "cpu"};
	char value[256], part[64];

	for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
		if (as_probe_field(info, keys[i], value, sizeof value) && *value) {
			as_fact_add(f, AS_FACT_MACHINE, "cpu.model", value);
			return;
		}
	if (as_probe_field(info, "CPU implementer", value, sizeof value) &&
		as_probe_field(info, "CPU part", part, sizeof part))
		as_fact_addf(f, AS_FACT_MACHINE, "cpu.model", "ARM implementer %s part %s", value,
			part);
	else
		as_fact_unknown(f, AS_FACT_MACHINE, "cpu.model",
			*info ? "/proc/cpuinfo does not say" : why);
}

/* Frequencies and bogomips, which change from boot to boot, are left out. */
static void stepping(struct as_probe_facts *f, const char *info, const char *why)
{
	char family[32], number[32], step[32];

	if (as_probe_field(info, "cpu family", family, sizeof family) &&
		as_probe_field(info, "model", number, sizeof number) &&
		as_probe_field(info, "stepping", step, sizeof step))
		as_fact_addf(f, AS_FACT_MACHINE, "cpu.stepping", "family %s model %s stepping %s",
			family, number, step);
	else if (as_probe_field(info, "CPU variant", family, sizeof family) &&
		as_probe_field(info, "CPU revision", step, sizeof step))
		as_fact_addf(f, AS_FACT_MACHINE, "cpu.stepping", "variant %s revision %s", family,
			step);
	else
		as_fact_unknown(f, AS_FACT_MACHINE, "cpu.stepping",
			*info ? "/proc/cpuinfo does not say" : why);
}

/* How many processors a list of the kernel names. */
static void count(struct as_probe_facts *f, enum as_fact_kind kind, const char *name,
	const char *path)
{
	char text[512], why[AS_PROBE_REASON];
	long n;

	if (!as_probe_slurp(f->root, path, text, sizeof text, why)) {
		as_fact_unknown(f, kind, name, why);
		return;
	}
	n = as_probe_list(text, NULL, 0);
	if (n > 0)
		as_fact_addf(f, kind, name, "%ld", n);
	else
		as_fact_unknown(f, kind, name,
			"the kernel's list of processors cannot be understood");
}

static void allowed(struct as_probe_facts *f)
{
	char text[8192], why[AS_PROBE_REASON], value[512];

	if (!as_probe_slurp(f->root, "/proc/self/status", text, sizeof text, why))
		as_fact_unknown(f, AS_FACT_ENVIRONMENT, "cpu.allowed", why);
	else if (as_probe_field(text, "Cpus_allowed_list", value, sizeof value))
		as_fact_add(f, AS_FACT_ENVIRONMENT, "cpu.allowed", value);
	else
		as_fact_unknown(f, AS_FACT_ENVIRONMENT, "cpu.allowed",
			"/proc/self/status does not say");
}

static void facts(struct as_probe_facts *f)
{
	char info[CPUINFO_BYTES], why[AS_PROBE_REASON] = "", value[64];

	as_probe_slurp(f->root, "/proc/cpuinfo", info, sizeof info, why);
	model(f, info, why);
	stepping(f, info, why);
	count(f, AS_FACT_MACHINE, "cpu.present", SYS_CPU "present");
	count(f, AS_FACT_ENVIRONMENT, "cpu.online", SYS_CPU "online");
	allowed(f);
	as_fact_file(f, AS_FACT_ENVIRONMENT, "cpu.isolated", SYS_CPU "isolated", "none");
	as_fact_file(f, AS_FACT_ENVIRONMENT, "cpu.smt", SYS_CPU "smt/control", "empty");
	if (as_probe_field(info, "microcode", value, sizeof value))
		as_fact_add(f, AS_FACT_ENVIRONMENT, "cpu.microcode", value);
	else
		as_fact_unknown(f, AS_FACT_ENVIRONMENT, "cpu.microcode",
			*info ? "/proc/cpuinfo does not say" : why);
}

const struct as_probe as_probe_cpu = {
	.name = "cpu",
	.summary = "which processors, how many, and which may be used",
	.available = available,
	.facts = facts,
	.metric = AS_PROBE_NO_METRIC,
};
