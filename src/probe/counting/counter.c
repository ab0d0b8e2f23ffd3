/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "probe/counting/counter.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/num.h"
#include "probe/machine_facts.h"

enum where { BOTH, KERNEL, ALL };

#define CACHE(cache, op, result) \
	(PERF_COUNT_HW_CACHE_##cache | PERF_COUNT_HW_CACHE_OP_##op << 8 | \
		PERF_COUNT_HW_CACHE_RESULT_##result << 16)

static const struct counter_known {
	const char *name, *unit;
	uint32_t type;
	uint64_t config;
	enum where where;
	const char *describe;
} known[] = {
#define AS_COUNTER(name, unit, type, config, where, describe) \
	{name, unit, PERF_TYPE_##type, config, where, describe},
#include "probe/counting/counters.def"
#undef AS_COUNTER
};

const char *const as_counter_names[] = {
#define AS_COUNTER(name, unit, type, config, where, describe) name,
#include "probe/counting/counters.def"
#undef AS_COUNTER
};
const size_t as_n_counters = sizeof known / sizeof known[0];

/* n bytes of word are that name; - is _. */
static bool is_named(const char *word, size_t n, const char *name)
{
	for (size_t i = 0; i < n; i++)
		if (!name[i] || (word[i] != name[i] && !(word[i] == '-' && name[i] == '_')))
			return false;
	return !name[n];
}

static const struct counter_known *find_counter(const char *word, size_t n)
{
	for (size_t i = 0; i < as_n_counters; i++)
		if (is_named(word, n, known[i].name))
			return &known[i];
	return NULL;
}

static enum as_status refuse_suffix(const struct counter_known *k, const char *suffix,
	struct as_err *err)
{
	if (strcmp(suffix, "u") != 0 && strcmp(suffix, "k") != 0)
		return as_fail(err, AS_ERR_USAGE,
			"cannot count '%s:%.60s': expected :u, what the program does itself, or "
			":k, what the kernel does for it",
			k->name, suffix);
	if (k->where == ALL)
		return as_fail(err, AS_ERR_USAGE,
			"cannot count '%s:%s': it is not told apart; the metrics user and system "
			"are",
			k->name, suffix);
	return as_fail(err, AS_ERR_USAGE,
		"cannot count '%s:%s': it happens in the kernel only; leave out the suffix",
		k->name, suffix);
}

enum as_status as_counter_find(const char *word, struct as_arena *a, struct as_counter *out,
	bool *found, struct as_err *err)
{
	size_t n = strcspn(word, ":");
	const struct counter_known *k = find_counter(word, n);
	const char *suffix = word + n + (word[n] == ':');

	*found = false;
	if (!k)
		return as_counter_find_pfm(word, a, out, found, err);
	bool user = !strcmp(suffix, "u"), kernel = !strcmp(suffix, "k");
	if (word[n] && (k->where != BOTH || (!user && !kernel)))
		return refuse_suffix(k, suffix, err);
	struct as_counter c = {.type = k->type, .config = k->config, .no_user = kernel,
		/* the clock counts everything anyway, and this much is allowed to everybody */
		.no_kernel = user || k->where == ALL,
		.metric = {.unit = k->unit, .better = AS_BETTER_LESS, .level = AS_LEVEL_EXECUTION}};
	c.metric.name = as_arena_printf(a, "%s%s", k->name, word + n);
	c.metric.describe = as_arena_printf(a, "%s%s", k->describe,
		user ? ", in the program itself" : kernel ? ", in the kernel" : "");
	if (!c.metric.name || !c.metric.describe)
		return as_fail_memory(err);
	*out = c;
	*found = true;
	return AS_OK;
}

/* By permission: what the machine's setting is, and which one allows it. */
static void why_forbidden(const struct as_counter *c, const struct as_probe_root *root,
	char reason[static AS_PROBE_REASON])
{
	char text[32];
	int64_t level = 0;

	if (!as_probe_slurp(root, "/proc/sys/kernel/perf_event_paranoid", text, sizeof text,
		    NULL) ||
		!as_parse_i64(text, -100, 100, &level) || level < (c->no_kernel ? 3 : 2)) {
		snprintf(reason, AS_PROBE_REASON,
			"the system forbids perf_event_open, as containers do; one that is "
			"started with --cap-add PERFMON may be allowed it");
		return;
	}
	snprintf(reason, AS_PROBE_REASON,
		"kernel.perf_event_paranoid is %d, which leaves it to root; sysctl "
		"kernel.perf_event_paranoid=%d allows it%s",
		(int)level, c->no_kernel ? 2 : 1,
		c->no_kernel || level > 2 ? ""
					  : ", and :u behind the name counts without the kernel");
}

void as_counter_why(const struct as_counter *c, int error, const struct as_probe_root *root,
	char reason[static AS_PROBE_REASON])
{
	bool software = c->type == PERF_TYPE_SOFTWARE;
	bool pmu = as_probe_has(root, "/sys/bus/event_source/devices/cpu/type", "", reason) ||
		as_probe_has(root, "/sys/bus/event_source/devices/cpu_core/type", "", reason);
	const char *words = NULL;

	if (error == EACCES || error == EPERM) {
		why_forbidden(c, root, reason);
		return;
	}
	if ((error == ENOENT || error == EOPNOTSUPP || error == ENODEV) && !software)
		words = pmu ? "the processor does not count it"
			    : "the machine has no hardware counters, as most virtual ones; a "
			      "machine of its own has them, and so has a guest whose host passes "
			      "the PMU through";
	else if (error == EMFILE || error == ENFILE)
		words = "too many files are open; ulimit -n 4096 in this shell allows more";
	else if (error == ENOSYS)
		words = "the kernel was built without counters (CONFIG_PERF_EVENTS)";
	else if (error == EBUSY || error == ENOSPC)
		words = "the counters are taken; sysctl kernel.nmi_watchdog=0 frees the one of the "
			"watchdog";
	else if (error == EINVAL)
		words = "the kernel does not know it, or not with this suffix";
	snprintf(reason, AS_PROBE_REASON, "%s%s", words ? words : "perf_event_open says: ",
		words ? "" : strerror(error));
}

double as_counter_scaled(int64_t value, int64_t enabled_ns, int64_t running_ns, double *share)
{
	*share = (double)NAN;
	if (value < 0 || enabled_ns <= 0 || running_ns <= 0)
		return (double)NAN;
	*share = 1;
	if (running_ns >= enabled_ns)
		return (double)value;
	*share = (double)running_ns / (double)enabled_ns;
	return (double)value / *share;
}
