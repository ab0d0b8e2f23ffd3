/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "probe/machine_facts.h"

#include <stdio.h>
#include <string.h>

#include "base/text/fixed.h"

#define SYS_CPU "/sys/devices/system/cpu/"

enum { MAX_CPUS = 1024, MAX_KINDS = 4, KIND_BYTES = 80 };

static bool available(const struct as_probe_root *root, char reason[static AS_PROBE_REASON])
{
	return as_probe_has(root, SYS_CPU "cpu0/cpufreq/scaling_governor",
		"a virtual machine's host sets its frequency, other machines need a kernel with "
		"cpufreq",
		reason);
}

/* The different values that processors have, in the order of meeting them. */
struct probe_frequency_kinds {
	char v[MAX_KINDS][KIND_BYTES];
	size_t n;
	char why[AS_PROBE_REASON]; /* one could not be read */
};

static void meet(struct probe_frequency_kinds *k, const char *value)
{
	for (size_t i = 0; i < k->n; i++)
		if (!strcmp(k->v[i], value))
			return;
	if (k->n < MAX_KINDS)
		snprintf(k->v[k->n++], KIND_BYTES, "%s", value);
}

static void state(struct as_probe_facts *f, const char *name, const struct probe_frequency_kinds *k)
{
	char all[MAX_KINDS * (KIND_BYTES + 2)] = "";
	size_t len = 0;

	for (size_t i = 0; i < k->n; i++)
		(void)as_putf(AS_ROOM(all), &len, "%s%s", i ? ", " : "", k->v[i]);
	if (!k->n)
		as_fact_unknown(f, AS_FACT_ENVIRONMENT, name,
			*k->why ? k->why : "its files are empty");
	else if (k->n == 1)
		as_fact_add(f, AS_FACT_ENVIRONMENT, name, all);
	else
		as_fact_addf(f, AS_FACT_ENVIRONMENT, name, "mixed: %s", all);
}

static bool of_cpu(const struct as_probe_facts *f, long cpu, const char *file,
	char value[static 32], struct probe_frequency_kinds *k)
{
	char path[128];

	snprintf(path, sizeof path, SYS_CPU "cpu%ld/cpufreq/%s", cpu, file);
	return as_probe_slurp(f->root, path, value, 32, k->why) && *value;
}

/* Turbo, under either of its two names; one of them says the opposite. */
static void boost(struct as_probe_facts *f)
{
	char value[8], why[AS_PROBE_REASON] = "the kernel's word for it cannot be understood";
	bool no_turbo = as_probe_slurp(f->root, SYS_CPU "intel_pstate/no_turbo", value,
		sizeof value, NULL);

	if (!no_turbo)
		as_probe_slurp(f->root, SYS_CPU "cpufreq/boost", value, sizeof value, why);
	if (!strcmp(value, no_turbo ? "0" : "1"))
		as_fact_add(f, AS_FACT_ENVIRONMENT, "frequency.boost", "on");
	else if (!strcmp(value, no_turbo ? "1" : "0"))
		as_fact_add(f, AS_FACT_ENVIRONMENT, "frequency.boost", "off");
	else
		as_fact_unknown(f, AS_FACT_ENVIRONMENT, "frequency.boost", why);
}

static void facts(struct as_probe_facts *f)
{
	struct probe_frequency_kinds driver = {0}, governor = {0}, range = {0};
	char list[512], value[32], high[32], both[KIND_BYTES];
	long cpus[MAX_CPUS], n = -1;

	if (as_probe_slurp(f->root, SYS_CPU "online", list, sizeof list, driver.why))
		n = as_probe_list(list, cpus, MAX_CPUS);
	memcpy(governor.why, driver.why, sizeof driver.why);
	memcpy(range.why, driver.why, sizeof driver.why);
	for (long i = 0; i < n && i < MAX_CPUS; i++) {
		if (of_cpu(f, cpus[i], "scaling_driver", value, &driver))
			meet(&driver, value);
		if (of_cpu(f, cpus[i], "scaling_governor", value, &governor))
			meet(&governor, value);
		if (!of_cpu(f, cpus[i], "scaling_min_freq", value, &range) ||
			!of_cpu(f, cpus[i], "scaling_max_freq", high, &range))
			continue;
		snprintf(both, sizeof both, "%s to %s kHz", value, high);
		meet(&range, both);
	}
	state(f, "frequency.driver", &driver);
	state(f, "frequency.governor", &governor);
	state(f, "frequency.range", &range);
	boost(f);
	as_fact_file(f, AS_FACT_ENVIRONMENT, "frequency.idle", SYS_CPU "cpuidle/current_driver",
		"none");
}

const struct as_probe as_probe_frequency = {
	.name = "frequency",
	.summary = "who sets the processors' frequency, and within which limits",
	.available = available,
	.facts = facts,
	.metric = AS_PROBE_NO_METRIC,
};
