/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "probe/machine_facts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PATH "/proc/stat"

size_t as_parse_ticks(const char *text, double out[static AS_TICKS])
{
	const char *p = text + 4;
	size_t n = 0;

	if (strncmp(text, "cpu ", 4) != 0)
		return 0;
	for (; n < AS_TICKS; n++) {
		char *end;
		p += strspn(p, " ");
		if (*p < '0' || *p > '9')
			break;
		out[n] = (double)strtoull(p, &end, 10);
		p = end;
	}
	return n;
}

double as_busy_ticks(const double t[static AS_TICKS])
{
	return t[AS_TICKS_USER] + t[AS_TICKS_NICE] + t[AS_TICKS_SYSTEM] + t[AS_TICKS_IRQ] +
		t[AS_TICKS_SOFTIRQ];
}

static bool parse(const char *text, double *out)
{
	const long ticks_per_s = sysconf(_SC_CLK_TCK);
	double ticks[AS_TICKS];

	if (as_parse_ticks(text, ticks) < AS_TICKS || ticks_per_s <= 0)
		return false;
	*out = ticks[AS_TICKS_STEAL] * (1e9 / (double)ticks_per_s);
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
