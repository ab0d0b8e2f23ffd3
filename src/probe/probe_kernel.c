/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "probe/machine_facts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>

#include "base/text.h"

#define SYS_KERNEL "/proc/sys/kernel/"

static bool available(const struct as_probe_root *root, char reason[static AS_PROBE_REASON])
{
	return as_probe_has(root, SYS_KERNEL "osrelease", "mount /proc", reason);
}

/* What the system does, unless this process and so its children were told otherwise
 * (setarch -R). */
static void address_randomisation(struct as_probe_facts *f)
{
	static const char *const words[] = {"off", "without the heap", "full"};
	char text[32], why[AS_PROBE_REASON];

	if (as_probe_slurp(f->root, "/proc/self/personality", text, sizeof text, NULL) &&
		(strtoul(text, NULL, 16) & ADDR_NO_RANDOMIZE)) {
		as_fact_add(f, AS_FACT_ENVIRONMENT, "kernel.aslr", "off for this process");
		return;
	}
	if (!as_probe_slurp(f->root, SYS_KERNEL "randomize_va_space", text, sizeof text, why))
		as_fact_unknown(f, AS_FACT_ENVIRONMENT, "kernel.aslr", why);
	else if (strlen(text) == 1 && text[0] >= '0' && text[0] <= '2')
		as_fact_add(f, AS_FACT_ENVIRONMENT, "kernel.aslr", words[text[0] - '0']);
	else
		as_fact_unknown(f, AS_FACT_ENVIRONMENT, "kernel.aslr",
			"randomize_va_space cannot be understood");
}

/* Options of the boot command line that change speed; the rest (disks, secrets) is nobody's. */
static void options(struct as_probe_facts *f)
{
	static const char *const telling[] = {"mitigations=", "isolcpus=", "nohz_full=",
		"rcu_nocbs=", "intel_pstate=", "amd_pstate=", "idle=", "nosmt", "tsc=",
		"clocksource=", "preempt=", "transparent_hugepage=", "hugepages=", "norandmaps",
		"spectre_v2=", "nospectre_v2", "pti=", "nopti",
		"intel_idle.max_cstate=", "processor.max_cstate=", "numa=", "threadirqs"};
	char text[4096], why[AS_PROBE_REASON];
	struct as_text found = {0};

	if (!as_probe_slurp(f->root, "/proc/cmdline", text, sizeof text, why)) {
		as_fact_unknown(f, AS_FACT_ENVIRONMENT, "kernel.options", why);
		return;
	}
	char *rest = text, *word;
	while ((word = strsep(&rest, " \n")))
		for (size_t i = 0; i < sizeof telling / sizeof telling[0]; i++)
			if (!strncmp(word, telling[i], strlen(telling[i]))) {
				as_text_add(&found, found.len ? " " : "");
				as_text_add(&found, word);
				break;
			}
	as_fact_add(f, AS_FACT_ENVIRONMENT, "kernel.options",
		found.len ? as_text_str(&found) : "none that change speed");
	f->failed |= found.failed;
	as_text_release(&found);
}

static void facts(struct as_probe_facts *f)
{
	as_fact_file(f, AS_FACT_ENVIRONMENT, "kernel.release", SYS_KERNEL "osrelease", "empty");
	as_fact_file(f, AS_FACT_ENVIRONMENT, "kernel.build", SYS_KERNEL "version", "empty");
	as_fact_file(f, AS_FACT_ENVIRONMENT, "kernel.architecture", SYS_KERNEL "arch", "empty");
	as_fact_file(f, AS_FACT_ENVIRONMENT, "kernel.clock",
		"/sys/devices/system/clocksource/clocksource0/current_clocksource", "empty");
	address_randomisation(f);
	options(f);
}

const struct as_probe as_probe_kernel = {
	.name = "kernel",
	.summary = "which kernel, its clock, and its options that change speed",
	.available = available,
	.facts = facts,
	.metric = AS_PROBE_NO_METRIC,
};
