/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "probe/machine_facts.h"

#include <math.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/num.h"
#include "base/text/fixed.h"

/* Limits of this process's control group and of all above it: the tightest holds.
 *
 * A controller may hang in the unified hierarchy (cgroup 2) or in one of its own (cgroup 1). */

#define FS "/sys/fs/cgroup"

static bool available(const struct as_probe_root *root, char reason[static AS_PROBE_REASON])
{
	return as_probe_has(root, "/proc/self/cgroup", "needs a kernel with control groups",
		reason);
}

/* The path in the hierarchy of a controller ("" is the unified one), from lines such as
 * "4:cpu,cpuacct:/a" or "0::/a"; false if there is none. */
static bool find_path(const char *text, const char *controller, char *out, size_t size)
{
	for (const char *line = text; line && *line; line = strchr(line, '\n')) {
		line += *line == '\n';
		const char *names = strchr(line, ':'),
			   *path = names ? strchr(names + 1, ':') : NULL;
		size_t n = strcspn(line, "\n"), want = strlen(controller);
		if (!path || path > line + n)
			continue;
		bool is = !want && path == names + 1;
		for (const char *p = names + 1; want && p < path; p += strcspn(p, ",:") + 1)
			is |= strcspn(p, ",:") == want && !strncmp(p, controller, want);
		if (!is)
			continue;
		return as_copy_n(out, size, path + 1, n - (size_t)(path + 1 - line));
	}
	return false;
}

static bool number_in(const struct as_probe_root *root, const char *folder, const char *file,
	double *out)
{
	char path[PATH_MAX], text[64];

	return snprintf(path, sizeof path, "%s/%s", folder, file) < PATH_MAX &&
		as_probe_slurp(root, path, text, sizeof text, NULL) && as_parse_double(text, out);
}

/* Processors' worth of time, or INFINITY. */
static double cpu_limit(const struct as_probe_root *root, const char *folder)
{
	char path[PATH_MAX], text[64];
	double quota = -1, period = 0;

	if (snprintf(path, sizeof path, "%s/cpu.max", folder) < PATH_MAX &&
		as_probe_slurp(root, path, text, sizeof text, NULL)) {
		char *blank = strchr(text, ' ');
		if (!blank)
			return (double)INFINITY;
		*blank = 0;
		if (!as_parse_double(text, &quota) || !as_parse_double(blank + 1, &period))
			return (double)INFINITY; /* "max" */
	} else if (!number_in(root, folder, "cpu.cfs_quota_us", &quota) ||
		!number_in(root, folder, "cpu.cfs_period_us", &period)) {
		return (double)INFINITY;
	}
	return quota > 0 && period > 0 ? quota / period : (double)INFINITY;
}

/* Bytes, or INFINITY; cgroup 1 says "no limit" by a number near 2^63. */
static double memory_limit(const struct as_probe_root *root, const char *folder)
{
	double bytes = 0;

	if (!number_in(root, folder, "memory.max", &bytes) &&
		!number_in(root, folder, "memory.limit_in_bytes", &bytes))
		return (double)INFINITY;
	return bytes < 9e18 ? bytes : (double)INFINITY;
}

typedef double limit_fn(const struct as_probe_root *root, const char *folder);

/* The tightest limit from path up to the root of one hierarchy. */
static double tightest(const struct as_probe_root *root, const char *hierarchy, const char *path,
	limit_fn *limit)
{
	char folder[PATH_MAX];
	double least = (double)INFINITY;
	int n = snprintf(folder, sizeof folder, "%s%s", hierarchy, path);
	size_t stop = strlen(hierarchy);

	if (n >= PATH_MAX)
		return least;
	for (;;) {
		least = fmin(least, limit(root, folder));
		char *slash = strrchr(folder, '/');
		if (!slash || (size_t)(slash - folder) < stop)
			return least;
		*slash = 0;
	}
}

/* Over all hierarchies the controller may hang in. */
static double over_all(const struct as_probe_root *root, const char *groups, const char *controller,
	limit_fn *limit)
{
	char path[2048], hierarchy[64];
	double least = (double)INFINITY;

	if (find_path(groups, "", path, sizeof path))
		least = fmin(tightest(root, FS, path, limit),
			tightest(root, FS "/unified", path, limit));
	if (find_path(groups, controller, path, sizeof path)) {
		snprintf(hierarchy, sizeof hierarchy, FS "/%s", controller);
		least = fmin(least, tightest(root, hierarchy, path, limit));
	}
	return least;
}

static void facts(struct as_probe_facts *f)
{
	char groups[8192], path[2048] = "/", why[AS_PROBE_REASON];
	bool found;

	if (!as_probe_slurp(f->root, "/proc/self/cgroup", groups, sizeof groups, why)) {
		as_fact_unknown(f, AS_FACT_ENVIRONMENT, "cgroup.cpu_limit", why);
		as_fact_unknown(f, AS_FACT_ENVIRONMENT, "cgroup.memory_limit", why);
		as_fact_unknown(f, AS_FACT_STATE, "cgroup.path", why);
		return;
	}
	double cpus = over_all(f->root, groups, "cpu", cpu_limit);
	double bytes = over_all(f->root, groups, "memory", memory_limit);
	if (isfinite(cpus))
		as_fact_addf(f, AS_FACT_ENVIRONMENT, "cgroup.cpu_limit", "%.4g processors", cpus);
	else
		as_fact_add(f, AS_FACT_ENVIRONMENT, "cgroup.cpu_limit", "none");
	if (isfinite(bytes))
		as_fact_addf(f, AS_FACT_ENVIRONMENT, "cgroup.memory_limit", "%.0f bytes", bytes);
	else
		as_fact_add(f, AS_FACT_ENVIRONMENT, "cgroup.memory_limit", "none");
	found = find_path(groups, "memory", path, sizeof path) ||
		find_path(groups, "", path, sizeof path);
	as_fact_add(f, AS_FACT_STATE, "cgroup.path", found ? path : "none");
}

const struct as_probe as_probe_cgroup = {
	.name = "cgroup",
	.summary = "limits of processor time and memory that hold for this process",
	.available = available,
	.facts = facts,
	.metric = AS_PROBE_NO_METRIC,
};
