/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "probe/facts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PATH "/proc/stat"

/* "cpu  user nice system idle iowait irq softirq steal guest guest_nice", in ticks over all
 * processors since boot. */
static bool parse(const char *text, double *out)
{
	const long ticks_per_s = sysconf(_SC_CLK_TCK);
	const char *p = text + 4;
	unsigned long long ticks = 0;

	if (strncmp(text, "cpu ", 4) != 0 || ticks_per_s <= 0)
		return false;
	for (int field = 0; field < 8; field++) {
		char *end;
		p += strspn(p, " ");
		if (*p < '0' || *p > '9')
			return false;
		ticks = strtoull(p, &end, 10);
		p = end;
	}
	*out = (double)ticks * (1e9 / (double)ticks_per_s);
	return true;
}

static bool available(const struct as_probe_root *root, char reason[static AS_PROBE_REASON])
{
	char text[512];
	double ns;

	if (!as_probe_has(root, PATH, "mount /proc", reason))
		return false;
	if (as_probe_slurp(root, PATH, text, sizeof text, NULL) && parse(text, &ns))
		return true;
	snprintf(reason, AS_PROBE_REASON,
		"%s has no steal field; a kernel that accounts for stolen time is needed", PATH);
	return false;
}

const struct as_probe as_probe_steal = {
	.name = "steal",
	.summary = "processor time the hypervisor gave to others while this machine had work",
	.available = available,
	.metric = AS_METRIC_STEAL,
	.path = PATH,
	.parse = parse,
};
